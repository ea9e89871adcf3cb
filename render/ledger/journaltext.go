package ledger

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tallystick/tallystick/domain/chart"
)

// style is how one program's plain-text journal is spelled.
type style struct {
	comment string
	roots   map[chart.Class]string
	escape  func(string) string
	head    func(p *textJournal)
	entry   func(e Entry, memo string) string
	account func(root, code string) string
	meta    string // before an entry's own data
}

var hledgerStyle = style{
	comment: ";", meta: "    ; ",
	roots: map[chart.Class]string{chart.Asset: "assets", chart.Liability: "liabilities", chart.Equity: "equity", chart.Income: "revenues",
		chart.Expense: "expenses"},
	escape: func(s string) string { return strings.NewReplacer(";", ",", "|", "/").Replace(s) },
	head: func(p *textJournal) {
		fmt.Fprintf(p.w, "decimal-mark .\n\n")
		for _, a := range p.h.Accounts {
			fmt.Fprintf(p.w, "account %s  ; %s\n", p.names[a.Code], flatText(a.Name, ";"))
		}
		fmt.Fprintln(p.w)
	},
	entry:   func(e Entry, memo string) string { return fmt.Sprintf("%s * (%s) %s", e.BookedOn, e.Reference(), memo) },
	account: func(root, code string) string { return root + ":" + code },
}

var beancountStyle = style{
	comment: ";", meta: "  ",
	roots: map[chart.Class]string{chart.Asset: "Assets", chart.Liability: "Liabilities", chart.Equity: "Equity", chart.Income: "Income",
		chart.Expense: "Expenses"},
	escape: func(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) },
	head: func(p *textJournal) {
		// The program divides a total price by the units, to 28 digits: what that leaves is no difference.
		fmt.Fprintf(p.w, "option \"title\" \"%s\"\noption \"operating_currency\" \"%s\"\noption \"inferred_tolerance_default\" \"*:0.000001\"\n\n",
			strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(flatText(p.h.Company, "")), p.h.BaseCurrency)
		for _, a := range p.h.Accounts {
			fmt.Fprintf(p.w, "%s open %s\n", p.h.From, p.names[a.Code])
		}
		fmt.Fprintln(p.w)
	},
	entry:   func(e Entry, memo string) string { return fmt.Sprintf(`%s * "%s"`, e.BookedOn, memo) },
	account: func(root, code string) string { return root + ":" + strings.ToUpper(code) },
}

// textJournal writes a journal that people read too.
type textJournal struct {
	w     *bufio.Writer
	h     Head
	s     style
	names map[string]string
}

func newPlain(w io.Writer, h Head, s style) (Writer, error) {
	p := &textJournal{bufio.NewWriter(w), h, s, map[string]string{}}
	for _, a := range h.Accounts {
		p.names[a.Code] = s.account(s.roots[a.Class], a.Code)
	}
	fmt.Fprintf(p.w, "%s Journal of %s, %s to %s\n", s.comment, flatText(h.Company, ""), h.From, h.To)
	s.head(p)
	return p, p.w.Flush()
}

// flatText is a text on one line, without what would end it.
func flatText(s, without string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || strings.ContainsRune(without, r) }), " ")
}

func (p *textJournal) Entry(e Entry) error {
	memo := p.s.escape(flatText(e.Memo, ""))
	fmt.Fprintf(p.w, "%s\n%sentry: \"%s\"\n", p.s.entry(e, memo), p.s.meta, e.ID)
	if e.Waived {
		fmt.Fprintf(p.w, "%swaived: \"one person did two steps\"\n", p.s.meta)
	}
	for _, l := range e.Lines {
		name, ok := p.names[l.Account]
		if !ok {
			return fmt.Errorf("ledger: entry %s names account %s, which the books do not have", e.ID, l.Account)
		}
		amount := l.signed(l.Base) + " " + e.Base
		if e.Currency != e.Base && !isZero(l.Amount) {
			amount = fmt.Sprintf("%s %s @@ %s %s", l.signed(l.Amount), e.Currency, l.Base, e.Base)
		}
		fmt.Fprintf(p.w, "    %s  %s\n", name, amount)
	}
	_, err := fmt.Fprintln(p.w)
	return err
}

func (p *textJournal) Close() error { return p.w.Flush() }
