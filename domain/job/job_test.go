package job

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
)

var w = Work{"documents.extract", "document-1-2"}

func at(p event.Payload, t time.Time) event.Recorded {
	return event.Recorded{Payload: p, Meta: event.Metadata{Time: t}}
}

// Whatever happens to a job, it is held by one at a time, ends once, is tried
// three times at most and writes fewer than 50 events.
func TestAnyHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s State
		now, events, tries, ended := time.Unix(1_800_000_000, 0).UTC(), 0, 0, false
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "seconds")) * time.Second)
			held := s.Running
			var p event.Payload
			switch rapid.SampledFrom([]string{"claim", "take over", "fail", "fail for good", "defer", "release", "succeed", "cancel"}).Draw(t,
				"step") {
			case "claim":
				if p = s.Claim(now, "b", false, w); p != nil && held {
					t.Fatal("a job that is held was claimed")
				}
			case "take over":
				p = s.Claim(now, "b", true, w)
			case "fail":
				if held {
					p = Fail(now, s.Tries, false, "x", "", w)
				}
			case "fail for good":
				if held {
					p = Fail(now, s.Tries, true, "x", "", w)
				}
			case "defer":
				if held {
					p = Deferred{w, "x", now.Add(time.Minute)}
				}
			case "release":
				if held {
					p = Released{w, s.Node}
				}
			case "succeed":
				if held {
					p = Succeeded{w, ""}
				}
			case "cancel":
				if all, err := s.Cancel(w); err == nil {
					p = all[0]
				}
			}
			if p == nil {
				continue
			}
			if ended {
				t.Fatalf("%T after the end", p)
			}
			if c, ok := p.(Claimed); ok {
				if now.Before(s.Again) {
					t.Fatal("claimed before it was due")
				}
				tries = max(tries, c.Try)
			}
			s = s.Evolve(at(p, now))
			ended = s.Ended
			if events++; events >= 50 {
				t.Fatalf("%d events", events)
			}
		}
		if tries > TriesMax {
			t.Fatalf("%d tries", tries)
		}
	})
}

func TestTries(t *testing.T) {
	now := time.Unix(1_800_000_000, 0).UTC()
	var s State
	for try := 1; try <= TriesMax; try++ {
		c, ok := s.Claim(now, "a", true, w).(Claimed)
		if !ok || c.Try != try {
			t.Fatalf("try %d: %+v", try, c)
		}
		s = s.Evolve(at(c, now)) // and the node dies
	}
	f, ok := s.Claim(now, "a", true, w).(Failed)
	if !ok || !f.Final || f.Code != "worker_lost" {
		t.Fatalf("a fourth try: %+v", f)
	}
	if f := Fail(now, 3, false, "x", "", w); !f.Final {
		t.Fatal("the third failure is not the last")
	}
	if f := Fail(now, 1, false, "x", "", w); f.Final || !f.Again.After(now) {
		t.Fatalf("the first failure: %+v", f)
	}
}

func TestID(t *testing.T) {
	a, b := uuid.MustParse("6f1d2c0e-58a7-5f0b-9a3e-7c1b7a11e57c"), uuid.MustParse("6f1d2c0e-58a7-5f0b-9a3e-7c1b7a11e57d")
	if again := ID(a, 0); again != ID(a, 0) || ID(a, 0) == ID(a, 1) || ID(a, 0) == ID(b, 0) || len(ID(a, 0)) != 32 {
		t.Fatal("ids do not follow the command")
	}
}
