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
// data/words/<code>.yaml holds one language: the small words that tell it, those
// that stand for an English one of the planner's rules, the words that count in
// every question and those that count only in a question of the language, where
// they would mean something else elsewhere ("rente" is a pension in German and
// interest in Dutch), the triggers' phrases, and the plain words: those that may
// stand with an amount and say nothing of it. A word of no list makes the
// planner ask what the amount is, so that a plain word is one that fits a salary
// and nothing else beside it: "teacher" is plain, "piano" is not. A language is added by adding
// its file, and questions in it to the tests of package answer.
//
// data/closed.yaml holds the closed classes: small words and forms by which the rules of the
// planner tell how a question is put, by language (Is, IsAt, WordsOf).
//
// data/sold.yaml holds what is sold, as people call it beside a tax on sales: by category of the
// catalogue and language, with the small words that may stand between it and the tax or the price.
//
// What a jurisdiction declares about itself is not repeated here, and what it
// declares wins over the list of countries.
package lexicon
