package projections

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/filing"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/readmodels"
)

func handleObligation(e event.Recorded, b *readmodels.Batch) error {
	p, ok := e.Payload.(obligation.Filed)
	if !ok {
		return nil
	}
	s, _ := event.ParseStream(e.Stream)
	period, err := filing.ParsePeriod(p.Period)
	if err != nil {
		return err
	}
	readmodels.FiledReturns.Add(b, readmodels.FiledReturnRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Form: p.Form, Period: p.Period,
		FirstMonth: period.First, LastMonth: period.Last, On: p.On, Reference: p.Reference.String(), KnownAt: p.KnownAt,
		LogPosition: p.LogPosition,
		SHA256:      p.SHA256, RecordedBy: e.Meta.Principal, RecordedAt: e.Meta.Time})
	return nil
}

// redactObligation blanks the references of a site's returns.
func redactObligation(tenant, subject string, b *readmodels.Batch) {
	if kind, id, err := privacy.Parse(subject); err == nil && kind == "books" {
		readmodels.FiledReturns.ChangeEach(b, readmodels.Set{"reference": ""}, map[string]any{"tenant": tenant, "site": obligation.Site(id)})
	}
}
