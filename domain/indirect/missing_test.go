package indirect_test

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

// A fact that decides where a supply is taxed and is not stated is asked for, beside whatever
// else is open, and each choice that is offered is an answer to it.
func TestFactsThatDecideAreAsked(t *testing.T) {
	on := civil.MustParse("2026-11-28")
	asked := 0
	for _, at := range places(on) {
		for _, to := range []indirect.Address{at, {Country: "FR"}} {
			q := sold(at, "restaurant", on)
			q.Buyer.Address, q.PerformedAt = to, nil
			q.Lines = append(q.Lines, indirect.Line{ID: "2", Category: "goods_standard", Quantity: q.Lines[0].Quantity, UnitPrice: q.Lines[0].UnitPrice})
			_, err := indirect.Calculate(q, indirect.Env{})
			for _, b := range open(t, err) {
				if b.Code != refusal.SupplyFactMissing {
					continue
				}
				asked++
				if len(b.Choices) == 0 {
					t.Errorf("%v to %v: %v offers nothing", at, to, b)
				}
				for _, one := range b.Choices {
					_, err := indirect.Calculate(chosen(t, q, one), indirect.Env{})
					for _, still := range open(t, err) {
						if still.Code == b.Code && still.Field == b.Field {
							t.Errorf("%v to %v: %v is still asked once it is %s", at, to, b, one.Value)
						}
					}
				}
			}
		}
	}
	if asked < 200 {
		t.Errorf("only %d were asked", asked)
	}
}

// open lists what stands in the way of a figure.
func open(t *testing.T, err error) []*indirect.Blocked {
	t.Helper()
	var all *indirect.Blockers
	if err != nil && !errors.As(err, &all) {
		t.Fatal(err)
	}
	if all == nil {
		return nil
	}
	return all.List
}

// chosen is a request with a choice taken.
func chosen(t *testing.T, q indirect.Request, one refusal.Choice) indirect.Request {
	t.Helper()
	switch one.Field {
	case "performed_at.country":
		q.PerformedAt = &indirect.Address{Country: one.Value}
	case "seller.above_threshold":
		q.Seller.AboveThreshold = true
	case "seller.oss":
		q.Seller.OSS = true
	default:
		t.Fatalf("a choice of %s", one.Field)
	}
	return q
}
