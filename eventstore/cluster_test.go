package eventstore_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// TestStoreOnStrict holds the double of the real server to the suite, so that the
// store is held to what the double asks of it.
func TestStoreOnStrict(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *storetest.Server {
		return &storetest.Server{Config: storetest.NewStrict(t, 3).Config()}
	})
}

func connect(t *testing.T, c eventstore.Config) *eventstore.Store {
	t.Helper()
	return (&storetest.Server{Config: c}).Store(t)
}

func one() eventstore.Proposed {
	return eventstore.Proposed{ID: uuid.New(), Type: "test.happened.v1", Data: []byte(`{}`), Metadata: []byte(`{}`)}
}

// Every kind of call says on the wire that it needs the leader.
func TestCallsRequireTheLeader(t *testing.T) {
	cluster := storetest.NewStrict(t, 2)
	s := connect(t, cluster.Config())
	big := one()
	big.Data = []byte(`"` + strings.Repeat("x", 100_000) + `"`) // no part of a batch
	for _, e := range []eventstore.Proposed{one(), big} {
		if _, err := s.Append(storetest.Context(t), "storetest-1-header", eventstore.Any, e); err != nil {
			t.Fatal(err)
		}
	}
	done := errors.New("seen")
	if err := s.SubscribeStream(storetest.Context(t), "storetest-1-header", 0, func(eventstore.Delivery) error { return done }); err != done {
		t.Fatal(err)
	}
	if _, err := s.ReadStream(storetest.Context(t), "storetest-1-header", 0, 1); err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"Streams/BatchAppend", "Streams/Append", "Streams/Read"} {
		calls := cluster.Calls(method)
		if len(calls) == 0 {
			t.Errorf("no %s", method)
		}
		for _, c := range calls {
			if got := c.Header.Get("requires-leader"); len(got) != 1 || got[0] != "true" || c.Member != 0 {
				t.Errorf("%s on member %d with requires-leader %q", method, c.Member, got)
			}
		}
	}
}

// After a planned change of leader, what was acknowledged is read at once, though
// the former leader sees it late.
func TestReadsFollowTheLeader(t *testing.T) {
	cluster := storetest.NewStrict(t, 3)
	s := connect(t, cluster.Config())
	for round := range 9 {
		for n := range 10 {
			stream := fmt.Sprintf("storetest-1-%dx%d", round, n)
			var at eventstore.Appended
			eventually(t, func() (err error) {
				at, err = s.Append(storetest.Context(t), stream, eventstore.NoStream, one())
				if errors.Is(err, eventstore.ErrWrongRevision) {
					err = nil // the answer was lost
				}
				return err
			})
			var page []eventstore.Raw
			eventually(t, func() (err error) {
				page, err = s.ReadStream(storetest.Context(t), stream, 0, 10)
				return err
			})
			if len(page) != 1 {
				t.Fatalf("round %d: %s was acknowledged at %+v, and has %d events", round, stream, at, len(page))
			}
			if n == 5 {
				for i, m := range cluster.Members {
					m.Lag(0)
					if i != (round+1)%3 {
						m.Lag(time.Hour)
					}
				}
				cluster.Lead((round + 1) % 3)
			}
		}
	}
}

// eventually repeats what may fail while a new leader is found.
func eventually(t *testing.T, do func() error) {
	t.Helper()
	ctx := storetest.Context(t)
	for {
		err := do()
		if err == nil {
			return
		}
		if !errors.Is(err, eventstore.ErrUnavailable) || ctx.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Whichever member hangs, with its sockets open, writing, reading and following go
// on soon after another leads.
func TestOutlivesAHangingLeader(t *testing.T) {
	for member := range 3 {
		t.Run(fmt.Sprint(member), func(t *testing.T) {
			t.Parallel()
			cluster := storetest.NewStrict(t, 3)
			cluster.Lead(member)
			s := connect(t, cluster.Config())
			seen := make(chan string, 100)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			go s.Subscribe(ctx, event.Position{}, []string{"storetest-"}, func(d eventstore.Delivery) error {
				if d.Event != nil {
					seen <- d.Event.Stream
				}
				return nil
			})
			write := func(stream string) {
				e := one() // the same id each time: a lost answer is repeated
				eventually(t, func() error {
					_, err := s.Append(storetest.Context(t), stream, eventstore.NoStream, e)
					return err
				})
			}
			write("storetest-1-before")
			if got := <-seen; got != "storetest-1-before" {
				t.Fatal(got)
			}
			cluster.Members[member].Hang(true)
			next := (member + 1) % 3
			cluster.Lead(next)
			elected := time.Now()
			write("storetest-1-after")
			for got := ""; got != "storetest-1-after"; {
				got = <-seen
			}
			t.Logf("writing and following went on %v after the election", time.Since(elected))
			for _, c := range cluster.Calls("Streams/Read") {
				if c.Member != member && c.Member != next {
					t.Errorf("member %d, which never led, was read from", c.Member)
				}
			}
		})
	}
}

// What is under way on a member that hangs ends when another leads, however long it might
// wait: no deadline and no sign of life is what ends it.
func TestCallsUnderWayEndWithTheirLeader(t *testing.T) {
	cluster := storetest.NewStrict(t, 3)
	conf := cluster.Config()
	conf.URL += "&keepAliveInterval=3600000&keepAliveTimeout=3600000"
	conf.Deadline = time.Hour
	s := connect(t, conf)
	eventually(t, func() error {
		_, err := s.Append(storetest.Context(t), "storetest-1-before", eventstore.Any, one())
		return err
	})
	cluster.Members[0].Hang(true)
	large := one()
	large.Data = []byte(`"` + strings.Repeat("x", 900<<10) + `"`)
	ctx := storetest.Context(t)
	ended := map[string]chan error{}
	for name, call := range map[string]func() error{
		"a read":             func() error { _, err := s.ReadStream(ctx, "storetest-1-before", 0, 10); return err },
		"the end of the log": func() error { _, _, err := s.Head(ctx); return err },
		"a small append":     func() error { _, err := s.Append(ctx, "storetest-1-small", eventstore.Any, one()); return err },
		"a large append":     func() error { _, err := s.Append(ctx, "storetest-1-large", eventstore.Any, large); return err },
	} {
		done := make(chan error, 1)
		ended[name] = done
		go func() { done <- call() }()
	}
	time.Sleep(100 * time.Millisecond) // so that most are under way
	cluster.Lead(1)
	for name, done := range ended {
		if err := <-done; err != nil && (ctx.Err() != nil || !errors.Is(err, eventstore.ErrUnavailable)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A URL that names one member alone finds the leader by that member's refusal.
func TestAFollowerNamesTheLeader(t *testing.T) {
	cluster := storetest.NewStrict(t, 3)
	s := connect(t, eventstore.Config{URL: "esdb://" + cluster.Members[2].Address() + "?tls=false"})
	eventually(t, func() error {
		_, err := s.Append(storetest.Context(t), "storetest-1-named", eventstore.Any, one())
		return err
	})
	wantEvents(t, s, "storetest-1-named", 1)
}

func wantEvents(t *testing.T, s *eventstore.Store, stream string, n int) {
	t.Helper()
	eventually(t, func() error {
		page, err := s.ReadStream(storetest.Context(t), stream, 0, 100)
		if err == nil && len(page) != n {
			t.Fatalf("%d events", len(page))
		}
		return err
	})
}

func TestOnlyLeadersAreRead(t *testing.T) {
	for _, preference := range []string{"follower", "random", "readOnlyReplica"} {
		if _, err := eventstore.Connect(eventstore.Config{URL: "esdb://localhost:2113?tls=false&nodePreference=" + preference}); err == nil {
			t.Errorf("%s was accepted", preference)
		}
	}
}

// What keeps the log out of reach is said, without the password, and told apart
// from an outage.
func TestTroubleIsNamed(t *testing.T) {
	for name, url := range map[string]string{
		"a name":        "esdb://me:swordfish@nobody..invalid:2113?tls=false",
		"a certificate": "esdb://me:swordfish@" + storetest.NewStrict(t, 1).Members[0].Address(),
	} {
		s := connect(t, eventstore.Config{URL: url})
		ctx := storetest.Context(t)
		for !errors.Is(s.Trouble(), eventstore.ErrRefused) {
			if _, _, err := s.Head(ctx); err == nil || ctx.Err() != nil {
				t.Fatalf("%s: %v, %v", name, err, s.Trouble())
			}
		}
		if strings.Contains(s.Trouble().Error(), "swordfish") {
			t.Errorf("%s: %v", name, s.Trouble())
		}
	}
	_, err := eventstore.Connect(eventstore.Config{URL: "esdb://me:swordfish@host:port?tls=maybe"})
	if err == nil || strings.Contains(err.Error(), "swordfish") {
		t.Error(err)
	}
}

// A wrong password and a user without rights are told from an outage, by the server's
// own words, in one line of the log, and end as soon as they are mended.
func TestRefusedUsersAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		methods string
		err     error
	}{
		"a wrong password":      {"/", status.Error(codes.Unauthenticated, "Unauthenticated")},
		"a user without rights": {"/event_store.client.streams.Streams/", status.Error(codes.PermissionDenied, "Access Denied")},
	} {
		t.Run(name, func(t *testing.T) {
			cluster := storetest.NewStrict(t, 3)
			cluster.Refuse(c.methods, c.err)
			var lines lockedBuffer
			conf := cluster.Config()
			conf.URL = strings.Replace(conf.URL, "esdb://", "esdb://me:swordfish@", 1)
			conf.Logger = slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelWarn}))
			s := connect(t, conf)
			ctx := storetest.Context(t)
			for range 5 {
				_, _, err := s.Head(ctx)
				if !errors.Is(err, eventstore.ErrRefused) || !errors.Is(err, eventstore.ErrUnavailable) || !strings.Contains(err.Error(),
					status.Convert(c.err).Message()) {
					t.Fatalf("reading answers %v", err)
				}
				if _, err := s.Append(ctx, "case-1-1", eventstore.Any, one()); !errors.Is(err, eventstore.ErrRefused) {
					t.Fatalf("appending answers %v", err)
				}
			}
			said := lines.String()
			if n := strings.Count(said, "out of reach"); n < 1 || n > 2 || strings.Contains(said, "swordfish") {
				t.Errorf("%d lines:\n%s", n, said)
			}
			if s.Trouble() == nil {
				t.Error("no trouble is named")
			}
			cluster.Refuse("", nil)
			for s.Trouble() != nil {
				if _, err := s.Append(ctx, "case-1-1", eventstore.Any, one()); ctx.Err() != nil {
					t.Fatal(err, s.Trouble())
				}
				if _, _, err := s.Head(ctx); ctx.Err() != nil {
					t.Fatal(err, s.Trouble())
				}
			}
		})
	}
}

// A user who may read and not append is told of once, however often either is tried, until
// an append is taken.
func TestRefusedAppendsAreNamed(t *testing.T) {
	cluster := storetest.NewStrict(t, 1)
	var lines lockedBuffer
	conf := cluster.Config()
	conf.Logger = slog.New(slog.NewTextHandler(&lines, nil))
	s := connect(t, conf)
	ctx := storetest.Context(t)
	cluster.Refuse("/event_store.client.streams.Streams/BatchAppend", status.Error(codes.PermissionDenied, "Access Denied"))
	for range 10 {
		if _, _, err := s.Head(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(ctx, "case-1-1", eventstore.Any, one()); !errors.Is(err, eventstore.ErrRefused) {
			t.Fatal(err)
		}
		if !errors.Is(s.Trouble(), eventstore.ErrRefused) || !strings.Contains(s.Trouble().Error(), "Access Denied") {
			t.Fatal(s.Trouble())
		}
	}
	said := lines.String()
	if strings.Count(said, "level=ERROR") != 1 || strings.Count(said, "Access Denied") != 1 || strings.Contains(said, "again") {
		t.Error(said)
	}
	cluster.Refuse("", nil)
	if _, err := s.Append(ctx, "case-1-1", eventstore.Any, one()); err != nil || s.Trouble() != nil {
		t.Error(err, s.Trouble())
	}
}

// What a server says of a password, as it stands or as an address writes it, is not said on.
func TestNoPasswordIsSaid(t *testing.T) {
	for password, written := range map[string]string{"swordfish": "swordfish", "sword fish/7+": "sword%20fish%2F7+"} {
		cluster := storetest.NewStrict(t, 1)
		said := fmt.Sprintf("me, %s, %s, %s: who is that?", password, url.QueryEscape(password), url.PathEscape(password))
		cluster.Refuse("/event_store.client.streams.Streams/", status.Error(codes.Unauthenticated, said))
		var lines lockedBuffer
		conf := cluster.Config()
		conf.URL = strings.Replace(conf.URL, "://", "://me:"+written+"@", 1)
		conf.Logger = slog.New(slog.NewTextHandler(&lines, nil))
		s := connect(t, conf)
		_, _, err := s.Head(storetest.Context(t))
		if !errors.Is(err, eventstore.ErrRefused) || s.Trouble() == nil {
			t.Fatal(err, s.Trouble())
		}
		for _, text := range []string{err.Error(), s.Trouble().Error(), lines.String()} {
			for _, secret := range []string{password, url.QueryEscape(password), url.PathEscape(password)} {
				if strings.Contains(text, secret) || !strings.Contains(text, "who is that?") {
					t.Errorf("%q says %q, or not what the server says", text, secret)
				}
			}
		}
	}
}

// A server under steady load ends subscriptions whose buffer is full, and never says
// that they have caught up. They go on where they stood, come to the end that there was,
// and are counted.
func TestBusyServer(t *testing.T) {
	cluster := storetest.NewStrict(t, 1)
	s := connect(t, cluster.Config())
	const all, buffer = 150, 32
	for n := range all {
		if _, err := s.Append(storetest.Context(t), fmt.Sprintf("storetest-1-busy%d", n%3), eventstore.Any, one()); err != nil {
			t.Fatal(err)
		}
	}
	head, _, err := s.Head(storetest.Context(t))
	if err != nil {
		t.Fatal(err)
	}
	cluster.Busy(buffer)
	done := errors.New("caught up")
	var last event.Position
	seen := 0
	err = s.Subscribe(storetest.Context(t), event.Position{}, []string{"storetest-"}, func(d eventstore.Delivery) error {
		if d.Event != nil {
			if seen++; !last.Less(d.Position) {
				t.Errorf("%v after %v", d.Position, last)
			}
			last = d.Position
		}
		if d.CaughtUp {
			return done
		}
		return nil
	})
	if err != done || seen != all || last != head || s.Drops() < all/buffer {
		t.Errorf("%d events of %d to %v of %v, ended %d times: %v", seen, all, last, head, s.Drops(), err)
	}
}

// lockedBuffer is written and read at once.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
