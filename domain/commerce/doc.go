// Package commerce is a merchant's own tax configuration and the checkout
// calculation that rests on it.
//
// # Vocabulary
//
// A Record is one piece of configuration, of one of five kinds: a Region where
// the merchant sells, with its defaults and its provider; a Rate of the
// tenant's own at a region; a Rule that gives products their tax category; a
// Registration with a tax authority, or the statement that none is needed; an
// Exemption, a customer's certificate. A Version is what a record says from a
// day on. A Cart is a checkout; a Preview its computed tax; a Snapshot a
// preview that was committed, and never changes. A Reversal takes a snapshot back,
// wholly or by line.
//
// # Dates
//
// A record says something for every day from effective_from to effective_to. A
// change begins on its own effective_from, today when left out, and what the
// record said before that day stays: a result for an earlier date is equal
// before and after the change. Retiring ends a record on a day; nothing is
// deleted.
//
// # What is reversed
//
// A reversal takes its figures from those that were committed, at their own rates:
// law and configuration of the day are not asked. A part is in proportion to what
// is left of its line, and what is all that is left is the remainder itself, so
// that parts come to the whole to the minor unit. Its events stand in the
// snapshot's stream, where what is left is decided.
//
// # Which record counts
//
// Of the call's site, and of the whole tenant. Regions: the one that names the
// destination most closely (postal codes, then region, then country; a site's
// own before the tenant's). Rates: of that region only, a category's own before
// those of all. Rules: by priority, then id, and only for what the cart's line
// leaves open. A site's own registration goes before the tenant's of the same
// place and scheme. Two regions or replacing rates that fit equally well, and
// two registrations that contradict each other about a country of the cart, are
// refused (configuration_ambiguous); nothing is chosen for the caller.
//
// # What the calculation is told
//
// Every fact of a sales document that package indirect takes. The cart names
// the parties' addresses, the buyer's number and certificate, the seller's
// establishments and cross-border sales, the platform or (in the US) the
// marketplace that it is sold through, the import, and where something is
// performed. The merchant's registrations, stated absences of one, and one-stop
// shops come from the configuration alone; the seller is a business.
//
// # What a tenant's entry can not do
//
// A rate of one's own caps the coverage at draft and is named in the result. A
// rule gives a category, never a rate. Exemptions are those that package
// indirect models: certificates of US states. Nothing here makes tax zero
// because something was not known.
package commerce
