// Package tax is the contract of the deterministic calculators: what a caller
// asks (Request), what comes back (Result), and what a jurisdiction declares
// about itself (Jurisdiction). One package per jurisdiction implements it,
// from the parameters in package law and the building blocks beside them.
//
// A calculator is a pure function of the parameters of a year and the facts of
// the request: no I/O, no clock, no floating point, no guess. It ends in one
// of three ways: a Result; an *InputError that names every faulty field; or
// *Unavailable, when no coverage row matches what was asked.
//
// # Vocabulary
//
//   - income: what the jurisdiction declares it means when income_basis is absent.
//   - total_tax: income taxes and surcharges after non-refundable and before
//     refundable credits and payments; social contributions stand beside it as
//     components with InTotal false, unless they are fused into the rate.
//   - marginal_rate: the right-hand slope of the unrounded formula.
//   - statutory_rate: the rate of the band that was entered.
//   - tax type: what a coverage row is for: individual_income,
//     corporate_income, capital_gains. A request without one asks for
//     individual_income.
//   - region: the slug that was named is echoed; the rates are those of the
//     region it is the same as.
//   - tier: how far a figure may be trusted. A coverage row has one; its
//     exceptions give a lower one to requests with certain facts or kinds of
//     income, and a result has the lowest of those that it meets.
//   - dataset: the parameters of one jurisdiction and tax year at a legal
//     cut-off (LawAsOf), named "gb-income-2025-26/2026.11".
//
// # Where to find what
//
// Registry (registry.go) indexes the declarations and answers requests
// (calculate.go: the checks that every place shares; facts.go; finish.go: what
// every result shares; except.go: tiers). YearForm (years.go) reads and writes
// tax-year labels, for requests and for the planner alike. Work and Slope
// (work.go) are what a formula is evaluated with. The building blocks are in
// package block, the list of places in package all, the shared tests in package
// taxtest.
// docs/adding-a-jurisdiction.md walks through it.
package tax
