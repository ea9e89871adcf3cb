package gateway

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// fellBehind is of the protocol, and the official clients pass it on; EventStoreDB
// itself (24.10) has it, and does not send it.
var fellBehind = &api.ReadResp{Content: &api.ReadResp_FellBehind_{FellBehind: &api.ReadResp_FellBehind{}}}

var caughtUp = &api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}}

func (r *read) confirm() error {
	return r.send(&api.ReadResp{Content: &api.ReadResp_Confirmation{
		Confirmation: &api.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}})
}

// subscribeStream follows one stream. One that is not the tenant's looks like one
// that has not been written yet.
func (r *read) subscribeStream(ctx context.Context) error {
	if !r.server.scopes.owns(r.scope.tenant, r.stream) {
		if err := r.confirm(); err != nil {
			return err
		}
		if err := r.send(caughtUp); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	}
	from := uint64(0)
	switch {
	case r.start.end:
		last, err := r.server.Store.ReadLast(ctx, r.stream, 1)
		if err != nil {
			return err
		}
		if len(last) == 1 {
			from = last[0].Revision + 1
		}
	case !r.start.start:
		from = r.start.revision + 1
	}
	if err := r.confirm(); err != nil {
		return err
	}
	return r.follow(ctx, feed{
		open: func(ctx context.Context, deliver func(eventstore.Delivery) error) error {
			return r.server.Store.SubscribeStream(ctx, r.stream, from, deliver)
		},
		taken: func(d eventstore.Delivery) {
			if d.Event != nil {
				from = d.Event.Revision + 1
			}
		},
	}, r.deliver(0))
}

func (r *read) subscribeAll(ctx context.Context) error {
	from := r.start.position
	if r.start.end {
		var err error
		if from, _, err = r.server.Store.Head(ctx); err != nil {
			return err
		}
	}
	if err := r.confirm(); err != nil {
		return err
	}
	// Real servers send checkpoints to those who filter.
	every, marks := eventstore.Checkpoints{Window: windowDefault, Multiplier: windowDefault}, 0
	if f := r.scope.filter; f != nil {
		every, marks = f.every, f.every.Window*f.every.Multiplier
	}
	return r.follow(ctx, r.all(from, every), r.deliver(marks))
}

// all is a feed of the tenant's events after a position.
func (r *read) all(from event.Position, every eventstore.Checkpoints) feed {
	return feed{
		open: func(ctx context.Context, deliver func(eventstore.Delivery) error) error {
			return r.server.Store.SubscribeEvery(ctx, every, from, r.scope.prefixes(), deliver)
		},
		taken: func(d eventstore.Delivery) {
			if d.Position != (event.Position{}) {
				from = d.Position
			}
		},
	}
}

// feed is a subscription to the log that can be opened again after what has been
// taken of it.
type feed struct {
	open  func(ctx context.Context, deliver func(eventstore.Delivery) error) error
	taken func(eventstore.Delivery)
}

const (
	// aheadMax is how many items the log may be ahead of the caller.
	aheadMax = 8
	// stallPatience is how long the subscription to the log is kept for a caller
	// who does not read. The transport reads megabytes ahead of it, so it is given
	// up then, and opened again when the caller reads on.
	stallPatience = 500 * time.Millisecond
)

var errStalled = errors.New("gateway: the caller does not read")

// item is what a feed brings; behind stands before what could not be taken in
// time.
type item struct {
	eventstore.Delivery
	behind bool
}

// follow hands the items of a feed to handle, until that fails or ctx ends.
func (r *read) follow(ctx context.Context, f feed, handle func(item) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	items, ended := make(chan item, aheadMax), make(chan error, 1)
	r.server.work.Add(1)
	go func() {
		defer r.server.work.Done()
		ended <- f.run(ctx, items)
	}()
	for {
		select {
		case d := <-items:
			if err := handle(d); err != nil {
				return err
			}
		case err := <-ended:
			return err
		}
	}
}

// run puts what the log brings into items; it ends when ctx does.
func (f feed) run(ctx context.Context, items chan<- item) error {
	for {
		var left eventstore.Delivery
		err := f.open(ctx, func(d eventstore.Delivery) error {
			if d.Event == nil && !d.CaughtUp {
				f.taken(d) // of what others write the caller learns nothing, nor by how long it waits
				return nil
			}
			next := item{Delivery: d}
			select {
			case items <- next:
				f.taken(d)
				return nil
			default:
			}
			patience := time.NewTimer(stallPatience)
			defer patience.Stop()
			select {
			case items <- next:
				f.taken(d)
				return nil
			case <-patience.C:
				left = d
				return errStalled
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		if !errors.Is(err, errStalled) {
			return err
		}
		for _, next := range []item{{behind: true}, {Delivery: left}} {
			select {
			case items <- next:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		f.taken(left)
	}
}

// deliver passes on what a subscription brings. The store resumes subscriptions
// by itself and then catches up once more; of that the caller is not told. Who was
// live and did not read is told of both: FellBehind, and CaughtUp again.
//
// Checkpoints come after every so many of the tenant's own events, shown or not, and
// before the news of having caught up; never of 0. Those of the log itself are not passed
// on: when one comes tells how much others write.
func (r *read) deliver(marks int) func(item) error {
	live, examined := false, 0
	var own event.Position
	mark := func() error {
		if marks == 0 || examined == 0 {
			return nil
		}
		examined = 0
		return r.send(checkpoint(own))
	}
	return func(d item) error {
		switch {
		case d.behind && live:
			live = false
			r.server.Observer.FellBehind()
			return r.send(fellBehind)
		case d.behind:
			return nil
		case d.Event != nil:
			own, examined = d.Position, examined+1
			if err := r.show(d.Event); err != nil || examined < marks {
				return err
			}
			return mark()
		case d.CaughtUp && !live:
			live = true
			return errors.Join(mark(), r.send(caughtUp))
		}
		return nil
	}
}

func checkpoint(p event.Position) *api.ReadResp {
	return &api.ReadResp{Content: &api.ReadResp_Checkpoint_{Checkpoint: &api.ReadResp_Checkpoint{
		CommitPosition: p.Commit, PreparePosition: p.Prepare,
	}}}
}

// encode writes an event as the protocol does.
func (r *read) encode(e *eventstore.Raw) *api.ReadResp {
	id := structuredUUID(e.ID)
	if r.stringIDs {
		id = &shared.UUID{Value: &shared.UUID_String_{String_: e.ID.String()}}
	}
	return &api.ReadResp{Content: &api.ReadResp_Event{Event: &api.ReadResp_ReadEvent{
		Event: &api.ReadResp_ReadEvent_RecordedEvent{
			Id:               id,
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(e.Stream)},
			StreamRevision:   e.Revision,
			PreparePosition:  e.Position.Prepare,
			CommitPosition:   e.Position.Commit,
			// Clients end their process on a creation time that is not a number.
			Metadata:       map[string]string{"type": e.Type, "content-type": e.ContentType, "created": strconv.FormatInt(ticks(e.Created), 10)},
			CustomMetadata: e.Metadata,
			Data:           e.Data,
		},
		Position: &api.ReadResp_ReadEvent_CommitPosition{CommitPosition: e.Position.Commit},
	}}}
}
