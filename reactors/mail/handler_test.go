package mail

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/blob"
	domain "github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/mail/mailtest"
)

// memory is a log and a store of blobs; down refuses writes of a type.
type memory struct {
	mu      sync.Mutex
	streams map[string][]domain.Recorded
	files   map[string]string
	down    string
}

func (m *memory) Load(_ context.Context, stream string) ([]domain.Recorded, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.streams[stream]), nil
}

func (m *memory) Write(_ context.Context, stream string, expected eventstore.Expected, meta domain.Metadata,
	payloads []domain.Payload) (eventstore.Appended, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.streams[stream]
	if payloads[0].EventType() == m.down {
		return eventstore.Appended{}, eventstore.ErrUnavailable
	}
	if want := eventstore.NoStream; len(h) == 0 && expected != want || len(h) > 0 && expected != eventstore.Exactly(uint64(len(h)-1)) {
		return eventstore.Appended{}, eventstore.ErrWrongRevision
	}
	for _, p := range payloads {
		h = append(h, domain.Recorded{Stream: stream, Revision: uint64(len(h)), Payload: p, Meta: meta})
	}
	m.streams[stream] = h
	return eventstore.Appended{Revision: uint64(len(h) - 1)}, nil
}

func (m *memory) Put(_ context.Context, tenant, subject string, r io.Reader, _ int64) (blob.Ref, error) {
	b, err := io.ReadAll(r)
	ref := blob.Ref{Subject: subject, SHA256: notification.File{Content: b}.SHA256(), Bytes: int64(len(b))}
	m.files[tenant+subject+ref.SHA256] = string(b)
	return ref, err
}

func (m *memory) ReadAll(_ context.Context, tenant string, ref blob.Ref, _ int64) ([]byte, error) {
	b, ok := m.files[tenant+ref.Subject+ref.SHA256]
	if !ok {
		return nil, blobs.ErrForgotten
	}
	return []byte(b), nil
}

type world struct {
	*memory
	*Sender
	told []notification.State
	now  time.Time
}

func newWorld(t *testing.T, channel Channel) *world {
	w := &world{memory: &memory{streams: map[string][]domain.Recorded{}, files: map[string]string{}}, now: time.Date(2026, 11, 22, 9, 0, 0, 0,
		time.UTC)}
	x := &commands.Executor{Log: w.memory, Now: func() time.Time { return w.now }}
	w.Sender = &Sender{
		Notifications: &commands.Notifications{Executor: x, Files: w.memory, Settings: &commands.Settings{Executor: x}, Key: []byte("key"),
			From: "books@example.com"},
		Files: w.memory, Channel: channel,
		Told: map[notification.Kind]Told{"test": func(_ context.Context, c commands.Caller, s notification.State) error {
			if c.Tenant != "a" || c.Command == [16]byte{} {
				t.Errorf("told as %+v", c)
			}
			w.told = append(w.told, s)
			return nil
		}},
	}
	return w
}

func (w *world) queue(t *testing.T, key string, to ...string) []commands.QueuedNotification {
	t.Helper()
	q, err := w.try(key, to...)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func (w *world) try(key string, to ...string) ([]commands.QueuedNotification, error) {
	m := notification.Message{Kind: "test", Source: "case-a-1", Subject: "Über", Text: "Hello\n"}
	for _, address := range to {
		m.Recipients = append(m.Recipients, notification.Recipient{Address: address, Vouched: true})
	}
	c := commands.Caller{Tenant: "a", Principal: "p", Role: access.Owner, Sites: tenancy.Grant{All: true}, IdempotencyKey: key}
	return w.Notifications.Queue(context.Background(), c, m)
}

// work is what a worker does with the job of a notification, once.
func (w *world) work(q commands.QueuedNotification, try int) (string, error) {
	open := commands.OpenJob{Tenant: "a", ID: q.JobID, Principal: "p", Work: job.Work{Kind: notification.SendJob, Record: "notification-a-" +
		q.ID}}
	return w.do(context.Background(), &jobs.Task{HeldJob: commands.HeldJob{OpenJob: open, Try: try}, RecordID: q.ID})
}

func (w *world) state(q commands.QueuedNotification) (s notification.State) {
	for _, e := range w.streams["notification-a-"+q.ID] {
		s = s.Evolve(e)
	}
	return s
}

// A crash between the server's 250 and its record sends the same bytes again, under
// the same Message-ID, marked; and the record says that it may have come twice.
func TestCrashAfterDelivery(t *testing.T) {
	s := mailtest.New(t, false)
	w := newWorld(t, channel(t, s, "smtp"))
	q := w.queue(t, "k", "ada@example.org")[0]
	w.down = "notification.sent.v1"
	if _, err := w.work(q, 1); err == nil {
		t.Fatal("the record failed and nobody noticed")
	}
	w.down = ""
	result, err := w.work(q, 2)
	if err != nil || result != "/api/notifications/"+q.ID+"/" {
		t.Fatalf("%s, %v", result, err)
	}
	got := s.Got()
	if len(got) != 2 {
		t.Fatalf("%d deliveries", len(got))
	}
	mark, rest, _ := strings.Cut(got[1].Message, "\r\n")
	if rest != got[0].Message || !strings.HasPrefix(mark, "X-Tallystick-Repeated: attempt 2;") || !strings.Contains(rest,
		"Message-ID: <"+q.ID+"@example.com>\r\n") {
		t.Errorf("first\n%s\nthen\n%s", got[0].Message, got[1].Message)
	}
	if st := w.state(q); st.Status != notification.StatusSent || !st.Repeated || st.Attempts != 2 {
		t.Errorf("%+v", st)
	}
	if _, err := w.work(q, 3); err != nil || len(s.Got()) != 2 {
		t.Errorf("sent a third time, %v", err)
	}
	if len(w.told) != 2 || w.told[0].Status != notification.StatusSent {
		t.Errorf("told %d times", len(w.told))
	}
}

// One recipient that is refused leaves the others; its address takes no more mail
// until that is lifted.
func TestOneRefusedRecipient(t *testing.T) {
	s := mailtest.New(t, true)
	s.Answer = func(command string) string {
		if strings.Contains(command, "gone@") {
			return "550 5.1.1 no gone@example.org here"
		}
		return ""
	}
	w := newWorld(t, channel(t, s, "smtps"))
	all := w.queue(t, "k", "a@example.org", "Gone@example.org", "b@example.org")
	var failures []string
	for _, q := range all {
		if _, err := w.work(q, 1); err != nil {
			failures = append(failures, err.Error())
		}
	}
	if len(failures) != 0 {
		t.Fatalf("the address is matched as it was written: %v", failures)
	}
	all = w.queue(t, "k2", "a@example.org", "gone@example.org", "b@example.org")
	for i, q := range all {
		_, err := w.work(q, 1)
		var final *jobs.Failure
		if i == 1 && (!errors.As(err, &final) || final.Code != "recipient_refused") || i != 1 && err != nil {
			t.Errorf("recipient %d: %v", i, err)
		}
	}
	if st := w.state(all[1]); st.Status != notification.StatusFailed || st.Reply != "550 5.1.1 no gone@example.org here" {
		t.Errorf("%+v", st)
	}
	_, err := w.try("k3", "GONE@example.org", "a@example.org")
	if f := fault.As(err); f == nil || len(f.Blockers) != 1 || f.Blockers[0].Code != "recipient_suppressed" {
		t.Errorf("%v", err)
	}
	for stream, h := range w.streams {
		for _, e := range h {
			if strings.Contains(fmt.Sprintf("%+v %s", e.Meta, stream), "gone@") {
				t.Errorf("%s tells an address", stream)
			}
		}
	}
}

// A server that is busy is asked again later, by the same job.
func TestPutOff(t *testing.T) {
	s := mailtest.New(t, false)
	s.Answer = func(command string) string {
		if strings.HasPrefix(command, "RCPT") {
			return "450 4.7.1 greylisted"
		}
		return ""
	}
	w := newWorld(t, channel(t, s, "smtp"))
	q := w.queue(t, "k", "ada@example.org")[0]
	if _, err := w.work(q, 1); err == nil || !strings.Contains(err.Error(), "put off until 2026-11-22T09:01:00Z") {
		t.Fatalf("%v", err)
	}
	s.Answer = nil
	w.now = w.now.Add(time.Minute)
	if _, err := w.work(q, 1); err != nil || len(s.Got()) != 1 || w.state(q).Repeated {
		t.Errorf("%v, %+v", err, w.state(q))
	}
}

// The same request queues nothing twice; another under its key is refused.
func TestQueuedOnce(t *testing.T) {
	w := newWorld(t, Spool{t.TempDir()})
	first, again := w.queue(t, "k", "ada@example.org", "b@example.org"), w.queue(t, "k", "ada@example.org", "b@example.org")
	if len(first) != 2 || first[0] != again[0] || first[1] != again[1] || first[0].ID == first[1].ID {
		t.Errorf("%+v, %+v", first, again)
	}
	delete(w.files, "a"+w.state(first[0]).Queued.About+w.state(first[0]).Queued.Message.SHA256)
	_, err := w.work(first[0], 1)
	if st := w.state(first[0]); err == nil || st.Code != "recipient_forgotten" {
		t.Errorf("%+v, %v", st, err)
	}
}
