// Package taxsim reads households in the variable names of TAXSIM-35 and writes
// their taxes in its output names, so that anyone can run the same file through
// this engine and another program.
//
// # Vocabulary
//
// A household is one row: taxsimid, year, state (Statistics of Income code, 0
// for none), mstat (1 unmarried, 2 joint, 6 married separately, 8 dependent),
// page and sage, depx (dependents) with dep13, dep17 and dep18 (those under 13,
// 17 and 18) or age1, age2, …, and amounts in dollars a year. idtl 0 asks for
// the standard output, 2 for v10 to v29 too.
//
// # Rules
//
// An unmarried household with dependents files as head of household. dividends
// are qualified; dep17 take the child tax credit, dep18 the earned income
// credit, dep13 the care credit, as their names say; with ages, children under
// 17, 19 and 13 among the first depx, an age of 0 or none being an infant's.
// psemp, pbusinc and pprofinc (and the spouse's) are self-employment profit,
// pprofinc of a specified service; scorp is active income of an S corporation.
// All but the services paid wages enough for the whole business income
// deduction. Tax is found by the rate schedules, to the cent; the state's own
// tax is not deducted, property tax is.
//
//   - fiitax: Form 1040 line 22 and net investment income tax less refundable
//     credits; payroll and self-employment taxes are not in it.
//   - fica: social security and Medicare taxes of employee and employer,
//     self-employment tax and Additional Medicare Tax; tfica the same without
//     the employer's part.
//   - siitax: the state's income tax; empty where the state, or this household
//     in it, is not modelled. A state is never guessed.
//   - frate: marginal rate of fiitax in the first taxpayer's wages, percent.
//
// transfers, rentpaid and the variables of state credits are read and have no
// effect on the federal tax.
//
// # Sources
//
// The variable names are those of the National Bureau of Economic Research's
// TAXSIM-35 (https://taxsim.nber.org/taxsim35/).
package taxsim
