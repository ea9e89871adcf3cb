package eventstore

import (
	"context"
	"errors"
	"fmt"
	"io"
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
type Expected struct{ revision esdb.ExpectedRevision }

// The expectations of an append.
var (
	Any      = Expected{esdb.Any{}}
	NoStream = Expected{esdb.NoStream{}}
)

// Exactly expects the last event of the stream to have revision n.
func Exactly(n uint64) Expected { return Expected{esdb.Revision(n)} }

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
}

// close waits for the calls and closes the client. A call may outlive its
// deadline inside the client while that looks for a server that is gone; after
// a while it is left to end by itself.
func (c *connection) close(patience time.Duration) error {
	done := make(chan error, 1)
	go func() {
		c.calls.Wait()
		done <- c.client.Close()
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
	wait := time.NewTimer(searchPatience - time.Since(conn.began))
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
			if _, err := client.GetServerVersion(); err != nil {
				s.discard(conn)
				return
			}
			close(conn.found)
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

// guarded runs one client call, returning when ctx ends even if the client
// hangs past it.
func guarded[T any](ctx context.Context, s *Store, call func(context.Context, *esdb.Client) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	var zero T
	ctx, cancel := context.WithTimeout(ctx, s.config.Deadline)
	defer cancel()
	conn, err := s.enter(ctx)
	if err != nil {
		return zero, err
	}
	done := make(chan outcome, 1)
	go func() {
		defer conn.calls.Done()
		v, err := call(ctx, conn.client)
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.value, s.classify(conn, o.err)
	case <-ctx.Done():
		return zero, fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
	}
}

// classify maps the client's errors to this package's.
func (s *Store) classify(c *connection, err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	var e *esdb.Error
	if errors.As(err, &e) {
		switch e.Code() {
		case esdb.ErrorCodeWrongExpectedVersion:
			return fmt.Errorf("%w: %v", ErrWrongRevision, err)
		case esdb.ErrorCodeResourceNotFound:
			return errNoStream
		case esdb.ErrorCodeConnectionClosed, esdb.ErrorUnavailable:
			s.discard(c)
		}
	}
	// Oversized appends have no code of the client's own.
	if strings.Contains(err.Error(), "maximum-append-size") || statusOf(err) == codes.InvalidArgument || statusOf(err) == codes.ResourceExhausted {
		return fmt.Errorf("%w: %v", ErrTooLarge, err)
	}
	return fmt.Errorf("%w: %v", ErrUnavailable, err)
}

var errNoStream = errors.New("eventstore: no such stream")

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
	data := make([]esdb.EventData, len(events))
	for i, e := range events {
		data[i] = esdb.EventData{
			EventID: e.ID, EventType: e.Type, ContentType: esdb.ContentTypeJson, Data: e.Data, Metadata: e.Metadata,
		}
	}
	opts := esdb.AppendToStreamOptions{ExpectedRevision: expected.revision}
	r, err := guarded(ctx, s, func(ctx context.Context, c *esdb.Client) (*esdb.WriteResult, error) {
		return c.AppendToStream(ctx, stream, opts, data...)
	})
	if err != nil {
		return Appended{}, err
	}
	at := Appended{r.NextExpectedVersion, event.Position{Commit: r.CommitPosition, Prepare: r.PreparePosition}}
	if at.Position == (event.Position{}) {
		// A cluster may answer an idempotent retry without a position.
		return s.locate(ctx, stream, r.NextExpectedVersion)
	}
	return at, nil
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

// ReadStream returns up to count events of a stream, forwards from a revision;
// none when there is no such stream.
func (s *Store) ReadStream(ctx context.Context, stream string, from uint64, count int) ([]Raw, error) {
	return s.read(ctx, count, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadStream(ctx, stream, esdb.ReadStreamOptions{From: esdb.Revision(from)}, uint64(count))
	})
}

// ReadLast returns the last count events of a stream, newest first.
func (s *Store) ReadLast(ctx context.Context, stream string, count int) ([]Raw, error) {
	return s.read(ctx, count, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadStream(ctx, stream, esdb.ReadStreamOptions{From: esdb.End{}, Direction: esdb.Backwards}, uint64(count))
	})
}

// ReadAll returns up to count events of the whole log, forwards, the event at
// the position included.
func (s *Store) ReadAll(ctx context.Context, from event.Position, count int) ([]Raw, error) {
	var start esdb.AllPosition = esdb.Start{}
	if from != (event.Position{}) {
		start = esdb.Position{Commit: from.Commit, Prepare: from.Prepare}
	}
	return s.read(ctx, count, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadAll(ctx, esdb.ReadAllOptions{From: start}, uint64(count))
	})
}

// Head returns the position of the last event of the log, and false when the
// log is empty.
func (s *Store) Head(ctx context.Context) (event.Position, bool, error) {
	last, err := s.read(ctx, 1, func(ctx context.Context, c *esdb.Client) (*esdb.ReadStream, error) {
		return c.ReadAll(ctx, esdb.ReadAllOptions{From: esdb.End{}, Direction: esdb.Backwards}, 1)
	})
	if err != nil || len(last) == 0 {
		return event.Position{}, false, err
	}
	return last[0].Position, true, nil
}

func (s *Store) read(ctx context.Context, count int, open func(context.Context, *esdb.Client) (*esdb.ReadStream, error)) ([]Raw, error) {
	page, err := guarded(ctx, s, func(ctx context.Context, c *esdb.Client) ([]Raw, error) {
		stream, err := open(ctx, c)
		if err != nil {
			return nil, err
		}
		defer stream.Close()
		var page []Raw
		for len(page) < count {
			e, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			page = append(page, rawOf(e.Event))
		}
		return page, nil
	})
	if errors.Is(err, errNoStream) {
		return nil, nil
	}
	return page, err
}

func rawOf(e *esdb.RecordedEvent) Raw {
	return Raw{
		Stream: e.StreamID, Revision: e.EventNumber,
		Position: event.Position{Commit: e.Position.Commit, Prepare: e.Position.Prepare},
		ID:       e.EventID, Type: e.EventType, ContentType: e.ContentType,
		Data: e.Data, Metadata: e.UserMetadata, Created: e.CreatedDate,
	}
}
