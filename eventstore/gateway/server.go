package gateway

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// Directory knows whose a key is.
type Directory interface {
	// Ready is false while a revocation may have been missed.
	Ready() bool
	// Authenticate finds the key and principal of a token; refusal says why it
	// opens nothing, "" when it does.
	Authenticate(token string, now time.Time) (key tenancy.Key, p tenancy.Principal, refusal string)
}

// Recorder makes audit records durable; it returns when they are.
type Recorder interface {
	Record(ctx context.Context, meta event.Metadata, payloads ...event.Payload) error
}

// Options of a gateway; all are required, save where a default is named.
type Options struct {
	Store      *eventstore.Store
	Categories []string // the registered ones
	AuditTypes []string // event types of the audit category
	Directory  Directory
	Recorder   Recorder
	TLS        *tls.Config // with the certificate
	Logger     *slog.Logger
	Now        func() time.Time
	Node       string   // this process, in records of strangers
	Observer   Observer // default: nobody

	Recheck           time.Duration // between two checks of a running call; default 500 ms
	CallsPerPrincipal int           // running at once; default 16
	CallsMax          int           // running at once, of all principals; default 256
}

// Server is a running gateway.
type Server struct {
	Options
	grpc      *grpc.Server
	scopes    *scopes
	strangers *countStrangers
	limits    limits

	ctx    context.Context // ends when the gateway closes
	cancel context.CancelFunc
	work   sync.WaitGroup // goroutines that may outlive their call's handler
	closed sync.Once
}

const (
	// requestBytesMax is above the largest append, which is refused with its own
	// error. Nothing is taken of callers without a key.
	requestBytesMax = 2 << 20

	// callsPerConnectionMax bounds what one connection can hold open.
	callsPerConnectionMax = 128

	handshakePatience = 10 * time.Second
	idleMax           = 15 * time.Minute
)

// New prepares a gateway; Serve starts it.
func New(o Options) *Server {
	if o.Recheck == 0 {
		o.Recheck = 500 * time.Millisecond
	}
	if o.CallsPerPrincipal == 0 {
		o.CallsPerPrincipal = 16
	}
	if o.CallsMax == 0 {
		o.CallsMax = 256
	}
	if o.Observer == nil {
		o.Observer = unobserved{}
	}
	s := &Server{Options: o, scopes: newScopes(o.Categories, o.AuditTypes)}
	s.limits = limits{perPrincipal: o.CallsPerPrincipal, all: o.CallsMax, running: map[string]int{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.strangers = newStrangers(s)
	s.grpc = grpc.NewServer(
		grpc.Creds(credentials.NewTLS(o.TLS)),
		grpc.ConnectionTimeout(handshakePatience),
		grpc.MaxRecvMsgSize(requestBytesMax),
		grpc.MaxConcurrentStreams(callsPerConnectionMax),
		// Official clients ping every ten seconds, even when idle.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
		// Subscriptions of a peer that vanished must not stay for ever.
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: idleMax, Time: 30 * time.Second, Timeout: 20 * time.Second}),
		grpc.StatsHandler(watch{o.Observer}),
		grpc.StreamInterceptor(s.recoverStream),
		grpc.UnaryInterceptor(s.recoverUnary),
		grpc.UnknownServiceHandler(s.refuse),
		grpc.WaitForHandlers(true),
	)
	s.grpc.RegisterService(&readService, s)
	gossip.RegisterGossipServer(s.grpc, newGossip())
	features := &featuresServer{}
	serverfeatures.RegisterServerFeaturesServer(s.grpc, features)
	features.methods = supportedMethods(s.grpc)
	return s
}

// readService is the one method of Streams that is there; the others fall to
// refuse, as methods of unknown services do.
var readService = grpc.ServiceDesc{
	ServiceName: "event_store.client.streams.Streams",
	HandlerType: (*any)(nil),
	Streams: []grpc.StreamDesc{{
		StreamName: "Read", ServerStreams: true,
		Handler: func(srv any, stream grpc.ServerStream) error { return srv.(*Server).serveRead(stream) },
	}},
	Metadata: "streams.proto",
}

// Serve accepts connections on l until the gateway is closed, and then returns
// nil. It closes l.
func (s *Server) Serve(l net.Listener) error {
	err := s.grpc.Serve(l)
	if errors.Is(err, grpc.ErrServerStopped) {
		return nil
	}
	return err
}

// drainPatience bounds how long Close waits for calls that are under way.
const drainPatience = 5 * time.Second

// Close ends all calls, with Unavailable, and waits until their records are
// written. The store and the recorder must still work.
func (s *Server) Close() {
	s.closed.Do(func() {
		s.cancel()
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			s.grpc.GracefulStop()
		}()
		select {
		case <-drained:
		case <-time.After(drainPatience):
			s.grpc.Stop()
			<-drained
		}
		s.strangers.close()
		s.work.Wait()
	})
}

func (s *Server) recoverUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (_ any, err error) {
	defer func() { err = s.recovered(recover(), info.FullMethod, err) }()
	return next(ctx, req)
}

func (s *Server) recoverStream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) (err error) {
	defer func() { err = s.recovered(recover(), info.FullMethod, err) }()
	return next(srv, stream)
}

// recovered keeps a bug in one call from ending the process, and says so.
func (s *Server) recovered(p any, method string, err error) error {
	if p == nil {
		return err
	}
	s.Logger.Error("panic in a call of the gateway", "method", method, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return status.Error(codes.Internal, "internal error")
}

// limits counts running calls.
type limits struct {
	perPrincipal, all int

	mu      sync.Mutex
	total   int
	running map[string]int
}

// enter reports whether one more call of a principal may run; leave ends it.
func (l *limits) enter(principal string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.total >= l.all || l.running[principal] >= l.perPrincipal {
		return false
	}
	l.total++
	l.running[principal]++
	return true
}

func (l *limits) leave(principal string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total--
	if l.running[principal]--; l.running[principal] == 0 {
		delete(l.running, principal)
	}
}
