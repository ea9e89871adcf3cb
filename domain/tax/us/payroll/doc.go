// Package payroll computes what an employer withholds and owes on one payment
// of wages: federal income tax, social security, Medicare and Additional
// Medicare Tax of the employee; social security, Medicare and unemployment
// taxes of the employer; and, for a state, the contributions to disability,
// family leave and the like that it takes from either.
//
// # Vocabulary
//
//   - payment: the wages of one pay date, with its frequency.
//   - year to date: the wages paid earlier in the calendar year by this
//     employer, apart for each tax, since their bases differ.
//   - W-4: the employee's certificate, of 2020 or later or of 2019 or earlier.
//
// # Rules
//
// Income tax is withheld by the percentage method for automated payroll systems
// (Publication 15-T, Worksheet 1A). Social security tax ends at the
// contribution and benefit base of the calendar year of payment; Additional
// Medicare Tax is withheld above 200,000 from any one employer, whatever the
// filing status. Each tax is rounded to the cent, half up. Withholding is no
// annual liability: the results of this package say basis "withholding".
//
// A state's contribution has a rate for each side that pays, and ends at no
// wages, at the base of social security or at one of its own; New York caps what
// an employee pays for a week and for a year, and some states exempt small
// employers from their side. A state whose contributions are not known is
// refused. For a state the credit reduction of § 3302(c)(2) and the wage base of
// its unemployment tax are filled in where the caller gives none. The income tax
// of Pennsylvania is withheld at its one rate, that of Arizona at the rate that
// the employee elects, that of other states by the formula of the file
// withholding.yaml in the state's folder: annual wages less a deduction by
// status and allowances, an annual schedule, credits, divided by the periods of
// the year; New York divides its schedule instead, and Illinois, Indiana, Iowa,
// Louisiana, Georgia and North Carolina the deductions. A further state of these
// kinds is a further file. A state without a file for the pay date has no income
// tax withheld, which the result says, and so do localities.
//
// # Legal sources
//
// IRC §§ 3101, 3102, 3111, 3301, 3302, 3306, 3402; Publications 15 and 15-T.
// The states' provisions stand with their figures in
// domain/tax/law/us/payroll_states.yaml and domain/tax/law/us-xx/withholding.yaml.
package payroll
