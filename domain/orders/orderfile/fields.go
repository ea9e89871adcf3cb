package orderfile

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// member is one field of an order, or of what it holds.
type member struct {
	name     string
	index    int
	tag      reflect.StructTag
	required bool
}

var memberLists sync.Map // reflect.Type → []member

// membersOf lists the fields of a struct.
func membersOf(t reflect.Type) []member {
	if all, ok := memberLists.Load(t); ok {
		return all.([]member)
	}
	var all []member
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, member{name, i, f.Tag, options == ""})
	}
	memberLists.Store(t, all)
	return all
}

var (
	decType  = reflect.TypeFor[money.Dec]()
	dateType = reflect.TypeFor[civil.Date]()
	timeType = reflect.TypeFor[time.Time]()
)

// isLeaf reports whether a field is one value rather than several.
func isLeaf(t reflect.Type) bool {
	return t == decType || t == dateType || t == timeType || t.Kind() == reflect.String || t.Kind() == reflect.Bool
}

var patterns sync.Map // string → *regexp.Regexp

func matches(pattern, text string) bool {
	r, ok := patterns.Load(pattern)
	if !ok {
		r, _ = patterns.LoadOrStore(pattern, regexp.MustCompile(pattern))
	}
	return r.(*regexp.Regexp).MatchString(text)
}

// set gives a field the value that a text says; problem "" = it did. Days stand for
// instants where days is true.
func set(v reflect.Value, tag reflect.StructTag, text string, days bool) (problem string) {
	switch p := v.Addr().Interface().(type) {
	case *money.Dec:
		d, err := money.Parse(text)
		if err != nil {
			return "is no decimal such as 1234.50"
		}
		*p = d
		return ""
	case *civil.Date:
		d, err := civil.Parse(text)
		if err != nil {
			return "is no date such as 2026-03-04"
		}
		*p = d
		return ""
	case *time.Time:
		at, err := time.Parse(time.RFC3339Nano, text)
		if d, is := civil.Parse(text); err != nil && days && is == nil {
			at, err = d.Time(), nil
		}
		if err != nil {
			return "is no instant such as 2026-03-04T09:00:00Z"
		}
		*p = at
		return ""
	}
	if v.Kind() == reflect.Bool {
		is, err := strconv.ParseBool(strings.ToLower(text))
		if err != nil {
			return "is neither true nor false"
		}
		v.SetBool(is)
		return ""
	}
	if problem = unfit(tag, text); problem == "" {
		v.SetString(text)
	}
	return problem
}

// unfit says why a text cannot be a field's; "" = it can.
func unfit(tag reflect.StructTag, text string) string {
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError {
			return "holds what is no letter"
		}
	}
	n := utf8.RuneCountInString(text)
	if most, err := strconv.Atoi(tag.Get("maxLength")); err == nil && n > most {
		return "has more than " + tag.Get("maxLength") + " letters"
	}
	if least, err := strconv.Atoi(tag.Get("minLength")); err == nil && n < least {
		return "is empty"
	}
	if enum := tag.Get("enum"); enum != "" && !slices.Contains(strings.Split(enum, ","), text) {
		return "is none of " + strings.ReplaceAll(enum, ",", ", ")
	}
	if pattern := tag.Get("pattern"); pattern != "" && !matches(pattern, text) {
		return "does not look like " + pattern
	}
	return ""
}
