package corporate

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
)

// HM Revenue and Customs' example CTM03957: the calendar year of 2028, with a
// supposed rise of the main rate from 25 % to 26 % on 1 April, limits and
// fraction unchanged, a profit of 45,000 and four associated companies. The
// limits are those of the whole period: tax of 11,588.11 and relief of 75.
func TestLimitsOfAPeriodOverAChangeOfRateAlone(t *testing.T) {
	before := resolved["GB"].In(nil)[civil.Of(2026, 4, 1)]
	after := *before
	risen := before.classes[standard]
	risen.Schedule = block.Make([]block.Band{{Label: "Main rate", Rate: money.MustParse("0.26"), Open: true}}, before.relief.rate.Cite)
	after.classes = map[string]schedule{standard: risen}

	parts := split(before, &after, civil.Of(2028, 1, 1), civil.Of(2028, 3, 31), civil.Of(2028, 12, 31))
	companies := make([]company, len(parts))
	for i := range parts {
		at := &parts[i]
		if !at.together || !at.share.Equal(money.One) {
			t.Fatalf("part %d: together %t, share %s", i, at.together, at.share)
		}
		five := money.FromInt(5)
		companies[i] = company{part: *at, class: at.classes[standard], round: block.Minor(2, money.HalfUp), onTax: block.Minor(2, money.HalfUp),
			lower: at.relief.lower.Quo(five), upper: at.relief.upper.Quo(five)}
	}
	w := tax.NewWork(false)
	got := sum(&w, companies, money.FromInt(45000))
	if got.tax.String() != "11588.11" || got.relief.String() != "75.00" {
		t.Errorf("tax %s, relief %s", got.tax, got.relief)
	}
}
