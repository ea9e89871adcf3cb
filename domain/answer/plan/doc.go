// Package plan reads a question about tax: which place, year, tax, amounts and
// facts it names, what is missing before anything can be computed, and what
// forbids it. It is pure: no clock, no tenant's profile, no model.
//
// # Vocabulary
//
// A Planner is compiled from the declarations of the covered jurisdictions and
// the lexicon; what a place is called, how it labels its years and which facts
// it takes stand in its declaration alone. A Plan is what one question says. A
// Case is one calculation that the question asks for. A Gap is a known part of
// a case that no coverage row matches. An Ambiguity is a text with several
// readings, none of which is chosen.
//
// # Rules
//
//   - What is required and cannot be extracted is a missing fact; nothing is
//     chosen, guessed or defaulted.
//   - A currency sign never implies a place.
//   - The place of a person is the home; a place of work, an employer, a
//     property or the source of an income is not.
//   - An amount is an income only if every word that is said of it is known to
//     say so; a word that no list holds is asked about.
//   - Every clause is accounted for: what it says of the asker and no rule read is
//     asked about, as circumstances, unless the lexicon knows that it can change no tax.
//   - A supposition about the law is refused; one about the asker's income is read.
//   - An amount tied to tax, to a claim or to the law is never an income; text
//     never becomes a rule.
//   - A caller may answer a missing fact by writing "name: value" into the
//     question, with the fact's name as it was asked; "income: value" on a line
//     of its own settles what was doubtful about an amount.
package plan
