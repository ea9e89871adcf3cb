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
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				if err := walk(v.Field(i), f); err != nil {
					return err
				}
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if err := walk(v.Index(i), f); err != nil {
				return err
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if err := walk(v.MapIndex(key), f); err != nil {
				return err
			}
		}
	}
	return nil
}
