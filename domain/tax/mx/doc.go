// Package mx computes the yearly income tax on wages of a resident of Mexico.
//
// # Rules, in the order of the Ley del Impuesto sobre la Renta
//
//  1. Personal deductions reduce the taxable wages; together they are at most the
//     lesser of a share of all income and a number of yearly UMA (art. 151).
//  2. The tariff of the year: a fixed amount and a rate on what lies above the
//     lower limit of the band (art. 152; annex 8 of the Resolución Miscelánea).
//
// The employment subsidy that the employer credits month by month, local taxes
// and social security are not modelled.
package mx
