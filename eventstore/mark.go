package eventstore

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"math"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore/proof"
)

// An event says in its metadata where it stands, so that a copy of it elsewhere is none
// of the service's, and carries a mark, so that whoever lacks the key writes none that is
// (ADR 103).

const (
	// markBytes of the HMAC are kept; base64 makes 22 letters of them.
	markBytes  = 16
	markMember = `,"mark":"`
	// anywhere stands for the revision of an event that is bound to its stream alone.
	anywhere = math.MaxUint64
)

// jsonContent is the content type of what the service appends.
const jsonContent = "application/json"

var errShape = errors.New("eventstore: metadata that is no object")

// Mark returns the events of one append with where they stand, and with the codec's mark
// where it has a key. What is appended at any revision is bound to its stream alone.
func (c *Codec) Mark(stream string, expected Expected, events []Proposed) ([]Proposed, error) {
	next, known := expected.next()
	out := make([]Proposed, len(events))
	for i, e := range events {
		bare, ok := bytes.CutSuffix(e.Metadata, []byte("}"))
		if !ok || len(bare) < len(`{"":""`) {
			return nil, fmt.Errorf("%w: %s in %s", errShape, e.Type, stream)
		}
		revision := uint64(anywhere)
		m := make([]byte, 0, len(e.Metadata)+len(stream)+96)
		m = append(append(append(m, bare...), `,"stands":"`...), stream...)
		if known {
			revision = next + uint64(i)
			m = strconv.AppendUint(append(m, '@'), revision, 10)
		}
		m = append(m, '"')
		if c.Key != nil {
			mark := c.mark(&proof.Event{Stream: stream, Revision: revision, ID: e.ID, Type: e.Type, ContentType: jsonContent, Data: e.Data,
				Metadata: m})
			m = append(append(append(m, markMember...), mark...), '"')
		}
		e.Metadata = append(m, '}')
		out[i] = e
	}
	return out, nil
}

// next is the revision that the first event of an append will have.
func (e Expected) next() (revision uint64, known bool) {
	switch e {
	case Any:
		return 0, false
	case NoStream:
		return 0, true
	}
	return e.wire.Revision + 1, true
}

// marker computes marks; one is used by one caller at a time.
type marker struct {
	hash   hash.Hash
	buffer []byte
}

// mark is the HMAC of an event as a leaf; its metadata ends before the mark.
func (c *Codec) mark(e *proof.Event) string {
	m, ok := c.markers.Get().(*marker)
	if !ok {
		m = &marker{hash: hmac.New(sha256.New, c.Key)}
	}
	defer c.markers.Put(m)
	m.hash.Reset()
	m.buffer = e.AppendLeaf(m.buffer[:0])
	m.hash.Write(m.buffer)
	m.buffer = m.hash.Sum(m.buffer[:0])
	return base64.RawURLEncoding.EncodeToString(m.buffer[:markBytes])
}

// misplaced says why an event does not belong where it stands, "" if it does, or is of
// before.
func misplaced(stream string, revision uint64, m *event.Metadata) string {
	if m.Stands == "" {
		return ""
	}
	place, at, exact := strings.Cut(m.Stands, "@")
	if place == stream && (!exact || at == strconv.FormatUint(revision, 10)) {
		return ""
	}
	return fmt.Sprintf("was copied: it says that it stands at %.200q", m.Stands)
}

// unmarked says why an event that came after the log's marks began is not of this
// service, "" if it is. Without a key marks are not judged, and whether they are there is.
func (c *Codec) unmarked(e *proof.Event, m *event.Metadata) string {
	if m.Stands == "" || m.Mark == "" && c.Key != nil {
		return "carries no mark of the service, which marks every event by now"
	}
	if c.Key == nil {
		return ""
	}
	bare, ok := bytes.CutSuffix(e.Metadata, []byte(markMember+m.Mark+`"}`))
	without := *e
	without.Metadata = bare
	if !strings.Contains(m.Stands, "@") {
		without.Revision = anywhere
	}
	if !ok || !hmac.Equal([]byte(c.mark(&without)), []byte(m.Mark)) {
		return "carries a mark that is not of this service"
	}
	return ""
}

// Append is the Store's, of marked events.
func (l *Log) Append(ctx context.Context, stream string, expected Expected, events ...Proposed) (Appended, error) {
	marked, err := l.Mark(stream, expected, events)
	if err != nil {
		return Appended{}, err
	}
	return l.Store.Append(ctx, stream, expected, marked...)
}
