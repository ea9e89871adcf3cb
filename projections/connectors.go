package projections

import (
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/readmodels"
)

// Connectors lists connectors and the attempts to send exports by them.
func Connectors() Projection {
	return Projection{
		Name: "connectors", Version: 1, Tables: []readmodels.Table{readmodels.Connectors.Table, readmodels.SyncAttempts.Table},
		Categories: []string{feeds.Connectors.Name, feeds.Syncs.Name}, Handle: handleConnector,
	}
}

func handleConnector(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case feeds.ConnectorSet:
		status := "active"
		if p.Disabled {
			status = "disabled"
		}
		if e.Revision > 0 {
			readmodels.Connectors.Change(b, readmodels.Set{"status": status, "kind": p.Kind, "direction": p.Direction, "url": p.URL,
				"secret_ref": p.SecretRef,
				"updated_at": e.Meta.Time}, s.Tenant, s.ID)
			return nil
		}
		readmodels.Connectors.Add(b, readmodels.ConnectorRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: status, Kind: p.Kind, Direction: p.Direction, URL: p.URL, SecretRef: p.SecretRef,
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time,
		})
	case feeds.ConnectorRemoved:
		readmodels.Connectors.Remove(b, s.Tenant, s.ID)
	default:
		handleSync(s, e, b)
	}
	return nil
}

func handleSync(s event.Stream, e event.Recorded, b *readmodels.Batch) {
	end := func(number int, status, code string, answer int, next *time.Time) {
		set := readmodels.Set{"status": status, "code": code, "answer": int64(answer), "ended_at": &e.Meta.Time, "next_at": next}
		readmodels.SyncAttempts.Change(b, set, s.Tenant, attemptID(s.ID, number))
	}
	switch p := e.Payload.(type) {
	case feeds.SyncAttempted:
		if p.Repeated {
			end(p.Number-1, "interrupted", "interrupted", 0, nil)
		}
		readmodels.SyncAttempts.ChangeAll(b, readmodels.Set{"next_at": (*time.Time)(nil)}, map[string]any{"tenant": s.Tenant, "sync_id": s.ID})
		readmodels.SyncAttempts.Add(b, readmodels.SyncAttemptRow{
			Tenant: s.Tenant, ID: attemptID(s.ID, p.Number), Site: e.Meta.Site, SyncID: s.ID, ExportID: p.ExportID, ConnectorID: p.ConnectorID,
			Kind: p.Kind,
			Host: p.Host, Number: int64(p.Number), Repeated: p.Repeated, Status: "sending", StartedAt: e.Meta.Time,
		})
	case feeds.SyncDeferred:
		end(p.Number, "failed", p.Code, p.Answer, &p.Until)
	case feeds.SyncDelivered:
		end(p.Number, "succeeded", "", p.Answer, nil)
	case feeds.SyncFailed:
		if p.Number > 0 {
			end(p.Number, "failed", p.Code, p.Answer, nil)
		}
		readmodels.SyncAttempts.ChangeAll(b, readmodels.Set{"next_at": (*time.Time)(nil)}, map[string]any{"tenant": s.Tenant, "sync_id": s.ID})
	}
}

func attemptID(sync string, number int) string { return sync + "-" + strconv.Itoa(number) }
