// Package feeds is what leaves the books for other programs: exports of a range
// in a format.
//
// # Vocabulary
//
// An Export is one file of the entries that were posted by an instant (KnownAt)
// and are booked in a range of days. A provisional export may hold days of periods
// that can still change. LogPosition is how many leaves of the tenant's tree stood
// before the request: the same range, format and position are the same bytes.
//
// # Rules
//
// An export that is not provisional needs a range that has ended, without an
// entry in it that waits to be posted; a format may ask for more. What is exported
// stays: a file is kept under its hash, and an export that failed says why.
package feeds
