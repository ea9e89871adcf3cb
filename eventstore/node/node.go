package node

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/uuid"
	"google.golang.org/grpc"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

// Errors of Open that an operator must act on; both come wrapped with details.
var (
	// ErrTruncated: acknowledged events are missing from the end of the log.
	ErrTruncated = store.ErrTruncated
	// ErrCorrupt: stored bytes are not what the node wrote.
	ErrCorrupt = store.ErrCorrupt
)

// AppendBytesMax is the default of Options.AppendBytesMax.
const AppendBytesMax = 1 << 20

// Options of a node. Only Dir is required.
type Options struct {
	// Dir holds the log; it is created if missing. One process at a time.
	Dir string

	// Protect reports streams that may not lose events: delete, tombstone, and
	// metadata with $maxCount, $maxAge or $tb are refused on them with
	// PermissionDenied. It is called concurrently. Default: protects nothing.
	Protect func(stream string) bool

	// Logger receives what an operator should see. Default: discards.
	Logger *slog.Logger

	// Observe receives measurements.
	Observe Observer

	// AppendBytesMax bounds one append: the data of its events together, in bytes.
	// Default 1 MiB.
	AppendBytesMax int

	// FreeBytesMin is the disk space below which appends are refused with
	// Unavailable. Default 64 MiB.
	FreeBytesMin uint64

	// FS is the file system, for tests. Default: the operating system's.
	FS vfs.FS
}

// Observer is a set of hooks; each may be nil. They are called on hot paths and
// must return at once.
type Observer struct {
	// Commit is called after each group commit with its events and bytes.
	Commit func(events, bytes int, took time.Duration)
	// Append is called after each append request, from its last message received
	// to its result, failed or not.
	Append func(events int, took time.Duration, err error)
}

// Node is a running log. Its methods may be called concurrently.
type Node struct {
	store      *store.Store
	server     *grpc.Server
	log        *slog.Logger
	protect    func(stream string) bool
	observe    Observer
	appendMax  int
	instanceID uuid.UUID
	groups     *groups

	// ctx ends when the node closes; subscriptions watch it.
	ctx    context.Context
	cancel context.CancelFunc
	here   sync.RWMutex // held by reads of this process

	closeOnce sync.Once
	closeErr  error
}

// Open opens or creates the log in o.Dir. It drops what a crash left
// half-written and verifies the end of the log. Errors wrap ErrTruncated or
// ErrCorrupt where they apply.
func Open(o Options) (*Node, error) {
	if o.Dir == "" {
		return nil, errors.New("node: Options.Dir is empty")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Protect == nil {
		o.Protect = func(string) bool { return false }
	}
	if o.AppendBytesMax == 0 {
		o.AppendBytesMax = AppendBytesMax
	}
	st, err := store.Open(store.Options{
		Dir:     o.Dir,
		FS:      o.FS,
		Logger:  o.Logger,
		MinFree: o.FreeBytesMin,
		Observe: o.Observe.Commit,
	})
	if err != nil {
		return nil, err
	}
	return start(st, o)
}

func start(st *store.Store, o Options) (*Node, error) {
	n := &Node{
		store:      st,
		log:        o.Logger,
		protect:    o.Protect,
		observe:    o.Observe,
		appendMax:  o.AppendBytesMax,
		instanceID: uuid.New(),
	}
	n.ctx, n.cancel = context.WithCancel(context.Background())
	var err error
	if n.groups, err = openGroups(n); err != nil {
		n.cancel()
		return nil, errors.Join(err, st.Close())
	}
	n.server = newServer(n)
	return n, nil
}

// Serve accepts connections on l until the node is closed, and then returns nil.
// It may be called for several listeners, each on a goroutine of its own. It
// closes l.
func (n *Node) Serve(l net.Listener) error {
	err := n.server.Serve(l)
	if errors.Is(err, grpc.ErrServerStopped) {
		return nil
	}
	return err
}

// Failed returns the error after which the node refuses appends, or nil. Reads
// still work; the node must be closed and opened again, usually by restarting the
// process.
func (n *Node) Failed() error { return n.store.Failed() }

// Backup writes a copy of the log, as it is at some moment during the call, to
// dir, which must not exist and should be on the same file system: files that no
// longer change are linked, not copied. Appends go on meanwhile. A node opened on
// the copy numbers on from its end, as if nothing had come after.
func (n *Node) Backup(dir string) error { return n.store.Checkpoint(dir) }

// drainTimeout bounds how long Close waits for calls that are under way.
const drainTimeout = 5 * time.Second

// Close ends subscriptions, lets calls that are under way finish, commits what
// was accepted, and closes the log. Calls that take longer than a few seconds,
// like a read whose client has stopped reading, are cut.
func (n *Node) Close() error {
	n.closeOnce.Do(func() {
		n.cancel()
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			n.server.GracefulStop()
		}()
		select {
		case <-drained:
		case <-time.After(drainTimeout):
			n.server.Stop()
			<-drained
		}
		n.here.Lock() // those that began before ctx ended are short
		defer n.here.Unlock()
		n.groups.close()
		n.closeErr = n.store.Close()
	})
	return n.closeErr
}
