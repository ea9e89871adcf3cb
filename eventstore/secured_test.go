package eventstore_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/storetest"
)

// locked is a cluster over TLS with the service's own user, and that user's password.
func locked(t *testing.T) (cluster *storetest.Strict, user eventstore.Config) {
	t.Helper()
	cluster = storetest.NewSecured(t, 3)
	admin := connect(t, cluster.As(storetest.Admin, storetest.AdminPassword))
	if created, err := admin.CreateUser(storetest.Context(t), "tallystick", "swordfish"); err != nil || !created {
		t.Fatal(created, err)
	}
	if changed, err := admin.Secure(storetest.Context(t), "tallystick"); err != nil || !changed {
		t.Fatal(changed, err)
	}
	return cluster, cluster.As("tallystick", "swordfish")
}

// The service's user of a locked cluster is held to the whole suite, over TLS.
func TestStoreOnSecured(t *testing.T) {
	_, user := locked(t)
	storetest.Run(t, func(t *testing.T) *storetest.Server { return &storetest.Server{Config: user} })
}

// Whoever calls says so once: a server takes a call that says it twice for nobody's. Where
// there is no TLS it is not said.
func TestCallsSayOnceWhoCalls(t *testing.T) {
	secured, user := locked(t)
	plain := storetest.NewStrict(t, 1)
	open := plain.Config()
	open.URL = strings.Replace(open.URL, "://", "://tallystick:swordfish@", 1)
	for want, x := range map[int]struct {
		cluster *storetest.Strict
		config  eventstore.Config
	}{1: {secured, user}, 0: {plain, open}} {
		s := connect(t, x.config)
		before := len(x.cluster.Calls(""))
		big := one()
		big.Data = []byte(`"` + strings.Repeat("x", 100_000) + `"`)
		for _, e := range []eventstore.Proposed{one(), big} {
			if _, err := s.Append(storetest.Context(t), "storetest-1-who", eventstore.Any, e); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := s.Head(storetest.Context(t)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.CouldDelete(storetest.Context(t), "storetest-1-who"); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, c := range x.cluster.Calls("")[before:] {
			if !strings.Contains(c.Method, ".Streams/") {
				continue // where the official client learns what a server can it does not say who it is
			}
			seen[c.Method[strings.LastIndex(c.Method, "/")+1:]] = true
			if got := c.Header.Get("authorization"); len(got) != want {
				t.Errorf("%s says %d times who calls, want %d", c.Method, len(got), want)
			}
		}
		if !seen["Append"] || !seen["Read"] || !seen["Delete"] {
			t.Errorf("calls: %v", seen)
		}
	}
}

// A locked cluster refuses the service's user what would lose events, and nothing else;
// to lock it again changes nothing.
func TestALockedLogLosesNothing(t *testing.T) {
	cluster, user := locked(t)
	ctx, s := storetest.Context(t), connect(t, user)
	const stream = "case-1-locked"
	if _, err := s.Append(ctx, stream, eventstore.NoStream, one(), one()); err != nil {
		t.Fatal(err)
	}
	client := storetest.Client(t, user.URL)
	var cut esdb.StreamMetadata
	cut.SetTruncateBefore(1)
	for name, attack := range map[string]func() error{
		"delete": func() error {
			_, err := client.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"tombstone": func() error {
			_, err := client.TombstoneStream(ctx, stream, esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}})
			return err
		},
		"metadata": func() error {
			_, err := client.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, cut)
			return err
		},
		"the rights": func() error {
			_, err := client.AppendToStream(ctx, "$settings", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
				esdb.EventData{EventID: uuid.New(), EventType: "update-default-acl", ContentType: esdb.ContentTypeJson, Data: []byte(`{}`)})
			return err
		},
	} {
		if err := attack(); err == nil {
			t.Errorf("%s: was let", name)
		}
	}
	wantEvents(t, s, stream, 2)
	admin := connect(t, cluster.As(storetest.Admin, storetest.AdminPassword))
	for who, x := range map[string]struct {
		store *eventstore.Store
		want  bool
	}{"its user": {s, false}, "an admin": {admin, true}} {
		if could, err := x.store.CouldDelete(ctx, "case-0-probe"); err != nil || could != x.want {
			t.Errorf("%s could delete: %v, %v", who, could, err)
		}
	}
	if created, err := admin.CreateUser(ctx, "tallystick", "another"); err != nil || created {
		t.Errorf("made again: %v, %v", created, err)
	}
	if changed, err := admin.Secure(ctx, "tallystick"); err != nil || changed {
		t.Errorf("locked again: %v, %v", changed, err)
	}
	wantEvents(t, s, stream, 2) // its password stays
}

// A certificate of an authority that nobody named, a wrong password and a user without
// rights are told from an outage, by the server's own words, in the log at a level that
// is seen, and without a password.
func TestRefusalsOverTLSAreNamed(t *testing.T) {
	cluster, user := locked(t)
	admin := connect(t, cluster.As(storetest.Admin, storetest.AdminPassword))
	if _, err := admin.CreateUser(storetest.Context(t), "nobody", "swordfish"); err != nil {
		t.Fatal(err)
	}
	ca := user.URL[strings.Index(user.URL, "&tlsCaFile="):]
	for name, x := range map[string]struct{ url, says string }{
		"a certificate":   {strings.Replace(user.URL, ca, "", 1), "x509"},
		"a wrong one":     {strings.ReplaceAll(user.URL, "127.0.0.1", "localhost"), "x509"},
		"a password":      {cluster.As("tallystick", "swordfishes").URL, "Unauthenticated"},
		"another user":    {cluster.As("stranger", "swordfish").URL, "Unauthenticated"},
		"without rights":  {cluster.As("nobody", "swordfish").URL, "Access Denied"},
		"nobody at all":   {strings.Replace(user.URL, "tallystick:swordfish@", "", 1), "Access Denied"},
		"no TLS, and TLS": {strings.Replace(storetest.NewStrict(t, 1).Config().URL, "tls=false", "tls=true", 1), "TLS"},
	} {
		var lines lockedBuffer
		s := connect(t, eventstore.Config{URL: x.url, Logger: slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelWarn}))})
		ctx := storetest.Context(t)
		for !errors.Is(s.Trouble(), eventstore.ErrRefused) {
			if _, _, err := s.Head(ctx); err == nil || ctx.Err() != nil {
				t.Fatalf("%s: %v, %v", name, err, s.Trouble())
			}
		}
		for _, text := range []string{s.Trouble().Error(), lines.String()} {
			if !strings.Contains(text, x.says) || strings.Contains(text, "swordfish") {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
}

// A user who may append to streams and read them, and not all of them at once, is told of
// once, however often either is tried, until that right is given.
func TestARefusalOfTheWholeIsNamed(t *testing.T) {
	cluster := storetest.NewSecured(t, 1)
	admin := connect(t, cluster.As(storetest.Admin, storetest.AdminPassword))
	ctx := storetest.Context(t)
	if _, err := admin.CreateUser(ctx, "poor", "swordfish"); err != nil {
		t.Fatal(err)
	}
	var lines lockedBuffer
	conf := cluster.As("poor", "swordfish")
	conf.Logger = slog.New(slog.NewTextHandler(&lines, nil))
	s := connect(t, conf)
	for range 10 {
		if _, _, err := s.Head(ctx); !errors.Is(err, eventstore.ErrRefused) {
			t.Fatal(err)
		}
		if _, err := s.Append(ctx, "case-1-1", eventstore.Any, one()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.ReadStream(ctx, "case-1-1", 0, 1); err != nil {
			t.Fatal(err)
		}
		if !errors.Is(s.Trouble(), eventstore.ErrRefused) || !strings.Contains(s.Trouble().Error(), "Access Denied") {
			t.Fatal(s.Trouble())
		}
	}
	if said := lines.String(); strings.Count(said, "level=ERROR") != 1 || strings.Count(said, "Access Denied") != 1 ||
		strings.Contains(said, "again") {
		t.Error(said)
	}
	if _, err := admin.Secure(ctx, "poor"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Head(ctx); err != nil || s.Trouble() != nil {
		t.Error(err, s.Trouble())
	}
}
