// Package gr computes the Greek personal income tax on wages on an annual basis.
//
// # Rules, in the order of the Income Tax Code (Law 4172/2013)
//
//  0. From gross wages to the taxable income: the employee's contributions.
//  1. Scale (art. 15 par. 1), from 2026 on with lower rates by the number of
//     dependent children.
//  2. Credit (art. 16) by the number of children, tapered by the income except
//     for large families, at most down to nothing.
//
// The lower rates of people up to 30 and the ceiling of contributions on high
// wages, which counts by payments, are not modelled.
package gr
