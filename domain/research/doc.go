// Package research finds the law that a question is about: the dated parameters
// of the place and the year that it names, with their provisions and their
// neighbours in time.
//
// # Vocabulary
//
// An Entry is one parameter of one place, made of the words of its title, of its
// name and of the concepts that it belongs to. A concept is a term of art with its
// names in several languages (terms.yaml): "grundfreibetrag" is what the scale of
// Germany holds. A Finding is a parameter with its value in the year asked about.
//
// # Rules
//
// A finding supports a question when its entry holds at least 60 % of the mass of
// the question's words, the rarest of them included. The mass of a word is its
// inverse document frequency over all entries, in thousandths of a bit, by whole
// numbers: the same question finds the same entries on every machine. A word that
// no entry holds is the rarest of all, so that what the law does not speak of
// finds nothing. Words that name places, years and the question itself ("what is
// the") have no mass.
//
// A finding quotes law under its citation, and answers nothing: no figure is
// computed here.
package research
