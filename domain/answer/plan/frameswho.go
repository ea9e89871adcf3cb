package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// markAsker marks somebody of the asker's, whoever it is, who is said to ask or to want to
// know: "because my mortgage broker wants to know", "meine Hausverwaltung fragt danach".
func (r *reader) markAsker(s segment, taken []bool) {
	const most = 6
	for i := s.from; i < s.to; i++ {
		if !possessive(r.tokens[i].Text) || r.tokens[i].Spaceless() {
			continue
		}
		verb := i + 1
		for verb < s.to && verb-i <= most && r.frame(verb, "say")+r.frame(verb, "think") == 0 && r.ownerAt(verb) == nobody {
			verb++
		}
		if verb == i+1 || verb >= s.to || r.frame(verb, "say")+r.frame(verb, "think") == 0 || r.weighs(verb, s.to, 1, taken) {
			continue
		}
		if _, _, more := r.openIn(segment{from: verb, to: s.to}, taken); !more {
			fill(taken[i+1 : verb])
		}
	}
}

// markTool marks the verb whose subject is a tool, whoever's it is: "every calculator gives
// something different". What it did says nothing of the asker.
func (r *reader) markTool(s segment, taken []bool) {
	for i := s.from; i+1 < s.to; i++ {
		if !lexicon.Is(lexicon.ToolNoun, r.tokens[i].Text) {
			continue
		}
		if !taken[i] {
			taken[i] = true
		}
		if r.open(i+1, taken) && !(i+2 < s.to && r.open(i+2, taken)) {
			taken[i+1] = true
		}
	}
}

// markSigned marks the name with which a question ends, behind a greeting: "LG Uwe".
func (r *reader) markSigned(s segment, taken []bool) {
	const most = 3
	if s.to-s.from > most || s.to < len(r.tokens)-1 || s.to-s.from < 2 {
		return
	}
	closing := false
	r.p.lex.HarmlessAt(r.tokens, s.from, func(codes []string, _ int) {
		closing = closing || slices.Contains(codes, "thanks") || slices.Contains(codes, "greeting")
	})
	for i := s.from + 1; closing && i < s.to; i++ {
		taken[i] = taken[i] || r.tokens[i].Title
	}
}
