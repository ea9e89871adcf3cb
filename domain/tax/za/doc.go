// Package za computes the normal tax of a natural person in South Africa, on
// an annual basis, for a year of assessment that ends on the last day of
// February.
//
// # Rules, Income Tax Act 58 of 1962
//
//  1. Taxable income: remuneration, and interest above its exemption
//     (s. 10(1)(i)), less contributions to retirement funds (s. 11F).
//  2. Normal tax at the rates fixed by the year's Rates and Monetary Amounts
//     Act (s. 5).
//  3. Rebates by age on the last day of the year (s. 6): primary, secondary
//     from 65, tertiary from 75, each on top of the ones before.
//  4. Medical scheme fees tax credit (s. 6A), for each month and each person on
//     whose behalf fees are paid. Neither rebates nor credit are refundable.
//  5. Dividends of resident companies are exempt from normal tax (s.
//     10(1)(k)(i)) and bear dividends tax (s. 64E), which is in the total.
package za
