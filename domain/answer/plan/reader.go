package plan

import (
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// class is a class of words of the lexicon, as a small number.
type class uint8

const (
	taxWord class = iota
	kindWord
	incomeWord
	baseWord
	taxableWord
	grossWord
	netWord
	tiedWord
	deductionWord
	annualWord
	periodWord
	boundWord
	approxWord
	compareWord
	roleWord
	personWord
	relativeYearWord
	askWord
	researchWord
	taxpayerWord
	monthWord
	languageWord
	partWord
	classes
)

var classNames = map[string]class{"tax": taxWord, "kind": kindWord, "income": incomeWord, "base": baseWord, "taxable": taxableWord,
	"gross": grossWord, "net": netWord, "tied": tiedWord, "deduction": deductionWord, "annual": annualWord, "period": periodWord,
	"bound": boundWord, "approx": approxWord, "compare": compareWord, "role": roleWord, "person": personWord,
	"relative_year": relativeYearWord, "ask": askWord, "research": researchWord, "taxpayer": taxpayerWord, "month": monthWord,
	"language": languageWord, "part": partWord}

// span is a phrase of a class that was found.
type span struct {
	code     string
	from, to int
}

// reader reads one question.
type reader struct {
	p        *Planner
	text     string
	lang     string // "" = not named by the caller
	tokens   []token.Token
	spans    [classes][]span
	cover    [classes][]int32 // token → 1 + index of the span over it; nil = no span of the class
	masked   []bool           // tokens that are no amounts: years, dates, form numbers
	noPlace  []bool           // tokens that are no places
	capitals bool             // the text tells capitals from small letters
	anyUpper bool
	sums     []sum
	mixed    bool // the places of the question have several currencies
	years    []yearMention
	out      Plan
}

func (p *Planner) read(question, lang string) *reader {
	r := &reader{p: p, text: question, lang: lang, tokens: token.Cut(question)}
	r.masked, r.noPlace = make([]bool, len(r.tokens)), make([]bool, len(r.tokens))
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.Kind == token.Word && len(t.Raw) > 1 {
			r.capitals = r.capitals || !t.Caps
			r.anyUpper = r.anyUpper || t.Title
		}
	}
	r.tag()
	r.mask()
	if r.lang == "" {
		r.lang = r.guessLanguage()
	}
	r.out.Language = r.lang
	return r
}

// tag finds the phrases of every class; within a class the longest wins.
func (r *reader) tag() {
	for i := range r.tokens {
		r.p.lex.Words.At(r.tokens, i, func(tags []lexicon.Tag, n int) {
			for _, t := range tags {
				r.addSpan(classNames[t.Class], span{t.Code, i, i + n})
			}
		})
	}
}

func (r *reader) addSpan(c class, s span) {
	list := r.spans[c]
	if r.cover[c] == nil {
		r.cover[c] = make([]int32, len(r.tokens))
	}
	if n := len(list); n > 0 {
		last := &list[n-1]
		switch {
		case last.from == s.from && last.code != s.code && last.to == s.to:
			return // one phrase, two codes: the first of the file
		case last.from == s.from:
			if s.to > last.to {
				*last = s
				for i := s.from; i < s.to; i++ {
					r.cover[c][i] = int32(n)
				}
			}
			return
		case last.to > s.from:
			return // begins inside a longer phrase
		}
	}
	r.spans[c] = append(list, s)
	for i := s.from; i < s.to; i++ {
		r.cover[c][i] = int32(len(r.spans[c]))
	}
}

// at returns the span of a class over token i, or nil.
func (r *reader) at(c class, i int) *span {
	if r.cover[c] == nil || i < 0 || i >= len(r.tokens) || r.cover[c][i] == 0 {
		return nil
	}
	return &r.spans[c][r.cover[c][i]-1]
}

func (r *reader) has(c class, code string) bool {
	for _, s := range r.spans[c] {
		if s.code == code {
			return true
		}
	}
	return false
}

func (r *reader) mask() {
	for i := range r.tokens {
		r.p.lex.NumberMasks.At(r.tokens, i, func(_ []bool, n int) { fill(r.masked[i : i+n]) })
		r.p.lex.PlaceMasks.At(r.tokens, i, func(exact []bool, n int) {
			if !exact[0] || r.tokens[i].Caps {
				fill(r.noPlace[i : i+n])
			}
		})
	}
}

func fill(b []bool) {
	for i := range b {
		b[i] = true
	}
}

// word returns the folded text of token i, "" outside the text.
func (r *reader) word(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i].Text
}

// stop reports that a clause ends at token i.
func (r *reader) stop(i int) bool {
	switch r.word(i) {
	case "", ".", "?", "!", ";", "\n":
		return true
	}
	return false
}

// guessLanguage counts small words; English unless another language shows at
// least twice.
func (r *reader) guessLanguage() string {
	best, most := "en", 1
	for _, lang := range []string{"de", "fr", "nl", "es"} {
		n := 0
		for _, s := range r.spans[languageWord] {
			if s.code == lang {
				n++
			}
		}
		if n > most {
			best, most = lang, n
		}
	}
	return best
}
