package answer_test

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// emptiest are questions that say nothing but which tax.
var emptiest = map[string]string{"en": "How much income tax do I pay?", "de": "Wie viel Einkommensteuer zahle ich?",
	"fr": "Combien d'impôt sur le revenu je paie ?",
	"es": "¿Cuánto impuesto sobre la renta pago?", "it": "Quanta imposta sul reddito pago?", "nl": "Hoeveel inkomstenbelasting betaal ik?",
	"pt": "Quanto imposto sobre o rendimento pago?"}

// reply is a valid answer to a question about a missing fact.
func reply(j *tax.Jurisdiction, row *tax.CoverageRow, key string) string {
	switch key {
	case "jurisdiction":
		return j.Code
	case "tax_year":
		return row.TaxYear
	case "sub_region":
		if row.Region != "" {
			return row.Region
		}
		return j.Regions[0].Slug
	case "income":
		return "50000"
	case "income_basis":
		return "taxable"
	}
	for i := range j.Facts {
		f := &j.Facts[i]
		if f.Name != key {
			continue
		}
		switch {
		case f.Example != "":
			return f.Example
		case f.Type == "choice":
			return f.Choices[0]
		case f.Assumed != "":
			return f.Assumed
		}
		return "0"
	}
	return "0"
}

// Asking closes: for every covered place and year, from the emptiest question,
// each missing fact answered as it is asked, the answer is given or the escalation
// stated after two rounds, in seven languages, by key and by prompt.
func TestAskingCloses(t *testing.T) {
	p, e := everywhere()
	for _, j := range p.Jurisdictions() {
		seen := map[string]bool{}
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != "" && row.TaxType != tax.IndividualIncome || seen[row.TaxYear] {
				continue
			}
			seen[row.TaxYear] = true
			for lang, start := range emptiest {
				for _, byPrompt := range []bool{false, true} {
					question := start
					out := put(t, p, question, e)
					rounds := 0
					for ; out.Contract.VerificationStatus == contract.StatusNeedsFacts && rounds < 3; rounds++ {
						for _, m := range out.Contract.MissingFacts {
							label := m.Key + ":"
							if byPrompt {
								label = *m.Prompt
							}
							question += fmt.Sprintf("\n%s %s", label, reply(j, row, m.Key))
						}
						out = put(t, p, question, e)
					}
					if out.Contract.VerificationStatus == contract.StatusNeedsFacts || rounds > 2 {
						t.Errorf("%s %s in %s: %d rounds, %s: %q asks %v", j.Code, row.TaxYear, lang, rounds, out.Contract.VerificationStatus, question,
							out.Contract.MissingFacts)
						return
					}
				}
			}
		}
	}
}

// An amount of a month is asked how often it is paid, and the answer closes the
// question; so does the annual total.
func TestPaidSoOften(t *testing.T) {
	const question = "I earn £5,000 a month in England in 2025-26. How much income tax?"
	for said, want := range map[string]string{"": "income_period", "income_period: 12": "60000", "income: 61000": "61000",
		"income_period: 0": "income", "income_period: often": "income"} {
		out := ask(t, question+"\n"+said, env())
		switch out.Contract.VerificationStatus {
		case contract.StatusVerified:
			if got := out.Requests[0].Income.String(); got != want {
				t.Errorf("%q: %s", said, got)
			}
		default:
			if len(out.Plan.MissingFacts) != 1 || out.Plan.MissingFacts[0].Key != want {
				t.Errorf("%q asks %v", said, out.Plan.MissingFacts)
			}
		}
	}
}
