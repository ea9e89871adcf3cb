package http

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/schedule"
	"github.com/tallystick/tallystick/readmodels"
)

const (
	scheduleList = "/api/accounting-feeds/schedules/"
	scheduleOne  = scheduleList + "{schedule_id}/"
)

// exportScheduleView is an export schedule in full.
type exportScheduleView struct {
	ID   string `json:"id"`
	Site int64  `json:"site"`
	feeds.ExportPlan
	Status    string     `json:"status" enum:"active,paused,stopped" doc:"stopped: whom it worked as was disabled; who sets it anew has it run as themselves."`
	NextAt    *time.Time `json:"next_at" doc:"Next due time; null: it is paused or stopped."`
	CreatedAt time.Time  `json:"created_at"`
	CreatedBy string     `json:"created_by"`
	UpdatedAt time.Time  `json:"updated_at"`
}

func (s *Server) viewExportSchedule(ctx context.Context, c *Call, h commands.Held[feeds.ExportSchedule]) (exportScheduleView, error) {
	x := h.State
	status, err := s.Feeds.ScheduleStatus(ctx, c.Caller, h.ID, x)
	if err != nil {
		return exportScheduleView{}, err
	}
	v := exportScheduleView{ID: h.ID, Site: x.Site, ExportPlan: x.Plan, Status: status, CreatedAt: x.CreatedAt, CreatedBy: x.CreatedBy,
		UpdatedAt: x.UpdatedAt}
	v.NextAt, err = s.nextAt(status, x.Plan.Rule)
	return v, err
}

// nextAt is when a schedule is due next; nil = not by itself.
func (s *Server) nextAt(status string, r schedule.Rule) (*time.Time, error) {
	if status != feeds.ScheduleActive {
		return nil, nil
	}
	next, err := r.Next(s.Now())
	return &next, err
}

// exportScheduleListed is an export schedule in a list.
type exportScheduleListed struct {
	readmodels.ExportScheduleRow
	NextAt *time.Time `json:"next_at" doc:"Next due time; null: it is paused or stopped."`
}

func (s *Server) listExportSchedule(_ *Call, row readmodels.ExportScheduleRow) (exportScheduleListed, error) {
	v := exportScheduleListed{ExportScheduleRow: row}
	var rule schedule.Rule
	err := json.Unmarshal(row.Rule, &rule)
	if err == nil {
		v.NextAt, err = s.nextAt(row.Status, rule)
	}
	return v, err
}

type exportScheduleListIn struct {
	Listing
	Status    string `query:"status" enum:"active,paused,stopped"`
	Format    string `query:"format" maxLength:"20"`
	Connector string `query:"connector_id" maxLength:"32"`
	Order     string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at" default:"-created_at"`
}

func (in *exportScheduleListIn) order() string { return in.Order }

func (in *exportScheduleListIn) narrow(*Call) ([]readmodels.Cond, error) {
	return []readmodels.Cond{readmodels.Is("status", in.Status), readmodels.Is("format", in.Format),
		readmodels.Is("connector_id", in.Connector)}, nil
}

type exportScheduleIn struct {
	Sited
	Written
	Body feeds.ExportPlan
}

func (in *exportScheduleIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *exportScheduleIn) faults(*Call, bool) fault.Fields {
	return fieldsOf(in.Body.Validate())
}

type exportScheduleChangeIn struct {
	Sited
	Written
	ID   string `path:"schedule_id" maxLength:"64"`
	Body feeds.ExportPlan
}

func (in *exportScheduleChangeIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *exportScheduleChangeIn) faults(*Call, bool) fault.Fields {
	return fieldsOf(in.Body.Validate())
}

func (s *Server) registerExportSchedules() {
	r := &resource[feeds.ExportSchedule, exportScheduleView]{entry: "16.14", surface: "feeds", list: scheduleList, one: scheduleOne,
		kind: commands.ExportScheduleKind, view: s.viewExportSchedule}
	registerRows[exportScheduleListIn](s, Operation{
		Entry: r.entry, ID: "export_schedules.list", Path: scheduleList, Surface: r.surface, Summary: "Export schedules",
		Permission: "exports:read",
	}, "schedules", readmodels.ExportSchedules, nil, s.listExportSchedule)
	registerRead(s, r, Operation{ID: "export_schedules.read", Summary: "An export schedule", Permission: "exports:read"})
	answered := func(ctx context.Context, c *Call, done commands.Done[feeds.ExportSchedule], status int) (*reply[exportScheduleView], error) {
		settled(c, done)
		v, err := s.viewExportSchedule(ctx, c, commands.Held[feeds.ExportSchedule]{ID: done.ID, State: done.State})
		a := &reply[exportScheduleView]{Status: status, ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}
		if status == http.StatusCreated {
			a.Location = scheduleList + done.ID + "/"
		}
		return a, err
	}
	register(s, Operation{
		Entry: r.entry, ID: "export_schedules.create", Method: http.MethodPost, Path: scheduleList, Surface: r.surface,
		Status:  http.StatusCreated,
		Summary: "Set an export schedule", Permission: "exports:write", Errors: []int{409, 422},
		Describe: "At each due time the last whole day, week, month, quarter or year before it is exported, as whom set it. Due times that passed while " +
			"nothing ran are caught up.",
	}, func(ctx context.Context, c *Call, in *exportScheduleIn) (*reply[exportScheduleView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Feeds.SetSchedule(ctx, caller, "", in.Body)
		if err != nil {
			return nil, err
		}
		return answered(ctx, c, done, http.StatusCreated)
	})
	register(s, Operation{
		Entry: r.entry, ID: "export_schedules.change", Method: http.MethodPatch, Path: scheduleOne, Surface: r.surface,
		Summary: "Say the whole of an export schedule anew", Permission: "exports:write", Errors: []int{409, 412, 422},
	}, func(ctx context.Context, c *Call, in *exportScheduleChangeIn) (*reply[exportScheduleView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Feeds.SetSchedule(ctx, caller, in.ID, in.Body)
		if err != nil {
			return nil, err
		}
		return answered(ctx, c, done, http.StatusOK)
	})
	s.registerScheduleEnds()
}

func (s *Server) registerScheduleEnds() {
	type oneIn struct {
		Sited
		Written
		ID string `path:"schedule_id" maxLength:"64"`
	}
	register(s, Operation{
		Entry: "16.14", ID: "export_schedules.remove", Method: http.MethodDelete, Path: scheduleOne, Surface: "feeds",
		Status:  http.StatusNoContent,
		Summary: "Remove an export schedule", Permission: "exports:write", Errors: []int{409, 412},
	}, func(ctx context.Context, c *Call, in *oneIn) (*emptied, error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Feeds.RemoveSchedule(ctx, caller, in.ID)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		return &emptied{Status: http.StatusNoContent, LogPosition: positionOf(done)}, nil
	})
	type runIn struct {
		Sited
		Written
		ID   string `path:"schedule_id" maxLength:"64"`
		Body *struct{}
	}
	register(s, Operation{
		Entry: "16.15", ID: "export_schedules.run", Method: http.MethodPost, Path: scheduleOne + "run/", Surface: "feeds",
		Status:  http.StatusAccepted,
		Summary: "Run a schedule immediately", Permission: "exports:write", Errors: []int{409, 422},
		Describe: "Queues the export that the schedule would queue today; 422 as when an export is asked for.",
	}, func(ctx context.Context, c *Call, in *runIn) (*reply[exportView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Feeds.RunSchedule(ctx, caller, in.ID, s.today(c))
		if err != nil {
			return nil, err
		}
		settled(c, done)
		v, err := viewExport(ctx, c, commands.Held[feeds.Export]{ID: done.ID, State: done.State})
		return &reply[exportView]{Status: http.StatusAccepted, LogPosition: positionOf(done), Location: exportList + done.ID + "/", Body: v}, err
	})
}
