// Package gateway serves one tenant's part of the event log, read-only, to any
// official EventStoreDB client: to auditors who replay it and to jobs that
// analyse it. It reads through eventstore.Store and so stands before the
// embedded node and before a cluster alike.
//
// # Credentials
//
// HTTP Basic, as EventStoreDB clients send them: any user name, an API key as
// the password. The principal of the key needs events:read. Every call is
// checked when it begins; one that goes on is checked again twice a second, so
// that a revoked key, a lost role or a lost site ends or narrows it.
//
// # What is seen
//
// The streams of the tenant's registered categories, nothing else. A stream
// reads as missing when its name is not the tenant's or no event of it is of a
// site that the principal was granted; a system stream ($…) is refused, as real
// servers do. Reads of $all and subscriptions to it skip what is not the
// tenant's; audit streams come only when the caller's filter names them: a
// stream prefix or regular expression with the category's name in it, an event
// type prefix or expression with the beginning of its types. Regular
// expressions are RE2. Personal data stays sealed.
//
// # What is refused
//
// Every method but Read, GetSupportedMethods and Gossip.Read, with
// PermissionDenied. GetSupportedMethods and Gossip.Read say nothing of any tenant
// and answer without credentials, because clients ask them before they have any.
//
// # Records
//
// A Read leaves a call.recorded.v1 before its first message and one after its
// last; a refused call leaves one with its reason. Calls without a known key are
// counted by minute, as those of the API are. Method is "GRPC", route the
// method's path.
//
// # Falling behind
//
// A subscription that was live and whose reader does not keep up is told FellBehind,
// given all that it missed, and told CaughtUp again. EventStoreDB's protocol has the
// first message and its official clients pass it on; the server itself, which also
// says CaughtUp again, does not send it.
//
// # Memory
//
// A call holds one page of a read, or a few items of a subscription: the log is
// read no faster than the client reads, and the subscription to the log of a
// client that does not read is given up until it reads on. Calls are bounded per
// principal and in all.
package gateway
