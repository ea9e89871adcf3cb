package receipt

import (
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// done is a receipt after what was decided.
func done(t *testing.T, s State, by string, got []event.Payload, err error) State {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range got {
		s = s.Evolve(event.Recorded{Payload: p, Meta: event.Metadata{Principal: by}})
	}
	return s
}

func candidate(id string, score int) Candidate {
	return Candidate{Kind: "journal_entry", ID: id, Score: score, Reasons: []string{"amount"}}
}

// A person is asked about likely entries alone, anew where they are others, and no
// longer once the receipt says which it is; and again once it says so no longer.
func TestAskedForAMatch(t *testing.T) {
	var books []Candidate
	asked := 0
	find := Matcher(func(State) ([]Candidate, error) { asked++; return books, nil })
	got, err := Create{complete()}.Decide(State{}, act.Context{}, Source{Matches: find})
	s := done(t, State{}, "ann", got, err)
	if s.MatchOpen() || len(got) != 1 {
		t.Errorf("nothing is like it: %+v", got)
	}
	change := func(a Amend) []event.Payload {
		t.Helper()
		got, err := a.Decide(s, act.Context{}, Source{Matches: find})
		s = done(t, s, "ann", got, err)
		return got
	}
	note := func(text string) Amend { return Amend{Contents: Contents{Note: text}} }

	books = []Candidate{candidate("far", likely-1)}
	if got := change(note("a")); s.MatchOpen() || len(got) != 1 {
		t.Errorf("an unlikely entry is asked about: %+v", got)
	}
	books = []Candidate{candidate("best", 900), candidate("far", likely-1)}
	if got := change(note("b")); !s.MatchOpen() || len(got) != 2 || len(s.Suggested) != 1 || s.Suggested[0].ID != "best" {
		t.Errorf("a likely entry is not asked about: %+v", got)
	}
	if got := change(note("c")); len(got) != 1 {
		t.Errorf("the same entry is asked about twice: %+v", got)
	}
	books = []Candidate{candidate("better", 950), candidate("best", 900)}
	if got := change(note("d")); len(got) != 2 || s.Suggested[0].ID != "better" {
		t.Errorf("another likely entry is not asked about: %+v", got)
	}
	books = nil
	if got := change(note("e")); len(got) != 2 || s.MatchOpen() {
		t.Errorf("entries that are gone are still asked about: %+v", got)
	}
	books = []Candidate{candidate("best", 900)}
	before := asked
	if got := change(Amend{Contents: Contents{Match: &Match{Kind: "none"}}}); len(got) != 1 || s.MatchOpen() || asked != before {
		t.Errorf("it is asked though the receipt says it: %+v", got)
	}
	if got := change(Amend{Clear: []string{"match"}}); len(got) != 2 || !s.MatchOpen() {
		t.Errorf("what is said no longer is not asked: %+v", got)
	}
	broken := errors.New("no")
	if _, err := note("f").Decide(s, act.Context{}, Source{Matches: func(State) ([]Candidate, error) { return nil, broken }}); !errors.Is(err, broken) {
		t.Errorf("a failed look-up is hidden: %v", err)
	}
}

func TestDecideMatch(t *testing.T) {
	find := Matcher(func(State) ([]Candidate, error) {
		return []Candidate{candidate("best", 900), candidate("next", 800)}, nil
	})
	got, err := Create{complete()}.Decide(State{}, act.Context{}, Source{Matches: find})
	open := done(t, State{}, "ann", got, err)
	for _, c := range []struct {
		cmd  DecideMatch
		want Match
	}{
		{DecideMatch{Decision: "accept"}, Match{"journal_entry", "best"}},
		{DecideMatch{Decision: "correct", Match: &Match{"ledger_entry", "other"}}, Match{"ledger_entry", "other"}},
		{DecideMatch{Decision: "dismiss"}, Match{Kind: "none"}},
	} {
		got, err := c.cmd.Decide(open, act.Context{Principal: "bob"})
		s := done(t, open, "bob", got, err)
		if s.Match == nil || *s.Match != c.want || s.MatchOpen() || !slices.Contains(s.Preparers, "bob") {
			t.Errorf("%+v: %+v by %v", c.cmd, s.Match, s.Preparers)
		}
		if _, err := c.cmd.Decide(s, act.Context{Principal: "bob"}); !errors.Is(err, fault.New(fault.Immutable, "")) {
			t.Errorf("it is decided twice: %v", err)
		}
	}
	for _, bad := range []DecideMatch{{Decision: "correct"}, {Decision: "split"}, {}, {Decision: "accept", Match: &Match{Kind: "none"}},
		{Decision: "dismiss", Match: &Match{Kind: "none"}}, {Decision: "correct", Match: &Match{Kind: "journal_entry"}}} {
		if _, err := bad.Decide(open, act.Context{}); !errors.Is(err, fault.New(fault.InvalidInput, "")) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	eyes := DecideMatch{Decision: "accept", FourEyes: true}
	if _, err := eyes.Decide(open, act.Context{Principal: "ann"}); !errors.Is(err, fault.New(fault.Blocked, "")) {
		t.Errorf("who drafted it decides above the amount: %v", err)
	}
	if _, err := eyes.Decide(open, act.Context{Principal: "bob"}); err != nil {
		t.Error(err)
	}
	for _, ended := range []event.Payload{Discarded{}, Finalised{JournalEntryID: "j"}} {
		s := open.Evolve(event.Recorded{Payload: ended})
		if _, err := (DecideMatch{Decision: "accept"}).Decide(s, act.Context{}); !errors.Is(err, fault.New(fault.Immutable, "")) {
			t.Errorf("after %T: %v", ended, err)
		}
	}
}
