package directory_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/projections/directory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const (
	principal = "0192aa00000000000000000000000001"
	keyID     = "0192aa00000000000000000000000002"
)

// feed is a log that delivers what the test sends.
type feed struct{ items chan eventstore.Delivery }

func (f *feed) Subscribe(ctx context.Context, _ event.Position, _ []string, deliver func(eventstore.Delivery) error) error {
	for {
		select {
		case d := <-f.items:
			if err := deliver(d); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (f *feed) NoneBetween(context.Context, event.Position, event.Position, []string) (bool, error) {
	return false, nil // what will be sent is not known
}

func (f *feed) Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error) {
	return (&eventstore.Codec{Registry: eventstore.Registry, Box: nil}).Decode(ctx, raw)
}

type running struct {
	*directory.Directory
	feed *feed
	n    uint64
}

func start(t *testing.T) *running {
	t.Helper()
	r := &running{Directory: directory.New(), feed: &feed{items: make(chan eventstore.Delivery)}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- r.Run(ctx, r.feed) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return r
}

// happen delivers an event and waits until it is known.
func (r *running) happen(t *testing.T, stream string, p event.Payload) {
	t.Helper()
	codec := &eventstore.Codec{Registry: eventstore.Registry}
	s, _ := event.ParseStream(stream)
	proposed, err := codec.Encode(t.Context(), stream, event.Metadata{CommandID: uuid.New(), Tenant: s.Tenant, Time: now}, []event.Payload{p})
	if err != nil {
		t.Fatal(err)
	}
	r.n++
	at := event.Position{Commit: r.n, Prepare: r.n}
	r.feed.items <- eventstore.Delivery{Position: at, Event: &eventstore.Raw{Stream: stream, Position: at, Type: proposed[0].Type,
		Data: proposed[0].Data, Metadata: proposed[0].Metadata}}
	if err := r.WaitFor(t.Context(), at); err != nil {
		t.Fatal(err)
	}
}

func token(secret byte) string { return tenancy.Token(keyID, [32]byte{secret}) }

func TestAuthentication(t *testing.T) {
	r := start(t)
	want := func(token string, why directory.Refusal) {
		t.Helper()
		key, who, got := r.Authenticate(token, now)
		if got != why || (why == "") != (who.ID == principal) || (why == "") != (key.ID == keyID) {
			t.Errorf("%.20s…: %q as %q, want %q", token, got, who.ID, why)
		}
	}
	want("", directory.NoCredentials)
	want("Bearer", directory.Malformed)
	want(token(1), directory.UnknownKey)
	r.happen(t, "key-firm-"+keyID, tenancy.KeyIssued{Principal: principal, Hash: tenancy.Hash(token(1))})
	want(token(1), directory.Dead) // its principal is not known
	r.happen(t, "principal-firm-"+principal, tenancy.PrincipalCreated{Kind: "person", Role: access.Owner})
	want(token(1), "")
	want(token(2), directory.Dead)
	r.happen(t, "key-firm-"+keyID, tenancy.KeyRotated{Hash: tenancy.Hash(token(2)), GraceUntil: now})
	want(token(1), directory.Dead)
	want(token(2), "")
	r.happen(t, "principal-firm-"+principal, tenancy.PrincipalChanged{Role: access.Owner, Disabled: true})
	want(token(2), directory.Dead)
	r.happen(t, "principal-firm-"+principal, tenancy.PrincipalChanged{Role: access.Owner})
	want(token(2), "")
	r.happen(t, "key-firm-"+keyID, tenancy.KeyRevoked{})
	want(token(2), directory.Dead)
}

// A key of one tenant opens nothing for a principal of another.
func TestTenantsDoNotMix(t *testing.T) {
	r := start(t)
	r.happen(t, "principal-other-"+principal, tenancy.PrincipalCreated{Kind: "person", Role: access.Owner})
	r.happen(t, "key-firm-"+keyID, tenancy.KeyIssued{Principal: principal, Hash: tenancy.Hash(token(1))})
	if _, _, why := r.Authenticate(token(1), now); why != directory.Dead {
		t.Errorf("%q", why)
	}
	if _, ok := r.Principal("firm", principal); ok {
		t.Error("another tenant's principal is shown")
	}
	if _, ok := r.Key("other", keyID); ok || len(r.Keys("other")) != 0 || len(r.Principals("firm")) != 0 {
		t.Error("another tenant's records are listed")
	}
}

// Days of a site are its own zone's, else its tenant's, winter and summer; of whom nobody
// knows, UTC's.
func TestZone(t *testing.T) {
	r := start(t)
	r.happen(t, "tenant-firm-firm", tenancy.TenantCreated{Name: "Firm", TimeZone: "Europe/London"})
	r.happen(t, "sitebook-firm-firm", tenancy.SiteAdded{Number: 1, Name: "Vancouver", TimeZone: "America/Vancouver"})
	r.happen(t, "sitebook-firm-firm", tenancy.SiteAdded{Number: 2, Name: "London"})
	for _, c := range []struct {
		tenant    string
		site      int64
		at, there string
	}{
		{"firm", 1, "2026-03-21T03:00:00Z", "2026-03-20"}, {"firm", 2, "2026-03-28T23:30:00Z", "2026-03-28"},
		{"firm", 2, "2026-03-29T23:30:00Z", "2026-03-30"}, {"firm", 0, "2026-10-24T23:30:00Z", "2026-10-25"},
		{"firm", 9, "2026-10-25T23:30:00Z", "2026-10-25"}, {"other", 1, "2026-07-01T23:30:00Z", "2026-07-01"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if got := at.In(r.Zone(c.tenant, c.site)).Format(time.DateOnly); err != nil || got != c.there {
			t.Errorf("%s at site %d of %s is %s, not %s", c.at, c.site, c.tenant, got, c.there)
		}
	}
}

// The directory is ready once it has read the log to its end, and no longer
// than the log answers.
func TestReady(t *testing.T) {
	r := start(t)
	if r.Ready() {
		t.Error("ready before anything was read")
	}
	r.happen(t, "tenant-firm-settings", tenancy.TenantCreated{Name: "x", TimeZone: "UTC"})
	if r.Ready() {
		t.Error("ready before the end of the log")
	}
	r.feed.items <- eventstore.Delivery{CaughtUp: true, Position: event.Position{Commit: 9, Prepare: 9}}
	if err := r.WaitFor(t.Context(), event.Position{Commit: 9, Prepare: 9}); err != nil {
		t.Fatal(err)
	}
	for !r.Ready() {
		time.Sleep(time.Millisecond)
	}
	for r.Ready() { // nobody asks the log any more
		time.Sleep(10 * time.Millisecond)
	}
	ctx, cancel := context.WithCancel(t.Context())
	watched := make(chan struct{})
	var end atomic.Uint64
	end.Store(9)
	go func() {
		defer close(watched)
		r.Watch(ctx, func(context.Context) (event.Position, bool, error) {
			return event.Position{Commit: end.Load(), Prepare: end.Load()}, true, nil
		})
	}()
	for !r.Ready() {
		time.Sleep(time.Millisecond)
	}
	end.Store(8) // an older copy of the log is put in its place
	for r.Ready() || !r.LogShorter() {
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	<-watched
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := r.WaitFor(ended, event.Position{Commit: 99}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Of another tenant's principals and keys nothing is returned, not even beside
// the word that there is none.
func TestNothingOfAnotherTenant(t *testing.T) {
	r := start(t)
	r.happen(t, "principal-firm-"+principal, tenancy.PrincipalCreated{Kind: "person", Role: access.Owner})
	r.happen(t, "key-firm-"+keyID, tenancy.KeyIssued{Principal: principal, Hash: tenancy.Hash(token(1))})
	for _, tenant := range []string{"other", "0", ""} {
		if p, ok := r.Principal(tenant, principal); ok || p.Exists || p.Role != "" {
			t.Errorf("%q sees %+v", tenant, p)
		}
		if k, ok := r.Key(tenant, keyID); ok || k.Exists || k.Principal != "" {
			t.Errorf("%q sees %+v", tenant, k)
		}
	}
	if p, ok := r.Principal("firm", principal); !ok || !p.Exists {
		t.Error("their own is not there")
	}
}

// A key, or a principal, whose stream a stranger has cut or written to opens nothing:
// what was folded of it is not to be relied on. Mended metadata lets it in again; an
// event stays.
func TestDamagedKeysOpenNothing(t *testing.T) {
	deliver := func(r *running, e eventstore.Raw) {
		r.n++
		e.Position = event.Position{Commit: r.n, Prepare: r.n}
		e.ID = uuid.New()
		r.feed.items <- eventstore.Delivery{Position: e.Position, Event: &e}
		if err := r.WaitFor(t.Context(), e.Position); err != nil {
			t.Fatal(err)
		}
	}
	metadata := func(stream, text string) eventstore.Raw {
		return eventstore.Raw{Stream: "$$" + stream, Type: "$metadata", Data: []byte(text)}
	}
	for _, stream := range []string{"key-firm-" + keyID, "principal-firm-" + principal} {
		r := start(t)
		want := func(why directory.Refusal) {
			t.Helper()
			if _, _, got := r.Authenticate(token(1), now); got != why {
				t.Errorf("%s: %q, want %q", stream, got, why)
			}
		}
		r.happen(t, "key-firm-"+keyID, tenancy.KeyIssued{Principal: principal, Hash: tenancy.Hash(token(1))})
		r.happen(t, "principal-firm-"+principal, tenancy.PrincipalCreated{Kind: "person", Role: access.Owner})
		deliver(r, eventstore.Raw{Stream: "key-firm-00000000000000000000000000000009", Type: "key.revoked.v1", Data: []byte(`{}`)})
		want("") // another's harms another
		for _, how := range []string{`{"$tb":1}`, `{"$maxCount":1}`, `{"$maxAge":1}`} {
			deliver(r, metadata(stream, how))
			want(directory.Harmed)
			deliver(r, metadata(stream, `{}`))
			want("")
		}
		deliver(r, eventstore.Raw{Stream: stream, Type: "key.revoked.v1", Data: []byte(`{}`), Metadata: []byte(`{}`)})
		want(directory.Harmed)
		deliver(r, metadata(stream, `{}`))
		want(directory.Harmed)
		tombed := start(t)
		tombed.happen(t, "key-firm-"+keyID, tenancy.KeyIssued{Principal: principal, Hash: tenancy.Hash(token(1))})
		tombed.happen(t, "principal-firm-"+principal, tenancy.PrincipalCreated{Kind: "person", Role: access.Owner})
		deliver(tombed, eventstore.Raw{Stream: stream, Type: "$streamDeleted", Revision: 1<<63 - 1})
		if _, _, why := tombed.Authenticate(token(1), now); why != directory.Harmed {
			t.Errorf("%s with a tombstone: %q", stream, why)
		}
	}
}
