// Package ph computes the income tax of the Philippines of one resident
// individual, on an annual basis.
//
// # Rules, in the order of the National Internal Revenue Code
//
//  1. From gross compensation to what is taxable of it: thirteenth-month pay
//     and other benefits up to a ceiling, other exempt pay, and the employee's
//     contributions to SSS, PhilHealth and Pag-IBIG are left out (section
//     32(B)(7)); pay of a minimum wage earner is exempt (section 24(A)(2)(a)).
//  2. Graduated rates on what is taxable of compensation and on the profit of
//     a business or profession together (section 24(A)(2)(a)).
//  3. On election, eight per cent of gross sales or receipts instead of the
//     rates on profit and of percentage tax (section 24(A)(2)(b) and (c)); what
//     is free of it is not given beside compensation.
//  4. Final taxes on interest of deposits and on dividends of domestic
//     corporations (section 24(B)).
//
// There are no exemptions for a spouse or children since 2018, and spouses
// compute their taxes apart.
package ph
