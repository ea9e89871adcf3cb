// Package retention says how long tax law demands that a client's records are
// kept, so that nobody is forgotten before.
//
// # Vocabulary
//
// A Place has Duties: each a number of years from a Start. A duty that always
// applies makes a Hold. One that applies in some situations only (to those in
// business, to companies) is a Doubt while its years run, since a case does not
// say which situation is the client's: a person decides, and says why. A place
// that is not in the table is a doubt as well; its law was not confirmed.
//
// # Rules
//
// A record is of a return (a case), or of a supply (a checkout that a merchant
// committed, a customer's exemption certificate): the merchant keeps the latter,
// under the law of where the merchant is and of where tax was due, and for ten
// years under the Union's One Stop Shop. A duty is for the one, the other or both.
//
// The table is retention.yaml, embedded: years, start, provision and sources,
// each with the day it was checked. All duties of a place count, and the longest
// decides. Where the law counts from the filing of a return, whose day is not
// known here, the end of the year after the period's is taken, or the record's
// last entry where that is later: a hold may last longer than the law's, never
// shorter.
//
// A duty names its provision where a source names it, and the guidance otherwise.
//
// Only tax law is in the table. Company, employment and anti-money-laundering law
// may ask for more; a legal hold (package privacy) says so.
package retention
