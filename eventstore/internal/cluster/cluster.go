// Package cluster finds the server that leads: the one that is named, or the leader
// of the cluster of which some members are.
//
// The official client asks one member after the other and believes the first
// answer, and what it is to say about needing the leader never leaves it; a member
// that hangs then costs as many seconds as it is patient, and a former leader is
// read from as if it still led. Here all members are asked at once, the newest view
// counts, and every call says that it needs the leader.
package cluster

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	// AskPatience bounds one question to one member.
	AskPatience = time.Second
	// settlePatience is how long others are waited for once somebody has answered.
	settlePatience = 300 * time.Millisecond
	// sameMoment is how far clocks may be apart for two views to be as new.
	sameMoment = 2 * time.Second
	// latePatience is how long a server that did not answer is chosen last.
	latePatience = 30 * time.Second
	ticks        = 10_000_000 // a second, as members write time

	messageBytesMax = 17 << 20
)

// Finder knows the members of a cluster. It is safe for concurrent use.
type Finder struct {
	conf *esdb.Configuration

	mu    sync.Mutex
	named string                      // by a server that does not lead
	known []string                    // members, as they were last seen
	late  map[string]time.Time        // who did not answer in time, and when
	conns map[string]*grpc.ClientConn // for questions
}

// New returns a Finder. The configuration is not changed.
func New(conf *esdb.Configuration) *Finder {
	return &Finder{conf: conf, late: map[string]time.Time{}, conns: map[string]*grpc.ClientConn{}}
}

// IsCluster reports whether members are to be asked who leads.
func (f *Finder) IsCluster() bool { return f.conf.DnsDiscover || len(f.conf.GossipSeeds) > 0 }

// Named tells that a server has named another as the leader.
func (f *Finder) Named(address string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.named = address
}

// Late tells that a server did not answer in time: it is chosen last for a while.
func (f *Finder) Late(address string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.late[address] = time.Now()
}

// Close ends the connections that questions used.
func (f *Finder) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.conns {
		c.Close()
	}
	clear(f.conns)
}

// Leader returns the address of the server to use. Its errors say what each of
// those that were asked answered.
func (f *Finder) Leader(ctx context.Context) (string, error) {
	f.mu.Lock()
	named := f.named
	f.named = "" // believed once: it may be gone too
	f.mu.Unlock()
	if named != "" {
		return named, nil
	}
	if !f.IsCluster() {
		return f.conf.Address, nil
	}
	candidates, err := f.candidates(ctx)
	if err != nil {
		return "", err
	}
	views, err := f.ask(ctx, candidates)
	if len(views) == 0 {
		return "", fmt.Errorf("find the leader: %w", err)
	}
	leader := f.choose(views)
	if leader == "" {
		return "", fmt.Errorf("find the leader: %w", errors.Join(err, status.Error(codes.Unavailable, "no member knows of one")))
	}
	return leader, nil
}

// candidates are all members that are known of.
func (f *Finder) candidates(ctx context.Context) ([]string, error) {
	f.mu.Lock()
	all := slices.Clone(f.known)
	f.mu.Unlock()
	for _, s := range f.conf.GossipSeeds {
		all = append(all, net.JoinHostPort(s.Host, strconv.Itoa(int(s.Port))))
	}
	if f.conf.DnsDiscover {
		host, port, err := net.SplitHostPort(f.conf.Address)
		if err != nil {
			return nil, err
		}
		found, err := net.DefaultResolver.LookupHost(ctx, host)
		if err != nil && len(all) == 0 {
			return nil, fmt.Errorf("find the leader: %w", err)
		}
		if len(found) == 1 || !f.conf.DisableTLS {
			found = []string{host} // certificates are for names
		}
		for _, h := range found {
			all = append(all, net.JoinHostPort(h, port))
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// view is one member's answer.
type view struct {
	leader string
	at     time.Time // when the leader was last heard of
}

// ask asks all at once and returns what came soon enough.
func (f *Finder) ask(ctx context.Context, candidates []string) (views []view, all error) {
	ctx, cancel := context.WithTimeout(ctx, AskPatience)
	defer cancel()
	type answer struct {
		from string
		info *gossip.ClusterInfo
		err  error
	}
	answers := make(chan answer, len(candidates))
	for _, c := range candidates {
		go func() {
			info, err := f.read(ctx, c)
			answers <- answer{c, info, err}
		}()
	}
	settled := ctx.Done()
	var failed []error // in the order of the candidates, so that the same trouble has the same words
	for range candidates {
		select {
		case a := <-answers:
			if a.err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", a.from, a.err))
				slices.SortFunc(failed, func(x, y error) int { return strings.Compare(x.Error(), y.Error()) })
				all = errors.Join(failed...)
				continue
			}
			views = append(views, f.viewOf(a.info))
			if len(views) == 1 {
				soon, stop := context.WithTimeout(ctx, settlePatience)
				defer stop()
				settled = soon.Done()
			}
		case <-settled:
			return views, errors.Join(all, status.FromContextError(context.DeadlineExceeded).Err())
		}
	}
	return views, all
}

func (f *Finder) read(ctx context.Context, address string) (*gossip.ClusterInfo, error) {
	f.mu.Lock()
	conn := f.conns[address]
	if conn == nil {
		var err error
		if conn, err = Dial(f.conf, address); err != nil {
			f.mu.Unlock()
			return nil, err
		}
		f.conns[address] = conn
	}
	f.mu.Unlock()
	return gossip.NewGossipClient(conn).Read(Outgoing(ctx, f.conf), &shared.Empty{})
}

// viewOf reads an answer, and remembers the members in it.
func (f *Finder) viewOf(info *gossip.ClusterInfo) (v view) {
	var members []string
	for _, m := range info.GetMembers() {
		at := net.JoinHostPort(m.GetHttpEndPoint().GetAddress(), strconv.Itoa(int(m.GetHttpEndPoint().GetPort())))
		members = append(members, at)
		if seen := time.Unix(m.GetTimeStamp()/ticks, m.GetTimeStamp()%ticks*100); m.GetIsAlive() &&
			m.GetState() == gossip.MemberInfo_Leader && seen.After(v.at) {
			v = view{at, seen}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(members) >= len(f.known) || v.leader != "" {
		f.known = members
	}
	return v
}

// choose takes the leader that the newest view names; among views of the same
// moment the one that most name. Who did not answer in time comes last.
func (f *Finder) choose(views []view) string {
	votes, newest := map[string]int{}, map[string]time.Time{}
	for _, v := range views {
		if v.leader == "" {
			continue
		}
		votes[v.leader]++
		if v.at.After(newest[v.leader]) {
			newest[v.leader] = v.at
		}
	}
	best := ""
	for leader := range votes {
		if best == "" || f.better(leader, best, votes, newest) {
			best = leader
		}
	}
	return best
}

func (f *Finder) better(a, b string, votes map[string]int, newest map[string]time.Time) bool {
	if late := f.isLate(a); late != f.isLate(b) {
		return !late
	}
	if apart := newest[a].Sub(newest[b]); apart.Abs() > sameMoment {
		return apart > 0
	}
	if votes[a] != votes[b] {
		return votes[a] > votes[b]
	}
	return newest[a].After(newest[b])
}

func (f *Finder) isLate(address string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, late := f.late[address]
	return late && time.Since(at) < latePatience
}

// RequireLeader adds to a call of the official client that it needs the leader. Who calls
// that client says itself: a server takes a call that says it twice for nobody's.
func RequireLeader(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, KeyRequiresLeader, "true")
}

// Outgoing adds to a call of our own that it needs the leader, and who calls: credentials
// go over TLS only, as with the official client.
func Outgoing(ctx context.Context, conf *esdb.Configuration) context.Context {
	ctx = RequireLeader(ctx)
	if conf.Username != "" && !conf.DisableTLS {
		token := base64.StdEncoding.EncodeToString([]byte(conf.Username + ":" + conf.Password))
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Basic "+token)
	}
	return ctx
}

// KeyRequiresLeader is the header by which a call says so.
const KeyRequiresLeader = "requires-leader"

// Dial prepares a connection to one server.
func Dial(conf *esdb.Configuration, address string, options ...grpc.DialOption) (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	if !conf.DisableTLS {
		with := &tls.Config{InsecureSkipVerify: conf.SkipCertificateVerification, RootCAs: conf.RootCAs}
		if conf.UserCertFile != "" {
			certificate, err := tls.LoadX509KeyPair(conf.UserCertFile, conf.UserKeyFile)
			if err != nil {
				return nil, err
			}
			with.Certificates = []tls.Certificate{certificate}
		}
		transport = credentials.NewTLS(with)
	}
	return grpc.NewClient(address, append([]grpc.DialOption{
		grpc.WithTransportCredentials(transport), grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageBytesMax)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: conf.KeepAliveInterval, Timeout: conf.KeepAliveTimeout,
			PermitWithoutStream: true}),
	}, options...)...)
}

// NotLeaderError is a follower's refusal.
type NotLeaderError struct {
	Leader string // its address
	Err    error
}

func (e *NotLeaderError) Error() string {
	return fmt.Sprintf("the server follows; %s leads: %v", e.Leader, e.Err)
}

// Unwrap returns the error of the call.
func (e *NotLeaderError) Unwrap() error { return e.Err }

// Refused reads from the trailers of a failed call whether another server leads.
func Refused(err error, trailer metadata.MD) error {
	if values := trailer.Get("exception"); err == nil || len(values) != 1 || values[0] != "not-leader" {
		return err
	}
	host, port := trailer.Get("leader-endpoint-host"), trailer.Get("leader-endpoint-port")
	if len(host) != 1 || len(port) != 1 {
		return err
	}
	return &NotLeaderError{net.JoinHostPort(host[0], port[0]), err}
}
