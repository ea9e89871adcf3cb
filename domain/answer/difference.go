package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/tax"
)

// differences notes in each calculation that stands beside the first, of the same tax
// in the same currency, by how much its total differs.
func (a *answering) differences() {
	cases := a.out.Plan.Cases
	for i := 1; i < len(a.results); i++ {
		one, other := &a.results[0], &a.results[i]
		if cases[i].TaxType != cases[0].TaxType || one.Currency != other.Currency || one.Basis != other.Basis ||
			!a.out.Plan.Compare && one.TaxYear == other.TaxYear {
			continue
		}
		d := other.TotalTax.Sub(one.TotalTax)
		other.Difference = &d
	}
}

// difference is what a claim of a language says of the difference of a calculation
// from the first; "" = there is none to speak of.
func difference(say *phrases, r *tax.Result) string {
	if r.Difference == nil {
		return ""
	}
	text, d := say.more, *r.Difference
	switch {
	case d.IsZero():
		return say.same
	case d.Sign() < 0:
		text, d = say.less, d.Neg()
	}
	return strings.NewReplacer("{difference}", d.String(), "{currency}", r.Currency).Replace(text)
}

// claiming collects the claims of one calculation.
type claiming struct {
	out   []contract.Claim
	of    int      // which calculation
	ids   []string // of the citations that it rests on
	brief bool     // only the total names them all
	tail  string   // said behind every sentence
}

func (c *claiming) add(field, text string) {
	ref := fmt.Sprintf("calculations[%d].%s", c.of, field)
	ids := c.ids
	if c.brief && field != "total_tax" {
		ids = firstOfEachLaw(ids)
	}
	c.out = append(c.out, contract.Claim{ID: fmt.Sprintf("c%d", len(c.out)+1), Text: text + c.tail, CitationIDs: ids, CalculationRef: &ref})
}

// firstOfEachLaw are the ids that stand first of each place whose law is cited: what is
// worked out from a total need not name again all that the total rests on.
func firstOfEachLaw(ids []string) (out []string) {
	for _, id := range ids {
		law, _, _ := strings.Cut(id, ":")
		if !slices.ContainsFunc(out, func(x string) bool { return strings.HasPrefix(x, law+":") }) {
			out = append(out, id)
		}
	}
	return out
}
