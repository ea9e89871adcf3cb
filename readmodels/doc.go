// Package readmodels holds all the SQL of the service: for each table its
// shape, its writes and its queries, one file a group. It imports no events;
// projections say what changes, this package says how.
//
// # Fences
//
// Requests read as the role tallystick_request, which owns nothing and cannot
// bypass row security. Every query names its tenant twice: in its own filter,
// and in the setting app.tenant that the row policies compare; the setting is
// made in the same batch as the query and ends with it, so a forgotten filter
// returns nothing rather than another tenant's rows.
//
// # Versions
//
// Each version of a projection owns a schema (cases_v1). Requests read through
// views in the schema read, which point at the live version; a flip replaces
// the views in one transaction.
package readmodels
