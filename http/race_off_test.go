//go:build !race

package http

// poolBytes is what pools that are emptied meanwhile may cost, in bytes.
const poolBytes = 64 << 10
