// Package cz computes the Czech personal income tax (daň z příjmů fyzických
// osob) of an employee on an annual basis.
//
// # Rules, in the order of the Income Tax Act (586/1992 Sb.)
//
//  1. The base is the gross wage (§ 6: contributions do not reduce it), less
//     deductions by the amount given (§§ 15, 34), down to whole hundreds.
//  2. Two rates (§ 16); the tax is rounded up to whole koruna (Tax Code § 146).
//  3. Credits of the taxpayer and for a spouse (§§ 35ba, 35bb), at most down to nothing.
//  4. The child tax advantage (§ 35c) lowers what is left; what exceeds it is
//     paid as a bonus, if it and the income are large enough.
//
// Social and health insurance stand beside the tax. The separate tax base,
// business income and the lump-sum tax are not modelled.
package cz
