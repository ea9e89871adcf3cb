package ledger

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// fecColumns are the 18 of art. A. 47 A-1.
var fecColumns = []string{"JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib", "CompAuxNum", "CompAuxLib",
	"PieceRef", "PieceDate", "EcritureLib", "Debit", "Credit", "EcritureLet", "DateLet", "ValidDate", "Montantdevise", "Idevise"}

// fecJournals are what journals are called in the file.
var fecJournals = map[string][2]string{
	"sales": {"VT", "Ventes"}, "purchases": {"AC", "Achats"}, "bank": {"BQ", "Banque"}, "cash": {"CA", "Caisse"},
	"general": {"OD", "Opérations diverses"}, "opening": {"OU", "Ouverture"},
}

type fec struct {
	w *bufio.Writer
	h Head
}

// newFEC begins with what stood on the accounts before the year: the à nouveaux
// come first.
func newFEC(w io.Writer, h Head) (Writer, error) {
	f := &fec{bufio.NewWriter(w), h}
	if err := f.row(fecColumns...); err != nil {
		return nil, err
	}
	day := fecDay(h.From)
	for _, b := range h.Opening {
		if b.Amount.IsZero() {
			continue
		}
		debit, credit := fecAmount(b.Amount.String()), "0,00"
		if b.Amount.Sign() < 0 {
			debit, credit = "0,00", fecAmount(b.Amount.Neg().String())
		}
		a, _ := h.account(b.Account)
		if err := f.row("AN", "À nouveaux", "1", day, b.Account, a.Name, "", "", "AN", day, "À nouveaux", debit, credit, "", "", day, "",
			""); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func fecDay(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.Time().Format("20060102")
}

func fecAmount(s string) string { return strings.Replace(s, ".", ",", 1) }

// row writes a row; a text holds no separator.
func (f *fec) row(values ...string) error {
	for i, v := range values {
		if i > 0 {
			f.w.WriteByte('\t')
		}
		f.w.WriteString(oneLine(v, 200))
	}
	_, err := f.w.WriteString("\r\n")
	return err
}

func (f *fec) Entry(e Entry) error {
	name, ok := fecJournals[e.Journal]
	if !ok {
		name = [2]string{strings.ToUpper(e.Journal), e.Journal}
	}
	number := strconv.FormatInt(e.Number, 10)
	memo := e.Memo
	if strings.TrimSpace(memo) == "" {
		memo = name[1] + " " + number // the column may not be empty
	}
	for _, l := range e.Lines {
		a, _ := f.h.account(l.Account)
		debit, credit := fecAmount(l.Base), "0,00"
		if !l.debit() {
			debit, credit = "0,00", fecAmount(l.Base)
		}
		foreign, currency := "", ""
		if e.Currency != e.Base && !isZero(l.Amount) {
			foreign, currency = fecAmount(money.MustParse(l.Amount).String()), e.Currency
			if !l.debit() {
				foreign = "-" + foreign
			}
		}
		auxiliary := ""
		if l.Party != "" && (a.Role == "receivable" || a.Role == "payable") {
			auxiliary = l.Party
		}
		// An amount below zero is no formula: it stands as it is.
		row := []string{name[0], name[1], number, fecDay(e.BookedOn), l.Account, a.Name, auxiliary, auxiliary, e.Reference(), fecDay(e.Date),
			memo,
			debit, credit, "", "", e.PostedAt.UTC().Format("20060102"), "", currency}
		if err := f.signed(row, foreign); err != nil {
			return err
		}
	}
	return nil
}

func (f *fec) signed(row []string, foreign string) error {
	for i, v := range row {
		if i > 0 {
			f.w.WriteByte('\t')
		}
		if i == len(row)-2 {
			f.w.WriteString(foreign)
			continue
		}
		f.w.WriteString(oneLine(v, 200))
	}
	_, err := f.w.WriteString("\r\n")
	return err
}

func (f *fec) Close() error { return f.w.Flush() }
