package call

import (
	"encoding/binary"
	"errors"
	"io"
	"net/url"
	"strconv"

	"golang.org/x/net/http2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/tallystick/tallystick/eventstore/internal/cluster"
)

// Receive hands over every message that comes, which is valid during deliver only,
// until the call ends. It returns why that was, io.EOF where the server says that
// all is well, and closes the call.
func (c *Call) Receive(deliver func(message []byte) error) error {
	defer c.Close()
	for {
		frame, err := c.framer.ReadFrame()
		if err != nil {
			return unavailable(err)
		}
		c.heard.Store(true)
		if err := c.handle(frame, deliver); err != nil {
			return err
		}
	}
}

func (c *Call) handle(frame http2.Frame, deliver func([]byte) error) error {
	switch f := frame.(type) {
	case *http2.DataFrame:
		if err := c.messages(f.Data(), deliver); err != nil {
			return err
		}
		if f.StreamEnded() {
			return unavailable(errors.New("the call ended without a status"))
		}
		return c.giveBack(f.Length)
	case *http2.MetaHeadersFrame:
		return outcome(f)
	case *http2.SettingsFrame:
		return c.settings(f)
	case *http2.PingFrame:
		if f.IsAck() {
			return nil
		}
		return c.answered(c.control(func(w *http2.Framer) error { return w.WritePing(true, f.Data) }))
	case *http2.WindowUpdateFrame:
		c.widen(f.StreamID, int64(f.Increment))
	case *http2.RSTStreamFrame:
		return unavailable(errors.New("the server reset the call: " + f.ErrCode.String()))
	case *http2.GoAwayFrame:
		if f.LastStreamID < streamID {
			return unavailable(errors.New("the server did not take the call: " + f.ErrCode.String()))
		} // else it ends the call in its own time
	}
	return nil
}

func (c *Call) answered(err error) error {
	if err != nil {
		return unavailable(err)
	}
	return nil
}

// messages delivers those that are whole, and keeps the rest for the next time.
func (c *Call) messages(data []byte, deliver func([]byte) error) error {
	if len(c.partial) > 0 {
		c.partial = append(c.partial, data...)
		data = c.partial
	}
	rest := data
	for len(rest) >= headerSize {
		size := int64(binary.BigEndian.Uint32(rest[1:]))
		if rest[0] != 0 {
			return broken("a message is compressed, which nobody asked for")
		}
		if size > int64(c.options.MessageBytesMax) {
			return status.Errorf(codes.ResourceExhausted, "a message of %d bytes", size)
		}
		if int64(len(rest)) < headerSize+size {
			break
		}
		if err := deliver(rest[headerSize : headerSize+size]); err != nil {
			return err
		}
		rest = rest[headerSize+size:]
	}
	if cap(c.partial) > bufferBytes && len(rest) == 0 {
		c.partial = nil // of a big message
	}
	c.partial = append(c.partial[:0], rest...)
	return nil
}

// giveBack lets the server send on before the window is empty.
func (c *Call) giveBack(bytes uint32) error {
	if c.consumed += bytes; c.consumed < windowBytes/4 {
		return nil
	}
	n := c.consumed
	c.consumed = 0
	return c.answered(c.control(func(w *http2.Framer) error {
		return errors.Join(w.WriteWindowUpdate(0, n), w.WriteWindowUpdate(streamID, n))
	}))
}

// outcome reads headers: nil for those which begin an answer.
func outcome(f *http2.MetaHeadersFrame) error {
	if f.Truncated {
		return broken("the server sent too many headers")
	}
	var code, message string
	trailer := metadata.MD{}
	for _, h := range f.Fields {
		trailer.Append(h.Name, h.Value)
		switch h.Name {
		case ":status":
			if h.Value != "200" {
				return unavailable(errors.New("HTTP status " + h.Value))
			}
		case "grpc-status":
			code = h.Value
		case "grpc-message":
			if unescaped, err := url.PathUnescape(h.Value); err == nil {
				message = unescaped
			}
		}
	}
	if !f.StreamEnded() {
		return nil
	}
	n, err := strconv.ParseUint(code, 10, 32)
	if err != nil {
		return broken("the call ended with the status %q", code)
	}
	if codes.Code(n) == codes.OK {
		return io.EOF
	}
	return cluster.Refused(status.Error(codes.Code(n), message), trailer)
}

func (c *Call) settings(f *http2.SettingsFrame) error {
	if f.IsAck() {
		return nil
	}
	c.mu.Lock()
	if base, ok := f.Value(http2.SettingInitialWindowSize); ok {
		c.window += int64(base) - c.windowBase
		c.windowBase = int64(base)
	}
	if size, ok := f.Value(http2.SettingMaxFrameSize); ok {
		c.frameMax = int64(size)
	}
	c.mu.Unlock()
	c.changed.Broadcast()
	return c.answered(c.control((*http2.Framer).WriteSettingsAck))
}

func (c *Call) widen(stream uint32, bytes int64) {
	c.mu.Lock()
	if stream == 0 {
		c.connWindow += bytes
	} else {
		c.window += bytes
	}
	c.mu.Unlock()
	c.changed.Broadcast()
}
