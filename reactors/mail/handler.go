// Package mail sends queued notifications: over SMTP, or into a folder.
//
// A message is handed over after the log holds that an attempt began, and is sent
// once the log holds that the other side took it. A crash in between leaves an
// attempt without an end; the next attempt sends the same bytes under the same
// Message-ID, with a line before them that says so. So a message comes at least
// once, and whoever reads both by their id sees one.
package mail

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Envelope is who a message is from and for.
type Envelope struct {
	ID, Tenant, About string
	From, To          string
}

// Channel hands messages over. A RefusedError says why one was not taken; any other
// error is one of this side, and the message is tried again as after a refusal that
// passes.
type Channel interface {
	Name() string
	Deliver(ctx context.Context, e Envelope, message []byte) error
}

// RefusedError is what the other side said instead of taking a message.
type RefusedError struct{ notification.Refusal }

func (r *RefusedError) Error() string { return r.Code + ": " + r.Reply }

// Files reads what was rendered; *blobs.Store is one.
type Files interface {
	ReadAll(ctx context.Context, tenant string, ref blob.Ref, bytesMax int64) ([]byte, error)
}

// Told is called once a notification has ended, with a caller whose commands are
// the same at every try; it may be called again after a crash.
type Told func(ctx context.Context, c commands.Caller, s notification.State) error

// Sender does the work of queued notifications.
type Sender struct {
	Notifications *commands.Notifications
	Files         Files
	Channel       Channel
	Told          map[notification.Kind]Told
	Counted       func(kind, outcome string) // per attempt; nil = nobody
}

// messageMax bounds what is read of a blob: attachments in base64 and all texts.
const messageMax = 2*notification.AttachmentsBytesMax + 1<<20

// Handler is the sender as the workers take it.
func (x *Sender) Handler() jobs.Handler {
	return jobs.Handler{AtOnce: 8, Do: x.do, Abandon: x.abandon}
}

func (x *Sender) do(ctx context.Context, t *jobs.Task) (string, error) {
	s, suppressed, err := x.Notifications.Read(ctx, t.HeldJob, t.RecordID)
	if err != nil {
		return "", err
	}
	if !s.Status.Ended() {
		if suppressed {
			s, err = x.step(ctx, t, "suppressed", func(s notification.State, _ time.Time) []event.Payload { return s.Suppress() })
		} else {
			s, err = x.attempt(ctx, t, s)
		}
		if err != nil {
			return "", err
		}
	}
	if !s.Status.Ended() {
		return "", jobs.Later(s.Until, s.Code)
	}
	if err := x.told(ctx, t, s); err != nil {
		return "", err
	}
	if s.Status != notification.StatusSent {
		return "", jobs.Final(s.Code, "the message was not sent: it is %s", s.Status)
	}
	return "/api/notifications/" + s.ID + "/", nil
}

// attempt sends the message once.
func (x *Sender) attempt(ctx context.Context, t *jobs.Task, s notification.State) (notification.State, error) {
	message, err := x.Files.ReadAll(ctx, t.Tenant, s.Queued.Message, messageMax)
	switch {
	case errors.Is(err, blobs.ErrForgotten), errors.Is(err, blobs.ErrMissing):
		return x.refused(ctx, t, s, notification.Refusal{Code: "recipient_forgotten", Permanent: true})
	case errors.Is(err, blobs.ErrDamaged):
		return x.refused(ctx, t, s, notification.Refusal{Code: "message_damaged", Permanent: true})
	case err != nil:
		return s, err
	}
	n := strconv.Itoa(s.Attempts + 1)
	s, err = x.step(ctx, t, "attempt-"+n, func(s notification.State, _ time.Time) []event.Payload { return s.Begin() })
	if err != nil || s.Status != notification.StatusSending {
		return s, err
	}
	if s.Repeated {
		message = append(fmt.Appendf(nil, "X-Tallystick-Repeated: attempt %d; one before may have arrived\r\n", s.Attempts), message...)
	}
	to := Envelope{ID: s.ID, Tenant: t.Tenant, About: s.Queued.About, From: x.Notifications.From, To: s.Queued.To.Plain}
	err = x.Channel.Deliver(ctx, to, message)
	var refused *RefusedError
	switch {
	case err == nil:
		x.count(s, "sent")
		// What was taken must be recorded, whatever stops the work.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		return x.step(last, t, "sent-"+n, func(s notification.State, _ time.Time) []event.Payload { return s.Succeed(x.Channel.Name()) })
	case errors.As(err, &refused):
		return x.refused(ctx, t, s, refused.Refusal)
	case ctx.Err() != nil:
		return s, ctx.Err()
	}
	return x.refused(ctx, t, s, notification.Refusal{Code: "server_unreachable", Reply: err.Error()})
}

func (x *Sender) refused(ctx context.Context, t *jobs.Task, s notification.State, r notification.Refusal) (notification.State, error) {
	x.count(s, r.Code)
	if r.Address {
		if err := x.Notifications.Suppress(ctx, t.HeldJob, s, r.Code); err != nil {
			return s, err
		}
	}
	return x.step(ctx, t, "refused-"+strconv.Itoa(s.Attempts), func(s notification.State, now time.Time) []event.Payload {
		return s.Refuse(now,
			r)
	})
}

// abandon ends the notification of a job that nobody works on any more.
func (x *Sender) abandon(ctx context.Context, t *jobs.Task, code, _ string) error {
	s, err := x.step(ctx, t, "abandon", func(s notification.State, _ time.Time) []event.Payload { return s.GiveUp(t.ID, code) })
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return nil
	}
	if err != nil || !s.Status.Ended() {
		return err
	}
	return x.told(ctx, t, s)
}

// step records something about the notification of a job.
func (x *Sender) step(ctx context.Context, t *jobs.Task, step string,
	decide func(notification.State, time.Time) []event.Payload) (notification.State, error) {
	return x.Notifications.Step(ctx, t.HeldJob, t.RecordID, step, decide)
}

// told tells the record that the message was about.
func (x *Sender) told(ctx context.Context, t *jobs.Task, s notification.State) error {
	tell := x.Told[s.Queued.Kind]
	if tell == nil {
		return nil
	}
	return tell(ctx, t.Caller("told"), s)
}

func (x *Sender) count(s notification.State, outcome string) {
	if x.Counted != nil {
		x.Counted(string(s.Queued.Kind), outcome)
	}
}
