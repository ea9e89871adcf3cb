// Package nodeclient runs the official Node client against the embedded node, to
// know that a client of another language, with its own habits (BatchAppend, event
// ids as strings, positions as big integers), is served as well.
package nodeclient
