package eventstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

var (
	// ErrWrongRevision: the stream is not at the revision that was expected.
	ErrWrongRevision = errors.New("eventstore: wrong expected revision")
	// ErrTooLarge: the append exceeds what the server takes.
	ErrTooLarge = errors.New("eventstore: append too large")
	// ErrUnavailable: the log is out of reach or missed its deadline.
	ErrUnavailable = errors.New("eventstore: log unavailable")
)

// Raw is an event as the log holds it.
type Raw struct {
	Stream      string
	Revision    uint64
	Position    event.Position
	ID          uuid.UUID
	Type        string
	ContentType string
	Data        []byte
	Metadata    []byte
	Created     time.Time // the server's clock; nothing derives from it
}

// Proposed is an event to append; its content type is application/json.
type Proposed struct {
	ID       uuid.UUID
	Type     string
	Data     []byte
	Metadata []byte
}

// Expected is the revision a stream must have for an append.
type Expected struct{ wire wire.Expected }

// The expectations of an append.
var (
	Any      = Expected{wire.Expected{Condition: wire.Any}}
	NoStream = Expected{wire.Expected{Condition: wire.NoStream}}
)

// Exactly expects the last event of the stream to have revision n.
func Exactly(n uint64) Expected {
	return Expected{wire.Expected{Condition: wire.AtRevision, Revision: n}}
}

func (e Expected) revision() esdb.ExpectedRevision {
	switch e.wire.Condition {
	case wire.NoStream:
		return esdb.NoStream{}
	case wire.AtRevision:
		return esdb.Revision(e.wire.Revision)
	}
	return esdb.Any{}
}

// Appended says where an append ended.
type Appended struct {
	Revision uint64 // of its last event
	Position event.Position
}

// Config says where the log is.
type Config struct {
	URL      string        // esdb://…; or, with Socket, ignored
	Socket   string        // path of the embedded node's unix socket
	Deadline time.Duration // of one append or one page of a read; 0 = 5 s
	Logger   *slog.Logger
}

// Store is a connection to the log. It is safe for concurrent use.
type Store struct {
	config Config
	esdb   *esdb.Configuration

	mu      sync.Mutex
	current *connection
	closed  bool
}

// connection is one client and the calls on it. The client must not be closed
// under a call, so whoever drops it waits for them.
type connection struct {
	client *esdb.Client
	calls  sync.WaitGroup
	began  time.Time
	found  chan struct{} // closed once the client has found the server
	direct *direct       // set before found is closed; nil where all calls are the client's
}

// find waits until the client has found the server.
func (c *connection) find(conf *esdb.Configuration) error {
	if _, err := c.client.GetServerVersion(); err != nil {
		return err
	}
	if isSingle(conf) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(conf.GossipTimeout)*time.Second)
		defer cancel()
		var err error
		if c.direct, err = openDirect(ctx, conf); err != nil {
			return err
		}
	}
	close(c.found)
	return nil
}

// close waits for the calls and closes the client. A call may outlive its
// deadline inside the client while that looks for a server that is gone; after
// a while it is left to end by itself.
func (c *connection) close(patience time.Duration) error {
	done := make(chan error, 1)
	go func() {
		c.calls.Wait()
		var err error
		if c.direct != nil {
			err = c.direct.close()
		}
		done <- errors.Join(err, c.client.Close())
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return nil
	}
}

// Connect prepares a connection; the log is first reached by the first call.
func Connect(c Config) (*Store, error) {
	url := c.URL
	if c.Socket != "" {
		url = "esdb://localhost:2113?tls=false"
	}
	conf, err := esdb.ParseConnectionString(url)
	if err != nil {
		return nil, fmt.Errorf("eventstore: %w", err)
	}
	if c.Socket != "" {
		conf.Address = "unix://" + c.Socket
	}
	if c.Deadline == 0 {
		c.Deadline = 5 * time.Second
	}
	// A client whose discovery has failed is dead for good, and calls that wait
	// for it hang for ever: so it never gives up, and is asked for nothing until
	// it has found the server. Calls have deadlines of their own.
	conf.MaxDiscoverAttempts, conf.DiscoveryInterval = math.MaxInt, 100
	conf.DefaultDeadline = &c.Deadline
	conf.Logger = func(level esdb.LogLevel, format string, args ...any) {
		if c.Logger != nil && level != esdb.LogDebug {
			c.Logger.Debug("event store client", "message", fmt.Sprintf(format, args...))
		}
	}
	return &Store{config: c, esdb: conf}, nil
}

// Close ends the connection once the calls in progress have ended, which their
// deadlines bound.
func (s *Store) Close() error {
	s.mu.Lock()
	c := s.current
	s.current, s.closed = nil, true
	s.mu.Unlock()
	if c == nil {
		return nil
	}
	return c.close(s.config.Deadline + time.Second)
}

// searchPatience is how long calls wait for a server that is being looked for;
// after that they fail at once, until it is found.
const searchPatience = time.Second

// enter returns the current connection, making one where there is none, with
// one more call on it; the caller ends that with calls.Done.
func (s *Store) enter(ctx context.Context) (*connection, error) {
	conn, err := s.connection()
	if err != nil {
		return nil, err
	}
	select {
	case <-conn.found:
		return conn, nil
	default:
	}
	wait := time.NewTimer(min(searchPatience-time.Since(conn.began), s.config.Deadline))
	defer wait.Stop()
	select {
	case <-conn.found:
		return conn, nil
	case <-wait.C:
		err = fmt.Errorf("%w: no server found", ErrUnavailable)
	case <-ctx.Done():
		err = fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
	}
	conn.calls.Done()
	return nil, err
}

func (s *Store) connection() (*connection, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("%w: closed", ErrUnavailable)
	}
	if s.current == nil {
		client, err := esdb.NewClient(s.esdb)
		if err != nil {
			return nil, fmt.Errorf("eventstore: %w", err)
		}
		conn := &connection{client: client, began: time.Now(), found: make(chan struct{})}
		conn.calls.Add(1)
		go func() {
			defer conn.calls.Done()
			if err := conn.find(s.esdb); err != nil {
				s.discard(conn)
			}
		}()
		s.current = conn
	}
	s.current.calls.Add(1)
	return s.current, nil
}

// discard drops a client that has lost its server: the next call begins anew.
func (s *Store) discard(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == c {
		s.current = nil
		go c.close(s.config.Deadline)
	}
}

// guarded runs one call of the official client, returning when ctx ends even if
// the client hangs past it.
func guarded[T any](ctx context.Context, conn *connection, call func(context.Context, *esdb.Client) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	conn.calls.Add(1)
	go func() {
		defer conn.calls.Done()
		v, err := call(ctx, conn.client)
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var zero T
		return zero, fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
	}
}

// classify maps the client's errors to this package's.
func (s *Store) classify(c *connection, err error) error {
	if err == nil || errors.Is(err, ErrWrongRevision) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrUnavailable) {
		return err
	}
	var e *esdb.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case esdb.ErrorCodeWrongExpectedVersion:
			return fmt.Errorf("%w: %v", ErrWrongRevision, err)
		case esdb.ErrorCodeConnectionClosed, esdb.ErrorUnavailable:
			s.discard(c)
		}
	} else if statusOf(err) == codes.Unavailable {
		s.discard(c)
	}
	// Oversized appends have no code of the client's own.
	if strings.Contains(err.Error(), "maximum-append-size") || statusOf(err) == codes.InvalidArgument || statusOf(err) == codes.ResourceExhausted {
		return fmt.Errorf("%w: %v", ErrTooLarge, err)
	}
	return fmt.Errorf("%w: %v", ErrUnavailable, err)
}

// statusOf finds the gRPC status in a chain of errors.
func statusOf(err error) codes.Code {
	for ; err != nil; err = errors.Unwrap(err) {
		if s, ok := status.FromError(err); ok {
			return s.Code()
		}
	}
	return codes.Unknown
}

// Append writes events to the end of a stream, all or none.
func (s *Store) Append(ctx context.Context, stream string, expected Expected, events ...Proposed) (Appended, error) {
	proposed := make([]wire.Proposed, len(events))
	for i, e := range events {
		proposed[i] = wire.Proposed{ID: e.ID, Type: e.Type, ContentType: wire.JSON, Data: e.Data, Metadata: e.Metadata}
	}
	at, err := s.append(ctx, stream, expected, proposed)
	if err == nil && at.Position == (event.Position{}) {
		// A cluster may answer an idempotent retry without a position.
		return s.locate(ctx, stream, at.Revision)
	}
	return at, err
}

func (s *Store) append(ctx context.Context, stream string, expected Expected, events []wire.Proposed) (Appended, error) {
	deadline := time.Now().Add(s.config.Deadline)
	if earlier, ok := ctx.Deadline(); ok && earlier.Before(deadline) {
		deadline = earlier
	}
	conn, err := s.enter(ctx)
	if err != nil {
		return Appended{}, err
	}
	defer conn.calls.Done()
	if d := conn.direct; d != nil && d.batch != nil && d.batch.takes(events) {
		at, err := d.batch.append(ctx, deadline, stream, expected.wire, events)
		return at, s.classify(conn, err)
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	r, err := guarded(ctx, conn, func(ctx context.Context, c *esdb.Client) (*esdb.WriteResult, error) {
		data := make([]esdb.EventData, len(events))
		for i, e := range events {
			data[i] = esdb.EventData{EventID: e.ID, EventType: e.Type, ContentType: esdb.ContentTypeBinary, Data: e.Data, Metadata: e.Metadata}
			if e.ContentType == wire.JSON {
				data[i].ContentType = esdb.ContentTypeJson
			}
		}
		return c.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: expected.revision()}, data...)
	})
	if err != nil {
		return Appended{}, s.classify(conn, err)
	}
	return Appended{r.NextExpectedVersion, event.Position{Commit: r.CommitPosition, Prepare: r.PreparePosition}}, nil
}

// locate reads back where an event stands.
func (s *Store) locate(ctx context.Context, stream string, revision uint64) (Appended, error) {
	page, err := s.ReadStream(ctx, stream, revision, 1)
	if err != nil {
		return Appended{}, err
	}
	if len(page) == 0 {
		return Appended{}, fmt.Errorf("%w: %s@%d was acknowledged and is not there", ErrUnavailable, stream, revision)
	}
	return Appended{revision, page[0].Position}, nil
}
