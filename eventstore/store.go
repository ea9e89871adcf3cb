package eventstore

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/internal/cluster"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
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
	// Here is the node, whichever runs now, where that is in this process: it is read
	// from without the connection, which all else goes over. nil = it is not.
	Here func() PageReader
}

// PageReader is a node in this process. It hands over each message of a read as it is
// encoded, until one is not taken.
type PageReader interface {
	ReadHere(ctx context.Context, req *api.ReadReq, take func(message []byte) error) error
}

// Store is a connection to the log. It is safe for concurrent use.
type Store struct {
	config Config
	esdb   *esdb.Configuration
	// password is the address's, which the official client forgets where there is no TLS.
	password  string
	members   *cluster.Finder
	reaching  trouble
	whole     trouble // of who reads all streams at once, which is a right of its own
	appending trouble
	drops     atomic.Uint64
	ctx       context.Context // ends with Close
	cancel    context.CancelFunc

	mu      sync.Mutex
	current *connection
	closed  bool
}

// Connect prepares a connection; the log is first reached by the first call.
func Connect(c Config) (*Store, error) {
	url := c.URL
	if c.Socket != "" {
		url = "esdb://localhost:2113?tls=false"
	}
	conf, err := esdb.ParseConnectionString(url)
	if err != nil {
		return nil, fmt.Errorf("eventstore: %s: the address cannot be read: %s", Redacted(url), Redacted(err.Error()))
	}
	if conf.NodePreference != esdb.NodePreferenceLeader {
		return nil, fmt.Errorf("eventstore: nodePreference=%s: only the leader is read from, for what it acknowledged may not be elsewhere yet",
			conf.NodePreference)
	}
	if c.Socket != "" {
		conf.Address = "unix://" + c.Socket
	}
	if c.Deadline == 0 {
		c.Deadline = 5 * time.Second
	}
	conf.MaxDiscoverAttempts, conf.DiscoveryInterval = officialAttempts, int(findPause/time.Millisecond)
	conf.DefaultDeadline = &c.Deadline
	conf.Logger = func(level esdb.LogLevel, format string, args ...any) {
		if c.Logger != nil && level != esdb.LogDebug {
			c.Logger.Debug("event store client", "message", fmt.Sprintf(format, args...))
		}
	}
	s := &Store{config: c, esdb: conf, members: cluster.New(conf), password: passwordOf(url)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Append writes events to the end of a stream, all or none.
func (s *Store) Append(ctx context.Context, stream string, expected Expected, events ...Proposed) (Appended, error) {
	proposed := make([]wire.Proposed, len(events))
	for i, e := range events {
		proposed[i] = wire.Proposed{ID: e.ID, Type: e.Type, ContentType: wire.JSON, Data: e.Data, Metadata: e.Metadata}
	}
	at, err := s.append(ctx, stream, expected, proposed)
	if err == nil && at.Position == (event.Position{}) {
		// A cluster answers an idempotent retry without a position.
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
	if d := conn.direct; d.batch != nil && d.batch.takes(events) {
		at, err := d.batch.append(ctx, deadline, stream, expected.wire, events)
		return at, s.classifyAs(&s.appending, conn, err)
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
	if err = s.classifyAs(&s.appending, conn, err); err != nil {
		return Appended{}, err
	}
	return Appended{r.NextExpectedVersion, event.Position{Commit: r.CommitPosition, Prepare: r.PreparePosition}}, nil
}

// locatePause is between two looks for what was acknowledged.
const locatePause = 20 * time.Millisecond

// locate reads back where an event stands. A server may acknowledge an append
// before its own readers see it, so it is waited for.
func (s *Store) locate(ctx context.Context, stream string, revision uint64) (Appended, error) {
	for begun := time.Now(); ; {
		page, err := s.ReadStream(ctx, stream, revision, 1)
		if err != nil {
			return Appended{}, err
		}
		if len(page) > 0 && page[0].Revision == revision {
			return Appended{revision, page[0].Position}, nil
		}
		if time.Since(begun) > s.config.Deadline {
			return Appended{}, fmt.Errorf("%w: %s@%d was acknowledged and cannot be read", ErrUnavailable, stream, revision)
		}
		select {
		case <-ctx.Done():
			return Appended{}, ctx.Err()
		case <-time.After(locatePause):
		}
	}
}
