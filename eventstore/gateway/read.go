package gateway

import (
	"context"
	"math"
	"strings"
	"time"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// serveRead serves reads and catch-up subscriptions, of one stream or of $all.
func (s *Server) serveRead(stream grpc.ServerStream) error {
	c, err := s.begin(stream, "gateway.read", routeRead)
	if err != nil {
		return c.refused(err)
	}
	if !s.limits.enter(c.principal.ID) {
		return c.refused(fault.New(fault.Throttled, "too many calls run at once"))
	}
	defer s.limits.leave(c.principal.ID)
	var req api.ReadReq
	if err := stream.RecvMsg(&req); err != nil {
		return c.refused(fault.Invalid("request", "cannot be read"))
	}
	r, err := s.newRead(c, req.GetOptions())
	if err != nil {
		return c.refused(err)
	}
	if err := c.record("stream_started", nil); err != nil {
		s.Logger.Warn("audit record failed", "request", c.request, "error", err)
		return c.answer(unready())
	}
	named(stream.Context(), r.kind())
	s.Observer.Running(r.kind(), 1)
	err = c.attend(r)
	s.Observer.Running(r.kind(), -1)
	s.observeRefusal(err)
	if recordErr := c.record("stream_ended", err); recordErr != nil {
		s.Logger.Error("the end of a call was not recorded", "request", c.request, "error", recordErr)
	}
	return c.answer(err)
}

// stopPatience is how long the end of a call waits for what it was doing; a send
// to a client that does not read ends only with the call itself.
const stopPatience = 100 * time.Millisecond

// attend runs r and checks its caller's key meanwhile.
//
// Errors: r's own; errLeft; what check says once the key opens nothing any more;
// fault.StoreUnavailable when the gateway closes.
func (c *call) attend(r *read) error {
	s := c.server
	ctx, cancel := context.WithCancel(c.stream.Context())
	ended := make(chan error, 1)
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		var err error
		defer func() { ended <- s.recovered(recover(), c.route, err) }()
		err = r.run(ctx)
	}()
	recheck := time.NewTicker(s.Recheck)
	defer recheck.Stop()
	for {
		select {
		case err := <-ended:
			cancel()
			if c.stream.Context().Err() != nil {
				return errLeft
			}
			return err
		case <-recheck.C:
			if err := c.recheck(r); err != nil {
				return stop(cancel, ended, err)
			}
		case <-c.stream.Context().Done():
			return stop(cancel, ended, errLeft)
		case <-s.ctx.Done():
			return stop(cancel, ended, fault.New(fault.StoreUnavailable, "the gateway is closing"))
		}
	}
}

// stop ends a run and waits a little for it.
func stop(cancel context.CancelFunc, ended <-chan error, cause error) error {
	cancel()
	patience := time.NewTimer(stopPatience)
	defer patience.Stop()
	select {
	case <-ended:
	case <-patience.C:
	}
	return cause
}

// recheck asks again who holds the key, and what they are granted now.
func (c *call) recheck(r *read) error {
	principal, _, err := c.check()
	if err == nil {
		r.scope.sites.Store(&principal.Sites)
	}
	return err
}

// read is what one call asked for.
type read struct {
	server *Server
	send   func(*api.ReadResp) error
	scope  *scope

	stream    string // "" = $all
	start     place
	subscribe bool
	backwards bool
	left      uint64 // events still to send
	stringIDs bool
}

// place is where a read begins.
type place struct {
	end      bool
	start    bool
	revision uint64
	position event.Position
}

// newRead understands a request.
//
// Errors: fault.InvalidInput; fault.RoleForbidden for system streams.
func (s *Server) newRead(c *call, o *api.ReadReq_Options) (*read, error) {
	f, err := parseFilter(o.GetFilter())
	if err != nil {
		return nil, err
	}
	r := &read{
		server: s, scope: s.scopes.of(c.principal, f), left: o.GetCount(),
		send:      func(m *api.ReadResp) error { return c.stream.SendMsg(m) },
		backwards: o.GetReadDirection() == api.ReadReq_Options_Backwards,
	}
	_, r.subscribe = o.GetCountOption().(*api.ReadReq_Options_Subscription)
	_, r.stringIDs = o.GetUuidOption().GetContent().(*api.ReadReq_Options_UUIDOption_String_)
	if r.subscribe {
		r.left = math.MaxUint64
		if r.backwards {
			return nil, fault.Invalid("read_direction", "a subscription reads forwards only")
		}
	}
	switch target := o.GetStreamOption().(type) {
	case *api.ReadReq_Options_Stream:
		return r, r.ofStream(target.Stream)
	case *api.ReadReq_Options_All:
		r.ofAll(target.All)
		return r, nil
	}
	return nil, fault.Invalid("stream_option", "names neither a stream nor $all")
}

// streamNameMax is what the embedded node takes too.
const streamNameMax = 1024

func (r *read) ofStream(o *api.ReadReq_Options_StreamOptions) error {
	r.stream = string(o.GetStreamIdentifier().GetStreamName())
	switch {
	case r.stream == "" || len(r.stream) > streamNameMax:
		return fault.Invalid("stream_identifier", "needs 1 to %d bytes", streamNameMax)
	case strings.HasPrefix(r.stream, "$"):
		return fault.New(fault.RoleForbidden, "system streams are not shown")
	case r.scope.filter != nil:
		return fault.Invalid("filter", "applies to $all only")
	}
	r.scope.audit = true // by its name, where it is one
	switch v := o.GetRevisionOption().(type) {
	case *api.ReadReq_Options_StreamOptions_Revision:
		r.start.revision = v.Revision
		if v.Revision > math.MaxInt64-1 {
			return fault.Invalid("revision", "is too large")
		}
	case *api.ReadReq_Options_StreamOptions_End:
		r.start.end = true
	default:
		r.start.start = true
	}
	return nil
}

func (r *read) ofAll(o *api.ReadReq_Options_AllOptions) {
	switch v := o.GetAllOption().(type) {
	case *api.ReadReq_Options_AllOptions_Position:
		r.start.position = event.Position{Commit: v.Position.GetCommitPosition(), Prepare: v.Position.GetPreparePosition()}
		r.start.end = r.start.position.Commit == math.MaxUint64
		r.start.start = r.start.position == event.Position{}
	case *api.ReadReq_Options_AllOptions_End:
		r.start.end = true
	default:
		r.start.start = true
	}
}

func (r *read) run(ctx context.Context) error {
	switch {
	case r.stream != "" && r.subscribe:
		return r.subscribeStream(ctx)
	case r.stream != "":
		return r.readStream(ctx)
	case r.subscribe:
		return r.subscribeAll(ctx)
	case r.left == 0:
		return nil
	case r.backwards:
		return r.readAllBackwards(ctx)
	}
	return r.readAll(ctx)
}
