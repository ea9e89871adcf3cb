// Package no computes the tax on the wages of a resident of Norway.
//
// # Rules, in the order of Skatteloven (1999 no. 14)
//
//  1. General income: wages less the minimum standard deduction (§ 6-32), other
//     deductions and the personal allowance (§ 15-4), taxed at one rate that
//     state, county and municipality share.
//  2. Bracket tax on personal income (Stortinget's yearly tax resolution § 3-1).
//  3. National insurance contribution on personal income (folketrygdloven § 23-3),
//     which stands beside the total: nothing up to an income, then at most a
//     quarter of what lies above it.
//
// In the action zone (Finnmark and northern Troms) the rate on general income is
// lower and a deduction of its own is made (§ 15-5). Svalbard is not modelled.
package no
