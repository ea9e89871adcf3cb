package node

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/persistent"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

const (
	// messageBytesMax is what official clients accept too. It is above the limit
	// of an append, so that an append that is somewhat too big gets its own error
	// rather than the transport's.
	messageBytesMax = 17 << 20

	callWorkers = 64

	writeBufferBytes = 128 << 10
	readBufferBytes  = 64 << 10

	// Windows of flow control: what a call, and all calls of a connection, may have
	// sent that was not taken. Fixed ones save the pings that would estimate them.
	windowBytes     = 512 << 10
	connWindowBytes = 2 << 20

	// callsPerConnectionMax bounds what one connection can hold open.
	callsPerConnectionMax = 16 << 10
)

func newServer(n *Node) *grpc.Server {
	s := grpc.NewServer(
		grpc.ForceServerCodecV2(wire.Codec()),
		// Big writes for big reads; who is idle has no buffer.
		grpc.WriteBufferSize(writeBufferBytes),
		grpc.SharedWriteBuffer(true),
		grpc.ReadBufferSize(readBufferBytes),
		grpc.InitialWindowSize(windowBytes),
		grpc.InitialConnWindowSize(connWindowBytes),
		grpc.MaxRecvMsgSize(messageBytesMax),
		// Most calls are short; workers keep the stacks that calls have grown.
		// When all are taken, by subscriptions say, calls get goroutines.
		grpc.NumStreamWorkers(callWorkers),
		grpc.MaxConcurrentStreams(callsPerConnectionMax),
		// Official clients ping every ten seconds, even when idle.
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{
			MinTime:             5 * time.Second,
			PermitWithoutStream: true,
		}),
		// Subscriptions of a peer that vanished must not stay for ever.
		grpc.KeepaliveParams(keepalive.ServerParameters{
			Time:    30 * time.Second,
			Timeout: 20 * time.Second,
		}),
		grpc.UnaryInterceptor(n.recoverUnary),
		grpc.StreamInterceptor(n.recoverStream),
	)
	streams.RegisterStreamsServer(s, &streamsServer{node: n})
	persistent.RegisterPersistentSubscriptionsServer(s, &persistentServer{node: n})
	gossip.RegisterGossipServer(s, &gossipServer{node: n})
	serverfeatures.RegisterServerFeaturesServer(s, &featuresServer{methods: supportedMethods(s)})
	return s
}

func (n *Node) recoverUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (_ any, err error) {
	defer func() { err = n.recovered(recover(), info.FullMethod, err) }()
	return next(ctx, req)
}

func (n *Node) recoverStream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) (err error) {
	defer func() { err = n.recovered(recover(), info.FullMethod, err) }()
	return next(srv, stream)
}

// guarded is for goroutines that a call starts.
func (n *Node) guarded(what string, fn func() error) (err error) {
	defer func() { err = n.recovered(recover(), what, err) }()
	return fn()
}

// recovered keeps a bug in one call from ending the process, and says so loudly.
func (n *Node) recovered(p any, method string, err error) error {
	if p == nil {
		return err
	}
	n.log.Error("panic in a call", "method", method, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return status.Error(codes.Internal, "internal error")
}
