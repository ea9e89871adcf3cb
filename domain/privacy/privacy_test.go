package privacy_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/domain/retention"
)

var update = flag.Bool("update", false, "write golden files")

const (
	client    = "client-0192aa00000000000000000000000001"
	principal = "principal-0192aa00000000000000000000000002"
)

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		privacy.HoldPlaced{Subject: client, Reason: "Litigation 12/26"},
		privacy.HoldLifted{Subject: client, Reason: "Settled"},
		privacy.Forgotten{Subject: principal, Reason: "Request of 20 November 2026", Records: 2, Table: "0123456789ab",
			Doubts: []string{"case/1: the retention periods of XX are not in the table"}, Acknowledged: "No law of XX applies"},
	}, privacy.Category)
	if id := privacy.StreamID(client); id != "33e189bc8f0158f89cd935a257587ba4" {
		t.Errorf("the stream of %s is %s; names of streams are for ever", client, id)
	}
}

// On 20 November 2026.
var now = act.Context{Now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}

func singapore(year int, open bool) privacy.Record {
	end := civil.Of(year, 12, 31)
	inUse := ""
	if open {
		inUse = "the case is open"
	}
	return privacy.Record{Resource: "case/" + end.String(), InUse: inUse,
		Record: retention.Record{Place: "SG", Period: civil.Period{From: civil.Of(year, 1, 1), To: end}, LastEntry: end}}
}

func TestForget(t *testing.T) {
	unknown := singapore(2000, false)
	unknown.Place = "XX"
	for _, c := range []struct {
		name     string
		state    privacy.State
		facts    privacy.Facts
		ack      string
		blockers []string
		says     string
	}{
		{"nothing holds", privacy.State{}, privacy.Facts{Exists: true}, "", nil, ""},
		{"an old record", privacy.State{}, privacy.Facts{Exists: true, Records: []privacy.Record{singapore(2015, false)}}, "", nil, ""},
		{"a recent one", privacy.State{}, privacy.Facts{Exists: true, Records: []privacy.Record{singapore(2015, false), singapore(2025, false)}},
			"",
			[]string{"retention_hold"}, "ends on 2030-12-31"},
		{"not to be acknowledged away", privacy.State{}, privacy.Facts{Exists: true, Records: []privacy.Record{singapore(2025, false)}}, "please",
			[]string{"retention_hold"}, "2030-12-31"},
		{"an open case", privacy.State{}, privacy.Facts{Exists: true, Records: []privacy.Record{singapore(2015, true)}}, "",
			[]string{"retention_hold"}, "is open"},
		{"a legal hold", privacy.State{Held: "Litigation"}, privacy.Facts{Exists: true}, "please", []string{"retention_hold"}, "Litigation"},
		{"an unknown place", privacy.State{}, privacy.Facts{Exists: true, Records: []privacy.Record{unknown}}, "", []string{"retention_unknown"},
			"not in the table"},
		{"an unknown place, acknowledged", privacy.State{}, privacy.Facts{Exists: true, Records: []privacy.Record{unknown}}, "no such law", nil,
			""},
		{"an active principal", privacy.State{}, privacy.Facts{Exists: true, Active: true}, "", []string{"principal_active"}, "disable"},
		{"everything at once", privacy.State{Held: "Litigation"},
			privacy.Facts{Exists: true, Active: true, Records: []privacy.Record{singapore(2025, true), unknown}}, "",
			[]string{"principal_active", "retention_hold", "retention_hold", "retention_hold", "retention_unknown"}, "5 reason(s)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := privacy.Forget{Subject: client, Reason: "asked", Acknowledge: c.ack}.Decide(c.state, now, c.facts, retention.Embedded())
			if c.blockers == nil {
				if err != nil || len(got) != 1 || got[0].(privacy.Forgotten).Records != len(c.facts.Records) {
					t.Fatalf("%v, %v", got, err)
				}
				if f := got[0].(privacy.Forgotten); f.Acknowledged != c.ack || (len(f.Doubts) > 0) != (c.ack != "") {
					t.Errorf("%+v", f)
				}
				return
			}
			f := fault.As(err)
			if f == nil || f.Code != fault.Blocked || got != nil {
				t.Fatalf("%v, %v", got, err)
			}
			var codes []string
			for _, b := range f.Blockers {
				codes = append(codes, b.Code)
			}
			slices.Sort(codes)
			if !slices.Equal(codes, c.blockers) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v: %v", codes, err)
			}
		})
	}
}

func TestForgettingIsForEver(t *testing.T) {
	done := privacy.State{Forgotten: true}
	if got, err := (privacy.Forget{Subject: client}).Decide(done, now, privacy.Facts{}, retention.Embedded()); got != nil || err != nil {
		t.Errorf("again: %v, %v", got, err)
	}
	if _, err := (privacy.PlaceHold{Subject: client, Reason: "late"}).Decide(done); fault.As(err) == nil ||
		fault.As(err).Code != fault.Immutable {
		t.Errorf("a hold on what is gone: %v", err)
	}
	if _, err := (privacy.Forget{Subject: client}).Decide(privacy.State{}, now, privacy.Facts{}, retention.Embedded()); fault.As(err) == nil ||
		fault.As(err).Code != fault.NotFound {
		t.Errorf("a subject that is not: %v", err)
	}
}

func TestHoldsArePlacedAndLifted(t *testing.T) {
	var s privacy.State
	apply := func(payloads []event.Payload, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range payloads {
			s = s.Evolve(event.Recorded{Payload: p})
		}
	}
	apply(privacy.LiftHold{Subject: client, Reason: "none"}.Decide(s))
	apply(privacy.PlaceHold{Subject: client, Reason: "Litigation"}.Decide(s))
	if again, _ := (privacy.PlaceHold{Subject: client, Reason: "Litigation"}).Decide(s); s.Held != "Litigation" || again != nil {
		t.Errorf("%+v, %v", s, again)
	}
	apply(privacy.LiftHold{Subject: client, Reason: "Settled"}.Decide(s))
	if s.Held != "" {
		t.Errorf("%+v", s)
	}
}

func TestValidate(t *testing.T) {
	for _, subject := range []string{"", "client-", "client-XX", "staff-0192aa00000000000000000000000001", client + "0"} {
		if err := (privacy.Forget{Subject: subject, Reason: "r"}).Validate(); err == nil {
			t.Errorf("%q was taken", subject)
		}
	}
	if err := (privacy.Forget{Subject: client}).Validate(); err == nil {
		t.Error("no reason was taken")
	}
	if kind, id, err := privacy.Parse(principal); kind != "principal" || id != principal[10:] || err != nil {
		t.Errorf("%s %s %v", kind, id, err)
	}
}
