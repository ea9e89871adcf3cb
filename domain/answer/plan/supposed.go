package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// A supposition about the law is none about the asker: "if the personal allowance
// doubled" is answered by no law that is in force.

// lawSupposed finds a clause that supposes something of a tax, a rate or an allowance:
// behind a word that only supposes ("imagine") a figure is enough, behind "if" a word
// that no list knows says that something changes.
func (r *reader) lawSupposed() (from, to int, found bool) {
	taken := r.accounted()
	carried := ""
	for _, s := range r.segments() {
		at, weight := r.supposition(s)
		if weight == "" && carried != "" && !s.begins {
			at, weight = s.from, carried
		}
		carried = ""
		if weight == "" {
			continue
		}
		law := r.lawNoun(at, s.to)
		if law < 0 {
			if s.to-at <= 2 {
				carried = weight // "Angenommen, …"
			}
			continue
		}
		if r.supposesAsker(at, s.to) || r.countedOut(at, s.to) {
			continue
		}
		_, _, changed := r.openIn(segment{from: at, to: s.to}, taken)
		if changed || weight == "suppose" && r.figureIn(at, s.to) {
			return at, s.to, true
		}
	}
	return 0, 0, false
}

// supposition returns the word of a segment with which it supposes something, and how
// plainly: "suppose" or "if"; "" = it does not.
func (r *reader) supposition(s segment) (at int, weight string) {
	codes := []string{"suppose_" + r.lang, "suppose_en", "if_" + r.lang, "if_en"}
	for i := s.from; i < s.to; i++ {
		for _, code := range codes {
			if r.p.lex.HarmlessWord(r.tokens, i, code) > 0 && (r.tokens[i].Raw != strings.ToUpper(r.tokens[i].Raw) || r.tokens[i].Spaceless()) {
				weight, _, _ = strings.Cut(code, "_")
				if r.tokens[i].Spaceless() {
					return s.from, weight // the condition stands before its word
				}
				return i, weight
			}
		}
	}
	return 0, ""
}

// lawNoun returns where a word of law or tax stands in from..to; -1 if none does.
func (r *reader) lawNoun(from, to int) int {
	for i := from; i < to; i++ {
		if t := r.at(tiedWord, i); t != nil && t.code == "law" || r.at(taxWord, i) != nil || r.overLevy(i, i+1) || r.at(researchWord, i) != nil ||
			r.p.lex.AskedAt(r.tokens, i, "relief") > 0 || r.p.lex.AskedAt(r.tokens, i, "lawnoun") > 0 || r.p.lex.EndsRelief(r.tokens[i].Text) {
			return i
		}
		if a := r.at(askWord, i); a != nil && (strings.HasSuffix(a.code, "_rate") || a.code == "bands") {
			return i
		}
	}
	return -1
}

// supposesAsker reports that a clause has the asker for its subject: "if I pay tax at".
func (r *reader) supposesAsker(from, to int) bool {
	for i := from; i < to; i++ {
		if o := r.ownerAt(i); o == self && !possessive(r.tokens[i].Text) || r.firstPerson(i) {
			return true
		}
	}
	return false
}

// figureIn reports a number in from..to that is no year.
func (r *reader) figureIn(from, to int) bool {
	return slices.ContainsFunc(r.tokens[from:to], func(t token.Token) bool { return t.Kind == token.Number })
}

// supposesNoun reports a word of supposing at token i that has an income or an amount for its
// object: "imagine a £58,000 salary". What somebody would have done is another matter.
func (r *reader) supposesNoun(i int) bool {
	n := max(r.p.lex.HarmlessWord(r.tokens, i, "suppose_"+r.lang), r.p.lex.HarmlessWord(r.tokens, i, "suppose_en"))
	if n == 0 {
		return false
	}
	k := i + n
	if article(r.word(k)) || lexicon.Is(lexicon.Determiner, r.word(k)) {
		k++
	}
	return r.inSum(k) || r.at(kindWord, k) != nil && !r.verb(k) || r.at(incomeWord, k) != nil || r.at(taxableWord, k) != nil
}
