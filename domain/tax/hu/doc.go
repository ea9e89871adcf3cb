// Package hu computes the Hungarian personal income tax (SZJA) of an employee on
// an annual basis.
//
// # Rules, in the order of the Act (CXVII of 1995)
//
//  1. The base is the gross wage; contributions do not reduce it.
//  2. Allowances come off the base in the Act's order: those of mothers and other
//     ones by the amount given, of people under 25, the personal one, and last
//     the family allowance (§ 29/A) by the number of dependants.
//  3. One rate (§ 8).
//
// The social security contribution stands beside the tax. A share of the family
// allowance that the base could not take lowers it.
package hu
