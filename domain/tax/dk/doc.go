// Package dk computes the tax on the wages of a resident of Denmark.
//
// # Rules
//
//  1. Labour market contribution of the gross wages (arbejdsmarkedsbidragsloven
//     § 1); what is left is personal income (personskatteloven § 3).
//  2. Bottom tax on personal income (§ 6); from 2026 middle, top and top-top
//     tax, before that top tax, on its upper parts (§§ 6 a to 7).
//  3. Municipal and church tax on taxable income: personal income less the
//     employment and job allowances (ligningsloven §§ 9 J, 9 K) and other
//     assessment-oriented deductions.
//  4. The taxes shrink by the value of the personal allowance at the rates of
//     bottom, municipal and church tax (§§ 9, 10, 12).
//  5. Tax ceiling (§ 19): where bottom, municipal and upper taxes together
//     exceed the ceiling of a band, the upper tax of that band is reduced.
//
// The Faroe Islands and Greenland have their own taxes.
package dk
