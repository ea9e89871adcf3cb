package projections

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/schedule"
	"github.com/tallystick/tallystick/readmodels"
)

// Feeds lists exports.
func Feeds() Projection {
	return Projection{
		Name: "feeds", Version: 1, Tables: []readmodels.Table{readmodels.Exports.Table}, Categories: []string{feeds.Exports.Name},
		Handle: handleFeed,
	}
}

func handleFeed(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time}
	switch p := e.Payload.(type) {
	case feeds.ExportRequested:
		readmodels.Exports.Add(b, readmodels.ExportRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: string(feeds.ExportQueued), Format: p.Format, From: p.From, To: p.To,
			Provisional: p.Provisional, ScheduleID: p.ScheduleID, JobID: job.ID(e.Meta.CommandID, 0), Totals: json.RawMessage("[]"),
			CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time,
		})
		return nil
	case feeds.ExportCompleted:
		totals, err := json.Marshal(p.Totals)
		if err != nil {
			return err
		}
		set["status"], set["name"], set["bytes"], set["sha256"] = string(feeds.ExportFinished), p.Name, p.File.Bytes, p.File.SHA256
		set["entries"], set["lines"], set["totals"], set["log_position"] = p.Entries, p.Lines, json.RawMessage(totals), p.LogPosition
	case feeds.ExportFailed:
		set["status"], set["code"] = string(feeds.ExportGivenUp), p.Code
	}
	readmodels.Exports.Change(b, set, s.Tenant, s.ID)
	return nil
}

// ExportSchedules lists export schedules.
func ExportSchedules() Projection {
	return Projection{
		Name: "export_schedules", Version: 2, Tables: []readmodels.Table{readmodels.ExportSchedules.Table},
		Categories: []string{feeds.Schedules.Name, schedule.Category.Name},
		Handle:     handleExportSchedule,
	}
}

func handleExportSchedule(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case feeds.ScheduleSet:
		rule, err := json.Marshal(p.Rule)
		if err != nil {
			return err
		}
		status := feeds.ScheduleActive
		if p.Paused {
			status = feeds.SchedulePaused
		}
		set := readmodels.Set{"status": status, "format": p.Format, "rule": json.RawMessage(rule), "provisional": p.Provisional,
			"connector_id": p.ConnectorID, "updated_at": e.Meta.Time}
		if e.Revision > 0 {
			readmodels.ExportSchedules.Change(b, set, s.Tenant, s.ID)
			return nil
		}
		readmodels.ExportSchedules.Add(b, readmodels.ExportScheduleRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: status, Format: p.Format, Rule: rule, Provisional: p.Provisional,
			ConnectorID: p.ConnectorID, CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time,
		})
	case feeds.ScheduleRemoved:
		readmodels.ExportSchedules.Remove(b, s.Tenant, s.ID)
	case schedule.Set: // what runs it has its id
		readmodels.ExportSchedules.Change(b, readmodels.Set{"status": feeds.ScheduleActive}, s.Tenant, s.ID)
	case schedule.Stopped:
		if p.Code == schedule.PrincipalDisabled {
			readmodels.ExportSchedules.Change(b, readmodels.Set{"status": feeds.ScheduleStopped}, s.Tenant, s.ID)
		}
	}
	return nil
}
