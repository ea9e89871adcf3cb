package link_test

import (
	"bytes"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/link"
)

var update = flag.Bool("update", false, "write golden files")

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		link.Issued{LinkID: strings.Repeat("1", 32), Kind: "invoice", RecordID: strings.Repeat("2", 32), Format: "html",
			Checksum: strings.Repeat("3", 64), ExpiresAt: now, SignedBy: "01020304"},
		link.Revoked{Links: 2},
	}, link.Category)
}

// A token opens for its key and until its time; one that is changed anywhere, cut
// or lengthened opens nothing.
func TestOnlyTheVeryTokenOpens(t *testing.T) {
	s := link.NewSigner(bytes.Repeat([]byte{7}, 32))
	claim := link.Claim{Link: "l", Tenant: "t", Resource: link.Resource{Kind: "invoice", ID: "i"}, Format: "html", Checksum: "c",
		ExpiresAt: now.Add(time.Hour)}
	token := s.Sign(claim)
	if got, ok := s.Open(token, now); !ok || got != claim {
		t.Fatalf("%+v, %v", got, ok)
	}
	if _, ok := s.Open(token, now.Add(time.Hour)); ok {
		t.Error("an expired token opens")
	}
	if _, ok := link.NewSigner(bytes.Repeat([]byte{8}, 32)).Open(token, now); ok {
		t.Error("another key's token opens")
	}
	for i := range token {
		for _, c := range []byte("A.z_") {
			forged := token[:i] + string(c) + token[i+1:]
			if _, ok := s.Open(forged, now); ok && forged != token {
				t.Fatalf("forged at %d: %s", i, forged)
			}
		}
		if _, ok := s.Open(token[:i], now); ok {
			t.Fatalf("cut at %d", i)
		}
	}
	for _, forged := range []string{"", ".", token + "A", token + ".", token + "=", strings.Repeat("A", 5000)} {
		if _, ok := s.Open(forged, now); ok {
			t.Errorf("%q opens", forged)
		}
	}
	// What stands in one field cannot be moved into the next.
	moved := claim
	moved.Link, moved.Tenant = "lt", ""
	if s.Sign(moved) == token {
		t.Error("two claims have one token")
	}
}

func TestALinkStandsUntilItIsRevoked(t *testing.T) {
	a := act.Context{CommandID: uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), Now: now}
	r := link.Resource{Kind: "credit-note", ID: "i"}
	var s link.State
	events, err := link.Issue{Resource: r, Format: "html", Checksum: "c", SignedBy: "k"}.Decide(s, a)
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: events[0]})
	claim := link.Claim{Link: a.NewID(0), Resource: r, Format: "html", Checksum: "c", ExpiresAt: now.Add(link.LifeDefault)}
	if !s.Opens(claim) {
		t.Fatal("the link does not open")
	}
	for _, change := range []func(*link.Claim){
		func(c *link.Claim) { c.Link = "x" }, func(c *link.Claim) { c.Format = "json" }, func(c *link.Claim) { c.Checksum = "d" },
		func(c *link.Claim) { c.Resource.ID = "j" }, func(c *link.Claim) { c.ExpiresAt = c.ExpiresAt.Add(time.Hour) },
	} {
		other := claim
		change(&other)
		if s.Opens(other) {
			t.Errorf("%+v opens", other)
		}
	}
	if events, _ = (link.Revoke{}).Decide(s, a); len(events) != 1 || events[0].(link.Revoked).Links != 1 {
		t.Fatalf("%+v", events)
	}
	s = s.Evolve(event.Recorded{Payload: events[0]})
	if s.Opens(claim) {
		t.Error("a revoked link opens")
	}
	if events, _ = (link.Revoke{}).Decide(s, a); len(events) != 0 {
		t.Errorf("revoked twice: %+v", events)
	}
	for _, life := range []time.Duration{time.Second, link.LifeMax + time.Second, -time.Hour} {
		if _, err := (link.Issue{Resource: r, Life: life}).Decide(s, a); err == nil {
			t.Errorf("a life of %s is granted", life)
		}
	}
}
