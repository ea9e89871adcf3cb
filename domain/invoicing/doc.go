// Package invoicing is invoices and credit notes: what stands on them, which
// number they take, and what they do to the order that they are for.
//
// # Vocabulary
//
// An Order is what an invoice is made from: a committed checkout or a recorded
// order, as far as an invoice needs it. A Document is the frozen content of an
// invoice or credit note. A book is the run of numbers of one site, year and
// series; it is kept in parts of some 900 numbers. A claim is an order's word that
// some of its lines are invoiced, by one invoice; a full credit releases it. A
// body is a document as it was rendered for people; its versions are kept.
//
// # How a number is taken
//
//  1. The document is requested: all blockers at once, content frozen.
//  2. Its lines are claimed in the order's stream, so that no line stands on two
//     invoices that are not credited. What loses there is abandoned, unnumbered.
//  3. The book gives it the next number; dates never go back within a book.
//  4. It is issued: number and date join the content, which is then final.
//
// A deposit takes the same way. It claims an amount of its order instead of lines, and
// the invoice that claims the last lines takes it off (deposit.go).
//
// Each step is one append that repeats without effect, so whoever finds a
// document between two steps carries it on. A credit note claims its amounts of
// the invoice's remainder, then takes the same way through a series of its own.
//
// # Rules
//
// A credit note takes the rates of the invoice, per line; the last one takes what
// remains, so that a fully credited invoice nets to nothing to the last minor
// unit. Legends and duties of transmission are law data (law.yaml), dated and
// cited: Directive 2006/112/EC art. 220 to 226 and what Member States ask beyond.
//
// # Personal data
//
// A document's content is sealed under the subject of its order. Numbers, dates,
// amounts and hashes stand in the clear: books must add up when nobody can read
// whom they concern any more.
package invoicing
