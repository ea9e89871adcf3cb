// Package ie computes the income tax, Universal Social Charge and employee
// PRSI of an individual or a jointly assessed couple in Ireland, on an annual
// basis.
//
// # Rules
//
//  1. Income tax, Taxes Consolidation Act 1997 s. 15: the standard rate up to
//     the standard rate band of the status, the higher rate above it. A
//     jointly assessed couple's band grows by the lower earner's income, up to
//     a maximum (s. 15(3)).
//  2. Credits (ss. 461, 461A, 462B, 466A, 472) are taken from income tax only
//     and are not refundable. The employee credit of a person is at most that
//     person's pay at the standard rate (s. 472(4)).
//  3. Universal Social Charge, Part 18D: none where a person's aggregate
//     income does not exceed 13,000 (s. 531AM(2)), else on all of it by s.
//     531AN; each spouse is charged alone.
//  4. PRSI is a weekly contribution by date of payment. It stands beside the
//     total, worked out for even pay over 52 weeks.
//  5. Profit of a trade or profession is taxed with the rest. Its credit, and both
//     together, are at most what the law says of each person (s. 472AB). Where what
//     is no pay exceeds 100,000, the charge on the excess is higher (s. 531AN(2)).
//  6. Dividends of Irish companies are income before withholding, taxed with the
//     rest and charged to the Universal Social Charge. Deposit interest under
//     retention tax (ss. 256 to 261) bears that tax alone, and is left out of the
//     increase of the band (s. 15(4)).
//  7. Who has profit is a self-employed contributor: PRSI of Class S is on profit,
//     dividends and deposit interest in one contribution, at least a fixed amount
//     (Social Welfare Consolidation Act 2005, ss. 20 and 21). Who has none owes on
//     dividends and interest Class K beside pay (ss. 30E and 30F), Class S without,
//     once they are more than an amount of each person. The rate is by the months
//     of each (s. 38BA); it too stands beside the total.
package ie
