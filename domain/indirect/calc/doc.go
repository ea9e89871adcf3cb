// Package calc does the arithmetic of a sales document: lines with prices that
// exclude or include tax, discounts, shipping, several taxes on one line, and
// a stated rounding policy under which everything reconciles.
//
// # Vocabulary
//
//   - net: what the supplier keeps; tax: what the state gets; gross = net + tax.
//   - component: one tax on a line (VAT, CGST, HST, a county's sales tax). Every
//     component is a fraction of the same net amount; none is charged on another.
//   - policy: on what an amount of tax is rounded (unit, line or document) and how.
//   - minor unit: the smallest amount of the currency, by ISO 4217.
//
// # Rules
//
// A line's amount is quantity × unit price, rounded to the minor unit by the
// policy's mode, less its discounts; a discount or shipping charge of the
// whole document is divided over the lines by their amounts.
//
// Prices exclude tax: each component is rate × net. Prices include tax: each
// component is gross × rate ÷ (1 + sum of the line's rates) and net = gross −
// tax; net is never computed a second time from the rates. Extracting the tax
// from a gross amount that this package built gives back the very net it was
// built from; the reverse is not promised, since not every gross amount is the
// image of a net amount in cents.
//
// Rounding per document rounds once for every component and rate. The
// difference between that figure and the sum of truncated lines is given to
// the lines with the largest remainders, ties by line id, so that lines always
// add up to the document; each line shows by how much it was moved from its
// exact tax. Totals do not depend on the order of the lines.
package calc
