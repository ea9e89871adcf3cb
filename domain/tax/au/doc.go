// Package au computes the income tax and Medicare levy of an individual in
// Australia, on an annual basis.
//
// # Rules
//
//  1. Tax at the rates of the Income Tax Rates Act 1986 for a resident, a
//     foreign resident or a working holiday maker. A resident for part of the
//     year has a smaller tax-free threshold, and owes the levy of 4. by days.
//  2. The low income tax offset of a resident (Income Tax Assessment Act 1997
//     s. 61-115) is taken from that tax, not from the levy, and is not
//     refundable.
//  3. The small business income tax offset (Income Tax Assessment Act 1997
//     Subdivision 328-F) is taken from what is left, and is not refundable.
//     Franking credits are income (s. 207-20) and a refundable offset (s. 67-25).
//  4. Medicare levy (Medicare Levy Act 1986 ss. 6 and 7) of a resident: 2 % of
//     taxable income, none up to the low-income threshold, and above it at most
//     10 % of the excess.
//  5. Medicare levy surcharge of a resident without private hospital cover, on
//     the whole income at the rate of its tier: a cliff at each tier.
package au
