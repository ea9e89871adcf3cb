// Package payroll computes what a German employer withholds and owes on one
// payment of current wages: wage tax by class, the solidarity surcharge, church
// tax, and the contributions of both sides to social insurance.
//
// # Vocabulary
//
//   - tax class: 1 to 6; in class 4 a couple may have a factor.
//   - child allowances: as the certificate counts them, by halves; they count for
//     surcharge and church tax alone.
//   - provision: the allowance for insurance that the law assumes
//     (Vorsorgepauschale).
//   - transition zone: monthly pay up to 2,000, of which the employee owes less.
//
// # Rules
//
// Wage tax follows the Ministry's flow chart (Programmablaufplan, § 39b (6)
// EStG) of the pay date: the payment is taken for a year, taxed, and the tax
// divided. December 2024 makes good what the eleven months before it had too
// much. From July 2023 until the end of that year yearly payments are not held.
//
// Contributions are of the pay up to each ceiling, divided by days; each side's
// half is rounded to the cent, the additional rate and the surcharge of the
// childless apart.
//
// # Not computed
//
// One-off payments, pensions, the relief for age, marginal employment, church
// tax by a special fee, the employer's levies U1, U2 and for insolvency, and
// accident insurance.
package payroll
