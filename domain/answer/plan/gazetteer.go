package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// placeOf resolves a code of the lexicon, ISO 3166-1 or -2.
func (p *Planner) placeOf(code string) place {
	if len(code) == 2 {
		return place{code: code}
	}
	b := builder{p: p}
	return b.part(code)
}

// otherName finds a place at token i that is named in another language, as an
// adjective of a place, or by the name of a town.
func (r *reader) otherName(i int) (m mention, found bool) {
	t := &r.tokens[i]
	if r.noPlace[i] || t.Kind != token.Word {
		return m, false
	}
	m = mention{from: i, to: i}
	r.p.lex.Names.At(r.tokens, i, func(named []lexicon.Named, n int) {
		m.place, m.to = r.p.placeOf(named[0].Place), i+n
		if named[0].Adjective {
			m.kind = placeDemonym
		}
	})
	if m.to > i {
		return m, r.placeLike(i, m.to) || m.kind == placeDemonym
	}
	if n, known := r.p.lex.Stemmed(t.Text); known && !r.classed(i) {
		m.place, m.to = r.p.placeOf(n.Place), i+1
		if n.Adjective {
			m.kind = placeDemonym
		}
		return m, true
	}
	if m, found = r.townAt(i); found {
		return m, true
	}
	return r.inflectedTown(i)
}

// inflectedTown finds a Polish town in the case that a preposition gives it: "z
// Krakowa", "w Gdyni". Exactly one town of Poland must have such a form.
func (r *reader) inflectedTown(i int) (m mention, found bool) {
	t := &r.tokens[i]
	if r.lang != "pl" || !t.Title || i == 0 {
		return m, false
	}
	if !lexicon.Is(lexicon.CaseBeforeTown, r.tokens[i-1].Text) {
		return m, false
	}
	var towns []lexicon.Town
	var city *place
	for _, form := range polishForms {
		stem, inflected := strings.CutSuffix(t.Text, form[0])
		if !inflected || len(stem) < 3 {
			continue
		}
		r.p.places.At(token.Cut(stem+form[1]), 0, func(found []place, _ int) {
			if pl := found[0]; len(found) == 1 && pl.code == "PL" && pl.kind == placeCity {
				city = &pl
			}
		})
		list := slices.Clone(r.p.lex.Towns(stem + form[1]))
		list = slices.DeleteFunc(list, func(t lexicon.Town) bool { return !strings.HasPrefix(t.Place, "PL") })
		if len(list) > 0 && towns != nil {
			return m, false
		}
		if len(list) > 0 {
			towns = list
		}
	}
	switch {
	case city != nil:
		return mention{from: i, to: i + 1, place: *city}, true
	case towns == nil:
		return m, false
	}
	return mention{from: i, to: i + 1, place: r.p.townPlace(r.textOf(i, i+1), towns)}, true
}

// polishForms are endings of the genitive and the locative with those of the
// nominative, in folded letters.
var polishForms = [][2]string{{"a", ""}, {"ia", ""}, {"u", ""}, {"iu", ""}, {"owie", "ow"}, {"ie", ""}, {"ie", "a"}, {"y", "a"}, {"i", "a"},
	{"i", "ia"}, {"i", ""}}

// placeLike reports that the words of a foreign name stand as names do: with a
// capital, or in a text without any.
func (r *reader) placeLike(from, to int) bool {
	return r.tokens[from].Title || !r.anyUpper || r.tokens[from].Spaceless() || r.located(from)
}

// located reports that a word before token i says that a place follows.
func (r *reader) located(i int) bool {
	return lexicon.Is(lexicon.Located, r.word(i-1))
}

// townAt finds a town of the gazetteer at token i.
func (r *reader) townAt(i int) (m mention, found bool) {
	t := &r.tokens[i]
	if len(t.Text) < 3 || !r.p.lex.HasTown(t.Text) || t.Spaceless() || !r.standsAsTown(i) {
		return m, false
	}
	name := ""
	var towns []lexicon.Town
	for n := 1; n <= 4 && i+n <= len(r.tokens); n++ {
		if r.tokens[i+n-1].Kind != token.Word {
			break
		}
		name = strings.TrimPrefix(name+" "+r.tokens[i+n-1].Text, " ")
		if list := r.p.lex.Towns(name); list != nil {
			towns, m.from, m.to = list, i, i+n
		}
	}
	if towns == nil || r.word(m.to) == "county" || r.word(m.to) == "parish" || r.word(m.to) == "borough" {
		return m, false
	}
	m.place = r.p.townPlace(r.textOf(m.from, m.to), towns)
	return m, true
}

// standsAsTown reports that a word stands where the name of a town may: with a
// capital, where nothing else is known of it and no person is named; or, in a
// text without capitals, unknown or behind a word of place.
func (r *reader) standsAsTown(i int) bool {
	t := &r.tokens[i]
	known := r.classed(i) || r.small(i)
	if r.names(i) || r.titled(i) || r.masked[i] && r.at(monthWord, i) != nil {
		return false // "in March 2025" is no town
	}
	if !t.Title {
		return !r.anyUpper && !known && (r.located(i) || r.pause(i+1) && len(t.Text) > 4 && !r.p.lex.CapitalOnly[t.Text])
	}
	switch {
	case r.located(i):
		return true
	case known:
		return false
	case i == 0 || r.stop(i-1):
		return r.pause(i+1) || r.masked[i+1] || r.word(i+1) == "here" || r.at(roleWord, i+1) != nil || r.p.lex.HasTown(t.Text+" "+r.word(i+1))
	case r.lang == "de":
		return r.pause(i-1) || r.word(i-1) == "(" || r.pause(i+1)
	}
	return true
}

// titled reports a name behind a form of address or a first name: "Mr England".
func (r *reader) titled(i int) bool {
	return lexicon.Is(lexicon.Titled, r.word(i-1))
}

// small reports a small word of a language of the question.
func (r *reader) small(i int) (found bool) {
	for _, l := range r.langs {
		found = found || l.As[r.tokens[i].Text] != ""
		l.Small(r.tokens, i, func(int) { found = true })
	}
	return found
}

// townPlace is the place that a town's name means, with every reading where
// several are big enough to be meant.
func (p *Planner) townPlace(name string, towns []lexicon.Town) place {
	if !towns[0].Small {
		towns = slices.DeleteFunc(slices.Clone(towns), func(t lexicon.Town) bool { return t.Small })
	}
	if len(towns) == 1 {
		out := p.placeOf(towns[0].Place)
		out.kind = placeCity
		return out
	}
	a := &lexicon.Ambiguous{Name: name}
	for _, t := range towns {
		at := p.placeOf(t.Place)
		reading := lexicon.Reading{Place: at.code, Label: name + " in " + p.nameOf(at.code)}
		if len(t.Place) > 2 {
			reading.Region, reading.Label = t.Place, name+" in "+p.partName(t.Place)
		}
		if j := p.byCode[at.code]; j != nil {
			reading.Currencies = j.Currencies()
		}
		a.Readings = append(a.Readings, reading)
	}
	return place{kind: placeAmbiguous, amb: a}
}

// partName is what a part of a country is called.
func (p *Planner) partName(code string) string {
	if g := p.regionOf(p.placeOf(code)); g != nil {
		return g.Name + ", " + p.nameOf(code[:2])
	}
	if names := p.lex.Parts[code]; len(names) > 0 {
		return capitals(names[0]) + ", " + p.nameOf(code[:2])
	}
	return p.nameOf(code[:2])
}

// homonym reports the readings of a declared city whose name a town elsewhere
// shares, unless the lexicon settles which one is meant.
func (r *reader) homonym(m *mention) (place, bool) {
	if m.kind != placeCity {
		return place{}, false
	}
	text := r.textFolded(m.from, m.to)
	towns := r.p.lex.Towns(text)
	if r.p.lex.Settled[text] != "" || len(towns) < 2 || towns[0].Small || towns[1].Small {
		return place{}, false
	}
	out := r.p.townPlace(r.textOf(m.from, m.to), towns)
	own := false
	out.own = &place{code: m.code, region: m.region, part: m.part, kind: placeCity}
	for i := range out.amb.Readings {
		own = own || out.amb.Readings[i].Place == m.code
	}
	others := slices.ContainsFunc(out.amb.Readings, func(x lexicon.Reading) bool { return x.Place != m.code })
	return out, own && others
}

// markers returns the countries that names of one country only name.
func (r *reader) markers() (out []mention) {
	for i := range r.tokens {
		r.p.lex.Markers.At(r.tokens, i, func(found []lexicon.Marker, n int) {
			for _, k := range found {
				if k.Caps && !r.tokens[i].Caps && r.anyUpper || k.In != nil && !slices.Contains(k.In, r.lang) || slices.Contains(k.NotIn, r.lang) {
					continue
				}
				out = append(out, mention{place: r.p.placeOf(k.Place), from: i, to: i + n})
			}
		})
	}
	return out
}

// markerTokens marks the tokens of names that are no places: of forms and taxes,
// "schedule SE".
func (r *reader) markerTokens() []bool {
	out := make([]bool, len(r.tokens))
	for _, m := range r.markers() {
		fill(out[m.from:m.to])
	}
	for _, m := range r.levies {
		fill(out[m.from:m.to])
	}
	return out
}

// marked returns the one country that the markers name, or a levy whose short name counts in
// capitals alone; several = none.
func (r *reader) marked() (place, bool) {
	var found place
	all := r.markers()
	for _, m := range r.levies {
		for code := range m.Places {
			if m.Caps && len(m.Places) == 1 {
				all = append(all, mention{place: r.p.placeOf(code), from: m.from, to: m.to})
			}
		}
	}
	for _, m := range all {
		if found.code != "" && found.code != m.code {
			return place{}, false
		}
		found = m.place
	}
	return found, found.code != ""
}
