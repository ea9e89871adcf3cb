package http

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/wire"
)

// quickReader is a body that reads what is plain by itself, or declines.
type quickReader interface{ readQuickly(text []byte) bool }

// unmarshalJSON reads every field of an object, and of the objects of its lists,
// that can be read. The first value of a type of our own that cannot would
// otherwise end the reading, and what follows it would look absent.
func unmarshalJSON(text []byte, into any) error {
	if p, ok := into.(quickReader); ok && p.readQuickly(text) {
		return nil
	}
	err := json.Unmarshal(text, into)
	if err == nil {
		return nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil {
		return err
	}
	for name, value := range fields {
		if readMember(into, name, value) != nil {
			// What fails again is what err says.
			readMember(into, name, readable(value, func(one json.RawMessage) bool {
				probe := reflect.New(reflect.TypeOf(into).Elem()).Interface()
				return readMember(probe, name, append(append([]byte{'['}, one...), ']')) == nil
			}))
		}
	}
	return err
}

// readMember reads one member of an object.
func readMember(into any, name string, value json.RawMessage) error {
	alone, err := json.Marshal(map[string]json.RawMessage{name: value})
	if err != nil {
		return err
	}
	return json.Unmarshal(alone, into)
}

// readable is a list without the members of its objects that cannot be read;
// what is no object and cannot be read is null.
func readable(list json.RawMessage, reads func(element json.RawMessage) bool) json.RawMessage {
	var elements []json.RawMessage
	if json.Unmarshal(list, &elements) != nil {
		return list
	}
	for i, whole := range elements {
		if reads(whole) {
			continue
		}
		elements[i] = json.RawMessage("null")
		var members map[string]json.RawMessage
		if json.Unmarshal(whole, &members) != nil {
			continue
		}
		for name, value := range members {
			if one, err := json.Marshal(map[string]json.RawMessage{name: value}); err != nil || !reads(one) {
				delete(members, name)
			}
		}
		if rest, err := json.Marshal(members); err == nil {
			elements[i] = rest
		}
	}
	rest, err := json.Marshal(elements)
	if err != nil {
		return list
	}
	return rest
}

// quickBody is the body of a calculation of many lines. A plain one is read and
// validated in one pass; any other goes through the schema, as every other body
// does, and only there can it be refused.
type quickBody[T said[T]] struct {
	said  T
	whole []byte // what the one pass declined; nil = it is read and valid
}

// said is what a plain body says.
type said[T any] interface {
	reader() *wire.Reader[T]
	schemaName() string
	faults(whole bool) error // what is malformed, beyond the schema
}

// Schema documents the body as what it says.
func (b quickBody[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, b.said.schemaName())
}

// readQuickly is the one pass.
func (b *quickBody[T]) readQuickly(text []byte) bool { return b.said.reader().Read(text, &b.said) }

// UnmarshalJSON keeps what the one pass declined; Resolve reads it, and names
// its faults.
func (b *quickBody[T]) UnmarshalJSON(text []byte) error {
	var none T
	b.whole, b.said = append([]byte{}, text...), none
	return nil
}

// Resolve looks through what the one pass declined, and reads it.
func (b *quickBody[T]) Resolve(hc huma.Context, _ *huma.PathBuffer) []error {
	examine(hc, b)
	if b.whole == nil {
		return nil
	}
	c := callOf(hc.Context())
	if err := c.look(hc.Context(), b.Schema(c.server.api.OpenAPI().Components.Schemas), b.whole); err != nil {
		return []error{err}
	}
	if err := unmarshalJSON(b.whole, &b.said); err != nil && len(c.bodyFaults) == 0 {
		return []error{&huma.ErrorDetail{Location: "body", Message: err.Error()}}
	}
	return nil
}

func (b *quickBody[T]) faults(_ *Call, whole bool) fault.Fields {
	return fieldsOf(b.said.faults(whole))
}

// validatesItself leaves the body of an operation to its own Resolve.
func (s *Server) validatesItself(operation string) {
	for _, o := range s.operations {
		if o.ID == operation {
			o.readsItself = true
			return
		}
	}
	panic("http: there is no operation " + operation)
}
