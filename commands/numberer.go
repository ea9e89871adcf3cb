package commands

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/eventstore"
)

// Numberer gives documents their numbers. Those that wait for a number of the same
// book are folded into one append. It is safe for concurrent use, and beside other
// nodes: each append names the revision that it was decided on.
type Numberer struct {
	Log Log
	Now func() time.Time

	mu    sync.Mutex
	books map[string]*openBook
}

// openBook is a book as this node last read it.
type openBook struct {
	sync.Mutex // held while the book is read or written
	book       invoicing.Book
	part       invoicing.Part
	revision   uint64
	events     int
	read       bool // part, revision and events are those of book

	queue   sync.Mutex
	waiting []*numberRequest
	busy    bool
}

type numberRequest struct {
	invoicing.Waiting
	since invoicing.Book // no earlier part has its number
	done  chan struct{}
	got   invoicing.Numbered
	err   error
}

func (x *Numberer) open(tenant string, b invoicing.Book) *openBook {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.books == nil {
		x.books = map[string]*openBook{}
	}
	first := b
	first.Part = 1
	key := tenant + "/" + first.StreamID()
	if x.books[key] == nil {
		x.books[key] = &openBook{book: first}
	}
	return x.books[key]
}

// Tail is the newest part of a book, with all that the next number depends on.
func (x *Numberer) Tail(ctx context.Context, tenant string, b invoicing.Book) (invoicing.Book, invoicing.Part, error) {
	o := x.open(tenant, b)
	o.Lock()
	defer o.Unlock()
	if !o.read {
		if err := x.catchUp(ctx, tenant, o); err != nil {
			return b, invoicing.Part{}, storeFault(err)
		}
	}
	return o.book, invoicing.Part{Tail: o.part.Tail, Count: o.part.Count}, nil
}

// catchUp reads the part that o stands at, and those that follow.
func (x *Numberer) catchUp(ctx context.Context, tenant string, o *openBook) error {
	if o.book.Part == 1 && !o.read {
		last, err := x.newest(ctx, tenant, o.book)
		if err != nil {
			return err
		}
		o.book.Part = last
	}
	for {
		part, revision, events, err := x.load(ctx, tenant, o.book)
		if err != nil {
			return err
		}
		o.part, o.revision, o.events, o.read = part, revision, events, true
		if part.Count < invoicing.PartMax {
			return nil
		}
		next, nextRevision, nextEvents, err := x.load(ctx, tenant, o.book.Next())
		if err != nil {
			return err
		}
		if nextEvents == 0 {
			return nil
		}
		o.book, o.part, o.revision, o.events = o.book.Next(), next, nextRevision, nextEvents
	}
}

// newest finds the newest part of a book that this node has not read yet: parts
// begin one after the other, so that it need not look at each.
func (x *Numberer) newest(ctx context.Context, tenant string, b invoicing.Book) (int, error) {
	exists := func(n int) (bool, error) {
		b.Part = n
		_, _, events, err := x.load(ctx, tenant, b)
		return events > 0, err
	}
	low, high := 1, 2
	for {
		ok, err := exists(high)
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		low, high = high, 2*high
	}
	for low+1 < high {
		middle := (low + high) / 2
		ok, err := exists(middle)
		if err != nil {
			return 0, err
		}
		if ok {
			low = middle
		} else {
			high = middle
		}
	}
	return low, nil
}

func (x *Numberer) load(ctx context.Context, tenant string, b invoicing.Book) (p invoicing.Part, revision uint64, events int, err error) {
	history, err := x.Log.Load(ctx, x.stream(tenant, b))
	for _, e := range history {
		p.Evolve(e)
		revision = e.Revision
	}
	return p, revision, len(history), err
}

func (x *Numberer) stream(tenant string, b invoicing.Book) string {
	return event.Stream{Category: invoicing.Books.Name, Tenant: tenant, ID: b.StreamID()}.String()
}

// numberPatience bounds one append of numbers; others wait for it.
const numberPatience = 10 * time.Second

// Take gives a document its number, or tells the one it has.
func (x *Numberer) Take(ctx context.Context, tenant string, s invoicing.State) (invoicing.Numbered, error) {
	o := x.open(tenant, s.Book)
	r := &numberRequest{Waiting: invoicing.Waiting{DocumentID: s.DocumentID, Kind: s.Kind, DraftedOn: s.DraftedOn,
		ContentSHA256: s.ContentSHA256},
		since: s.Book, done: make(chan struct{})}
	o.queue.Lock()
	o.waiting = append(o.waiting, r)
	mine := !o.busy
	o.busy = true
	o.queue.Unlock()
	if mine {
		// Whoever waits must not be left alone because this caller has gone.
		go x.serve(context.WithoutCancel(ctx), tenant, o)
	}
	select {
	case <-r.done:
		return r.got, r.err
	case <-ctx.Done():
		return invoicing.Numbered{}, ctx.Err()
	}
}

// serve answers all that wait, in appends of many, until none does.
func (x *Numberer) serve(ctx context.Context, tenant string, o *openBook) {
	for {
		o.queue.Lock()
		batch := o.waiting
		o.waiting = nil
		if len(batch) == 0 {
			o.busy = false
			o.queue.Unlock()
			return
		}
		o.queue.Unlock()
		bounded, cancel := context.WithTimeout(ctx, numberPatience)
		err := x.numberAll(bounded, tenant, o, batch)
		cancel()
		for _, r := range batch {
			if r.got.Number == "" && r.err == nil {
				if r.err = err; err == nil {
					r.err = fault.New(fault.Internal, "a document was given no number")
				}
			}
			close(r.done)
		}
	}
}

// numberAll appends the numbers of a batch. Where another node was faster, or
// whether an append stands is not known, the book is read again first.
func (x *Numberer) numberAll(ctx context.Context, tenant string, o *openBook, batch []*numberRequest) (err error) {
	o.Lock()
	defer o.Unlock()
	for range attemptsMax {
		if !o.read {
			if err = x.catchUp(ctx, tenant, o); err != nil {
				return err
			}
		}
		var waiting []invoicing.Waiting
		if waiting, err = x.known(ctx, tenant, o, batch); err != nil || len(waiting) == 0 {
			return err
		}
		book, part, expected := o.book, o.part, eventstore.NoStream
		var events []event.Payload
		switch {
		case o.part.Count >= invoicing.PartMax:
			book = o.book.Next()
			events = append(events, invoicing.BookContinued{Book: book, Tail: o.part.Tail})
			part = invoicing.Part{Tail: o.part.Tail}
		case o.events > 0:
			expected = eventstore.Exactly(o.revision)
		}
		for _, n := range book.Take(part, waiting) {
			events = append(events, n)
		}
		at, writeErr := x.Log.Write(ctx, x.stream(tenant, book), expected, event.Metadata{
			CommandID: uuid.Must(uuid.NewV7()), Operation: "invoices.number", Tenant: tenant, Site: book.Site, Principal: "service",
			CorrelationID: book.StreamID(), Schema: 1, Time: x.Now().UTC().Truncate(time.Microsecond),
		}, events)
		if writeErr != nil {
			o.read = false
			if err = writeErr; errors.Is(err, eventstore.ErrWrongRevision) {
				continue
			}
			return err
		}
		if book != o.book {
			o.book, o.part, o.events = book, invoicing.Part{}, 0
		}
		for _, p := range events {
			o.part.Evolve(event.Recorded{Payload: p})
		}
		o.revision, o.events = at.Revision, o.events+len(events)
		_, err = x.known(ctx, tenant, o, batch)
		return err
	}
	return err
}

// known answers those of a batch that have a number, and returns the others.
func (x *Numberer) known(ctx context.Context, tenant string, o *openBook, batch []*numberRequest) (waiting []invoicing.Waiting, err error) {
	earlier := map[int]invoicing.Part{}
	for _, r := range batch {
		n, ok := o.part.Numbers[r.DocumentID]
		for at := r.since; !ok && at.Part < o.book.Part; at = at.Next() {
			if _, read := earlier[at.Part]; !read {
				if earlier[at.Part], _, _, err = x.load(ctx, tenant, at); err != nil {
					return nil, err
				}
			}
			n, ok = earlier[at.Part].Numbers[r.DocumentID]
		}
		if ok {
			r.got = n
		} else {
			waiting = append(waiting, r.Waiting)
		}
	}
	return waiting, nil
}
