// Package ch computes the Swiss direct federal tax of an individual or couple
// on a taxable income, or on a single employee's gross wage, on an annual
// basis. Cantonal and communal taxes, the larger part of the burden, are
// modelled for the city of Zurich alone.
//
// # Rules, in the order of the Federal Act on Direct Federal Tax (DBG)
//
//  0. From a gross wage: contributions, the lump sum for professional expenses
//     and insurance premiums (arts. 26 and 33), of 2024 and 2025.
//  1. Tariff (art. 36 paras. 1 and 2): an amount at the beginning of each step,
//     as the law prints it, and more for each further 100 francs.
//  2. Couples and parents (paras. 2 and 2bis) have a tariff of their own, and a
//     reduction for each child or dependant in the household.
//  3. A tax below 25 francs is not levied (para. 3).
//
// Zurich levies the simple tax of its tariff (§ 35 of its tax act) at the
// multipliers of canton and city, and a personal tax.
//
// The steps are those of the year's ordinance on bracket creep (VKP).
package ch
