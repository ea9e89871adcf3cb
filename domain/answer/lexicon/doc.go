// Package lexicon holds what words mean to the planner, as data: countries and
// their parts, names with several readings, places that do not exist, number
// and money words, taxes, kinds of income, roles of places, and the triggers
// for human review.
//
// # Files
//
// data/*.yaml, embedded. Phrases are written as people write them; the lexer
// of package token folds case and diacritics on both sides. {a|b} in a phrase
// expands to either word, [a] to a or nothing. Triggers and names with several
// readings carry questions that must match (hits) and that must not (misses);
// the tests put each to the list.
//
// What a jurisdiction declares about itself is not repeated here, and what it
// declares wins over the list of countries.
package lexicon
