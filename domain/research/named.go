package research

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax"
)

// called is one name of a place, as words.
type called struct {
	words []string
	code  string
}

// calledOf lists what the places, their people and their regions are called, the
// longest names first. Codes are left out: "it" and "no" are words, too.
func calledOf(places []*tax.Jurisdiction) (out []called) {
	for _, j := range places {
		names := slices.Concat([]string{j.Name}, j.Words.Names, j.Words.Demonyms)
		for _, r := range j.Regions {
			names = append(append(append(names, r.Name), r.Words.Names...), r.Words.Demonyms...)
		}
		for _, n := range names {
			if w := words(n); len(w) > 1 || len(w) == 1 && len(w[0]) > 2 {
				out = append(out, called{w, j.Code})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b called) int { return len(b.words) - len(a.words) })
	return out
}

// placesIn lists the places that a question calls by name, in its order. A name that
// two places have names neither.
func (x *Index) placesIn(question string) (codes []string) {
	in := words(question)
	for i := 0; i < len(in); {
		n, found := 0, []string{}
		for _, c := range x.called {
			if len(c.words) < n || len(in)-i < len(c.words) || !slices.Equal(in[i:i+len(c.words)], c.words) {
				continue
			}
			if n = len(c.words); !slices.Contains(found, c.code) {
				found = append(found, c.code)
			}
		}
		if len(found) == 1 && !slices.Contains(codes, found[0]) {
			codes = append(codes, found[0])
		}
		i += max(n, 1)
	}
	return codes
}

var yearText = regexp.MustCompile(`\b(?:19|20)\d\d(?:\s?[-/–]\s?(?:\d{4}|\d\d))?\b`)

// yearsIn lists the tax years of a place that a question names without doubt.
func yearsIn(question string, j *tax.Jurisdiction) (labels []string) {
	for _, text := range yearText.FindAllString(question, -1) {
		r, err := j.YearForm.Read(text)
		if err != nil || r.Label == "" || slices.Contains(labels, r.Label) {
			continue
		}
		labels = append(labels, r.Label)
	}
	return labels
}

// settle holds a plan to the places that the question names. A term of art names
// none: where all its words are such terms, the place that the planner took them for
// is let go. Where the planner stopped before it looked for place and year, they are
// read here.
func (x *Index) settle(p *plan.Plan, places func(string) *tax.Jurisdiction, question string) {
	named := x.placesIn(question)
	switch {
	case len(p.Jurisdictions) == 0:
		p.Jurisdictions = named
	case len(named) == 0 && !x.namedOf(p.Jurisdictions, question) && x.artAlone(question):
		p.Jurisdictions = nil
		if len(p.TaxYears) > 0 && !strings.ContainsAny(question, "0123456789") {
			p.TaxYears = nil
		}
	}
	if len(p.TaxYears) > 0 {
		return
	}
	for _, code := range p.Jurisdictions {
		if j := places(code); j != nil {
			for _, label := range yearsIn(question, j) {
				if !slices.Contains(p.TaxYears, label) {
					p.TaxYears = append(p.TaxYears, label)
				}
			}
		}
	}
}

// namedOf reports whether a question holds a word of some places' names, short ones
// and codes too.
func (x *Index) namedOf(codes []string, question string) bool {
	return slices.ContainsFunc(words(question), func(w string) bool {
		return slices.ContainsFunc(codes, func(code string) bool { return x.places[code][w] })
	})
}

// artAlone reports whether every word of a question is a term of art, a word of the
// law that is held, or a word without mass: none is left that could be a town.
func (x *Index) artAlone(question string) bool {
	if strings.ContainsAny(question, "£€$¥₹") {
		return false
	}
	for _, w := range x.terms.reduce(words(question), "") {
		if x.count[w] == 0 {
			return false
		}
	}
	return true
}
