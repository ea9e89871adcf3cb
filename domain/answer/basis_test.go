package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/ch"
	"github.com/tallystick/tallystick/domain/tax/de"
	"github.com/tallystick/tallystick/domain/tax/fr"
)

// Where income means the taxable one, wages are gross all the same, and never
// taken for what is left of them after deductions.
func TestWagesAreGross(t *testing.T) {
	places := []*tax.Jurisdiction{de.Jurisdiction(), ch.Jurisdiction()}
	p, registry := plan.New(places), tax.NewRegistry(places...)
	e := answer.Env{AskedOn: civil.MustParse("2026-11-20"), Release: "2026.11", Calculate: registry.Calculate}
	figure := func(basis tax.Basis) string {
		r, err := registry.Calculate(&tax.Request{Jurisdiction: "DE", TaxYear: "2025", Income: money.MustParse("60000"), HasIncome: true,
			IncomeBasis: basis})
		if err != nil {
			t.Fatal(err)
		}
		return r.TotalTax.String()
	}
	gross, taxable := figure(tax.Gross), figure(tax.Taxable)
	if gross == taxable {
		t.Fatal("the two bases give the same tax")
	}
	for question, want := range map[string]string{
		"Ledig. Wie viel Einkommensteuer zahle ich auf 60.000 Euro brutto in Deutschland 2025?":              gross,
		"Single. How much income tax do I pay on a gross salary of 60,000 euros in Germany in 2025?":         gross,
		"Single. I earn €60,000 in Berlin. What is my income tax for 2025?":                                  gross,
		"Single. How much income tax do I pay on a taxable income of €60,000 in Germany in 2025?":            taxable,
		"Ledig. Wie viel Einkommensteuer fällt 2025 in Deutschland auf 60.000 € zu versteuerndes Einkommen?": taxable,
		"Single. How much income tax do I pay on a salary of CHF 100,000 in Switzerland in 2025?":            "",
		"Single. How much income tax do I pay on a salary of CHF 100,000 in Zurich in 2025?":                 "",
		"Single. How much income tax do I pay on a taxable income of CHF 100,000 in Zurich in 2025?":         "16181.19",
	} {
		out, err := answer.Answer(p, question, e)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range contract.Check(out.Contract) {
			t.Errorf("%q: %s", question, fault)
		}
		var totals []string
		for _, r := range out.Contract.Calculations {
			totals = append(totals, r.TotalTax.String())
		}
		if strings.Join(totals, ", ") != want {
			t.Errorf("%q: %s %v, want %q", question, out.Contract.VerificationStatus, totals, want)
		}
		said := slices.ContainsFunc(out.Contract.FactsUsed, func(f contract.FactUsed) bool {
			return f.Key == "income_basis" &&
				f.Value == "gross"
		})
		if want == gross && !said {
			t.Errorf("%q: the basis is not among the facts used", question)
		}
		if want == "" && (out.Contract.VerificationStatus != contract.StatusNeedsFacts ||
			out.Contract.MissingFacts[0].Key != "pension_contributions") {
			t.Errorf("%q: %s, asks %v", question, out.Contract.VerificationStatus, out.Contract.MissingFacts)
		}
	}
}

// Where both bases can be computed and the question says neither, it is asked.
func TestTheBasisIsAsked(t *testing.T) {
	p, e := everywhere()
	for _, question := range []string{"How much income tax do I pay on an income of €60,000 in Germany in 2025? I am single.",
		"Célibataire, 1 part, 36 500 euros en 2024, combien d'impôt sur le revenu en France ?"} {
		out := put(t, p, question, e)
		if m := out.Contract.MissingFacts; len(m) != 1 || m[0].Key != "income_basis" {
			t.Errorf("%q: %s, asks %v", question, out.Contract.VerificationStatus, m)
		}
	}
}

// A French salary is gross, unless it is said to be the one that is declared
// ("salaire net imposable").
func TestFrenchSalaries(t *testing.T) {
	places := []*tax.Jurisdiction{fr.Jurisdiction()}
	p, registry := plan.New(places), tax.NewRegistry(places...)
	e := answer.Env{AskedOn: civil.MustParse("2026-11-20"), Release: "2026.11", Calculate: registry.Calculate}
	figure := func(basis tax.Basis, facts map[string]string) string {
		r, err := registry.Calculate(&tax.Request{Jurisdiction: "FR", TaxYear: "2025", Income: money.MustParse("40000"), HasIncome: true,
			IncomeBasis: basis, Facts: facts})
		if err != nil {
			t.Fatal(err)
		}
		return r.TotalTax.String()
	}
	gross, taxable, declared := figure(tax.Gross, nil), figure(tax.Taxable, nil),
		figure(tax.Taxable, map[string]string{"income_is": "declared_salary"})
	for question, want := range map[string]string{
		"Single. How much income tax do I pay on a salary of €40,000 in France in 2025?":                            gross,
		"Single. I earn €40,000 in Paris. What is my income tax for 2025?":                                          gross,
		"Célibataire. Combien d'impôt sur le revenu en France sur un salaire brut de 40 000 € en 2025 ?":            gross,
		"Célibataire. Combien d'impôt sur le revenu en France sur un revenu net imposable de 40 000 € en 2025 ?":    taxable,
		"Single. How much income tax do I pay in France in 2025 on a declared salary of €40,000?":                   declared,
		"Single. How much income tax do I pay in France in 2025 on a salary of €40,000? income_is: declared salary": declared,
		"Single. How much income tax do I pay in France in 2025 on a taxable income of €40,000?":                    taxable,
		"Célibataire. Combien d'impôt sur le revenu en France sur un salaire net imposable de 40 000 € en 2025 ?":   declared,
	} {
		out, err := answer.Answer(p, question, e)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range contract.Check(out.Contract) {
			t.Errorf("%q: %s", question, fault)
		}
		var got []string
		for _, r := range out.Contract.Calculations {
			got = append(got, r.TotalTax.String())
		}
		for _, m := range out.Contract.MissingFacts {
			got = append(got, m.Key)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %s %v, want %q", question, out.Contract.VerificationStatus, got, want)
		}
	}
}
