// Package id computes the income tax of Indonesia of one resident employee, on
// an annual basis.
//
// # Rules, in the order of the Income Tax Law
//
//  1. Occupational costs (biaya jabatan), a part of gross income up to a limit,
//     and contributions to old-age and pension schemes as they are given
//     (article 21(3)).
//  2. Income that is not taxable (PTKP), by marriage and dependants.
//  3. Rates on what is left (article 17).
package id
