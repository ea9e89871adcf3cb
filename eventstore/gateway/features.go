package gateway

import (
	"context"
	"encoding/binary"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
)

// serverVersion is the EventStoreDB release whose behaviour is followed. Clients
// parse the first three parts as integers.
const serverVersion = "24.10.0.0-tallystick"

type featuresServer struct {
	serverfeatures.UnimplementedServerFeaturesServer
	methods []*serverfeatures.SupportedMethod
}

func (f *featuresServer) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	return &serverfeatures.SupportedMethods{Methods: f.methods, EventStoreServerVersion: serverVersion}, nil
}

// supportedMethods lists what is registered, so that nothing is advertised that
// is not there. Names are lower-case, as clients compare them.
func supportedMethods(s *grpc.Server) (methods []*serverfeatures.SupportedMethod) {
	for service, info := range s.GetServiceInfo() {
		for _, m := range info.Methods {
			method := &serverfeatures.SupportedMethod{MethodName: strings.ToLower(m.Name), ServiceName: strings.ToLower(service)}
			if service == readService.ServiceName {
				method.Features = []string{"position", "events"}
			}
			methods = append(methods, method)
		}
	}
	slices.SortFunc(methods, func(a, b *serverfeatures.SupportedMethod) int {
		return strings.Compare(a.ServiceName+"/"+a.MethodName, b.ServiceName+"/"+b.MethodName)
	})
	return methods
}

// gossipServer answers clients that look for a cluster (esdb+discover://).
type gossipServer struct {
	gossip.UnimplementedGossipServer
	instance uuid.UUID
}

func newGossip() *gossipServer { return &gossipServer{instance: uuid.New()} }

// Read answers with a cluster of one: the address by which the caller came, which
// is one that its certificate check has passed.
func (g *gossipServer) Read(ctx context.Context, _ *shared.Empty) (*gossip.ClusterInfo, error) {
	return &gossip.ClusterInfo{Members: []*gossip.MemberInfo{{
		InstanceId:   structuredUUID(g.instance),
		TimeStamp:    ticks(time.Now()),
		State:        gossip.MemberInfo_Leader,
		IsAlive:      true,
		HttpEndPoint: endPoint(ctx),
	}}}, nil
}

func endPoint(ctx context.Context) *gossip.EndPoint {
	if md, ok := metadata.FromIncomingContext(ctx); ok {
		for _, authority := range md.Get(":authority") {
			host, port, err := net.SplitHostPort(authority)
			if n, parseErr := strconv.ParseUint(port, 10, 16); err == nil && parseErr == nil {
				return &gossip.EndPoint{Address: host, Port: uint32(n)}
			}
		}
	}
	if p, ok := peer.FromContext(ctx); ok {
		if tcp, ok := p.LocalAddr.(*net.TCPAddr); ok {
			return &gossip.EndPoint{Address: tcp.IP.String(), Port: uint32(tcp.Port)}
		}
	}
	return &gossip.EndPoint{}
}

func structuredUUID(id uuid.UUID) *shared.UUID {
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

// ticks is how the protocol writes an instant: 100 ns since the Unix epoch.
func ticks(t time.Time) int64 { return t.UnixNano() / 100 }
