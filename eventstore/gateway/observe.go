package gateway

import (
	"context"

	"google.golang.org/grpc/stats"
)

// Observer counts what a gateway does. Its methods are called concurrently.
type Observer interface {
	Connections(change int)              // connections that stand, after their TLS handshake
	Running(kind string, change int)     // calls of a kind, read or subscription, that run
	Sent(kind string, events, bytes int) // to callers: events, or the bytes of messages as they travel
	Refused(code string)                 // calls that did not begin, or were ended, by the code of their fault
	FellBehind()                         // subscriptions that were live and had to catch up again
}

// unobserved counts nothing.
type unobserved struct{}

func (unobserved) Connections(int)       {}
func (unobserved) Running(string, int)   {}
func (unobserved) Sent(string, int, int) {}
func (unobserved) Refused(string)        {}
func (unobserved) FellBehind()           {}

// Kinds of a call that is served.
const (
	kindRead         = "read"
	kindSubscription = "subscription"
)

func (r *read) kind() string {
	if r.subscribe {
		return kindSubscription
	}
	return kindRead
}

// observeRefusal notes how a call was refused; what its caller ended was not.
func (s *Server) observeRefusal(err error) {
	if f := refusalOf(err); f != nil {
		s.Observer.Refused(f.Code.Name())
	}
}

// watch counts connections and the bytes of messages.
type watch struct{ observer Observer }

type callKind struct{}

// TagRPC puts a place into a call's context, where serveRead says its kind.
func (watch) TagRPC(ctx context.Context, _ *stats.RPCTagInfo) context.Context {
	return context.WithValue(ctx, callKind{}, new(string))
}

// named says which kind a call is of.
func named(ctx context.Context, kind string) {
	if place, ok := ctx.Value(callKind{}).(*string); ok {
		*place = kind
	}
}

func (w watch) HandleRPC(ctx context.Context, s stats.RPCStats) {
	out, ok := s.(*stats.OutPayload)
	if !ok {
		return
	}
	// Only serveRead sends, after it has named the kind; other calls have none.
	if place, ok := ctx.Value(callKind{}).(*string); ok && *place != "" {
		w.observer.Sent(*place, 0, out.WireLength)
	}
}

func (watch) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }

func (w watch) HandleConn(_ context.Context, s stats.ConnStats) {
	switch s.(type) {
	case *stats.ConnBegin:
		w.observer.Connections(1)
	case *stats.ConnEnd:
		w.observer.Connections(-1)
	}
}
