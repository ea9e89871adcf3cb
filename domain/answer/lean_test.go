package answer_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// answerMax is how many bytes the answer of a plain case may have, in every place, every
// state of the United States included.
const answerMax = 8000

// The whole answer of a plain case of every row is short: what a calculation cites is
// written out once, each leading source alone. Explained, the same figures come with
// everything that the short answer cites, and no less of anything.
func TestPlainAnswersAreLean(t *testing.T) {
	p, e := everywhere()
	explained := e
	explained.Explain = true
	answered := 0
	for _, j := range p.Jurisdictions() {
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != "" && row.TaxType != tax.IndividualIncome {
				continue
			}
			question := fmt.Sprintf("How much income tax do I pay?\njurisdiction: %s\ntax_year: %s\nincome: 60000", j.Code, row.TaxYear)
			out := put(t, p, question, e)
			for _, m := range out.Contract.MissingFacts {
				question += "\n" + m.Key + ": " + reply(j, row, m.Key)
			}
			if out = put(t, p, question, e); out.Contract.VerificationStatus != contract.StatusVerified {
				continue
			}
			answered++
			body, err := json.Marshal(out.Contract)
			if err != nil {
				t.Fatal(err)
			}
			if len(body) > answerMax {
				t.Errorf("%s %s %s: %d bytes", j.Code, row.TaxYear, row.Region, len(body))
			}
			whole, err := answer.Answer(p, question, explained)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range out.Contract.Citations {
				if !slices.Contains(whole.Contract.Citations, c) {
					t.Errorf("%s %s: %s is cited only in short", j.Code, row.TaxYear, c.ID)
				}
			}
			short, long := &out.Contract.Calculations[0], &whole.Contract.Calculations[0]
			if !short.TotalTax.Equal(long.TotalTax) || len(long.Citations) < len(short.Citations) || len(long.Assumptions) < len(short.Assumptions) {
				t.Errorf("%s %s: explained, it says less", j.Code, row.TaxYear)
			}
			if len(whole.Contract.Citations) > len(out.Contract.Citations) && len(long.Citations) == len(short.Citations) {
				t.Errorf("%s %s: explained, the calculation does not cite all", j.Code, row.TaxYear)
			}
		}
	}
	if answered < 50 {
		t.Errorf("%d plain cases were answered", answered)
	}
}
