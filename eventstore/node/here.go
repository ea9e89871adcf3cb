package node

import (
	"context"
	"fmt"

	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/tallystick/tallystick/eventstore/internal/wire"
)

// ReadHere serves a read to who is in the node's own process: what Read would send goes
// to take, one encoded ReadResp after the other, whose bytes are take's to keep. Errors
// are Read's, those of take, and Unavailable once the node closes.
func (n *Node) ReadHere(ctx context.Context, req *api.ReadReq, take func(message []byte) error) error {
	n.here.RLock() // Close waits, as it does for the calls of others
	defer n.here.RUnlock()
	if n.ctx.Err() != nil {
		return errClosing
	}
	return n.guarded("ReadHere", func() error {
		return (&streamsServer{node: n}).Read(req, &hereCall{ctx: ctx, take: take})
	})
}

// hereCall is a Read call without a wire.
type hereCall struct {
	grpc.ServerStream // nil: a read uses what is below
	ctx               context.Context
	take              func(message []byte) error
}

func (c *hereCall) Context() context.Context { return c.ctx }

func (c *hereCall) Send(r *api.ReadResp) error { return c.SendMsg(r) }

func (c *hereCall) SendMsg(message any) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	switch m := message.(type) {
	case wire.Message:
		return c.take(m)
	case proto.Message:
		bytes, err := proto.Marshal(m)
		if err != nil {
			return err
		}
		return c.take(bytes)
	}
	return fmt.Errorf("node: a message of type %T", message)
}
