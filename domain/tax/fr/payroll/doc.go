// Package payroll computes what a French employer of the private sector withholds
// from a month's pay: the employee's contributions, CSG and CRDS, and income tax
// at source; and, from 2026 where the size of the business is given, what the
// employer owes beside it.
//
// # Sources
//
// Code général des impôts art. 204 A to 204 H (withholding, neutral rates);
// Code de la sécurité sociale arts. L. 136-1-1, L. 136-2 (CSG), D. 242-4
// (pension), R. 242-2 and R. 242-3 (ceilings of the year to date); the agreement
// of 17 November 2017 (complementary pension). The rates are in payroll.yaml and
// wages.yaml.
//
// # Rules
//
// Contributions are those of the year to date less those of the year to the
// month before, so that ceilings are made good within the year. Each is rounded
// to the cent. Tax is the rate on the net taxable pay: the gross without
// contributions and the deductible CSG, with what the employer pays for health.
// The rate is the one that the administration has sent or, without one, the
// neutral one of the place of residence, on pay from an edge of the grid on.
//
// The employer's side has the rates of the rules that Urssaf publishes with its
// simulators. The general reduction is that of the month's pay by itself, as it is
// taken in advance, by the minimum wage of 1 January; the year's regularisation is
// not computed.
//
// # Not computed
//
// The employer's contributions before 2026 and overseas, the supplement to the
// apprenticeship tax from 250 employees on, transitional rates of businesses that
// grow past a size, bonus-malus of unemployment insurance; overtime, benefits in kind, replacement income, apprentices,
// Mayotte, agricultural and special schemes, contracts of up to two months.
package payroll
