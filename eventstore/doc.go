// Package eventstore reads and writes the event log through the official
// EventStoreDB client, on the embedded node and on a cluster alike.
//
// A node in the service's own process is read within it (Config.Here). Other reads,
// and subscriptions, take a connection of the Store's own over that client's stubs,
// and where there is no TLS small appends of many callers share one call on another
// (internal/call), which costs a fraction. In a cluster only the leader is spoken to;
// internal/cluster finds it.
//
// # Vocabulary
//
// Store speaks of raw events: bytes at a place in the log. Codec turns domain
// events into them and back, sealing personal data on the way in and unsealing
// it on the way out. Log is both together: what commands and projections use.
//
// # Promises
//
// An append that returned is durable. Its event ids derive from the command
// (UUIDv5 of command id, stream and index), so that a repeated append writes
// nothing twice. An error is one of ErrWrongRevision, ErrTooLarge, ErrNotUnderstood,
// ErrUnavailable (with ErrRefused or ErrStreamGone where it will not pass) or a
// cancelled context; after ErrUnavailable the append may or
// may not have happened, and repeating the command settles it.
package eventstore
