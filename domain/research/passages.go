package research

import "slices"

// Passages finds the passages of texts that support a question, the best first, by its
// words of mass. The error is of a store that does not answer.
type Passages func(question string, words []string, q Query) ([]Finding, error)

// With is the index beside texts; nil = none.
func (x *Index) With(texts Passages) *Index {
	if texts == nil {
		return x
	}
	beside := *x
	beside.texts = texts
	return &beside
}

// asked are the words of a question that could stand in a text: not those that name
// the place, nor numbers, nor those of the question itself.
func (x *Index) asked(question, place string) (out []string) {
	for _, w := range words(question) {
		if !x.places[place][w] && !x.terms.stop[w] && !allDigits(w) && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// Supports reports whether a passage that holds some words supports a question: its
// words, each with how many of all passages hold it, hold 60 % of their mass in it, the
// rarest included. The score is the thousandths of the mass.
func Supports(asked []string, counts []int, all int, holds map[string]bool) (score int, ok bool) {
	total, held, rarest, least := 0, 0, "", -1
	for i, w := range asked {
		mass := log2(max(all, 1)) + 1000
		if counts[i] > 0 {
			mass = max(log2(max(all, 1))-log2(counts[i]), 0) + 1
		}
		total += mass
		if mass > least {
			rarest, least = w, mass
		}
		if holds[w] {
			held += mass
		}
	}
	if total == 0 || !holds[rarest] {
		return 0, false
	}
	score = held * 1000 / total
	return score, score >= supports
}
