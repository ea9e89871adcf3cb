// Package overlay is the law that a tenant lays over the embedded law: rule packs,
// and rates that somebody set by hand or a run took from structured data. There
// is one mechanism for all of them.
//
// # Vocabulary
//
// A Pack is parameters of one place with dated, cited values, in the format of
// the law files. Each publication of a pack is an immutable Version; publishing
// the same content again changes nothing. A retired pack lays nothing over. What
// all packs of a tenant make together is a law.Overlay.
//
// # Rules
//
//   - A pack sets values of parameters that a calculator reads, in their own unit
//     and shape. It adds no parameter, changes no rounding and no structure.
//   - A value stands in place of the embedded one during its own period, which is
//     open when it has no end; outside it the embedded law goes on.
//   - Two packs must not set one parameter during the same days.
//   - A result that reads a value of a pack is draft, and names pack and version.
//     Every other result is as it was.
//   - All that is unmet is said at once.
package overlay
