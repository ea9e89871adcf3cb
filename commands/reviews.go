package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
)

// DecideReview records a person's word on a document that they were asked to look
// at.
func (x *Documents) DecideReview(ctx context.Context, c Caller, id string, cmd docs.DecideReview) (Done[docs.State], error) {
	return x.decide(ctx, c, "reviews.resolve", "reviews:resolve", id, cmd, func(s docs.State, a act.Context, k docs.Known) ([]event.Payload,
		error) {
		config, _, err := x.Intake(ctx, c.Tenant, s.Site)
		if err != nil {
			return nil, err
		}
		gross, _ := s.Field(reading.Gross)
		currency, _ := s.Field(reading.Currency)
		cmd.FourEyes = config.FourEyes(gross.Value.Plain, currency.Value.Plain)
		return cmd.Decide(s, a, k)
	})
}
