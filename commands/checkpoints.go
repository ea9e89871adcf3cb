package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/proof"
	"github.com/tallystick/tallystick/readmodels"
)

// Checkpoints signs the heads of the log's trees, and proves things by them.
type Checkpoints struct {
	Log interface {
		Log
		ReadStream(ctx context.Context, stream string, from uint64, count int) ([]eventstore.Raw, error)
		ReadLast(ctx context.Context, stream string, count int) ([]eventstore.Raw, error)
		ReadAllBackwards(ctx context.Context, before event.Position, count int) ([]eventstore.Raw, error)
		Decode(ctx context.Context, raw eventstore.Raw) (r event.Recorded, known bool, err error)
	}
	DB     *readmodels.DB
	Signer *proof.Signer // nil = signs nothing; what was signed can still be proved
	Trust  []string      // public keys beside the signer's and those that its rotations vouch for
	Now    func() time.Time
	Logger *slog.Logger
	// Kept and Keep are the copy of each tree's last checkpoint beside the
	// database; nil = none. Kept answers no bytes where there is none.
	Kept func(tree string) ([]byte, error)
	Keep func(tree string, note []byte) error

	publishing sync.Map // tree → *sync.Mutex: two heads of one tree would say the same
	demanded   sync.Map // tree → when a head was last signed on demand
	foreign    sync.Map // heads that were said to be somebody else's
	refused    atomic.Pointer[string]
}

// ErrInconsistent: a tree does not begin with what was signed of it before.
// Nothing is signed for it any more, until a person has found out why.
var ErrInconsistent = errors.New("commands: the log is not consistent with its last checkpoint")

// Refused says why nothing is signed for a tree, or "".
func (x *Checkpoints) Refused() string {
	if s := x.refused.Load(); s != nil {
		return *s
	}
	return ""
}

// roundPatience bounds the wait for the read model within a round.
const roundPatience = 5 * time.Second

// begin returns the time of a round, after which the trees have caught up with
// the log: an event that a head of this round does not cover was appended later
// than that. Trees that are being rebuilt would say otherwise.
func (x *Checkpoints) begin(ctx context.Context) (time.Time, error) {
	now := x.Now().UTC().Truncate(time.Microsecond)
	if why, err := x.DB.Held(ctx); err != nil || why != "" {
		return now, errors.Join(err, fault.New(fault.LogDiffers, "%s", why))
	}
	head, err := x.newest(ctx)
	if err != nil {
		return now, storeFault(err)
	}
	return now, x.reach(ctx, head, roundPatience)
}

// CaughtUp waits until the read models stand where the log ended when it was asked:
// what is decided for good must not rest on less.
func (x *Checkpoints) CaughtUp(ctx context.Context) error {
	head, err := x.newest(ctx)
	if err != nil {
		return storeFault(err)
	}
	return x.reach(ctx, head, roundPatience)
}

// searchMax is how far back newest looks: further than a filtered subscription
// goes without saying where it stands.
const searchMax = 16384

// newest is the position of the last event that projections are shown. A
// server's own events may stand after it, for which their positions need not
// move.
func (x *Checkpoints) newest(ctx context.Context) (event.Position, error) {
	var before event.Position
	for seen, page := 0, 1; seen < searchMax; page = 512 {
		events, err := x.Log.ReadAllBackwards(ctx, before, page)
		if err != nil || len(events) == 0 {
			return event.Position{}, err
		}
		for _, e := range events {
			if eventstore.Registry.Registered(e.Stream) {
				return e.Position, nil
			}
		}
		before = events[len(events)-1].Position
		seen += len(events)
	}
	return before, nil // what is older, if anything, was passed when this is
}

// reach waits until the read models stand at a position.
func (x *Checkpoints) reach(ctx context.Context, at event.Position, patience time.Duration) error {
	return x.DB.AwaitFor(ctx, patience, readmodels.Position{Commit: at.Commit, Prepare: at.Prepare})
}

// publish signs one head and appends it.
func (x *Checkpoints) publish(ctx context.Context, keys *proof.Keyring, t readmodels.ProofTree, now time.Time) (event.Position, error) {
	one, _ := x.publishing.LoadOrStore(t.Tree, new(sync.Mutex))
	one.(*sync.Mutex).Lock()
	defer one.(*sync.Mutex).Unlock()
	head := proof.Checkpoint{Log: x.Signer.Log(), Tree: t.Tree, Size: uint64(t.Size), Root: proof.Hash(t.Root), Time: now}
	last, err := x.lastSigned(ctx, keys, head)
	if err != nil {
		return event.Position{}, err
	}
	if head.Size == last.Size {
		return event.Position{}, nil // another process was faster
	}
	if head.Time.Before(last.Time) {
		head.Time = last.Time // a clock was set back; checkpoints do not
	}
	note, err := x.Signer.Sign(head.Tree, head.Size, head.Root, head.Time)
	if err != nil {
		return event.Position{}, err
	}
	tiles, err := x.tiles(ctx, t.Tree, proof.TilesOf(proof.TrailNodes(last.Size, head.Size)))
	if err != nil {
		return event.Position{}, err
	}
	trail, err := tiles.Trail(last.Size, head.Size)
	if err != nil {
		return event.Position{}, err
	}
	at, err := x.append(ctx, head.Time, checkpoint.Stream(head.Tree, head.Time), head.Origin()+"\x00"+strconv.FormatUint(head.Size, 10),
		checkpoint.Published{Tree: head.Tree, Size: head.Size, Root: head.Root[:], Note: string(note), From: last.Size, Trail: trail})
	if err != nil {
		return event.Position{}, err
	}
	if x.Keep != nil {
		err = x.Keep(head.Tree, note)
	}
	return at, err
}

// lastSigned returns the newest checkpoint of a tree, after proving that the
// tree still begins with it and with the copy that was kept.
func (x *Checkpoints) lastSigned(ctx context.Context, keys *proof.Keyring, head proof.Checkpoint) (last proof.Checkpoint, err error) {
	var notes [][]byte
	row, foreign, _, err := x.signed(keys, head.Tree, x.latest(ctx, head.Tree))
	if err != nil {
		return last, err
	}
	if row != nil {
		notes = append(notes, []byte(row.Note))
	} else if foreign != nil {
		if known, err := x.keysInOrder(ctx, keys); err != nil || !known {
			return last, errors.Join(err, fmt.Errorf("%w: no checkpoint of %s is signed by a known key", ErrInconsistent, head.Tree))
		}
	}
	if x.Kept != nil {
		kept, err := x.Kept(head.Tree)
		if err != nil {
			return last, err
		}
		if len(kept) > 0 {
			notes = append(notes, kept)
		}
	}
	for i, note := range notes {
		c, _, err := keys.Open(note)
		if err != nil {
			return last, fmt.Errorf("%w: the last checkpoint is not signed by a known key: %v", ErrInconsistent, err)
		}
		if c.Origin() != head.Origin() {
			return last, fmt.Errorf("%w: the last checkpoint is of %s, and the key is for %s", ErrInconsistent, c.Origin(), head.Origin())
		}
		if err := x.consistent(ctx, c, head); err != nil {
			return last, err
		}
		if i == 0 && row != nil {
			last = c
		}
	}
	return last, nil
}

// consistent proves that the tree of head begins with that of c.
func (x *Checkpoints) consistent(ctx context.Context, c, head proof.Checkpoint) error {
	if c.Size > head.Size {
		return fmt.Errorf("%w: %d events were signed and the log has %d", ErrInconsistent, c.Size, head.Size)
	}
	hashes, err := x.consistency(ctx, head.Tree, c.Size, head.Size)
	if err != nil {
		return err
	}
	if err := proof.VerifyConsistency(c.Size, head.Size, hashes, c.Root, head.Root); err != nil {
		return fmt.Errorf("%w: the first %d events of %s changed: %v", ErrInconsistent, c.Size, head.Tree, err)
	}
	return nil
}

// append writes one event in the service's own name. what makes a repetition
// the same command.
func (x *Checkpoints) append(ctx context.Context, now time.Time, stream, what string, p event.Payload) (event.Position, error) {
	s, _ := event.ParseStream(stream)
	command := checkpointCommand(p, what)
	meta := event.Metadata{
		CommandID: command, Operation: "checkpoints.publish", Tenant: s.Tenant, Principal: "checkpoints", Request: command.String(),
		CorrelationID: command.String(), CausationID: command.String(), Schema: 1, Time: now,
	}
	for range appendAttempts {
		expected, there, err := x.end(ctx, stream, eventstore.EventID(command, stream, 0))
		if err != nil {
			return event.Position{}, storeFault(err)
		}
		if there != nil {
			return there.Position, nil
		}
		at, err := x.Log.Write(ctx, stream, expected, meta, []event.Payload{p})
		if !errors.Is(err, eventstore.ErrWrongRevision) {
			return at.Position, storeFault(err)
		}
	}
	return event.Position{}, behind("other writers to %s were faster", stream)
}

func checkpointCommand(p event.Payload, what string) uuid.UUID {
	return uuid.NewSHA1(commandSpace, []byte(p.EventType()+"\x00"+what))
}

const (
	appendAttempts = 5
	// recentEvents of a stream are searched for one that may have been written
	// before. A server knows repetitions at an exact revision for ever, but those of
	// "any" for as long as its memory reaches.
	recentEvents = 64
)

// end returns what an append to the end of a stream expects, or the event that was
// to be appended, if it stands there already.
func (x *Checkpoints) end(ctx context.Context, stream string, id uuid.UUID) (eventstore.Expected, *eventstore.Raw, error) {
	last, err := x.Log.ReadLast(ctx, stream, recentEvents)
	if err != nil || len(last) == 0 {
		return eventstore.NoStream, nil, err
	}
	for i := range last {
		if last[i].ID == id {
			return eventstore.Expected{}, &last[i], nil
		}
	}
	return eventstore.Exactly(last[0].Revision), nil, nil
}

// Keys returns the public keys of this log: the signer's, those that were told
// to be trusted, and those that rotations in the log vouch for.
func (x *Checkpoints) Keys(ctx context.Context) (*proof.Keyring, error) {
	keys := &proof.Keyring{}
	if x.Signer != nil {
		if err := keys.Trust(x.Signer.PublicKey()); err != nil {
			return nil, err
		}
	}
	for _, public := range x.Trust {
		if err := keys.Trust(public); err != nil {
			return nil, err
		}
	}
	rotations, err := x.Rotations(ctx)
	if err != nil {
		return nil, err
	}
	keys.Follow(rotations...)
	return keys, nil
}

// Rotations returns the notes of all rotations, in order.
func (x *Checkpoints) Rotations(ctx context.Context) (notes [][]byte, err error) {
	events, err := x.Log.Load(ctx, checkpoint.KeyStream)
	if err != nil {
		return nil, storeFault(err)
	}
	for _, e := range events {
		if r, ok := e.Payload.(checkpoint.KeyRotated); ok {
			notes = append(notes, []byte(r.Note))
		}
	}
	return notes, nil
}

// Rotate records that next follows the signer's key.
func (x *Checkpoints) Rotate(ctx context.Context, next *proof.Signer) error {
	now := x.Now().UTC().Truncate(time.Microsecond)
	note, err := x.Signer.Rotate(next, now)
	if err != nil {
		return err
	}
	_, err = x.append(ctx, now, checkpoint.KeyStream, x.Signer.PublicKey()+"\x00"+next.PublicKey(), checkpoint.KeyRotated{Note: string(note)})
	return err
}
