// Package pl computes the Polish personal income tax by the tax scale (PIT) on
// a taxable base, on an annual basis.
//
// # Rules, in the order of the PIT Act (ustawa o PIT)
//
//  0. From gross wages of one employment to the base: contributions to social
//     insurance (art. 26 ust. 1 pkt 2) and flat costs (art. 22 ust. 2).
//  1. The base is rounded to a whole zloty, and so is each tax (Ordynacja
//     podatkowa art. 63).
//  2. Scale (art. 27): two rates, less the reducing amount; spouses assessed
//     jointly owe twice the tax on half of their income (art. 6 ust. 2).
//  3. Solidarity levy (art. 30h) on what exceeds a million, of each spouse.
//
// Health and social insurance contributions stand beside the tax. The joint
// assessment of lone parents is not modelled.
package pl
