package http

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections/directory"
	"github.com/tallystick/tallystick/projections/taxbook"
)

// who is in the log that a server without stores starts from.
const (
	memoryTenant    = "0192aa00000000000000000000000001"
	memoryPrincipal = "0192aa00000000000000000000000002"
	memoryKey       = "0192aa00000000000000000000000003"
)

// told is a log of events that a directory is told.
type told struct{ events []event.Recorded }

func (l *told) Subscribe(ctx context.Context, _ event.Position, _ []string, deliver func(eventstore.Delivery) error) error {
	for i := range l.events {
		at := event.Position{Commit: uint64(i + 1), Prepare: uint64(i + 1)}
		if err := deliver(eventstore.Delivery{Event: &eventstore.Raw{Revision: uint64(i)}, Position: at}); err != nil {
			return err
		}
	}
	if err := deliver(eventstore.Delivery{CaughtUp: true}); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

func (l *told) NoneBetween(_ context.Context, _, until event.Position, _ []string) (bool, error) {
	return until.Commit <= uint64(len(l.events)), nil
}

func (l *told) Decode(_ context.Context, raw eventstore.Raw) (event.Recorded, bool, error) {
	return l.events[raw.Revision], true, nil
}

// recorded takes audit records and keeps none.
type recorded struct{}

func (recorded) Append(context.Context, string, eventstore.Expected, ...eventstore.Proposed) (eventstore.Appended, error) {
	return eventstore.Appended{}, nil
}

// memoryServer is the API without a store: who may come in is known, and what
// is malformed is refused. It returns a key of a role.
func memoryServer(t testing.TB, role access.Role) (*Server, string) {
	t.Helper()
	token := tenancy.Token(memoryKey, [32]byte{1})
	of := func(category, id string, p event.Payload) event.Recorded {
		return event.Recorded{Stream: category + "-" + memoryTenant + "-" + id, Type: p.EventType(), Payload: p,
			Meta: event.Metadata{Tenant: memoryTenant, CommandID: uuid.New(), Time: time.Now()}}
	}
	d := directory.New()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		d.Run(ctx, &told{[]event.Recorded{
			of("principal", memoryPrincipal, tenancy.PrincipalCreated{Kind: "person", Role: role, Sites: tenancy.Grant{All: true}}),
			of("key", memoryKey, tenancy.KeyIssued{Principal: memoryPrincipal, Hash: tenancy.Hash(token)}),
		}})
	}()
	go d.Watch(ctx, func(context.Context) (event.Position, bool, error) { return d.Position(), true, nil })
	t.Cleanup(func() { cancel(); <-done })
	for !d.Ready() {
		time.Sleep(time.Millisecond)
	}
	s := New(Deps{
		Log:       &eventstore.Log{Codec: &eventstore.Codec{Registry: eventstore.Registry}},
		Directory: d, Executor: &commands.Executor{Now: time.Now}, Recorder: &commands.Recorder{Log: recorded{}, Now: time.Now},
		TaxBook: taxbook.New(slog.New(slog.DiscardHandler)), Registry: all.Registry(), Logger: slog.New(slog.DiscardHandler), Now: time.Now,
		Metrics:       NewMetrics(),
		QuestionsPerS: 1e9, QuestionBurst: 1e9, ClientPatience: time.Second, Version: "1", Draining: context.Background(),
	})
	return s, token
}

// send has a server answer a request.
func send(s *Server, token, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

var _ http.Handler = (*Server)(nil)
