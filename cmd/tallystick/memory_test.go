package main

import (
	"context"
	"math"
	"runtime/debug"
	"testing"
)

// The bound follows what is kept, never so near that the collector would run without end,
// and who sets one of the runtime's own variables is not overruled.
func TestMemoryIsBoundedByWhatIsKept(t *testing.T) {
	for kept, want := range map[uint64]int64{0: memoryUsual, 100 << 20: memoryUsual, 300 << 20: 600 << 20, 1 << 40: 2 << 40} {
		if bound := memoryBound(kept); bound != want {
			t.Errorf("%d bytes are kept: %d, want %d", kept, bound, want)
		}
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, set := range []string{"GOMEMLIMIT", "GOGC", ""} {
		for _, name := range []string{"GOMEMLIMIT", "GOGC"} {
			t.Setenv(name, map[bool]string{true: "100"}[name == set])
		}
		debug.SetMemoryLimit(math.MaxInt64)
		boundMemory(ended)
		if bound := debug.SetMemoryLimit(-1); (bound == math.MaxInt64) != (set != "") {
			t.Errorf("with %q set the bound is %d", set, bound)
		}
	}
}
