package eventstore

import (
	"context"
	"errors"
	"io"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// ReadStream returns up to count events of a stream, forwards from a revision;
// none when there is no such stream.
func (s *Store) ReadStream(ctx context.Context, stream string, from uint64, count int) ([]Raw, error) {
	return s.read(ctx, query{stream: stream, from: fromHere, revision: from, count: count})
}

// ReadLast returns the last count events of a stream, newest first.
func (s *Store) ReadLast(ctx context.Context, stream string, count int) ([]Raw, error) {
	return s.read(ctx, query{stream: stream, from: fromEnd, backwards: true, count: count})
}

// ReadAll returns up to count events of the whole log, forwards, the event at
// the position included.
func (s *Store) ReadAll(ctx context.Context, from event.Position, count int) ([]Raw, error) {
	q := query{from: fromHere, position: from, count: count}
	if from == (event.Position{}) {
		q.from = fromStart
	}
	return s.read(ctx, q)
}

// Head returns the position of the last event of the log, and false when the
// log is empty.
func (s *Store) Head(ctx context.Context) (event.Position, bool, error) {
	last, err := s.read(ctx, query{from: fromEnd, backwards: true, count: 1})
	if err != nil || len(last) == 0 {
		return event.Position{}, false, err
	}
	return last[0].Position, true, nil
}

// Last returns the position of the last event of some categories, the zero one where
// there is none.
func (s *Store) Last(ctx context.Context, categories ...string) (event.Position, error) {
	q := query{from: fromEnd, backwards: true, count: 1, checkpoints: Checkpoints{Window: 64, Multiplier: 16}}
	for _, c := range categories {
		q.prefixes = append(q.prefixes, c+"-")
	}
	last, err := s.read(ctx, q)
	if err != nil || len(last) == 0 {
		return event.Position{}, err
	}
	return last[0].Position, nil
}

// NoneBetween reports whether the log has come to a position, and holds after another and
// up to it no event of the streams that begin with some prefixes. It reads at most the
// events from the one to the first of those streams.
func (s *Store) NoneBetween(ctx context.Context, after, until event.Position, prefixes []string) (bool, error) {
	q := query{count: 2, prefixes: prefixes, checkpoints: Checkpoints{Window: 64, Multiplier: 16}} // the one at after comes first
	if after != (event.Position{}) {
		q.from, q.position = fromHere, after
	}
	found, err := s.read(ctx, q)
	if err != nil {
		return false, err
	}
	for _, e := range found {
		if after.Less(e.Position) {
			return until.Less(e.Position), nil
		}
	}
	head, any, err := s.Head(ctx)
	return any && !head.Less(until), err
}

func (s *Store) read(ctx context.Context, q query) ([]Raw, error) {
	ctx, cancel := context.WithTimeout(ctx, s.config.Deadline)
	defer cancel()
	conn, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.calls.Done()
	if s.config.Here != nil {
		page, err := q.readHere(ctx, s.config.Here())
		return page, s.classifyRead(q, conn, err)
	}
	found, err := conn.direct.open(ctx, q, false)
	if err != nil {
		return nil, s.classifyRead(q, conn, err)
	}
	page, err := q.collect(found)
	return page, s.classifyRead(q, conn, err)
}

// readHere is collect of a node in this process.
func (q query) readHere(ctx context.Context, node PageReader) (page []Raw, err error) {
	if q.stream == "" {
		page = make([]Raw, 0, min(q.count, pageEvents))
	}
	var items directItems
	err = node.ReadHere(ctx, q.request(false), func(message []byte) error {
		if err := items.response.Decode(message); err != nil || items.response.Kind != wire.Event {
			return err
		}
		page = append(page, Raw{})
		items.fill(&page[len(page)-1])
		return nil
	})
	if err != nil {
		return nil, err
	}
	return page, nil
}

// collect takes what a read yields, and closes it.
func (q query) collect(found *directItems) (page []Raw, err error) {
	defer found.close()
	if q.stream == "" {
		page = make([]Raw, 0, min(q.count, pageEvents)) // streams are short, the log is not
	}
	for len(page) < q.count {
		page = append(page, Raw{})
		d, err := found.next(&page[len(page)-1])
		if err != nil || d.Event == nil {
			page = page[:len(page)-1]
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return page, nil
}
