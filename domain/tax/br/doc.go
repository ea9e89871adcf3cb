// Package br computes the yearly income tax on wages of a resident of Brazil.
//
// # Rules, in the order of Lei 9.250/1995
//
//  1. The deductions of the law (social security, dependants, others) or, where it
//     is more, the simplified discount: a share of the income up to a limit
//     (arts. 8 and 10).
//  2. The progressive table of the year (art. 11; the tables of the years).
//  3. From 2026 a reduction of the tax that depends on the income (art. 11-A, by
//     Lei 15.270/2025).
//
// The thirteenth salary is taxed apart and finally, and is left out; so is the
// minimum tax on high incomes, which wages taxed by the table never fall below.
package br
