// Package co computes the Colombian income tax of an employee on an annual basis.
//
// # Rules, of the Estatuto Tributario
//
//  1. Mandatory contributions are no income; what is left is the net income.
//  2. Deductions and other exempt income come off, then the exempt quarter of
//     the rest (art. 206 no. 10); together at most a part of the net income and
//     an amount (art. 336 no. 3).
//  3. Further deductions stand outside that limit: dependants (no. 3) and
//     purchases with electronic invoices (no. 5).
//  4. The table (art. 241), whose fixed parts are rounded to whole UVT.
package co
