package reading

// Again holds the words of a page against a second reading of parts of it, at
// another size. A word that both read alike is surer than either reading was; one
// that they read differently is not sure. What the second reading did not look at
// stays as it was: looked says which words it was to look at.
func Again(first, second Page, looked func(Word) bool) Page {
	out := Page{Number: first.Number, Words: make([]Word, len(first.Words))}
	for i, w := range first.Words {
		if out.Words[i] = w; !looked(w) {
			continue
		}
		best, overlap := Word{}, 0
		for _, x := range second.Words {
			if n := shared(w.Box, x.Box); n > overlap {
				best, overlap = x, n
			}
		}
		switch {
		case overlap == 0:
			out.Words[i].Score = min(w.Score, differs)
		case best.Text == w.Text:
			out.Words[i].Score = 1000 - (1000-w.Score)*(1000-min(best.Score, w.Score+300))/1000
		default:
			out.Words[i].Score = min(w.Score, differs)
		}
	}
	return out
}

// differs is how sure a word is that two readings read differently, in thousandths.
const differs = 500

// shared is how much two boxes have in common: their area.
func shared(a, b Box) int {
	wide, tall := min(a.Right, b.Right)-max(a.Left, b.Left), min(a.Bottom, b.Bottom)-max(a.Top, b.Top)
	if wide <= 0 || tall <= 0 {
		return 0
	}
	return wide * tall
}
