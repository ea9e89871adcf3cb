package statement

import (
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/money"
)

// columns of banks' files, by what their heads say.
var heads = map[string][]string{
	"booked":   {"date", "booking date", "transaction date", "posting date", "buchungstag", "buchungsdatum", "datum", "fecha", "fecha operación", "data", "data operazione", "boekdatum", "data księgowania", "started date", "completed date"},
	"value":    {"value date", "valuta", "valutadatum", "wertstellung", "date de valeur", "fecha valor", "data valuta", "rentedatum"},
	"amount":   {"amount", "betrag", "betrag (€)", "montant", "importe", "importo", "bedrag", "kwota", "valor", "umsatz", "amount (gbp)", "amount (eur)", "amount (usd)"},
	"debit":    {"debit", "soll", "money out", "paid out", "débit", "cargo", "addebiti", "withdrawals", "debit amount"},
	"credit":   {"credit", "haben", "money in", "paid in", "crédit", "abono", "accrediti", "deposits", "credit amount"},
	"balance":  {"balance", "saldo", "solde", "running balance", "saldo nach buchung", "kontostand"},
	"currency": {"currency", "währung", "devise", "divisa", "valuta (code)", "waluta"},
	"party":    {"payee", "name", "beneficiary", "begünstigter/zahlungspflichtiger", "beguenstigter/zahlungspflichtiger", "empfänger", "counterparty", "naam", "tegenpartij", "merchant"},
	"text":     {"description", "details", "memo", "narrative", "verwendungszweck", "buchungstext", "libellé", "concepto", "descrizione", "omschrijving", "reference", "transaction description"},
}

// CSV reads a bank's comma-separated file: one with a head that names a day and
// an amount, or money in and out. ok is false where text is none. Where a column
// holds the running balance, opening and closing come from it. Numbers and days
// are read by the file's own habits; a file whose days can be read in two ways is
// unreadable, since nothing else in it would tell.
func CSV(text string) (s Statement, ok bool, err error) {
	text = strings.TrimPrefix(text, "\ufeff")
	rows, head, at, ok := table(text)
	if !ok {
		return s, false, nil
	}
	col := func(row []string, name string) string {
		if i, has := at[name]; has && i < len(row) {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	rows = rows[head+1:]
	var amounts, days []string
	for _, row := range rows {
		amounts = append(amounts, col(row, "amount"), col(row, "debit"), col(row, "credit"), col(row, "balance"))
		days = append(days, col(row, "booked"))
	}
	read, err := reading.Habits(amounts, days)
	if err != nil {
		return s, true, fmt.Errorf("%w: %v", ErrUnreadable, err)
	}
	var balances []*money.Dec
	for _, row := range rows {
		if strings.TrimSpace(strings.Join(row, "")) == "" || col(row, "booked") == "" {
			continue
		}
		l := Line{Currency: strings.ToUpper(col(row, "currency")), Party: col(row, "party"), Description: col(row, "text")}
		var on civil.Date
		if on, err = read.Day(col(row, "booked")); err != nil {
			return s, true, fmt.Errorf("%w: %v", ErrUnreadable, err)
		}
		l.BookedOn = on
		l.ValueOn, _ = read.Day(col(row, "value"))
		if l.Amount, err = amountOf(read, col(row, "amount"), col(row, "debit"), col(row, "credit")); err != nil {
			return s, true, err
		}
		balance, err := read.Amount(col(row, "balance"))
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
	s.Currency = s.Lines[0].Currency
	s.balance(balances)
	s.finish()
	return s, true, nil
}

// table finds the head: of the first lines, the one that names a day and money.
func table(text string) (rows [][]string, head int, at map[string]int, ok bool) {
	for _, comma := range []rune{';', ',', '\t'} {
		r := csv.NewReader(strings.NewReader(text))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
		all, err := r.ReadAll()
		if err != nil {
			continue
		}
		for i := range all[:min(len(all), 20)] {
			at := map[string]int{}
			for j, cell := range all[i] {
				cell = strings.ToLower(strings.TrimSpace(cell))
				for name, words := range heads {
					for _, word := range words {
						if _, has := at[name]; !has && cell == word {
							at[name] = j
						}
					}
				}
			}
			_, day := at["booked"]
			_, amount := at["amount"]
			_, in := at["credit"]
			_, out := at["debit"]
			if day && (amount || in && out) {
				return all, i, at, true
			}
		}
	}
	return nil, 0, nil, false
}

func amountOf(read reading.Reader, amount, debit, credit string) (money.Dec, error) {
	if amount != "" {
		d, err := read.Amount(amount)
		if err != nil {
			err = fmt.Errorf("%w: %v", ErrUnreadable, err)
		}
		return d, err
	}
	total := money.Zero
	for i, text := range []string{debit, credit} {
		if text == "" {
			continue
		}
		d, err := read.Amount(text)
		if err != nil {
			return d, fmt.Errorf("%w: %v", ErrUnreadable, err)
		}
		if i == 0 {
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
	if after[0] == nil || after[n-1] == nil {
		return
	}
	first, last := 0, n-1
	if opening := after[first].Sub(s.Lines[first].Amount); !opening.Add(s.Sum()).Equal(*after[last]) {
		first, last = n-1, 0 // newest first
	}
	opening, closing := after[first].Sub(s.Lines[first].Amount), *after[last]
	s.Opening, s.Closing = &opening, &closing
}
