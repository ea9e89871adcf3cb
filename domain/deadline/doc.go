// Package deadline computes until when somebody must act on a notice of a tax
// authority, and shows each step and the law it rests on.
//
// # Vocabulary
//
// A Kind is a type of notice of a place ("closure_notice" of GB) for notices
// dated within its days. Its Terms lead from the date of the notice to the last
// day: a number of days, business days or months. A term may be the law's
// fiction of when a notice is known (deemed), and may roll: where its last day is
// no working day, the next working day takes its place. Working days are those
// of a Calendar: not Saturday, not Sunday, not a holiday of the region.
//
// # Rules
//
// The earlier of the computed and the stated day counts; a difference is told. A
// kind that the table lacks has the stated day, or none and a missing fact: no
// term is ever guessed. A month ends on the day of the same number, or on the
// month's last day where it has no such day (BGB § 188 (2), (3)).
//
// ActBy is the last working day up to the due day: where the law does not roll,
// acting on the due day itself may not be possible.
//
// A holiday that could not be confirmed by two sources is left out of a
// calendar. That can make a day come too early, and never too late; a region
// without a calendar has its weekends only, and the deadline says so.
//
// The table is deadline.yaml, embedded: terms, provisions and holidays, each
// with its sources and the day they were checked.
package deadline
