package ledger

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tallystick/tallystick/render"
)

// gobd writes the archive that tax auditors load: a table of lines, one of
// accounts, and the index that describes them by the description standard for
// the transfer of data media (GDPdU/GoBD, index.xml of 1 August 2002).
type gobd struct {
	a     *render.Archive
	h     Head
	lines Writer
}

func newGoBD(w io.Writer, h Head) (Writer, error) {
	g := &gobd{a: render.NewArchive(w, h.At), h: h}
	in, err := g.a.Entry("journal.csv")
	if err != nil {
		return nil, err
	}
	g.lines, err = newCSV(in, h)
	return g, err
}

func (g *gobd) Entry(e Entry) error { return g.lines.Entry(e) }

func (g *gobd) Close() error {
	if err := g.lines.Close(); err != nil {
		return err
	}
	w, err := g.a.Entry("accounts.csv")
	if err != nil {
		return err
	}
	out, err := render.NewCSV(w, "account", "name", "class")
	if err != nil {
		return err
	}
	for _, a := range g.h.Accounts {
		if err := out.Row(render.Text(a.Code), render.Text(a.Name), render.Text(string(a.Class))); err != nil {
			return err
		}
	}
	if err := out.Close(); err != nil {
		return err
	}
	if w, err = g.a.Entry("index.xml"); err != nil {
		return err
	}
	if err := g.index(w); err != nil {
		return err
	}
	return g.a.Close()
}

// amounts and days of the table of lines; every other column is a text.
var (
	gobdAmounts = map[string]string{"amount": "2", "base_amount": "2", "tax_base": "2", "tax_rate": "4", "number": "0", "line": "0"}
	gobdDays    = map[string]bool{"booked_on": true, "date": true, "tax_date": true}
)

func (g *gobd) index(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE DataSet SYSTEM "gdpdu-01-08-2002.dtd">
<DataSet><Version>1.0</Version><DataSupplier><Name>%s</Name><Location></Location><Comment>Tallystick</Comment></DataSupplier>
<Media><Name>Journal</Name>
`, escaped(g.h.Company))
	table := func(file, name string, columns []string, more string) {
		fmt.Fprintf(w, "<Table><URL>%s</URL><Name>%s</Name>%s<UTF8/><DecimalSymbol>.</DecimalSymbol><DigitGroupingSymbol>,</DigitGroupingSymbol>"+
			"<Range><From>2</From></Range><VariableLength><ColumnDelimiter>,</ColumnDelimiter><RecordDelimiter>&#13;&#10;</RecordDelimiter>"+
			"<TextEncapsulator>\"</TextEncapsulator>", file, name, more)
		for _, c := range columns {
			kind := "<AlphaNumeric/>"
			if places, ok := gobdAmounts[c]; ok {
				kind = "<Numeric><Accuracy>" + places + "</Accuracy></Numeric>"
			} else if gobdDays[c] {
				kind = "<Date><Format>YYYY-MM-DD</Format></Date>"
			}
			fmt.Fprintf(w, "<VariableColumn><Name>%s</Name>%s</VariableColumn>", c, kind)
		}
		w.WriteString("</VariableLength></Table>\n")
	}
	table("journal.csv", "Journal", columns,
		fmt.Sprintf("<Validity><Range><From>%s</From><To>%s</To></Range><Format>YYYY-MM-DD</Format></Validity>", g.h.From, g.h.To))
	table("accounts.csv", "Accounts", strings.Split("account name class", " "), "")
	w.WriteString("</Media></DataSet>\n")
	return w.Flush()
}
