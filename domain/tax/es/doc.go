// Package es computes the Spanish personal income tax (IRPF) on a general
// taxable income (base liquidable general), on an annual basis: the State's
// half and that of the autonomous community of residence.
//
// # Rules, in the order of the Ley 35/2006 (LIRPF)
//
//  0. From gross wages to the general taxable income (arts. 17 to 20): the
//     contributions given, other expenses, and the reduction for work.
//  1. Personal and family minimum (arts. 56 to 58 and 61): for the taxpayer, by
//     age, and for children; a community may have amounts of its own for its
//     half. A part of the taxable income up to the minimum is taxed at nothing.
//  2. State tax (art. 63): the scale on the taxable income, less the same scale
//     on the minimum.
//  3. Regional tax (art. 74): the same with the community's scale and minimum.
//  4. Deduction for low gross wages from 2025 on (disposición adicional 61ª).
//
// Communities are computed in the years for which scale and minimum were both
// read; in all others, and for the chartered territories, there is no row.
package es
