// Package answer turns a question about tax into the answer contract. It is
// the one way to an answer, whatever endpoint asks: the typed answer, the
// grounded answer and the operator's question share it.
//
// # Vocabulary
//
// An Env is everything that is not in the question: the day of asking, the
// corpus release, what the sources are known to disagree on, how old a check
// may be, the tenant's threshold, and the calculator. An Outcome is the
// contract with the plan and the requests that led to it, and a stable code of
// why it ended as it did.
//
// # Rules
//
// question → plan → triggers → coverage → mixed jurisdictions → missing facts →
// validation → calculate → rules envelope → contract. It stops at the first
// unmet step and says so; the order of the statuses is: system_unavailable,
// human_review_required, unsupported, needs_facts, conflict, stale_source,
// partial, verified. It is pure: the same question in the same Env gives the
// same bytes.
package answer
