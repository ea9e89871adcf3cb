package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/packaging/soak"
)

// coveredPlaces are the events that a checkpoint covers.
func (l *logOf) coveredPlaces() (places []int) {
	seen := map[string]uint64{}
	for i, e := range l.events {
		tree, _ := TreeOf(e.Stream)
		if seen[tree]++; seen[tree] <= l.signed[tree] {
			places = append(places, i)
		}
	}
	return places
}

// changed is a copy of a log with one event changed.
func changed(events []*Event, at int, change func(*Event)) []*Event {
	out := append([]*Event(nil), events...)
	e := *out[at]
	e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
	change(&e)
	out[at] = &e
	return out
}

// tampering is everything that may be done to a log, each to be found without a
// checkpoint kept elsewhere.
var tampering = map[string]func(t *rapid.T, l *logOf, at int) []*Event{
	"a flipped bit of the data": func(t *rapid.T, l *logOf, at int) []*Event {
		return changed(l.events, at, func(e *Event) { flip(t, e.Data) })
	},
	"a flipped bit of the metadata": func(t *rapid.T, l *logOf, at int) []*Event {
		return changed(l.events, at, func(e *Event) { flip(t, e.Metadata) })
	},
	"another stream of the tenant": func(t *rapid.T, l *logOf, at int) []*Event {
		return changed(l.events, at, func(e *Event) { e.Stream += "x" })
	},
	"another revision": func(t *rapid.T, l *logOf, at int) []*Event {
		return changed(l.events, at, func(e *Event) { e.Revision += rapid.Uint64Range(1, 9).Draw(t, "more") })
	},
	"a byte moved from data to metadata": func(t *rapid.T, l *logOf, at int) []*Event {
		return changed(l.events, at, func(e *Event) {
			e.Metadata = append(e.Metadata, e.Data[len(e.Data)-1])
			e.Data = e.Data[:len(e.Data)-1]
		})
	},
	"another time": func(t *rapid.T, l *logOf, at int) []*Event {
		return changed(l.events, at, func(e *Event) {
			e.Metadata = []byte(strings.Replace(string(e.Metadata), `"time":"2026`, `"time":"2025`, 1))
		})
	},
	"dropped": func(t *rapid.T, l *logOf, at int) []*Event {
		return append(append([]*Event(nil), l.events[:at]...), l.events[at+1:]...)
	},
	"repeated": func(t *rapid.T, l *logOf, at int) []*Event {
		return append(append([]*Event(nil), l.events[:at+1]...), l.events[at:]...)
	},
	"the log's later part dropped but for its last checkpoints": func(t *rapid.T, l *logOf, at int) []*Event {
		var kept []*Event
		for i, e := range l.events {
			if i < at || e.Type == (checkpoint.Published{}).EventType() {
				kept = append(kept, e)
			}
		}
		if l.events[at].Type == (checkpoint.Published{}).EventType() {
			return nil // what is left out may be what nothing covers yet
		}
		return kept
	},
	"moved behind a later event of its tree": func(t *rapid.T, l *logOf, at int) []*Event {
		tree, _ := TreeOf(l.events[at].Stream)
		var later []int
		for i := at + 1; i < len(l.events); i++ {
			if other, _ := TreeOf(l.events[i].Stream); other == tree {
				later = append(later, i)
			}
		}
		if len(later) == 0 {
			return nil
		}
		to := rapid.SampledFrom(later).Draw(t, "to")
		out := append(append([]*Event(nil), l.events[:at]...), l.events[at+1:to+1]...)
		return append(append(out, l.events[at]), l.events[to+1:]...)
	},
	"two streams that have exchanged their names": func(t *rapid.T, l *logOf, at int) []*Event {
		a := l.events[at].Stream
		b := rapid.SampledFrom(l.events).Draw(t, "other").Stream
		if a == b {
			return nil
		}
		out := append([]*Event(nil), l.events...)
		for i, e := range out {
			switch e.Stream {
			case a:
				out[i] = changed(out[i:i+1], 0, func(e *Event) { e.Stream = b })[0]
			case b:
				out[i] = changed(out[i:i+1], 0, func(e *Event) { e.Stream = a })[0]
			}
		}
		return out
	},
	"a checkpoint's note of another log's key": func(t *rapid.T, l *logOf, at int) []*Event {
		for i, e := range l.events {
			if e.Type != (checkpoint.Published{}).EventType() {
				continue
			}
			return changed(l.events, i, func(e *Event) {
				p, _ := decode[checkpoint.Published](e)
				note, err := signer(t, otherKey).Sign(p.Tree, p.Size, Hash(p.Root), began)
				if err != nil {
					t.Fatal(err)
				}
				p.Note = string(note)
				e.Data, _ = json.Marshal(p)
			})
		}
		return nil
	},
}

func flip(t *rapid.T, b []byte) {
	b[rapid.IntRange(0, len(b)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
}

// Everything that can be done to a covered event is found, with nothing but the
// log and the public key.
func TestTamperingMatrix(t *testing.T) {
	soak.Cases(t, 50, 400)
	for what, tamper := range tampering {
		t.Run(what, func(t *testing.T) {
			done := 0
			rapid.Check(t, func(t *rapid.T) {
				every := rapid.IntRange(4, 40).Draw(t, "every")
				l := makeLog(t, rapid.IntRange(every, 60).Draw(t, "events"), every, rapid.IntRange(1, 9).Draw(t, "streams"))
				events := tamper(t, l, rapid.SampledFrom(l.coveredPlaces()).Draw(t, "at"))
				if events == nil {
					return
				}
				done++
				if _, findings := check(t, events); len(findings) == 0 {
					t.Fatal("nothing was found")
				}
			})
			if done == 0 {
				t.Error("nothing was done")
			}
		})
	}
}

// Any number of bytes changed anywhere in an export are found, or were of no
// meaning: the export still holds the same events. The seed is rapid's, which it
// prints.
func TestFlippedExports(t *testing.T) {
	soak.Cases(t, 100, 1000)
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		l := makeLog(t, rapid.IntRange(20, 50).Draw(t, "events"), 10, 3)
		// What no checkpoint covers yet may be changed unseen: leave it out.
		places := l.coveredPlaces()
		covered := make([]*Event, len(places))
		for i, at := range places {
			covered[i] = l.events[at]
		}
		text, err := MarshalLines(covered)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 64).Draw(t, "bytes") {
			text[rapid.IntRange(0, len(text)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
		}
		var events []*Event
		if err := ReadLines(bytes.NewReader(text), func(e *Event) error { events = append(events, e); return nil }); err != nil {
			found++
			return
		}
		if _, findings := check(t, events, l.notes...); len(findings) > 0 {
			found++
			return
		}
		if len(events) != len(covered) {
			t.Fatalf("%d events of %d pass", len(events), len(covered))
		}
		for i := range events {
			if LeafHash(events[i].Leaf()) != LeafHash(covered[i].Leaf()) {
				t.Fatalf("another event passes: %+v", events[i])
			}
		}
	})
	if found == 0 {
		t.Error("no change was found: the test changes nothing")
	}
}

// An event may be five minutes older than the checkpoint before it, and not more.
func TestBackDating(t *testing.T) {
	for _, x := range []struct {
		before time.Duration
		found  bool
	}{{0, false}, {BackDating, false}, {BackDating + time.Microsecond, true}, {24 * time.Hour, true}} {
		l := makeLog(t, 40, 20, 3)
		signed := l.now
		l.now = signed.Add(-x.before)
		l.append("case-"+tenant+"-0", "case.happened.v1", map[string]any{})
		l.now = signed.Add(time.Minute)
		l.publish(t, tenant)
		l.publish(t, TopTree)
		_, findings := check(t, l.events)
		if x.found != (len(findings) == 1 && strings.Contains(findings[0].What, "is back-dated")) || !x.found && len(findings) > 0 {
			t.Errorf("%s before: %v", x.before, findings)
		}
	}
}

// A history written anew and signed again with the same key agrees with itself.
// Every checkpoint that somebody kept, and covers the change, contradicts it.
func TestRewrittenHistory(t *testing.T) {
	soak.Cases(t, 50, 400)
	rapid.Check(t, func(t *rapid.T) {
		every := rapid.IntRange(8, 30).Draw(t, "every")
		honest := makeLog(t, rapid.IntRange(every, 60).Draw(t, "events"), every, 4)
		again := &logOf{trees: map[string]*forest{}, signed: map[string]uint64{}, next: map[string]uint64{}, signer: honest.signer, now: began}
		places := honest.coveredPlaces()
		at := rapid.SampledFrom(places).Draw(t, "at")
		for honest.events[at].Type == (checkpoint.Published{}).EventType() {
			at-- // a checkpoint is signed anew in any case
		}
		for i, e := range honest.events {
			if e.Type == (checkpoint.Published{}).EventType() {
				p, _ := decode[checkpoint.Published](e)
				again.now = timeOf(e)
				again.publish(t, p.Tree)
				continue
			}
			var data map[string]any
			if err := json.Unmarshal(e.Data, &data); err != nil {
				t.Fatal(err)
			}
			if i == at {
				data["n"] = -1
			}
			again.now = timeOf(e)
			again.append(e.Stream, e.Type, data)
		}
		if _, findings := check(t, again.events); len(findings) > 0 {
			t.Fatalf("the history written anew is not one: %v", findings)
		}
		tree, _ := TreeOf(honest.events[at].Stream)
		for i, note := range honest.notes {
			c, err := Head(note)
			if err != nil {
				t.Fatal(err)
			}
			_, findings := check(t, again.events, note)
			covers := c.Tree == tree && covering(honest, at, c)
			if covers && len(findings) == 0 {
				t.Fatalf("checkpoint %d (%s, %d) was kept and nothing is found", i, c.Tree, c.Size)
			}
		}
	})
}

// covering reports whether a checkpoint's tree holds an event.
func covering(l *logOf, at int, c Checkpoint) bool {
	leaf := uint64(0)
	for _, e := range l.events[:at] {
		if tree, _ := TreeOf(e.Stream); tree == c.Tree {
			leaf++
		}
	}
	return leaf < c.Size
}

// stampsOf stamps every checkpoint of a log a second after it was signed, as
// words that read reads.
func stampsOf(l *logOf, after time.Duration) (events []*Event, read func([]byte) (Hash, time.Time, error)) {
	type word struct {
		Imprint Hash
		At      time.Time
	}
	for _, e := range append([]*Event(nil), l.events...) {
		if e.Type != (checkpoint.Published{}).EventType() {
			continue
		}
		p, _ := decode[checkpoint.Published](e)
		c, _ := Head([]byte(p.Note))
		w := word{Hash(sha256.Sum256([]byte(p.Note))), c.Time.Add(after).Truncate(time.Second)}
		token, _ := json.Marshal(w)
		l.append(checkpoint.Stream(p.Tree, c.Time), "checkpoint.stamped.v1", checkpoint.Stamped{Tree: p.Tree, Size: p.Size, Note: w.Imprint[:],
			Token: token, Time: w.At})
	}
	return l.events, func(token []byte) (Hash, time.Time, error) {
		var w word
		if json.Unmarshal(token, &w) != nil {
			return Hash{}, time.Time{}, errors.New("not signed by the authority")
		}
		return w.Imprint, w.At, nil
	}
}

func TestTimeStamps(t *testing.T) {
	verify := func(events []*Event, read func([]byte) (Hash, time.Time, error), kept ...[]byte) ([]Summary, []Finding) {
		ring := &Keyring{}
		if err := ring.Trust(signer(t, testKey).PublicKey()); err != nil {
			t.Fatal(err)
		}
		v := &Verifier{Keys: ring, Stamp: read}
		for _, e := range events {
			v.Prepare(e)
		}
		for i, token := range kept {
			v.ExpectStamp(fmt.Sprint("kept ", i), token)
		}
		v.Begin()
		for _, e := range events {
			v.Add(e)
		}
		trees, _, findings := v.End()
		return trees, findings
	}
	count := func(trees []Summary) (checkpoints, stamped, late int) {
		for _, s := range trees {
			checkpoints, stamped, late = checkpoints+s.Checkpoints, stamped+s.Stamped, late+s.StampedLate
		}
		return
	}
	events, read := stampsOf(makeLog(t, 40, 20, 3), time.Second)
	trees, findings := verify(events, read)
	if n, stamped, late := count(trees); len(findings) > 0 || n != 6 || stamped != 6 || late != 0 {
		t.Errorf("%d checkpoints, %d stamped, %d late, %v", n, stamped, late, findings)
	}
	late, readLate := stampsOf(makeLog(t, 40, 20, 3), LateStamp+time.Minute)
	trees, findings = verify(late, readLate)
	if _, stamped, late := count(trees); len(findings) > 0 || stamped != 6 || late != 6 {
		t.Errorf("%d stamped, %d late, %v", stamped, late, findings)
	}
	early, readEarly := stampsOf(makeLog(t, 40, 20, 3), -BackDating-time.Minute)
	if _, findings = verify(early, readEarly); len(findings) != 6 || !strings.Contains(findings[0].What, "clock was wrong") {
		t.Errorf("stamped before they were signed: %v", findings)
	}
	first := len(events) - 6
	if events[first].Type != "checkpoint.stamped.v1" {
		t.Fatal(events[first])
	}
	for want, change := range map[string]func(*checkpoint.Stamped){
		"does not count":                      func(p *checkpoint.Stamped) { p.Token = []byte("x") },
		"is of no checkpoint":                 func(p *checkpoint.Stamped) { p.Token = []byte(`{"At":"2026-11-20T09:30:00Z"}`) },
		"does not say what its time stamp":    func(p *checkpoint.Stamped) { p.Size++ },
		"does not say what its time stamp sa": func(p *checkpoint.Stamped) { p.Time = p.Time.Add(time.Second) },
	} {
		bad := changed(events, first, func(e *Event) {
			p, _ := decode[checkpoint.Stamped](e)
			change(&p)
			e.Data, _ = json.Marshal(p)
		})
		if _, findings := verify(bad, read); len(findings) != 1 || !strings.Contains(findings[0].What, want) {
			t.Errorf("%s: %v", want, findings)
		}
	}
	p, _ := decode[checkpoint.Stamped](events[first])
	if _, findings := verify(events, read, p.Token); len(findings) > 0 {
		t.Errorf("a stamp that was kept: %v", findings)
	}
	if _, findings := verify(events, read, []byte(`{"At":"2026-11-20T09:30:00Z"}`)); len(findings) != 1 {
		t.Errorf("a kept stamp of something else: %v", findings)
	}
	if trees, findings := verify(events, nil); len(findings) > 0 {
		t.Errorf("unread: %v", findings)
	} else if _, stamped, _ := count(trees); stamped != 0 {
		t.Errorf("%d unread stamps count", stamped)
	}
}
