// Package rates answers which rate of VAT or GST a place puts on a category of
// goods or services on a day, with the provision or publication behind it.
//
// # Vocabulary
//
//   - place: an ISO 3166-1 country, or a territory of it with rules of its own.
//   - territory: a part of a country that VAT law singles out: with other rates
//     (Madeira), outside the VAT area (Livigno), or taxed as another country
//     is (the Isle of Man).
//   - area: which law of cross-border trade applies: EU, GB, NI (EU rules for
//     goods, GB rules for services), or third.
//   - class: the name under which a place holds a rate: standard, reduced,
//     reduced_2, super_reduced, parking, special, increased, temporary; besides
//     them zero (taxed at 0 %, deduction kept) and exempt.
//
// # Data
//
// The figures are law parameters, one folder a country: vat_rate_<class> or
// gst_rate_<class>, dated; <territory>_rate_<class> for a territory;
// levy_<code> for what is charged beside the standard rate on the same base
// (the health and education levies of Ghana); and category_<code>, which names the class of a category, or several classes
// separated by "|" where the place taxes parts of the category differently.
//
// # Rules
//
// Nothing is guessed. A date without a rate, a category without a mapping, a
// territory whose tax is not held, each is a *refusal.Blocked that says so. A
// category marked standard in the catalogue carries the standard rate unless
// the place maps it otherwise; that assumption stands in the answer.
//
// The tier is computed from what is cited: beta where an official and an
// independent source agree, else draft. No place is covered: that asks for
// official sources throughout and official worked examples.
package rates
