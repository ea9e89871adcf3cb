package plan

import (
	"slices"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
)

// The means by which something is kept from an authority, whatever the words: to cheat it or
// a tax; to make more of a cost than there is, or money look clean; to be paid in the name of
// somebody else, without it being told, or a part of it by hand; to leave an income out on
// purpose; a home that is made up, or books that are; and what says it by itself.

// disguiseReach is how many tokens lie between the two concepts of such a means at most;
// closeReach where small words alone hold them together.
const (
	disguiseReach = 6
	closeReach    = 4
)

// means are pairs of concepts that show it. Clean says that neither a pause nor a word that
// counts up stands between them: "I wash cars and earn money".
var means = []struct {
	verb    lexicon.Concept
	objects []lexicon.Concept
	reach   int
	clean   bool
}{
	{lexicon.Defraud, []lexicon.Concept{lexicon.Authority}, closeReach, true},
	{lexicon.Inflate, []lexicon.Concept{lexicon.Cost, lexicon.Paper}, disguiseReach, true},
	{lexicon.Launder, []lexicon.Concept{lexicon.Incomes}, closeReach, true},
	{lexicon.InName, []lexicon.Concept{lexicon.Paper, lexicon.Receive}, disguiseReach, true},
	{lexicon.Informal, []lexicon.Concept{lexicon.Receive}, closeReach, true},
	{lexicon.Share, []lexicon.Concept{lexicon.Handed}, closeReach, true},
	{lexicon.Invent, []lexicon.Concept{lexicon.Home}, disguiseReach, true},
	{lexicon.Cook, []lexicon.Concept{lexicon.Books}, closeReach, true},
	{lexicon.Understate, []lexicon.Concept{lexicon.Paper}, disguiseReach, true},
}

// disguises reports such a means in a sentence, which is not denied.
func (r *reader) disguises(said []lexicon.Said) bool {
	return slices.ContainsFunc(said, func(v lexicon.Said) bool {
		denied := r.hidesNothing(v.From, v.To)
		if v.Concept == lexicon.InName { // what stands behind it is denied of something else: "para no pagar"
			denied = r.deniedBefore(v.From, 0)
		}
		return r.meant(&v, said) && !denied && !r.blackOnWhite(&v)
	})
}

func (r *reader) meant(v *lexicon.Said, said []lexicon.Said) bool {
	switch v.Concept {
	case lexicon.Sham:
		return true
	case lexicon.Wilful:
		return r.omitsOnPurpose(v, said)
	case lexicon.Defraud:
		if r.taxBeside(v) {
			return true
		}
	}
	for _, m := range means {
		if m.verb != v.Concept {
			continue
		}
		for _, o := range said {
			if slices.Contains(m.objects, o.Concept) && (o.Language == v.Language || o.Language == lexicon.AnyLanguage) &&
				r.standClose(v, &o, m.reach, m.clean) {
				return true
			}
		}
	}
	return false
}

// standClose reports two phrases that do not overlap, and at most so many tokens between them.
func (r *reader) standClose(a, b *lexicon.Said, reach int, clean bool) bool {
	from, to := a.To, b.From
	if b.From < a.From {
		from, to = b.To, a.From
	}
	if r.tokens[a.From].Spaceless() {
		reach *= 2
	}
	if to < from || to-from > reach {
		return false
	}
	for i := from; clean && i < to; i++ {
		if r.pause(i) || adds(r.word(i)) {
			return false
		}
	}
	return true
}

// taxBeside reports a tax that a verb of cheating is done to, in the language of the question:
// a word of tax alone says too little where the verb is another word in another language.
func (r *reader) taxBeside(v *lexicon.Said) bool {
	if !slices.ContainsFunc(r.langs, func(l *lexicon.Language) bool { return l.Code == v.Language }) {
		return false
	}
	for i := v.To; i < min(len(r.tokens), v.To+closeReach) && !r.pause(i); i++ {
		if r.at(taxWord, i) != nil {
			return true
		}
	}
	return v.From > 0 && r.at(taxWord, v.From-1) != nil
}

// omitsOnPurpose reports a word of purpose with what is left out, and an income.
func (r *reader) omitsOnPurpose(v *lexicon.Said, said []lexicon.Said) bool {
	out, income := false, false
	for _, o := range said {
		if o.Language != v.Language && o.Language != lexicon.AnyLanguage {
			continue
		}
		switch o.Concept {
		case lexicon.Omit, lexicon.Leave:
			out = out || o.From >= v.From-disguiseReach && o.From <= v.To+disguiseReach
		case lexicon.Incomes, lexicon.Accounts:
			income = true
		}
	}
	return out && income
}

// blackOnWhite reports the idiom for what is in print: "schwarz auf weiß".
func (r *reader) blackOnWhite(v *lexicon.Said) bool {
	return r.p.lex.HarmlessWord(r.tokens, v.From, "print") > 0
}
