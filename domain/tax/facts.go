package tax

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// integerDigitsMax bounds every amount of a request.
const integerDigitsMax = 15

// factInfo is a declared Fact with its default and bounds read.
type factInfo struct {
	*Fact
	at       int // in the declaration
	minor    int
	min, max *money.Dec
	assumed  factValue
	beside   *besides // Beside; nil = it changes a result by itself
}

// factValue is one fact as it was read; the field of its type is set.
type factValue struct {
	fact *factInfo
	text string
	num  money.Dec
	int  int // num, where it is a whole number
	date civil.Date
	yes  bool
}

// factSet is a set of facts of one declaration, by their places in it.
type factSet [factsMax / 64]uint64

const factsMax = 256

// meets reports whether two sets have a fact in common.
func (s *factSet) meets(o *factSet) bool {
	return s[0]&o[0]|s[1]&o[1]|s[2]&o[2]|s[3]&o[3] != 0
}

func (s *factSet) add(at int) { s[at/64] |= 1 << (at % 64) }

func (s *factSet) has(at int) bool { return s[at/64]&(1<<(at%64)) != 0 }

func newFactInfo(f *Fact, minor, at int) (*factInfo, error) {
	info := &factInfo{Fact: f, at: at, minor: minor}
	for _, bound := range []struct {
		text string
		to   **money.Dec
	}{{f.Min, &info.min}, {f.Max, &info.max}} {
		if bound.text == "" {
			continue
		}
		d, err := money.Parse(bound.text)
		if err != nil {
			return nil, fmt.Errorf("fact %s: bound %q: %w", f.Name, bound.text, err)
		}
		*bound.to = &d
	}
	info.assumed = factValue{fact: info}
	if f.Assumed != "" {
		v, err := info.read(f.Assumed)
		if err != nil {
			return nil, fmt.Errorf("fact %s: assumed %q: %w", f.Name, f.Assumed, err)
		}
		info.assumed = v
	}
	return info, nil
}

// appliesTo reports whether the row's tax and year know the fact.
func (f *factInfo) appliesTo(r *row) bool {
	if f.TaxTypes == nil && r.TaxType != IndividualIncome || f.TaxTypes != nil && !slices.Contains(f.TaxTypes, r.TaxType) {
		return false
	}
	return (f.Since.IsZero() || !r.Period.From.Before(f.Since)) && (f.Until.IsZero() || !r.Period.From.After(f.Until))
}

// read reads one value by the fact's type; the error says the right form.
func (f *factInfo) read(text string) (v factValue, err error) {
	v = factValue{fact: f, text: text}
	switch f.Type {
	case "decimal":
		if v.num, err = money.Parse(text); err != nil {
			return v, errors.New(`must be an amount as a decimal string, such as "1234.50"`)
		}
		if message := amountFault(v.num, f.minor, f.min != nil && f.min.Sign() < 0); message != "" {
			return v, errors.New(message)
		}
	case "number", "rate":
		if v.num, err = money.Parse(text); err != nil || v.num.Places() > 10 || v.num.IntegerDigits() > integerDigitsMax {
			return v, errors.New(`must be a plain decimal, such as "0.5"`)
		}
		if f.Type == "rate" && (v.num.Sign() < 0 || v.num.Greater(money.One)) {
			return v, errors.New(`must be a fraction from 0 to 1, such as "0.081" for 8.1 %`)
		}
	case "integer":
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != text || n < 0 && f.min == nil || n > 1e9 {
			return v, errors.New(`must be a whole number, such as "2"`)
		}
		v.num, v.int = money.FromInt(n), int(n)
	case "boolean":
		if text != "true" && text != "false" {
			return v, errors.New(`must be "true" or "false"`)
		}
		v.yes = text == "true"
	case "date":
		if v.date, err = civil.Parse(text); err != nil {
			return v, errors.New(`must be a date, such as "2025-04-06"`)
		}
	case "choice":
		if !slices.Contains(f.Choices, text) {
			return v, fmt.Errorf("must be one of %s", strings.Join(f.Choices, ", "))
		}
	case "text":
		const most = 40
		if strings.TrimSpace(text) != text || text == "" || len(text) > most {
			return v, fmt.Errorf("must be a text of 1 to %d characters, without space around it", most)
		}
	default:
		return v, fmt.Errorf("has the unknown type %q", f.Type)
	}
	return v, f.bounds(v)
}

func (f *factInfo) bounds(v factValue) error {
	if f.min != nil && v.num.Less(*f.min) {
		return fmt.Errorf("must be at least %s", f.Min)
	}
	if f.max != nil && v.num.Greater(*f.max) {
		return fmt.Errorf("must be at most %s", f.Max)
	}
	return nil
}

// amountFault says what is wrong with an amount, "" if nothing is.
func amountFault(d money.Dec, minor int, negativeAllowed bool) string {
	switch {
	case d.Sign() < 0 && !negativeAllowed:
		return "must not be negative"
	case d.IntegerDigits() > integerDigitsMax:
		return fmt.Sprintf("must have at most %d digits before the point", integerDigitsMax)
	case d.Places() > minor && minor == 0:
		return "must be whole: the currency has no minor unit"
	case d.Places() > minor:
		return fmt.Sprintf("must have at most %d digits after the point", minor)
	}
	return ""
}

func isGiven(given []factValue, f *factInfo) bool {
	for i := range given {
		if given[i].fact == f {
			return true
		}
	}
	return false
}

// readFacts appends to given the facts of a request, read against the declaration; r
// is nil when no row is known, and then what depends on the year is not checked.
func (p *place) readFacts(given []factValue, facts map[string]string, r *row, faults *InputError) []factValue {
	if len(facts) == 0 {
		return nil
	}
	var room [16][2]string
	named := room[:0]
	for name, text := range facts {
		named = append(named, [2]string{name, text})
	}
	slices.SortFunc(named, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for i := range named {
		name, text := named[i][0], named[i][1]
		info := p.facts[name]
		if info == nil {
			faults.Add("facts."+name, "is not a fact of %s; its facts are %s", p.Code, p.factNames(r))
			continue
		}
		if r != nil && !info.appliesTo(r) {
			faults.Add("facts."+name, "is not a fact of %s %s %s", p.Code, r.TaxType, r.TaxYear)
			continue
		}
		v, err := info.read(text)
		if err != nil {
			faults.Add("facts."+name, "%s", err)
			continue
		}
		given = append(given, v)
	}
	return given
}

func (p *place) factNames(r *row) string {
	facts := p.ordered
	if r != nil {
		facts = r.facts
	}
	var names []string
	for _, f := range facts {
		names = append(names, f.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// missing lists the facts that were not given and are required, by the row or by the
// kinds of the income.
func (p *place) missing(r *row, req *Request) error {
	var out []Fact
	for _, f := range r.required {
		if (f.Required || f.needed(req)) && !isGiven(req.given, f) {
			out = append(out, *f.Fact)
		}
	}
	if out == nil {
		return nil
	}
	return &MissingFacts{out}
}

// fact finds a fact's value, given or assumed. An undeclared name is a broken
// calculator.
func (r *Request) fact(name string) *factValue {
	for i := range r.given {
		if r.given[i].fact.Name == name {
			return &r.given[i]
		}
	}
	info := r.place.facts[name]
	if info == nil {
		panic("tax: " + r.place.Code + " declares no fact " + name)
	}
	return &info.assumed
}

// GivenIn reports whether the caller gave a fact of a section of the interview.
func (r *Request) GivenIn(section string) bool {
	for i := range r.given {
		if r.given[i].fact.Section == section {
			return true
		}
	}
	return false
}

// Given reports whether the caller gave a fact; HasFacts whether any.
func (r *Request) Given(name string) bool {
	for i := range r.given {
		if r.given[i].fact.Name == name {
			return true
		}
	}
	return false
}

// HasFacts reports whether the caller gave any fact at all.
func (r *Request) HasFacts() bool { return len(r.given) > 0 }

// Num returns a decimal, integer, number or rate fact: what was given, else
// what is assumed, else 0. Bool, Choice, Date and Int do the same for theirs.
func (r *Request) Num(name string) money.Dec { return r.fact(name).num }

// Bool returns a boolean fact.
func (r *Request) Bool(name string) bool { return r.fact(name).yes }

// Choice returns a choice or text fact, "" when neither given nor assumed.
func (r *Request) Choice(name string) string {
	if v := r.fact(name); v.text != "" {
		return v.text
	}
	return ""
}

// Date returns a date fact, zero when neither given nor assumed.
func (r *Request) Date(name string) civil.Date { return r.fact(name).date }

// Int returns an integer fact.
func (r *Request) Int(name string) int { return r.fact(name).int }
