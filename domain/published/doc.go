// Package published records the rate tables that others publish and that the
// operator imports: exchange rates of central banks and customs, and the rate
// and boundary files of US states.
//
// # Vocabulary
//
// A table is one publisher's exchange rates ("ecb", "hmrc-monthly"), in a
// stream per year: rates-0-ecb_2026. A dataset is one rate file with its
// boundary file, in a stream of its own: rates-0-us_mnr2026q2feb18. Both belong
// to the platform, not to a tenant: everyone computes with the same ones.
//
// # Size
//
// An event stays below 64 KiB and a stream below 1,000 events, so tables and
// files are cut into parts. The boundary file of a large state, address lines
// left out (they are counted and not used), comes to some 20 MB of normalised
// lines, or 400 parts; what would pass 900 parts is refused. A dataset counts
// only once its last event, SalesRatesCompleted, says that it is whole, so an
// import that was cut off changes nothing, and repeating it continues it.
//
// # Corrections
//
// A rate that was published anew with another figure is recorded again, and
// the later record counts, unless its file was taken earlier; what has not
// changed is not recorded twice. Of a state's datasets the one imported last
// counts: each holds the periods of those before it.
package published
