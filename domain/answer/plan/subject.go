package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// earnBack is how many tokens before an amount the verb of its clause may stand.
const earnBack = 8

// subjectOf returns who is the subject of the verb of earning that an amount
// belongs to: "my manager earns £200,000". at is where the subject stands; nobody
// where the clause has no such verb or none that is told.
func (r *reader) subjectOf(s *sum) (who owner, at int) {
	for i := s.From - 1; i >= max(0, s.From-earnBack) && !r.pause(i) && !r.inSum(i); i-- {
		if !r.earningVerb(i) {
			continue
		}
		if r.word(i+1) == "me" || r.word(i+1) == "us" {
			return self, i + 1
		}
		joined := false // behind "and" the subject is that of the verb before
		for k := r.beforeInsert(i - 1); k >= 0 && (!r.pause(k) || r.relativeBehind(k)) && !r.inSum(k); k-- {
			o := r.ownerAt(k)
			if r.at(taxpayerWord, k) != nil {
				o = thing
			}
			if o == self && r.objectOnly(k) {
				continue // "the one who sits beside me gets"
			}
			if o != nobody && (o != thing || !joined) {
				return o, k
			}
			joined = joined || adds(r.word(k))
		}
		return nobody, i
	}
	return nobody, -1
}

// beforeInsert skips back over what stands in brackets, or between two commas, right
// before a verb: "I (not my brother) earn". i is the token before the verb.
func (r *reader) beforeInsert(i int) int {
	opener := ""
	switch r.word(i) {
	case ")":
		opener = "("
	case ",":
		opener = ","
	default:
		return i
	}
	for k := i - 1; k > 0 && !r.stop(k); k-- {
		if r.word(k) == opener {
			if opener == "," && r.ownerAt(k-1) == nobody {
				return i
			}
			return k - 1
		}
	}
	return i
}

// relativeBehind reports a comma at token k with a relative pronoun behind it: whom it
// speaks of stands before.
func (r *reader) relativeBehind(k int) bool {
	if r.word(k) != "," || k+1 >= len(r.tokens) {
		return false
	}
	return lexicon.Is(lexicon.WhoPronoun, r.tokens[k+1].Text)
}

// earningVerb reports a verb by which somebody gets an income: what an employer
// pays is the income of who is paid.
func (r *reader) earningVerb(i int) bool {
	return r.at(verbWord, i) != nil && r.at(verbWord, i).code == "earn" && r.word(i) != "paid"
}

// ofCompany reports an amount that a company earns, and no person.
func (r *reader) ofCompany(s *sum) bool {
	who, at := r.subjectOf(s)
	return who == thing && at >= 0
}

// companyEarns reports that a word of wages is a verb whose subject is a company:
// "our GmbH earned".
func (r *reader) companyEarns(k *span) bool {
	return r.earningVerb(k.from) && slices.ContainsFunc(r.sums, func(s sum) bool {
		return s.From >= k.to && s.From-k.to <= earnBack && r.ofCompany(&s)
	})
}

// ownIncomes leaves out what a question says that others earn, beside what the
// person earns whose tax is asked for: "my manager earns £200,000 and I earn
// £60,000". Two people whose tax may both be asked for are not told apart here.
func (r *reader) ownIncomes(in []sum) (out []sum, why string) {
	const several = "The question names incomes of several people; the income of the person whose tax is asked for is needed."
	mine, others := 0, 0
	for i := range in {
		switch who, _ := r.subjectOf(&in[i]); {
		case r.anotherHas(&in[i]), who == thing:
			others++
		case who == self && r.speaker(&in[i]), who == nobody && r.saidOfSelf(&in[i]):
			mine++
		case who == self:
			others++
		}
	}
	switch {
	case others == 0 || r.company():
		return in, ""
	case mine == 0:
		return in, r.companyAlone(in)
	}
	if asked := r.askedPerson(); asked != nobody && asked != self {
		return in, several
	}
	for i := range in {
		switch who, _ := r.subjectOf(&in[i]); {
		case r.anotherHas(&in[i]):
			r.notAsked(&in[i])
		case who == self && r.speaker(&in[i]), who == nobody && r.saidOfSelf(&in[i]):
			out = append(out, in[i])
		default: // a company of one's own may be an income of one's own
			return in, several
		}
	}
	return out, ""
}

// anotherHas reports an amount that somebody else has, by the subject of its verb or by the
// person with whom its clause begins: "my flatmate clears £70k".
func (r *reader) anotherHas(s *sum) bool {
	who, at := r.subjectOf(s)
	switch {
	case who == relative || who == child:
		return true
	case who != nobody:
		return false
	case at >= 0 && r.thirdPerson(at):
		return true
	}
	from, _ := r.clause(span{from: s.From, to: s.To})
	for from < s.From && (adds(r.word(from)) || r.stanceIs(from, "but") || article(r.word(from))) {
		from++
	}
	if o := r.ownerAt(from); o != relative && o != child {
		return false
	}
	for i := from + 1; i < s.From; i++ {
		if o := r.ownerAt(i); o == self && !r.othersBehind(i) || o == spouse || r.at(taxWord, i) != nil {
			return false
		}
	}
	return true
}

// othersLoose reports an amount of nothing known that somebody else has, where the tax of
// that person is not asked for.
func (r *reader) othersLoose(s *sum) bool {
	who := r.askedPerson()
	return (who == nobody || who == self) && r.anotherHas(s)
}

// saidOfSelf reports an amount in a sentence about the asker, or about nobody with a status that
// holds for the asker and a noun of income: "single, taxable income 47,000".
func (r *reader) saidOfSelf(s *sum) bool {
	if s.noun != nil && !r.verb(s.noun.from) && r.earner(s) == nobody {
		from, to := s.From, s.To
		for from > 0 && !r.stop(from-1) {
			from--
		}
		for to < len(r.tokens) && !r.stop(to) {
			to++
		}
		if slices.ContainsFunc(r.spans[statusWord], func(x span) bool { return x.from >= from && x.to <= to && r.plain(x.from, x.to) }) {
			return true
		}
	}
	switch r.earner(s) {
	case self:
		return true
	case nobody:
		for i := s.From - 1; i >= 0 && !r.stop(i); i-- {
			if r.firstPerson(i) {
				return true
			}
		}
	}
	return false
}

// notAsked takes an amount away from those that are asked about.
func (r *reader) notAsked(s *sum) {
	for i := range r.sums {
		if r.sums[i].From == s.From {
			r.sums[i].role = tiedSum
		}
	}
}

// companyAlone refuses what a company earns as the income of a person.
func (r *reader) companyAlone(in []sum) string {
	if slices.ContainsFunc(in, func(s sum) bool { return r.ofCompany(&s) }) {
		return "The amount is what a company earns, which is no income of a person; the person's own wage, dividend or profit is needed."
	}
	return ""
}

// speaker reports that the subject of an amount is the one who asks, and alone:
// not a client, and not "my brother and I".
func (r *reader) speaker(s *sum) bool {
	_, at := r.subjectOf(s)
	sp := r.at(ownerWord, at)
	if at < 0 || sp == nil {
		return at >= 0 && (r.word(at) == "me" || r.word(at) == "us")
	}
	return sp.code == "self" && !r.coupled(at)
}

// coupled reports a person counted up with the one at token i: "my brother and I".
func (r *reader) coupled(i int) bool {
	if lexicon.Is(lexicon.CountsUp, r.word(i-1)) {
		return r.ownerAt(i-2) != nobody
	}
	if lexicon.Is(lexicon.CountsUp, r.word(i+1)) {
		return r.ownerAt(i+2) != nobody || r.ownerAt(i+3) != nobody
	}
	return false
}

// severalEarners reports an amount whose subjects are several people counted up.
func (r *reader) severalEarners(s *sum) bool {
	who, at := r.subjectOf(s)
	return who != nobody && who != thing && at >= 0 && r.coupled(at)
}

// askedPerson is whose tax the question asks for, where it says so.
func (r *reader) askedPerson() owner {
	for _, of := range []func() owner{r.askedOf, r.taxOf, r.paysOf} {
		if o := of(); o != nobody {
			return o
		}
	}
	return nobody
}

// named reports a person who is called by a name at token i: "Tom lives in
// Leeds", "Mr Jones", "John, 45,".
func (r *reader) named(i int) bool {
	if r.people == nil {
		r.people = map[string]bool{}
		for k := range r.tokens {
			if r.namesPerson(k) {
				r.people[r.tokens[k].Raw] = true
			}
		}
	}
	return len(r.people) > 0 && i >= 0 && i < len(r.tokens) && r.people[r.tokens[i].Raw]
}

// namesPerson reports a name by what stands beside it.
func (r *reader) namesPerson(i int) bool {
	t := &r.tokens[i]
	if t.Kind != token.Word || !t.Title || t.Caps || !r.capitals || r.inSum(i) || len(t.Raw) < 2 {
		return false
	}
	if i > 0 && honorific(r.tokens[i-1].Text) && (r.tokens[i-1].Title || r.lang != "pl") && !r.placeAt(i) && r.at(kindWord, i) == nil {
		return true
	}
	if r.known1(i) {
		return false
	}
	starts := i == 0 || r.stop(i-1)
	switch {
	case livesAs(r.tokens, i+1):
		return !r.placeAt(i) || starts && r.word(i+1) != "is" && r.word(i+1) != "has"
	case starts && r.word(i+1) == ",":
		n, ok := r.number(i+2, 2, 2)
		return ok && n > 14 && r.pause(i+3) && !r.placeAt(i)
	}
	return false
}

// known1 reports a word that some list holds, so that it is no name.
func (r *reader) known1(i int) bool {
	for c := class(0); c < classes; c++ {
		if sp := r.at(c, i); sp != nil && c != plainWord {
			return true
		}
	}
	for k := range r.p.lex.Languages {
		small := false
		r.p.lex.Languages[k].Small(r.tokens, i, func(int) { small = true })
		if small || r.p.lex.Languages[k].As[r.tokens[i].Text] != "" {
			return true
		}
	}
	return false
}

// honorific reports words before a person's name.
func honorific(word string) bool {
	return lexicon.Is(lexicon.Honorific, word)
}

// livesAs reports a verb of a third person that only people are the subject of.
func livesAs(tokens []token.Token, i int) bool {
	if i >= len(tokens) {
		return false
	}
	return lexicon.Is(lexicon.LivesAs, tokens[i].Text)
}
