package filing

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// text reads lines: code rate amount base|tax [on-which] [partner] [flags].
func lines(t *testing.T, text string) (out []Line) {
	t.Helper()
	for i, row := range strings.Split(strings.TrimSpace(text), "\n") {
		f := strings.Fields(row)
		l := Line{EntryID: fmt.Sprintf("e%d", i), Line: 1, Code: journal.TaxCode(f[0]), Rate: dec(f[1]), Amount: dec(strings.TrimPrefix(f[2],
			"-")),
			Own: "2026-03", Counts: "2026-03", On: civil.Of(2026, 3, 15), TaxLine: f[3] == "tax"}
		if strings.HasPrefix(f[2], "-") {
			l.Amount = l.Amount.Neg()
		}
		l.Base = l.Amount
		for _, word := range f[4:] {
			key, value, _ := strings.Cut(word, "=")
			switch key {
			case "on":
				l.Base = dec(value)
			case "from":
				l.Partner.Country = value
			case "state":
				l.Partner.Region = value
			case "id":
				l.Partner.TaxID = value
			case "own":
				l.Own = value
			case "capital":
				l.Capital = true
			}
		}
		out = append(out, l)
	}
	return out
}

func made(r Result) map[string]string {
	out := map[string]string{}
	for _, b := range r.Boxes {
		if !b.Value.IsZero() {
			out[b.Box] = b.Value.String()
		}
	}
	return out
}

// Each form by hand: what the lines come to, box by box.
func TestForms(t *testing.T) {
	for _, c := range []struct{ form, lines, want string }{
		{"gb-vat", `
gb.output.domestic 0.20 1000.50 base
gb.output.domestic 0.20 200.10 tax on=1000.50
gb.output.export 0 300.99 base
gb.output.reverse_charge 0.20 20.00 tax on=100.00
gb.input.reverse_charge 0.20 100.00 base
gb.input.reverse_charge 0.20 20.00 tax on=100.00
gb.input.domestic 0.20 50.00 base
gb.input.domestic 0.20 10.00 tax on=50.00
gb.output.domestic 0.20 -100.00 base
gb.output.domestic 0.20 -20.00 tax on=-100.00
de.output.domestic 0.19 500.00 base`, "1=200.10 3=200.10 4=30.00 5=170.10 6=1301 7=150"},
		{"de-ustva", `
de.output.domestic 0.19 1000.99 base
de.output.domestic 0.19 190.19 tax on=1000.99
de.output.domestic 0.07 200.00 base
de.output.domestic 0.07 14.00 tax on=200.00
de.output.intra_community 0 400.00 base from=FR
de.output.reverse_charge 0 80.00 base from=AT
de.output.reverse_charge 0 70.00 base from=CH
de.output.acquisition 0.19 19.00 tax on=100.00
de.input.acquisition 0.19 100.00 base
de.input.acquisition 0.19 19.00 tax on=100.00
de.output.reverse_charge 0.19 9.50 tax on=50.00 from=IE
de.input.reverse_charge 0.19 50.00 base from=IE
de.input.reverse_charge 0.19 9.50 tax on=50.00 from=IE
de.output.reverse_charge 0.19 3.80 tax on=20.00 from=US
de.input.reverse_charge 0.19 20.00 base from=US
de.input.reverse_charge 0.19 3.80 tax on=20.00 from=US
de.input.domestic 0.19 10.00 base
de.input.domestic 0.19 1.90 tax on=10.00`,
			"81=1000 86=200 41=400 21=80 45=70 89=100 46=50 47=9.50 84=20 85=3.80 66=1.90 61=19.00 67=13.30 " +
				"tax81=190.00 tax86=14.00 tax89=19.00 83=202.10"},
		{"fr-ca3", `
fr.output.domestic 0.20 1000.40 base
fr.output.domestic 0.20 200.08 tax on=1000.40
fr.output.domestic 0.055 100.00 base
fr.output.domestic 0.055 5.50 tax on=100.00
de.output.oss 0.19 60.00 base
de.output.oss 0.19 11.40 tax on=60.00
fr.output.acquisition 0.20 10.00 tax on=50.00
fr.input.acquisition 0.20 50.00 base
fr.input.acquisition 0.20 10.00 tax on=50.00
fr.input.domestic 0.20 500.00 base capital
fr.input.domestic 0.20 100.00 tax on=500.00 capital`,
			"A1=1100 B2=50 E3=60 08-base=1050 08-taxe=210 09-base=100 09-taxe=6 16=216 17=10 19=100 20=10 23=110 28=106"},
		{"ie-vat3", `
ie.output.domestic 0.23 100.00 base
ie.output.domestic 0.23 23.00 tax on=100.00
ie.output.reverse_charge 0 40.00 base from=DE
ie.input.reverse_charge 0.23 30.00 base from=US
ie.output.reverse_charge 0.23 6.90 tax on=30.00 from=US
ie.input.reverse_charge 0.23 6.90 tax on=30.00 from=US`, "T1=29.90 T2=6.90 T3=23.00 ES1=40.00"},
		{"au-bas", `
au.output.domestic 0.10 1000.00 base
au.output.domestic 0.10 100.00 tax on=1000.00
au.output.domestic 0 55.90 base
au.output.export 0 200.00 base
au.input.domestic 0.10 300.00 base capital
au.input.domestic 0.10 30.00 tax on=300.00
au.input.domestic 0.10 50.00 base
au.input.domestic 0.10 5.00 tax on=50.00`, "G1=1355 G2=200 G3=55 G10=330 G11=55 1A=100 1B=35"},
		{"nz-gst101a", `
nz.output.domestic 0.15 200.00 base
nz.output.domestic 0.15 30.00 tax on=200.00
nz.output.export 0 50.00 base
nz.input.domestic 0.15 100.00 base
nz.input.domestic 0.15 15.00 tax on=100.00
nz.input.import 0.15 7.00 tax on=40.00`, "5=280.00 6=50.00 7=230.00 8=30.00 10=30.00 11=115.00 12=15.00 13=7.00 14=22.00 15=8.00"},
		{"eu-oss", `
fr.output.oss 0.20 100.00 base
fr.output.oss 0.20 20.00 tax on=100.00
at.output.oss 0.20 50.00 base
at.output.oss 0.20 10.00 tax on=50.00
de.output.domestic 0.19 50.00 base`, "AT/0.20/base=50.00 AT/0.20/tax=10.00 FR/0.20/base=100.00 FR/0.20/tax=20.00 total=30.00"},
		{"eu-ecsl", `
de.output.intra_community 0 100.40 base from=FR id=FR1
de.output.reverse_charge 0 50.00 base from=FR id=FR1
de.output.intra_community 0 -20.00 base from=AT id=ATU2
de.output.reverse_charge 0 70.00 base from=US id=x`, "ATU2/goods=-20 FR1/goods=100 FR1/services=50 total=130"},
		{"us-summary", `
us.output.domestic 0.06 100.00 base state=PA
us.output.domestic 0.06 6.00 tax on=100.00 state=PA
us.output.domestic 0 40.00 base state=NY`, "NY/sales=40.00 PA/sales=100.00 PA/taxable=100.00 PA/tax=6.00 total=6.00"},
	} {
		f, ok := Find(c.form)
		if !ok {
			t.Fatal(c.form)
		}
		r := f.Make(lines(t, c.lines), "2026-03", true)
		got := made(r)
		delete(got, "none")
		for _, pair := range strings.Fields(c.want) {
			box, value, _ := strings.Cut(pair, "=")
			if got[box] != value {
				t.Errorf("%s: box %s is %q, not %s", c.form, box, got[box], value)
			}
			delete(got, box)
		}
		if len(got) > 0 || len(r.Blockers) > 0 {
			t.Errorf("%s: also %v, blockers %v", c.form, got, r.Blockers)
		}
	}
}

// What a box depends on and nobody knows blocks the form; nothing is guessed.
func TestWhatIsNotKnownBlocks(t *testing.T) {
	for _, c := range []struct{ form, line, code string }{
		{"de-ustva", "de.output.reverse_charge 0 80.00 base", "buyer_details_missing"},
		{"eu-ecsl", "de.output.intra_community 0 80.00 base from=FR", "tax_id_unverified"},
		{"fr-ca3", "fr.output.domestic 0.085 80.00 base", "scheme_not_covered"},
		{"us-summary", "us.output.domestic 0.06 80.00 base", "buyer_details_missing"},
		{"au-bas", "au.output.reverse_charge 0.10 8.00 tax on=80.00", "scheme_not_covered"},
		{"gb-vat", "gb.input.foreign 0.20 8.00 tax on=80.00", "scheme_not_covered"},
	} {
		f, _ := Find(c.form)
		if r := f.Make(lines(t, c.line), "2026-03", false); len(r.Blockers) != 1 || r.Blockers[0].Code != c.code {
			t.Errorf("%s: %v", c.line, r.Blockers)
		}
	}
}

// Corrections stand apart, by month, and are no part of the period's own boxes.
func TestCorrectionsStandApart(t *testing.T) {
	f, _ := Find("gb-vat")
	r := f.Make(lines(t, `
gb.output.domestic 0.20 100.00 base
gb.output.domestic 0.20 20.00 tax on=100.00
gb.output.domestic 0.20 10.00 base own=2026-01
gb.output.domestic 0.20 2.00 tax on=10.00 own=2026-01`), "2026-03", false)
	if got := made(r); got["1"] != "20.00" || got["6"] != "100" {
		t.Errorf("%v", got)
	}
	got := map[string]string{}
	for _, b := range r.Corrections {
		got[b.Period+" "+b.Box] = b.Value.String()
	}
	if got["2026-01 1"] != "2.00" || got["2026-01 6"] != "10" {
		t.Errorf("%v", got)
	}
}

// A line and its reversal leave every box as it was, whatever the form; and what
// lines come to does not depend on their order.
func TestReversalsAndOrder(t *testing.T) {
	const seed = 22
	r := rand.New(rand.NewPCG(seed, seed))
	codes := []string{"output.domestic", "output.export", "output.exempt", "output.intra_community", "input.domestic", "input.acquisition",
		"output.acquisition"}
	for _, form := range []string{"gb-vat", "de-ustva", "ie-vat3", "nz-gst101a"} {
		f, _ := Find(form)
		rates := map[string][]string{"GB": {"0.20", "0.05", "0"}, "DE": {"0.19", "0.07", "0"}, "IE": {"0.23", "0.135"}, "NZ": {"0.15",
			"0"}}[f.Country]
		var all []Line
		for i := range 200 {
			amount := money.FromInt(int64(r.IntN(100000))).QuoRound(money.FromInt(100), 2, money.HalfUp)
			code := codes[r.IntN(len(codes))]
			if f.Country == "NZ" && strings.Contains(code, "acquisition") || f.Country == "NZ" && strings.Contains(code, "intra") {
				code = "output.domestic"
			}
			tax := r.IntN(2) == 0 && !strings.HasSuffix(code, "export") && !strings.HasSuffix(code, "exempt") && !strings.HasSuffix(code,
				"community") || code == "output.acquisition"
			all = append(all, Line{EntryID: fmt.Sprint(i), Code: journal.TaxCode(strings.ToLower(f.Country) + "." + code),
				Rate:    dec(rates[r.IntN(len(rates))]),
				TaxLine: tax, Amount: amount, Base: amount, Own: "2026-03", On: civil.Of(2026, 3, 1)})
		}
		before := made(f.Make(all, "2026-03", false))
		more := append([]Line{}, all...)
		for _, l := range all[:50] {
			back := l
			back.Amount, back.Base = l.Amount.Neg(), l.Base.Neg()
			more = append(more, l, back)
		}
		r.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
		if after := made(f.Make(more, "2026-03", false)); fmt.Sprint(after) != fmt.Sprint(before) || len(before) == 0 {
			t.Errorf("%s, seed %d: %v, before %v", form, seed, after, before)
		}
	}
}

func TestPeriods(t *testing.T) {
	for text, want := range map[string]Period{"2026": {"2026-01", "2026-12"}, "2026-Q2": {"2026-04", "2026-06"}, "2026-03": {"2026-03",
		"2026-03"}} {
		if p, err := ParsePeriod(text); err != nil || p != want {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for _, bad := range []string{"", "2026-Q5", "2026-13", "x026", "2026-3", "2026-Q0", "20260"} {
		if _, err := ParsePeriod(bad); fault.As(err) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
