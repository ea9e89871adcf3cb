// Package nz computes the income tax of an individual in New Zealand, on an
// annual basis.
//
// # Rules
//
//  1. Income tax at the basic rates of Income Tax Act 2007 schedule 1; for
//     2024-25 at the composite rates of the year in which the thresholds rose.
//  2. Independent earner tax credit (ss. LC 13 to LC 15), where it is claimed:
//     from a net income of 24,000, less 13 cents for each complete dollar over
//     the threshold. In 2024-25 the parts before and after 31 July 2024 are
//     worked out with their own thresholds, by days.
//  3. Imputation credits attached to dividends are income (s. CD 15) and taken
//     from the tax (s. LE 1); what exceeds it is carried forward (s. LE 3).
//  4. The ACC earners' levy is a social contribution and stands beside the
//     total, in the years for which its rate and limit are confirmed.
package nz
