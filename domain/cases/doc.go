// Package cases is the professional case: one engagement for one client, from
// intake to a pack that is final.
//
// # Vocabulary
//
// A case moves through stages: intake, preparation, review, approval, and is
// then finalised. It goes forward one stage at a time, back one stage at a
// time with a reason, and into finalised only by Finalise. Reopen takes a
// finalised case back to preparation as its next revision; the pack of the
// earlier revision stays.
//
// A workpaper is a piece of work with evidence. Each rewriting is a new
// revision of it. Evidence names a record, by kind and reference, together
// with the SHA-256 of what was seen. A sign-off is the assigned reviewer's
// word on one revision of one workpaper; a later revision voids it. An issue
// is an open point. A waiver is an owner's leave, with reason and expiry, to
// do without a separation of duties. The pack is the ZIP that stands for a
// finalised revision.
//
// # Separation of duties
//
// Preparers are all who wrote content since the last reopen, or who started
// the automated step that did. Content is the details, the engagement check,
// workpapers, attachments, the client's approval, and issues unless the
// assigned reviewer raised them. Moving stages, assigning, signing off,
// resolving, accepting draft coverage, waiving, finalising and reopening
// direct or review the work and make no preparer. A reopened revision in which
// nobody has written yet is still the work of the earlier preparers. A
// preparer neither reviews nor finalises, unless a waiver is in force.
//
// # Decisions
//
// Each verb is a Command in a file of its own; Update is the composite of all
// that one PATCH may carry. Decisions are pure: who and when come in the
// act.Context, what other records say in Facts, which the caller looks up as
// Needs lists it. Refusals come in this order, each complete: role (waivers
// only), not found, immutable, malformed for this case (InvalidInput), blocked.
// A command that would change nothing decides to no events.
//
// # Personal data
//
// Every free text is a sealed.Text of the subject "client-<case id>", since
// any of them may speak of the client. Codes, dates, ids and hashes are plain.
package cases
