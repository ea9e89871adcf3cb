package sources

import (
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
)

func sound(kind string) Source {
	return Source{"Title", "Publisher", kind, "https://law.example/", civil.Of(2026, 11, 23)}
}

// A source says all of itself.
func TestCheck(t *testing.T) {
	if err := (Sources{"a": sound(Primary), "b": sound(Secondary)}).Published(); err != nil {
		t.Error(err)
	}
	for what, lose := range map[string]func(s *Source){
		"title": func(s *Source) { s.Title = "" }, "kind": func(s *Source) { s.Kind = "" }, "a kind of none": func(s *Source) { s.Kind = "tertiary" },
		"address": func(s *Source) { s.URL = "" }, "host": func(s *Source) { s.URL = "/law" }, "day": func(s *Source) { s.Checked = civil.Date{} },
		"publisher": func(s *Source) { s.Publisher = "" },
	} {
		s := sound(Primary)
		lose(&s)
		all := Sources{"good": sound(Primary), "bad": s}
		if all.Published() == nil || (all.Check() == nil) != (what == "publisher") {
			t.Errorf("without its %s: %v, %v", what, all.Check(), all.Published())
		}
	}
}

// One primary source is enough, or two others; naming one twice makes it no second.
func TestSupports(t *testing.T) {
	all := Sources{"law": sound(Primary), "book": sound(Secondary), "blog": sound(Secondary)}
	for _, c := range []struct {
		names []string
		right bool
	}{
		{nil, false}, {[]string{"law"}, true}, {[]string{"book"}, false}, {[]string{"book", "blog"}, true}, {[]string{"book", "book"}, false},
		{[]string{"law", "nobody"}, false}, {[]string{"book", "law"}, true}, {[]string{"law", "law"}, true},
	} {
		if err := all.Supports(c.names); (err == nil) != c.right {
			t.Errorf("%v: %v", c.names, err)
		}
	}
}
