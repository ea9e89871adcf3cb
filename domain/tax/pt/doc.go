// Package pt computes the Portuguese personal income tax (IRS) of the mainland
// on a taxable income (rendimento coletável), on an annual basis.
//
// # Rules, in the order of the IRS Code (CIRS)
//
//  0. From gross wages to the taxable income (art. 25): each earner's specific
//     deduction, or the contributions to social security where they are more.
//  1. Joint assessment (art. 69): twice the tax on half of a couple's income.
//  2. Scale (art. 68), by its normal rates on each band.
//  3. Additional solidarity rate (art. 68-A), on half of the income as well.
//  4. Credits (deduções à coleta, art. 78) by the amount given, at most down
//     to nothing.
//
// Madeira and the Azores reduce the rates by laws of their own, which are not
// modelled, nor is the subsistence minimum (art. 70).
package pt
