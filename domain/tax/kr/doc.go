// Package kr computes the income tax of an employee resident in South Korea,
// as the year-end settlement determines it, with local income tax.
//
// # Rules, in the order of Income Tax Act arts. 14, 15 and 137
//
//  1. Wage income: total salary less the employment income deduction (art. 47).
//  2. Tax base: less personal deductions (arts. 50, 51), pension contributions
//     (art. 51-3) and health and employment insurance (art. 52), at most down
//     to 0 (arts. 51(4), 51-3(3)).
//  3. Basic rates (art. 55).
//  4. Credits: wage income (art. 59), children and births (art. 59-2), pension
//     accounts (art. 59-3), marriage, special ones as given, and the standard
//     credit of those who claim no special deduction or credit (art. 59-4(9)).
//  5. Local income tax: a tenth of the determined tax (Local Tax Act art.
//     103-15). Amounts under 10 won are dropped (Treasury Funds Act art. 47).
package kr
