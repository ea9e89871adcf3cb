package eventstore

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/checkpoint"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// boundary is from where on every event of a log is marked: after the first event of
// checkpoint.MarkStream. A log from before marks has none until an operator begins them.
type boundary struct {
	at     atomic.Pointer[event.Position] // nil = none is known
	looked atomic.Int64                   // when it was looked for, in nanoseconds
	other  atomic.Bool                    // one is there whose mark is of another key
}

// boundaryPeriod is how soon a process learns that marks have begun.
const boundaryPeriod = time.Second

// marked reports whether an event at a position must carry a mark.
func (l *Log) marked(ctx context.Context, at event.Position) (bool, error) {
	if begun := l.bound.at.Load(); begun != nil {
		return begun.Less(at), nil
	}
	now := time.Now().UnixNano()
	before := l.bound.looked.Load()
	if l.Store == nil || now-before < int64(boundaryPeriod) {
		return false, nil
	}
	if err := l.lookForMarks(ctx); err != nil {
		return false, err
	}
	l.bound.looked.CompareAndSwap(before, now)
	begun := l.bound.at.Load()
	return begun != nil && begun.Less(at), nil
}

// lookForMarks notes where the log's marks began, if they did and this codec's key made
// the first of them.
func (l *Log) lookForMarks(ctx context.Context) error {
	first, err := l.ReadStream(ctx, checkpoint.MarkStream, 0, 1)
	if errors.Is(err, ErrStreamGone) || err == nil && len(first) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	begins := l.Begins(first[0].Proved())
	if l.bound.other.Store(!begins); begins {
		l.bound.at.Store(&first[0].Position)
	}
	return nil
}

// Marks reports whether the log's marks have begun, with this codec's key.
func (l *Log) Marks(ctx context.Context) (bool, error) {
	if l.bound.at.Load() == nil {
		if err := l.lookForMarks(ctx); err != nil {
			return false, err
		}
	}
	return l.bound.at.Load() != nil, nil
}

// Marked reports whether the marks are known to have begun.
func (l *Log) Marked() bool { return l.bound.at.Load() != nil }

// OtherMarks reports whether the log's marks are of another key than this one, so that
// they tell nothing here.
func (l *Log) OtherMarks() bool { return l.bound.other.Load() }

// Begins reports whether an event is the one after which every event is marked.
func (c *Codec) Begins(e *proof.Event) bool {
	var m event.Metadata
	return e.Stream == checkpoint.MarkStream && e.Revision == 0 && e.Type == checkpoint.MarksBegun{}.EventType() &&
		decodeMetadata(e.Metadata, &m) == nil && unsound(e.Stream, e.Revision, e.Type, &m) == "" && c.unmarked(e, &m) == ""
}

// BeginMarks has every event from here on marked, unless it is so already. Processes of a
// release that does not mark must have ended: what they append after it is damage.
// Without force it does so only where the log has been written by releases that mark from
// its first event on. It reports whether events are marked now.
func (l *Log) BeginMarks(ctx context.Context, now time.Time, force bool) (begun bool, err error) {
	there, err := l.ReadStream(ctx, checkpoint.MarkStream, 0, 1)
	if err != nil {
		return false, err
	}
	if len(there) > 0 {
		return l.Marks(ctx)
	}
	if !force {
		first, err := l.first(ctx, Registry.Categories())
		if err != nil {
			return false, err
		}
		var m event.Metadata
		if first != nil && (decodeMetadata(first.Metadata, &m) != nil || m.Stands == "") {
			return false, nil
		}
	}
	s, _ := event.ParseStream(checkpoint.MarkStream)
	command, err := uuid.NewV7() // of this log alone: by its events a log is told from another
	if err != nil {
		return false, err
	}
	_, err = l.Write(ctx, checkpoint.MarkStream, NoStream, event.Metadata{CommandID: command, Operation: "log.mark", Tenant: s.Tenant,
		Principal: "log", Time: now.UTC().Truncate(time.Microsecond)}, []event.Payload{checkpoint.MarksBegun{}})
	if err != nil && !errors.Is(err, ErrWrongRevision) { // another process may have been faster
		return false, err
	}
	return l.Marks(ctx)
}

// first is the first event of some categories, nil where there is none.
func (s *Store) first(ctx context.Context, categories []string) (*Raw, error) {
	q := query{count: 1, checkpoints: Checkpoints{Window: 64, Multiplier: 16}}
	for _, c := range categories {
		q.prefixes = append(q.prefixes, c+"-")
	}
	found, err := s.read(ctx, q)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// Judge tells, of the events of a whole log in their order, which the service cannot
// have written. Without a key it tells copies, and with one forgeries too.
type Judge struct {
	Codec *Codec

	Marked    int  // events after the marks began
	OtherKeys bool // the marks are of another key than the codec's, and were not judged

	begun bool
	// Those that are bound to their stream alone, by id, that came last and before those.
	last, former map[uuid.UUID]bool
}

// judgeMemory is how many events bound to their stream alone are remembered, at least:
// a copy of one that is older is told by its time, which lies before heads that were
// signed meanwhile.
const judgeMemory = 1 << 18

// NotOurs is the function of that name, which tells what a log's order tells too.
func (j *Judge) NotOurs(e *proof.Event) string {
	if what := NotOurs(e); what != "" {
		return what
	}
	var m event.Metadata
	if decodeMetadata(e.Metadata, &m) != nil {
		return noMetadata
	}
	if j.begun {
		j.Marked++
		if what := j.Codec.unmarked(e, &m); what != "" {
			return what
		}
	}
	if !j.begun && e.Stream == checkpoint.MarkStream {
		if j.begun = j.Codec.Begins(e); !j.begun {
			j.Codec = &Codec{Registry: j.Codec.Registry}
			j.begun = j.Codec.Begins(e)
			j.OtherKeys = j.begun
		}
	}
	if m.Stands != e.Stream {
		return ""
	}
	if j.last[e.ID] || j.former[e.ID] {
		return "was copied: it stands in its stream already"
	}
	if j.last == nil || len(j.last) >= judgeMemory {
		j.last, j.former = map[uuid.UUID]bool{}, j.last
	}
	j.last[e.ID] = true
	return ""
}

// Foreign is Strange of what a log holds, by its marks too.
func (l *Log) Foreign(ctx context.Context, raw *Raw) (string, error) {
	e := raw.Proved()
	if what := Strange(e); what != "" {
		return what, nil
	}
	marked, err := l.marked(ctx, raw.Position)
	if err != nil || !marked || !Registry.Registered(raw.Stream) {
		return "", err
	}
	var m event.Metadata
	if decodeMetadata(e.Metadata, &m) != nil {
		return noMetadata, nil
	}
	return l.unmarked(e, &m), nil
}
