// Package my computes the income tax of Malaysia of one resident individual,
// on an annual basis.
//
// # Rules, in the order of the Income Tax Act 1967
//
//  1. From gross wages to chargeable income: reliefs for the person, a spouse
//     and children, and for contributions within their limits (section 46).
//  2. Rates on chargeable income.
//  3. Rebate of the person, and of a spouse whose relief is claimed, where
//     chargeable income does not exceed a limit.
package my
