// Package privacy is about forgetting: making a person's data unreadable
// everywhere by destroying the key it is sealed with, once nothing holds it.
//
// # Vocabulary
//
// A Subject is whose data a sealed text is: "client-<case id>", "principal-<id>",
// "customer-<hash>" for a merchant's customer, by the merchant's own id of it,
// "snapshot-<id>" for a committed checkout that named no customer, and so on: which
// categories seal under which, and what holds them, stands in commands/holdings.go.
// A legal hold is
// a person's word that a subject may not be forgotten; it is placed and lifted.
// Forgotten is for ever: the event comes first, then the key is destroyed, and
// whoever reads the event destroys what it keeps, so a crash in between is repaired
// by reading it again.
//
// # Rules
//
// A legal hold, an open case, an exemption certificate in use and a retention
// period that always applies each refuse with the blocker retention_hold; all are
// listed, and the sentence says when the longest ends. Where the law is not known, or depends on a situation
// that the record does not name, the blocker is retention_unknown, which a reason
// (Acknowledge) overrides and the event keeps. A principal who can still act is
// not forgotten (principal_active).
//
// Reasons are written by staff and are no place for personal data.
package privacy
