// Package payroll computes what a British employer withholds and owes on one
// payment of pay: tax under PAYE by the tax code, Class 1 National Insurance of
// both sides by category letter, and repayments of student loans.
//
// # Vocabulary
//
//   - tax code: free pay (1257L), additional pay (K475), or a flat rate (BR, D0),
//     with S for Scotland or C for Wales before it, and W1, M1 or X behind it
//     where each payment stands for itself.
//   - pay adjustment: the free or additional pay of one week or month.
//   - earnings period: the interval by which Class 1 contributions are worked
//     out; a director's is the tax year.
//
// # Rules
//
// Tax follows HMRC's Specification for PAYE Tax Table Routines: pay to date less
// the adjustment to date is taxed by bands of so many weeks or months; figures
// between have four places, cut; the tax is cut to the penny; it is at most half
// the pay. In weeks 53, 54 and 56 each payment stands for itself.
//
// Contributions follow the exact percentage method: each side is rounded
// once a band, by the third decimal, five or less down (SI 2001/1004 reg. 12). Thresholds of a week and a month
// are prescribed; those of several are the year's, divided and raised to the
// next pound (reg. 11). A director's are the year's, or their part by weeks.
//
// Repayments of loans are cut to the pound, period by period.
//
// # Not computed
//
// What an employer recovers of statutory payments, the apprenticeship levy,
// Class 1A, and the mariners' letters.
package payroll
