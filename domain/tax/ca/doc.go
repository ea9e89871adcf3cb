// Package ca computes the federal and the provincial or territorial income tax
// of an individual in Canada, Quebec's own tax included, on an annual basis.
//
// # Vocabulary
//
// Net income is pay less the enhanced Canada (Quebec) Pension Plan
// contributions and deductible registered retirement contributions; the return
// calls it line 23600. Taxable income equals it here, except in Quebec, where
// the deduction for workers is made as well.
//
// Dividends of Canadian corporations are taxed as more than was received, and
// give a credit of that amount, federal and provincial, both greater for
// eligible dividends.
//
// # Rules
//
//  1. Federal tax, Income Tax Act ss. 117 to 118.7: bands on taxable income,
//     less non-refundable credits at the lowest rate (basic personal amount,
//     the same less the net income of a supported spouse or eligible dependant,
//     Canada employment amount, base pension plan contributions, employment
//     insurance and parental insurance premiums) and the dividend tax credit.
//     Quebec residents are given the abatement of 16.5 % of what is left.
//  2. Provincial or territorial tax outside Quebec: bands on the same taxable
//     income, less the province's credits at its lowest rate, then what the
//     province adds or takes: British Columbia's tax reduction; Ontario's
//     surtax, tax reduction, low-income workers credit and health premium.
//  3. Quebec tax, Taxation Act (Quebec): bands on its own taxable income, less
//     the basic amount, which stands for contributions too, and the dividend
//     tax credit.
//
// Pension plan contributions and premiums are worked out for one employment
// all year, and stand beside the total.
package ca
