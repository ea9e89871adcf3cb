// Package booking turns what happened into what is to be booked: a proposal of
// balanced lines, each of which names the rule that put it there.
//
// # Vocabulary
//
//   - transaction: a sale or purchase as its document says it: net, taxes by
//     rate, gross, the other party, places and dates.
//   - payment: money that settles open items, wholly or in part.
//   - counter-account: where the gross amount stands until it is paid:
//     receivable or payable; or the money account, where it was paid at once.
//   - treatment: what the rules of supply say of it, from parties, places and
//     date, not from the printed rate.
//
// # Rules
//
// The charged tax of a sale is owed and booked as charged. The tax of a purchase
// is input tax under a registration in force, at its own share, and never above
// what the law owes (C-342/87); the rest is cost. Where the customer owes the
// tax, it is computed on the net amount and booked on both sides. The part of a
// cost that is private goes to the owner's drawings, or the director's account
// where the chart has one and no drawings. A document whose tax differs from its
// base times rate by at most 0.02 a rate is taken as it is printed. There is no
// suspense account: what is not known is a blocker.
//
// # Blockers
//
// books_missing, role_unclear, place_missing, date_missing, category_missing,
// account_mapping_missing, amounts_do_not_add_up, fx_rate_missing,
// supply_rule_not_covered and the other codes of package refusal.
package booking
