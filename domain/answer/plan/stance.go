package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
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
	if o != self {
		if (o == relative || o == thing) && (r.iAm(s.from-1) || article(r.word(s.from-1)) && r.iAm(s.from-2)) {
			return self // "I am the manager"
		}
		return o
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

// deniedAt reports that a clause denies what stands at from..to.
func (r *reader) deniedAt(from, to int) bool {
	for i := from - 1; i >= max(0, from-denyReach) && !r.pause(i) && !r.inSum(i); i-- {
		if s := r.at(stanceWord, i); s != nil && s.code == "not" || r.p.lex.Without[r.tokens[i].Text] {
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
			(i+1 == len(r.tokens) || r.pause(i+1)) {
			return true // "Kirchensteuer zahlen wir keine"
		}

		if s := r.at(stanceWord, i); s != nil && s.from == i && (s.code == "nothing" || s.code == "not" &&
			(i+1 == len(r.tokens) || r.pause(i+1))) {
			return true
		}
		if r.at(plainWord, i) != nil || r.ownerAt(i) != nobody || r.tokens[i].Spaceless() {
			continue
		}
		if !lexicon.Is(lexicon.BeforeDenial, r.word(i)) {
			return false
		}
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

// principal is the person whose tax is asked for.
func (r *reader) principal() owner {
	if r.asked == nobody {
		r.asked = r.findPrincipal()
	}
	return r.asked
}

// findPrincipal looks for the person of the sentence that asks, then for the one
// person who has the incomes.
func (r *reader) findPrincipal() owner {
	if o := r.askedOf(); o != nobody {
		return o
	}
	found := nobody
	for i := range r.sums {
		if r.sums[i].role != incomeSum {
			continue
		}
		o := r.earner(&r.sums[i])
		if found != nobody && o != found {
			return self
		}
		found = o
	}
	if found == nobody {
		return self
	}
	return found
}

// askedOf returns the person of the clause that asks for the amount of a tax:
// "how much tax does my brother pay".
func (r *reader) askedOf() owner {
	for i := range r.spans[askWord] {
		a := &r.spans[askWord][i]
		if a.code != "amount" {
			continue
		}
		for k := a.to; k < len(r.tokens) && !r.stop(k); k++ {
			if s := r.at(stanceWord, k); s != nil && s.code == "if" || r.inSum(k) {
				break
			}
			if o := r.ownerAt(k); o != nobody && o != thing {
				if o == self && r.ownedPays(k) {
					return relative
				}
				return o
			}
		}
	}
	return nobody
}

// earner returns whose an amount is: who stands before it in its sentence, and
// nearest. Companies and houses earn nothing for themselves here.
func (r *reader) earner(s *sum) owner {
	third, business := false, false
	for i := s.From - 1; i >= 0 && !r.stop(i); i-- {
		o := r.ownerAt(i)
		if o != nobody && o != thing {
			return o
		}
		third = third || r.thirdPerson(i)
		business = business || o == thing || r.at(taxpayerWord, i) != nil
		if r.inSum(i) && !s.joined {
			break
		}
	}
	if third && !business {
		return relative
	}
	return nobody
}

// thirdPerson reports a verb of earning at token i whose subject is a person that
// stands before it, neither the speaker nor the one who is spoken to: "A nurse
// earns". Where the form is that of the first person too, the subject tells.
func (r *reader) thirdPerson(i int) bool {
	if !lexicon.Is(lexicon.OtherEarns, r.word(i)) {
		return false
	}
	if i == 0 || r.pause(i-1) || r.at(kindWord, i-1) != nil || r.at(incomeWord, i-1) != nil || r.at(periodWord, i-1) != nil || r.at(annualWord,
		i-1) != nil {
		return false
	}
	return r.tokens[i-1].Kind == token.Word && !r.placeAt(i-1) && r.word(i-1) != "and" && r.at(stanceWord, i-1) == nil
}

// paysOf returns the person of a clause that asks what is to be paid, and names
// no amount: "What will I pay?"
func (r *reader) paysOf() owner {
	for i := range r.tokens {
		if !lexicon.Is(lexicon.Pays, r.word(i)) {
			continue
		}
		from, to := i, i+1
		for from > 0 && !r.pause(from-1) {
			from--
		}
		for to < len(r.tokens) && !r.pause(to) {
			to++
		}
		if !r.asks(to) || slices.ContainsFunc(r.sums, func(s sum) bool { return s.From >= from && s.To <= to }) {
			continue
		}
		for k := from; k < to; k++ {
			if o := r.ownerAt(k); o != nobody && o != thing && !together(r.word(k)) {
				if o == self && r.ownedPays(k) {
					return relative
				}
				return o
			}
		}
	}
	return nobody
}

// asks reports that the clause that ends at token i is a question.
func (r *reader) asks(i int) bool {
	return i >= len(r.tokens) || r.word(i) == "?" || r.word(i) == "？"
}

// taxOf returns the person of a clause that speaks of the tax and of no amount:
// "what is my income tax". What is asked of two together is nobody's here.
func (r *reader) taxOf() owner {
	for i := range r.spans[taxWord] {
		from, to := r.spans[taxWord][i].from, r.spans[taxWord][i].to
		for from > 0 && !r.pause(from-1) {
			from--
		}
		for to < len(r.tokens) && !r.pause(to) && !supposes(r.word(to)) {
			to++
		}
		found := nobody
		for k := from; k < to; k++ {
			if r.inSum(k) {
				found = nobody
				break
			}
			switch o := r.ownerAt(k); {
			case found != nobody, o == nobody, o == thing, o == self && together(r.word(k)):
			case o == self && r.ownedPays(k):
				found = relative
			default:
				found = o
			}
		}
		if found != nobody {
			return found
		}
	}
	return nobody
}

// supposes reports words that begin a clause on which another one depends.
func supposes(word string) bool {
	return lexicon.Is(lexicon.Supposes, word)
}

// together reports words for two persons or more, the speaker among them.
func together(word string) bool { return lexicon.Is(lexicon.Together, word) }

// anothers reports that the tax of the asker is asked for and an amount is said
// to be somebody else's, or the other way round.
func (r *reader) anothers(s *sum) bool {
	asked := r.askedOf()
	if asked == nobody {
		asked = r.taxOf()
	}
	if asked == nobody {
		asked = r.paysOf()
	}
	earns := r.earner(s)
	switch asked {
	case self:
		return earns == spouse || earns == child || earns == relative
	case child, relative:
		return earns == self && len(r.sums) == 1 && r.nominative(s) || r.company() && r.ownFirm(s)
	}
	return false
}

// nominative reports that the person named nearest before an amount is no object: "tell me:
// Jane earns".
func (r *reader) nominative(s *sum) bool {
	for i := s.From - 1; i >= 0 && !r.stop(i); i-- {
		if r.ownerAt(i) != nobody {
			return r.frame(i, "me") == 0
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
