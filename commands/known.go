package commands

import (
	"context"
	"time"
)

// Known is how far the log was when something was known.
type Known struct {
	At      time.Time // of the last event; clocks of writers differ, so others may bear a later one
	Through int64     // place of the last event: exact
	Leaves  int64     // of the tenant's tree; 0 = an instant was asked for
}

// KnownAt is how far the log was when the tenant's tree had a number of leaves: of any
// stream, also of one that is too long to load, as the record of a day's calls.
//
// Errors: fault.ReadModelBehind where the tree has not so many.
func (x *Checkpoints) KnownAt(ctx context.Context, tenant string, leaves int64) (Known, error) {
	stream, revision, ok, err := x.DB.LeafAt(ctx, tenant, leaves-1)
	if err != nil {
		return Known{}, err
	}
	if ok {
		raws, err := x.Log.ReadStream(ctx, stream, uint64(revision), 1)
		if err != nil {
			return Known{}, storeFault(err)
		}
		if len(raws) == 1 && raws[0].Revision == uint64(revision) {
			e, _, err := x.Log.Decode(ctx, raws[0])
			return Known{e.Meta.Time, int64(raws[0].Position.Commit), leaves}, storeFault(err)
		}
	}
	return Known{}, behind("the tree of the tenant has no such leaf yet")
}
