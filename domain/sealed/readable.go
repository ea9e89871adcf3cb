package sealed

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Readable encodes v as JSON with its personal data readable: a Text becomes a
// string, or null once it is forgotten. It follows the json tags otherwise. A
// text that is still ciphertext is an error.
func Readable(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := writeReadable(&b, reflect.ValueOf(v)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func writeReadable(b *bytes.Buffer, v reflect.Value) error {
	if !v.IsValid() || (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		b.WriteString("null")
		return nil
	}
	switch x := v.Interface().(type) {
	case Text:
		return writeText(b, x)
	case *Text:
		return writeText(b, *x)
	case json.Marshaler, encoding.TextMarshaler:
		return writeJSON(b, x)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return writeReadable(b, v.Elem())
	case reflect.Struct:
		b.WriteByte('{')
		first := true
		if err := writeFields(b, v, &first); err != nil {
			return err
		}
		b.WriteByte('}')
		return nil
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			return writeMap(b, v)
		}
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeReadable(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	}
	return writeJSON(b, v.Interface())
}

// writeMap writes a map whose keys are texts, in their order.
func writeMap(b *bytes.Buffer, v reflect.Value) error {
	if v.IsNil() {
		b.WriteString("null")
		return nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	b.WriteByte('{')
	for i, key := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeJSON(b, key.String()); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := writeReadable(b, v.MapIndex(key)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	b.WriteByte('}')
	return nil
}

// writeFields writes a struct's fields; embedded structs stand in line.
func writeFields(b *bytes.Buffer, v reflect.Value, first *bool) error {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "":
			if err := writeFields(b, v.Field(i), first); err != nil {
				return err
			}
			continue
		case !field.IsExported() || name == "-":
			continue
		case strings.Contains(options, "omitzero") && v.Field(i).IsZero(),
			strings.Contains(options, "omitempty") && v.Field(i).IsZero():
			continue
		}
		if !*first {
			b.WriteByte(',')
		}
		*first = false
		if name == "" {
			name = field.Name
		}
		fmt.Fprintf(b, "%q:", name)
		if err := writeReadable(b, v.Field(i)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func writeText(b *bytes.Buffer, t Text) error {
	switch {
	case t.Forgotten:
		b.WriteString("null")
		return nil
	case t.Plain == "" && len(t.Cipher) > 0:
		return fmt.Errorf("a text of %s is still sealed", t.Subject)
	}
	return writeJSON(b, t.Plain)
}

func writeJSON(b *bytes.Buffer, v any) error {
	encoded, err := json.Marshal(v)
	b.Write(encoded)
	return err
}
