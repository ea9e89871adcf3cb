package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/tax"
)

// saidIn returns the lines of a question that answer what was asked for:
// "tax_year: 2025". What is written there is said, and settles what is doubtful
// in the sentences above it.
func saidIn(question string) map[string]string {
	if !strings.ContainsAny(question, ":=") {
		return nil
	}
	var out map[string]string
	for _, line := range strings.Split(question, "\n") {
		at := strings.IndexAny(line, ":=")
		if at < 1 {
			continue
		}
		key, value := strings.TrimSpace(line[:at]), strings.TrimSpace(line[at+1:])
		if value == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_0123456789") != "" {
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[key] = value
	}
	return out
}

// latest leaves out of a question the lines "key: value" whose key is answered again
// further down: a reply replaces the one before it.
func latest(question string) string {
	if strings.Count(question, "\n") < 2 {
		return question
	}
	lines := strings.Split(question, "\n")
	seen := map[string]bool{}
	for i := len(lines) - 1; i > 0; i-- {
		for key := range saidIn(lines[i]) {
			if seen[key] {
				lines = slices.Delete(lines, i, i+1)
			}
			seen[key] = true
		}
	}
	return strings.Join(lines, "\n")
}

// saidAmount reports an amount that a line gives as this service writes amounts, digits
// with a point before two more, whatever the language of the question.
func (r *reader) saidAmount(s *sum) bool {
	value := r.said["income"]
	whole, cents, found := strings.Cut(value, ".")
	digits := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	return found && digits(whole) && digits(cents) && len(cents) == 2 && r.textOf(s.From, s.To) == value
}

// saidPlace returns the place that a line names: a code, or a name that has one
// reading.
func (r *reader) saidPlace() (place, bool) {
	value := r.said["jurisdiction"]
	if value == "" {
		value = r.said["residence"]
	}
	if value == "" {
		return place{}, false
	}
	code := strings.ToUpper(value)
	if code == "UK" {
		code = "GB"
	}
	p := place{code: code}
	if len(code) == 2 && r.p.names[code] != "" {
		return r.withRegion(p), true
	}
	for name, known := range r.p.names {
		_ = name
		if strings.EqualFold(known, value) {
			return r.withRegion(place{code: name}), true
		}
	}
	return place{}, false
}

// withRegion adds the part of a place that a line names.
func (r *reader) withRegion(p place) place {
	if g := regionNamed(r.p.byCode[p.code], r.said["sub_region"]); g != nil {
		p.region = g.Slug
	}
	return p
}

// regionNamed finds a region by its slug, its name, an alias, or its code with
// the country or without it.
func regionNamed(j *tax.Jurisdiction, value string) *tax.Region {
	if j == nil || value == "" {
		return nil
	}
	want := strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(value))
	same := func(s string) bool {
		return s != "" && strings.ToLower(strings.NewReplacer(" ", "_", "-", "_").Replace(s)) == want
	}
	i := slices.IndexFunc(j.Regions, func(g tax.Region) bool {
		return same(g.Slug) || same(g.Name) || same(g.Code) || len(g.Code) > 3 && same(g.Code[3:]) || slices.ContainsFunc(g.Aliases, same)
	})
	if i < 0 {
		return nil
	}
	return &j.Regions[i]
}
