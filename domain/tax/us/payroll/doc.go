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
// employers from their side, Delaware from both. A state whose contributions are
// not known is refused; one that changes in July is that of the pay date. For a
// state the credit reduction of § 3302(c)(2) and the wage base of its
// unemployment tax are filled in where the caller gives none.
//
// # Income taxes of the states
//
// Pennsylvania withholds one rate of all, Arizona the rate that the employee
// elects. Every other state that taxes wages but Arkansas has its formula in the
// file withholding.yaml of its folder. The parameter withholding_how says which
// of these ways it goes:
//
//   - by year: annual wages less reductions, the annual schedule, credits, and
//     what is left divided by the payments of the year. Most states.
//   - by period: the year's reductions and credits are divided, each to the
//     cent, and one rate is applied to the payment: GA, IL, IN, IA, LA, NC, UT;
//     "by table" rounds each allowance apart.
//   - by scaled schedule: the rows of the annual schedule are divided as well:
//     NY, ID, KS, NM, OK.
//   - by printed table: the guide prints a schedule for each frequency, whose
//     figures do not follow from an annual one: NJ, MT, RI, VT, WV. Of years of
//     which only the annual schedule is known, these states go by year.
//
// The schedule is that of the table of the employee's certificate: the status,
// or what withholding_tables makes of it where the state's form names tables of
// its own (Form CT-W4 code A to F, Form NJ-W4 table A to E). The reductions are
// a standard deduction, which may shrink evenly or by steps of wages;
// allowances; a percentage of the wages; the federal income tax of the payment,
// whole (Alabama) or to a limit by wages (Oregon); and social security and
// Medicare taxes to a limit of the year (Massachusetts). Step tables, in which a
// figure goes by the wages, are tables with the keys from_N or over_N.
// Connecticut adds to the year's tax and credits a share of it by steps. The
// income tax of Maryland's counties is withheld with the state's: a rate,
// marginal bands, or a rate on all by bands.
//
// A further state of these kinds is a further file. A state without a file for
// the pay date has no income tax withheld, which the result says, and so have
// localities outside Maryland.
//
// # Legal sources
//
// IRC §§ 3101, 3102, 3111, 3301, 3302, 3306, 3402; Publications 15 and 15-T.
// The states' provisions stand with their figures in
// domain/tax/law/us/payroll_states.yaml and domain/tax/law/us-xx/withholding.yaml.
package payroll
