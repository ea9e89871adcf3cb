package http

import (
	"bytes"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// response holds what a handler writes until the audit record is durable.
// Streams pass through: they are recorded before the first byte and at the end.
type response struct {
	http.ResponseWriter
	call    *Call
	status  int
	body    *bytes.Buffer
	flowing bool // a stream has begun
	bytes   int64
	// patience is how long the client may take to accept each piece.
	patience time.Duration
	lost     error // why the client did not get all
}

// bodies keeps the room that responses wait in.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// release gives the room back, unless it is that of a rare, large response.
func (w *response) release() {
	const most = 256 << 10
	if w.body.Cap() <= most {
		w.body.Reset()
		bodies.Put(w.body)
	}
	w.body = nil
}

func (w *response) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *response) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.bytes += int64(len(p))
	if w.flowing {
		return w.send(p)
	}
	return w.body.Write(p)
}

// pieceMax is how much a client has to accept within its patience: little
// enough for a slow line, enough that a reader who has stopped is let go.
const pieceMax = 64 << 10

// send writes to the connection, each piece under its own deadline.
func (w *response) send(p []byte) (n int, err error) {
	conn := http.NewResponseController(w.ResponseWriter)
	for err == nil && len(p) > 0 {
		piece := p[:min(len(p), pieceMax)]
		conn.SetWriteDeadline(time.Now().Add(w.patience)) // unsupported by recorders in tests
		var m int
		m, err = w.ResponseWriter.Write(piece)
		n, p = n+m, p[m:]
	}
	w.lost = err
	return n, err
}

// Flush sends what a stream has written so far.
func (w *response) Flush() {
	if !w.flowing {
		return
	}
	// What a client does not take may show here first, and ends the call's context.
	if err := http.NewResponseController(w.ResponseWriter).Flush(); err != nil && w.lost == nil {
		w.lost = err
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// reset forgets what was written, so that a problem can replace it.
func (w *response) reset() {
	w.status = 0
	w.body.Reset()
}

// beginStream records the start of a stream and lets its bytes through. The
// handler has set its headers.
func (s *Server) beginStream(ctx context.Context, c *Call, w http.ResponseWriter) error {
	out := w.(*response)
	if err := s.record(ctx, c, http.StatusOK, "stream_started"); err != nil {
		return err
	}
	out.status, out.flowing = http.StatusOK, true
	out.ResponseWriter.WriteHeader(http.StatusOK)
	return nil
}

// recordPatience bounds the wait for an audit record; a record that may be
// lost must not let its response leave.
const recordPatience = 5 * time.Second

// conclude makes the audit record durable and then sends the response.
func (s *Server) conclude(c *Call, w *response) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	ctx, cancel := context.WithTimeout(context.Background(), recordPatience)
	defer cancel()
	duration := s.Now().Sub(c.started)
	switch {
	case w.flowing:
		outcome := "stream_ended"
		if c.cut {
			outcome = "stream_cut"
		}
		if err := s.record(ctx, c, w.status, outcome); err != nil {
			s.Logger.Error("the end of a stream was not recorded", "request", c.RequestID, "error", err)
		}
	case c.appended && c.refused == nil && w.status < 400:
	default:
		if err := s.record(ctx, c, w.status, outcomeOf(w.status)); err != nil {
			s.Logger.Warn("audit record failed", "request", c.RequestID, "error", err)
			w.reset()
			w.Header().Del("Content-Length")
			s.problemOf(c, unrecorded(c, err)).write(w)
		}
	}
	if !w.flowing {
		w.ResponseWriter.WriteHeader(w.status)
		w.send(w.body.Bytes())
	}
	w.release()
	if w.lost != nil {
		s.Metrics.abandoned.Inc()
		s.Logger.Info("a client did not take its response", "request", c.RequestID, "error", w.lost)
	}
	s.Metrics.request(c.routeName(), c.method, w.status, duration)
	if c.refused != nil {
		s.Metrics.refusal(c.operationID(), c.refused.Code)
	}
	s.Logger.Info("call", "request", c.RequestID, "operation", c.operationID(), "method", c.method, "route", c.routeName(),
		"status", w.status, "tenant", c.Caller.Tenant, "principal", c.Caller.Principal, "us", duration.Microseconds())
}

func outcomeOf(status int) string {
	switch {
	case status < 400:
		return "ok"
	case status >= 500:
		return "failed"
	}
	return "refused"
}

// routeName is the template, never the raw path, which may name records.
func (c *Call) routeName() string {
	if c.operation == nil {
		return "unrouted"
	}
	return c.operation.Path
}

func (s *Server) record(ctx context.Context, c *Call, status int, outcome string) error {
	meta := event.Metadata{
		Operation: c.operationID(), Tenant: c.Caller.Tenant, Site: c.Caller.Site, Principal: c.Caller.Principal,
		Role: string(c.Caller.Role), Key: c.Caller.Key, Request: c.RequestID, CorrelationID: c.RequestID, Pins: c.pins,
	}
	payloads := []event.Payload{audit.CallRecorded{
		Method: c.method, Route: c.routeName(), Status: status, Outcome: outcome,
		DurationUs: s.Now().Sub(c.started).Microseconds(),
	}}
	if c.refused != nil && outcome != "stream_started" {
		payloads = append(payloads, *c.refused)
	}
	return s.Recorder.Record(ctx, meta, payloads...)
}

// unrecorded is what the caller is told instead of an answer that was not recorded. The
// call may have written before, in vain as far as it knew or with success.
func unrecorded(c *Call, err error) *fault.Error {
	if c.method == http.MethodGet || c.method == http.MethodHead {
		return logLost()
	}
	return commands.LogLost(err)
}

func logLost() *fault.Error {
	e := fault.New(fault.StoreUnavailable, "the event log is out of reach")
	e.Retry = 2 * time.Second
	return e
}
