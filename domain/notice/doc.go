// Package notice is a letter of a tax authority, until when to act on it, and
// the response to it.
//
// # Vocabulary
//
// A Notice is recorded as it was received: place, type, dates, the sum that it
// claims. Its Deadline (package deadline) is computed when it is recorded, from
// the law's table as it then stood, and is part of the record. A Response is a
// numbered version of an answer to the authority: a Position, sections of text,
// and Grounds, the recorded answers that it rests on. Open is a notice without a
// response, drafted one with, approved one whose last version a second person
// approved, sent one whose approved version has left.
//
// # Rules
//
// The sections that nobody wrote are composed from the notice and the grounds
// alone: what is claimed beside what was computed, the law, the enclosures. A
// position that disagrees, wholly or in part, needs a ground that cites law
// (nothing_to_cite). Text of a person may hold any figure in a draft; those that
// neither the notice nor a ground holds are listed as untraced, and a version
// with one is not approved (figure_untraced). Whoever wrote a version does not
// approve it (separation_of_duties). A new version voids the approval before.
//
// What was sent is final: a further letter of the authority is a new notice that
// supersedes this one.
//
// All texts are personal data of the client, by its client_ref, or of the notice
// itself where it has none.
package notice
