package projections

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/schedule"
	"github.com/tallystick/tallystick/readmodels"
)

// Schedules says when what recurs is due next.
func Schedules() Projection {
	return Projection{
		Name: "schedules", Version: 1, Tables: []readmodels.Table{readmodels.Schedules.Table},
		Categories: []string{schedule.Category.Name, schedule.Firings.Name}, Handle: handleSchedule,
	}
}

func handleSchedule(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case schedule.Set:
		readmodels.Schedules.Put(b, readmodels.ScheduleRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Kind: string(p.Kind), Record: p.Record, Principal: e.Meta.Principal, NextAt: p.Next,
		})
	case schedule.Stopped:
		readmodels.Schedules.Change(b, readmodels.Set{"stopped": p.Code}, s.Tenant, s.ID)
	case schedule.Fired:
		readmodels.Schedules.Change(b, readmodels.Set{"next_at": p.Next, "last_at": &p.Due}, s.Tenant, p.ScheduleID)
	}
	return nil
}
