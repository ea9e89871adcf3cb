package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/tax"
)

// A question speaks of itself, too: who asks, why the asker wonders, how it is to be
// answered. Such a clause is told by its verb, one of thought, speech or bidding, and
// then by grammar: where something was heard, for how long somebody has wondered, what
// somebody is bad at, in what manner an answer is wanted may be any word. What weighs
// with the answer (behind "for", "as", "with"), and whatever is the asker's, is none of it.

// spokenCodes are the classes of frames.yaml whose words account for themselves.
var spokenCodes = []string{"think", "say", "text", "quality", "lack", "aid", "adviser", "deictic", "kin"}

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
		r.markBegged(s, taken)
		r.markHeard(s, taken)
		r.markSubject(s, taken)
		r.markAsker(s, taken)
		r.markTool(s, taken)
		r.markSigned(s, taken)
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
	if n == 0 || r.weighs(from+n, s.to, 0, taken) {
		return
	}
	for i := from + n; i < s.to; i++ {
		if r.lang == "fi" && r.open(i, taken) && !mannered(r.tokens[i].Text) && r.frame(i, "like") == 0 && !r.likenedTo(i) {
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
	bids := slices.ContainsFunc(lexicon.WordsOf(lexicon.BidsAtEnd),
		func(tail string) bool { return strings.HasSuffix(text, tail) })
	chinese := slices.ContainsFunc(lexicon.WordsOf(lexicon.BidsAtBeginning),
		func(head string) bool { return strings.HasPrefix(text, head) })
	replies := strings.HasSuffix(text, "します")
	for i := s.from; i < s.to; i++ {
		replies = replies || r.frame(i, "reply") > 0
	}
	if !bids && !chinese || !replies || r.weighs(s.from, s.to, 0, taken) {
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
		adverb := lexicon.Is(lexicon.AdverbMark, r.word(to)) && !chinese
		behind := chinese && lexicon.Is(lexicon.AdverbLead, r.word(i-1))
		if adverb || behind {
			fill(taken[i:to])
		}
		i = to
	}
}

// markBegged marks the verb of a sentence that begs or excuses: "could you double-check",
// "verzeihen Sie, dass ich störe". It is one word that no article and no preposition makes
// a noun, and none by which something is reckoned with.
func (r *reader) markBegged(s segment, taken []bool) {
	from := s.from
	if s.begins && r.frame(from, "beg") == 0 && from+1 < s.to && (r.polite(from) || r.tokens[from].Kind != token.Word) {
		from++ // "¿", "And"
	}
	n := r.frame(from, "beg")
	if n == 0 || !s.begins || r.weighs(from+n, s.to, 1, taken) {
		return
	}
	for i := from; i < s.to; i++ {
		if r.frame(i, "reckon") > 0 {
			return
		}
	}
	for i := from; i < s.to; i++ {
		before := i - 1
		if !r.open(i, taken) || i+1 < s.to && r.open(i+1, taken) || before >= from && r.open(before, taken) ||
			r.lang == "de" && r.tokens[i].Title && i > from || article(r.word(before)) || r.frame(before, "at") > 0 && r.lang != "pl" {
			continue
		}
		taken[i] = true
	}
}

// markAttributes marks an open word right beside a noun of language, as its attribute, in a
// clause of speech: "a similar question", "una pregunta parecida".
func (r *reader) markAttributes(s segment, taken []bool) {
	for i := s.from; i < s.to; i++ {
		n := r.frame(i, "text")
		if n == 0 {
			continue
		}
		switch r.lang {
		case "fr", "es", "it", "pt":
			if k := i + n; k < s.to && r.open(k, taken) && !(k+1 < s.to && r.open(k+1, taken)) {
				taken[k] = true
			}
		default:
			k := i - 1
			if k < s.from || !r.open(k, taken) || r.lang == "de" && r.tokens[k].Title || k > s.from && (r.open(k-1, taken) || possessive(r.word(k-1))) &&
				!r.tokens[k].Spaceless() {
				continue
			}
			taken[k] = true
			if r.tokens[k].Spaceless() && k-1 >= s.from && r.open(k-1, taken) {
				taken[k-1] = true
			}
		}
	}
}

// weighs reports words in from..to that an answer is to reckon with: something of the
// asker's, the family's, a place, a year, an amount, a kind of income, or what stands
// behind a word such as "for" or "with" and is not known. subjects is how often the asker
// may be the subject.
func (r *reader) weighs(from, to, subjects int, taken []bool) bool {
	likened := false
	for i := from; i < to; i++ {
		likened = likened || r.frame(i, "like") > 0
		who, spoken := r.ownerAt(i), r.frame(i, "me")+r.frame(i, "reply")+r.frame(i, "be") > 0
		switch {
		case who == self && r.owns(i) && r.frame(i, "me") == 0, who == spouse, who == child && !likened:
			return true
		case who == self && !spoken, r.firstPerson(i) && !spoken && r.frame(i, "think")+r.frame(i, "say")+r.frame(i, "hear") == 0:
			if subjects--; subjects < 0 {
				return true
			}
		}
		if r.factual(i) || r.frame(i, "weigh") > 0 && r.frame(i, "time") == 0 && !likened && r.opensSoon(i, to, taken) {
			return true
		}
	}
	return false
}

// owns reports a possessive of the asker's at token i.
func (r *reader) owns(i int) bool {
	return possessive(r.tokens[i].Text) && (!r.tokens[i].Spaceless() || lexicon.Is(lexicon.OfWhat, r.word(i+1)))
}

// factual reports a word at token i that may say something of a tax, a household or an
// income.
func (r *reader) factual(i int) bool {
	if k := r.at(kindWord, i); k != nil && tax.Kind(k.code) != tax.Employment {
		return true
	}
	if p := r.at(roleWord, i); p != nil && p.code != "other" && (p.code != "work" || !article(r.word(i-1)) && r.frame(i-1, "at") == 0) {
		return true // "at work" is where something is heard
	}
	if r.inSum(i) || r.placed[i] || r.masked[i] || r.at(statusWord, i) != nil ||
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

// opensSoon reports a word that nothing accounts for in the three words behind token i,
// before another preposition.
func (r *reader) opensSoon(i, to int, taken []bool) bool {
	if r.tokens[i].Spaceless() {
		return true // the word stands before
	}
	for k := i + 1; k < min(to, i+4) && r.frame(k, "at") == 0; k++ {
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
	if r.weighs(s.from, s.to, 1, taken) {
		for _, i := range since {
			taken[i] = false
		}
		return
	}
	if !place {
		return
	}
	r.markAttributes(s, taken)
	for i := s.from; i < s.to; i++ {
		if n := r.frame(i, "at"); n > 0 && r.lang != "ja" {
			r.markNoun(i+n, s.to, taken)
		} else if n > 0 {
			r.markNounBefore(i, s.from, taken)
		}
	}
}

// markNounBefore marks the open letters before a Japanese particle at token i.
func (r *reader) markNounBefore(i, from int, taken []bool) {
	for k := i - 1; k >= from && r.open(k, taken); k-- {
		taken[k] = true
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
		says := r.frame(i, "say") > 0
		hears := r.frame(i, "hear") > 0 || says && r.toAsker(s)
		if at < 0 && r.open(i, taken) && !r.goesBefore(i, s) {
			return -1, false
		}
		if at < 0 && (hears || says || r.frame(i, "think") > 0) {
			at = i
		}
		place = place || hears
		if n := max(r.frame(i, "time"), r.frame(i, "be")); n > 1 {
			i += n - 1
		}
	}
	return at, place
}

// goesBefore reports an open word at token i that may stand before a verb of speech: a word
// of time or being, or a noun behind a preposition of place ("ich habe im Radio gehört").
func (r *reader) goesBefore(i int, s segment) bool {
	if r.frame(i, "time")+r.frame(i, "be") > 0 || r.lang == "ja" {
		return true
	}
	const near = 3
	for k := i - 1; k >= max(s.from, i-near); k-- {
		if r.frame(k, "at") > 0 {
			return true
		}
	}
	return false
}

// markSubject marks a subject that is nobody in particular before a verb of speech:
// "a guy at the gym swore", "three websites told me".
func (r *reader) markSubject(s segment, taken []bool) {
	if !s.begins || r.frame(s.from, "someone") == 0 {
		return
	}
	verb := s.from
	for ; verb < s.to && r.frame(verb, "say") == 0 && r.frame(verb, "hear") == 0; verb++ {
	}
	if verb == s.to || r.weighs(s.from, verb, 0, taken) {
		return
	}
	fill(taken[s.from : s.from+r.frame(s.from, "someone")])
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
		if n == 0 || r.frame(i+n, "skilled") == 0 || r.weighs(i+n+1, s.to, 0, taken) {
			continue
		}
		if at := i + n + r.frame(i+n, "skilled"); r.frame(at, "deictic") == 0 {
			r.markNoun(at, s.to, taken)
		}
		fill(taken[i : i+n])
		r.markClass(s, taken, "be")
	}
}
