package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/tax"
)

// perHousehold reports a fact that decides whether spouses are taxed together,
// or on which scale one person is: a question must say it.
func perHousehold(f *tax.Fact) bool {
	if f.Type != "choice" {
		return false
	}
	switch f.Name {
	case "status", "filing_status", "assessment":
		return true
	}
	return f.Joint != nil
}

// household reads a fact about the household in the words of the question's
// language: what is said, and whether it is spoken of.
func (r *reader) household(j *tax.Jurisdiction, f *tax.Fact) (values []string, spoken bool) {
	switch {
	case perHousehold(f):
		return r.statusOf(j, f)
	case f.Type == "integer" && countsChildren(f.Name):
		values, spoken = r.childrenOf(f)
		if f.Name == "children" && r.frenchParts(j) != 0 {
			return r.childrenByParts(j, values), true
		}
		return values, spoken
	case f.Name == "lone_parent":
		return nil, r.halfMore(j)
	case f.Name == "married_person_allowance":
		if said, _ := r.statuses(j); (said["married"] || said["joint"]) && !said["single"] && r.spouseWithoutIncome() {
			return []string{"true"}, true
		}
	}
	return nil, false
}

// countsChildren reports the facts that count dependent children, or all who
// depend on the person.
func countsChildren(name string) bool {
	switch name {
	case "children", "minor_children", "dependants", "qualifying_children", "other_dependents":
		return true
	}
	return false
}

// statusOf reads what the question says of the filing status.
func (r *reader) statusOf(j *tax.Jurisdiction, f *tax.Fact) (values []string, spoken bool) {
	for _, key := range []string{"filing_status", "status", "assessment", "marital_status"} {
		if text := strings.ToLower(r.said[key]); text != "" {
			if c := statusChoice(j, f, saidStatus[strings.NewReplacer(" ", "_", "-", "_").Replace(text)]); c != "" {
				return []string{c}, true
			}
		}
	}
	said, spoken := r.statuses(j)
	if said["single"] && (said["married"] || said["joint"] || said["separate"]) {
		return nil, true // "single or married": which one is asked back
	}
	if said["joint"] || said["separate"] {
		delete(said, "married")
	}
	if said["parent"] && parentAlone(j) {
		said["single"] = true
		delete(said, "parent")
	}
	if said["head"] || said["parent"] {
		delete(said, "single")
		delete(said, "parted")
	}
	if n := r.frenchParts(j); n != 0 {
		spoken = true
		if n == 2 {
			said["single"] = true
		}
	}
	for code := range said {
		if c := statusChoice(j, f, code); c != "" && !slices.Contains(values, c) {
			values = append(values, c)
		} else if c == "" {
			spoken = true
		}
	}
	return values, spoken || len(said) > 0
}

// statuses are the codes of the household that the question says of the asker; spoken
// tells that it speaks of any.
func (r *reader) statuses(j *tax.Jurisdiction) (said map[string]bool, spoken bool) {
	said = map[string]bool{}
	for _, s := range r.spans[statusWord] {
		bound, asked := r.binds(s.from, s.to, false)
		if asked && s.code != "single" && r.ownerOf(s.from, s.to) == spouse {
			bound = true // what spouses are, both are
		}
		spoken = spoken || bound || asked
		if (s.code == "married" || s.code == "joint") && j.Code == "IE" && !r.oneEarner() {
			continue // what the spouse earns shares the rate band
		}
		if bound && r.changedWithin(s) {
			spoken = true // which status the law sees in such a year differs by place
		} else if bound {
			said[s.code] = true
		} else if s.code == "married" && r.deniedAt(s.from, s.to) {
			said["single"] = true
		}
	}
	return said, spoken
}

// oneEarner reports that a spouse has no income: "one earner", "my wife earns
// nothing".
func (r *reader) oneEarner() bool {
	if r.spouseWithoutIncome() {
		return true
	}
	for i := range r.tokens {
		if lexicon.Is(lexicon.Earner, r.word(i)) {
			if lexicon.Is(lexicon.Sole, r.word(i-1)) {
				return true
			}
		}
		if r.ownerAt(i) != spouse {
			continue
		}
		for k := i + 1; k < min(len(r.tokens), i+5) && !r.pause(k); k++ {
			if s := r.at(stanceWord, k); s != nil && s.code == "not" {
				return true
			}
		}
	}
	return false
}

// statusChoice returns the choice of a fact that a word of the household means,
// or "" where it does not decide one.
func statusChoice(j *tax.Jurisdiction, f *tax.Fact, code string) string {
	first := func(names ...string) string {
		for _, n := range names {
			if slices.Contains(f.Choices, n) {
				return n
			}
		}
		return ""
	}
	switch code {
	case "single":
		return first("single", "alone", "separate")
	case "joint":
		return first("married_joint", "joint", "couple", "married")
	case "separate":
		return first("married_separate", "separate", "alone")
	case "head":
		return first("head_of_household")
	case "parent":
		return first("single_parent")
	case "married":
		// Where a couple has no choice, being married decides.
		if first("married_joint", "married_separate", "joint") == "" {
			return first("couple", "married")
		}
	case "parted":
		if first("widowed", "head_of_household", "single_parent") == "" {
			return first("single", "alone", "separate")
		}
	}
	return ""
}

// childrenOf reads how many children, or dependants, the question names.
func (r *reader) childrenOf(f *tax.Fact) (values []string, spoken bool) {
	named := map[string]bool{}
	for _, s := range r.spans[childWord] {
		if lexicon.Is(lexicon.ChildRelief, r.word(s.to)) {
			continue
		}
		if s.code == "child" && f.Name == "other_dependents" || s.code == "dependant" && f.Name == "minor_children" {
			continue
		}
		bound, asked := r.binds(s.from, s.to, false)
		switch {
		case s.code == "childless" && (r.deniedAt(s.from, s.to) || r.unclearAt(s.from, s.to)):
			spoken = true // how many there are then is not said
		case r.deniedAt(s.from, s.to) || s.code == "childless":
			named["0"] = true
		case asked:
			spoken = true
		case bound:
			spoken = true
			// "children under 17" is a question of age where the law has one.
			if n := r.countBefore(s.from); n != "" && f.Counts == nil && f.Name != "other_dependents" && s.code == "child" {
				named[n] = true
			}
		}
	}
	if len(named) == 0 {
		return nil, spoken
	}
	for n := range named {
		values = append(values, n)
	}
	return values, true
}

// taken for granted: facts that a place requires and that hardly anybody has, so
// that a question that does not hint at them is of somebody without them.
var granted = map[string]struct{ value, sentence string }{
	"age":              {"40", "No age was given: the person is taken to be an adult of working age, under 65."},
	"children":         {"0", "No children were named, so none are counted."},
	"other_dependents": {"0", "No other dependants were named, so none are counted."},
	earlyGainsFact:     {"0", "What was sold was sold on 30 October 2024 or later, so none of the gains is from before that day."},
}

// saidStatus are the values that lines "filing_status: value" may have beside a
// place's own choices.
var saidStatus = map[string]string{"single": "single", "alone": "single", "unmarried": "single", "married": "married", "couple": "married",
	"joint": "joint", "married_joint": "joint",
	"married_filing_jointly": "joint", "separate": "separate", "married_separate": "separate", "married_filing_separately": "separate",
	"head_of_household": "head", "single_parent": "parent"}
