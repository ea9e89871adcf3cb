// Package reactors does the work that follows an event, outside any request:
// forwarding events to a message broker, and finishing what a forgotten subject
// asks for.
//
// # Rules
//
// The log is the queue. A reactor runs on one process at a time, under a lock of
// its own, and is at least once: its position moves after its work is done, so
// whatever it does must bear being done again. It decides nothing; what it learns
// goes back through a command.
package reactors
