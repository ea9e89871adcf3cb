package node

import (
	"context"
	"slices"
	"strings"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
)

// serverVersion is the EventStoreDB release whose behaviour the node follows.
// Clients parse the first three parts as integers.
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
func supportedMethods(s *grpc.Server) []*serverfeatures.SupportedMethod {
	var methods []*serverfeatures.SupportedMethod
	for service, info := range s.GetServiceInfo() {
		for _, m := range info.Methods {
			methods = append(methods, &serverfeatures.SupportedMethod{
				MethodName:  strings.ToLower(m.Name),
				ServiceName: strings.ToLower(service),
				Features:    methodFeatures(strings.ToLower(service), strings.ToLower(m.Name)),
			})
		}
	}
	slices.SortFunc(methods, func(a, b *serverfeatures.SupportedMethod) int {
		return strings.Compare(a.ServiceName+"/"+a.MethodName, b.ServiceName+"/"+b.MethodName)
	})
	return methods
}

func methodFeatures(service, method string) []string {
	switch {
	case service == "event_store.client.streams.streams" && method == "read":
		return []string{"position", "events"}
	case service == "event_store.client.streams.streams" && method == "batchappend":
		return []string{"deadline_duration"}
	case strings.HasPrefix(service, "event_store.client.persistent_subscriptions.") && method != "restartsubsystem":
		return []string{"stream", "all"}
	}
	return nil
}
