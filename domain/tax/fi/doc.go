// Package fi computes the tax on the wages of a resident of mainland Finland.
//
// # Rules, in the order of Tuloverolaki 1535/1992
//
//  1. Net earned income: wages less the deduction for their acquisition (95 §).
//  2. From it: the employee's pension, unemployment and daily allowance
//     contributions (96 §), up to 2024 the earned income deduction (105 a §),
//     and the basic deduction (106 §). What is left is taxed by state,
//     municipality and parish alike.
//  3. The state's progressive scale (124 § and the yearly act), the
//     municipality's rate (130 §) and the parish's, both facts.
//  4. The work income credit (125 §) is taken from the state tax, and what is
//     left of it from the municipal tax, the medical care contribution and the
//     church tax in proportion.
//  5. The public broadcasting tax stands beside them, after no credit.
//
// Åland has its own scale and municipal tax and is not modelled.
package fi
