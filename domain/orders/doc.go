// Package orders is the commerce ledger: one entry for each order, refund,
// payout and fee that a source of sales reports.
//
// # Vocabulary
//
// A source is where orders come from: a shop, a marketplace, a file; its
// source_ref is the source's own name of the order. An entry's versions are what
// the source said of it, one after the other, told apart by the digest of their
// canonical form. A difference is what the source says otherwise once the entry
// is final, that is posted or invoiced: nothing changes by it until somebody
// decides, for ours or for theirs. Theirs is booked by a reversal of what was posted
// and a new journal entry.
//
// # Rules
//
// The same source, source_ref and kind are one entry; said again alike they
// change nothing. The tax that was charged is booked, since it is owed; whether
// it is what the law asks for stands beside it. An entry is never deleted.
//
// # Personal data
//
// What is known of the buyer, and what lines say in words, is sealed under the
// entry's own subject; of a checkout, under the checkout's.
package orders
