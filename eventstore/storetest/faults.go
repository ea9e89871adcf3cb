package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

// Lead makes another member the leader, as an election does.
func (s *Strict) Lead(member int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leader, s.since = member, time.Now()
}

// Hang makes a member stop in the middle of whatever it does, its sockets open, or
// go on.
func (m *Member) Hang(hang bool) { m.gate.set(!hang) }

// Lag makes a member's reads see events only some time after they were appended.
func (m *Member) Lag(by time.Duration) { m.lag.Store(int64(by)) }

// Refuse makes all members answer methods of a beginning with an error, as the real
// server does with a wrong password (Unauthenticated, everywhere) or a user without
// rights (PermissionDenied, of the streams); nil ends that.
func (s *Strict) Refuse(methods string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused, s.refusal = methods, err
}

// Busy makes all members as a server under steady load: none ever says that a
// subscription has caught up, and each is ended after some events, since its buffer
// is full. 0 ends that.
func (s *Strict) Busy(events int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = events
}

// Between makes a place of the log one within an event: positions are bytes on a real
// server, and of another log they lead anywhere. It fails what begins there, as it fails
// on bytes that are no event. 0 ends that.
func (s *Strict) Between(commit uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.between = commit
}

// begins returns how the real server fails a read of the whole log that begins within an
// event, nil where this one does not.
func (s *Strict) begins(o *api.ReadReq_Options) error {
	at := o.GetAll().GetPosition().GetCommitPosition()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.between == 0 || at != s.between {
		return nil
	}
	result := "ReadAllResult"
	if o.GetFilter() != nil {
		result = "FilteredReadAllResult"
	}
	return status.Errorf(codes.Unknown, "Unexpected %s: Error", result)
}

// denies reports whether a method is refused for want of rights, which are asked for anew
// with each request of a call that is open.
func (s *Strict) denies(method string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return status.Code(s.refusal) == codes.PermissionDenied && strings.HasPrefix(method, s.refused)
}

// overloaded says what a busy server does with a message of a subscription.
func (p *passed) overloaded(message []byte) (silent bool, err error) {
	p.member.cluster.mu.Lock()
	most := p.member.cluster.busy
	p.member.cluster.mu.Unlock()
	var answer api.ReadResp
	if most == 0 || p.reading.GetSubscription() == nil || proto.Unmarshal(message, &answer) != nil {
		return false, nil
	}
	if answer.GetEvent() != nil {
		if p.events++; p.events > most {
			return false, status.Error(codes.Aborted, "Operation aborted: consumer too slow")
		}
	}
	return answer.GetCaughtUp() != nil || answer.GetFellBehind() != nil, nil
}

// delay keeps events back that the member does not see yet: a read ends before
// them, a subscription waits.
func (p *passed) delay(message []byte) (ended bool) {
	lag := time.Duration(p.member.lag.Load())
	var answer api.ReadResp
	if lag == 0 || proto.Unmarshal(message, &answer) != nil || answer.GetEvent() == nil {
		return false
	}
	var ticks int64
	fmt.Sscan(answer.GetEvent().GetEvent().GetMetadata()["created"], &ticks)
	left := lag - time.Since(time.Unix(ticks/1e7, ticks%1e7*100))
	if left <= 0 {
		return false
	}
	if p.reading.GetSubscription() == nil {
		return true
	}
	select {
	case <-time.After(left):
	case <-p.down.Context().Done():
	}
	return false
}

// refusedStatus is a BadRequest of the real server.
func refusedStatus(message string) *rpcstatus.Status {
	detail, err := anypb.New(&shared.BadRequest{Message: message})
	if err != nil {
		panic(err) // it always encodes
	}
	return &rpcstatus.Status{Code: int32(codes.InvalidArgument), Message: "BadRequest", Details: []*anypb.Any{detail}}
}
