// Package contract is the answer contract: the one shape in which every
// question is answered, whatever endpoint it came through.
//
// # Vocabulary
//
// A Contract has exactly 22 fields, in this order, in every answer. It ends in
// one of three outcomes: an exact cited answer (verified), a question about
// missing facts (needs_facts), or an escalation with a stated reason. A Scope
// is what is known of the question whatever its outcome.
//
// # Rules
//
// A figure stands in a verified answer only, and comes from a calculator; any
// other answer holds no number but the caller's own. The constructors (Verified,
// NeedsFacts, Unsupported, HumanReview, Partial, Conflicting, Stale,
// Unavailable) are the only way in which answers are built; Check states every
// rule a second time, from the outside, over the contract's JSON form, and
// every answer in every test passes through it.
package contract
