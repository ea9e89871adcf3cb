package taxid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// spec is a Scheme with what it takes to check a number against it.
type spec struct {
	Scheme
	strip    []string // prefixes a caller may write; taken off before the shapes are matched
	keep     string   // prefix of the normal form
	seps     string   // separators this scheme accepts; empty means defaultSeps
	literal  string   // characters beyond letters and digits that belong to the number
	enye     bool     // Ñ is a letter of this number
	pad      int      // a number one digit short of pad is an old form: a zero goes in front
	distinct bool     // the shape alone tells the country
	check    check
	whole    func(body []byte) []byte // the body of the normal form, where a valid one may be a part of it
}

// check judges a body that already fits one of the shapes.
type check func(body []byte) verdict

// verdict is the outcome of a check. The zero verdict is "holds, at the
// scheme's level"; level and checked override it where a variant of the
// number allows less.
type verdict struct {
	fault   FaultCode
	why     string
	level   Level
	checked string
	date    civil.Date // of birth or registration, where the number tells its century
}

func bad(code FaultCode, why string) verdict { return verdict{fault: code, why: why} }

// formatOnly is for a variant that carries no check digit inside a scheme
// whose other variants do.
func formatOnly(checked string) verdict { return verdict{level: LevelFormat, checked: checked} }

const wrongDigit = "the check digit does not fit the rest of the number"

func holds(ok bool) verdict {
	if ok {
		return verdict{}
	}
	return bad(FaultCheckDigit, wrongDigit)
}

// all runs checks in order and stops at the first fault. The last override
// of level wins.
func all(checks ...check) check {
	return func(b []byte) verdict {
		var v verdict
		for _, c := range checks {
			w := c(b)
			if w.fault != "" {
				return w
			}
			if w.level != "" {
				v.level, v.checked = w.level, w.checked
			}
			if !w.date.IsZero() {
				v.date = w.date
			}
		}
		return v
	}
}

type key struct{ country, kind string }

type registryT struct {
	all       []*spec
	byKey     map[key]*spec
	countries map[string][]string // kinds, in the order of the catalogue
}

var registry = build(
	euVATWest, euVATEast, euVATSouth, ukSchemes, irelandSchemes,
	euPersonalWest, germanLaender, euPersonalEast, nordicSchemes, iberiaItaly, franceBenelux,
	europeOther, easternEurope,
	indiaSchemes, eastAsia, southEastAsia, centralAsia, oceania, middleEast, africa,
	northAmerica, mexico, southAmerica, andes, centralAmerica,
)

// aliasCountry maps codes that are not ISO 3166-1 but stand in VAT numbers.
var aliasCountry = map[string]string{"EL": "GR"}

// build panics on a catalogue that contradicts itself: that is a mistake of
// the programmer and every test run finds it.
func build(groups ...[]spec) registryT {
	r := registryT{byKey: map[key]*spec{}, countries: map[string][]string{}}
	for _, g := range groups {
		for i := range g {
			s := &g[i]
			code := s.Country
			if s.Region != "" {
				code = s.Region
			}
			s.ID = strings.ToLower(code) + "." + string(s.Kind)
			if s.seps == "" {
				s.seps = defaultSeps
			}
			for _, k := range append([]Kind{s.Kind}, s.Aliases...) {
				at := key{code, string(k)}
				if r.byKey[at] != nil {
					panic("taxid: two schemes at " + s.ID)
				}
				r.byKey[at] = s
			}
			r.countries[code] = append(r.countries[code], string(s.Kind))
			r.all = append(r.all, s)
		}
	}
	slices.SortFunc(r.all, func(a, b *spec) int { return strings.Compare(a.ID, b.ID) })
	return r
}

func lookup(country, kind string) (*spec, error) {
	if s := registry.byKey[key{country, kind}]; s != nil {
		return s, nil
	}
	c, k := strings.ToUpper(country), strings.ToLower(kind)
	if a, ok := aliasCountry[c]; ok {
		c = a
	}
	if s := registry.byKey[key{c, k}]; s != nil {
		return s, nil
	}
	kinds, ok := registry.countries[c]
	if !ok {
		return nil, &InputError{Field: "country", Code: "unknown",
			Message: fmt.Sprintf("no tax number of %s is known; give an ISO 3166-1 alpha-2 code", quote(country))}
	}
	return nil, &InputError{Field: "kind", Code: "unknown",
		Message: fmt.Sprintf("%s is not a number of %s; known are %s", quote(kind), c, strings.Join(kinds, ", "))}
}

// quote keeps foreign text in a message short and printable.
func quote(s string) string {
	if len(s) > 20 {
		s = s[:20] + "…"
	}
	return strconv.QuoteToASCII(s)
}

// validate is the one path every number takes: normal form, prefix, shape,
// check.
func (s *spec) validate(number string) Result { return s.validateFolded(number, fold(number)) }

// validateFolded is validate of a number that was folded already.
func (s *spec) validateFolded(input, number string) Result {
	r := Result{Kind: s.Kind, Country: s.Country, Region: s.Region, Scheme: s.ID, Name: s.Name,
		Input: input, Check: LevelFormat, Checked: s.Checked, Source: s.Source}

	var buf [MaxInput + 8]byte
	text, fault := s.compact(buf[:0], number)
	if fault.Code != "" {
		return r.refuse(fault)
	}
	body := s.body(text)
	if s.pad > 0 && len(body) == s.pad-1 && allDigits(body) {
		body = append(body, 0)
		copy(body[1:], body)
		body[0] = '0'
	}
	if fault := s.fit(body); fault.Code != "" {
		return r.refuse(fault)
	}
	r.Check = s.Scheme.Check
	if s.check != nil {
		v := s.check(body)
		if v.level != "" {
			r.Check, r.Checked = v.level, v.checked
		}
		if v.fault != "" {
			if v.fault != FaultCheckDigit {
				r.Check = LevelFormat
			}
			return r.refuse(Fault{v.fault, v.why})
		}
		r.date = v.date
	}
	if s.whole != nil {
		body = s.whole(body)
	}
	r.Valid = true
	r.Normal = s.normal(body, number)
	return r
}

func (r Result) refuse(f Fault) Result {
	r.Faults = []Fault{f}
	return r
}

// body takes a prefix off. A number may begin with the same letters as the
// prefix (a French key "FR"), so the letters stay where only then a shape
// fits.
func (s *spec) body(text []byte) []byte {
	for _, p := range s.strip {
		if len(text) <= len(p) || string(text[:len(p)]) != p {
			continue
		}
		rest := text[len(p):]
		if !s.fitsLength(len(rest)) && s.fits(text) {
			return text
		}
		return rest
	}
	return text
}

func (s *spec) fitsLength(n int) bool {
	for _, shape := range s.Shapes {
		if len(shape) == n {
			return true
		}
	}
	return s.pad > 0 && n == s.pad-1
}

func (s *spec) fits(body []byte) bool {
	for _, shape := range s.Shapes {
		if len(shape) == len(body) && mismatch(shape, body) < 0 {
			return true
		}
	}
	return false
}

// fit finds a shape for the body, or says what stands in the way: a foreign
// prefix, then the length, then the first character that fits nowhere.
func (s *spec) fit(body []byte) Fault {
	worst := -1 // the furthest position any shape of this length reached
	for _, shape := range s.Shapes {
		if len(shape) != len(body) {
			continue
		}
		at := mismatch(shape, body)
		if at < 0 {
			return Fault{}
		}
		worst = max(worst, at)
	}
	if f := s.foreignPrefix(body); f.Code != "" {
		return f
	}
	if worst < 0 {
		return Fault{FaultLength, fmt.Sprintf("has %d characters%s; expected %s",
			len(body), strings.TrimSuffix(s.without(), ","), s.lengths())}
	}
	return Fault{FaultCharacter, fmt.Sprintf("character %d%s is %s; expected %s",
		worst+1, s.without(), strconv.QuoteToASCII(string(rune(body[worst]))), s.expected(len(body), worst))}
}

func (s *spec) without() string {
	if len(s.strip) == 0 {
		return ""
	}
	return ", not counting the prefix " + s.strip[0] + ","
}

func mismatch(shape string, body []byte) int {
	for i := range body {
		c := body[i]
		switch shape[i] {
		case '#':
			if !isDigit(c) {
				return i
			}
		case '@':
			if !isLetter(c) && c != enye {
				return i
			}
		case '?':
			if !isDigit(c) && !isLetter(c) {
				return i
			}
		case '~': // a letter or a sign of this number; the check decides
			if isDigit(c) {
				return i
			}
		default:
			if c != shape[i] {
				return i
			}
		}
	}
	return -1
}

func (s *spec) lengths() string {
	var ns []int
	for _, shape := range s.Shapes {
		ns = append(ns, len(shape))
	}
	slices.Sort(ns)
	ns = slices.Compact(ns)
	words := make([]string, len(ns))
	for i, n := range ns {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " or ")
}

func (s *spec) expected(length, at int) string {
	var words []string
	for _, shape := range s.Shapes {
		if len(shape) != length {
			continue
		}
		w := strconv.Quote(shape[at : at+1])
		switch shape[at] {
		case '#':
			w = "a digit"
		case '@':
			w = "a letter"
		case '?':
			w = "a letter or digit"
		case '~':
			w = "a letter or sign"
		}
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " or ")
}

// foreignPrefix tells a number of another country from a mistyped one.
func (s *spec) foreignPrefix(body []byte) Fault {
	if len(body) < 4 || !isLetter(body[0]) || !isLetter(body[1]) || len(s.strip) == 0 {
		return Fault{}
	}
	p := string(body[:2])
	if slices.Contains(s.strip, p) {
		return Fault{}
	}
	for _, o := range registry.all {
		if o.Family == VAT && slices.Contains(o.strip, p) {
			return Fault{FaultPrefix, fmt.Sprintf("the prefix %s belongs to %s, not to a number that begins with %s",
				p, o.ID, s.strip[0])}
		}
	}
	return Fault{FaultPrefix, fmt.Sprintf("the prefix %s is unknown; this number begins with %s", p, s.strip[0])}
}

// normal writes the normal form; where the input already is that, the same
// string comes back and nothing is allocated.
func (s *spec) normal(body []byte, input string) string {
	if n := len(s.keep); len(input) == n+len(body) && input[:n] == s.keep && input[n:] == string(body) {
		return input
	}
	var buf [MaxInput + 16]byte
	out := append(buf[:0], s.keep...)
	for _, c := range body {
		if c == enye {
			out = append(out, "Ñ"...)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}
