// Package link is the signed download link: a credential for one download of one
// body of one record, which whoever holds it may use until it expires or is
// revoked.
//
// # Vocabulary
//
// A Resource is what a link is for: a kind and an id. A Claim is all that a link
// says: who signed, for which tenant and resource, which bytes (checksum) in which
// format, until when. A token is a claim with its HMAC-SHA256; the path is no part
// of it, so that a link survives a change of paths.
//
// # Rules
//
// A token is checked by its signature, its expiry, whether its link stands in the
// log and is not revoked, and whether the bytes are still those that it names.
// Whatever fails, the answer is the same.
package link
