// Package payroll computes what a French employer of the private sector withholds
// from a month's pay: the employee's contributions, CSG and CRDS, and income tax
// at source.
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
// # Not computed
//
// The employer's contributions, which depend on size, place, risk and the general
// reduction; overtime, benefits in kind, replacement income, apprentices,
// Mayotte, agricultural and special schemes, contracts of up to two months.
package payroll
