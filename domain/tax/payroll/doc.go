// Package payroll is what the payroll calculations of all places share: how a
// payment of wages is asked for, and how it is answered.
//
// # Vocabulary
//
//   - payment: the pay of one pay date, with its frequency.
//   - facts: what the place's law needs beside the pay: a tax code, a category
//     letter, a tax class, a certificate; and what was paid and withheld earlier
//     in the year, apart for each levy, since their bases differ.
//
// # Rules
//
// A place declares itself as a tax.Jurisdiction whose rows have the tax type
// payroll; the year of a payment is the one that contains its pay date. The
// income of the request is the pay of the payment. Its results say basis
// "withholding": what is withheld from one payment is no annual liability.
//
// TotalTax is the taxes and contributions that are withheld from the employee.
// What the employer owes, and repayments of loans, are components outside it.
package payroll
