package eventstore

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
)

// decodeMetadata reads metadata as json.Unmarshal does. What Encode writes, which
// is nearly all there is, it reads in one pass and one allocation.
func decodeMetadata(raw []byte, m *event.Metadata) error {
	if s := (metadataScanner{rest: string(raw)}); s.metadata(m) {
		return nil
	}
	*m = event.Metadata{}
	return json.Unmarshal(raw, m)
}

// metadataScanner reads JSON without white space, escapes or letters beyond ASCII.
// Its methods return false on anything else, and on whatever is unexpected.
type metadataScanner struct{ rest string }

func (s *metadataScanner) skip(c byte) bool {
	if s.rest == "" || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

// text reads a string; the value is a view of the whole.
func (s *metadataScanner) text(value *string) bool {
	if !s.skip('"') {
		return false
	}
	for i := range len(s.rest) {
		switch c := s.rest[i]; {
		case c == '"':
			*value, s.rest = s.rest[:i], s.rest[i+1:]
			return true
		case c == '\\' || c < ' ' || c >= 0x80:
			return false
		}
	}
	return false
}

func (s *metadataScanner) number(value *int64) bool {
	end := strings.IndexAny(s.rest, ",}")
	if end < 1 || s.rest[0] == '+' || end > 1 && strings.HasPrefix(strings.TrimPrefix(s.rest, "-"), "0") {
		return false
	}
	n, err := strconv.ParseInt(s.rest[:end], 10, 64)
	*value, s.rest = n, s.rest[end:]
	return err == nil
}

// object reads members until the closing brace.
func (s *metadataScanner) object(member func(key string) bool) bool {
	if !s.skip('{') {
		return false
	}
	for first := true; !s.skip('}'); first = false {
		var key string
		if !first && !s.skip(',') || !s.text(&key) || !s.skip(':') || !member(key) {
			return false
		}
	}
	return true
}

func (s *metadataScanner) metadata(m *event.Metadata) bool {
	return s.object(func(key string) bool { return s.member(key, m) }) && s.rest == ""
}

func (s *metadataScanner) member(key string, m *event.Metadata) bool {
	var text string
	switch key {
	case "command_id":
		ok := s.text(&text)
		id, err := uuid.Parse(text)
		m.CommandID = id
		return ok && err == nil
	case "request_hash":
		return s.text(&m.RequestHash)
	case "operation":
		return s.text(&m.Operation)
	case "tenant":
		return s.text(&m.Tenant)
	case "site":
		return s.number(&m.Site)
	case "principal":
		return s.text(&m.Principal)
	case "role":
		return s.text(&m.Role)
	case "key":
		return s.text(&m.Key)
	case "request":
		return s.text(&m.Request)
	case "correlation":
		return s.text(&m.CorrelationID)
	case "causation":
		return s.text(&m.CausationID)
	case "stands":
		return s.text(&m.Stands)
	case "mark":
		return s.text(&m.Mark)
	case "pins":
		if m.Pins == nil {
			m.Pins = map[string]string{}
		}
		return s.object(func(name string) bool {
			ok := s.text(&text)
			m.Pins[name] = text
			return ok
		})
	case "schema":
		var n int64
		ok := s.number(&n)
		m.Schema = int(n)
		return ok && int64(m.Schema) == n
	case "time":
		return s.text(&text) && m.Time.UnmarshalText([]byte(text)) == nil
	}
	return false
}
