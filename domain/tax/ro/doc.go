// Package ro computes the Romanian income tax on salaries on an annual basis.
//
// # Rules, in the order of the Fiscal Code (Law 227/2015)
//
// The tax is a month's (art. 78), and a year that of twelve equal months:
//
//  1. Contributions to pension and health insurance come off the gross salary,
//     to whole lei.
//  2. So does the personal deduction (art. 77), which shrinks by steps with the
//     salary: basic by dependants, of people up to 26, for children at school.
//  3. One rate (art. 64), to whole lei.
//
// In 2025 a part of a salary at the minimum wage is free of all three.
package ro
