package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// role is what a place is to the person who asks.
type role uint8

const (
	rolePlain role = iota
	roleHome
	roleWork
	roleProperty
	roleSource
	roleNone // a citizenship, a journey: no place of tax
)

// mention is a place as it stands in the question.
type mention struct {
	place
	from, to int
	role     role
}

// findPlaces returns the places of a question, the longest phrase at each
// point; phrases that stand for no place in their setting are left out.
func (r *reader) findPlaces() (out []mention) {
	marked := r.markerTokens()
	for i := 0; i < len(r.tokens); {
		if marked[i] || r.inSum(i) && r.tokens[i].Caps {
			i++
			continue
		}
		m := mention{from: i, to: i}
		r.p.places.At(r.tokens, i, func(found []place, n int) {
			if r.counts(found[0], i, n) {
				m.place, m.to = found[0], i+n
			}
		})
		if m.to == i {
			other, named := r.otherName(i)
			if !named {
				i++
				continue
			}
			m = other
		} else if several, shared := r.homonym(&m); shared {
			m.place = several
		}
		i = m.to
		if m.kind == placeDemonym && !r.taxDemonym(&m) {
			continue
		}
		out = append(out, m)
	}
	return out
}

// counts reports whether a phrase is a place where it stands, by its case.
func (r *reader) counts(p place, i, n int) bool {
	if r.noPlace[i] {
		return false
	}
	t := &r.tokens[i]
	if next := i + n; next < len(r.tokens) && r.tokens[next].Kind == token.Number && r.tokens[next].Glued && !r.tokens[next-1].Spaceless() {
		return false // the beginning of a number of registration: DE123456789
	}
	if p.caps {
		for k := i; k < i+n; k++ {
			if !r.tokens[k].Caps {
				return false
			}
		}
		if !r.capitals || n == 1 && i+1 < len(r.tokens) && r.tokens[i+1].Text == "$" {
			return false
		}
		return p.two == nil || t.Text != "in" || r.word(i-1) == "in" || !r.placeAt(i+1)
	}
	if p.title && !t.Title && r.word(i-1) == "near" && !r.anyUpper {
		return true
	}
	if p.title && !t.Title {
		return !r.anyUpper && (r.word(i-1) == "in" || r.word(i-1) == "from")
	}
	return true
}

func (r *reader) placeAt(i int) (found bool) {
	if i < len(r.tokens) {
		r.p.places.At(r.tokens, i, func(places []place, _ int) { found = found || !places[0].caps || r.tokens[i].Caps })
	}
	return found
}

// taxDemonym reports a demonym that speaks of tax or of a taxpayer: "Scottish
// income tax", "Irish resident". Being Scottish is no residence.
func (r *reader) taxDemonym(m *mention) bool {
	last := r.word(m.to - 1)
	if m.to-m.from > 1 && (last == "taxpayer" || last == "resident") {
		m.role = roleHome
		return true
	}
	for i := m.to; i < m.to+3 && !r.stop(i) && r.word(i) != ","; i++ {
		if r.taxNoun(i) {
			return true
		}
		if lexicon.Is(lexicon.Taxpayer, r.word(i)) {
			m.role = roleHome
			return true
		}
	}
	return m.from > 0 && (r.taxNoun(m.from-1) || m.from > 1 && r.tokens[m.from-1].Kind == token.Word && r.taxNoun(m.from-2))
}

// taxNoun reports a word of tax, of income or of a company, to which an adjective
// of a place may belong.
func (r *reader) taxNoun(i int) bool {
	for _, c := range []class{taxWord, taxpayerWord, taxableWord, kindWord, incomeWord} {
		if s := r.at(c, i); s != nil && (s.from == i || s.to == i+1) && !earning(r.word(i)) {
			return true
		}
	}
	return lexicon.Is(lexicon.TaxSetting, r.word(i))
}

// earning reports verbs of earning, which no adjective belongs to.
func earning(word string) bool {
	return lexicon.Is(lexicon.Earning, word)
}

// decide resolves names with several readings by what else the question holds;
// those that stay open are returned as ambiguities.
func (r *reader) decide(all []mention) (decided []mention, open []mention) {
	for _, m := range all {
		if m.kind != placeAmbiguous {
			decided = append(decided, m)
			continue
		}
		if p, ok := r.onlyReading(&m, all); ok {
			if m.own != nil && m.own.code == p.code {
				p = *m.own
			}
			m.place = p
			decided = append(decided, m)
			continue
		}
		open = append(open, m)
	}
	return decided, open
}

func (r *reader) onlyReading(m *mention, all []mention) (place, bool) {
	var hits []place
	for _, reading := range m.readings() {
		p := r.p.reading(reading.Place, reading.Region)
		if r.speaksFor(&reading, p, all) && !slices.Contains(hits, p) {
			hits = append(hits, p)
		}
	}
	if len(hits) == 1 {
		return hits[0], true
	}
	return r.beside(m, all)
}

// beside decides a name of several readings by one of several readings that is
// written right after it, or before: "San Francisco, CA".
func (r *reader) beside(m *mention, all []mention) (place, bool) {
	var hits []place
	for i := range all {
		o := &all[i]
		if o.kind != placeAmbiguous || o.from == m.from || !adjacent(r.tokens, m.to, o.from) && !adjacent(r.tokens, o.to, m.from) {
			continue
		}
		for _, mine := range m.readings() {
			for _, theirs := range o.readings() {
				p := r.p.reading(mine.Place, mine.Region)
				if mine.Place == theirs.Place && (mine.Region == theirs.Region || mine.Region == "" || theirs.Region == "") && !slices.Contains(hits,
					p) {
					if mine.Region == "" {
						p = r.p.reading(theirs.Place, theirs.Region)
					}
					hits = append(hits, p)
				}
			}
		}
	}
	if len(hits) == 1 {
		return hits[0], true
	}
	return place{}, false
}

func (m *mention) readings() []lexicon.Reading {
	if m.two == nil {
		return m.amb.Readings
	}
	return []lexicon.Reading{
		{Place: m.two.Country, Words: nil},
		{Place: m.two.State[:2], Region: m.two.State, Words: []string{"us state", "state of"}},
	}
}

// speaksFor reports that something else in the question decides for a reading.
func (r *reader) speaksFor(reading *lexicon.Reading, p place, all []mention) bool {
	for i := range all {
		o := &all[i]
		if o.kind == placeAmbiguous || o.code != p.code || o.kind == placeDemonym && o.role == rolePlain && p.region+p.part != "" {
			continue
		}
		if o.region+o.part == "" || o.region == p.region && o.part == p.part {
			return true
		}
	}
	if by, found := r.marked(); found && by.code == p.code && (by.region+by.part == "" || by.region == p.region) {
		return true
	}
	for _, w := range reading.Words {
		if r.contains(w) {
			return true
		}
	}
	for i := range r.sums {
		c := r.sums[i].Currencies
		if len(c) <= 7 && slices.ContainsFunc(reading.Currencies, func(x string) bool { return slices.Contains(c, x) }) {
			return true
		}
	}
	return false
}

// contains reports that a phrase stands in the question.
func (r *reader) contains(phrase string) bool {
	want := strings.Fields(token.Fold(phrase))
	for i := 0; i+len(want) <= len(r.tokens); i++ {
		found := true
		for k, w := range want {
			if r.tokens[i+k].Text != w {
				found = false
				break
			}
		}
		if found {
			return true
		}
	}
	return false
}

// merge joins a place with the one written right after it: "London, England"
// and "Perth, Australia" are one place, and "Paris, Texas" is in Texas.
func merge(tokens []token.Token, all []mention) (out []mention) {
	for _, m := range all {
		if n := len(out); n > 0 && adjacent(tokens, out[n-1].to, m.from) {
			last := &out[n-1]
			switch {
			case last.within(m.place):
				last.to = m.to
				continue
			case last.kind == placeCity && m.kind != placeCity:
				m.from = last.from
				*last = m
				continue
			case m.within(last.place) && m.role == rolePlain: // "UK, Scotland"
				m.from = last.from
				*last = m
				continue
			}
		}
		out = append(out, m)
	}
	return out
}

func adjacent(tokens []token.Token, from, to int) bool {
	if to < from || to-from > 2 {
		return false
	}
	for i := from; i < to; i++ {
		if !lexicon.Is(lexicon.BesidePlace, tokens[i].Text) {
			return false
		}
	}
	return true
}

// within reports that p lies in o, or is o.
func (p place) within(o place) bool {
	if p.code != o.code || p.kind == placeNowhere || o.kind == placeNowhere {
		return false
	}
	return o.region == "" && o.part == "" || p.region == o.region && p.part == o.part
}
