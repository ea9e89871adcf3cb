package projections

import (
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Audit lists every event of the log as a record of who did what: a write's
// own events, and the records of all other calls.
func Audit(categories []string) Projection {
	return Projection{
		Name: "audit", Version: 3, Tables: []readmodels.Table{readmodels.Audit.Table}, Categories: categories,
		Handle: func(e event.Recorded, b *readmodels.Batch) error {
			row := readmodels.AuditRow{
				Tenant: e.Meta.Tenant, ID: e.ID.String(), Site: e.Meta.Site, At: e.Meta.Time,
				Principal: e.Meta.Principal, Role: e.Meta.Role, Key: e.Meta.Key, Operation: e.Meta.Operation,
				Type: e.Type, Outcome: "appended", Request: e.Meta.Request, Stream: e.Stream, Revision: int64(e.Revision),
			}
			switch p := e.Payload.(type) {
			case audit.CallRecorded:
				row.Outcome, row.Status = p.Outcome, int32(p.Status)
			case audit.CallRefused:
				row.Outcome, row.Status, row.Reason = "refused", int32(p.Status), p.Code
			}
			readmodels.Audit.Add(b, row)
			return nil
		},
	}
}
