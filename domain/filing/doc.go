// Package filing makes the figures of tax returns from posted tax lines: the boxes
// of a form, what each is made of, and what stands against filing them.
//
// # Vocabulary
//
// A Form is a return of a country. A Line is a posted journal line with a tax code,
// its amounts in base currency: above zero where it adds to what its code says, below
// where a refund or reversal takes it back. A Correction is a line whose tax point
// lies in an earlier period that was closed when it was posted: it stands apart.
//
// # Rules
//
// A line counts in the period of its tax point; one that was posted after the line
// that a closing drew counts in the first period that was open then, as a
// correction. A line that a form has no box for, or whose box depends on what is not
// known (the partner's country, a tax number), blocks the form: nothing is put into
// a box by guess. The service never files.
//
// # Sources
//
// Forms name where their boxes were read. The boxes of DE, FR and AU were read in
// public programs and guides, not on the authorities' own forms, and are a draft.
package filing
