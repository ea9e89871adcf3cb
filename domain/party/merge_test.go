package party_test

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/party"
)

// books are the streams of parties, each appended to at an expected length only.
type books map[string][]event.Recorded

func (b books) load(id string) (s party.State) {
	for _, e := range b[id] {
		s = s.Evolve(e)
	}
	return s
}

var errFaster = errors.New("somebody was faster")

func (b books) append(id string, at int, payloads []event.Payload) error {
	if len(b[id]) != at {
		return errFaster
	}
	for _, p := range payloads {
		b[id] = append(b[id], event.Recorded{Payload: p})
	}
	return nil
}

// merging merges a party into another as the service does, handing on to whoever is next
// before each reading and writing; what it comes to is left in end.
func (b books) merging(from, into string, again *int, end *error) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		pause := func() bool { return yield(struct{}{}) }
		claim := func() error {
			for range 5 {
				other := b.load(into)
				if !pause() {
					return errFaster
				}
				out, err := party.ClaimMerge{MergeClaimed: party.MergeClaimed{From: from}, Into: into}.Decide(other)
				if err != nil {
					return err
				}
				if err := b.append(into, other.Events, out); err == nil {
					return nil
				}
			}
			return fault.New(fault.Contended, "")
		}
		once := func() error {
			s := b.load(from)
			if !pause() {
				return errFaster
			}
			out, err := party.Merge{Into: into, Reason: "one"}.Decide(s, b.load(into))
			if err != nil {
				return err
			}
			if err := claim(); err != nil {
				return err
			}
			if !pause() {
				return errFaster
			}
			return b.append(from, s.Events, out)
		}
		for range 5 {
			if *end = once(); !errors.Is(*end, errFaster) || !pause() {
				return
			}
			*again++
		}
	}
}

// Of parties that are merged in a ring at the same moment, in whatever order the log takes
// what each does and wherever some are cut off, never all end merged; and once those that
// were cut off are merged again, none waits for another.
func TestRingsOfMerges(t *testing.T) {
	const seed = 20261126
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	merged, again := 0, 0
	for round := range 5_000 {
		n := 2 + random.IntN(3)
		id := func(i int) string { return fmt.Sprint("p", i%n) }
		b := books{}
		for i := range n {
			b[id(i)] = []event.Recorded{{Payload: party.PartyWritten{PartyID: id(i), Content: sealedName}}}
		}
		ends := make([]error, n)
		next, stop := make([]func() (struct{}, bool), n), make([]func(), n)
		var going []int
		for i := range n {
			next[i], stop[i] = iter.Pull(b.merging(id(i), id(i+1), &again, &ends[i]))
			going = append(going, i)
		}
		for len(going) > 0 {
			at := random.IntN(len(going))
			_, on := next[going[at]]()
			if !on || random.IntN(40) == 0 {
				stop[going[at]]()
				going = append(going[:at], going[at+1:]...)
			}
		}
		for i := range n {
			if b.load(id(i)).MergedInto == "" {
				for range b.merging(id(i), id(i+1), &again, &ends[i]) {
				}
			}
		}
		left := 0
		for i := range n {
			if b.load(id(i)).MergedInto != "" {
				merged++
				continue
			}
			left++
			if f := fault.As(ends[i]); f == nil || len(f.Blockers) != 1 || f.Blockers[0].Code != "party_unknown" {
				t.Fatalf("round %d: %s is not merged: %v", round, id(i), ends[i])
			}
		}
		if left == 0 || left == n {
			t.Fatalf("round %d: %d of a ring of %d are left: %v", round, left, n, b)
		}
	}
	if merged == 0 || again == 0 {
		t.Errorf("%d merged, %d were decided anew: the rounds try too little", merged, again)
	}
	t.Logf("%d merged, %d were decided anew", merged, again)
}
