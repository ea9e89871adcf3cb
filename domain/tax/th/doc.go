// Package th computes the personal income tax of Thailand of one resident
// employee, on an annual basis.
//
// # Rules, in the order of the Revenue Code
//
//  1. Exemption of a resident of 65 or more, or disabled.
//  2. Expenses: part of income of employment, up to a limit (section 42 bis).
//  3. Allowances: for the taxpayer, a spouse without income, children, parents
//     and disabled persons; contributions to social security, and others as
//     they are given (section 47).
//  4. Rates on what is left, the net income, of which the first
//     band is exempt.
//
// The tax of half a per cent of gross income is not for income
// of employment.
package th
