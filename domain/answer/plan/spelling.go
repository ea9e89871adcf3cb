package plan

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// A word of five letters and more that nobody knows is read as the one known word that
// it differs from by one letter: left out, added, exchanged, or swapped with its
// neighbour. Numbers and currencies are never read so, nor is a place: that is asked.
// Where no list of a language's own words is at hand, only what hardly makes another
// word is mended: letters that are swapped, or doubled or not.

// spelledMin is how many letters a word has at least that is mended.
const spelledMin = 5

// spelling is what a planner knows of the words of each language.
type spelling struct {
	known     map[string]bool           // words that are no misspelling
	unmeant   map[string]bool           // words that no misspelling is read as
	languages map[string]*languageWords // by code
	shared    languageWords             // words of facts and of what is asked for, which no language owns
	places    placeWords
}

// placeWords are the places of one word that are declared, by what is left of their
// names without a letter.
type placeWords struct {
	once  sync.Once
	short map[string][]string
}

// languageWords are words that mean something, by what is left of them without a letter.
type languageWords struct {
	once  sync.Once
	each  func(f func(word string)) // some more than once
	short map[string][]string
}

// learnSpelling collects the words that the planner knows.
func (p *Planner) learnSpelling() {
	s := &p.spelling
	s.known, s.unmeant, s.languages = map[string]bool{}, map[string]bool{}, map[string]*languageWords{}
	know := func(word string) { s.known[word] = true }
	p.lex.EachWord(know)
	p.hints.Words(know)
	p.asked.Words(know)
	for _, list := range []map[string]int64{p.lex.Numbers.Units, p.lex.Numbers.Hundreds, p.lex.Numbers.Multipliers, p.lex.Numbers.Glued} {
		for word := range list {
			s.unmeant[word] = true
		}
	}
	defer func() {
		for word := range p.lex.Without {
			delete(s.unmeant, word) // though names hold some
		}
	}()
	unmeant := func(word string) { s.known[word], s.unmeant[word] = true, true }
	p.amounts.Currency.Words(unmeant)
	p.places.Words(unmeant)
	p.lex.Names.Words(unmeant)
	for i := range p.lex.Languages {
		s.languages[p.lex.Languages[i].Code] = &languageWords{each: p.lex.Languages[i].Meant}
	}
	s.shared.each = func(f func(word string)) {
		p.hints.Words(f)
		p.lex.AskedWords(f)
		for word := range p.lex.Without {
			f(word)
		}
	}
}

// near calls f with every word that is meant in a language, or in any, and that shares
// with a word what is left without a letter; some more than once.
func (s *spelling) near(word, language string, f func(known string)) {
	own, shared := s.languages[language].shorts(s.unmeant), s.shared.shorts(s.unmeant)
	without(word, func(short string) {
		for _, known := range own[short] {
			f(known)
		}
		for _, known := range shared[short] {
			f(known)
		}
	})
}

// meant are the words that a misspelt word of a language may be read as, sorted.
func (s *spelling) meant(language string) []string {
	out := append(s.languages[language].words(s.unmeant), s.shared.words(s.unmeant)...)
	slices.Sort(out)
	return slices.Compact(out)
}

// without calls f with a word and with each form of it that lacks one letter.
func without(word string, f func(short string)) {
	f(word)
	for i, r := range word {
		f(word[:i] + word[i+utf8.RuneLen(r):])
	}
}

// words are those that mean something and may be misspelt, sorted.
func (w *languageWords) words(unmeant map[string]bool) (out []string) {
	w.each(func(word string) {
		if !unmeant[word] && utf8.RuneCountInString(word) >= spelledMin && !strings.ContainsAny(word, "0123456789_") {
			out = append(out, word)
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

func (w *languageWords) shorts(unmeant map[string]bool) map[string][]string {
	w.once.Do(func() {
		w.short = map[string][]string{}
		for _, word := range w.words(unmeant) {
			without(word, func(short string) {
				if !slices.Contains(w.short[short], word) {
					w.short[short] = append(w.short[short], word)
				}
			})
		}
	})
	return w.short
}

// respell returns the one word of the languages that a word is one letter beside; where
// there are several, or one that nothing tells from a word of its own, near holds them.
func (p *Planner) respell(word string, langs []*lexicon.Language) (meant string, near []string) {
	s := &p.spelling
	if utf8.RuneCountInString(word) < spelledMin || s.known[word] || p.lex.HasTown(word) {
		return "", nil
	}
	several := p.lex.Forms(word)
	for _, l := range langs {
		real := p.lex.Real(l.Code)
		if real != nil && real.Beside[word] {
			return "", nil
		}
		s.near(word, l.Code, func(known string) {
			edit := editOf(word, known)
			if edit != noEdit && !slices.Contains(near, known) {
				near = append(near, known)
			}
			switch {
			case edit == noEdit:
			case edit == plainEdit && (real == nil || !real.Meant[known]):
				several = true // a reading that nothing tells from a word of its own
			default:
				several = several || meant != "" && meant != known
				meant = known
			}
		})
	}
	if several {
		meant = ""
	}
	return meant, near
}

// perhapsSaid reports a word that may be misspelt for one that speaks of a fact of a
// place, and for others: the fact is asked for.
func (r *reader) perhapsSaid(j *tax.Jurisdiction, f *tax.Fact) (found bool) {
	for _, word := range r.perhaps {
		r.p.hints.At([]token.Token{{Text: word, Kind: token.Word}}, 0, func(hints []hint, _ int) {
			found = found || slices.ContainsFunc(hints, func(h hint) bool { return h.code == j.Code && h.fact.Name == f.Name })
		})
	}
	return found
}

// countsUnknown reports a small number of something that no list knows: it may be
// children, misspelt.
func (r *reader) countsUnknown() bool {
	known := r.understood()
	for i := 1; i < len(r.tokens); i++ {
		t := &r.tokens[i]
		if t.Kind != token.Word || t.Title || t.Glued || known[i] || utf8.RuneCountInString(t.Text) < spelledMin || r.inSum(i-1) {
			continue
		}
		harmless := r.frame(i, "text") > 0 // an answer in one sentence
		r.p.lex.HarmlessAt(r.tokens, i, func([]string, int) { harmless = true })
		if count := r.countBefore(i); !harmless && len(count) == 1 && count != "0" {
			return true
		}
	}
	return false
}

// perhapsLeftOut returns the levy that a question may leave out of the tax, by a word that
// may be misspelt for one that does: "befome the Medicare levy".
func (r *reader) perhapsLeftOut() (at span, found bool) {
	for _, word := range r.perhaps {
		if len(r.levies) > 0 && r.p.lex.AskedAt([]token.Token{{Text: word, Kind: token.Word}}, 0, "aside") > 0 {
			return span{"", r.levies[0].from, r.levies[0].to}, true
		}
	}
	return at, false
}

// edit is by what a word differs from another.
type edit uint8

const (
	noEdit    edit = iota // by more than one letter, or not at all
	plainEdit             // by a letter left out, added or exchanged
	swapEdit              // by neighbours that are swapped, or a letter that is doubled or not
)

// editOf tells how word came from meant.
func editOf(word, meant string) edit {
	a, b := []rune(word), []rune(meant)
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	x, y := a[from:], b[from:]
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	switch {
	case len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]:
		return swapEdit
	case len(x)+len(y) == 1:
		one := append(slices.Clone(x), y...)[0]
		if from > 0 && b[from-1] == one {
			return swapEdit
		}
		return plainEdit
	case len(x) == 1 && len(y) == 1:
		return plainEdit
	}
	return noEdit
}

// mend reads misspelt words as what they were meant to be. What begins with a capital
// inside a sentence is a name, except in German. named is the language that the caller
// names; where none is, the mended words may show another.
func (r *reader) mend(named string) {
	mended := false
	for i := range r.tokens {
		t := &r.tokens[i]
		switch {
		case t.Kind != token.Word || len(t.Text) < spelledMin || t.Spaceless() || t.Caps && r.capitals:
			continue
		case t.Title && i > 0 && !r.stop(i-1) && r.lang != "de":
			continue
		case i+1 < len(r.tokens) && r.tokens[i+1].Glued && r.tokens[i+1].Kind == token.Number, strings.Contains(t.Text, "_"):
			continue
		}
		switch meant, near := r.p.respell(t.Text, r.langs); {
		case meant != "":
			t.Text, mended = meant, true
		default:
			r.perhaps = append(r.perhaps, near...)
		}
	}
	if mended && named == "" {
		r.lang = ""
		r.langs = r.languages()
	}
}

// nearPlace returns the name of the one declared place that a folded word is one letter
// beside: it is asked about, never taken.
func (p *Planner) nearPlace(word string) (name string, found place) {
	w := &p.spelling.places
	w.once.Do(func() {
		w.short = map[string][]string{}
		seen := map[string]bool{}
		p.places.Words(func(known string) {
			if !seen[known] && utf8.RuneCountInString(known) >= spelledMin {
				seen[known] = true
				without(known, func(short string) { w.short[short] = append(w.short[short], known) })
			}
		})
	})
	if utf8.RuneCountInString(word) < spelledMin || p.spelling.known[word] {
		return "", place{}
	}
	without(word, func(short string) {
		for _, known := range w.short[short] {
			if editOf(word, known) == noEdit || known == name {
				continue
			}
			p.places.At([]token.Token{{Text: known, Kind: token.Word}}, 0, func(list []place, _ int) {
				if pl := list[0]; pl.kind == placeName || pl.kind == placeCity {
					if found.code != "" && (found.code != pl.code || found.region != pl.region) {
						pl = place{code: severalPlaces}
					}
					name, found = known, pl
				}
			})
		}
	})
	if found.code == severalPlaces {
		return "", place{}
	}
	return name, found
}

// severalPlaces stands for more than one place that a word may have been meant to name.
const severalPlaces = "*"
