// Package nl computes the Dutch income tax and national insurance
// contributions of a person below AOW age on wages (box 1), on income from a
// substantial interest (box 2) and on wealth (box 3), on an annual basis.
//
// # Rules, in the order of the Wet inkomstenbelasting 2001
//
//  1. Box 1 (art. 2.10): the rates of the first band contain the national
//     insurance contributions, which are thus part of the total.
//  2. Box 2 (art. 2.12): income from a substantial interest, by its own bands.
//  3. Box 3 (arts. 5.2, 5.5, 2.13): deemed returns on bank balances, other
//     assets and debts, in the proportion of what exceeds the exemption. The
//     rebuttal by the actual return is not computed.
//  4. General tax credit (art. 8.10), which shrinks with income: of box 1 until
//     2024, of all boxes since.
//  5. Combination credit (art. 8.14a), where a child under 12 lives there.
//  6. Labour credit (art. 8.11): grows in three stretches, each up to a stated
//     amount, and shrinks again.
//
// Credits never make the tax negative.
package nl
