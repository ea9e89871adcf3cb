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
//     credits, which are outside it.
//   - part: how much of a kind of income beside wages, interest and dividends
//     (gains, self-employment, social security, unemployment compensation) a
//     state taxes; a kind without a part in a year is refused.
//   - locality: a county or city with an income tax of its own, beside the
//     state's: the counties of Indiana and Maryland, New York City and Yonkers.
//
// # Legal sources
//
// The statutes named beside each parameter in domain/tax/law/us-xx: income.yaml
// for the state, incomes.yaml for the part of each kind of income that it
// taxes, aged.yaml for what it gives to the aged and blind, households.yaml for
// what plain households need beside (retirement income, itemised deductions, care,
// student loans, dependents, refundable credits), local.yaml for its localities.
package state
