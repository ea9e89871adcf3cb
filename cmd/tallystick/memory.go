package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// gcPercent spends memory on a third of the time that reading the log would take
// otherwise; GOGC sets another. What comes on top under load grows with what is kept: see
// memoryUsual.
const gcPercent = 400

// gcPercentStart holds until the law is read. What a start keeps is made among several
// times as much that it throws away; collected late, that leaves holes all over the heap,
// which are never given back (at rest 110 MiB with 50, 94 with 20, for two seconds of processor more).
const gcPercentStart = 20

func setGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// memoryUsual is how much the heap takes before garbage is collected sooner than gcPercent
// says: a hundred megabytes that are kept would have four hundred on top. The cache of the
// node is no part of it.
const memoryUsual = 384 << 20

// memoryBound is the most that the heap is to take while it keeps so many bytes. A
// bound near them would have the collector run without end.
func memoryBound(kept uint64) int64 { return max(memoryUsual, 2*int64(kept)) }

// boundMemory bounds the heap by what is kept, until ctx ends, unless GOMEMLIMIT or GOGC
// says how much may be taken.
func boundMemory(ctx context.Context) {
	const period = 5 * time.Second
	if os.Getenv("GOMEMLIMIT") != "" || os.Getenv("GOGC") != "" {
		return
	}
	kept := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for {
		metrics.Read(kept)
		debug.SetMemoryLimit(memoryBound(kept[0].Value.Uint64()))
		select {
		case <-ctx.Done():
			return
		case <-time.After(period):
		}
	}
}
