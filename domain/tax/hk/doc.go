// Package hk computes salaries tax in Hong Kong for one taxpayer, or for a
// married couple that is assessed jointly.
//
// # Rules, Inland Revenue Ordinance (Cap. 112)
//
//  1. Net income: income less the deduction for mandatory contributions to
//     recognised retirement schemes, up to its limit.
//  2. Net chargeable income: net income less the allowances of Part 5.
//  3. Tax is the lower of progressive rates on net chargeable income and
//     standard rates on net income (s. 13, schedules 1 and 2).
//  4. The one-off reduction of the final tax of the year, up to its ceiling.
package hk
