package taxreturn

import (
	"maps"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
)

// A page as the form of the United Kingdom is printed: two columns of numbered boxes, the
// label above its squares, and ^ where the first letter of a word is drawn by itself.
const employmentPage = `                                                         Employment
                     Tax year 6 April 2024 to 5 April 2025
   1  Pay from this employment – the total from your      5  Your employer’s name
      P45 or P60 – before tax was taken off
                                                             Acme
      £ 4 2 0 0 0   • 0 0                                 6  If you were a company director, put ‘X’
 1.1  Payrolled benefits included in box 1                   X
      £             • 0 0                                 8  ^Taxed UK interest
   2  UK tax taken off pay in box 1                          £ 9 9 0        • 0 0
      £   5 8 8 6   • 0 0                                10  ^State Pension
   3  Tips                                                   in the year
      £ 0           • 0 0                                    £ 9,0 0 0      . 0 0
   4  Net profit (box 10 less box 2)                     12  Tax taken off box 11
      £             • 0 0                                    £              • 0 0
SA102 2025                       Page E 1                             HMRC 12/24`

// drawn is a page of text with the letters behind ^ cut from their words.
func drawn(text string) reading.Page {
	p := reading.PageOfText(text)
	p.Number = 1
	for i := range p.Words {
		rest, cut := strings.CutPrefix(p.Words[i].Text, "^")
		if !cut {
			continue
		}
		box := p.Words[i].Box
		first := reading.Box{Left: box.Left, Right: box.Left + 100, Top: box.Top, Bottom: box.Bottom}
		p.Words = append(p.Words, reading.Word{Text: rest[:1], Box: first, Score: 1000})
		box.Left += 100
		p.Words[i].Text, p.Words[i].Box = rest[1:], box
	}
	return p
}

func readPages(t *testing.T, pages ...reading.Page) State {
	t.Helper()
	r := Receive{}
	r.Blob.Subject = "return-1"
	received, err := r.Decide(State{}, "1")
	if err != nil {
		t.Fatal(err)
	}
	s := State{}.Evolve(event.Recorded{Payload: received[0]})
	read, err := Outcome{Extraction: "text_layer", Pages: pages}.Decide(s)
	if err != nil {
		t.Fatal(err)
	}
	return s.Evolve(event.Recorded{Payload: read[0]})
}

// An amount belongs to the label above it in its own column, however near another stands;
// squares with nothing in them hold nothing.
func TestBoxesInColumns(t *testing.T) {
	s := readPages(t, drawn(employmentPage))
	want := map[string]string{"employment": "42000.00", "employment_tax": "5886.00", "taxed_interest": "990.00", "state_pension": "9000.00"}
	if got := values(s); !maps.Equal(got, want) || s.Form != "gb-sa100" || s.TaxYear != "2024-25" {
		t.Errorf("%v of %s, %s", got, s.Form, s.TaxYear)
	}
	for _, f := range s.Figures {
		if line := map[string]string{"employment": "1", "employment_tax": "2", "taxed_interest": "8", "state_pension": "10"}[f.Key]; f.Line != line {
			t.Errorf("%s is in box %q, not %q", f.Key, f.Line, line)
		}
		if f.Key == "employment" && (f.Box.Left < 700 || f.Box.Right > 2600 || f.Box.Top < 900 || f.Box.Bottom > 1200) {
			t.Errorf("the pay is shown at %+v", f.Box)
		}
	}
	for name, other := range map[string]string{
		"a letter among the squares":  strings.Replace(employmentPage, "£ 4 2 0 0 0   • 0 0", "£ 4 2 O 0 0   • 0 0", 1),
		"two dots":                    strings.Replace(employmentPage, "£ 4 2 0 0 0   • 0 0", "£ 4 2 • 0 0   • 0 0", 1),
		"one digit of pence":          strings.Replace(employmentPage, "£ 4 2 0 0 0   • 0 0", "£ 4 2 0 0 0   • 0", 1),
		"squares under another label": strings.Replace(employmentPage, "      £ 4 2 0 0 0   • 0 0", "   9  Other £            ", 1),
	} {
		if got := values(readPages(t, drawn(other)))["employment"]; got != "" {
			t.Errorf("%s: the pay is %s", name, got)
		}
	}
}

// A number that names a box is not what stands in it.
func TestNumbersThatNameABox(t *testing.T) {
	s := packet(t, Receive{}, "SA100 tax return 2025\n2 UK tax taken off pay in box 1\n12 Tax taken off box 11\n4 Dividends from UK companies   300.00")
	if got := values(s); !maps.Equal(got, map[string]string{"dividends": "300.00"}) {
		t.Errorf("%v", got)
	}
}
