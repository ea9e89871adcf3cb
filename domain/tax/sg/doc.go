// Package sg computes the income tax of an individual in Singapore for a year
// of assessment, which taxes the income of the calendar year before it.
//
// # Rules
//
//  1. Chargeable income of a resident: assessable income less personal reliefs,
//     which together are capped (Income Tax Act 1947 s. 39(15)). Earned income
//     relief is given by age; the other reliefs are facts.
//  2. Tax at the progressive rates of the Second Schedule.
//  3. The personal income tax rebate of the year of assessment: a share of the
//     tax up to a cap, for residents; then the parenthood tax rebate, as given.
//  4. A non-resident's employment income is taxed at 15 % or at the resident
//     rates without reliefs, whichever is higher.
package sg
