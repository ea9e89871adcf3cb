package answer_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// reading is what a question is computed on, as one text.
func reading(requests []tax.Request) string {
	texts := make([]string, len(requests))
	for i, r := range requests {
		parts, _ := json.Marshal(r.Components)
		texts[i] = fmt.Sprintf("%s/%s %s %s %s %s %v", r.Jurisdiction, r.SubRegion, r.TaxYear, strings.TrimSuffix(r.Income.String(), ".00"),
			r.IncomeBasis, parts, r.Facts)
	}
	return strings.Join(texts, "; ")
}

func readOne(t interface{ Fatal(...any) }, question string) (answer.Outcome, string) {
	out, err := answer.Answer(planner, question, env())
	if err != nil {
		t.Fatal(err)
	}
	if faults := contract.Check(out.Contract); faults != nil {
		t.Fatal(question, faults)
	}
	return out, reading(out.Requests)
}

// The order of sentences that stand for themselves does not change the reading.
func TestOrderOfSentences(t *testing.T) {
	said := []string{"I live in England", "I earn £60,000 a year", "The tax year is 2025-26", "How much income tax do I pay",
		"I am 40 years old", "Thank you"}
	out, want := readOne(t, strings.Join(said, ". ")+".")
	if out.Contract.VerificationStatus != contract.StatusVerified {
		t.Fatalf("%s: %+v", out.Contract.VerificationStatus, out.Plan.MissingFacts)
	}
	rapid.Check(t, func(t *rapid.T) {
		question := strings.Join(rapid.Permutation(said).Draw(t, "sentences"), ". ") + "."
		if out, got := readOne(t, question); got != want || out.Contract.VerificationStatus != contract.StatusVerified {
			t.Fatalf("%q is read as %s, want %s", question, got, want)
		}
	})
}

// How an amount is written does not change the reading.
func TestFormsOfAnAmount(t *testing.T) {
	forms := []string{"£60,000", "£60000", "£60 000", "£60'000", "£60,000.00", "60,000 GBP", "GBP 60,000", "60k GBP", "£60k", "£60 k",
		"60,000 pounds",
		"60 thousand pounds", "sixty thousand pounds", "£６０,０００", "sixty grand", "£0.06m"}
	frames := []string{"How much income tax do I pay on %s in England in 2025-26?", "My salary is %s a year, England, 2025-26. Tax?",
		"I earn %s and live in Leeds. What is my income tax for 2025-26?",
		"%s salary, Scotland, 2025-26, income tax", "In 2025-26, on a gross income of %s per annum, what tax is due in Wales?"}
	for _, frame := range frames {
		_, want := readOne(t, fmt.Sprintf(frame, "£60,000"))
		for _, form := range forms {
			question := fmt.Sprintf(frame, form)
			if out, got := readOne(t, question); got != want || out.Contract.VerificationStatus != contract.StatusVerified {
				t.Errorf("%q is read as %q, %s; want %q", question, got, out.Contract.VerificationStatus, want)
			}
		}
	}
}

// Politeness says nothing.
func TestPolitePhrases(t *testing.T) {
	before := []string{"", "Hello! ", "Hi there, ", "Please tell me: ", "Dear sir or madam, ", "Good morning. "}
	after := []string{"", " Thank you.", " Many thanks in advance!", "\nKind regards,\nAnn", " Please and thank you.", " Cheers!"}
	for _, line := range listed(t, "incomes.txt") {
		_, question, _ := strings.Cut(line, " | ")
		if !strings.Contains(question, "England") && !strings.Contains(question, "Leeds") {
			continue
		}
		_, want := readOne(t, question)
		for i := range before {
			polite := before[i] + question + after[i]
			if _, got := readOne(t, polite); got != want {
				t.Errorf("%q is read as %q, want %q", polite, got, want)
			}
		}
	}
}

// A number in a sentence of its own is never added to an income, nor takes its
// place: the figure is of the same income, or there is none.
func TestUnrelatedNumbers(t *testing.T) {
	said := []string{"My dog cost £900.", "I have 3 cats.", "My house has 12 rooms.", "My car was £20,000.", "I was born in 1980.",
		"My neighbour won £5,000.",
		"The rent next door is £700 a month.", "It is 25 degrees.", "I ran 42 km.", "My flight is BA2490.", "The bank lent me £10,000.",
		"Actually £70,000.", "Not £50,000.",
		"My budget is 4k.", "I owe £300.", "My pension pot is £90,000.", "See page 60000.", "Call 0800 123456."}
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom(said), 1, 3).Draw(t, "said")
		question := good
		for i, s := range list {
			if rapid.Bool().Draw(t, fmt.Sprint("before", i)) {
				question = s + " " + question
			} else {
				question += " " + s
			}
		}
		out, _ := readOne(t, question)
		for _, r := range out.Contract.Calculations {
			if r.TotalTax.String() != "6600.00" {
				t.Fatalf("%q: the figure is %s", question, r.TotalTax)
			}
		}
	})
}

// The same question in another language has the same reading.
func TestTranslations(t *testing.T) {
	p, e := everywhere()
	for _, same := range [][]string{
		{"How much income tax do I pay on a gross salary of 50,000 euros in Austria in 2025?",
			"Wie viel Einkommensteuer zahle ich auf ein Bruttogehalt von 50.000 Euro in Österreich 2025?",
			"Combien d'impôt sur le revenu pour un salaire brut de 50 000 euros en Autriche en 2025 ?",
			"¿Cuánto impuesto sobre la renta pago por un salario bruto de 50.000 euros en Austria en 2025?"},
		{"How much income tax do I pay on a taxable income of €35,000 in Italy in 2025?",
			"Quanta IRPEF pago su un reddito imponibile di 35.000 € in Italia nel 2025?",
			"Wie viel Einkommensteuer zahle ich auf 35.000 € zu versteuerndes Einkommen in Italien 2025?"},
		{"How much income tax do I pay on a taxable income of 45,000 euros in France in 2025?",
			"Combien d'impôt sur le revenu pour un revenu net imposable de 45 000 € en France en 2025 ?"},
		{"How much income tax on a gross salary of 120,000 PLN in Poland in 2025?",
			"Ile podatku dochodowego zapłacę od 120 000 zł brutto rocznie w Polsce w 2025?"},
		{"How much tax on a salary of 600,000 NOK in Norway in 2025?", "Hvor mye skatt betaler jeg av en lønn på 600 000 kr i Norge i 2025?"},
		{"How much income tax on a salary of 5,000,000 yen in Tokyo in 2025?", "東京で2025年の給与が500万円の場合、所得税はいくらですか？"},
		{"How much income tax on a salary of 50,000,000 won in Seoul in 2025?", "서울에서 2025년 연봉 5000만원이면 소득세는 얼마인가요?"},
		{"How much salaries tax on HK$500,000 in Hong Kong in 2024-25?", "香港入息500,000港元要交幾多薪俸稅 2024/25?"},
		{"How much income tax on a salary of 60,000 euros in Amsterdam in 2025?",
			"Hoeveel inkomstenbelasting betaal ik over een salaris van 60.000 euro in Amsterdam in 2025?"},
	} {
		want := ""
		for i, question := range same {
			got := reading(put(t, p, question, e).Requests)
			if i == 0 {
				want = got
			}
			if got != want || got == "" {
				t.Errorf("%q is read as %q, want %q", question, got, want)
			}
		}
	}
}
