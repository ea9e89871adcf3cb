package node

import (
	"errors"
	"math"
	"sync"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Read serves reads and catch-up subscriptions, of one stream or of $all.
func (s *streamsServer) Read(req *api.ReadReq, call api.Streams_ReadServer) error {
	r, err := s.newReader(req.GetOptions(), call)
	if err == nil {
		err = r.run(req.GetOptions())
		pages.Put(r.page) // nothing that was sent is a view of it
	}
	return s.node.fail(call.Context(), err)
}

// pages are used again by the next call, which would grow one of its own.
var pages = sync.Pool{New: func() any { return new(store.Page) }}

// reader is one running Read call.
type reader struct {
	node      *Node
	call      api.Streams_ReadServer
	encoder   eventEncoder
	page      *store.Page
	filter    *filter
	backwards bool
}

func (s *streamsServer) newReader(o *api.ReadReq_Options, call api.Streams_ReadServer) (*reader, error) {
	if o == nil {
		return nil, invalid("read without options")
	}
	f, err := readFilter(o)
	if err != nil {
		return nil, err
	}
	_, stringIDs := o.GetUuidOption().GetContent().(*api.ReadReq_Options_UUIDOption_String_)
	return &reader{
		node:      s.node,
		page:      pages.Get().(*store.Page),
		call:      call,
		filter:    f,
		backwards: o.GetReadDirection() == api.ReadReq_Options_Backwards,
		encoder:   eventEncoder{store: s.node.store, stringIDs: stringIDs, resolve: o.GetResolveLinks()},
	}, nil
}

func (r *reader) run(o *api.ReadReq_Options) error {
	_, subscribe := o.GetCountOption().(*api.ReadReq_Options_Subscription)
	switch target := o.GetStreamOption().(type) {
	case *api.ReadReq_Options_Stream:
		stream, err := streamName(target.Stream.GetStreamIdentifier())
		if err != nil {
			return err
		}
		switch {
		case r.filter != nil:
			return invalid("a filter applies to $all only")
		case subscribe && r.backwards:
			return invalid("a subscription reads forwards only")
		case subscribe:
			return r.subscribeStream(stream, target.Stream)
		}
		return r.readStream(stream, r.streamFrom(target.Stream), o.GetCount(), o.GetControlOption().GetCompatibility() >= 1)
	case *api.ReadReq_Options_All:
		switch {
		case subscribe && r.backwards:
			return invalid("a subscription reads forwards only")
		case subscribe:
			return r.subscribeAll(target.All)
		}
		return r.readAll(r.allFrom(target.All), o.GetCount())
	}
	return invalid("read names neither a stream nor $all")
}

// streamFrom is inclusive in both directions.
func (r *reader) streamFrom(o *api.ReadReq_Options_StreamOptions) uint64 {
	switch v := o.GetRevisionOption().(type) {
	case *api.ReadReq_Options_StreamOptions_Revision:
		return v.Revision
	case *api.ReadReq_Options_StreamOptions_End:
		return math.MaxUint64
	}
	return 0
}

// allFrom is inclusive forwards and exclusive backwards.
func (r *reader) allFrom(o *api.ReadReq_Options_AllOptions) uint64 {
	switch v := o.GetAllOption().(type) {
	case *api.ReadReq_Options_AllOptions_Position:
		return v.Position.GetCommitPosition()
	case *api.ReadReq_Options_AllOptions_End:
		return positionEnd
	}
	return 0
}

// readStream says where the stream begins and ends to clients that ask for it.
func (r *reader) readStream(stream string, from, count uint64, ends bool) error {
	if id, parked := parkedGroup(stream); parked {
		if found, err := r.readParked(id, from, count); err != nil || found {
			return err
		}
	}
	query := store.StreamQuery{Stream: stream, From: from, Backwards: r.backwards}
	sent := false
	for query.Limit = count; query.Limit > 0; {
		err := r.node.store.ReadStream(r.page, query)
		if errors.Is(err, store.ErrStreamNotFound) {
			return r.call.Send(&api.ReadResp{Content: &api.ReadResp_StreamNotFound_{
				StreamNotFound: &api.ReadResp_StreamNotFound{
					StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(stream)},
				}}})
		}
		if err != nil {
			return err
		}
		sent = sent || len(r.page.Events) > 0
		if err := r.sendEvents(r.page.Events); err != nil {
			return err
		}
		if !r.page.More {
			break
		}
		query.Limit -= uint64(len(r.page.Events))
		query.From = r.page.Next
	}
	if !ends {
		return nil
	}
	return r.sendEnds(stream, from, sent)
}

func (r *reader) sendEnds(stream string, from uint64, sent bool) error {
	last, err := r.node.store.Last(stream)
	if err != nil {
		return err
	}
	if next := last + 1; !sent && !r.backwards && from != next {
		// As in the real server: where a read goes on that has found nothing.
		if err := r.call.Send(&api.ReadResp{Content: &api.ReadResp_FirstStreamPosition{FirstStreamPosition: next}}); err != nil {
			return err
		}
	}
	return r.call.Send(&api.ReadResp{Content: &api.ReadResp_LastStreamPosition{LastStreamPosition: last}})
}

func (r *reader) readAll(from, count uint64) error {
	query := store.AllQuery{From: from, Backwards: r.backwards, Match: r.filter.match(r.call.Context())}
	for query.Limit = count; query.Limit > 0; {
		if err := r.node.store.ReadAll(r.page, query); err != nil {
			return err
		}
		if err := r.sendEvents(r.page.Events); err != nil {
			return err
		}
		if !r.page.More {
			return nil
		}
		if err := r.call.Context().Err(); err != nil { // a page may send nothing
			return err
		}
		query.Limit -= uint64(len(r.page.Events))
		query.From = r.page.Next
	}
	return nil
}

func (r *reader) sendEvents(events []store.Event) error {
	defer func() { r.encoder.space = nil }()
	for i := range events {
		r.encoder.provide(events[i:])
		message, err := r.encoder.encode(&events[i])
		if err != nil {
			return err
		}
		if err := r.call.SendMsg(message); err != nil {
			return err
		}
	}
	return nil
}
