package commerce

import (
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/event"
)

// A claim stands against another's while no region followed it, for a minute, and while the one
// that did says so; spellings of one place are one place.
func TestClaimsOnDestinations(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	claimed := func(id, country, region string, at time.Time) (c RegionClaimed, e event.Recorded) {
		c, _, ok := Region{Country: country, Region: region, Effective: always}.Claim(id, 0)
		if !ok {
			t.Fatal(country, region)
		}
		return c, event.Recorded{Payload: c, Meta: event.Metadata{Time: at}}
	}
	_, first := claimed("a", "FR", "FR-974", now)
	s := RegionClaimState{}.Evolve(first)
	own, _ := claimed("a", "FR", "FR-974", now)
	for _, q := range []struct {
		country, region string
		after           time.Duration
		rivals          int
	}{
		{"FR", "FR-974", 0, 1}, {"RE", "", time.Second, 1}, {"FR", "reunion", ClaimCounts - 1, 1}, {"FR", "reunion", ClaimCounts, 0},
		{"FR", "", 0, 0}, {"FR", "FR-973", 0, 0},
	} {
		c, _ := claimed("b", q.country, q.region, now)
		if got := s.Rivals(c, now.Add(q.after)); len(got) != q.rivals {
			t.Errorf("%+v: %v", q, got)
		}
	}
	if got := s.Rivals(own, now); len(got) != 0 {
		t.Errorf("its own claim: %v", got)
	}
	c, _ := claimed("b", "RE", "", now)
	rival := s.Rivals(c, now)[0]
	written := Record[Region]{ID: "a", UpdatedAt: now.Add(time.Second), Versions: []Version[Region]{{Content: Region{Country: "RE", Effective: always}}}}
	elsewhere, retired := written, written
	elsewhere.Versions = []Version[Region]{{Content: Region{Country: "FR", Effective: always}}}
	retired.RetiredOn = always.EffectiveFrom
	for name, q := range map[string]struct {
		r     Record[Region]
		holds bool
	}{"none followed": {Record[Region]{}, true}, "one did": {written, true}, "it says otherwise": {elsewhere, false}, "it is retired": {retired, false}} {
		if rival.Holds(c, q.r) != q.holds {
			t.Errorf("%s: the claim holds: %v", name, !q.holds)
		}
	}
}
