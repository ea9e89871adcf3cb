package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// Strict is a double of a cluster of real servers: members that share one log and
// are as unforgiving as EventStoreDB was seen to be. A BatchAppend call that is
// half-closed ends with its next answer; an empty correlation id is refused; a
// follower refuses what requires the leader and names it, and answers the rest from
// what it has so far; a member can be made to see late what was acknowledged, and
// to hang with its sockets open.
type Strict struct {
	Members []*Member

	security *security // nil = no users, no TLS

	mu     sync.Mutex
	leader int
	since  time.Time // when it began to lead
	seen   []Call

	refusal error  // what calls are answered with, nil = as usual
	refused string // beginning of the methods that are
	busy    int    // events after which a subscription is ended, 0 = never
	between uint64 // a place of the log within an event, 0 = none
}

// Call is a call that a member was asked for.
type Call struct {
	Member int
	Method string
	Header metadata.MD
}

// Member is one server of a Strict.
type Member struct {
	cluster *Strict
	number  int
	address *net.TCPAddr
	behind  *grpc.ClientConn
	gate    gate
	lag     atomic.Int64 // nanoseconds
}

// NewStrict runs a cluster of some members, the first of which leads, until the
// test ends.
func NewStrict(t testing.TB, members int) *Strict {
	t.Helper()
	return newStrict(t, members, nil)
}

func newStrict(t testing.TB, members int, secured *security) *Strict {
	t.Helper()
	log := OpenNode(t)
	behind, err := grpc.NewClient("unix://"+log.Config.Socket, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodecV2(wire.Codec()), grpc.MaxCallRecvMsgSize(17<<20)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { behind.Close() })
	s := &Strict{since: time.Now(), security: secured}
	if secured != nil {
		secured.log = log.Store(t)
	}
	for i := range members {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		m := &Member{cluster: s, number: i, address: l.Addr().(*net.TCPAddr), behind: behind}
		m.gate.set(true)
		server := grpc.NewServer(grpc.ForceServerCodecV2(wire.Codec()), grpc.UnknownServiceHandler(m.serve), grpc.MaxRecvMsgSize(17<<20))
		if gated := (gatedListener{l, &m.gate}); secured != nil {
			secured.listen(t, gated, server)
		} else {
			go server.Serve(gated)
		}
		t.Cleanup(func() { m.gate.set(true); server.Stop() })
		s.Members = append(s.Members, m)
	}
	return s
}

// Config names all members.
func (s *Strict) Config() eventstore.Config {
	addresses := make([]string, len(s.Members))
	for i, m := range s.Members {
		addresses[i] = m.Address()
	}
	url := "esdb://" + strings.Join(addresses, ",") + "?tls=false"
	if len(addresses) == 1 {
		url = "esdb+discover://" + addresses[0] + "?tls=false"
	}
	return eventstore.Config{URL: url}
}

// Address of a member.
func (m *Member) Address() string { return m.address.String() }

// Calls are those of a method, by the end of its name, in order.
func (s *Strict) Calls(method string) (calls []Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.seen {
		if strings.HasSuffix(c.Method, method) {
			calls = append(calls, c)
		}
	}
	return calls
}

// serve passes a call on to the log behind, as strictly as the real server would.
func (m *Member) serve(_ any, call grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(call)
	header, _ := metadata.FromIncomingContext(call.Context())
	m.cluster.mu.Lock()
	m.cluster.seen = append(m.cluster.seen, Call{m.number, method, header})
	leader := m.cluster.Members[m.cluster.leader]
	refusal, refused := m.cluster.refusal, m.cluster.refused
	m.cluster.mu.Unlock()
	user := ""
	if m.cluster.security != nil {
		var err error
		if user, err = m.cluster.security.userOf(header); err != nil {
			return err
		}
	}
	switch {
	case refusal != nil && strings.HasPrefix(method, refused):
		return refusal
	case strings.HasPrefix(method, "/event_store.client.gossip.Gossip/"):
		return m.gossip(call)
	case strings.HasPrefix(method, "/event_store.client.streams.Streams/") && leader != m && len(header.Get("requires-leader")) == 1:
		call.SetTrailer(metadata.Pairs("exception", "not-leader", "leader-endpoint-host", leader.address.IP.String(),
			"leader-endpoint-port", fmt.Sprint(leader.address.Port)))
		return status.Error(codes.NotFound, "Leader info available")
	}
	return m.pass(call, method, user)
}

// gossip answers as the members of the cluster see it: who hangs is said to be
// alive until another leads.
func (m *Member) gossip(call grpc.ServerStream) error {
	var request frame
	if err := call.RecvMsg(&request); err != nil {
		return err
	}
	m.cluster.mu.Lock()
	defer m.cluster.mu.Unlock()
	info := &gossip.ClusterInfo{}
	for i, other := range m.cluster.Members {
		state, seen := gossip.MemberInfo_Follower, time.Now()
		if i == m.cluster.leader {
			state = gossip.MemberInfo_Leader
		}
		info.Members = append(info.Members, &gossip.MemberInfo{
			State: state, IsAlive: true, TimeStamp: seen.UnixNano() / 100,
			HttpEndPoint: &gossip.EndPoint{Address: other.address.IP.String(), Port: uint32(other.address.Port)},
		})
	}
	return call.SendMsg(info)
}

// frame is a message that nobody has read yet.
type frame []byte

// Decode keeps the bytes.
func (f *frame) Decode(b []byte) error {
	*f = append(frame(nil), b...)
	return nil
}

// passed is a call between a client and the log behind.
type passed struct {
	member   *Member
	down     grpc.ServerStream
	up       grpc.ClientStream
	batch    bool
	reading  *api.ReadReq_Options
	sending  sync.Mutex
	pending  atomic.Int64 // appends of a batch that are not answered
	halfDone atomic.Bool
	events   int // that a subscription has been sent

	method, user string
	denied       error // set before the first message is passed on
	failed       error // as denied, of a read that was taken
}

func (m *Member) pass(call grpc.ServerStream, method, user string) error {
	ctx, cancel := context.WithCancel(call.Context())
	defer cancel()
	up, err := m.behind.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method)
	if err != nil {
		return err
	}
	p := &passed{member: m, down: call, up: up, batch: strings.HasSuffix(method, "/BatchAppend"),
		method: method, user: user}
	first := make(chan struct{})
	go p.requests(strings.HasSuffix(method, "Streams/Read"), first)
	<-first
	if p.denied != nil {
		call.SetTrailer(metadata.Pairs("exception", "access-denied"))
		return p.denied
	}
	if err = p.failed; err == nil {
		err = p.answers()
	}
	call.SetTrailer(up.Trailer())
	return err
}

// requests passes on what the client sends.
func (p *passed) requests(read bool, first chan<- struct{}) {
	begun := false
	begin := func() {
		if !begun {
			begun = true
			close(first)
		}
	}
	defer begin()
	for {
		var message frame
		if err := p.down.RecvMsg(&message); err != nil {
			if p.halfDone.Store(true); !p.batch {
				_ = p.up.CloseSend()
			} // else the real server waits for its next answer, and ends with that
			return
		}
		if read {
			var request api.ReadReq
			if proto.Unmarshal(message, &request) == nil {
				p.reading = request.GetOptions()
				p.failed = p.member.cluster.begins(p.reading)
			}
		}
		if g := p.member.cluster.security; g != nil && !begun && !p.batch && !g.allows(p.user, p.method, message) {
			p.denied = accessDenied
			return
		}
		begin()
		if p.batch && p.refuse(message) {
			continue
		}
		if p.up.SendMsg(wire.Message(message)) != nil {
			return
		}
	}
}

// refuse answers requests of a batch that the real server does not understand.
func (p *passed) refuse(message []byte) bool {
	var request api.BatchAppendReq
	if proto.Unmarshal(message, &request) != nil {
		return false
	}
	if request.GetIsFinal() {
		p.pending.Add(1)
	}
	g := p.member.cluster.security
	if request.GetOptions() != nil && (g != nil && !g.allows(p.user, p.method, message) || p.member.cluster.denies(p.method)) {
		p.sending.Lock()
		defer p.sending.Unlock()
		_ = p.down.SendMsg(denied(&request))
		return true
	}
	id := request.GetCorrelationId().GetStructured()
	if id.GetMostSignificantBits() != 0 || id.GetLeastSignificantBits() != 0 || request.GetCorrelationId().GetString_() != "" {
		return false
	}
	answer := &api.BatchAppendResp{CorrelationId: request.GetCorrelationId(), StreamIdentifier: request.GetOptions().GetStreamIdentifier(),
		Result: &api.BatchAppendResp_Error{Error: refusedStatus("correlationId should be non-empty GUID (Parameter 'correlationId')")}}
	p.sending.Lock()
	defer p.sending.Unlock()
	_ = p.down.SendMsg(answer)
	return true
}

// answers passes on what the log sends.
func (p *passed) answers() error {
	for {
		var message frame
		err := p.up.RecvMsg(&message)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if p.reading != nil {
			if ended := p.delay(message); ended {
				return nil
			}
			if silent, err := p.overloaded(message); err != nil {
				return err
			} else if silent {
				continue
			}
		}
		if err := p.send(message); err != nil {
			return err
		}
		if p.batch && p.halfDone.Load() && p.pending.Add(-1) >= 0 {
			return nil
		}
	}
}

func (p *passed) send(message frame) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	return p.down.SendMsg(wire.Message(message))
}
