package taxid

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// Kind is the short name of a number inside its country: "vat", "gstin",
// "ein". Country and Kind together name one scheme.
type Kind string

// Family groups kinds across countries, for a caller that asks "which of
// these is the VAT number".
type Family string

// The families.
const (
	VAT      Family = "vat"      // value added tax or goods and services tax
	Company  Family = "company"  // register or tax number of a business
	Personal Family = "personal" // number of a natural person
	Tax      Family = "tax"      // one number for persons and businesses alike
)

// Level says how deep a check went. There is no level for a register here:
// this package asks nobody.
type Level string

// The levels.
const (
	LevelFormat   Level = "format"   // length, character set, fixed parts, dates, ranges
	LevelChecksum Level = "checksum" // all of that and the check digit
)

// FaultCode names what is wrong with a number; codes are stable.
type FaultCode string

// The fault codes.
const (
	FaultEmpty      FaultCode = "empty"
	FaultCharacter  FaultCode = "character"
	FaultSeparator  FaultCode = "separator"
	FaultLength     FaultCode = "length"
	FaultPrefix     FaultCode = "prefix"
	FaultComponent  FaultCode = "component"
	FaultCheckDigit FaultCode = "check_digit"
	FaultFuture     FaultCode = "future" // of Result.On alone
)

// Fault is one thing that is wrong, in plain words.
type Fault struct {
	Code    FaultCode `json:"code"`
	Message string    `json:"message"`
}

// Result is what can be said of one number without asking a register.
//
// Valid means: everything that Checked lists was looked at and held; whether a
// date in the number lies ahead is looked at by On, which has a day. It never
// means that the number was issued, or that its holder is registered today.
type Result struct {
	Kind    Kind    `json:"kind"`
	Country string  `json:"country"`          // ISO 3166-1 alpha-2
	Region  string  `json:"region,omitempty"` // "XI" for Northern Ireland
	Scheme  string  `json:"scheme"`           // stable id: "de.vat"
	Name    string  `json:"name"`
	Input   string  `json:"input"`
	Normal  string  `json:"normal,omitempty"` // empty unless Valid
	Valid   bool    `json:"valid"`
	Check   Level   `json:"check"`   // the deepest check that was carried out
	Checked string  `json:"checked"` // what a valid number was checked for, in words
	Faults  []Fault `json:"faults,omitempty"`
	Source  Source  `json:"source"`

	date civil.Date // in a valid number, where it tells the century
}

// Scheme is the catalogue entry of one kind of number.
type Scheme struct {
	ID      string   `json:"id"`
	Country string   `json:"country"`
	Region  string   `json:"region,omitempty"`
	Kind    Kind     `json:"kind"`
	Aliases []Kind   `json:"aliases,omitempty"`
	Family  Family   `json:"family"`
	Name    string   `json:"name"`
	Shapes  []string `json:"shapes"` // # digit, @ letter, ? either, ~ letter or sign, anything else itself
	Check   Level    `json:"check"`  // the deepest check this scheme allows
	Checked string   `json:"checked"`
	Source  Source   `json:"source"`
}

// MaxInput is the longest number, in bytes, that Validate and Detect look at.
const MaxInput = 64

// InputError is a request that names no scheme, or a number too long to be
// one. Field is "country", "kind" or "number".
type InputError struct {
	Field   string
	Code    string // "unknown" or "too_long"
	Message string
}

// Error returns the message with the field in front.
func (e *InputError) Error() string { return e.Field + ": " + e.Message }

// Validate checks number against the scheme that country and kind name.
//
// Country is ISO 3166-1 alpha-2 in any case; EL is read as GR, and XI is
// Northern Ireland. A number that is wrong is a Result with faults. The error
// is an *InputError: unknown country, unknown kind, or number over MaxInput.
func Validate(country, kind, number string) (Result, error) {
	s, err := lookup(country, kind)
	if err != nil {
		return Result{}, err
	}
	if len(number) > MaxInput {
		return Result{}, &InputError{Field: "number", Code: "too_long",
			Message: fmt.Sprintf("%d bytes long; no tax number has more than %d", len(number), MaxInput)}
	}
	return s.validate(number), nil
}

// Detect returns what number can be when nobody says which country: every
// scheme that finds it valid and whose prefix it carries ("DE", "EL", "CHE"),
// or whose shape belongs to one country only and has a check digit. If none
// does, the schemes of its prefix come back with their faults. A bare row of
// digits, or an input over MaxInput, gives nothing: guessing would be worse
// than asking.
func Detect(number string) []Result {
	if len(number) > MaxInput {
		return nil
	}
	folded := fold(number)
	head := letters(folded)
	var valid, near []Result
	for _, s := range registry.all {
		prefix := ""
		for _, p := range s.strip {
			if strings.HasPrefix(head, p) {
				prefix = p
			}
		}
		if prefix == "" && !s.distinct {
			continue
		}
		r := s.validateFolded(number, folded)
		switch {
		case r.Valid:
			valid = append(valid, r)
		case len(prefix) > 1: // a single letter begins too many numbers
			near = append(near, r)
		}
	}
	if len(valid) > 0 {
		return valid
	}
	return near
}

// letters returns the letters number begins with, upper case, past spaces.
func letters(number string) string {
	t := strings.TrimLeft(number, " ")
	n := 0
	for n < len(t) && n < 4 && isLetter(t[n]&^0x20) {
		n++
	}
	return strings.ToUpper(t[:n])
}

// Schemes returns the whole catalogue, ordered by id. The slice is the
// caller's own.
func Schemes() []Scheme {
	out := make([]Scheme, 0, len(registry.all))
	for _, s := range registry.all {
		c := s.Scheme
		c.Shapes = slices.Clone(c.Shapes)
		c.Aliases = slices.Clone(c.Aliases)
		out = append(out, c)
	}
	return out
}
