package projections

import (
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

func handleRefresh(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case compliance.Requested:
		readmodels.Refreshes.Add(b, readmodels.RefreshRow{Tenant: s.Tenant, ID: s.ID, RequestedBy: e.Meta.Principal, RequestedAt: e.Meta.Time,
			Failed: []string{}})
	case compliance.End:
		at := e.Meta.Time
		readmodels.Refreshes.Change(b, readmodels.Set{"ended_at": &at, "verified": int64(p.Verified), "failed": p.Failed, "law_run": p.LawRun},
			s.Tenant, s.ID)
	}
	return nil
}
