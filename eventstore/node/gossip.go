package node

import (
	"context"
	"net"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc/peer"

	"github.com/tallystick/tallystick/eventstore/node/internal/store"
)

type gossipServer struct {
	gossip.UnimplementedGossipServer
	node *Node
}

// Read answers with a cluster of one live leader: the address the caller already
// reached it by.
func (g *gossipServer) Read(ctx context.Context, _ *shared.Empty) (*gossip.ClusterInfo, error) {
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{{
		InstanceId:   structuredUUID(g.node.instanceID),
		TimeStamp:    store.Ticks(time.Now()),
		State:        gossip.MemberInfo_Leader,
		IsAlive:      true,
		HttpEndPoint: localEndPoint(ctx),
	}}}, nil
}

func localEndPoint(ctx context.Context) *gossip.EndPoint {
	p, ok := peer.FromContext(ctx)
	if !ok || p.LocalAddr == nil {
		return &gossip.EndPoint{}
	}
	if tcp, ok := p.LocalAddr.(*net.TCPAddr); ok {
		return &gossip.EndPoint{Address: tcp.IP.String(), Port: uint32(tcp.Port)}
	}
	return &gossip.EndPoint{Address: p.LocalAddr.String()}
}
