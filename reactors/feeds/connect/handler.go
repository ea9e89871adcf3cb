package connect

import (
	"context"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Files opens what was written; *blobs.Store is one.
type Files interface {
	Open(ctx context.Context, tenant string, ref blob.Ref) (io.ReadCloser, error)
}

// Log is what the sender needs of the commands; *commands.Feeds is one.
type Log interface {
	ReadSync(ctx context.Context, h commands.HeldJob, id string) (commands.Sending, error)
	StepSync(ctx context.Context, h commands.HeldJob, id, step string, decide func(s feeds.Sync, now time.Time) []event.Payload) (feeds.Sync,
		error)
}

// Sender does the work of feeds.SyncJob.
type Sender struct {
	*Outlets
	Log     Log
	Files   Files
	Media   func(format string) string // media type of a format of exports
	Counted func(kind, outcome string) // per attempt; nil = nobody
}

// Handler is the sender as the workers take it.
func (x *Sender) Handler(atOnce int) jobs.Handler {
	return jobs.Handler{AtOnce: atOnce, Do: x.do, Abandon: func(ctx context.Context, t *jobs.Task, code, _ string) error {
		_, err := x.Log.StepSync(ctx, t.HeldJob, t.RecordID, "abandon", func(s feeds.Sync, _ time.Time) []event.Payload {
			if s.JobID != t.ID {
				return nil
			}
			return s.GiveUp(code)
		})
		if f := fault.As(err); f != nil && f.Code == fault.NotFound {
			return nil
		}
		return err
	}}
}

func (x *Sender) do(ctx context.Context, t *jobs.Task) (string, error) {
	s, err := x.Log.ReadSync(ctx, t.HeldJob, t.RecordID)
	if err != nil {
		return "", err
	}
	at := s.Sync
	if at.JobID == t.ID && !at.Ended() {
		if at, err = x.attempt(ctx, t, s); err != nil {
			return "", err
		}
	}
	switch at.Status {
	case feeds.SyncDone:
		return "/api/accounting-feeds/sync-attempts/?sync_id=" + at.ID, nil
	case feeds.SyncGivenUp:
		return "", jobs.Final(at.Code, "the export was not delivered")
	}
	return "", jobs.Later(at.Until, at.Code)
}

// attempt sends the export once.
func (x *Sender) attempt(ctx context.Context, t *jobs.Task, s commands.Sending) (feeds.Sync, error) {
	n := s.Attempts + 1
	number := strconv.Itoa(n)
	at, err := x.Log.StepSync(ctx, t.HeldJob, t.RecordID, "attempt-"+number, func(at feeds.Sync, _ time.Time) []event.Payload {
		if at.Attempts >= n {
			return nil
		}
		return at.Begin(s.Connector.Plan)
	})
	if err != nil || at.Status != feeds.SyncSending || at.Attempts != n {
		return at, err
	}
	answer, err := x.send(ctx, t, s)
	var refused *RefusedError
	switch {
	case err == nil:
		x.count(s, "delivered")
		// What was taken must be recorded, whatever stops the work.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		return x.Log.StepSync(last, t.HeldJob, t.RecordID, "delivered-"+number,
			func(at feeds.Sync, _ time.Time) []event.Payload { return at.Deliver(n, answer) })
	case ctx.Err() != nil:
		return at, ctx.Err()
	case !errors.As(err, &refused):
		refused = &RefusedError{feeds.Refusal{Code: "unreachable"}}
		if f := fault.As(err); f != nil && f.Code == fault.Blocked {
			refused.Refusal = feeds.Refusal{Code: f.Blockers[0].Code, Final: true}
		}
	}
	x.count(s, refused.Code)
	return x.Log.StepSync(ctx, t.HeldJob, t.RecordID, "refused-"+number, func(at feeds.Sync, now time.Time) []event.Payload {
		return at.Refuse(now, n, refused.Refusal)
	})
}

// RefusedError is what the other side answered instead of taking a file, or why
// nothing was sent.
type RefusedError struct{ feeds.Refusal }

func (r *RefusedError) Error() string { return r.Code }

func refuse(code string, final bool) error {
	return &RefusedError{feeds.Refusal{Code: code, Final: final}}
}

// parcel is what is sent.
type parcel struct {
	key    string // Idempotency-Key
	name   string
	media  string
	bytes  int64
	sha256 string
	again  bool // an attempt before may have arrived
	open   func() (io.ReadCloser, error)
}

func (x *Sender) send(ctx context.Context, t *jobs.Task, s commands.Sending) (answer int, err error) {
	p, done := s.Connector.Plan, s.Export.Done
	switch {
	case !s.Connector.Exists:
		return 0, refuse("connector_removed", true)
	case p.Disabled:
		return 0, refuse("connector_disabled", true)
	case done == nil:
		return 0, refuse("export_not_completed", true)
	}
	secret, ok := x.Secrets.find(t.Tenant, p)
	if !ok {
		return 0, refuse("secret_missing", true)
	}
	what := parcel{key: s.ID, name: feeds.SentName(s.Request.ExportID, done.Name), media: x.Media(s.Export.Request.Format),
		bytes:  done.File.Bytes,
		sha256: done.File.SHA256, again: s.Attempts > 0, open: func() (io.ReadCloser, error) {
			file, err := x.Files.Open(ctx, t.Tenant, done.File)
			switch {
			case errors.Is(err, blobs.ErrForgotten), errors.Is(err, blobs.ErrMissing):
				return nil, refuse("file_forgotten", true)
			case errors.Is(err, blobs.ErrDamaged):
				return nil, refuse("file_damaged", true)
			case err != nil:
				return nil, err
			}
			return progress{file, t, done.File.Bytes, new(int64)}, nil
		}}
	// A file of a gigabyte may take an hour; one of no size a minute.
	ctx, cancel := context.WithTimeout(ctx, time.Minute+time.Duration(done.File.Bytes/(256<<10))*time.Second)
	defer cancel()
	switch p.Kind {
	case feeds.Webhook:
		return x.webhook(ctx, p, secret, what)
	case feeds.Bucket:
		return x.bucket(ctx, p, secret, what)
	case feeds.SFTP:
		return 0, x.sftp(ctx, p, secret, what)
	case feeds.ERPNext:
		return x.erpnext(ctx, p, secret, what)
	}
	return 0, refuse("kind_unknown", true)
}

func (x *Sender) count(s commands.Sending, outcome string) {
	if x.Counted != nil {
		x.Counted(s.Connector.Plan.Kind, outcome)
	}
}

// progress tells a job how much of a file has been read.
type progress struct {
	io.ReadCloser
	t     *jobs.Task
	total int64
	read  *int64
}

func (p progress) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	*p.read += int64(n)
	p.t.Progress(*p.read, p.total)
	return n, err
}
