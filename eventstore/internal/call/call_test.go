package call

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// raw is a codec for messages that are bytes.
type raw struct{}

func (raw) Name() string { return "raw" }

func (raw) Marshal(message any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*message.(*[]byte))}, nil
}

func (raw) Unmarshal(wire mem.BufferSlice, message any) error {
	*message.(*[]byte) = wire.Materialize()
	return nil
}

// serve runs gRPC's own server, which takes every call, and returns its address.
func serve(t *testing.T, network string, handler grpc.StreamHandler, options ...grpc.ServerOption) (address string, server *grpc.Server) {
	t.Helper()
	where := "127.0.0.1:0"
	if network == "unix" {
		where = filepath.Join(t.TempDir(), "socket")
	}
	l, err := net.Listen(network, where)
	if err != nil {
		t.Fatal(err)
	}
	server = grpc.NewServer(append(options, grpc.ForceServerCodecV2(raw{}), grpc.UnknownServiceHandler(handler))...)
	go server.Serve(l)
	t.Cleanup(server.Stop)
	if network == "unix" {
		return "unix://" + where, server
	}
	return l.Addr().String(), server
}

func open(t *testing.T, address string, change func(*Options)) *Call {
	t.Helper()
	o := Options{Address: address, Method: "/test.Service/Call", KeepAlive: time.Minute, KeepAliveTimeout: time.Minute,
		MessageBytesMax: 1 << 20}
	if change != nil {
		change(&o)
	}
	c, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func echo(_ any, stream grpc.ServerStream) error {
	for {
		var message []byte
		if err := stream.RecvMsg(&message); err != nil {
			return nil
		}
		if err := stream.SendMsg(&message); err != nil {
			return err
		}
	}
}

// What gRPC's server sends back is what was sent, in order, whatever the sizes, the
// bunches and the windows. Seed 1.
func TestEcho(t *testing.T) {
	for _, c := range []struct {
		name, network string
		options       []grpc.ServerOption
	}{
		{"unix socket", "unix", nil},
		{"TCP, small windows", "tcp", []grpc.ServerOption{grpc.InitialWindowSize(64 << 10), grpc.InitialConnWindowSize(64 << 10)}},
		{"big windows", "unix", []grpc.ServerOption{grpc.InitialWindowSize(4 << 20), grpc.InitialConnWindowSize(8 << 20)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 1))
			var sent [][]byte
			for range 700 {
				size := random.IntN(900)
				if random.IntN(50) == 0 {
					size = random.IntN(400_000)
				}
				message := make([]byte, size)
				for i := range message {
					message[i] = byte(random.Uint32())
				}
				sent = append(sent, message)
			}
			address, _ := serve(t, c.network, echo, c.options...)
			call := open(t, address, nil)
			sender := make(chan error, 1)
			go func() { sender <- sendAll(call, sent, random) }()
			got, enough := 0, errors.New("enough")
			err := call.Receive(func(message []byte) error {
				if !bytes.Equal(message, sent[got]) {
					return errors.New("another message than was sent")
				}
				if got++; got == len(sent) {
					return enough
				}
				return nil
			})
			if err != enough {
				t.Fatalf("after %d: %v", got, err)
			}
			if err := <-sender; err != nil {
				t.Error(err)
			}
		})
	}
}

// sendAll sends messages in bunches.
func sendAll(call *Call, messages [][]byte, random *rand.Rand) error {
	var bunch []byte
	for i, message := range messages {
		bunch = AppendMessage(bunch, func(b []byte) []byte { return append(b, message...) })
		if random.IntN(8) == 0 || i == len(messages)-1 {
			if err := call.Send(bunch); err != nil {
				return err
			}
			bunch = bunch[:0]
		}
	}
	return nil
}

func receive(c *Call) error { return c.Receive(func([]byte) error { return nil }) }

// The call ends with what the server says.
func TestStatus(t *testing.T) {
	for _, want := range []error{
		status.Error(codes.FailedPrecondition, "100 % schön"), status.Error(codes.Unavailable, ""), nil,
	} {
		address, _ := serve(t, "unix", func(any, grpc.ServerStream) error { return want })
		got := receive(open(t, address, nil))
		if want == nil {
			if got != io.EOF {
				t.Errorf("ended well: %v", got)
			}
			continue
		}
		if status.Code(got) != status.Code(want) || status.Convert(got).Message() != status.Convert(want).Message() {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// A server that stops ends the call, and so does one that is not there.
func TestServerIsGone(t *testing.T) {
	address, server := serve(t, "unix", echo)
	c := open(t, address, nil)
	ended := make(chan error, 1)
	go func() { ended <- receive(c) }()
	server.Stop()
	if err := <-ended; status.Code(err) != codes.Unavailable {
		t.Errorf("the server stopped: %v", err)
	}
	if err := c.Send(make([]byte, 10<<20)); status.Code(err) != codes.Unavailable {
		t.Errorf("send after that: %v", err)
	}
	if _, err := Open(t.Context(), c.options); status.Code(err) != codes.Unavailable {
		t.Errorf("open after that: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, c.options); err == nil {
		t.Error("a call without time was begun")
	}
}

// A server that says nothing is asked, and given up when it does not answer; one
// that answers is not.
func TestKeepAlive(t *testing.T) {
	often := func(o *Options) { o.KeepAlive, o.KeepAliveTimeout = 20*time.Millisecond, 200*time.Millisecond }
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // it never accepts; the system does
	if err := receive(open(t, l.Addr().String(), often)); status.Code(err) != codes.Unavailable {
		t.Errorf("a silent server: %v", err)
	}
	address, _ := serve(t, "unix", echo, grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: time.Millisecond}))
	c := open(t, address, often)
	ended := make(chan error, 1)
	go func() { ended <- receive(c) }()
	select {
	case err := <-ended:
		t.Errorf("an idle server: %v", err)
	case <-time.After(400 * time.Millisecond):
	}
}

// What a server may not send ends the call.
func TestBadMessages(t *testing.T) {
	address, _ := serve(t, "unix", func(_ any, stream grpc.ServerStream) error {
		big := make([]byte, 2<<20)
		return stream.SendMsg(&big)
	})
	if err := receive(open(t, address, nil)); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("a message that is too big: %v", err)
	}
	c := &Call{}
	if err := c.messages([]byte{1, 0, 0, 0, 0}, nil); status.Code(err) != codes.Internal {
		t.Errorf("a compressed message: %v", err)
	}
}
