// Package notification is mail that the service sends to one recipient at a time.
//
// # Vocabulary
//
// A notification is one message to one recipient, about one record (its Source).
// It is rendered once, when it is queued; the bytes that were rendered are a blob
// under the recipient's own subject, and every attempt sends the same. An attempt
// begins before the message is handed over and ends with sent, deferred or failed.
// An attempt without an end was cut short by a crash: what it did is not known, so
// the message is sent again under the same Message-ID, marked as repeated.
//
// An address is suppressed once the other side said that it takes no mail there;
// a person lifts that. AddressID is a keyed hash of an address: it tells nothing
// of it, and outlives its forgetting.
//
// # States
//
// queued → sending → sent | failed | suppressed | cancelled. A deferred one is
// queued again. sent, failed, suppressed and cancelled are ends.
//
// # Rules
//
// At most RecipientsMax recipients, each confirmed: the firm's own address, the one
// that a party is recorded with, or one that the record itself vouches for, as an
// invoice does for its buyer. Nothing in a subject, name or address may begin
// another header.
//
// # Personal data
//
// Address, name, subject and message are sealed under the subject of whom they are
// about; so are the words of the other side, which like to repeat the address.
package notification
