package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
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
	partWord
	extraWord
	departureWord
	plainWord
	ownerWord
	stanceWord
	statusWord
	childWord
	elderWord
	verbWord
	priceWord
	classes
)

var classNames = map[string]class{"tax": taxWord, "kind": kindWord, "income": incomeWord, "base": baseWord, "taxable": taxableWord,
	"gross": grossWord, "net": netWord, "tied": tiedWord, "deduction": deductionWord, "annual": annualWord, "period": periodWord,
	"bound": boundWord, "approx": approxWord, "compare": compareWord, "role": roleWord, "person": personWord,
	"relative_year": relativeYearWord, "ask": askWord, "research": researchWord, "taxpayer": taxpayerWord, "month": monthWord,
	"part": partWord, "extra": extraWord, "departure": departureWord, "plain": plainWord,
	"owner": ownerWord, "stance": stanceWord, "status": statusWord, "children": childWord, "elder": elderWord, "verb": verbWord,
	"price": priceWord}

// span is a phrase of a class that was found.
type span struct {
	code     string
	from, to int
}

// reader reads one question.
type reader struct {
	p        *Planner
	text     string
	lang     string // of the question, or as the caller names it
	wording  string // of what is asked back; "" = lang
	tokens   []token.Token
	words    []string // the tokens' texts, small words of other languages in English
	spans    [classes][]span
	cover    [classes][]int32 // token → 1 + index of the span over it; nil = no span of the class
	masked   []bool           // tokens that are no amounts: years, dates, form numbers
	noPlace  []bool           // tokens that are no places
	denials  []denial         // what idioms make of each token; nil = none does
	idioms   []bool           // tokens of those idioms
	known    []bool           // tokens that are accounted for; nil until asked for
	placed   []bool           // tokens of places, with known
	summed   []bool           // tokens of amounts
	langs    []*lexicon.Language
	foreign  map[int]*lexicon.Language // of the tokens of sentences in another language than the question's
	capitals bool                      // the text tells capitals from small letters
	anyUpper bool
	sums     []sum
	levies   []levyMention
	found    []amount.Sum      // every amount, whatever it stands for
	said     map[string]string // lines "key: value"
	takeHome bool              // what is left of a wage is asked for, where that is computed
	more     *sum              // by which the income is to grow, where the tax on that is asked for
	perhaps  []string          // what words may have been meant to be, where that is not told from others
	jobs     [2]int            // the tokens between jobs that are counted and the last amount that they pay
	jobsOpen bool              // fewer amounts are named than jobs are counted
	oneBase  bool              // the income is the base of spouses, taxed as one person's
	opposed  bool              // amounts are set against each other that cannot be compared
	versus   [2]int            // the tokens between two incomes of which more is one; none = more is an increase
	mixed    bool              // the places of the question have several currencies
	others   []mention         // places of work, of a property or of a source of income
	years    []yearMention
	days     []yearMention     // every date that is named, too
	lesser   []yearMention     // years and dates that a better label silences
	granted  map[string]string // facts that were taken for granted, by name
	asked    owner             // whose tax is asked for; nobody until asked for
	presents []span            // what the asker is said to have given; nil until asked for, empty = nothing
	taxCode  span              // a tax code that tells of more than an allowance
	people   map[string]bool   // names of people, as written; nil until asked for
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
	r.said = saidIn(question)
	r.langs = r.languages()
	r.mend(lang)
	r.foreign = r.otherLanguages()
	r.tag(r.langs)
	r.mask()
	r.taxCodes()
	r.findDenials()
	r.out.Language = r.lang
	return r
}

// languages returns those whose words count, beside the words that always do:
// the one that the caller names and those that the question shows.
func (r *reader) languages() (out []*lexicon.Language) {
	if named := r.p.lex.Language(r.lang); named != nil {
		out = append(out, named)
	}
	for _, shown := range r.p.lex.LanguagesOf(r.tokens) {
		if r.lang == "" {
			r.lang = shown.Code
		}
		if !slices.Contains(out, shown) {
			out = append(out, shown)
		}
	}
	return out
}

// otherLanguages returns the language of each token that stands in a sentence of
// five words and more in a language that the whole question is not in.
func (r *reader) otherLanguages() (out map[int]*lexicon.Language) {
	for from := 0; from < len(r.tokens); {
		to := from
		for to < len(r.tokens) && !sentenceEnd(r.tokens[to].Text) {
			to++
		}
		if to-from >= 5 && to-from < len(r.tokens)-2 {
			if shown := r.p.lex.LanguagesOf(r.tokens[from:to]); len(shown) == 1 && !slices.Contains(r.langs, shown[0]) {
				for i := from; i < to; i++ {
					if out == nil {
						out = map[int]*lexicon.Language{}
					}
					out[i] = shown[0]
				}
			}
		}
		from = to + 1
	}
	return out
}

func sentenceEnd(text string) bool {
	switch text {
	case ".", "?", "!", "\n", "。", "？", "！":
		return true
	}
	return false
}

// tag finds the phrases of every class; within a class the longest wins. A
// small word that means another one in the question's language is not the
// English word of its letters.
func (r *reader) tag(languages []*lexicon.Language) {
	r.words = make([]string, len(r.tokens))
	for i := range r.tokens {
		r.words[i] = r.tokens[i].Text
		for _, l := range languages {
			if english := l.As[r.tokens[i].Text]; english != "" && !(english == "and" && accented(&r.tokens[i])) {
				r.words[i] = english
			}
		}
		add := func(tags []lexicon.Tag, n int) {
			for _, t := range tags {
				r.addSpan(classNames[t.Class], span{t.Code, i, i + n})
			}
		}
		r.p.lex.Words.At(r.tokens, i, func(tags []lexicon.Tag, n int) {
			if n > 1 || r.words[i] == r.tokens[i].Text {
				add(tags, n)
			}
		})
		for _, l := range languages {
			l.Words.At(r.tokens, i, add)
		}
		if l := r.foreign[i]; l != nil {
			l.Words.At(r.tokens, i, add)
		}
		if r.formerAt(i, languages) {
			r.addSpan(ownerWord, span{"relative", i, i + 1})
		}
	}
	r.dropNone()
	r.tagTaxNames()
}

// accented reports one letter with an accent: the Italian "è" and the Portuguese "é" are, and
// add nothing.
func accented(t *token.Token) bool { return len(t.Text) == 1 && strings.ToLower(t.Raw) != t.Text }

// dropNone takes away the phrases that a class lists as none of its own: "head
// of household" is no couple.
func (r *reader) dropNone() {
	r.dropWithin(deductionWord, taxableWord)
	r.dropInside(netWord, taxableWord)
	r.benefitsNamed()
	r.dropInside(childWord, kindWord) // the "dependente" of "trabalho dependente"
	if r.lang == "zh" {
		r.dropWithin(kindWord, taxWord)
	}
	for c := range r.spans {
		if !r.has(class(c), "none") {
			continue
		}
		all := r.spans[c]
		r.spans[c], r.cover[c] = nil, nil
		for _, s := range all {
			if s.code != "none" {
				r.addSpan(class(c), s)
			}
		}
	}
}

// dropWithin takes away the phrases of a class that, in a script without spaces, begin
// inside a longer one of another: the 所得は of 課税所得は, the 薪俸 of 薪俸税.
func (r *reader) dropWithin(c, longer class) {
	within := func(s span) bool {
		o := r.at(longer, s.from)
		return o != nil && r.tokens[s.from].Spaceless() && (o.from < s.from || o.to > s.to)
	}
	if !slices.ContainsFunc(r.spans[c], within) {
		return
	}
	all := r.spans[c]
	r.spans[c], r.cover[c] = nil, nil
	for _, s := range all {
		if !within(s) {
			r.addSpan(c, s)
		}
	}
}

// dropInside takes away the phrases of a class that lie inside one of another: the "net" of
// "net imposable".
func (r *reader) dropInside(c, longer class) {
	all := r.spans[c]
	inside := func(s span) bool {
		o := r.at(longer, s.from)
		return o != nil && o.from <= s.from && o.to >= s.to && o.to-o.from > s.to-s.from
	}
	if !slices.ContainsFunc(all, inside) {
		return
	}
	r.spans[c], r.cover[c] = nil, nil
	for _, s := range all {
		if !inside(s) {
			r.addSpan(c, s)
		}
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
			return // one phrase, two codes: the first language that has it
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
		r.p.hints.At(r.tokens, i, func(hints []hint, n int) {
			if hints[0].says != "" {
				fill(r.masked[i : i+n]) // "plan 2"
			}
		})
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

// word returns the folded text of token i, a small word in English, "" outside
// the text.
func (r *reader) word(i int) string {
	if i < 0 || i >= len(r.words) {
		return ""
	}
	return r.words[i]
}

// stop reports that a clause ends at token i.
func (r *reader) stop(i int) bool {
	switch r.word(i) {
	case ".":
		if r.word(i-1) == "." && r.tokens[i].Glued || r.word(i+1) == "." && r.tokens[i+1].Glued {
			return false // "..."
		}
		return i == 0 || !r.tokens[i].Glued || !abbreviation(r.tokens[i-1].Text) && !r.rok(i-1)
	case "", "?", "!", ";", "\n", "。", "？", "！", "；", "؟":
		return true
	}
	return false
}

// abbreviation reports words whose point ends no sentence.
func abbreviation(word string) bool {
	return lexicon.Is(lexicon.Abbreviation, word)
}
