// Package state computes the income taxes of the states of the United States
// from the federal return, for the incomes and households that each state's
// entry in the table names. What an entry does not model is refused, never
// left out silently: the state's tax is then unavailable.
//
// # Vocabulary
//
//   - base: where the state's computation starts, federal adjusted gross income
//     or federal taxable income.
//   - tax: the state's income tax after nonrefundable and before refundable
//     credits, which are outside it; local income taxes are not part of it.
//
// # Legal sources
//
// The statutes named beside each parameter in domain/tax/law/us-xx.
package state
