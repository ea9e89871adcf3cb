package gateway

import "github.com/tallystick/tallystick/eventstore/strangers"

// countStrangers counts the gateway's calls without a known key until it
// closes; the channel is closed when no more is written on the way.
type countStrangers struct {
	*strangers.Counter
	done chan struct{}
}

func newStrangers(s *Server) *countStrangers {
	x := &countStrangers{&strangers.Counter{Recorder: s.Recorder, Now: s.Now, Node: s.Node, Operation: "gateway.strangers"},
		make(chan struct{})}
	go func() {
		defer close(x.done)
		x.Run(s.ctx)
	}()
	return x
}

// close writes what is left; no call runs any more.
func (x *countStrangers) close() {
	<-x.done
	x.Close()
}
