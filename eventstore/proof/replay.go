package proof

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/transparency-dev/merkle/compact"
)

// replay is one tree while its log is read again.
type replay struct {
	name     string
	find     func(Finding)
	edge     *compact.Range
	expected []*expected            // by size; those that agreed are gone
	trails   map[uint64][]*expected // by the size at which they begin

	agreed  int
	stamped int // of those, by an authority
	late    int // of those, long after they say they were signed
	covered uint64
	before  time.Time // of the newest checkpoint that agreed
	first   *leaf     // added since then
	last    leaf
	broken  bool // what follows differs because of what was found

	trail *walk
	doubt *doubt
}

// expected is a checkpoint that a tree has yet to reach.
type expected struct {
	Checkpoint
	head
	stamped time.Time // by an authority; zero = not
}

// leaf is an event as far as findings name it.
type leaf struct {
	hash     Hash
	stream   string
	revision uint64
	typ      string
	id       uuid.UUID
	at       time.Time
	place    int // among all events replayed
}

func (l *leaf) String() string {
	return fmt.Sprintf("%s@%d (%s %s)", l.stream, l.revision, l.typ, l.id)
}

// walk follows a trail whose root was signed.
type walk struct {
	nodes  []compact.NodeID
	hashes []byte
	at     int            // node
	part   *compact.Range // the leaves of that node so far
	first  leaf
}

func (w *walk) hash(i int) Hash { return Hash(w.hashes[i*HashBytes : (i+1)*HashBytes]) }

// doubt is a leaf that is not the one that was signed, until the next one tells
// what has happened to it.
type doubt struct {
	leaf
	walk  *walk
	at    int
	found int // where in the trail its hash stands after all; -1 = nowhere
}

func (t *replay) expect(e *expected) {
	t.expected = append(t.expected, e)
	if len(e.trail) > 0 {
		t.trails[e.from] = append(t.trails[e.from], e)
	}
}

func (t *replay) add(l leaf) {
	if !t.before.IsZero() && !l.at.IsZero() && l.at.Before(t.before.Add(-BackDating)) {
		t.find(Finding{Tree: t.name, Event: l.String(),
			What: fmt.Sprintf("is back-dated: its time is %s, and the checkpoint before it was signed at %s",
				l.at.UTC().Format(time.RFC3339), t.before.UTC().Format(time.RFC3339))})
	}
	if t.doubt != nil {
		t.settle(&l)
	}
	if err := t.edge.Append(l.hash[:], nil); err != nil {
		t.find(Finding{Tree: t.name, Event: l.String(), What: err.Error()})
		t.broken = true
	}
	if t.broken {
		return
	}
	if t.first == nil {
		t.first = &l
	}
	t.last = l
	t.step(&l)
	if !t.broken {
		t.boundary()
	}
}

// step compares a leaf with the trail, as soon as its subtree is whole.
func (t *replay) step(l *leaf) {
	w := t.trail
	if w == nil {
		return
	}
	begin, end := w.nodes[w.at].Coverage()
	if w.part == nil {
		w.part, w.first = ranges.NewEmptyRange(begin), *l
	}
	w.part.Append(l.hash[:], nil)
	if w.part.End() < end {
		return
	}
	at, part := w.at, w.part
	w.at, w.part = w.at+1, nil
	if w.at == len(w.nodes) {
		t.trail = nil
	}
	if Hash(part.Hashes()[0]) == w.hash(at) {
		return
	}
	t.broken = true
	if end-begin > 1 {
		t.find(Finding{Tree: t.name, Event: w.first.String(),
			What: fmt.Sprintf("this event, or one of the %d up to %s, was changed, inserted, moved, or had one dropped before it", end-begin-1, l)})
		return
	}
	t.doubt = &doubt{*l, w, at, t.lookFor(w, at+1, l.hash)}
}

// lookFor finds a hash further on: in the rest of a trail of single leaves, or
// in the trail that follows it.
func (t *replay) lookFor(w *walk, from int, h Hash) int {
	for i := from; i < len(w.nodes) && w.nodes[i].Level == 0; i++ {
		if w.hash(i) == h {
			return i
		}
	}
	_, end := w.nodes[len(w.nodes)-1].Coverage()
	for _, x := range t.trails[end] {
		for i := 0; (i+1)*HashBytes <= len(x.trail); i++ {
			if Hash(x.trail[i*HashBytes:]) == h {
				return len(w.nodes) + i
			}
		}
	}
	return -1
}

// settle says what happened to a leaf in doubt; next is nil at the log's end.
func (t *replay) settle(next *leaf) {
	d := t.doubt
	t.doubt = nil
	follows := -1 // where the next one was signed
	if next != nil {
		follows = t.lookFor(d.walk, d.at, next.hash)
	}
	var what string
	switch {
	case d.found >= 0 && follows == d.at:
		what = "was moved: it stood after " + next.String()
	case d.found >= 0:
		what = fmt.Sprintf("%d event(s) that stood before it were dropped", d.found-d.at)
	case follows == d.at:
		what = "was inserted: it was not there when the log was signed"
	case follows == d.at+1 || d.at+1 < len(d.walk.nodes):
		what = "is not what was signed: it was changed"
	default:
		// The last event that was signed, and nothing after it tells more.
		what = "is not what was signed: it was changed or inserted, or one before it was dropped"
	}
	t.find(Finding{Tree: t.name, Event: d.String(), What: what})
}

// boundary compares the root with every checkpoint of this size, and takes up
// the trail that leads on from here.
func (t *replay) boundary() {
	size := t.edge.End()
	n := 0
	for n < len(t.expected) && t.expected[n].Size <= size {
		n++
	}
	reached := t.expected[:n]
	t.expected = t.expected[n:]
	for _, x := range reached {
		if root, err := rootOf(t.edge); err != nil || root != x.Root {
			t.mismatch(x)
			return
		}
	}
	for _, x := range reached {
		t.agreed++
		if !x.stamped.IsZero() {
			t.stamped++
			if x.stamped.Sub(x.Time) > LateStamp {
				t.late++
			}
		}
		t.covered, t.first = size, nil
		if x.Time.After(t.before) {
			t.before = x.Time
		}
	}
	if t.trail != nil {
		return
	}
	for _, x := range t.trails[size] {
		if root, err := trailRoot(t.edge, x.Size, x.trail); err == nil && root == x.Root {
			t.trail = &walk{nodes: TrailNodes(size, x.Size), hashes: x.trail}
			break
		}
	}
	delete(t.trails, size)
}

// mismatch names what it can of a tree that is not the one that was signed.
func (t *replay) mismatch(x *expected) {
	t.broken = true
	what := fmt.Sprintf("the first %d events are not those that were signed at %s", x.Size, x.Time.UTC().Format(time.RFC3339))
	if t.covered > 0 && t.covered < x.Size {
		what += fmt.Sprintf(", although the first %d agree with a checkpoint", t.covered)
	}
	f := Finding{Tree: t.name, What: fmt.Sprintf("%s: %s: history was rewritten", x.where, what)}
	if t.first != nil {
		f.Event, f.What = t.first.String(), fmt.Sprintf("this event or a later one, up to %s, is not what was signed (%s: %s)", &t.last, x.where,
			what)
	}
	t.find(f)
}

// end reports checkpoints that cover more than the log holds.
func (t *replay) end() {
	if t.doubt != nil {
		t.settle(nil)
	}
	if t.broken || len(t.expected) == 0 {
		return
	}
	x := t.expected[0]
	t.find(Finding{Tree: t.name, Event: x.where,
		What: fmt.Sprintf("this checkpoint covers %d events of the tree %s, and the log holds %d: the rest was cut off",
			x.Size, t.name, t.edge.End())})
}
