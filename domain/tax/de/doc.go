// Package de computes the German income tax on a taxable income (zu
// versteuerndes Einkommen) or on gross wages, on an annual basis.
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
//  5. Progression proviso (§ 32b): what raises the rate only is a fact; the
//     average rate on the sum is applied to the taxable income.
//  6. Wages (§§ 9a, 10, 10c): gross wages less the lump sums or what is given
//     above them, and less the employee's contributions to pension, health and
//     care insurance within their ceilings, are the taxable income.
package de
