// Package connect sends completed exports to the places that connectors name: a
// webhook, a bucket, an SFTP server, an ERPNext site.
//
// # Rules
//
// Secrets are the operator's configuration. Each serves one tenant and one host, and
// goes nowhere else: no redirect is followed, and a server of SFTP is known by its
// pinned key before anything is said to it. Every connection passes the fetch guard.
//
// The log holds that an attempt begins before anything is sent, and that it succeeded
// once the other side has the file. A crash in between sends the same bytes again,
// under the same name and the same Idempotency-Key; a file is put in place whole or
// not at all.
//
// A webhook gets the file as a POST with Idempotency-Key, Content-Digest (RFC 9530)
// and a signature over both (RFC 9421, hmac-sha256), so that it can tell who sent it
// and that it arrived whole.
package connect
