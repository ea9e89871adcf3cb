package answer_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// asking is a question of one language in which %s is a fact that is asked and then answered,
// with yes and no, what is asked, the fact of the place, and its values for no and yes ("" = not
// told by a yes).
type asking struct {
	question, asked, yes, no, fact, whenNo, whenYes string
}

var askings = []asking{
	{"%s Germany, taxable income 48,000 €, 2025. Income tax?", "Married?", "Yes", "No", "status", "single", ""},
	{"%s Single, Germany, taxable income 48,000 €, 2025. Income tax?", "Kids?", "Yes", "No", "child_allowances", "0", ""},
	{"%s £31,600 salary, Derby, 2025-26. Income tax and NI?", "Student loan?", "Yes", "Nope", "student_loan", "none", ""},
	{"%s Deutschland, zu versteuerndes Einkommen 48.000 €, 2025. Einkommensteuer?", "Verheiratet?", "Ja", "Nein", "status", "single", ""},
	{"%s Net imposable 29 900 €, 2024, Metz. Impôt sur le revenu ?", "Marié ?", "Oui", "Non", "status", "single", "couple"},
	{"%s Célibataire, net imposable 29 900 €, 2024, Metz. Impôt sur le revenu ?", "Des enfants ?", "Oui", "Non", "children", "0", ""},
	{"%s Base imponible 30.000 €, Madrid, 2024, soltero. ¿IRPF?", "¿Hijos?", "Sí", "No", "children", "0", ""},
	{"%s Rendimento coletável 22.700 €, Évora, 2024. IRS?", "Casado?", "Sim", "Não", "assessment", "separate", ""},
}

// A fact that is asked and answered with no is denied, and one answered with yes is not doubted.
func TestAskedAndAnswered(t *testing.T) {
	p, e := everywhere()
	for _, a := range askings {
		for _, sign := range []string{".", "!", ","} {
			q := fmt.Sprintf(a.question, a.asked+" "+a.no+sign)
			value, out := bound(t, p, e, q, a.fact)
			if value != a.whenNo && value != "" || figure(out) == "" {
				t.Errorf("%q: %s is %q (%s %v)", q, a.fact, value, out.Code, out.Contract.MissingFacts)
			}
			q = fmt.Sprintf(a.question, a.asked+" "+a.yes+sign)
			if value, out := bound(t, p, e, q, a.fact); a.whenYes == "" && figure(out) != "" || value != a.whenYes && figure(out) != "" {
				t.Errorf("%q: %s is %q, and computed", q, a.fact, value)
			}
		}
	}
}

// present is a question with an income, in which %s is a sentence, how people give something to
// somebody (given) or get something (got), and to whom: people and bodies.
type present struct {
	question   string
	given, got []string // %s is somebody
	people     []string
	bodies     []string
}

var presents = []present{
	{"%s Salary £45,000, Leeds, 2025-26. How much income tax do I pay?", []string{"I gave %s £3,000 as a gift.", "I gave %s £3,000.", "We've given %s £3,000."},
		[]string{"I was given £3,000 by %s.", "I was gifted £3,000 by %s."}, []string{"my nephew", "my sister", "our neighbour"},
		[]string{"my church", "a charity", "our company"}},
	{"%s Single, Nevada, W-2 wages of $61,000 in 2025. Federal income tax?", []string{"I gave %s $3,000.", "I have given %s $3,000 as a present."},
		[]string{"I was given $3,000 by %s."}, []string{"my brother", "my aunt"}, []string{"my church", "the Red Cross charity"}},
	{"%s Ledig, zu versteuerndes Einkommen 41.000 €, Mainz, 2025. Wie hoch ist die Einkommensteuer?", []string{"Ich habe %s 5.000 € geschenkt.", "Ich schenkte %s 5.000 €."},
		[]string{"Ich habe von %s 5.000 € geschenkt bekommen.", "Mir wurden von %s 5.000 € geschenkt."}, []string{"meiner Nichte", "meinem Neffen", "meiner Schwester"},
		[]string{"unserem Verein", "einer Stiftung"}},
	{"%s Base imponible 30.000 €, Madrid, 2024, soltero y sin hijos. ¿Cuánto IRPF pago?", []string{"Regalé 2.000 € a %s.", "He regalado 2.000 € a %s."},
		[]string{"Recibí 2.000 € regalados por %s."}, []string{"mi sobrina", "mi hermano"}, []string{"una fundación"}},
}

// What the asker gave to somebody of the family or the neighbours changes no income tax where
// the law says so; what the asker got, and what a body got, is asked about.
func TestPresents(t *testing.T) {
	p, e := everywhere()
	for _, c := range presents {
		out := put(t, p, fmt.Sprintf(c.question, ""), e)
		want := figure(&out)
		if want == "" {
			t.Fatalf("%q is %s", c.question, out.Code)
		}
		for _, who := range c.people {
			for _, form := range c.given {
				q := fmt.Sprintf(c.question, fmt.Sprintf(form, who))
				if out := put(t, p, q, e); figure(&out) != want {
					t.Errorf("%q is %q, want %q (%s %v)", q, figure(&out), want, out.Code, out.Contract.MissingFacts)
				}
			}
			for _, form := range c.got {
				q := fmt.Sprintf(c.question, fmt.Sprintf(form, who))
				if out := put(t, p, q, e); figure(&out) != "" {
					t.Errorf("%q is computed: %s", q, figure(&out))
				}
			}
		}
		for _, body := range c.bodies {
			q := fmt.Sprintf(c.question, fmt.Sprintf(c.given[0], body))
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is computed: %s", q, figure(&out))
			}
		}
	}
}

// A bond that is over makes nobody a spouse, in one word with the person or alone.
func TestFormerSpouses(t *testing.T) {
	p, e := everywhere()
	for question, others := range map[string][]string{
		"%s I earn £32,400 in Leicester in 2025-26. How much income tax do I pay?": {"My ex earns £90,000.", "My ex-wife earns £90,000.", "My ex is blind."},
		"%s Ledig, Köln, zu versteuerndes Einkommen 47.000 €, 2025. Wie viel Einkommensteuer zahle ich?": {"Meine Exfrau zahlt Kirchensteuer.",
			"Mein Exmann verdient 90.000 €.", "Meine Ex-Frau ist katholisch."},
		"%s Célibataire, net imposable 31 500 € en 2024, Nantes. Combien d'impôt sur le revenu je paie ?": {"Mon ex gagne 90 000 €.",
			"Mon ex-mari gagne 90 000 €.", "Mon ex a trois gosses."},
		"%s Ik verdien 33.800 euro bruto in 2025 in Breda. Hoeveel inkomstenbelasting betaal ik?": {"Mijn ex verdient 90.000 euro.",
			"Mijn exman verdient 90.000 euro.", "Mijn ex-vrouw verdient 90.000 euro."},
		"%s Jag har 388 000 kr i lön 2025, Sverige, kommunalskatt 31,5 %%. Hur mycket inkomstskatt betalar jag?": {"Min exman tjänar 700 000 kr.",
			"Min exfru tjänar 700 000 kr."},
		"%s Jeg tjener 498 000 kr i Trondheim i 2025. Hvor mye skatt betaler jeg?": {"Eksmannen min tjener 900 000 kr.", "Min ekskone tjener 900 000 kr."},
	} {
		out := put(t, p, fmt.Sprintf(question, ""), e)
		want := figure(&out)
		if want == "" {
			t.Errorf("%q is %s %v", question, out.Code, out.Contract.MissingFacts)
		}
		for _, other := range others {
			q := fmt.Sprintf(question, other)
			if out := put(t, p, q, e); figure(&out) != want {
				t.Errorf("%q is %q, want %q (%s %v)", q, figure(&out), want, out.Code, out.Contract.MissingFacts)
			}
		}
	}
}

// What is paid back on a loan is computed where a levy is that, and refused elsewhere; it is never
// the income tax.
func TestRepayments(t *testing.T) {
	p, e := everywhere()
	r := rand.New(rand.NewPCG(14, 9))
	for range 20 {
		income, plan := 29_000+r.IntN(60_000), []string{"1", "2", "4"}[r.IntN(3)]
		want, err := e.Calculate(&tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", HasIncome: true, Income: money.FromInt(int64(income)),
			SubRegion: "england", Facts: map[string]string{"student_loan": "plan_" + plan}, Scope: &tax.Scope{Only: []string{"student_loan"}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []string{"Student loan plan %[2]s repayment on £%[1]d salary in Leeds, 2025-26?", "Plan %[2]s repayments on a £%[1]d salary in York, 2025-26?",
			"What's my student loan repayment, plan %[2]s, £%[1]d salary in Leeds, 2025-26?"} {
			q := fmt.Sprintf(form, income, plan)
			if out := put(t, p, q, e); figure(&out) != want.TotalTax.String() {
				t.Errorf("seed 14,9: %q is %q, want %s (%s %v)", q, figure(&out), want.TotalTax, out.Code, out.Contract.MissingFacts)
			}
		}
		for _, form := range []string{"£%[1]d salary in Leeds, 2025-26, plan %[2]s loan: what gets taken for the loan?",
			"£%[1]d salary in Leeds, 2025-26. How much of the loan is paid back?", "On £%[1]d in Leeds in 2025-26, what will I repay on my postgraduate loan?",
			"Leeds 2025-26, £%[1]d salary, plan %[2]s. What comes off for my loan?", "£%[1]d salary in York, 2025-26. How much goes to the student loan?"} {
			if q := fmt.Sprintf(form, income, plan); figure(ptr(put(t, p, q, e))) != "" {
				t.Errorf("%q is computed", q)
			}
		}
	}
}

func ptr[T any](v T) *T { return &v }

// National Insurance by its two letters is asked for where nothing is lived in, and names its place.
func TestNationalInsuranceInShort(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ question, figure string }{
		{"NI on £36,000 employed, 2025-26?", "1874.40"}, {"How much NI on £36,000 employed 2025-26?", "1874.40"},
		{"I live in NI on £36,000, 2025-26. How much National Insurance?", "1874.40"}, {"I live in NI, 2025-26, salary £36,000. Income tax?", ""},
		{"Northern Ireland, 2025-26, salary £36,000. Income tax?", "4686.00"},
	} {
		if out := put(t, p, c.question, e); figure(&out) != c.figure && figure(&out) != "" || c.figure == "1874.40" && out.Code == "verified" && figure(&out) != c.figure {
			t.Errorf("%q is %q, want %q (%s)", c.question, figure(&out), c.figure, out.Code)
		}
	}
}

// A fact of yes or no that is named in full is said, where it is neither denied, asked nor another's.
func TestFactsNamedInFull(t *testing.T) {
	p, e := everywhere()
	const whole = "Sydney, taxable income $120,000, 2024-25. %s How much tax?"
	facts := map[string]string{"Private hospital cover all year.": "true", "I have private hospital cover.": "true", "No private hospital cover.": "false",
		"I don't have private hospital cover.": "false", "My sister has private hospital cover.": "", "Maybe I will have private hospital cover.": ""}
	for said, want := range facts {
		q := fmt.Sprintf(whole, said)
		if value, out := bound(t, p, e, q, "private_hospital_cover"); value != want && figure(out) != "" {
			t.Errorf("%q: %q, want %q", q, value, want)
		} else if want != "" && figure(out) == "" {
			t.Errorf("%q is %s %v", q, out.Code, out.Contract.MissingFacts)
		}
	}
}

// Children are no less children by another word: where they count, a figure takes them or asks.
func TestChildrenByAnyWord(t *testing.T) {
	p, e := everywhere()
	for question, words := range map[string][]string{
		"I have %s. Single, Germany, taxable income 48,000 €, 2025. Income tax?":                     {"kids", "a kid", "children", "a child", "dependent children"},
		"Ich habe %s. Ledig, Bremen, zu versteuerndes Einkommen 48.000 €, 2025. Einkommensteuer?":    {"Kinder", "Kids", "ein Kind", "einen Sohn"},
		"J'ai des %s. Célibataire, net imposable 31 500 € en 2024, Nantes. Impôt sur le revenu ?":    {"enfants", "gosses", "gamins", "mômes"},
		"Tengo %s. Base imponible 30.000 €, Madrid, 2024, soltero. ¿IRPF?":                           {"hijos", "niños", "peques", "críos"},
		"Mam %s. Rozliczam się sam, dochód do opodatkowania 74 500 zł za 2025, Gdańsk. Ile podatku?": {"dzieci", "dzieciaki"},
	} {
		for _, word := range words {
			q := fmt.Sprintf(question, word)
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is computed: %s", q, figure(&out))
			}
		}
	}
}
