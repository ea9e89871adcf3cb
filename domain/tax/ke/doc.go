// Package ke computes the income tax of Kenya of one resident employee, on an
// annual basis.
//
// # Rules, in their order; provisions of the Act were not read
//
//  1. From gross wages to taxable income: contributions to the National Social
//     Security Fund and other pension funds up to a limit, to the Social Health
//     Insurance Fund and the Affordable Housing Levy, and mortgage interest, as
//     they are deducted since 27 December 2024.
//  2. Rates on taxable income.
//  3. Personal relief of a resident.
package ke
