//go:build race

package http

// poolBytes is what pools that the race detector empties at random may cost, in bytes.
const poolBytes = 1 << 20
