package reactors

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// Source is what reactors need of the log.
type Source interface {
	Subscribe(ctx context.Context, from event.Position, prefixes []string, deliver func(eventstore.Delivery) error) error
}

// Positions is where a forwarder keeps its place; *readmodels.DB is one.
type Positions interface {
	TryForward(ctx context.Context) (release func(), alive func(context.Context) error, ok bool, err error)
	Forwarded(ctx context.Context, target string) (readmodels.Position, error)
	MoveForwarder(ctx context.Context, target string, from, to readmodels.Position) error
}

// Forwarder publishes events as CloudEvents: at least once, and in order within
// a stream. A batch is published by stream, several streams at a time, one event
// of a stream after the other; the stored position moves when all of the batch
// are acknowledged.
type Forwarder struct {
	Source    Source
	Positions Positions
	Broker    Broker
	Prefixes  []string // of the streams to forward
	Logger    *slog.Logger
	Observe   func(forwarded int, lag time.Duration) // per batch; nil = nobody
	Failed    func()                                 // per publication that failed and is tried again; nil = nobody
	// PassedOver is told of each event that the service did not write; nil = nobody.
	PassedOver func()
}

// Broker is where events go.
type Broker struct {
	Publisher message.Publisher
	Target    string                           // names the broker and topic in stored positions; no credentials
	Topic     func(stream event.Stream) string // of an event's stream
	Close     func() error                     // the publisher and its connections
}

const (
	forwardBatch   = 512
	forwardStreams = 16 // published at a time
)

// Run forwards whenever this process holds the lock, until ctx ends.
func (f *Forwarder) Run(ctx context.Context) {
	const pause = 500 * time.Millisecond
	for ctx.Err() == nil {
		if err := f.lead(ctx); err != nil && ctx.Err() == nil {
			f.Logger.Warn("forwarding interrupted; trying again", "error", err)
		}
		wait(ctx, pause)
	}
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// lead takes the lock and forwards until something fails.
func (f *Forwarder) lead(ctx context.Context) error {
	release, alive, ok, err := f.Positions.TryForward(ctx)
	if err != nil || !ok {
		return err
	}
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for ctx.Err() == nil {
			wait(ctx, time.Second)
			if err := alive(ctx); err != nil {
				cancel(fmt.Errorf("reactors: lost the forwarder's lock: %w", err))
			}
		}
	}()
	at, err := f.Positions.Forwarded(ctx, f.Broker.Target)
	if err != nil {
		return err
	}
	err = f.feed(ctx, at)
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// feed subscribes from where the target stands and forwards batch after batch.
func (f *Forwarder) feed(ctx context.Context, at readmodels.Position) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	items := make(chan eventstore.Delivery, forwardBatch)
	ended := make(chan error, 1)
	go func() {
		from := event.Position{Commit: at.Commit, Prepare: at.Prepare}
		ended <- f.Source.Subscribe(ctx, from, f.Prefixes, func(d eventstore.Delivery) error {
			select {
			case items <- d:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	for {
		var batch []eventstore.Delivery
		select {
		case d := <-items:
			batch = append(batch, d)
		case err := <-ended:
			return err
		}
		for more := true; more && len(batch) < forwardBatch; {
			select {
			case d := <-items:
				batch = append(batch, d)
			default:
				more = false
			}
		}
		to, err := f.forward(ctx, at, batch)
		if err != nil {
			return err
		}
		at = to
	}
}

// forward publishes a batch and moves the position behind it.
func (f *Forwarder) forward(ctx context.Context, at readmodels.Position, batch []eventstore.Delivery) (readmodels.Position, error) {
	to := at
	var order []string
	streams := map[string][]*message.Message{}
	topics := map[string]string{}
	var last time.Time
	for _, d := range batch {
		if p := (readmodels.Position{Commit: d.Position.Commit, Prepare: d.Position.Prepare}); p.Commit > to.Commit {
			to = p
		}
		if d.Event == nil {
			continue
		}
		s, ok := event.ParseStream(d.Event.Stream)
		if !ok {
			continue // nothing of the service's
		}
		what, err := f.foreign(ctx, d.Event)
		if err != nil {
			return at, err
		}
		if what != "" {
			f.passOver(d.Event, what)
			continue
		}
		m, err := messageOf(*d.Event)
		if err != nil {
			return at, err
		}
		if streams[d.Event.Stream] == nil {
			order = append(order, d.Event.Stream)
			topics[d.Event.Stream] = f.Broker.Topic(s)
		}
		streams[d.Event.Stream] = append(streams[d.Event.Stream], m)
		last = d.Event.Created
	}
	if err := f.publish(ctx, order, topics, streams); err != nil {
		return at, err
	}
	if to == at {
		return at, nil
	}
	if err := f.Positions.MoveForwarder(ctx, f.Broker.Target, at, to); err != nil {
		return at, err
	}
	if n := countMessages(streams); n > 0 && f.Observe != nil {
		f.Observe(n, time.Since(last))
	}
	return to, nil
}

// foreign is why the service cannot have written an event, "" if it can: a log that knows
// its marks tells forgeries too.
func (f *Forwarder) foreign(ctx context.Context, e *eventstore.Raw) (string, error) {
	if log, ok := f.Source.(interface {
		Foreign(ctx context.Context, raw *eventstore.Raw) (string, error)
	}); ok {
		return log.Foreign(ctx, e)
	}
	return eventstore.Strange(e.Proved()), nil
}

// passOver leaves out what the service did not write: a consumer must not take it for
// ours, and what stands behind it must not wait.
func (f *Forwarder) passOver(e *eventstore.Raw, what string) {
	f.Logger.Error("an event of a damaged stream is not forwarded", "stream", e.Stream, "revision", e.Revision, "position",
		e.Position.Commit, "event", e.ID, "what", what)
	if f.PassedOver != nil {
		f.PassedOver()
	}
}

func countMessages(streams map[string][]*message.Message) (n int) {
	for _, messages := range streams {
		n += len(messages)
	}
	return n
}

// partitionKey is the metadata by which brokers with partitions keep a stream's
// events in order.
const partitionKey = "ce_partitionkey"

func messageOf(e eventstore.Raw) (*message.Message, error) {
	ce, err := CloudEventOf(e)
	if err != nil {
		return nil, err
	}
	body, err := ce.Encode()
	if err != nil {
		return nil, err
	}
	m := message.NewMessage(ce.ID, body)
	m.Metadata.Set("content-type", ContentTypeCloudEvent)
	m.Metadata.Set(partitionKey, e.Stream)
	return m, nil
}

// publish sends each stream's messages one after the other, several streams at a
// time, and returns when all are acknowledged or ctx ends.
func (f *Forwarder) publish(ctx context.Context, order []string, topics map[string]string, streams map[string][]*message.Message) error {
	room := make(chan struct{}, forwardStreams)
	var work sync.WaitGroup
	for _, stream := range order {
		room <- struct{}{}
		work.Go(func() {
			defer func() { <-room }()
			for _, m := range streams[stream] {
				if !f.insist(ctx, topics[stream], m) {
					return
				}
			}
		})
	}
	work.Wait()
	return ctx.Err()
}

// insist publishes one message however long the broker is away; false when ctx
// ended first. Skipping it would break the order of its stream.
func (f *Forwarder) insist(ctx context.Context, topic string, m *message.Message) bool {
	const pauseMax = 5 * time.Second
	for pause := 50 * time.Millisecond; ctx.Err() == nil; pause = min(2*pause, pauseMax) {
		err := f.Broker.Publisher.Publish(topic, m)
		if err == nil {
			return true
		}
		if f.Failed != nil {
			f.Failed()
		}
		f.Logger.Warn("the broker did not take an event; trying again", "event", m.UUID, "topic", topic, "error", err)
		wait(ctx, pause)
	}
	return false
}
