package proof

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
)

// BackDating is how far an event's time may lie before that of the checkpoint
// that was signed before it: clocks differ, and commands take a moment.
const BackDating = 5 * time.Minute

// TreeOf returns the tree that an event of a stream belongs to; covered is
// false for system streams and whatever else follows another grammar.
func TreeOf(stream string) (tree string, covered bool) {
	s, ok := event.ParseStream(stream)
	if ok && s.Category == checkpoint.Category.Name {
		return TopTree, true
	}
	return s.Tenant, ok
}

// Finding is one thing that is wrong with a log.
type Finding struct {
	Tree  string
	Event string // "case-…@3 (case.opened.v1 0192…)"; "" when no event stands for it
	What  string

	follows bool // from something else that is wrong
}

// String is the finding for a person.
func (f Finding) String() string {
	if f.Event == "" {
		return f.What
	}
	return f.Event + ": " + f.What
}

// Verifier replays a log against checkpoints. First Prepare is told of every
// event, and Expect of the checkpoints that were kept elsewhere; then Begin;
// then Add takes every event again, in the order of the log; then End tells
// what was found.
type Verifier struct {
	Keys *Keyring
	// Covered reports whether a category is in the trees; nil = every one.
	Covered func(category string) bool
	// Foreign says why the service cannot have written an event, "" = it can; nil = it
	// is not asked.
	Foreign func(e *Event) string
	// Stamp reads a time stamp: the SHA-256 of what was stamped, and when; an error
	// where it does not count. nil = time stamps are passed over.
	Stamp func(token []byte) (imprint Hash, at time.Time, err error)

	heads     []head
	stamps    []stamp
	rotations []rotation
	trees     map[string]*replay
	next      map[string]uint64 // revision of a stream's next event
	findings  []Finding
	hasher    Hasher
	outside   int
	rounds    []round
	at        int // events replayed
}

// round is a checkpoint of the top tree, which is signed after all others.
type round struct {
	at   int
	time time.Time
}

// UnsignedFor is how long an event may stand in the log, by the checkpoints
// that follow it there, without one that covers it.
const UnsignedFor = time.Hour

// head is a checkpoint that is not opened yet, and where it was found.
type head struct {
	where string
	note  []byte
	from  uint64 // size at which the trail begins
	trail []byte
}

type rotation struct {
	where string
	note  []byte
}

// Prepare notes checkpoints and rotations; it needs no other events.
func (v *Verifier) Prepare(e *Event) {
	s, ok := event.ParseStream(e.Stream)
	if !ok || s.Category != checkpoint.Category.Name {
		return
	}
	if r, ok := decode[checkpoint.KeyRotated](e); ok {
		v.rotations = append(v.rotations, rotation{name(e), []byte(r.Note)})
	}
	if p, ok := decode[checkpoint.Published](e); ok {
		v.heads = append(v.heads, head{name(e), []byte(p.Note), p.From, p.Trail})
	}
	if p, ok := decode[checkpoint.Stamped](e); ok {
		v.stamps = append(v.stamps, stamp{name(e), p.Token, &p})
	}
}

// decode reads the payload of an event if it is of a type and readable; one
// that is not is found when the log is replayed.
func decode[P event.Payload](e *Event) (p P, ok bool) {
	return p, e.Type == p.EventType() && json.Unmarshal(e.Data, &p) == nil
}

// Expect takes a checkpoint that was kept elsewhere, under a name for people.
func (v *Verifier) Expect(where string, note []byte) {
	v.heads = append(v.heads, head{where: where, note: note})
}

// Begin opens the checkpoints. One that no trusted key signed is a finding.
func (v *Verifier) Begin() {
	v.trees, v.next = map[string]*replay{}, map[string]uint64{}
	notes := make([][]byte, len(v.rotations))
	for i, r := range v.rotations {
		notes[i] = r.note
	}
	v.Keys.Follow(notes...)
	for _, r := range v.rotations {
		if !v.Keys.follow(r.note) {
			v.find(Finding{Tree: TopTree, Event: r.where, What: "this rotation is not signed by a trusted key and by the one that it names"})
		}
	}
	heads := map[Hash][]*expected{}
	for _, h := range v.heads {
		c, _, err := v.Keys.Open(h.note)
		if err != nil {
			v.find(Finding{Event: h.where, What: fmt.Sprintf("this checkpoint cannot be trusted: %v", err)})
			continue
		}
		x := &expected{Checkpoint: c, head: h}
		heads[sha256.Sum256(h.note)] = append(heads[sha256.Sum256(h.note)], x)
		v.tree(c.Tree).expect(x)
	}
	for _, t := range v.trees {
		slices.SortStableFunc(t.expected, func(a, b *expected) int { return cmp.Compare(a.Size, b.Size) })
		t.boundary()
	}
	v.match(heads)
	v.heads, v.rotations, v.stamps = nil, nil, nil
}

func (v *Verifier) tree(name string) *replay {
	t := v.trees[name]
	if t == nil {
		t = &replay{name: name, edge: ranges.NewEmptyRange(0), trails: map[uint64][]*expected{}, find: v.find}
		v.trees[name] = t
	}
	return t
}

func (v *Verifier) find(f Finding) { v.findings = append(v.findings, f) }

// Add replays the next event of the log.
func (v *Verifier) Add(e *Event) {
	s, ok := event.ParseStream(e.Stream)
	if !ok || v.Covered != nil && !v.Covered(s.Category) {
		v.outside++
		return
	}
	v.at++
	name, _ := TreeOf(e.Stream)
	v.follows(e, name)
	if v.Foreign != nil {
		if why := v.Foreign(e); why != "" {
			v.find(Finding{Tree: name, Event: fmt.Sprintf("%s@%d (%s %s)", e.Stream, e.Revision, e.Type, e.ID),
				What: "was not written by the service: it " + why, follows: true})
		}
	}
	if s.Category == checkpoint.Category.Name {
		v.checkHead(e)
	}
	v.tree(name).add(leaf{v.hasher.Hash(e), e.Stream, e.Revision, e.Type, e.ID, timeOf(e), v.at})
}

// timeOf is the time in an event's metadata, zero where there is none.
func timeOf(e *Event) time.Time {
	var meta struct {
		Time time.Time `json:"time"`
	}
	if json.Unmarshal(e.Metadata, &meta) != nil {
		return time.Time{}
	}
	return meta.Time
}

// SiteOf is the site in an event's metadata; ok is false where it cannot be
// read.
func SiteOf(e *Event) (site int64, ok bool) {
	var meta struct {
		Site int64 `json:"site"`
	}
	err := json.Unmarshal(e.Metadata, &meta)
	return meta.Site, err == nil
}

// follows insists that the revisions of a stream have neither gap nor repeat.
func (v *Verifier) follows(e *Event, tree string) {
	want := v.next[e.Stream]
	switch {
	case e.Revision > want:
		v.find(Finding{Tree: tree, Event: fmt.Sprintf("%s@%d", e.Stream, want), What: "is missing; the stream goes on with " + name(e)})
	case e.Revision < want:
		v.find(Finding{Tree: tree, Event: name(e), What: fmt.Sprintf("comes after revision %d of its stream", want-1)})
		return
	}
	v.next[e.Stream] = e.Revision + 1
}

// checkHead insists that a published head says what its note signs, and that
// what it covers stands before it.
func (v *Verifier) checkHead(e *Event) {
	p, ok := decode[checkpoint.Published](e)
	if e.Type != p.EventType() {
		return
	}
	c, err := Head([]byte(p.Note))
	if !ok || err != nil || c.Tree != p.Tree || c.Size != p.Size || string(c.Root[:]) != string(p.Root) {
		v.find(Finding{Tree: TopTree, Event: name(e), What: "is no checkpoint, or not the one that its note signs"})
		return
	}
	if c.Tree == TopTree {
		v.rounds = append(v.rounds, round{v.at, c.Time})
	}
	if have := v.tree(c.Tree).edge.End(); have < c.Size {
		v.find(Finding{Tree: c.Tree, Event: name(e), What: fmt.Sprintf("covers %d events of which %d stand before it", c.Size, have),
			follows: true})
	}
}

// name is an event for a person.
func name(e *Event) string { return fmt.Sprintf("%s@%d (%s %s)", e.Stream, e.Revision, e.Type, e.ID) }

// Summary is what was verified of a tree.
type Summary struct {
	Tree        string
	Events      uint64    // in the log
	Covered     uint64    // of them, by a checkpoint that agreed
	Checkpoints int       // that agreed
	Newest      time.Time // of those
	Stamped     int       // of those, by an authority whose time stamp counts
	StampedLate int       // of those, more than LateStamp after they say they were signed
}

// End tells what was verified, how many events are in no tree, and what was
// found: in the order of the log, but what follows from something else last.
func (v *Verifier) End() (trees []Summary, outside int, findings []Finding) {
	names := make([]string, 0, len(v.trees))
	for name := range v.trees {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t := v.trees[name]
		t.end()
		v.unsigned(t)
		trees = append(trees, Summary{name, t.edge.End(), t.covered, t.agreed, t.before, t.stamped, t.late})
	}
	slices.SortStableFunc(v.findings, func(a, b Finding) int {
		switch {
		case a.follows == b.follows:
			return 0
		case b.follows:
			return -1
		}
		return 1
	})
	return trees, v.outside, v.findings
}

// unsigned reports an event that no checkpoint covers although others were
// signed long after it: every round signs all trees that have grown, so it was
// not there.
func (v *Verifier) unsigned(t *replay) {
	if t.broken || t.first == nil || t.name == TopTree {
		return
	}
	i := slices.IndexFunc(v.rounds, func(r round) bool { return r.at > t.first.place })
	if i < 0 {
		return
	}
	if first, last := v.rounds[i].time, v.rounds[len(v.rounds)-1].time; last.Sub(first) > UnsignedFor {
		v.find(Finding{Tree: t.name, Event: t.first.String(),
			What: fmt.Sprintf("was inserted: no checkpoint of its tree covers it, although others were signed after it from %s to %s",
				first.Format(time.RFC3339), last.Format(time.RFC3339))})
	}
}
