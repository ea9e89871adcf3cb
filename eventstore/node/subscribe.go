package node

import (
	"errors"
	"math"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// A subscription reads pages from the store until it meets the end, says so, and
// sleeps until a commit wakes it. A commit is only a wake-up: what was committed
// is read from the store, so a subscriber that falls behind costs no memory, and
// misses and repeats nothing.

var (
	caughtUp   = &api.ReadResp{Content: &api.ReadResp_CaughtUp_{CaughtUp: &api.ReadResp_CaughtUp{}}}
	fellBehind = &api.ReadResp{Content: &api.ReadResp_FellBehind_{FellBehind: &api.ReadResp_FellBehind{}}}
)

func isMissing(err error) bool {
	var deleted *store.StreamDeletedError
	return errors.Is(err, store.ErrStreamNotFound) || errors.As(err, &deleted)
}

func (r *reader) subscribeStream(stream string, o *api.ReadReq_Options_StreamOptions) error {
	watcher := r.node.store.Watch(stream)
	defer watcher.Close()
	query := store.StreamQuery{Stream: stream, Limit: math.MaxUint64}
	switch v := o.GetRevisionOption().(type) {
	case *api.ReadReq_Options_StreamOptions_Revision:
		query.From = v.Revision + 1
		if v.Revision == math.MaxUint64 {
			return invalid("subscription from revision %d", v.Revision)
		}
	case *api.ReadReq_Options_StreamOptions_End:
		last, err := r.node.store.Last(stream)
		if err == nil {
			query.From = last + 1
		} else if !errors.Is(err, store.ErrStreamNotFound) {
			return err
		}
	}
	began := false
	return r.follow(watcher, func() (more bool, err error) {
		err = r.node.store.ReadStream(r.page, query)
		if errors.Is(err, store.ErrStreamNotFound) {
			return false, nil // it may be written one day
		}
		if at, gone := r.node.store.Tombstoned(stream); err != nil && gone && began {
			return false, errors.Join(r.sendAt(at), err) // whoever follows is told
		}
		if err != nil {
			return false, err
		}
		began = true
		query.From = r.page.Next
		return r.page.More, r.sendEvents(r.page.Events)
	})
}

// sendAt sends the event at a position.
func (r *reader) sendAt(position uint64) (err error) {
	readErr := r.node.store.Event(position, func(e *store.Event) {
		r.encoder.provide([]store.Event{*e})
		var message any
		if message, err = r.encoder.encode(e); err == nil {
			err = r.call.SendMsg(message)
		}
	})
	return errors.Join(readErr, err)
}

func (r *reader) subscribeAll(o *api.ReadReq_Options_AllOptions) error {
	query := store.AllQuery{Limit: math.MaxUint64, Match: r.filter.match(r.call.Context())}
	if r.filter != nil {
		query.MarkEvery = r.filter.interval
	}
	watcher := r.node.store.WatchAll(r.filter.wakes(), query.MarkEvery)
	defer watcher.Close()
	switch v := o.GetAllOption().(type) {
	case *api.ReadReq_Options_AllOptions_Position:
		query.From = v.Position.GetCommitPosition() + 1
		if v.Position.GetCommitPosition() == positionEnd {
			query.From = r.node.store.Head() + 1
		}
	case *api.ReadReq_Options_AllOptions_End:
		query.From = r.node.store.Head() + 1
	}
	return r.follow(watcher, func() (more bool, err error) {
		if err := r.node.store.ReadAll(r.page, query); err != nil {
			return false, err
		}
		query.From = r.page.Next
		if query.MarkEvery > 0 {
			query.MarkSince = (query.MarkSince + r.page.Examined) % query.MarkEvery
		}
		return r.page.More, r.sendMarked()
	})
}

// sendMarked sends a page's events with the checkpoints between them.
func (r *reader) sendMarked() error {
	sent := 0
	for _, m := range r.page.Marks {
		if err := r.sendEvents(r.page.Events[sent:m.After]); err != nil {
			return err
		}
		sent = m.After
		if err := r.call.Send(checkpoint(m.Position)); err != nil {
			return err
		}
	}
	return r.sendEvents(r.page.Events[sent:])
}

func checkpoint(position uint64) *api.ReadResp {
	return &api.ReadResp{Content: &api.ReadResp_Checkpoint_{Checkpoint: &api.ReadResp_Checkpoint{
		CommitPosition: position, PreparePosition: position,
	}}}
}

// follow confirms the subscription and calls advance, which sends one page, for
// ever. A live subscriber for whom one page is not enough has fallen behind.
func (r *reader) follow(watcher *store.Watcher, advance func() (more bool, err error)) error {
	confirmation := &api.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()}
	if err := r.call.Send(&api.ReadResp{Content: &api.ReadResp_Confirmation{Confirmation: confirmation}}); err != nil {
		return err
	}
	live := false
	for {
		more, err := advance()
		if err != nil {
			return err
		}
		if more == live {
			live = !more
			if err := r.call.Send(transition(live)); err != nil {
				return err
			}
		}
		if more {
			if err := r.node.callEnded(r.call.Context().Err()); err != nil {
				return err
			}
			continue
		}
		r.page.Shrink()
		select {
		case <-watcher.C:
		case <-r.call.Context().Done():
			return r.call.Context().Err()
		case <-r.node.ctx.Done():
			return errClosing
		}
	}
}

// callEnded says why a call should stop between two pages, or nil.
func (n *Node) callEnded(callErr error) error {
	if callErr != nil {
		return callErr
	}
	if n.ctx.Err() != nil {
		return errClosing
	}
	return nil
}

func transition(live bool) *api.ReadResp {
	if live {
		return caughtUp
	}
	return fellBehind
}
