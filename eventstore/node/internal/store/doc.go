// Package store is the log under the node: events in Pebble, written by one
// goroutine and read by any number.
//
// # Keys
//
// All integers in keys are big-endian, so that byte order is number order.
//
//	'e' position(8)                      the event, stored once
//	'n' number(8) revision(8)            position and id of that revision
//	'h' stream                           the stream's number
//	'i' event id(16) hash of stream(8)   position, of revisions from 16,384 on
//	'c' key                              the node's own state, opaque here
//
// A stream's number is the position of its first event: short, and new streams come
// last, so that the index grows at its end. Where a stream ends, the index says;
// whether it holds an event id, for idempotent retries, too, by a table in memory
// that is read from there. Only for long streams ids have keys of their own.
//
// An event's value starts with everything a filter needs (stream and type), so
// that a filtered read over a huge log never touches the payload. The layout is
// in record.go.
//
// # Formats
//
// In the first format a stream's index was
//
//	's' len(2) stream revision(8)        position of that revision
//
// every event had its 'i', and 'h' held the last revision, its position and a
// tombstone flag. Logs of that format are opened as they are, nothing is
// rewritten: streams that were begun in it keep that index and those ids, and what
// their 'h' says of their end is not believed. Records written since have version 2,
// which a program that knows the first format only refuses.
//
// # Order
//
// One goroutine, the writer, decides. It takes every request that waits, checks
// each against the state that the ones before it leave, stages them in one Pebble
// batch, and hands that to Pebble. Another, the publisher, waits for the sync, one
// for each group, and answers, while the writer decides the next group on what the
// one before will leave. Positions are handed out in that order, so the order of
// positions, of revisions within a stream, and of the write-ahead log are the same
// order.
//
// # Durability
//
// A request is answered only when its batch, and all before it, are synced: one
// that writes nothing too, for it was decided on what they wrote. The head moves
// after the sync, and no read goes past the head, so nobody sees an event that a
// crash could take back. A batch is atomic: after a crash an append is there whole
// or not at all.
//
// # The tail
//
// Beside Pebble lies one small file, TAIL (tail.go), with two numbers:
//
//   - the reservation: no position above it was ever handed out. It is synced
//     before the first position of a block is used, and after an unclean stop
//     numbering resumes above it. A position is therefore never used twice, even
//     if the write-ahead log lost its end.
//   - the witness: a position that was acknowledged. It is noted at most once a
//     second, after the log itself was synced.
//
// When the write-ahead log is torn or cut inside what was not yet acknowledged,
// Open drops that piece and carries on. When it is cut further back, what remains
// is a clean prefix of the log, because a batch is either whole or absent. Open
// compares its end with the witness and answers ErrTruncated if acknowledged
// events are missing; a loss within the last second before a crash may go
// unnoticed by the witness, and then only the prefix property and the unused
// positions hold. Bytes changed inside the synced part are found by Pebble's
// checksums and are an error of Open or of the read that meets them; only within
// the last 32 KiB of the write-ahead log do they look like a torn end, and are
// treated as one.
//
// # Failure
//
// When a commit or a background flush fails (disk full, I/O error), the store
// stops taking writes and answers ErrFailed until it is opened again. Reads go on
// up to the head. A write whose commit failed may or may not be there after
// reopening, as after any lost answer; a retry with the same event ids finds out.
// Where Pebble cannot end a file of the write-ahead log, or begin the next one, it
// would end the process; failFS keeps that from it. Options.MinFree is there so that a
// full disk is noticed before any of this.
package store
