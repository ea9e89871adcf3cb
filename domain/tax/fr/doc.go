// Package fr computes the French income tax of a household (foyer fiscal) in
// metropolitan France, on an annual basis.
//
// # Rules, in the order of the Code général des impôts
//
//  0. Gross wages, where income_basis says so: contributions and the deductible
//     part of CSG come off (arts. 83 1° and 154 quinquies), which leaves the
//     declared salary (salaire net imposable).
//  1. Salaries (art. 83 3°), where the declared salary is given or computed:
//     10 % off for each earner, with a floor and a ceiling, or actual expenses.
//  2. Family quotient (arts. 194, 195, 197 I 1): the scale applies to the
//     income of each part; a child in alternating custody counts half.
//  3. Cap (art. 197 I 2): what the parts beyond the adults' own save is capped.
//  4. Décote (art. 197 I 4): a relief for a small tax.
//  5. Contribution exceptionnelle (art. 223 sexies) and contribution
//     différentielle (art. 224) on high incomes.
//  6. Amounts are rounded to the nearest euro (art. 1657), and less than 61
//     euros are not collected.
//
// Social levies (CSG, CRDS, contributions) are no part of the tax: of gross
// wages they stand beside it.
package fr
