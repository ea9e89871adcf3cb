package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// Whose tax a question asks for, and whose the amounts in it are.

// principal is the person whose tax is asked for.
func (r *reader) principal() owner {
	if r.asked == nobody {
		r.asked = r.findPrincipal()
	}
	return r.asked
}

// findPrincipal looks for the person of the sentence that asks, then for the one
// person who has the incomes.
func (r *reader) findPrincipal() owner {
	if o := r.askedOf(); o != nobody {
		return o
	}
	found := nobody
	for i := range r.sums {
		if r.sums[i].role != incomeSum {
			continue
		}
		o := r.earner(&r.sums[i])
		if found != nobody && o != found {
			return self
		}
		found = o
	}
	if found == nobody {
		return self
	}
	return found
}

// askedOf returns the person of the clause that asks for the amount of a tax:
// "how much tax does my brother pay".
func (r *reader) askedOf() owner {
	for i := range r.spans[askWord] {
		a := &r.spans[askWord][i]
		if a.code != "amount" {
			continue
		}
		for k := a.to; k < len(r.tokens) && !r.stop(k); k++ {
			if s := r.at(stanceWord, k); s != nil && s.code == "if" || r.inSum(k) {
				break
			}
			if r.iPay(k) {
				return self
			}
			if o := r.ownerAt(k); o != nobody && o != thing {
				if o == self && r.ownedPays(k) {
					return relative
				}
				return o
			}
		}
		if r.topicBefore(a.from) {
			return self
		}
	}
	return nobody
}

// iPay reports that the asker pays, in languages that say so by the verb alone: "ile płacę",
// "quanto pago"; an infinitive is nobody's.
func (r *reader) iPay(i int) bool {
	switch r.lang {
	case "es", "it", "pt", "pl", "fi":
		word := r.tokens[i].Text
		return lexicon.Is(lexicon.Pays, word) && !strings.HasSuffix(word, "r") && !strings.HasSuffix(word, "re") && !strings.HasSuffix(word, "aa")
	}
	return false
}

// topicBefore reports that a sentence begins with the asker, and asks at token i of nobody
// else: "and me, how much tax?"
func (r *reader) topicBefore(i int) bool {
	for k := i - 1; k >= 0 && !r.stop(k); k-- {
		switch o := r.ownerAt(k); {
		case r.inSum(k), o != nobody && o != self, r.earningVerb(k):
			return false
		case o == self:
			return k == 0 || r.stop(k-1) || (adds(r.word(k-1)) || r.stanceIs(k-1, "but")) && (k == 1 || r.stop(k-2))
		}
	}
	return false
}

// earner returns whose an amount is: who stands before it in its sentence, and
// nearest. Companies and houses earn nothing for themselves here.
func (r *reader) earner(s *sum) owner {
	third, business := false, false
	for i := s.From - 1; i >= 0 && !r.stop(i); i-- {
		o := r.ownerAt(i)
		if o != nobody && o != thing {
			return o
		}
		third = third || r.thirdPerson(i)
		business = business || o == thing || r.at(taxpayerWord, i) != nil
		if r.inSum(i) && !s.joined {
			break
		}
	}
	if third && !business {
		return relative
	}
	return nobody
}

// thirdPerson reports a verb of earning at token i whose subject is a person that
// stands before it, neither the speaker nor the one who is spoken to: "A nurse
// earns". Where the form is that of the first person too, the subject tells.
func (r *reader) thirdPerson(i int) bool {
	if !lexicon.Is(lexicon.OtherEarns, r.word(i)) {
		return false
	}
	if i == 0 || r.pause(i-1) || r.at(kindWord, i-1) != nil || r.at(incomeWord, i-1) != nil || r.at(periodWord, i-1) != nil || r.at(annualWord,
		i-1) != nil {
		return false
	}
	return r.tokens[i-1].Kind == token.Word && !r.placeAt(i-1) && r.word(i-1) != "and" && r.at(stanceWord, i-1) == nil
}

// paysOf returns the person of a clause that asks what is to be paid, and names
// no amount: "What will I pay?"
func (r *reader) paysOf() owner {
	for i := range r.tokens {
		if !lexicon.Is(lexicon.Pays, r.word(i)) {
			continue
		}
		from, to := i, i+1
		for from > 0 && !r.pause(from-1) {
			from--
		}
		for to < len(r.tokens) && !r.pause(to) {
			to++
		}
		if !r.asks(to) || slices.ContainsFunc(r.sums, func(s sum) bool { return s.From >= from && s.To <= to }) {
			continue
		}
		for k := from; k < to; k++ {
			if o := r.ownerAt(k); o != nobody && o != thing && !together(r.word(k)) {
				if o == self && r.ownedPays(k) {
					return relative
				}
				return o
			}
		}
	}
	return nobody
}

// asks reports that the clause that ends at token i is a question.
func (r *reader) asks(i int) bool {
	return i >= len(r.tokens) || r.word(i) == "?" || r.word(i) == "？"
}

// taxOf returns the person of a clause that speaks of the tax and of no amount:
// "what is my income tax". What is asked of two together is nobody's here.
func (r *reader) taxOf() owner {
	for i := range r.spans[taxWord] {
		from, to := r.spans[taxWord][i].from, r.spans[taxWord][i].to
		for from > 0 && !r.pause(from-1) {
			from--
		}
		for to < len(r.tokens) && !r.pause(to) && !supposes(r.word(to)) {
			to++
		}
		found := nobody
		for k := from; k < to; k++ {
			if r.inSum(k) {
				found = nobody
				break
			}
			switch o := r.ownerAt(k); {
			case found != nobody, o == nobody, o == thing, o == self && together(r.word(k)):
			case o == self && r.ownedPays(k):
				found = relative
			default:
				found = o
			}
		}
		if found != nobody {
			return found
		}
	}
	return nobody
}

// supposes reports words that begin a clause on which another one depends.
func supposes(word string) bool {
	return lexicon.Is(lexicon.Supposes, word)
}

// together reports words for two persons or more, the speaker among them.
func together(word string) bool { return lexicon.Is(lexicon.Together, word) }

// anothers reports that the tax of the asker is asked for and an amount is said
// to be somebody else's, or the other way round.
func (r *reader) anothers(s *sum) bool {
	asked := r.askedOf()
	if asked == nobody {
		asked = r.taxOf()
	}
	if asked == nobody {
		asked = r.paysOf()
	}
	earns := r.earner(s)
	switch asked {
	case self:
		return earns == spouse || earns == child || earns == relative
	case child, relative:
		return earns == self && len(r.sums) == 1 && r.nominative(s) || r.company() && r.ownFirm(s)
	}
	return false
}

// nominative reports that the person named nearest before an amount is no object: "tell me:
// Jane earns".
func (r *reader) nominative(s *sum) bool {
	for i := s.From - 1; i >= 0 && !r.stop(i); i-- {
		if r.ownerAt(i) != nobody {
			return r.frame(i, "me") == 0
		}
	}
	return false
}
