// Package at computes the Austrian income tax on an income after all
// deductions (Einkommen), on an annual basis.
//
// # Rules, in the order of the Income Tax Act 1988 (EStG 1988)
//
//  0. From gross wages: social insurance, the lump sum for expenses
//     (§ 16 Abs. 3), and the 13th and 14th salary at fixed rates (§ 67).
//  1. Tariff (§ 33 Abs. 1).
//  2. Credits (§ 33 Abs. 2): the Familienbonus Plus first, by the amount
//     claimed, then the transport credit of employees with its supplement,
//     which shrinks to nothing between two incomes. They never make the tax
//     negative here; refunds of social insurance (§ 33 Abs. 8) are not modelled.
//
// Thirteenth and fourteenth salaries taxed at fixed rates (§ 67) are no part of
// the income.
package at
