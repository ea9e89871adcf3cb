package store

import (
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// State is a small key-value space beside the log, with the same durability. It
// is for what the node must remember that is not an event.
type State struct {
	Key   string
	Value []byte // nil deletes the key
}

// SetState writes entries together and returns when they are durable. Errors:
// ErrFailed, ErrFull, ErrClosed.
func (s *Store) SetState(entries ...State) error {
	return s.submit(&stateOp{entries: entries}, 0)
}

type stateOp struct{ entries []State }

func (op *stateOp) apply(tx *tx) error {
	for _, e := range op.entries {
		if e.Value == nil {
			_ = tx.batch.Delete(stateKey(e.Key), nil) // as for tx.set
		} else {
			tx.set(stateKey(e.Key), e.Value)
		}
	}
	return nil
}

// ScanState returns up to limit entries whose keys start with prefix and are not
// below from, in the order of their keys.
func (s *Store) ScanState(prefix, from string, limit int) ([]State, error) {
	lower := stateKey(max(prefix, from))
	it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: lower, UpperBound: prefixEnd(stateKey(prefix))})
	if err != nil {
		return nil, err
	}
	defer it.Close()
	var entries []State
	for more := it.First(); more && len(entries) < limit; more = it.Next() {
		value, err := it.ValueAndErr()
		if err != nil {
			return nil, err
		}
		entries = append(entries, State{Key: string(it.Key()[1:]), Value: slices.Clone(value)})
	}
	return entries, it.Error()
}

// prefixEnd is the first key behind all that start with prefix; the prefix here
// always starts with a letter, so there is one.
func prefixEnd(prefix []byte) []byte {
	end := slices.Clone(prefix)
	for i := len(end) - 1; ; i-- {
		if end[i] != 0xff {
			end[i]++
			return end[:i+1]
		}
	}
}
