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
//  5. Dividends of Irish companies are income before withholding, taxed with the
//     rest and charged to the Universal Social Charge. Deposit interest under
//     retention tax (ss. 256 to 261) bears that tax alone, and is left out of the
//     increase of the band (s. 15(4)).
//  6. Both together bear PRSI of Class K beside pay, of Class S without, above an
//     amount of each person; it too stands beside the total.
package ie
