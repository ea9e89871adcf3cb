package gateway

import (
	"slices"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/projections"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"

	"github.com/tallystick/tallystick/domain/fault"
)

// refuse answers every method that is not served.
func (s *Server) refuse(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	c, err := s.begin(stream, "gateway.refuse", recordedRoute(method))
	if c.known() {
		s.drain(stream, method)
	}
	if err == nil {
		err = fault.New(fault.RoleForbidden, "the gateway only reads")
	}
	return c.refused(err)
}

// recordedRoute is a method's path where it is one that clients have; a caller
// chooses no other text of a record.
func recordedRoute(method string) string {
	service, name, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	for _, d := range []*grpc.ServiceDesc{&api.Streams_ServiceDesc, &persistent.PersistentSubscriptions_ServiceDesc,
		&projections.Projections_ServiceDesc} {
		if d.ServiceName != service {
			continue
		}
		if slices.ContainsFunc(d.Methods, func(m grpc.MethodDesc) bool { return m.MethodName == name }) ||
			slices.ContainsFunc(d.Streams, func(m grpc.StreamDesc) bool { return m.StreamName == name }) {
			return method
		}
	}
	switch service {
	case "event_store.client.users.Users", "event_store.client.operations.Operations", "event_store.client.monitoring.Monitoring":
		return "/" + service
	}
	return "unrouted"
}

const (
	routeRead   = "/event_store.client.streams.Streams/Read"
	routeAppend = "/event_store.client.streams.Streams/Append"
)

const (
	// drainedMax and requestPatience bound what is taken of a call before it is
	// refused.
	drainedMax      = 1024
	requestPatience = time.Second
)

// drain takes an append whole, and the first message of other calls: clients that
// are still sending do not see why they are refused. What it leaves ends with the
// call.
func (s *Server) drain(stream grpc.ServerStream, method string) {
	messages := 1
	if method == routeAppend {
		messages = drainedMax
	}
	done := make(chan struct{})
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		defer close(done)
		var message shared.Empty
		for range messages {
			if stream.RecvMsg(&message) != nil {
				return
			}
		}
	}()
	patience := time.NewTimer(requestPatience)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	case <-s.ctx.Done():
	}
}
