// Package vn computes the personal income tax of Vietnam on the wages of one
// resident individual, on an annual basis.
//
// # Rules, in their order; provisions of the Law were not read
//
//  1. From gross wages to taxable income: contributions to mandatory insurance
//     as they are given, the deductions for the person and each dependant, and
//     others.
//  2. Progressive rates of the year, twelve times those of a month.
package vn
