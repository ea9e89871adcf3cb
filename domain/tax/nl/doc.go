// Package nl computes the Dutch income tax and national insurance
// contributions on wages (box 1) of a person below AOW age, on an annual basis.
//
// # Rules, in the order of the Wet inkomstenbelasting 2001
//
//  1. Box 1 (art. 2.10): the rates of the first band contain the national
//     insurance contributions, which are thus part of the total.
//  2. General tax credit (art. 8.10), which shrinks with income.
//  3. Labour credit (art. 8.11): grows in three stretches, each up to a stated
//     amount, and shrinks again.
//
// Credits never make the tax negative. Boxes 2 and 3 are not modelled.
package nl
