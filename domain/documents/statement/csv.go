package statement

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/money"
)

// columns of banks' files, by what their heads say; of several the word that comes first.
var heads = map[string][]string{
	"booked": {"date", "booking date", "transaction date", "posting date", "buchungstag", "buchungsdatum", "datum", "fecha",
		"fecha operación", "data", "data operazione", "boekdatum", "data księgowania", "started date", "completed date"},
	"value": {"value date", "valutadatum", "valuta", "wertstellung", "date de valeur", "fecha valor", "data valuta", "rentedatum"},
	"amount": {"amount", "betrag", "betrag (€)", "montant", "importe", "importo", "bedrag", "kwota", "valor", "umsatz", "amount (gbp)",
		"amount (eur)", "amount (usd)", "bedrag (eur)"},
	"debit":    {"debit", "soll", "money out", "paid out", "débit", "cargo", "addebiti", "withdrawals", "debit amount"},
	"credit":   {"credit", "haben", "money in", "paid in", "crédit", "abono", "accrediti", "deposits", "credit amount"},
	"balance":  {"balance", "saldo", "solde", "running balance", "saldo nach buchung", "saldo na mutatie", "kontostand"},
	"currency": {"currency", "währung", "waehrung", "devise", "divisa", "valuta (code)", "waluta"},
	"party": {"payee", "name", "beneficiary", "begünstigter/zahlungspflichtiger", "beguenstigter/zahlungspflichtiger", "empfänger",
		"counterparty", "partner name", "auftraggeber/zahlungsempfänger", "naam", "naam / omschrijving", "tegenpartij", "merchant"},
	"text": {"description", "details", "memo", "narrative", "verwendungszweck", "libellé", "concepto", "descrizione",
		"omschrijving", "mededelingen", "reference", "payment reference", "transaction description", "vorgang/verwendungszweck", "buchungstext"},
	// Where money went or came from is told apart from whose statement it is by their own words alone.
	"party_iban": {"iban zahlungsbeteiligter", "kontonummer/iban", "tegenrekening", "tegenrekening iban/bban", "counterparty iban",
		"counterparty account", "payee iban", "partner iban", "gegenkonto iban"},
	"account": {"auftragskonto", "iban auftragskonto", "iban des auftragskontos", "rekening", "rekeningnummer", "iban/bban", "account number",
		"account no", "account iban", "numéro de compte", "numero di conto", "número de cuenta", "numer rachunku", "account"},
}

// Cell is a cell of a table: as it reads, and what it is where the table says that
// itself, as workbooks do.
type Cell struct {
	Text   string
	Amount string // a decimal; "" = the table does not say that it is a number
	Day    string // ISO; "" = the table does not say that it is a day
}

// CSV reads a bank's comma-separated file: one with a head that names a day and
// an amount, or money in and out. ok is false where text is none.
func CSV(text string) (s Statement, ok bool, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	for _, comma := range []rune{';', ',', '\t'} {
		r := csv.NewReader(strings.NewReader(text))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
		all, err := r.ReadAll()
		if err != nil {
			continue
		}
		rows := make([][]Cell, len(all))
		for i, row := range all {
			for _, text := range row {
				rows[i] = append(rows[i], Cell{Text: text})
			}
		}
		if s, ok, err := Table(rows); ok {
			return s, true, err
		}
	}
	return s, false, nil
}

// Table reads the rows of a bank's table; ok is false where they are none. Where a
// column holds the running balance, opening and closing come from it. Numbers and
// days are read by the table's own habits, where it does not say itself what they
// are; one whose days can be read in two ways is unreadable, since nothing else in
// it would tell.
func Table(rows [][]Cell) (s Statement, ok bool, err error) {
	head, at, ok := headOf(rows)
	if !ok {
		return s, false, nil
	}
	above := rows[:head]
	rows = rows[head+1:]
	c := columns{at: at, direction: -1}
	account := accountOf(above, c, rows)
	var amounts, days []string
	for _, row := range rows {
		amounts = append(amounts, c.text(row, "amount"), c.text(row, "debit"), c.text(row, "credit"), c.text(row, "balance"))
		days = append(days, c.text(row, "booked"))
	}
	if c.read, err = reading.Habits(amounts, days); err != nil {
		return s, true, fmt.Errorf("%w: %v", ErrUnreadable, err)
	}
	c.direction = c.directed(rows)
	var balances []*money.Dec
	for _, row := range rows {
		if !c.isLine(row) {
			continue
		}
		if which := c.balanceRow(row); which != "" {
			if err := c.said(&s, which, row); err != nil {
				return s, true, err
			}
			continue
		}
		l := Line{Currency: strings.ToUpper(c.text(row, "currency")), Party: c.text(row, "party"), Description: c.text(row, "text")}
		if l.BookedOn, err = c.day(row, "booked"); err != nil {
			return s, true, fmt.Errorf("%w: %v", ErrUnreadable, err)
		}
		l.ValueOn, _ = c.day(row, "value")
		if iban := plainAccount(c.text(row, "party_iban")); reading.ValidIBAN(iban) {
			l.PartyIBAN = iban
		}
		if l.Amount, err = c.moved(row); err != nil {
			return s, true, err
		}
		balance, err := c.amount(row, "balance")
		if balances = append(balances, nil); err == nil {
			balances[len(balances)-1] = &balance
		}
		if s.Lines = append(s.Lines, l); len(s.Lines) > LinesMax {
			return s, true, fmt.Errorf("%w: it has more than %d lines", ErrUnreadable, LinesMax)
		}
	}
	if len(s.Lines) == 0 {
		return s, true, fmt.Errorf("%w: it has no line", ErrUnreadable)
	}
	s.Currency, s.Account = s.Lines[0].Currency, account
	if s.Opening == nil && s.Closing == nil {
		s.balance(balances)
	}
	s.finish()
	return s, true, nil
}

// headOf finds the head: of the first rows, the one that names a day and money.
func headOf(rows [][]Cell) (head int, at map[string]int, ok bool) {
	for i := range rows[:min(len(rows), 20)] {
		at, rank := map[string]int{}, map[string]int{}
		for j, cell := range rows[i] {
			text := strings.ToLower(strings.TrimSpace(cell.Text))
			for name, words := range heads {
				n := slices.Index(words, text)
				if before, has := rank[name]; n >= 0 && (!has || n < before) {
					at[name], rank[name] = j, n
				}
			}
		}
		_, day := at["booked"]
		_, amount := at["amount"]
		_, in := at["credit"]
		_, out := at["debit"]
		if day && (amount || in && out) {
			return i, at, true
		}
	}
	return 0, nil, false
}

// columns reads the cells of a row by what its head calls them.
type columns struct {
	at   map[string]int
	read reading.Reader
	// direction is the column that says which way unsigned amounts go; -1 = none.
	direction int
}

func (c columns) isLine(row []Cell) bool {
	return c.text(row, "booked") != "" || c.cell(row, "booked").Day != ""
}

func (c columns) cell(row []Cell, name string) Cell {
	if i, has := c.at[name]; has && i < len(row) {
		return row[i]
	}
	return Cell{}
}

func (c columns) text(row []Cell, name string) string {
	return strings.TrimSpace(c.cell(row, name).Text)
}

func (c columns) day(row []Cell, name string) (civil.Date, error) {
	if day := c.cell(row, name).Day; day != "" {
		return civil.Parse(day)
	}
	text := c.text(row, name)
	if len(text) == len("20260305") && strings.Trim(text, "0123456789") == "" { // the basic form of ISO 8601
		return civil.Parse(text[:4] + "-" + text[4:6] + "-" + text[6:])
	}
	return c.read.Day(text)
}

func (c columns) amount(row []Cell, name string) (money.Dec, error) {
	if amount := c.cell(row, name).Amount; amount != "" {
		return money.Parse(amount)
	}
	return c.read.Amount(c.text(row, name))
}

// moved is what a line moves: its amount, or money in less money out.
func (c columns) moved(row []Cell) (money.Dec, error) {
	said := func(name string) bool { return c.text(row, name) != "" || c.cell(row, name).Amount != "" }
	if said("amount") {
		d, err := c.amount(row, "amount")
		if err != nil {
			err = fmt.Errorf("%w: %v", ErrUnreadable, err)
		}
		if c.direction >= 0 && directions[word(row, c.direction)] < 0 {
			d = d.Neg()
		}
		return d, err
	}
	total := money.Zero
	for _, name := range []string{"debit", "credit"} {
		if !said(name) {
			continue
		}
		d, err := c.amount(row, name)
		if err != nil {
			return d, fmt.Errorf("%w: %v", ErrUnreadable, err)
		}
		if name == "debit" {
			d = d.Abs().Neg()
		}
		total = total.Add(d)
	}
	return total, nil
}

// balance takes opening and closing from the running balance, whichever way the
// lines run.
func (s *Statement) balance(after []*money.Dec) {
	n := len(after)
	if after[0] == nil || after[n-1] == nil || slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Currency != s.Currency }) {
		return // or it is of several accounts
	}
	first, last := 0, n-1
	if opening := after[first].Sub(s.Lines[first].Amount); !opening.Add(s.Sum()).Equal(*after[last]) {
		first, last = n-1, 0 // newest first
	}
	opening, closing := after[first].Sub(s.Lines[first].Amount), *after[last]
	s.Opening, s.Closing = &opening, &closing
}
