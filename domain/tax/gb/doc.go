// Package gb computes the income tax and the capital gains tax of an
// individual in Great Britain and Northern Ireland, on an annual basis.
//
// # Vocabulary
//
//   - non-savings income: employment, trade, pension, property and other income.
//   - net income: total income less reliefs of Step 2 (here: pension
//     contributions under a net pay arrangement).
//   - adjusted net income: net income less grossed-up gifts and gross
//     contributions with relief at source (s. 58).
//   - limits: the basic and higher rate limits, and a Scottish taxpayer's own,
//     raised by those gross amounts (s. 414; Finance Act 2004 s. 192).
//
// # Rules, in the order of Income Tax Act 2007 s. 23
//
//  1. Total income, by kind; of a trade or letting the receipts less the trading
//     or property allowance, where that is less (ITTOIA 2005 Part 6A).
//  2. Reliefs: net income.
//  3. Allowances: the personal allowance (s. 35), reduced by half of the
//     adjusted net income over 100,000 and rounded up to the next pound, less
//     what was transferred to a spouse (s. 55B); the blind person's (s. 38).
//     They are set against the kinds of income in the way that reduces the
//     liability most (s. 25).
//  4. Rates: non-savings income lies at the bottom, savings above it,
//     dividends on top (s. 16). Section 10 outside Scotland, the year's Scottish
//     Rate Resolution for non-savings income in it (s. 11A). Wales adds the
//     Senedd's rates to those of s. 10 less 10 points (s. 6B, 11B). Savings: the
//     starting rate (s. 12), the nil rate (s. 12A, 12B). Dividends: the nil
//     rate (s. 13A).
//  5. Tax reductions (s. 26): the transferable allowance.
//  6. Additional tax (s. 30): the high income child benefit charge.
//
// National Insurance and student loan repayments are components outside the
// total. Capital gains tax is a tax type of its own: capital_gains.
package gb
