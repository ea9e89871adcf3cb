// Package books is a set of books: whose country, currency, chart and fiscal
// year hold for the journal of a site, and which of its periods are closed.
//
// # Vocabulary
//
// A set of books belongs to a site, or to the tenant as a whole (site 0). A
// period is a calendar month. Closing a period takes two events: "closing"
// draws the line in the log, "closed" says what stood before it: an entry that
// the log holds after the line counts in the next open period, so the totals of
// a closed period stand. Periods close in their order and reopen in the
// opposite one. A fiscal year has the label of the calendar year in which it
// begins, with the two digits of the next one where it does not begin in
// January: 2026, 2026-27.
//
// A waiver is an owner's leave, with reason and last day, to do without a
// second person, for a tenant in which nobody else may do the second step.
//
// # Rules
//
// Base currency and fiscal year stand once something is posted. Base currency
// and country are checked against the chart. An account is one of the chart's
// or the tenant's own; it is deactivated, never deleted.
package books
