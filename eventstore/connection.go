package eventstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/tallystick/tallystick/eventstore/internal/cluster"
)

// connection is a connection to the server that leads, and the calls on it.
type connection struct {
	calls sync.WaitGroup
	began time.Time
	found chan struct{} // closed once there is a server that answers
	gone  chan struct{} // closed when another server has become the leader
	over  chan struct{} // closed when it is closed and no call is left on it

	// Set before found is closed:
	address string
	conf    esdb.Configuration // of this one server
	direct  *direct

	mu       sync.Mutex
	official *esdb.Client // made for the first call that needs it
	closed   bool
}

const (
	findPause = 100 * time.Millisecond
	// findPauseMax is short, since it comes on top of what a server that hangs costs.
	findPauseMax = 250 * time.Millisecond
	// watchPeriod is how often the members of a cluster are asked whether another
	// leads now.
	watchPeriod = time.Second
	// officialAttempts is how often the official client tries to reach the server;
	// a client that gave up is dead for good, and is replaced.
	officialAttempts = 10
)

// client is the official client, for the calls that are left to it. It must not be
// closed under a call, so whoever drops it waits for them.
func (c *connection) client() (*esdb.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, fmt.Errorf("%w: closed", ErrUnavailable)
	}
	if c.official == nil {
		client, err := esdb.NewClient(&c.conf)
		if err != nil {
			return nil, err
		}
		c.official = client
	}
	return c.official, nil
}

// find looks for the leader until it is found, or the connection is not wanted
// any more.
func (s *Store) find(c *connection) {
	if s.reachPatiently(c) && s.members.IsCluster() {
		s.watch(c)
	}
}

func (s *Store) reachPatiently(c *connection) bool {
	defer c.calls.Done()
	for pause := findPause; ; {
		err := s.reach(c)
		if err == nil {
			s.noteTrouble(&s.reaching, nil)
			close(c.found)
			return true
		}
		if s.ctx.Err() == nil {
			s.noteTrouble(&s.reaching, err)
		}
		select {
		case <-s.ctx.Done():
			return false
		case <-time.After(pause):
		}
		pause = min(2*pause, findPauseMax)
	}
}

// reach connects to the leader.
func (s *Store) reach(c *connection) (err error) {
	ctx, cancel := context.WithTimeout(s.ctx, s.config.Deadline)
	defer cancel()
	if c.address, err = s.members.Leader(ctx); err != nil {
		return err
	}
	c.conf = *s.esdb
	c.conf.Address, c.conf.GossipSeeds, c.conf.DnsDiscover = c.address, nil, false
	ctx, cancel = context.WithTimeout(ctx, s.helloPatience())
	defer cancel()
	if c.direct, err = openDirect(ctx, &c.conf); err != nil {
		s.members.Late(c.address)
		return fmt.Errorf("%s: %w", c.address, err)
	}
	return nil
}

// helloPatience is how long a server may take over its first answer: in a cluster
// others can be asked.
func (s *Store) helloPatience() time.Duration {
	if s.members.IsCluster() {
		return cluster.AskPatience
	}
	return s.config.Deadline
}

// watch drops a connection when the cluster has another leader: one that hangs, or
// only follows now, does not say so itself. It goes on when others are used already, for
// calls that nobody else ends: a subscription would stay with a server that hangs.
func (s *Store) watch(c *connection) {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-c.over:
			return
		case <-time.After(watchPeriod):
		}
		ctx, cancel := context.WithTimeout(s.ctx, cluster.AskPatience)
		leader, err := s.members.Leader(ctx)
		cancel()
		if err == nil && leader != c.address {
			s.replace(c, leader)
			return
		}
	}
}

// replace ends all calls to a server that leads no more; the next ones go to the
// new leader.
func (s *Store) replace(c *connection, leader string) {
	s.mu.Lock()
	used := s.current == c
	s.mu.Unlock()
	if used {
		if s.config.Logger != nil {
			s.config.Logger.Info("the event log has another leader", "before", c.address, "now", leader)
		}
		s.members.Named(leader)
		s.discard(c)
	}
	close(c.gone)
	_ = c.direct.conn.Close() // its calls fail at once; closing it again is harmless
	if b := c.direct.batch; b != nil {
		b.close()
	}
}

// close waits for the calls and closes the clients. A call may outlive its deadline
// inside the official client while that looks for a server that is gone; after a
// while it is left to end by itself.
func (c *connection) close(patience time.Duration) error {
	done := make(chan error, 1)
	go func() {
		c.calls.Wait()
		var err error
		if c.direct != nil {
			err = c.direct.close()
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.closed = true; c.official != nil {
			err = errors.Join(err, c.official.Close())
		}
		close(c.over)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return nil
	}
}

// Close ends the connection once the calls in progress have ended, which their
// deadlines bound.
func (s *Store) Close() error {
	s.mu.Lock()
	c := s.current
	s.cancel()
	s.current, s.closed = nil, true
	s.mu.Unlock()
	defer s.members.Close()
	if c == nil {
		return nil
	}
	return c.close(s.config.Deadline + time.Second)
}

// searchPatience is how long calls wait for a server that is being looked for;
// after that they fail at once, until it is found.
const searchPatience = time.Second

// enter returns the current connection, making one where there is none, with
// one more call on it; the caller ends that with calls.Done.
func (s *Store) enter(ctx context.Context) (*connection, error) {
	conn, err := s.connection()
	if err != nil {
		return nil, err
	}
	select {
	case <-conn.found:
		return conn, nil
	default:
	}
	wait := time.NewTimer(min(searchPatience-time.Since(conn.began), s.config.Deadline))
	defer wait.Stop()
	select {
	case <-conn.found:
		return conn, nil
	case <-wait.C:
		if err = s.Trouble(); err == nil {
			err = fmt.Errorf("%w: no server found", ErrUnavailable)
		}
	case <-ctx.Done():
		err = fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
	}
	conn.calls.Done()
	return nil, err
}

func (s *Store) connection() (*connection, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, fmt.Errorf("%w: closed", ErrUnavailable)
	}
	if s.current == nil {
		conn := &connection{began: time.Now(), found: make(chan struct{}), gone: make(chan struct{}), over: make(chan struct{})}
		conn.calls.Add(1)
		go s.find(conn)
		s.current = conn
	}
	s.current.calls.Add(1)
	return s.current, nil
}

// discard drops a connection that has lost its server: the next call begins anew.
func (s *Store) discard(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == c {
		s.current = nil
		go c.close(s.config.Deadline)
	}
}

// guarded runs one call of the official client, returning when ctx ends, or the
// server leads no more, even if the client hangs past it.
func guarded[T any](ctx context.Context, conn *connection, call func(context.Context, *esdb.Client) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	var zero T
	client, err := conn.client()
	if err != nil {
		return zero, err
	}
	done := make(chan outcome, 1)
	conn.calls.Add(1)
	go func() {
		defer conn.calls.Done()
		v, err := call(cluster.RequireLeader(ctx), client)
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return zero, ctx.Err()
	case <-conn.gone:
		return zero, fmt.Errorf("%w: the server leads no more", ErrUnavailable)
	}
}
