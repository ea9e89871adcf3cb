// Package il computes the income tax on wages of a resident of Israel.
//
// # Rules, in the order of the Income Tax Ordinance
//
//  1. Progressive rates on income from personal exertion (section 121).
//  2. Credit points, each of the same value, reduce that tax to no less than
//     nothing (sections 33A–48).
//  3. A surtax on what lies above a high income (section 121B).
//
// National insurance, health insurance and the credits for pension savings and
// for places of residence are not modelled.
package il
