// Package india computes the income tax of an individual in India for a
// financial year, under the new regime (section 115BAC) or the old one.
//
// # Rules
//
//  1. Total income: salary less the standard deduction of the regime, and under
//     the old regime less the deductions that a fact names; rounded to ten
//     rupees (s. 288A).
//     Dividends of a resident are income of another head (s. 56), taxed with
//     the rest; above the limit from which their surcharge is lower than that
//     of the rest they are not modelled.
//  2. Tax at the slab rates of the regime; under the old one by age.
//  3. Rebate of a resident (s. 87A): all of the tax up to a limit of total
//     income. Under the new regime tax just above the limit is at most the
//     income above it (marginal relief).
//  4. Surcharge on the tax by total income, at most 25 % under the new regime,
//     with marginal relief at each threshold: tax and surcharge exceed those at
//     the threshold by no more than the income above it.
//  5. Health and education cess on tax and surcharge; the sum is rounded to ten
//     rupees (s. 288B). From 1 April 2026 the Income-tax Act 2025 stands in the
//     place of the Act of 1961.
package india
