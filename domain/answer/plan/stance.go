package plan

import (
	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// owner is whose a fact is.
type owner uint8

const (
	nobody owner = iota // not said
	self
	spouse
	child
	relative // a relative, a friend, a superior, a pet: anybody else
	thing    // a company, a house
)

var ownerCodes = map[string]owner{"self": self, "client": self, "spouse": spouse, "child": child, "relative": relative, "thing": thing,

	"animal": relative}

// stance is how a clause states something: whose it is, and whether it is so.
type stance struct {
	owner   owner
	denied  bool // it is not so
	over    bool // it was so once
	unclear bool // it may be so, or will be, or the asker is not sure
}

// denyReach is how many tokens a denial reaches; overReach how far what is over
// stands from the word that says so.
const (
	denyReach = 6
	overReach = 6
)

// stanceOf reads how the tokens from..to are stated.
func (r *reader) stanceOf(from, to int) stance {
	return stance{owner: r.ownerOf(from, to), denied: r.deniedAt(from, to), over: r.overAt(from),
		unclear: r.unclearAt(from, to) || r.doubtedAt(from, to)}
}

// ownerOf returns whose the tokens are: the nearest person named before them in
// the sentence, else the first one behind them in the clause.
func (r *reader) ownerOf(from, to int) owner {
	for i := from - 1; i >= 0 && !r.stop(i); i-- {
		if o := r.ownerAt(i); o != nobody {
			return o
		}
	}
	for i := to; i < len(r.tokens) && !r.pause(i); i++ {
		if o := r.ownerAt(i); o != nobody {
			return o
		}
	}
	return nobody
}

// ownerAt returns the person that is named at token i. "My sister" is a sister.
func (r *reader) ownerAt(i int) owner {
	if r.named(i) {
		return relative
	}
	s := r.at(ownerWord, i)
	if s == nil && i >= 0 && r.strangerBegins(i) {
		return relative
	}
	if s == nil || s.to != i+1 && s.from != i {
		return nobody
	}
	o := ownerCodes[s.code]
	if o == self && i > 0 && possessive(r.tokens[i].Text) && trailingPossessive(r.lang) {
		if before := r.at(ownerWord, i-1); before != nil && before.to == i && ownerCodes[before.code] != self {
			return ownerCodes[before.code] // "svogeren min"
		}
	}
	if o == spouse && r.onceWas(s.from-1) {
		return relative // "my ex-husband"
	}
	if (o == spouse || o == child) && s.from > 0 && r.tokens[s.from-1].S && r.ownerAt(s.from-1) == relative {
		return relative // "my cousin's husband"
	}
	if o != self {
		if (o == relative || o == thing) && (r.iAm(s.from-1) || article(r.word(s.from-1)) && r.iAm(s.from-2)) {
			return self // "I am the manager"
		}
		return o
	}
	if c := r.at(childWord, s.to); c != nil && possessive(r.tokens[i].Text) && r.earningVerb(c.to) {
		return child // "mi hijo gana": a word that else only counts children
	}
	for k := s.to; k < min(len(r.tokens), s.to+3) && !r.pause(k) && !r.topical(k); k++ { // "my elder sister"
		if n := r.at(ownerWord, k); n != nil && n.from == k {
			if other := ownerCodes[n.code]; other != self && possessive(r.tokens[i].Text) {
				return other
			}
			return o
		}
		if r.at(kindWord, k) != nil || r.at(incomeWord, k) != nil {
			return o
		}
	}
	if possessive(r.tokens[i].Text) && r.strangerAt(i+1) {
		return relative
	}
	return o
}

// article reports articles, in English or as a language's small word for one.
func article(word string) bool {
	return lexicon.Is(lexicon.Article, word)
}

// possessive reports words that say whose the next one is.
func possessive(word string) bool {
	return lexicon.Is(lexicon.Possessive, word)
}

// deniedAt reports that a clause denies what stands at from..to. What is denied twice is not.
func (r *reader) deniedAt(from, to int) bool {
	if what := r.idiomDenies(from, to); what != asStated {
		return what == refused && !r.denialBeside(from, to)
	}
	return r.denialBeside(from, to)
}

// denialBeside reports a word of denial, and no idiom, before or behind from..to.
func (r *reader) denialBeside(from, to int) bool {
	for i := from - 1; i >= max(0, from-denyReach) && !r.pause(i) && !r.inSum(i); i-- {
		if s := r.at(stanceWord, i); s != nil && s.code == "not" || r.p.lex.Without[r.tokens[i].Text] && !r.inIdiom(i) {
			return true
		}
		if s := r.at(stanceWord, i); s != nil && s.code == "but" {
			return false
		}
		if lexicon.Is(lexicon.EndsDenial, r.word(i)) {
			return false
		}
	}
	for i := to; i < min(len(r.tokens), to+4+r.spaceless(to)) && !r.pause(i); i++ {
		if s := r.at(stanceWord, i); s != nil && s.from == i && s.code == "not" && !r.p.lex.Without[r.tokens[i].Text] &&
			(i+1 == len(r.tokens) || r.pause(i+1) || r.particleEnds(i+1)) {
			return true // "Kirchensteuer zahlen wir keine", "fällt keine an"
		}

		if s := r.at(stanceWord, i); s != nil && s.from == i && (s.code == "nothing" || s.code == "not" &&
			(i+1 == len(r.tokens) || r.pause(i+1))) {
			return true
		}
		if r.at(plainWord, i) != nil || r.ownerAt(i) != nobody || r.tokens[i].Spaceless() || r.lang == "de" && r.at(baseWord, i) != nil {
			continue
		}
		if !lexicon.Is(lexicon.BeforeDenial, r.word(i)) {
			return false
		}
	}
	return false
}

// particleEnds reports the particle of a German verb at token i, with which its clause ends.
func (r *reader) particleEnds(i int) bool {
	if r.lang != "de" || i+1 < len(r.tokens) && !r.pause(i+1) {
		return false
	}
	switch r.tokens[i].Text {
	case "an", "ab", "auf", "aus", "ein", "vor", "zu":
		return true
	}
	return false
}

// overAt reports that what stands at from was so once: "used to be married".
func (r *reader) overAt(from int) bool {
	for i := from - 1; i >= max(0, from-overReach) && !r.pause(i) && !r.inSum(i); i-- {
		if s := r.at(stanceWord, i); s != nil && s.code == "over" {
			return true
		}
		if lexicon.Is(lexicon.EndsPast, r.word(i)) {
			return false
		}
	}
	return false
}

// unclearAt reports that what stands at from is supposed, hoped for or to come.
// A question that supposes its income too ("if I earn £60,000 and am single")
// states what it supposes.
func (r *reader) unclearAt(from, to int) bool {
	if what := r.idiomDenies(from, to); what != asStated && !(what == refused && r.deniedAt(from, to)) {
		return true
	}
	for i := from - 1; i >= 0 && !r.stop(i); i-- {
		s := r.at(stanceWord, i)
		if s == nil {
			continue
		}
		switch s.code {
		case "future":
			return from-i <= denyReach
		case "if":
			return !r.supposesIncome(i, to)
		case "doubt":
			return !r.asksBetween(i, from) && !r.supposesIncome(i, to)
		case "but":
			return false
		}
	}
	return false
}

// supposesIncome reports an amount of income in the sentence of a supposition.
func (r *reader) supposesIncome(i, to int) bool {
	for ; i < len(r.tokens) && (i < to || !r.stop(i)); i++ {
		if r.inSum(i) {
			return true
		}
	}
	return false
}

// binds reports how a fact of the tokens from..to counts: it is the fact of the
// person whose tax is asked for (bound), it may be (asked), or it is not.
func (r *reader) binds(from, to int, personal bool) (bound, asked bool) {
	s := r.stanceOf(from, to)
	who := r.principal()
	switch {
	case r.likeness(from):
		return false, false
	case s.denied && s.owner == spouse && who == self:
		return false, false
	case s.owner == nobody, s.owner == who:
	case s.owner == thing && !personal, s.owner == child && !personal:
	case s.owner == spouse && !personal && who == self:
		return false, true
	case s.owner == self && who != self:
		return false, true
	default:
		return false, false
	}
	switch {
	case s.denied:
		return false, false
	case s.over, s.unclear:
		return false, true
	}
	return true, false
}

// comparative reports an income that is only compared with one that is named: "I
// earn less".
func (r *reader) comparative() bool {
	for i := range r.tokens {
		if r.at(kindWord, i) == nil && r.at(incomeWord, i) == nil || r.inSum(i+1) {
			continue
		}
		if lexicon.Is(lexicon.Comparative, r.word(i+1)) {
			if next := r.word(i + 2); !r.inSum(i+2) && (r.stop(i+2) || next == "than" || next == "much" || next == "same" || next == "as") {
				return true
			}
		}
	}
	return false
}

// spaceless is how many tokens more a script without spaces needs for as much.
func (r *reader) spaceless(i int) int {
	if i < len(r.tokens) && r.tokens[i].Spaceless() {
		return 4
	}
	return 0
}
