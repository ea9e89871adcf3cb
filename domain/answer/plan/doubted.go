package plan

import "github.com/tallystick/tallystick/domain/answer/lexicon"

// What the asker is not sure of is no fact, and what others say of the law changes nothing:
// "Head of household? I'm not sure.", "my mate says nobody pays the levy".

// doubtWords is how many words a clause has at most that does nothing but doubt.
const doubtWords = 7

// doubtedAt reports that the sentence of what stands at from..to asks it and nothing
// else, or that the next clause does nothing but doubt.
func (r *reader) doubtedAt(from, to int) bool {
	if !r.has(stanceWord, "doubt") && !r.asksOnly(from, to) {
		return false
	}
	end := to
	for end < len(r.tokens) && !r.pause(end) {
		end++
	}
	for end < len(r.tokens) && r.pause(end) {
		end++
	}
	return r.asksOnly(from, to) || r.onlyDoubts(end)
}

// asksBetween reports a tax, or what is asked of it, in from..to: that is what is not
// known then.
func (r *reader) asksBetween(from, to int) bool {
	for i := from; i < to; i++ {
		if r.at(taxWord, i) != nil || r.at(askWord, i) != nil {
			return true
		}
	}
	return false
}

// asksOnly reports that the sentence of what stands at from..to ends as a question and
// says nothing beside it: "Single?" What is asked for stands in another sentence.
func (r *reader) asksOnly(from, to int) bool {
	first, end := from, to
	for first > 0 && !r.stop(first-1) {
		first--
	}
	for end < len(r.tokens) && !r.stop(end) {
		end++
	}
	if end >= len(r.tokens) || !r.asks(end) || end+1 < len(r.tokens) && r.answers(end+1, lexicon.Yes) {
		return false // "Married? Yes."
	}
	for i := first; i < end; i++ {
		if i >= from && i < to || r.at(statusWord, i) != nil || r.at(stanceWord, i) != nil ||
			r.slight(i) && !r.asksBetween(i, i+1) && !r.masked[i] && end-first <= doubtWords {
			continue
		}
		return false
	}
	return first > 0 || end+1 < len(r.tokens)
}

// slight reports a word that says nothing by itself: a small one, or the asker.
func (r *reader) slight(i int) bool {
	return r.ownerAt(i) == self || r.at(plainWord, i) != nil || len(r.tokens[i].Text) <= 2 || r.tokens[i].Spaceless() || r.smallWord(i)
}

// onlyDoubts reports that the clause that begins at token i does nothing but doubt:
// "I'm not sure". One that goes on says of what.
func (r *reader) onlyDoubts(i int) bool {
	end, doubts := i, false
	for ; end < len(r.tokens) && !r.pause(end); end++ {
		s := r.at(stanceWord, end)
		switch {
		case s != nil && s.code == "doubt":
			doubts = true
		case s != nil && s.code == "but", r.slight(end):
		default:
			return false
		}
		if r.asksBetween(end, end+1) || r.inSum(end) {
			return false
		}
	}
	return doubts && (end-i <= doubtWords || r.tokens[i].Spaceless())
}

// hearsay reports that what is said of a levy is what somebody says of the law, or holds
// under a condition: "my mate says you don't pay the Medicare levy". It leaves nothing out.
func (r *reader) hearsay(from, to int) bool {
	if !r.deniedAt(from, to) {
		return false
	}
	says, others := false, false
	for i := from - 1; i >= 0 && !r.stop(i); i-- {
		says = says || r.frame(i, "say")+r.frame(i, "hear") > 0
		others = others || r.ownerAt(i) == relative || r.frame(i, "hear") > 0 || r.frame(i, "someone") > 0
	}
	if says && others {
		return true
	}
	for i := to; i < len(r.tokens) && !r.pause(i); i++ {
		if r.conditional(i) && !r.tokens[i].Spaceless() {
			return true
		}
	}
	return false
}
