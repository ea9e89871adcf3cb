package storetest

import (
	"net"
	"sync"
)

// gate lets through while it is open.
type gate struct {
	mu     sync.Mutex
	opened chan struct{}
	open   bool
}

func (g *gate) set(open bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.opened == nil:
		g.opened = make(chan struct{})
		if open {
			close(g.opened)
		}
	case open && !g.open:
		close(g.opened)
	case !open && g.open:
		g.opened = make(chan struct{})
	}
	g.open = open
}

func (g *gate) wait() {
	g.mu.Lock()
	opened := g.opened
	g.mu.Unlock()
	<-opened
}

type gatedListener struct {
	net.Listener
	gate *gate
}

func (l gatedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return gatedConn{c, l.gate}, nil
}

type gatedConn struct {
	net.Conn
	gate *gate
}

func (c gatedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.gate.wait()
	return n, err
}

func (c gatedConn) Write(b []byte) (int, error) {
	c.gate.wait()
	return c.Conn.Write(b)
}
