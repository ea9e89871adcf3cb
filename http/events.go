package http

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
)

// eventLine is one event as the stream shows it.
type eventLine struct {
	Position string          `json:"position"`
	Stream   string          `json:"stream"`
	Revision uint64          `json:"revision"`
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Data     json.RawMessage `json:"data"` // null where it is not JSON
	Binary   []byte          `json:"data_base64,omitempty"`
	Metadata json.RawMessage `json:"metadata"`
}

type eventsIn struct {
	From        string `query:"from" maxLength:"60" doc:"Position after which to begin; left out, the start of the log."`
	Stream      string `query:"stream" maxLength:"200" doc:"Beginning of the streams' names: a category such as case, or a whole name. Audit streams come only when asked for."`
	Type        string `query:"type" maxLength:"1000" doc:"Event types, separated by commas."`
	Follow      bool   `query:"follow" doc:"Stay and send what comes."`
	Limit       int    `query:"limit" minimum:"1" doc:"End after this many events."`
	Accept      string `header:"Accept" doc:"text/event-stream for server-sent events; else NDJSON."`
	LastEventID string `header:"Last-Event-ID" maxLength:"60" doc:"As from, by which a browser resumes."`
	Sited
}

func (s *Server) registerEvents() {
	register(s, Operation{
		Entry: "x.1", ID: "events.stream", Method: http.MethodGet, Path: "/api/events/", Surface: "platform",
		Summary: "Stream the tenant's events", Permission: "events:read", Stream: true,
		Media: []string{ndjsonMedia, sseMedia},
		Describe: "NDJSON, one event a line, or server-sent events. Each line carries the position to resume from. " +
			"Personal data is shown to roles with `personal_data:read`. An event whose data is not JSON was not written by the service; it has " +
			"`data_base64` in place of `data`.\n\n" +
			"The last line is `{\"end\":\"complete\",\"count\":…,\"position\":…}` (server-sent: the event `end`) once all that was asked for has been " +
			"sent. A stream that is cut says `{\"end\":\"cut\",…,\"reason\":…}` where it still can, and its connection is broken off: whatever does not end in " +
			"`complete` is not whole, and goes on from its last position. A stream lives no longer than the rights that it was opened with.",
	}, s.streamEvents)
}

// errEnough ends a subscription that has delivered what was asked for.
var errEnough = errors.New("enough")

func (s *Server) streamEvents(ctx context.Context, c *Call, in *eventsIn) (*huma.StreamResponse, error) {
	from, err := in.start()
	if err != nil {
		return nil, err
	}
	prefixes, err := s.streamPrefixes(c.Caller.Tenant, in.Stream)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		w := hc.BodyWriter().(*response)
		feed := &eventFeed{
			server: s, call: c, out: w, types: splitList(in.Type), left: in.Limit, bounded: in.Limit > 0,
			sse: preferred(in.Accept, ndjsonMedia, sseMedia) == sseMedia, follow: in.Follow,
			reveal: access.Table.Allows(c.Caller.Role, "personal_data:read"),
		}
		contentType := ndjsonMedia
		if feed.sse {
			contentType = sseMedia
		}
		w.Header().Set("Content-Type", contentType)
		if err := s.beginStream(ctx, c, w); err != nil {
			s.problem(c, err).write(w)
			return
		}
		w.Flush()
		live, cancel := s.whileAuthorised(ctx, c)
		defer cancel()
		err := s.Log.Subscribe(live, from, prefixes, func(d eventstore.Delivery) error { return feed.deliver(live, d) })
		switch {
		case errors.Is(err, errEnough):
			feed.end(streamEnd{End: "complete"})
		case ctx.Err() == nil && w.lost == nil:
			if cause := context.Cause(live); cause != nil {
				err = cause
			}
			feed.cut(err)
		}
	}}, nil
}

func (in *eventsIn) start() (event.Position, error) {
	switch {
	case in.LastEventID != "":
		return parsePosition("Last-Event-ID", in.LastEventID)
	case in.From != "":
		return parsePosition("from", in.From)
	}
	return event.Position{}, nil
}

// streamPrefixes fences a stream filter into the tenant: a tenant's streams
// are those whose names begin with a category and its id.
func (s *Server) streamPrefixes(tenant, filter string) ([]string, error) {
	var prefixes []string
	for _, category := range s.Log.Registry.Categories() {
		if category == audit.Category.Name && !strings.HasPrefix(filter, category) {
			continue
		}
		whole := category + "-" + tenant + "-"
		switch {
		case strings.HasPrefix(whole, filter):
			prefixes = append(prefixes, whole)
		case strings.HasPrefix(filter, whole):
			prefixes = append(prefixes, filter)
		}
	}
	if len(prefixes) == 0 {
		return nil, fault.Invalid("stream", "no stream of this tenant begins so; categories are %s", strings.Join(s.Log.Registry.Categories(),
			", "))
	}
	return prefixes, nil
}

func splitList(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

// streamEnd is the last line of a stream.
type streamEnd struct {
	End      string `json:"end"`   // complete | cut
	Count    int64  `json:"count"` // of events that were sent
	Position string `json:"position"`
	Reason   string `json:"reason,omitempty"` // code of an error; why it was cut
}

// cut says that a stream is not whole and breaks the connection off, so that
// nobody takes it for one that is.
func (f *eventFeed) cut(err error) {
	e := fault.As(err)
	switch {
	case errors.Is(err, eventstore.ErrNoPosition):
		e = fault.Invalid("from", "is of another log: this one has no event there")
	case errors.Is(err, eventstore.ErrUnavailable):
		e = logLost()
	case e == nil:
		e = fault.New(fault.Internal, "an unexpected fault")
	}
	f.server.Logger.Warn("event stream was cut", "request", f.call.RequestID, "reason", e.Code.Name(), "error", err)
	f.call.cut = true
	f.end(streamEnd{End: "cut", Reason: e.Code.Name()})
	panic(http.ErrAbortHandler)
}

// end writes the last line; a caller that is gone does not get it.
func (f *eventFeed) end(e streamEnd) {
	e.Count, e.Position = f.sent, logPosition(f.at)
	body, err := json.Marshal(e)
	if err != nil {
		panic(err) // plain data always encodes
	}
	text := string(body) + "\n"
	if f.sse {
		text = "event: end\ndata: " + text + "\n"
	}
	f.write(text)
}

// eventFeed writes deliveries of one subscription to one caller.
type eventFeed struct {
	server  *Server
	call    *Call
	out     *response
	types   []string
	left    int
	bounded bool
	sse     bool
	follow  bool
	reveal  bool
	sent    int64
	at      event.Position // up to which everything has been sent
}

func (f *eventFeed) deliver(ctx context.Context, d eventstore.Delivery) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.Event == nil {
		if d.Position != (event.Position{}) {
			f.at = d.Position
		}
		if d.CaughtUp && !f.follow {
			return errEnough
		}
		if f.sse {
			return f.write(": at " + logPosition(d.Position) + "\n\n")
		}
		return nil
	}
	if !f.wanted(d.Event) {
		f.at = d.Event.Position
		return nil
	}
	line := eventLine{
		Position: logPosition(d.Event.Position), Stream: d.Event.Stream, Revision: d.Event.Revision,
		ID: d.Event.ID.String(), Type: d.Event.Type, Data: d.Event.Data, Metadata: d.Event.Metadata,
	}
	if f.reveal {
		data, err := f.server.Log.Reveal(ctx, *d.Event)
		if err != nil {
			return err
		}
		line.Data = data
	}
	if !json.Valid(line.Data) { // none that the service wrote
		line.Data, line.Binary = nil, line.Data
	}
	body, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("event %s: %w", line.ID, err)
	}
	text := string(body) + "\n"
	if f.sse {
		text = "id: " + line.Position + "\nevent: " + oneLine.Replace(line.Type) + "\ndata: " + text + "\n"
	}
	if err := f.write(text); err != nil {
		return err
	}
	f.sent, f.at = f.sent+1, d.Event.Position
	if f.left--; f.bounded && f.left == 0 {
		return errEnough
	}
	return nil
}

// oneLine keeps what is not ours, the type of a stranger's event, within its line.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// wanted applies the type filter and the site fence.
func (f *eventFeed) wanted(raw *eventstore.Raw) bool {
	if len(f.types) > 0 && !slices.Contains(f.types, raw.Type) {
		return false
	}
	var meta struct {
		Site int64 `json:"site"`
	}
	return json.Unmarshal(raw.Metadata, &meta) == nil && f.call.Sees(meta.Site)
}

func (f *eventFeed) write(text string) error {
	if _, err := f.out.Write([]byte(text)); err != nil {
		return err
	}
	f.out.Flush()
	return nil
}
