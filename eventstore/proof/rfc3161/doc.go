// Package rfc3161 has a time stamping authority say when a checkpoint was there
// at the latest, and checks what it said.
//
// # Vocabulary
//
// An Authority is the certificates that are trusted to stamp. A token is a
// TimeStampToken in DER: the authority's signature over the SHA-256 of what was
// stamped (its imprint) and a time. A Stamp is what a token says once it is
// believed.
//
// # Rules
//
// A token counts when one signer signed it, whose certificate it brings; when
// that certificate is for time stamping and nothing else, is the one that the
// signed attributes name (RFC 5816), leads to a trusted one, and was valid at the
// time that it stamps. Whether it was revoked is not asked: a verifier works
// without a network. A Client sends a nonce with every request and takes no
// answer that does not repeat it.
//
// Sources: RFC 3161; RFC 5816 (signing certificates by other hashes than SHA-1).
package rfc3161
