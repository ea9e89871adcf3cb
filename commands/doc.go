// Package commands carries out everything that changes the log.
//
// Execute is the one loop: permission, load, replayed command?, If-Match,
// decide, append, and again when another writer was faster. Each group's file
// holds its commands as rows over that loop: operation name, permission, the
// stream it writes, and the facts of other aggregates that its decision needs.
// Nothing here knows about HTTP, so a command that arrives over a message bus
// is checked like any other.
package commands
