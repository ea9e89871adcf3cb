package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// Who somebody of the asker's is, by the words around: a bond that is over, a noun that no
// list knows, a firm of one's own.

// ownedPays reports a possessive of the asker's at token k whose noun no list knows and is
// the subject of paying: "does our au pair owe".
func (r *reader) ownedPays(k int) bool {
	const most = 4
	if !possessive(r.tokens[k].Text) || r.tokens[k].Spaceless() {
		return false
	}
	for i := k + 1; i < min(len(r.tokens), k+most) && !r.pause(i) && !r.inSum(i); i++ {
		switch {
		case lexicon.Is(lexicon.Pays, r.tokens[i].Text):
			return i > k+1
		case r.classed(i) || r.taxThere(i) || r.overLevy(i, i+1) || r.ownerAt(i) != nobody || r.placeAt(i) || r.small(i):
			return false
		}
	}
	return false
}

// ownFirm reports an amount in a clause that begins with a firm of the asker's.
func (r *reader) ownFirm(s *sum) bool {
	from, _ := r.clause(span{from: s.From, to: s.To})
	if !possessive(r.tokens[from].Text) || r.at(ownerWord, from) == nil || ownerCodes[r.at(ownerWord, from).code] != self {
		return false
	}
	for i := from + 1; i < s.From; i++ {
		switch r.ownerAt(i) {
		case thing:
			return true
		case nobody:
			if r.at(taxpayerWord, i) != nil {
				return true
			}
		default:
			return false
		}
	}
	return false
}

// onceWas reports a word at token i, or before a hyphen there, by which a bond is over.
func (r *reader) onceWas(i int) bool {
	if r.word(i) == "-" {
		i--
	}
	return i >= 0 && lexicon.Is(lexicon.OnceWas, r.tokens[i].Text)
}

// formerAt reports a bond that is over at token i: in one word with who it was ("Exfrau",
// "ekskone"), or alone behind a possessive ("mijn ex").
func (r *reader) formerAt(i int, languages []*lexicon.Language) bool {
	t := &r.tokens[i]
	if t.Kind != token.Word || t.Spaceless() {
		return false
	}
	if lexicon.Is(lexicon.OnceWas, t.Text) {
		return len(t.Text) <= longestEx && i > 0 && possessive(r.tokens[i-1].Text) &&
			!(i+1 < len(r.tokens) && bondIn(languages, r.tokens[i+1].Text))
	}
	for n := len("ex"); n <= longestEx && n < len(t.Text); n++ {
		if lexicon.Is(lexicon.OnceWas, t.Text[:n]) && bondIn(languages, t.Text[n:]) {
			return true
		}
	}
	return false
}

// longestEx is how many letters a prefix has at most by which a bond is over.
const longestEx = 3

// bondIn reports a word for a spouse or partner in some of the languages.
func bondIn(languages []*lexicon.Language, word string) (found bool) {
	for _, l := range languages {
		l.Words.At([]token.Token{{Text: word, Kind: token.Word}}, 0, func(tags []lexicon.Tag, _ int) {
			found = found || slices.ContainsFunc(tags, func(t lexicon.Tag) bool { return t.Class == "owner" && t.Code == "spouse" })
		})
	}
	return found
}

// trailingPossessive reports languages that put whose something is behind it.
func trailingPossessive(lang string) bool { return lang == "nb" || lang == "da" || lang == "sv" }

// topical reports a Japanese particle behind what a clause speaks of, or does something
// to: it makes nobody the possessor of what follows.
func (r *reader) topical(i int) bool {
	return lexicon.Is(lexicon.Topical, r.word(i))
}

// objectOnly reports a pronoun of the asker's that is never a subject.
func (r *reader) objectOnly(i int) bool {
	return lexicon.Is(lexicon.ObjectPronoun, r.tokens[i].Text) && !r.coupled(i)
}

// allOthers reports incomes all of which somebody else has, where that person's tax is not
// asked for.
func (r *reader) allOthers(sums []sum) bool {
	if asked := r.askedPerson(); asked != nobody && asked != self {
		return false
	}
	return !slices.ContainsFunc(sums, func(s sum) bool { return !r.anotherHas(&s) })
}

// strangerAt reports a noun at token i, behind a possessive of the asker's or at the beginning
// of a clause, that no list knows, and of whom is said what only people are or have: "my
// lodger has two children", "the caretaker is 66".
func (r *reader) strangerAt(i int) bool {
	const most = 5
	if i < 0 || i+2 >= len(r.tokens) || !lexicon.Is(lexicon.SheIs, r.tokens[i+1].Text) && !lexicon.Is(lexicon.SheHas, r.tokens[i+1].Text) {
		return false
	}
	if r.tokens[i].Kind != token.Word || r.tokens[i].Spaceless() || r.lang == "de" && !r.tokens[i].Title || r.classed(i) || r.small(i) ||
		r.inSum(i) || r.at(ownerWord, i) != nil || r.placeAt(i) || lexicon.Is(lexicon.CivilStatus, r.tokens[i].Text) {
		return false
	}
	for k := i + 2; k < min(len(r.tokens), i+2+most) && !r.pause(k); k++ {
		if r.at(childWord, k) != nil || r.at(statusWord, k) != nil || r.at(elderWord, k) != nil || r.bareAge(k) {
			return true
		}
	}
	return false
}

// bareAge reports two digits at token i that are an age: with years, or at the end of a clause.
func (r *reader) bareAge(i int) bool {
	_, two := r.number(i, 2, 2)
	return two && !r.inSum(i) && (lexicon.Is(lexicon.YearsOfAge, r.word(i+1)) || r.pause(i+1))
}

// strangerBegins reports a stranger with whom a clause begins, behind an article or in a
// language that has none before its nouns.
func (r *reader) strangerBegins(i int) bool {
	switch {
	case i == 0 || r.pause(i-1):
		switch r.lang {
		case "sv", "nb", "da", "fi", "pl":
			return r.strangerAt(i)
		}
	case article(r.word(i-1)) && (i == 1 || r.pause(i-2)):
		return r.strangerAt(i)
	}
	return false
}

// possessorAsked reports an amount of somebody whom a pronoun makes another's, where the tax
// of one who is called so is asked for: "her husband earns £43,000. How much does she pay?"
func (r *reader) possessorAsked(s *sum) bool {
	from, _ := r.clause(span{from: s.From, to: s.To})
	for i := from; i+1 < s.From; i++ {
		if o := r.ownerAt(i + 1); o != spouse && o != child && (o != relative || possessive(r.tokens[i+1].Text)) {
			continue
		}
		if lexicon.Is(lexicon.Hers, r.tokens[i].Text) && r.asksOfOne(lexicon.ShePays) ||
			lexicon.Is(lexicon.His, r.tokens[i].Text) && r.asksOfOne(lexicon.HePays) {
			return true
		}
	}
	return false
}

// asksOfOne reports a pronoun of a class in a clause that asks for a tax and names no amount.
func (r *reader) asksOfOne(pronoun lexicon.ClosedClass) bool {
	for i := range r.tokens {
		if !lexicon.Is(pronoun, r.tokens[i].Text) {
			continue
		}
		from, to := r.clause(span{from: i, to: i + 1})
		if r.asksBetween(from, to) && !r.sumIn(from, to) {
			return true
		}
	}
	return false
}

// strangersNoun reports a Japanese or Chinese noun of income that belongs to somebody whom no
// list knows: "先輩の2025年の給与収入".
func (r *reader) strangersNoun(s *sum) bool {
	if s.noun == nil || !r.tokens[s.noun.from].Spaceless() {
		return false
	}
	of := func(i int) bool { return i >= 0 && lexicon.Is(lexicon.OfWhat, r.word(i)) }
	known := r.understood()
	for i := s.noun.from - 1; of(i); {
		stranger, dated := false, false
		for i--; i >= 0 && !r.pause(i) && !of(i); i-- {
			if r.ownerAt(i) == self || r.topical(i) {
				return false
			}
			dated = dated || r.masked[i] || r.placed[i] || r.tokens[i].Kind == token.Number
			stranger = stranger || r.tokens[i].Kind == token.Word && !known[i] && !grammatical(&r.tokens[i]) && r.ownerAt(i) == nobody
		}
		if stranger && !dated {
			return true
		}
	}
	return false
}

// ownersTax reports that a person asks what tax is theirs on what a company of theirs earns,
// and names no tax of companies: "my Ltd made £88,000. How much tax do I pay?"
func (r *reader) ownersTax(s *sum) bool {
	if !r.company() || r.has(taxWord, tax.CorporateIncome) || !r.ownFirm(s) {
		return false
	}
	for i := range r.tokens {
		if !lexicon.Is(lexicon.Pays, r.word(i)) {
			continue
		}
		from, to := r.clause(span{from: i, to: i + 1})
		for k := from; k < to && r.asks(to); k++ {
			if r.ownerAt(k) == self && !possessive(r.tokens[k].Text) && !together(r.word(k)) || r.firstPerson(k) {
				return true
			}
		}
	}
	return false
}
