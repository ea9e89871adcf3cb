// Package call makes one long gRPC call over an HTTP/2 connection that is its own.
//
// gRPC's client passes each message through three goroutines and a frame of its
// own; for the short messages of a busy log that costs more than the log does. Here
// messages that wait are written together, in frames as big as the server takes,
// and those that come are handed over where they are read. All else is as RFC 9113
// and gRPC's protocol have it: flow control both ways, settings, pings, trailers.
// There is no TLS, no compression, and no second call.
package call

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Options of a call. All but Header are required.
type Options struct {
	Address string // "unix://path", or host and port
	Method  string // "/package.Service/Method"
	Header  map[string]string

	// KeepAlive is how long the server may be silent before it is asked whether it
	// is there, KeepAliveTimeout how long it has for the answer.
	KeepAlive, KeepAliveTimeout time.Duration

	MessageBytesMax int // of one that is received
}

const (
	streamID = 1 // the only one

	// windowBytes is how much may be on its way to us.
	windowBytes = 1 << 20
	bufferBytes = 64 << 10

	windowDefault = 65_535 // of RFC 9113
	headerSize    = 5      // before each message: compressed or not, length
)

// Call is a call under way. Send and Receive may run beside each other, each on
// one goroutine at a time.
type Call struct {
	conn    net.Conn
	options Options
	heard   atomic.Bool   // something came since the last look
	closed  chan struct{} // by Close
	close   sync.Once

	writing sync.Mutex // held to write
	w       *bufio.Writer
	framer  *http2.Framer

	mu         sync.Mutex
	changed    *sync.Cond // windows, or the call is closed
	connWindow int64      // what we may send
	window     int64      // on the stream, likewise
	windowBase int64      // with what streams begin, as the server says
	frameMax   int64

	// Of the receiver:
	partial  []byte // a message that has not come whole
	consumed uint32 // bytes that came and were not given back to the window
}

// Open connects and begins the call, within ctx. Its errors and those of other
// methods have a gRPC status.
func Open(ctx context.Context, o Options) (*Call, error) {
	network, address := "tcp", o.Address
	if path, ok := strings.CutPrefix(o.Address, "unix://"); ok {
		network, address = "unix", path
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, network, address)
	if err != nil {
		return nil, unavailable(err)
	}
	c := &Call{conn: conn, options: o, connWindow: windowDefault, window: windowDefault, windowBase: windowDefault, frameMax: 16 << 10,
		closed: make(chan struct{})}
	c.changed = sync.NewCond(&c.mu)
	c.w = bufio.NewWriterSize(conn, bufferBytes)
	c.framer = http2.NewFramer(c.w, bufio.NewReaderSize(conn, bufferBytes))
	c.framer.SetReuseFrames()
	c.framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetWriteDeadline(deadline) // a connection that cannot do it is closed already
	}
	if err := c.begin(); err != nil {
		conn.Close()
		return nil, unavailable(err)
	}
	_ = conn.SetWriteDeadline(time.Time{})
	go c.keepAlive()
	return c, nil
}

func (c *Call) begin() error {
	authority := "localhost"
	if !strings.HasPrefix(c.options.Address, "unix:") {
		authority = c.options.Address
	}
	var block strings.Builder
	e := hpack.NewEncoder(&block)
	var err error
	for _, h := range [][2]string{
		{":method", "POST"}, {":scheme", "http"}, {":path", c.options.Method}, {":authority", authority},
		{"content-type", "application/grpc"}, {"te", "trailers"}, {"user-agent", "tallystick"},
	} {
		err = errors.Join(err, e.WriteField(hpack.HeaderField{Name: h[0], Value: h[1]}))
	}
	for name, value := range c.options.Header {
		err = errors.Join(err, e.WriteField(hpack.HeaderField{Name: name, Value: value}))
	}
	_, writeErr := c.w.WriteString(http2.ClientPreface)
	return errors.Join(err, writeErr,
		c.framer.WriteSettings(http2.Setting{ID: http2.SettingEnablePush}, http2.Setting{ID: http2.SettingInitialWindowSize, Val: windowBytes}),
		c.framer.WriteWindowUpdate(0, windowBytes-windowDefault),
		c.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: streamID, BlockFragment: []byte(block.String()), EndHeaders: true}),
		c.w.Flush())
}

// Close ends the call; Receive returns.
func (c *Call) Close() {
	c.close.Do(func() {
		c.mu.Lock() // or who is about to wait would miss it
		close(c.closed)
		c.mu.Unlock()
		c.changed.Broadcast()
		c.conn.Close()
	})
}

func (c *Call) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// AppendMessage appends what Send takes: a message as encode appends it.
func AppendMessage(b []byte, encode func([]byte) []byte) []byte {
	start := len(b)
	b = encode(append(b, make([]byte, headerSize)...))
	binary.BigEndian.PutUint32(b[start+1:], uint32(len(b)-start-headerSize))
	return b
}

// Send writes messages, as soon as the server takes them.
func (c *Call) Send(messages []byte) error {
	for len(messages) > 0 {
		n, err := c.reserve(int64(len(messages)))
		if err != nil {
			return err
		}
		if err := c.write(messages[:n]); err != nil {
			return unavailable(err)
		}
		messages = messages[n:]
	}
	return nil
}

// reserve takes up to n bytes from the windows, and waits while there are none.
func (c *Call) reserve(n int64) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for min(c.window, c.connWindow) <= 0 {
		if c.isClosed() {
			return 0, unavailable(net.ErrClosed)
		}
		c.changed.Wait()
	}
	n = min(n, c.window, c.connWindow)
	c.window -= n
	c.connWindow -= n
	return n, nil
}

func (c *Call) write(data []byte) error {
	c.mu.Lock()
	frameMax := int(c.frameMax)
	c.mu.Unlock()
	c.writing.Lock()
	defer c.writing.Unlock()
	for len(data) > 0 {
		n := min(len(data), frameMax)
		if err := c.framer.WriteData(streamID, false, data[:n]); err != nil {
			return err
		}
		data = data[n:]
	}
	return c.w.Flush()
}

// control writes a frame that is not data.
func (c *Call) control(write func(*http2.Framer) error) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return errors.Join(write(c.framer), c.w.Flush())
}

// keepAlive closes the call when the server is gone without a word.
func (c *Call) keepAlive() {
	next := time.NewTimer(c.options.KeepAlive)
	defer next.Stop()
	for asked := false; ; {
		select {
		case <-next.C:
		case <-c.closed:
			return
		}
		switch heard := c.heard.Swap(false); {
		case heard:
			asked = false
			next.Reset(c.options.KeepAlive)
		case asked:
			c.Close()
			return
		default:
			asked = true
			next.Reset(c.options.KeepAliveTimeout)
			_ = c.control(func(f *http2.Framer) error { return f.WritePing(false, [8]byte{}) }) // silence follows
		}
	}
}

func unavailable(err error) error { return status.Error(codes.Unavailable, err.Error()) }

func broken(format string, args ...any) error {
	return status.Error(codes.Internal, fmt.Sprintf(format, args...))
}
