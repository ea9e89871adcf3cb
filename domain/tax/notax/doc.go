// Package notax computes the income tax on wages in the countries that levy
// none: the United Arab Emirates, Qatar, Kuwait, Bahrain, Saudi Arabia,
// Monaco, the Bahamas, the Cayman Islands and Bermuda.
//
// # Rules
//
//  1. The income is employment income. Its rate is 0, a parameter of law with
//     its provision or the authority's statement.
//  2. Any other kind of income is unavailable: a profit may be taxed as that of
//     a business (AE above a turnover, QA, SA), and is never taken for wages.
//  3. What remains is named in every result: contributions to social insurance,
//     the payroll tax of Bermuda, the tax that France lays on French nationals
//     in Monaco.
package notax
