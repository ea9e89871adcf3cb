// Package vn computes the personal income tax of Vietnam on the wages of one
// resident individual, on an annual basis.
//
// # Rules, in the order of the Law on Personal Income Tax
//
//  1. From gross wages to taxable income: contributions to mandatory insurance
//     as they are given, the deductions for the person and each dependant, and
//     others (articles 19 to 21).
//  2. Progressive rates of the year, twelve times those of a month (article 22).
package vn
