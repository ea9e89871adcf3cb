package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// What the claims of an answer say of money is among the figures of its results and facts,
// so that a memo may quote it: differences and refunds too, without their sign.
func TestClaimsCanBeQuoted(t *testing.T) {
	p, e := everywhere()
	for _, q := range []string{
		"Compare the income tax on £60,000 in Scotland and in England, 2025-26.",
		"Compare the income tax on £60,000 in England and in Scotland, 2025-26.",
		"What do I take home from £65,000 in Birmingham in 2025-26?",
		"I earn £50,000 in England in 2025-26. How much more tax would I pay if I earn £5,000 more?",
		"Single, Nevada, W-2 wages of $61,000 in 2025, standard deduction. Federal income tax?",
	} {
		out := put(t, p, q, e)
		var known []string
		for i := range out.Contract.Calculations {
			known = append(known, contract.ResultFigures(&out.Contract.Calculations[i])...)
		}
		for _, f := range out.Contract.FactsUsed {
			known = append(known, contract.Figures(f.Value)...)
		}
		checked := 0
		for _, claim := range out.Contract.Claims {
			for _, figure := range contract.Figures(claim.Text) {
				if strings.HasPrefix(figure, "£") || len(figure) < 4 {
					continue // percentages stand as fractions in results
				}
				checked++
				if !slices.Contains(known, figure) {
					t.Errorf("%q: %s of %q is no figure of the answer", q, figure, claim.Text)
				}
			}
		}
		if checked == 0 {
			t.Errorf("%q: no claim holds a figure (%s)", q, out.Code)
		}
	}
}
