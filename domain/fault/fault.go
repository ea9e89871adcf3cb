// Package fault is the one error type of the domain: a stable code, a sentence
// for a person, and every fault or blocker at once.
//
// # Vocabulary
//
// A Field fault says that something the caller sent is malformed (400). A
// Blocker is a precondition that is unmet (422). A Kind is what class of
// refusal a code belongs to; the HTTP layer maps it to a status, and nothing
// else depends on HTTP.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/civil"
)

// Error is a refusal. It is comparable to its code with errors.Is.
type Error struct {
	Code     Code
	Detail   string
	Fields   []Field
	Blockers []Blocker
	Retry    time.Duration // how long a caller should wait; 0 = no advice
	cause    error
}

// Field is one malformed input.
type Field struct {
	Field   string `json:"field"` // as the caller wrote it: "workpapers[2].title"
	Message string `json:"message"`
}

// Blocker is one unmet precondition.
type Blocker struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Field    string `json:"field,omitempty"`
	Resource string `json:"resource,omitempty"` // "workpaper/0192…"

	Choices []Choice `json:"choices,omitempty"` // each is one way on, where the law leaves several
}

// Same reports whether two say the same of the same thing.
func (b Blocker) Same(other Blocker) bool {
	return b.Code == other.Code && b.Message == other.Message && b.Field == other.Field && b.Resource == other.Resource
}

// Choice is a value of a field that meets a precondition.
type Choice struct {
	Field string `json:"field"`          // "lines[0].rate_class"
	Value string `json:"value"`          // "reduced"
	Says  string `json:"says,omitempty"` // what it stands for: "bread, flour, milk"
	Rate  string `json:"rate,omitempty"` // a fraction, of the day: "0.07"
}

// New returns an Error with a code and a sentence.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// Wrap is New with the error that caused it.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.cause = cause
	return e
}

// Invalid returns an Error with one faulty field.
func Invalid(field, format string, args ...any) *Error {
	m := fmt.Sprintf(format, args...)
	return &Error{Code: InvalidInput, Detail: field + ": " + m, Fields: []Field{{field, m}}}
}

// Error gives the code, the detail and what is unmet.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Code.Name())
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	for i, f := range e.Fields {
		if i == 20 {
			fmt.Fprintf(&b, "; and %d more", len(e.Fields)-i)
			break
		}
		b.WriteString("; " + f.Field + ": " + f.Message)
	}
	for _, x := range e.Blockers {
		b.WriteString("; " + x.Code + ": " + x.Message)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is an Error of the same code.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code
}

// As returns the Error in err's chain, or nil.
func As(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// Fields collects malformed inputs; its Err is nil while there are none.
type Fields []Field

// Add records one.
func (f *Fields) Add(field, format string, args ...any) {
	*f = append(*f, Field{field, fmt.Sprintf(format, args...)})
}

// The years that a day of somebody's records lies in.
const (
	yearMin = 1900
	yearMax = 2199
)

// Day records a day that no record can bear, such as 0001-01-01; no day at all is fine.
func (f *Fields) Day(field string, d civil.Date) {
	if !d.IsZero() && (d.Year() < yearMin || d.Year() > yearMax) {
		f.Add(field, "%s is no day of the years %d to %d", d, yearMin, yearMax)
	}
}

// Text records a text that nobody can read, or reads otherwise than it stands; none at all
// is fine, and its length is the schema's.
func (f *Fields) Text(field, text string) {
	if text != "" && Blank(text) {
		f.Add(field, "must not be blank")
		return
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unprintable) {
		f.Add(field, "holds characters that are not text")
	}
	if strings.ContainsFunc(text, Turns) {
		f.Add(field, "holds a mark that has text read in another order than it stands")
	}
}

func unprintable(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }

// Turns reports a mark that has what follows shown in another order than it stands, so that
// a reader sees another figure than was checked.
func Turns(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' }

// Err returns them as one InvalidInput.
func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	return &Error{Code: InvalidInput, Detail: f[0].Field + ": " + f[0].Message, Fields: f}
}

// Blockers collects unmet preconditions; its Err is nil while there are none.
type Blockers []Blocker

// Add records one.
func (b *Blockers) Add(code, format string, args ...any) {
	*b = append(*b, Blocker{Code: code, Message: fmt.Sprintf(format, args...)})
}

// On records one that concerns a resource, such as "workpaper/0192…".
func (b *Blockers) On(resource, code, format string, args ...any) {
	*b = append(*b, Blocker{Code: code, Message: fmt.Sprintf(format, args...), Resource: resource})
}

// Err returns them as one Blocked.
func (b Blockers) Err() error {
	if len(b) == 0 {
		return nil
	}
	return &Error{Code: Blocked, Detail: fmt.Sprintf("%d precondition(s) unmet: %s", len(b), b[0].Message), Blockers: b}
}

// Blank reports whether a text shows nothing: it has white space, control and
// format characters only.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf) }) < 0
}
