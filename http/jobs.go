package http

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/taxreturn"
	"github.com/tallystick/tallystick/readmodels"
)

// jobView is background work, as everybody who polls it sees it.
type jobView struct {
	ID        string      `json:"id"`
	Kind      string      `json:"kind" doc:"What is done, such as documents.extract."`
	Status    string      `json:"status" enum:"queued,running,succeeded,failed" doc:"A cancelled job has failed, with error code cancelled."`
	Progress  jobProgress `json:"progress"`
	ResultURL *string     `json:"result_url" doc:"Path of what the work made; null until it has succeeded."`
	Error     *jobError   `json:"error" doc:"Why it failed, or why the last try did; null: nothing did."`
	Site      int64       `json:"site" doc:"0: tenant-wide."`
	Try       int32       `json:"try" doc:"How often a node has begun it; at most 3."`
	CreatedAt time.Time   `json:"created_at"`
	CreatedBy string      `json:"created_by" doc:"Principal."`
	StartedAt *time.Time  `json:"started_at"`
	EndedAt   *time.Time  `json:"ended_at"`
}

type jobProgress struct {
	Done  int64 `json:"done" doc:"Steps that are done."`
	Total int64 `json:"total" doc:"Steps in all; 0: not known yet."`
}

type jobError struct {
	Code   string `json:"code" doc:"Stable: cancelled, worker_lost, internal, or a code of the kind's own."`
	Detail string `json:"detail"`
}

func viewOfJob(r readmodels.JobProgress) jobView {
	v := jobView{ID: r.ID, Kind: r.Kind, Status: r.Status, Progress: jobProgress{r.Done, r.Known}, Site: r.Site, Try: r.Try,
		CreatedAt: r.OpenedAt, CreatedBy: r.Principal, StartedAt: r.StartedAt, EndedAt: r.EndedAt}
	switch {
	case r.Status == "succeeded":
		v.ResultURL = &r.Result
		v.Progress.Total = max(v.Progress.Total, 1) // work that was never counted is one step
		v.Progress.Done = v.Progress.Total
	case r.Status == "cancelled":
		v.Status, v.Error = "failed", &jobError{"cancelled", "somebody cancelled it"}
	case r.Code != "":
		v.Error = &jobError{r.Code, r.Detail}
	}
	return v
}

// QueuedJob is what an operation answers with 202 whose work goes on.
type QueuedJob struct {
	JobID     string `json:"job_id"`
	StatusURL string `json:"status_url" doc:"Where the job is polled."`
}

// Queued names a job that was opened.
func Queued(jobID string) QueuedJob {
	return QueuedJob{jobID, "/api/v1/tax-assistant/" + jobID + "/status"}
}

type jobList struct {
	Jobs []jobView `json:"jobs" nullable:"false"`
	Counted
}

func (s *Server) registerJobs() {
	type statusIn struct {
		Sited
		ID string `path:"id" maxLength:"64" doc:"A job_id."`
	}
	register(s, Operation{
		Entry: "24.4", ID: "jobs.status", Method: http.MethodGet, Path: "/api/v1/tax-assistant/{id}/status", Surface: "jobs",
		Summary: "How far a job is", Permission: "jobs:read",
		Describe: "Once it has ended, X-Log-Position is a place in the log behind all that it did.",
	}, func(ctx context.Context, c *Call, in *statusIn) (*reply[jobView], error) {
		row, err := s.job(ctx, c, in.ID)
		if err != nil {
			return nil, err
		}
		a := &reply[jobView]{Body: viewOfJob(row)}
		if row.EndedAt == nil {
			return a, nil
		}
		// What it did is to be seen by the next call, here or, by the position, at another node.
		done, _, err := s.Log.Store.Head(ctx)
		if err != nil {
			return nil, err
		}
		a.LogPosition = logPosition(done)
		return a, s.remember(ctx, done)
	})

	type listIn struct {
		Sited
		Paged
		Fresh
		Dated
		Status string `query:"status" enum:"queued,running,succeeded,failed"`
		Kind   string `query:"kind" maxLength:"60"`
		Order  string `query:"order" enum:"created_at,-created_at" default:"-created_at"`
	}
	register(s, Operation{
		Entry: "x.15", ID: "jobs.list", Method: http.MethodGet, Path: "/api/jobs/", Surface: "jobs",
		Summary: "List jobs", Permission: "jobs:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[jobList], error) {
		if err := c.after(ctx, in.Fresh, readmodels.Jobs.Projection); err != nil {
			return nil, err
		}
		from, to, err := in.Dated.instants(s.zone(c))
		if err != nil {
			return nil, err
		}
		found, err := s.DB.ListJobs(ctx, c.Scope(), readmodels.JobFilter{Status: in.Status, Kind: in.Kind, From: from, To: to},
			in.page(strings.Replace(in.Order, "created_at", "opened_at", 1)))
		if err != nil {
			return nil, err
		}
		list := jobList{make([]jobView, len(found.Rows)), countedOf(found)}
		for i, r := range found.Rows {
			list.Jobs[i] = viewOfJob(r)
		}
		return &reply[jobList]{Body: list}, nil
	})

	register(s, Operation{
		Entry: "x.15", ID: "jobs.cancel", Method: http.MethodPost, Path: "/api/jobs/{job_id}/cancel/", Surface: "jobs",
		Summary: "Cancel a job", Permission: "jobs:cancel", Errors: []int{409},
		Describe: "Work that has begun ends within seconds; what it had done already stands. 409 once the job has ended.",
	}, s.cancelJob)
}

type cancelJobIn struct {
	Sited
	Written
	JobID string `path:"job_id" maxLength:"64"`
}

func (s *Server) cancelJob(ctx context.Context, c *Call, in *cancelJobIn) (*reply[jobView], error) {
	row, err := s.job(ctx, c, in.JobID)
	if err != nil {
		return nil, err
	}
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	open := commands.OpenJob{Tenant: row.Tenant, ID: row.ID, Site: row.Site, Principal: row.Principal,
		Work: job.Work{Kind: job.Kind(row.Kind), Record: row.Record}}
	done, err := s.Jobs.Cancel(ctx, caller, open)
	if err != nil {
		return nil, err
	}
	// The record is told, since no node may hold the job.
	tell := map[job.Kind]func(context.Context, commands.Caller, commands.OpenJob) (event.Position, error){
		docs.ExtractJob: s.Documents.Cancelled, docs.OrdersJob: s.Documents.OrdersCancelled,
		notification.SendJob: s.Notifications.Cancelled, feeds.ExportJob: s.Feeds.Cancelled,
		feeds.SyncJob: s.Feeds.SyncCancelled, taxreturn.ExtractJob: s.returns().Cancelled,
	}[open.Kind]
	if tell != nil {
		at, err := tell(ctx, caller, open)
		if err != nil {
			return nil, err
		}
		if done.Position.Less(at) {
			done.Position = at
		}
	}
	if !done.Nothing && !done.Replayed {
		c.wrote()
	}
	row.Status, row.EndedAt = "cancelled", &done.State.EndedAt
	return &reply[jobView]{Body: viewOfJob(row), LogPosition: positionOf(done)}, nil
}

// job reads a job that the caller sees. One that was just opened is waited for: whoever
// got its id must not be told that there is none, and hears that jobs are behind where
// they stay so; other read models may be.
func (s *Server) job(ctx context.Context, c *Call, id string) (readmodels.JobProgress, error) {
	if notText(id) {
		return readmodels.JobProgress{}, commands.JobMissing(id)
	}
	row, ok, err := s.DB.Job(ctx, c.Scope(), id)
	if err != nil || ok {
		return row, err
	}
	head, any, err := s.Log.Store.Head(ctx)
	if err != nil {
		return row, err
	}
	var behind error
	if any {
		behind = s.awaitProjections(ctx, head, readmodels.Jobs.Projection)
	}
	if behind != nil && !errors.Is(behind, fault.New(fault.ReadModelBehind, "")) {
		return row, behind
	}
	if row, ok, err = s.DB.Job(ctx, c.Scope(), id); err != nil || ok {
		return row, err
	}
	if behind != nil {
		return row, behind
	}
	return row, commands.JobMissing(id)
}
