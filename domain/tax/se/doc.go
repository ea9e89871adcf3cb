// Package se computes the tax on the wages of a resident of Sweden under 66
// (under 65 until 2024, when the work tax credit changed at that age).
//
// # Rules, in the order of Inkomstskattelagen (1999:1229)
//
//  1. The assessed income is the wages less general deductions, down to hundreds
//     (1 kap. 5 §); the basic deduction follows it in price base amounts
//     (63 kap. 2–5 §§).
//  2. Municipal tax at the given rate of municipality and region, and state tax
//     above a threshold (65 kap. 2, 3 and 5 §§).
//  3. The general pension contribution (1994:1744) is levied beside the tax, and
//     all of it is credited against the tax (67 kap. 4 §).
//  4. The work tax credit (67 kap. 7 §) and the credit for earned income
//     (67 kap. 46–47 §§), which only reduce what is left of the municipal tax.
//     Until 2024 the work tax credit fell with high work income.
//
// Burial, church and public service fees, the credit of sparsely populated
// municipalities, capital and household work are not modelled.
package se
