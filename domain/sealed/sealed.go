// Package sealed keeps personal data in events unreadable to everyone who
// lacks the key of the person (the subject) it speaks of. Destroying that key
// forgets the data everywhere, while every proof over the log still verifies.
//
// A Text is written plain by decisions and read plain by projections; between
// them, in the log, it is ciphertext. The codec of the event store seals and
// unseals with a Box.
package sealed

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"sync"
)

// Text is personal data. Exactly one of Plain and Cipher is set, or neither
// for an empty text or one whose key is gone (Forgotten).
type Text struct {
	Subject   string // whose data it is: "client-<case id>", "principal-<id>"
	Plain     string
	Cipher    []byte
	Forgotten bool

	hidden string // the plain text while it is being encoded
}

// Of returns plain text about a subject.
func Of(subject, plain string) Text { return Text{Subject: subject, Plain: plain} }

// Hide replaces the plain text by its ciphertext for encoding.
func (t *Text) Hide(cipher []byte) { t.hidden, t.Plain, t.Cipher = t.Plain, "", cipher }

// Show undoes Hide: Encode works on values whose slices it shares with its
// caller, and must leave them as they were.
func (t *Text) Show() {
	if t.hidden != "" {
		t.Plain, t.hidden, t.Cipher = t.hidden, "", nil
	}
}

// wire is the form in the log.
type wire struct {
	Subject string `json:"subject"`
	Sealed  []byte `json:"sealed"`
}

// ErrPlain reports an attempt to write personal data that has not been sealed.
var ErrPlain = errors.New("sealed: personal data must be sealed before it is encoded")

// MarshalJSON writes the ciphertext; a Text that is still plain is an error.
func (t Text) MarshalJSON() ([]byte, error) {
	if t.Plain != "" {
		return nil, ErrPlain
	}
	return json.Marshal(wire{t.Subject, t.Cipher})
}

// UnmarshalJSON reads the ciphertext.
func (t *Text) UnmarshalJSON(b []byte) error {
	var w wire
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	*t = Text{Subject: w.Subject, Cipher: w.Sealed}
	return nil
}

// String returns the plain text, or "" when it cannot be read.
func (t Text) String() string { return t.Plain }

var textType = reflect.TypeFor[Text]()

// Walk calls f for every Text in v, which is a pointer to an event payload.
func Walk(v any, f func(*Text) error) error { return walk(reflect.ValueOf(v), f) }

func walk(v reflect.Value, f func(*Text) error) error {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return walk(v.Elem(), f)
	case reflect.Struct:
		if v.Type() == textType {
			if !v.CanAddr() {
				return errors.New("sealed: a text in a map or interface cannot be sealed")
			}
			return f(v.Addr().Interface().(*Text))
		}
		for _, i := range wayIn(v.Type()).fields {
			if err := walk(v.Field(i), f); err != nil {
				return err
			}
		}
	case reflect.Slice, reflect.Array:
		if !wayIn(v.Type()).may {
			return nil
		}
		for i := range v.Len() {
			if err := walk(v.Index(i), f); err != nil {
				return err
			}
		}
	case reflect.Map:
		if !wayIn(v.Type()).may {
			return nil
		}
		for _, key := range v.MapKeys() {
			if err := walk(v.MapIndex(key), f); err != nil {
				return err
			}
		}
	}
	return nil
}

// way says whether values of a type may hold a Text, and of a struct in which fields.
type way struct {
	may    bool
	fields []int
}

// ways are those that were asked for. A program has few types of events, and most of what
// they hold are figures, which nobody has to look through again for each event.
var ways sync.Map // of reflect.Type; values are *way

func wayIn(t reflect.Type) *way {
	if w, ok := ways.Load(t); ok {
		return w.(*way)
	}
	w := &way{may: mayHold(t, nil)}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if t.Field(i).IsExported() && mayHold(t.Field(i).Type, nil) {
				w.fields = append(w.fields, i)
			}
		}
	}
	ways.Store(t, w)
	return w
}

// mayHold reports whether a value of a type may hold a Text that Walk reaches. above are the
// types around it, of which it may be one.
func mayHold(t reflect.Type, above []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true // what is in it shows in the value alone
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return mayHold(t.Elem(), above)
	case reflect.Struct:
		if t == textType {
			return true
		}
		if slices.Contains(above, t) {
			return false // looked at already, further up
		}
		above = append(slices.Clip(above), t)
		for i := range t.NumField() {
			if t.Field(i).IsExported() && mayHold(t.Field(i).Type, above) {
				return true
			}
		}
	}
	return false
}
