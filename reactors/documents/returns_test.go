package documents

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/sandbox"
)

// sheet draws a page of A4 at 200 points an inch, as a scanner leaves it: gray, with dust.
// What stands behind | in a line ends where its columns do, the last at the right margin.
func sheet(t *testing.T, lines ...string) []byte {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 28, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	const wide, tall, margin, column = 1654, 2339, 120, 260
	page := image.NewGray(image.Rect(0, 0, wide, tall))
	for i := range page.Pix {
		page.Pix[i] = 240
	}
	d := font.Drawer{Dst: page, Src: image.NewUniform(color.Gray{40}), Face: face}
	for n, line := range lines {
		y := 160 + 52*n
		cells := strings.Split(line, "|")
		d.Dot = fixed.P(margin, y)
		d.DrawString(cells[0])
		for i, cell := range cells[1:] {
			right := wide - margin - (len(cells)-2-i)*column
			d.Dot = fixed.P(right-d.MeasureString(cell).Ceil(), y)
			d.DrawString(cell)
		}
	}
	r := rand.New(rand.NewPCG(16, 6))
	for range 3000 {
		page.Pix[r.IntN(len(page.Pix))] = uint8(150 + r.IntN(80))
	}
	var out bytes.Buffer
	if err := png.Encode(&out, page); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readReturn is a packet as its job leaves it.
func readReturn(t *testing.T, media string, content []byte) taxreturn.State {
	t.Helper()
	received, err := taxreturn.Receive{}.Decide(taxreturn.State{}, "1")
	if err != nil {
		t.Fatal(err)
	}
	s := taxreturn.State{}.Evolve(event.Recorded{Payload: received[0]})
	s.Media = media
	x := &ReturnReader{Extractor: &Extractor{Box: &sandbox.Box{}, Tools: FindTools("")}}
	o, err := x.words(t.Context(), &jobs.Task{}, s, content)
	if err != nil {
		t.Fatal(err)
	}
	read, err := o.Decide(s)
	if err != nil {
		t.Fatal(err)
	}
	return s.Evolve(event.Recorded{Payload: read[0]})
}

// A scan of an assessment and of a return gives its figures by line, and the calculator's
// beside them.
func TestScannedReturns(t *testing.T) {
	for name, c := range map[string]struct {
		page       []string
		form, year string
		want       map[string]string // what is sure of it; what is not may be more
		line       map[string]string
		facts      map[string]string
		compared   []string // what agrees with the calculator
	}{
		"a German assessment, joint": {[]string{"Finanzamt Musterstadt", "Bescheid für 2024 über Einkommensteuer und Solidaritätszuschlag", "Festsetzung", "",
			"|Einkommensteuer|Solidaritätszuschlag|Insgesamt", "|EUR|EUR|EUR", "Festgesetzt werden|16.228,00|0,00|16.228,00",
			"ab Steuerabzug vom Lohn|16.000,00|0,00|16.000,00", "verbleibende Beträge|228,00|0,00|228,00", "Bereits getilgt|0,00|0,00|0,00",
			"mithin sind zu wenig entrichtet|228,00|0,00|228,00", "", "Besteuerungsgrundlagen", "Summe der Einkünfte|96.000",
			"Gesamtbetrag der Einkünfte|96.000", "zu versteuerndes Einkommen|84.000", "Berechnung der Einkommensteuer",
			"zu versteuern nach dem Splittingtarif|84.000|16.228", "festzusetzende Einkommensteuer|16.228"},
			"de-est", "2024", map[string]string{"status": "married_joint", "taxable_income": "84000", "tariff_tax": "16228",
				"assessed_tax": "16228", "fixed_tax": "16228.00", "wage_tax": "16000.00", "remaining": "228.00", "underpaid": "228.00"},
			nil, nil, []string{"tariff_tax"}},
		"an Irish return": {[]string{"Form 11", "Tax Return and Self-Assessment for the year 2024", "Gross amount of income from employment|60,000.00",
			"O - SELF-ASSESSMENT MADE UNDER CHAPTER 4 OF PART 41A", "934. Self-Assessment - Income Tax 2024",
			"(a) Amount of income or profits arising for this period|60,000.00", "(b) Amount of tax chargeable for this period",
			"(i) Amount of income tax chargeable for this period|15,600.00", "(ii) Amount of USC chargeable for this period - self|1,704.00",
			"(iii) Amount of USC chargeable for this period - spouse or civil partner", "(iv) Amount of PRSI chargeable for this period - self|0.00",
			"(vi) Total amount of tax chargeable for this period|17,304.00", "(d) Amount of tax payable for this period|1,250.00"},
			"ie-form11", "2024", map[string]string{"employment": "60000.00", "income": "60000.00", "income_tax": "15600.00", "usc": "1704.00",
				"total_tax": "17304.00", "payable": "1250.00"},
			map[string]string{"income": "934(a)", "income_tax": "934(b)(i)", "usc": "934(b)(ii)", "total_tax": "934(b)(vi)", "payable": "934(d)"},
			map[string]string{"status": "single"}, []string{"income_tax", "usc"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := readReturn(t, "image/png", sheet(t, c.page...))
			got := map[string]string{}
			for _, f := range s.Figures {
				if f.Accepted() {
					got[f.Key] = f.Value.Plain
				}
				if want := c.want[f.Key]; want != "" && (f.Line != c.line[f.Key] || f.Page != 1 || f.Box == (reading.Box{})) {
					t.Errorf("%s is line %q, at %+v", f.Key, f.Line, f.Box)
				}
			}
			for key, want := range c.want {
				if got[key] != want {
					t.Errorf("%s is %q, not %q", key, got[key], want)
				}
			}
			if s.Form != c.form || s.TaxYear != c.year {
				t.Errorf("it is %s of %s", s.Form, s.TaxYear)
			}
			if c.facts != nil {
				e, err := taxreturn.Change{Facts: c.facts}.Decide(s, act.Context{Principal: "ann"}, taxreturn.Facts{})
				if err != nil {
					t.Fatal(err)
				}
				s = s.Evolve(event.Recorded{Payload: e[0]})
			}
			beside := s.Compare(all.Registry().Calculate, nil)[0]
			var compared []string
			for _, f := range beside.Figures {
				compared = append(compared, f.Key)
			}
			if beside.Status != "agrees" || !slices.Equal(compared, c.compared) {
				t.Errorf("beside it stands %+v", beside)
			}
		})
	}
}
