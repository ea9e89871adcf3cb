package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// Planner reads questions for a set of jurisdictions. It is built once and
// shared; it never changes.
type Planner struct {
	lex      *lexicon.Lexicon
	all      []*tax.Jurisdiction
	byCode   map[string]*tax.Jurisdiction
	places   token.Matcher[place]
	amounts  amount.Finder
	hints    token.Matcher[hint]
	children map[string]bool      // facts of which children speak, by place and name
	asked    token.Matcher[place] // parts, or wholes, that are asked for by their tax
	taxes    map[string]bool      // that some place has a coverage row of
	prompts  []prompt             // the wordings of all questions
	spelling spelling
	names    map[string]string // ISO code → name of the place, covered or not
}

// place is what a phrase names.
type place struct {
	code   string // ISO 3166-1; "" = no place that exists
	region string // slug of a declared region
	part   string // ISO 3166-2 code of a part that is not declared
	kind   placeKind
	amb    *lexicon.Ambiguous
	two    *lexicon.TwoWays
	own    *place // what is meant of the readings in the country of a declared city
	caps   bool   // counts only in capitals
	title  bool   // counts only with a capital
}

type placeKind uint8

const (
	placeName placeKind = iota
	placeCity
	placeDemonym
	placeNowhere
	placeAmbiguous
)

// hint is a word that makes a declared fact required.
type hint struct {
	code string // jurisdiction
	fact *tax.Fact
	name bool   // the phrase is the fact's own name
	says string // the value that the phrase gives it; "" = none
	// counted: the number before the phrase is the value; with: the phrase says
	// its value only where other facts have theirs.
	counted bool
	with    map[string]string
}

// New compiles the vocabulary of a set of jurisdictions.
func New(jurisdictions []*tax.Jurisdiction) *Planner {
	p := &Planner{lex: lexicon.Load(), all: jurisdictions, byCode: map[string]*tax.Jurisdiction{}, taxes: map[string]bool{},
		names: map[string]string{}}
	p.amounts = amount.Finder{Currency: &token.Matcher[[]string]{}, Numbers: p.lex.Numbers, Spelled: amount.NewSpelled()}
	for phrase, codes := range p.lex.Currencies {
		p.amounts.Currency.Add(phrase, codes)
	}
	p.amounts.Codes = map[string][]string{}
	b := builder{p: p, places: map[string]place{}}
	for _, j := range jurisdictions {
		p.byCode[j.Code] = j
		for i := range j.Coverage {
			p.taxes[typeOf(&j.Coverage[i])] = true
		}
	}
	b.lexicon()
	b.declaring = true
	for _, j := range jurisdictions {
		b.jurisdiction(j)
		for _, code := range j.Currencies() {
			p.amounts.Codes[code] = []string{code}
		}
	}
	b.declaring = false
	b.ambiguous()
	p.learnPrompts()
	for _, phrase := range slices.Sorted(maps.Keys(b.places)) {
		p.places.Add(phrase, b.places[phrase])
	}
	p.learnSpelling()
	p.noteChildren()
	return p
}

type builder struct {
	p         *Planner
	places    map[string]place // by folded phrase; later entries win
	declaring bool             // what is added now comes from declarations
}

// contest keeps a name that another place has too as one with several
// readings: a declaration overrides what the lexicon says of its own country,
// and of nothing else.
func (b *builder) contest(key string, entry place) place {
	old, there := b.places[key]
	if !there || old.kind == placeNowhere || old.code == entry.code && (old.region == "" || old.region == entry.region) {
		return entry
	}
	if old.code == entry.code && entry.region == "" {
		return old
	}
	if old.kind == placeDemonym || entry.kind == placeDemonym {
		return entry
	}
	switch b.p.lex.Settled[key] {
	case "":
	case old.code:
		return old
	case entry.code:
		return entry
	}
	readings := []lexicon.Reading{}
	if old.kind == placeAmbiguous {
		readings = append(readings, old.amb.Readings...)
	} else {
		readings = append(readings, b.asReading(old))
	}
	return place{kind: placeAmbiguous, amb: &lexicon.Ambiguous{Name: key, Readings: append(readings, b.asReading(entry))}}
}

func (b *builder) asReading(p place) lexicon.Reading {
	out := lexicon.Reading{Place: p.code, Label: b.p.nameOf(p.code)}
	switch {
	case p.part != "":
		out.Region, out.Label = p.part, b.p.readingName(p.code, p.part)
	case p.region != "":
		g := b.p.regionOf(p)
		out.Region, out.Label = g.Code, g.Name+" in "+out.Label
		if g.Code == "" {
			out.Region = p.code + "-" + g.Slug
		}
	}
	if j := b.p.byCode[p.code]; j != nil {
		out.Currencies = j.Currencies()
	}
	return out
}

func (b *builder) add(pl place, phrases ...string) {
	for _, phrase := range phrases {
		tokens := token.Cut(phrase)
		texts := make([]string, len(tokens))
		for i, t := range tokens {
			texts[i] = t.Text
		}
		key := strings.Join(texts, " ")
		if key == "" {
			continue
		}
		entry := pl
		if b.declaring {
			entry = b.contest(key, entry)
		}
		entry.title = b.p.lex.CapitalOnly[key]
		if len(tokens) == 1 && len(key) <= 2 && key[0] < 0x80 && key != "uk" && key != "nz" {
			entry.caps = true
		}
		b.places[key] = entry
	}
}

// lexicon adds the places that no jurisdiction has declared; what one declares
// is written over them.
func (b *builder) lexicon() {
	for _, c := range b.p.lex.Countries {
		if len(c.Names) > 0 {
			b.p.names[c.Code] = capitals(c.Names[0])
		}
		b.add(place{code: c.Code, kind: placeDemonym}, c.Demonyms...)
		b.add(place{code: c.Code, kind: placeCity}, c.Cities...)
		b.add(place{code: c.Code}, c.Names...)
	}
	for _, code := range slices.Sorted(maps.Keys(b.p.lex.Parts)) {
		b.add(b.part(code), b.p.lex.Parts[code]...)
	}
	b.add(place{kind: placeNowhere}, b.p.lex.Nowhere...)
	for _, code := range b.p.lex.Bare {
		iso := map[string]string{"UK": "GB", "UAE": "AE", "USA": "US"}[code]
		if iso == "" {
			iso = code
		}
		if _, there := b.places[strings.ToLower(code)]; !there {
			b.add(place{code: iso, caps: true}, code)
		}
	}
	for _, code := range b.p.lex.StateCodes {
		pl := b.part("US-" + code)
		pl.caps = true
		b.add(pl, code)
	}
}

// part resolves an ISO 3166-2 code to a declared region where there is one.
func (b *builder) part(code string) place {
	if j := b.p.byCode[code[:2]]; j != nil {
		for _, g := range j.Regions {
			if g.Code == code || g.Code == "" && j.Code+"-"+g.Slug == code {
				return place{code: j.Code, region: g.Slug}
			}
		}
	}
	return place{code: code[:2], part: code}
}

func (b *builder) jurisdiction(j *tax.Jurisdiction) {
	b.p.names[j.Code] = j.Name
	b.add(place{code: j.Code, kind: placeDemonym}, j.Words.Demonyms...)
	b.add(place{code: j.Code, kind: placeCity}, j.Words.Cities...)
	b.add(place{code: j.Code}, j.Words.Names...)
	b.add(place{code: j.Code}, j.Name)
	b.add(place{code: j.Code, caps: true}, j.Code)
	for _, phrase := range j.Words.Whole {
		b.p.asked.Add(phrase, place{code: j.Code})
	}
	for _, g := range j.Regions {
		pl := place{code: j.Code, region: g.Slug}
		for _, phrase := range g.Asked {
			b.p.asked.Add(phrase, pl)
		}
		for _, a := range append([]string{g.Slug, g.Code}, g.Aliases...) {
			alias := pl
			alias.caps = strings.ToUpper(a) == a // a code counts in capitals alone
			if len(a) > 3 {
				b.add(alias, a)
			}
		}
		city, demonym := pl, pl
		city.kind, demonym.kind = placeCity, placeDemonym
		b.add(demonym, g.Words.Demonyms...)
		b.add(city, g.Words.Cities...)
		b.add(pl, g.Words.Names...)
		if !strings.ContainsAny(g.Name, ",(") {
			b.add(pl, g.Name)
		}
	}
	for _, word := range j.Words.Currency {
		if _, there := b.p.lex.Currencies[word]; !there {
			b.p.amounts.Currency.Add(word, []string{j.Currency})
		}
	}
	for i := range j.Facts {
		f := &j.Facts[i]
		b.p.hints.Add(f.Name, hint{code: j.Code, fact: f, name: true})
		if spaced := strings.ReplaceAll(f.Name, "_", " "); spaced != f.Name {
			b.p.hints.Add(spaced, hint{code: j.Code, fact: f, name: true})
		}
		for _, h := range f.Hints {
			b.p.hints.Add(h, hint{code: j.Code, fact: f})
		}
		for _, phrase := range slices.Sorted(maps.Keys(f.Says)) {
			b.p.hints.Add(phrase, hint{code: j.Code, fact: f, says: f.Says[phrase]})
		}
		for _, phrase := range f.Counts {
			b.p.hints.Add(phrase, hint{code: j.Code, fact: f, counted: true})
		}
		for _, im := range f.Implied {
			b.p.hints.Add(im.Phrase, hint{code: j.Code, fact: f, says: im.Value, with: im.With})
		}
	}
}

// ambiguous adds the names with several readings last: they are asked for even
// where a declaration claims one of the readings.
func (b *builder) ambiguous() {
	for i := range b.p.lex.Ambiguous {
		a := &b.p.lex.Ambiguous[i]
		b.add(place{kind: placeAmbiguous, amb: a}, a.Name)
	}
	for code, two := range b.p.lex.Codes {
		b.add(place{kind: placeAmbiguous, two: &two, caps: true}, code)
	}
}

// reading resolves one reading of an ambiguous name to a place.
func (p *Planner) reading(code, region string) place {
	if region != "" {
		b := builder{p: p}
		return b.part(region)
	}
	return place{code: code}
}

// Jurisdictions returns the declarations that the planner was built from.
func (p *Planner) Jurisdictions() []*tax.Jurisdiction { return p.all }

// nameOf returns what a place is called, for sentences.
func (p *Planner) nameOf(code string) string {
	if n := p.names[code]; n != "" {
		return n
	}
	return code
}

func (p *Planner) regionOf(pl place) *tax.Region {
	j := p.byCode[pl.code]
	if j == nil || pl.region == "" {
		return nil
	}
	i := slices.IndexFunc(j.Regions, func(g tax.Region) bool { return g.Slug == pl.region })
	if i < 0 {
		return nil
	}
	return &j.Regions[i]
}
