package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// A question speaks of itself, too: who asks, why the asker wonders, how it is to be
// answered. Such a clause is told by its verb, one of thought, speech or bidding, and
// then by grammar: where something was heard, for how long somebody has wondered, what
// somebody is bad at, in what manner an answer is wanted may be any word. What weighs
// with the answer (behind "for", "as", "with"), and whatever is the asker's, is none of it.

// spokenCodes are the classes of frames.yaml whose words account for themselves.
var spokenCodes = []string{"think", "say", "text", "quality", "lack", "aid", "adviser", "deictic"}

// frame returns how many tokens of a class of frames.yaml stand at token i.
func (r *reader) frame(i int, code string) (length int) {
	for _, l := range r.langs {
		length = max(length, r.p.lex.FrameWord(l.Code, r.tokens, i, code))
	}
	return length
}

// accountedSpeech marks beside the words that a rule or a list accounts for those by
// which the question speaks of itself.
func (r *reader) accountedSpeech() []bool {
	taken := r.accounted()
	for i := range r.tokens {
		for _, l := range r.langs {
			r.p.lex.FrameAt(l.Code, r.tokens, i, func(codes []string, n int) {
				if slices.ContainsFunc(codes, func(code string) bool { return slices.Contains(spokenCodes, code) }) {
					fill(taken[i:min(len(taken), i+n)])
				}
			})
		}
	}
	for _, s := range r.segments() {
		r.markBidden(s, taken)
		r.markHeard(s, taken)
		r.markSubject(s, taken)
		r.markSkill(s, taken)
	}
	return taken
}

// markBidden marks a sentence that bids who answers to do so in some manner: "keep it
// snappy", "antworten Sie bitte zackig".
func (r *reader) markBidden(s segment, taken []bool) {
	from := s.from
	if r.tokens[from].Spaceless() {
		r.markBiddenSpaceless(s, taken)
		return
	}
	if !s.begins {
		return
	}
	for n := 0; from < s.to && n < 3 && r.frame(from, "reply") == 0; n++ {
		if !r.polite(from) {
			return
		}
		from++
	}
	n := r.frame(from, "reply")
	if n == 0 || r.weighs(from+n, s.to, taken) {
		return
	}
	for i := from; i < s.to; i++ {
		if r.lang == "fi" && r.open(i, taken) && !mannered(r.tokens[i].Text) {
			return // its cases stand for prepositions
		}
	}
	fill(taken[from:s.to])
}

// mannered reports a Finnish word whose ending says how something is done.
func mannered(word string) bool {
	return strings.HasSuffix(word, "sti") || strings.HasSuffix(word, "lla") // of ä and a alike
}

// polite reports a word at token i that goes before a bidding: "please", "just".
func (r *reader) polite(i int) (found bool) {
	r.p.lex.HarmlessAt(r.tokens, i, func(codes []string, _ int) {
		found = found || slices.ContainsFunc(codes, func(c string) bool {
			return c == "thanks" || c == "request" || c == "hedge" || c == "greeting" || c == "small"
		})
	})
	return found && r.ownerAt(i) == nobody
}

// markBiddenSpaceless marks the adverbs of a Japanese or Chinese bidding: a run of open
// letters before に, で or く, or one behind a Chinese 用, 像, 得, 地.
func (r *reader) markBiddenSpaceless(s segment, taken []bool) {
	text := r.textOf(s.from, s.to)
	bids := slices.ContainsFunc([]string{"ください", "下さい", "願いします", "願いいたします", "願います"},
		func(tail string) bool { return strings.HasSuffix(text, tail) })
	chinese := slices.ContainsFunc([]string{"请", "請", "麻烦", "麻煩", "能否", "可以", "可否"},
		func(head string) bool { return strings.HasPrefix(text, head) })
	replies := strings.HasSuffix(text, "します")
	for i := s.from; i < s.to; i++ {
		replies = replies || r.frame(i, "reply") > 0
	}
	if !bids && !chinese || !replies || r.weighs(s.from, s.to, taken) {
		return
	}
	for i := s.from; i < s.to; i++ {
		if !r.open(i, taken) {
			continue
		}
		to := i + 1
		for to < s.to && r.open(to, taken) {
			to++
		}
		adverb := slices.Contains([]string{"に", "で", "く"}, r.word(to)) && !chinese
		behind := chinese && slices.Contains([]string{"用", "像", "得", "地", "以", "对", "對", "更", "点", "點"}, r.word(i-1))
		if adverb || behind {
			fill(taken[i:to])
		}
		i = to
	}
}

// weighs reports words in from..to that an answer is to reckon with: something of the
// asker's, the family's, a place, a year, an amount, a kind of income, or what stands
// behind a word such as "for" or "with" and is not known.
func (r *reader) weighs(from, to int, taken []bool) bool {
	likened := false
	for i := from; i < to; i++ {
		likened = likened || r.frame(i, "like") > 0
		switch who := r.ownerAt(i); {
		case who == self && r.frame(i, "me") == 0, who == spouse, who == child && !likened, r.firstPerson(i) && r.frame(i, "reply") == 0:
			return true
		}
		if r.factual(i) || r.frame(i, "weigh") > 0 && !likened && r.opensSoon(i, to, taken) {
			return true
		}
	}
	return false
}

// factual reports a word at token i that may say something of a tax, a household or an
// income.
func (r *reader) factual(i int) bool {
	if k := r.at(kindWord, i); k != nil && tax.Kind(k.code) != tax.Employment {
		return true
	}
	if r.inSum(i) || r.placed[i] || r.masked[i] || r.at(roleWord, i) != nil && r.at(roleWord, i).code != "other" ||
		r.at(statusWord, i) != nil ||
		r.at(taxableWord, i) != nil || r.at(childWord, i) != nil && r.frame(i, "text") == 0 && !r.likenedTo(i) {
		return true
	}
	if r.tokens[i].Kind == token.Number {
		return r.frame(i+1, "text") == 0
	}
	return r.p.lex.CircumstanceAt(r.tokens, i)
}

// likenedTo reports that a word of a likeness stands shortly before token i: "as to a child".
func (r *reader) likenedTo(i int) bool {
	for k := max(0, i-4); k < i; k++ {
		if r.frame(k, "like") > 0 {
			return true
		}
	}
	return false
}

// opensSoon reports a word that nothing accounts for in the three words behind token i.
func (r *reader) opensSoon(i, to int, taken []bool) bool {
	if r.tokens[i].Spaceless() {
		return true // the word stands before
	}
	for k := i + 1; k < min(to, i+4); k++ {
		if r.open(k, taken) {
			return true
		}
	}
	return false
}

// markHeard marks where something was heard or said, and for how long somebody has
// wondered: "I read it in a magazine", "I have wondered since yesterday".
func (r *reader) markHeard(s segment, taken []bool) {
	at, place := r.spoken(s, taken)
	if at < 0 {
		return
	}
	since := r.markClass(s, taken, "time", "be")
	if r.weighs(at+1, s.to, taken) {
		for _, i := range since {
			taken[i] = false
		}
		return
	}
	if !place {
		return
	}
	for i := at; i < s.to; i++ {
		if n := r.frame(i, "at"); n > 0 {
			r.markNoun(i+n, s.to, taken)
		}
	}
}

// markClass marks the open words of a segment that are of some class, and returns where.
func (r *reader) markClass(s segment, taken []bool, codes ...string) (marked []int) {
	for i := s.from; i < s.to; i++ {
		for _, code := range codes {
			for k := i; k < i+r.frame(i, code); k++ {
				if !taken[k] && !r.factual(k) {
					taken[k], marked = true, append(marked, k)
				}
			}
		}
	}
	return marked
}

// markNoun marks up to three open words that stand at token i, behind an article or not.
func (r *reader) markNoun(i, to int, taken []bool) {
	const most = 3
	if i < to && (article(r.word(i)) || r.frame(i, "someone") > 0) {
		i++
	}
	end := i
	for end < to && end-i < most && r.open(end, taken) {
		end++
	}
	if end == to || !r.open(end, taken) {
		fill(taken[i:end])
	}
}

// spoken returns where the verb of thought or speech of a segment stands, if no open word
// stands before it, and whether it is one that tells where it was; -1 if there is none.
func (r *reader) spoken(s segment, taken []bool) (at int, place bool) {
	at = -1
	for i := s.from; i < s.to; i++ {
		if at < 0 && r.open(i, taken) && r.frame(i, "time")+r.frame(i, "be") == 0 {
			return -1, false
		}
		says := r.frame(i, "say") > 0
		hears := r.frame(i, "hear") > 0 || says && r.toAsker(s)
		if at < 0 && (hears || says || r.frame(i, "think") > 0) {
			at = i
		}
		place = place || hears
	}
	return at, place
}

// markSubject marks a subject that is nobody in particular before a verb of speech:
// "a guy at the gym swore", "three websites told me".
func (r *reader) markSubject(s segment, taken []bool) {
	if !s.begins || r.frame(s.from, "someone") == 0 {
		return
	}
	verb := slices.IndexFunc(r.tokens[s.from:s.to], func(t token.Token) bool { return t.Kind == token.Word })
	for verb = s.from; verb < s.to && r.frame(verb, "say") == 0 && r.frame(verb, "hear") == 0; verb++ {
	}
	if verb == s.to || r.weighs(s.from, verb, taken) {
		return
	}
	for i := s.from; i < verb; i++ {
		if r.frame(i, "someone") > 0 || r.frame(i, "at") > 0 {
			r.markNoun(i+max(r.frame(i, "someone"), r.frame(i, "at")), verb, taken)
		}
	}
}

// markSkill marks what somebody is said to be good or bad at: "hopeless with numbers".
func (r *reader) markSkill(s segment, taken []bool) {
	for i := s.from; i < s.to; i++ {
		n := r.frame(i, "able")
		if n == 0 || r.frame(i+n, "skilled") == 0 || r.weighs(i+n+1, s.to, taken) {
			continue
		}
		r.markNoun(i+n+r.frame(i+n, "skilled"), s.to, taken)
		r.markClass(s, taken, "be")
	}
}

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
