// Package ussales holds the sales taxes of the United States: state rates and
// taxability as law parameters, and local rates from the rate and boundary
// files that the member states of the Streamlined Sales and Use Tax Agreement
// publish.
//
// # Vocabulary
//
//   - rate file: one line per jurisdiction and period (state, county, place,
//     special district) with its rates; boundary file: which jurisdictions a
//     ZIP code, a ZIP+4 range or an address lies in.
//   - intrastate, interstate: whether the goods were shipped within the state;
//     the files hold a rate for each, and for general goods and for food and
//     drugs.
//   - nexus: what obliges a seller from elsewhere to collect.
//
// # Rules
//
// A sale is taxed where the buyer receives it (sourcing at the destination);
// within some states goods take the local taxes of the seller's place, or of
// both (SourcingOf). A marketplace collects in the seller's stead from the day
// on which its duty is held (MarketplaceOf). A sales tax holiday exempts an item
// of its category up to a price (HolidayOf).
// The state's rate alone is never taken for the whole tax: without local rates
// for the address the answer is local_rate_missing, unless the caller asks for
// scope state_only, which the answer names. An address that a boundary file
// resolves to different jurisdictions at ZIP level needs its ZIP+4. Address
// records (type A) are counted and not used: a ZIP that only they cover is
// missing. What a state does not say about a category is not taken as taxable:
// taxability_not_covered.
//
// # Sources
//
// File layout: Ohio Department of Taxation, Downloadable SSTP Rate Database
// Table and Instructions, https://thefinder.tax.ohio.gov/StreamlineSalesTaxWeb/Download/SSTPRateTableInstructions.aspx;
// Streamlined Sales Tax Governing Board, Rate and Boundary Files Information,
// http://www.streamlinedsalestax.org/index.php?page=alias-11. Rounding: section
// 324 of the Agreement. Rates, taxability and nexus: law parameters of US, with
// their citations; not held are local taxes of states outside the Agreement,
// digital goods, Puerto Rico, holidays on other categories than clothing, school
// supplies, computers and books, and those of years that no file names.
package ussales
