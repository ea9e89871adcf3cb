package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// What a place that is named is to the person: a home, a place of work, of a property.

// assignRoles looks around each place for what it is to the person.
func (r *reader) assignRoles(all []mention) {
	for i := range all {
		if all[i].role == rolePlain {
			all[i].role = r.roleOf(&all[i])
		}
	}
}

func (r *reader) roleOf(m *mention) role {
	if r.denied(m.from) || r.homeOfOthers(m) {
		return roleNone
	}
	back := r.roleBefore(m)
	if back == roleHome {
		return back
	}
	if r.livesThere(m.to) {
		return roleHome
	}
	if s := r.at(roleWord, m.to); s != nil && s.from == m.to {
		switch s.code {
		case "citizen":
			return roleNone
		case "property":
			return roleProperty
		case "work":
			if word := r.word(m.to); word != "working" && word != "work" && word != "worked" && word != "works" {
				return roleWork
			}
		}
	}
	return back
}

// homeOfOthers reports a place where another person than the one whose tax is asked for
// is said to be, in a clause about others alone: "my sister lives in Spain".
func (r *reader) homeOfOthers(m *mention) bool {
	from, to := r.clause(span{from: m.from, to: m.to})
	return r.ofOthers(segment{from: from, to: to}) && !slices.ContainsFunc(r.sums, func(s sum) bool { return s.From >= from && s.To <= to })
}

// livesThere reports a relative clause behind a place that makes it the home: "from
// Dunfermline, where I live".
func (r *reader) livesThere(i int) bool {
	if r.word(i) == "," {
		i++
	}
	if !lexicon.Is(lexicon.WherePronoun, r.tokens[min(i, len(r.tokens)-1)].Text) {
		return false
	}
	for k := i + 1; k < min(len(r.tokens), i+4) && !r.pause(k); k++ {
		if s := r.at(roleWord, k); s != nil && s.code == "home" && !r.denied(k) {
			return true
		}
	}
	return false
}

// roleBefore finds the nearest word of a role before a place, in its clause.
func (r *reader) roleBefore(m *mention) role {
	for i := m.from - 1; i >= max(0, m.from-8) && !r.stop(i); i-- {
		s := r.at(roleWord, i)
		if s == nil || r.insideKind(s) || s.code == "work" && r.countedJobs(s.from, s.to) > 0 {
			continue
		}
		if r.denied(s.from) {
			return roleNone // "I do not live in"
		}
		near := m.from - s.to
		switch s.code {
		case "home":
			return roleHome
		case "work":
			if lexicon.Is(lexicon.Commutes, r.tokens[s.from].Text) && near == 1 && lexicon.Is(lexicon.GoesFrom, r.tokens[m.from-1].Text) {
				return roleHome // "commute from Luxembourg to"
			}
			if before := r.at(roleWord, s.from-2); before != nil && before.code == "home" && (r.word(s.from-1) == "and" || r.word(s.from-1) == ",") {
				return roleHome // "live and work in"
			}
			return roleWork
		case "property":
			return roleProperty
		case "source":
			if near <= 1 {
				return roleSource
			}
		case "citizen", "other":
			if near <= 2 {
				return roleNone
			}
		}
	}
	return rolePlain
}

// denied reports that what stands at i is denied or over: "not in England",
// "outside Scotland", "used to live", "don't live".
func (r *reader) denied(i int) bool {
	for at := i - 1; at >= max(0, i-3) && !r.stop(at); at-- {
		switch word := r.word(at); {
		case word == "not", word == "never", word == "outside", word == "except", word == "t" && r.word(at-1) == "don",
			word == "t" && r.word(at-1) == "doesn":
			return true
		case word == "longer" && r.word(at-1) == "no", word == "to" && r.word(at-1) == "used":
			return true
		case word != "in" && word != "of" && word != "the" && word != "from" && word != "to":
			return false
		}
	}
	return false
}

// insideKind reports a word that is part of a kind of income: "employed" of
// "self-employed", "rental" of "rental income".
func (r *reader) insideKind(s *span) bool {
	k := r.at(kindWord, s.from)
	return k != nil && (k.from < s.from || k.to > s.to)
}
