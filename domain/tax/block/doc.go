// Package block holds the building blocks of tax formulas: schedules, tapers,
// credits, limits, quotients, rounding and proration. Jurisdictions compose
// them; nothing here knows a country.
//
// # Vocabulary
//
//   - slice: each band's rate applies to the part of the amount inside it.
//   - slab: the rate of the band that holds the amount applies to all of it.
//   - taper: an allowance that shrinks as a measure of income rises.
//   - quotient: tax on a share of the income, times the number of shares.
//   - Mode: Rounded computes as the law says, roundings included; Exact leaves
//     every rounding and stepping out, which is the formula whose slope is the
//     marginal rate. A block that rounds takes a Mode, never a global switch.
//
// Edges belong to the band below: 37,700 is taxed in the band "up to 37,700",
// and the next unit is taxed in the one above. All arithmetic is exact decimal
// (34 digits); only Quo can lose digits, past the 34th.
package block
