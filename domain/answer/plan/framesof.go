package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// Whom a clause of speech is about, and what in it is no speech.

// toAsker reports a segment whose verb has the asker for its object: what another does
// for the asker, or says, is said of the asker.
func (r *reader) toAsker(s segment) bool {
	for i := s.from; i < s.to; i++ {
		if r.frame(i, "me") > 0 && r.statusSafe(i) {
			return true
		}
		if r.lang == "fi" && r.ownSuffix(i) {
			return true
		}
	}
	return false
}

// statusSafe reports an object pronoun at token i that is none of another kind: the
// Italian "ci" and the Danish "os" are short.
func (r *reader) statusSafe(i int) bool { return r.tokens[i].Kind == token.Word && !r.tokens[i].Caps }

// ownSuffix reports a Finnish noun of the asker's by its ending, one that is no person.
func (r *reader) ownSuffix(i int) bool {
	t := &r.tokens[i]
	return t.Kind == token.Word && len(t.Text) > 5 && (strings.HasSuffix(t.Text, "ni") || strings.HasSuffix(t.Text, "mme")) &&
		r.ownerAt(i) == nobody && r.frame(i, "say") == 0 && r.frame(i, "think") == 0
}

// compound reports a word of a person at token i that names none there: the letter 父 in
// 神父, the Portuguese country, the German address of politeness.
func (r *reader) compound(i int) bool {
	if r.lang == "pt" && strings.EqualFold(r.tokens[i].Raw, "país") {
		return true // a country, and no parents
	}
	if r.lang == "de" && r.tokens[i].Title && i > 0 && !r.stop(i-1) && r.ownerAt(i-1) == nobody &&
		(r.word(i) == "sie" || r.word(i) == "ihnen" || r.word(i) == "ihr") {
		return true // who answers
	}
	if o := r.at(ownerWord, i); r.lang == "ja" && o != nil && lexicon.Is(lexicon.NoSubject, r.word(o.to)) {
		return true // no subject
	}
	if i == 0 || !r.tokens[i].Spaceless() || !r.tokens[i-1].Spaceless() {
		return false
	}
	before, _ := utf8.DecodeRuneInString(r.tokens[i-1].Text)
	return unicode.Is(unicode.Han, before) && !r.understood()[i-1] && r.at(ownerWord, i-1) == nil
}

// anotherJob finds an occupation that is one more, or is looked for, lost or ended, and
// has no amount.
func (r *reader) anotherJob(s segment) (from, to int, found bool) {
	const near = 3
	for i := s.from; i < s.to; i++ {
		p, thing := r.at(roleWord, i), r.at(ownerWord, i)
		if (p == nil || p.code != "work") && (thing == nil || thing.code != "thing") && r.at(incomeWord, i) == nil && r.at(kindWord, i) == nil {
			continue
		}
		for k := i - 1; k >= max(s.from, i-near); k-- {
			if r.frame(k, "another") > 0 && !r.deniedAt(k, k+1) || r.frame(k, "ended") > 0 && p != nil {
				return k, i + 1, true
			}
		}
	}
	return 0, 0, false
}

// givenBy finds what another person is said to give the asker, or to pay for: "my boss
// pays me the rent". Japanese leaves the asker out.
func (r *reader) givenBy(s segment) (from, to int, found bool) {
	other, gives, what := false, -1, false
	for i := s.from; i < s.to; i++ {
		other = other || r.ownerAt(i) == relative
		if gives < 0 && r.frame(i, "give") > 0 && r.frame(i, "say") == 0 {
			gives = i
		}
		what = what || r.at(incomeWord, i) != nil || r.at(kindWord, i) != nil || r.lang == "ja" && !r.understood()[i]
	}
	if !other || gives < 0 || !what || !r.toAsker(s) && r.lang != "ja" {
		return 0, 0, false
	}
	return gives, s.to, true
}

// muses reports a verb of thought or speech in a language that leaves its subject out:
// the clause is the asker's.
func (r *reader) muses(s segment) bool {
	switch r.lang {
	case "es", "it", "pt", "pl", "fi", "ja":
	default:
		return false
	}
	for i := s.from; i < s.to; i++ {
		if r.frame(i, "think") > 0 || r.frame(i, "say") > 0 {
			return true
		}
	}
	return false
}

// recalled reports that what stands at token i is not to be forgotten, so that the denial
// beside it affirms: "don't forget my tips".
func (r *reader) recalled(i int, s segment) bool {
	const near = 4
	for k := max(s.from, i-near); k < min(s.to, i+near); k++ {
		if r.frame(k, "forget") > 0 {
			return true
		}
	}
	return false
}

// likeness reports that token i stands in a bidding that likens whom it is told: "explain
// it as to a child".
func (r *reader) likeness(i int) bool {
	from := i
	for from > 0 && !r.stop(from-1) {
		from--
	}
	const first = 4
	for k := from; k < min(len(r.tokens), i+first) && (k < from+first || r.tokens[i].Spaceless()); k++ {
		if r.frame(k, "reply") > 0 {
			return r.likenedTo(i)
		}
	}
	return false
}

// widowed finds a word that says widowed where another says single: the law may see two
// households in the year.
func (r *reader) widowed(s segment) (from, to int, found bool) {
	if !slices.ContainsFunc(r.spans[statusWord], func(x span) bool { return x.code == "single" && !r.deniedAt(x.from, x.to) }) {
		return 0, 0, false
	}
	for i := s.from; i < s.to; i++ {
		if n := r.frame(i, "widowed"); n > 0 && !r.deniedAt(i, i+n) {
			return i, i + n, true
		}
	}
	return 0, 0, false
}
