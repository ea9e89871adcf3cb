package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// accounted marks the words that some rule or list accounts for.
func (r *reader) accounted() []bool {
	taken := slices.Clone(r.understood())
	mark := func(i, n int) { fill(taken[i:min(len(taken), i+n)]) }
	for i := range r.tokens {
		if taken[i] && r.unlike(i) {
			taken[i] = false
		}
		for _, c := range []class{ownerWord, stanceWord, statusWord, childWord, elderWord, verbWord} {
			taken[i] = taken[i] || r.at(c, i) != nil
		}
		taken[i] = taken[i] || r.inIdiom(i) || r.taxThere(i) || r.statusElsewhere(i)
		taken[i] = taken[i] || i+1 < len(r.tokens) && r.tokens[i+1].Kind == token.Number && lexicon.Is(lexicon.Turning, r.tokens[i].Text)
		if n := r.spelledNumber(i); n > 0 {
			mark(i, n)
		}
		r.p.lex.HarmlessAt(r.tokens, i, func(codes []string, n int) {
			if slices.ContainsFunc(codes, func(code string) bool { return !strings.Contains(code, "_") }) {
				mark(i, n)
			}
		})
		r.p.lex.CircumstancesAt(r.tokens, i, func(c *lexicon.Circumstance, n int) {
			if slices.ContainsFunc(r.out.Jurisdictions, func(code string) bool {
				return c.In(code) || slices.Contains(c.Except, code) && !r.tokens[i].Spaceless()
			}) {
				mark(i, n) // those that count were refused by name
			}
		})
		if n := r.p.lex.AskedAt(r.tokens, i, "balance"); n > 0 {
			mark(i, n)
		}
	}
	r.markDated(taken)
	r.markSpouse(taken)
	for i := range r.sums {
		s := &r.sums[i]
		for k := s.From - 1; s.taxable && k >= 0 && !r.stop(k) && !r.inSum(k); k-- {
			allowed := r.at(tiedWord, k) != nil || r.p.lex.AskedAt(r.tokens, k, "lawnoun") > 0
			taken[k] = taken[k] || allowed && r.behind(k) // "taxable income after allowances"
		}
	}
	return taken
}

// markDated marks words of beginning or ending work beside a month or a year, by which
// it was judged whether they lie in the year that is asked for.
func (r *reader) markDated(taken []bool) {
	for _, code := range []string{"began", "since"} {
		for _, s := range r.askedSpans(code) {
			from, to := r.clause(s)
			inside := func(m span) bool { return m.from >= from && m.to <= to }
			if slices.Contains(r.masked[from:to], true) || slices.ContainsFunc(r.spans[monthWord], inside) {
				fill(taken[s.from:s.to])
			}
		}
	}
}

// unlike reports two capitals that only a small word accounts for: "UN" is no "un".
func (r *reader) unlike(i int) bool {
	t := &r.tokens[i]
	return t.Kind == token.Word && t.Caps && len(t.Text) == 2 && r.capitals && !r.classed(i) && !r.masked[i] && !r.placed[i] &&
		!r.overLevy(i, i+1) && r.smallWord(i)
}

// smallWord reports a small word of some language at token i.
func (r *reader) smallWord(i int) (found bool) {
	for k := range r.p.lex.Languages {
		r.p.lex.Languages[k].Small(r.tokens, i, func(int) { found = true })
	}
	return found
}

// statusElsewhere reports a word of the household in a language that the question is
// mixed with.
func (r *reader) statusElsewhere(i int) (found bool) {
	for k := range r.p.lex.Languages {
		r.p.lex.Languages[k].Words.At(r.tokens, i, func(tags []lexicon.Tag, _ int) {
			found = found || slices.ContainsFunc(tags, func(t lexicon.Tag) bool { return t.Class == "status" })
		})
	}
	return found
}

// spelledNumber returns how many tokens a spelled number at token i has, 0 if there is none.
func (r *reader) spelledNumber(i int) int {
	var codes []string
	for _, l := range r.langs {
		codes = append(codes, l.Code)
	}
	if _, end := r.p.amounts.Spelled.Small(r.tokens, i, codes); end > i {
		return end - i
	}
	return 0
}

// openIn finds the words of a segment that nothing accounts for and that are not denied.
func (r *reader) openIn(s segment, taken []bool) (from, to int, found bool) {
	for i := s.from; i < s.to; i++ {
		if !r.open(i, taken) || r.lacked(i, s) && !r.recalled(i, s) {
			continue
		}
		to = i + 1
		for to < s.to && r.open(to, taken) {
			to++
		}
		return i, to, true
	}
	return 0, 0, false
}

// open reports a word that nothing accounts for.
func (r *reader) open(i int, taken []bool) bool {
	t := &r.tokens[i]
	return t.Kind == token.Word && !taken[i] && !r.inSum(i) && !r.named(i) && !r.properName(i) && !grammatical(t)
}

// grammatical reports letters by which Japanese only joins its words.
func grammatical(t *token.Token) bool {
	first, _ := utf8.DecodeRuneInString(t.Text)
	return unicode.Is(unicode.Hiragana, first)
}

// properName reports a name inside a sentence: of an employer, a street, a person.
func (r *reader) properName(i int) bool {
	t := &r.tokens[i]
	return t.Title && !t.Caps && r.capitals && r.anyUpper && r.lang != "de" && i > 0 && !r.stop(i-1) && r.word(i-1) != ":"
}

// lackReach is how many words a denial of a noun stands before it at most.
const lackReach = 3

// lacked reports a noun that is said to be absent: "no hospital cover", "not a student".
// The denial of a verb is another matter, for it says something.
func (r *reader) lacked(i int, s segment) bool {
	for k := i - 1; k >= max(s.from, i-lackReach); k-- {
		text := r.tokens[k].Text
		if r.p.lex.Without[text] && text != "not" || lexicon.Is(lexicon.Lacking, text) {
			return true
		}
		if text == "not" && article(r.word(k+1)) {
			return true
		}
	}
	return false
}

// openWholly reports a segment of one to three words all of which are open: "diplomat".
func (r *reader) openWholly(s segment, taken []bool) bool {
	words := 0
	for i := s.from; i < s.to; i++ {
		if !r.open(i, taken) || r.tokens[i].Caps && len(r.tokens[i].Text) > 1 {
			return false
		}
		words++
	}
	const most = 3
	return words <= most && r.word(s.to) != ":"
}

// openAs finds an open word behind a word that says what the person is: "as a diplomat".
func (r *reader) openAs(s segment, taken []bool) (from, to int, found bool) {
	for i := s.from; i < s.to; i++ {
		n := r.p.lex.HarmlessWord(r.tokens, i, "being_"+r.lang)
		if n == 0 {
			continue
		}
		k := i + n
		if article(r.word(k)) {
			k++
		}
		if k < s.to && r.open(k, taken) {
			return k, k + 1, true
		}
	}
	return 0, 0, false
}

// untakenIn finds in a clause about the asker what words that are known say and no rule
// took: another kind of income without an amount, a property, a child where children count.
func (r *reader) untakenIn(s segment) (from, to int, found bool) {
	begin, end := s.from, s.to
	for begin > 0 && !r.stop(begin-1) {
		begin--
	}
	for end < len(r.tokens) && !r.stop(end) {
		end++
	}
	amounts := slices.ContainsFunc(r.sums, func(x sum) bool { return x.From >= begin && x.To <= end })
	if from, to, found := r.widowed(s); found {
		return from, to, true
	}
	if from, to, found := r.anotherJob(s); found && !amounts {
		return from, to, true
	}
	if from, to, found := r.givenBy(s); found && !amounts {
		return from, to, true
	}
	home := false
	for i := s.from; i < s.to; i++ {
		p := r.at(roleWord, i)
		home = home || p != nil && p.code == "home"
	}
	for i := s.from; i < s.to; i++ {
		k, p := r.at(kindWord, i), r.at(roleWord, i)
		switch {
		case (r.lacked(i, s) || r.deniedAt(i, i+1)) && !r.recalled(i, s):
		case k != nil && tax.Kind(k.code) != tax.Employment && !amounts && !r.kindTaken(k), p != nil && p.code == "property" && !home && !amounts,
			r.ownerAt(i) == child && !r.likeness(i) && r.childrenCount() && !r.childGiven():
			return i, i + 1, true
		}
	}
	return 0, 0, false
}

// kindTaken reports a kind of income that an amount has.
func (r *reader) kindTaken(k *span) bool {
	return slices.ContainsFunc(r.sums, func(x sum) bool { return x.role == incomeSum && string(x.kind) == k.code })
}

// childrenCount reports a place where children change the income tax.
func (r *reader) childrenCount() bool {
	return slices.ContainsFunc(r.out.Cases, func(c Case) bool {
		return slices.Contains(childrenUnmodelled, c.Jurisdiction.Code) ||
			slices.ContainsFunc(c.Jurisdiction.Facts, func(f tax.Fact) bool {
				return applies(&f, &c.Row) && (countsChildren(f.Name) || r.ofChildren(c.Jurisdiction, f.Name))
			})
	})
}

// childGiven reports that how many children there are is known.
func (r *reader) childGiven() bool {
	return slices.ContainsFunc(r.out.Facts, func(f contract.FactUsed) bool {
		return countsChildren(f.Key) || slices.ContainsFunc(r.out.Cases, func(c Case) bool {
			return r.ofChildren(c.Jurisdiction, f.Key)
		})
	})
}

// firstPerson reports a verb whose form says that the asker is its subject, where the
// language leaves the subject out.
func (r *reader) firstPerson(i int) bool {
	t := &r.tokens[i]
	if t.Kind != token.Word {
		return false
	}
	if r.p.lex.HarmlessWord(r.tokens, i, "person_"+r.lang) > 0 {
		return true
	}
	raw := strings.ToLower(t.Raw)
	ends := func(tails ...string) bool {
		return slices.ContainsFunc(tails, func(tail string) bool { return len(raw) > len(tail)+2 && strings.HasSuffix(raw, tail) })
	}
	switch r.lang {
	case "es":
		return ends("é", "í", "amos", "imos")
	case "pt":
		return ends("ei", "ámos", "amos")
	case "pl":
		return ends("łem", "łam", "liśmy", "łyśmy")
	}
	return false
}
