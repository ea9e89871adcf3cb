package legislative_test

import (
	"flag"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		legislative.Configured{Place: "GB", Enabled: true, AutoApply: true, Addresses: map[string]string{"ita": "https://www.legislation.gov.uk/x"}},
		legislative.Checked{Place: "GB", RunID: "r1", Results: []legislative.Reading{
			{SourceID: "ita", URL: "https://www.legislation.gov.uk/x", Outcome: legislative.Changed, SHA256: "ab"}}},
		legislative.NoticeSettled{Place: "GB", SourceID: "ita", Reason: sealed.Text{Subject: "tenant-t", Cipher: []byte("sealed")}},
		legislative.RunRequested{RunID: "r1", Places: []string{"GB"}}, legislative.RunEnded{Sources: 2, ByOutcome: map[string]int{"first": 2}},
	}, legislative.Category, legislative.Runs)
}

// Markup, scripts and space say nothing; a word does.
func TestNormal(t *testing.T) {
	a := legislative.Digest("<html><head><script>var t = 1 < 2</script><style>p{}</style></head><p class='x'>The rate is\n 20 %</p>")
	for text, same := range map[string]bool{
		"<p>The  rate is 20 %</p>": true, "The rate is 20 %": true, "<p>The rate is 21 %</p>": false,
		"<SCRIPT>other()</SCRIPT><b>The rate</b> is 20%": true,
	} {
		if (legislative.Digest(text) == a) != same {
			t.Errorf("%s", text)
		}
	}
	for _, odd := range []string{"<", "<script", "a<b", "<script>never closed"} {
		legislative.Digest(odd)
	}
}

// A text is first known, then unchanged; a changed one opens a notice that stands,
// however often it is read, until somebody settles it; what cannot be reached moves
// nothing.
func TestNotices(t *testing.T) {
	var s legislative.State
	day := 0
	look := func(digest string, outcome legislative.Outcome) {
		t.Helper()
		day++
		if outcome != legislative.Unreachable {
			if got := s.Compare("ita", digest); got != outcome {
				t.Fatalf("%s reads %s, want %s", digest, got, outcome)
			}
		}
		s = s.Evolve(event.Recorded{Meta: event.Metadata{Time: time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)},
			Payload: legislative.Checked{Place: "GB", Results: []legislative.Reading{{SourceID: "ita", URL: "u", Outcome: outcome,
				SHA256: digest}}}})
	}
	look("a", legislative.First)
	look("a", legislative.Unchanged)
	look("", legislative.Unreachable)
	if x := s.Sources["ita"]; x.CheckedAt.Day() != 2 || x.SHA256 != "a" || x.LookedAt.Day() != 3 {
		t.Errorf("%+v", x)
	}
	look("b", legislative.Changed)
	look("b", legislative.Changed)
	look("c", legislative.Changed)
	if n := s.Sources["ita"].Notice; n == nil || n.Before != "a" || n.SHA256 != "c" || n.OpenedAt.Day() != 4 ||
		s.Sources["ita"].CheckedAt.Day() != 2 {
		t.Errorf("%+v", n)
	}
	a := act.Context{Tenant: "t"}
	f := legislative.Facts{Place: "GB", Sources: map[string]string{"ita": "https://www.legislation.gov.uk/x"}}
	out, err := legislative.Configure{Settle: []legislative.Settle{{SourceID: "ita", Reason: "a heading"}}}.Decide(s, a, f)
	if err != nil || len(out) != 1 {
		t.Fatalf("%v %v", out, err)
	}
	s = s.Evolve(event.Recorded{Meta: event.Metadata{Time: time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC)}, Payload: out[0]})
	look("c", legislative.Unchanged)
	for code, c := range map[string]legislative.Configure{
		"notice_not_open":         {Settle: []legislative.Settle{{SourceID: "ita", Reason: "again"}}},
		"source_host_not_allowed": {Addresses: []legislative.Address{{SourceID: "ita", URL: "https://evil.example/x"}}},
		"invalid":                 {Addresses: []legislative.Address{{SourceID: "nothing", URL: "https://www.legislation.gov.uk/y"}}},
		"":                        {Addresses: []legislative.Address{{SourceID: "ita", URL: "https://www.legislation.gov.uk/y"}}},
	} {
		_, err := c.Decide(s, a, f)
		got := ""
		if e := fault.As(err); e != nil && len(e.Blockers) > 0 {
			got = e.Blockers[0].Code
		} else if e != nil && e.Code == fault.InvalidInput {
			got = "invalid"
		}
		if got != code {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
