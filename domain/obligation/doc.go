// Package obligation is the calendar of returns: for every registration and period,
// until when a return is made, by the rule that says so, and whether it was filed.
//
// # Vocabulary
//
// An Obligation is one return of one site: a form and a period. It follows from a
// merchant's registration, which says how often returns are made (month, two_months,
// quarter, half_year, year) and statements of supplies to other Member States; it is
// nothing that somebody writes down. Filing it is: Filed says when, with which
// reference, and freezes the figures that were filed.
//
// # Rules
//
//   - A due day rests on a cited rule. Where the law leaves the period open and the
//     registration does not say it, or no rule is held, the registration stands apart
//     with what is missing; no day is guessed. What a rule does not take in makes a
//     day too early, never too late, and is said.
//   - open: the period is not over; due: it is; overdue: the day is past; filed.
//     conditional: it is over, and the books do not hold what alone would ask for it.
//   - What was filed is final. The return's figures are those that the books knew
//     at the filing; what is posted later with a tax point in the period is a
//     correction in the first period that is not filed.
//   - The service files nothing: it keeps what somebody says was filed.
//
// # Sources
//
// Each rule of rules.yaml names its provision and where it was read.
package obligation
