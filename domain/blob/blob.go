// Package blob names the files that events speak of: bytes that were uploaded
// or generated, which stand outside the log.
//
// A blob belongs to a subject, whose key in the vault it is encrypted under:
// forgetting the subject takes the bytes and leaves the hash. Equal bytes of one
// subject are one blob; of two subjects they are two, so that forgetting one
// takes nothing from the other.
package blob

import "reflect"

// Ref names one blob within a tenant.
type Ref struct {
	Subject string `json:"subject"` // whose data it is: "client-<id>", "document-<id>"
	SHA256  string `json:"sha256"`  // of the plain bytes, 64 hex digits
	Bytes   int64  `json:"bytes"`   // of the plain bytes
}

// IsZero reports whether r names none.
func (r Ref) IsZero() bool { return r == Ref{} }

// Valid reports whether r can name a blob: what it holds becomes part of a
// file's name.
func (r Ref) Valid() bool {
	return word(r.Subject, "-_") && len(r.SHA256) == 64 && word(r.SHA256, "") && r.Bytes >= 0
}

// word reports whether s is lower-case letters, digits and characters of more.
func word(s, more string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && !contains(more, c) {
			return false
		}
	}
	return s != "" && len(s) <= 200
}

func contains(set string, c rune) bool {
	for _, x := range set {
		if x == c {
			return true
		}
	}
	return false
}

var refType = reflect.TypeFor[Ref]()

// Of lists the blobs that an event's payload names, in the order of its fields.
func Of(payload any) []Ref {
	var all []Ref
	collect(reflect.ValueOf(payload), &all)
	return all
}

func collect(v reflect.Value, all *[]Ref) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), all)
		}
	case reflect.Struct:
		if v.Type() == refType {
			if r := v.Interface().(Ref); !r.IsZero() {
				*all = append(*all, r)
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				collect(v.Field(i), all)
			}
		}
	case reflect.Slice, reflect.Array:
		if elem := v.Type().Elem().Kind(); elem < reflect.Array {
			return // of plain values
		}
		for i := range v.Len() {
			collect(v.Index(i), all)
		}
	}
}

// Names reports whether payloads of a type can name a blob.
func Names(payload any) bool { return names(reflect.TypeOf(payload), map[reflect.Type]bool{}) }

func names(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return names(t.Elem(), seen)
	case reflect.Struct:
		if t == refType {
			return true
		}
		for i := range t.NumField() {
			if t.Field(i).IsExported() && names(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
