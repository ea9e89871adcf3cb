// Package node is an embedded event log that speaks the EventStoreDB protocol:
// one process, gRPC on any net.Listener, storage in one directory. Official
// clients of any language connect to it as to a server with TLS off; who needs
// more than one machine points them at a cluster instead. A node replicates
// nothing.
//
//	n, err := node.Open(node.Options{Dir: dir})
//	l, err := net.Listen("unix", filepath.Join(dir, "socket"))
//	go n.Serve(l)
//	...
//	err = n.Close()
//
// # What it does
//
// Append and BatchAppend with every expected revision; reads of streams and of
// $all in both directions; catch-up and live subscriptions, filtered by prefixes
// or a regular expression over stream names or event types; stream metadata
// ($maxCount, $maxAge, $tb; $acl and properties are kept, not acted upon); delete
// and tombstone; links ($>); persistent subscriptions of streams and of $all;
// gossip, server features. It has no users, access control, projections, or
// scavenging: a listener is as open as its socket, and what metadata hides is
// hidden, not removed.
//
// # Contract
//
// An append is whole or absent, and answered when it is durable. Concurrent
// appends share syncs.
//
// Positions are those of single events, and commit and prepare position are the
// same number. They grow strictly in the order in which appends were decided and
// are never used twice, not even after a crash; there may be gaps. Revisions of a
// stream have none. A reader sees an event only when it is durable.
//
// Events that are in the stream already are not written again: for the expectations
// "any" and "exists" wherever they stand, for a revision or "none" if they stand
// right behind it, hidden by metadata or not. The answer is that of the first time;
// where only some of them stand there, it is a wrong expected version.
//
// Data and metadata come back byte for byte. The content type is one of
// application/json and application/octet-stream, and anything else becomes the
// latter, as in EventStoreDB. Creation times are the node's clock, in ticks of
// 100 ns, and never go back within the log.
//
// Subscriptions deliver in order, each event once; across reconnects a client
// that resumes behind the last position it handled misses and repeats nothing.
// Persistent subscriptions deliver at least once, and in no promised order once
// messages are retried. Their state is beside the log, not in it.
//
// # Where it differs from EventStoreDB
//
// storetest.Rules is what both do. On purpose otherwise:
//
//   - The last events of a stream, repeated at the revision that they led to, are a
//     repetition; the real server writes them twice. It knows repetitions of "any"
//     only as long as its memory reaches, the node for ever.
//   - A subscription to a stream that is not there is told at once that it has
//     caught up.
//   - Appends to the stream "$$" are refused; the real server ends itself.
//   - Every append of a BatchAppend call is answered, even if the call is half-closed
//     before.
//   - A read of $all from a position at which no event stands begins with the next;
//     the real server fails (Unknown), for it reads bytes there that are no event.
//   - There are no users, no monitoring and no redaction service.
//   - A regular expression that takes longer than a tenth of a second or so on one name
//     ends the call (InvalidArgument); the real server goes on for as long as it takes.
//   - The stream of a group's parked messages is shown, and can be read by its name;
//     it is not in $all, cannot be subscribed to, and ends with the group.
//
// # On disk
//
// A directory holds a Pebble database and a small file named TAIL. An event is
// stored once, under its position; the index of a stream maps revisions to
// positions. Package internal/store describes keys, records, group commit,
// recovery, and what is detected when files are damaged: a torn end that was not
// acknowledged is dropped, a log that lost acknowledged events is refused with
// ErrTruncated, changed bytes are ErrCorrupt or an error of Pebble's.
//
// # When it fails
//
// With too little disk space appends answer Unavailable until there is more.
// After a failed commit or flush they answer Unavailable until the node is opened
// again, while reads go on. A request that cannot be understood is
// InvalidArgument; a panic is Internal, logged, and ends nothing but its call.
//
// # Bounds
//
// An append has at most Options.AppendBytesMax bytes, a stream name 4 KiB, a
// message 17 MiB. Reads and subscriptions hold one page, of 512 KiB or one event,
// also for a client that does not read: a commit only wakes a subscription, which
// then reads from the log. One that waits holds next to nothing. A consumer of a persistent subscription has
// at most 4096 messages in flight, kept as references.
package node
