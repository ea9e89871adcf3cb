package answer_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// A letter that is left out, doubled or swapped changes no figure: the question is
// answered as it was, asked back or refused.
func TestOneWrongLetterChangesNoFigure(t *testing.T) {
	p, e := everywhere()
	same, all := 0, 0
	for _, question := range whole {
		before := put(t, p, question, e)
		if before.Contract.VerificationStatus != contract.StatusVerified {
			t.Errorf("%q is %s", question, before.Contract.VerificationStatus)
			continue
		}
		for _, tok := range token.Cut(question) {
			letters := []rune(tok.Raw)
			if tok.Kind != token.Word || len(letters) < 5 {
				continue
			}
			for i := 1; i+1 < len(letters); i++ {
				for _, wrong := range []string{
					string(letters[:i]) + string(letters[i+1:]),
					string(letters[:i+1]) + string(letters[i:]),
					string(letters[:i]) + string(letters[i+1]) + string(letters[i]) + string(letters[i+2:]),
				} {
					q := strings.Replace(question, tok.Raw, wrong, 1)
					out := put(t, p, q, e)
					if out.Contract.VerificationStatus != contract.StatusVerified {
						all++
						continue
					}
					if all++; out.Contract.Calculations[0].TotalTax.Equal(before.Contract.Calculations[0].TotalTax) {
						same++
					} else {
						t.Errorf("%q: %s, and without the wrong letter %s", q, out.Contract.Calculations[0].TotalTax,
							before.Contract.Calculations[0].TotalTax)
					}
				}
			}
		}
	}
	if same < all/2 {
		t.Errorf("of %d questions with a wrong letter %d are answered", all, same)
	}
	t.Logf("of %d questions with a wrong letter %d are answered", all, same)
}

// A place that is misspelt is asked about, with what it may be, and never taken.
func TestMisspeltPlacesAreAsked(t *testing.T) {
	p, e := everywhere()
	for q, want := range map[string]string{
		"How much income tax do I pay on a salary of 60,000 in Germny in 2025?":                          "Germny = Germany?",
		"How much income tax do I pay on a salary of £60,000 in Scotlnd in 2025-26?":                     "Scotlnd = Scotland, United Kingdom?",
		"How much income tax do I pay on a salary of 60,000 in Irelnad in 2025?":                         "Irelnad = Ireland?",
		"Wie viel Einkommensteuer zahle ich 2025 in Deutchland auf 60.000 € zu versteuerndes Einkommen?": "Deutchland = Germany?",
		"Compare the income tax on a salary of 60,000 euros in France and in Germny in 2025, single":     "Germny = Germany?",
		"How much income tax do I pay on a salary of 60,000 in Atlantis in 2025?":                        "",
		"How much income tax do I pay on a salary of 60,000 in Zzyzxville in 2025?":                      "",
	} {
		out := put(t, p, q, e)
		if out.Contract.VerificationStatus == contract.StatusVerified {
			t.Errorf("%q is answered", q)
		}
		asked := ""
		for _, m := range out.Contract.MissingFacts {
			if m.Key == "jurisdiction" && m.Prompt != nil {
				asked = *m.Prompt
			}
		}
		if !strings.HasSuffix(asked, want) || want == "" && strings.Contains(asked, "=") {
			t.Errorf("%q asks %q", q, asked)
		}
		if want == "" {
			continue
		}
		country := strings.TrimSuffix(want[strings.LastIndex(want, " ")+1:], "?")
		if strings.Contains(want, "United Kingdom") {
			country = "United Kingdom"
		}
		for _, line := range []string{"jurisdiction: " + country, asked + " " + country} {
			again := put(t, p, q+"\n"+line, e)
			for _, m := range again.Contract.MissingFacts {
				if m.Key == "jurisdiction" {
					t.Errorf("%q, answered %q, asks for the place again", q, line)
				}
			}
		}
	}
}

var misspellingSeed = flag.Uint64("misspelling-seed", 88, "of the letters that TestNoWrongLetterMakesAnotherFigure puts in")

// misspelled are questions whose words a wrong letter must not turn into other words: what
// is denied, other people's facts, amounts and currencies in words, places, parts of a year.
var misspelled = []string{
	"I am not married and have no children. Single, California, W-2 wages of $80,000 in 2024. Federal income tax?",
	"Married filing jointly, Texas, age 40, spouse age 41, no kids, wages $90,000 in 2024. Federal income tax?",
	"My brother earns £90,000, I earn sixty thousand pounds in Leeds in 2025-26. How much income tax do I pay?",
	"I earn a salary of £60,000 in England in 2025-26 without any dividends. How much income tax do I pay?",
	"England, salary £60,000 plus a bonus of £5,000, 2025-26. Income tax?",
	"How much more income tax on £70,000 than £60,000 in England in 2025-26",
	"Salary of eighty thousand dollars, Australia, 2024-25 financial year. Income tax before the Medicare levy?",
	"Ich bin nicht verheiratet und zahle keine Kirchensteuer. Ledig, Bayern, zu versteuerndes Einkommen 50.000 € 2025. Einkommensteuer?",
	"Ledig, Hamburg, fünfzigtausend Euro zu versteuerndes Einkommen 2025. Einkommensteuer?",
	"Célibataire sans enfant à Lyon, revenu imposable 40 000 € en 2024. Impôt sur le revenu ?",
	"Marié, deux enfants, revenu net imposable du couple 80 000 € en 2024, France. Impôt sur le revenu ?",
	"Madrid, soltero sin hijos, base liquidable 40.000 € 2024. ¿IRPF?",
	"Utrecht 2026, loon 50.000 euro bruto, geen kinderen. Hoeveel inkomstenbelasting?",
	"Lisboa, solteiro, sem filhos, rendimento coletável de 30.000 € em 2024. IRS?",
	"I started in October. Salary £60,000, England 2025-26. Income tax?",
	"Half of my £60,000 comes from a trust. England 2025-26. Income tax?",
	"I earn £5,000 monthly in England in 2025-26. Income tax?",
	"My husband earns £50,000 and I earn £40,000 in Wales in 2025-26. Income tax?",
	"Take-home pay is £40,000, England 2025-26. Income tax?",
	"I get a pension of £30,000 and wages of £20,000 in Scotland in 2025-26. Income tax?",
	"Ich verdiene 4.000 € monatlich brutto, ledig, Berlin 2025. Einkommensteuer?",
	"VAT on a sale of £1,200 in England on 3 March 2026, price without tax?",
}

// Whatever letter is left out, doubled, put in, exchanged or swapped, a question with a
// figure keeps it or has none, and one without a figure gets none.
func TestNoWrongLetterMakesAnotherFigure(t *testing.T) {
	p, e := everywhere()
	seed := *misspellingSeed
	rnd := rand.New(rand.NewPCG(seed, seed))
	numbers := &lexicon.Load().Numbers
	kept, answered := 0, 0
	for _, question := range misspelled {
		out := put(t, p, question, e)
		before := figure(&out)
		for _, tok := range token.Cut(question) {
			letters := []rune(tok.Raw)
			if tok.Kind != token.Word || len(letters) < 3 {
				continue
			}
			for i := range letters {
				other := string(rune('a' + rnd.IntN(26)))
				head, tail := string(letters[:i]), string(letters[i+1:])
				wrong := []string{head + tail, head + string(letters[i]) + string(letters[i]) + tail, head + other + tail,
					head + other + string(letters[i]) + tail}
				if i+1 < len(letters) {
					wrong = append(wrong, head+string(letters[i+1])+string(letters[i])+string(letters[i+2:]))
				}
				for _, w := range wrong {
					if numbers.Units[w] > 0 {
						continue // another number is said
					}
					q := strings.Replace(question, tok.Raw, w, 1)
					out := put(t, p, q, e)
					after := figure(&out)
					if after != "" && after != before {
						t.Errorf("%q: %s, and without the wrong letter %q (seed %d)", q, after, before, seed)
					}
					if before != "" {
						answered++
					}
					if before != "" && after == before {
						kept++
					}
				}
			}
		}
	}
	t.Logf("of %d misspelt questions with a figure %d keep it, seed %d", answered, kept, seed)
}
