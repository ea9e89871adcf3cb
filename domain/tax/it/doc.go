// Package it computes the Italian personal income tax (IRPEF) of an employee on
// a taxable income, with regional and municipal surtaxes at given rates, on an
// annual basis.
//
// # Rules, in the order of the income tax code (TUIR)
//
//  0. From gross wages to the taxable income (art. 51): the employee's
//     contributions, by the amount given.
//  1. Scale (art. 11).
//  2. Credit for employment income (art. 13): a least amount at low incomes,
//     then two ratios, which are cut to four decimals (comma 6).
//  3. Further credit of the wedge cut (L. 207/2024), from 2025.
//  4. Surtaxes of region and municipality, where income tax is due.
//  5. Trattamento integrativo and the sum of the wedge cut are paid out; they
//     stand outside the total.
//
// The employment is permanent unless said otherwise, and lasts all year.
package it
