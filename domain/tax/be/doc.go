// Package be computes the Belgian personal income tax of one resident on a
// globally taxed income, on an annual basis.
//
// # Rules, in the order of the Code des impôts sur les revenus 1992
//
//  0. From gross wages to the taxable income (arts. 49 to 51): the social
//     contributions given, and the lump sum for expenses or higher ones.
//  1. Scale (art. 130).
//  2. Exempt amount (arts. 131, 134): the basic amount reduces the tax at the
//     rate of the lowest band; increases for dependants are not modelled.
//  3. Communal surcharge (art. 465) at the rate given.
//
// The split of the tax between the federation and the regions does not change
// its sum.
package be
