// Package de computes the German income tax on a taxable income (zu
// versteuerndes Einkommen), on an annual basis.
//
// # Rules, in the order of the Income Tax Act (EStG)
//
//  1. Tariff (§ 32a Abs. 1): the taxable income is rounded down to a whole
//     euro, and so is the tax; the tariff is a quadratic curve in its second
//     and third zone.
//  2. Splitting (§ 32a Abs. 5): twice the tax on half of a couple's income,
//     that half being rounded down as well.
//  3. Children (§§ 31, 32 Abs. 6): the allowances are taken where they save
//     more than child benefit; child benefit is then added to the tax.
//  4. Solidarity surcharge (SolZG 1995 §§ 3, 4) and church tax (§ 51a) are
//     measured by the tax after the allowances in any case. The surcharge
//     begins above a threshold with a mitigation zone, and drops fractions of
//     a cent.
//
// How wages become taxable income (expenses, insurance contributions, special
// expenses) is not modelled, so a gross income is refused.
package de
