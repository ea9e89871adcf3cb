package cluster

import (
	"context"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
)

// Of those who are named as leaders the newest view counts; of one moment, the one that most
// name; and whoever did not answer in time comes last, whatever is said of them.
func TestWhoIsTakenForTheLeader(t *testing.T) {
	now := time.Now()
	of := func(leader string, ago time.Duration) view { return view{leader, now.Add(-ago)} }
	for name, x := range map[string]struct {
		views []view
		late  []string
		want  string
	}{
		"nobody is named":                  {[]view{{}, {}}, nil, ""},
		"one view":                         {[]view{of("a", time.Minute)}, nil, "a"},
		"the newest":                       {[]view{of("a", 20*time.Second), of("a", 20*time.Second), of("b", 0)}, nil, "b"},
		"the newest, told in another turn": {[]view{of("b", 0), of("a", 20*time.Second), of("a", 20*time.Second)}, nil, "b"},
		"of one moment the most":           {[]view{of("a", 0), of("b", time.Second), of("b", time.Second)}, nil, "b"},
		"of one moment and as many":        {[]view{of("a", time.Second), of("b", 0)}, nil, "b"},
		"who was late":                     {[]view{of("a", 0), of("a", 0), of("b", 20*time.Second)}, []string{"a"}, "b"},
		"who was late, and nobody else":    {[]view{of("a", 0)}, []string{"a"}, "a"},
		"who were all late":                {[]view{of("a", 20*time.Second), of("b", 0)}, []string{"a", "b"}, "b"},
	} {
		f := New(&esdb.Configuration{})
		for _, address := range x.late {
			f.Late(address)
		}
		if got := f.choose(x.views); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
	}
}

// together is a member that answers when all were asked.
type together struct {
	gossip.UnimplementedGossipServer
	asked, all chan struct{}
}

func (m *together) Read(ctx context.Context, _ *shared.Empty) (*gossip.ClusterInfo, error) {
	m.asked <- struct{}{}
	select {
	case <-m.all:
		return &gossip.ClusterInfo{}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// All members are asked at once: one that hangs keeps nobody from being heard.
func TestAllAreAskedAtOnce(t *testing.T) {
	member := &together{asked: make(chan struct{}, 8), all: make(chan struct{})}
	var addresses []string
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		server := grpc.NewServer()
		gossip.RegisterGossipServer(server, member)
		go server.Serve(l)
		t.Cleanup(server.Stop)
		addresses = append(addresses, l.Addr().String())
	}
	go func() {
		for range addresses {
			<-member.asked
		}
		close(member.all)
	}()
	f := New(&esdb.Configuration{DisableTLS: true, KeepAliveInterval: -1, KeepAliveTimeout: -1})
	t.Cleanup(f.Close)
	slices.Sort(addresses)
	if views, err := f.ask(t.Context(), addresses); len(views) == 0 {
		t.Error(err)
	}
}
