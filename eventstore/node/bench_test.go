package node_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore/node"
)

// BenchmarkClientAppend is a durable append of one event of 500 bytes through the
// official client. Compare with the benchmarks of internal/store in one run.
func BenchmarkClientAppend(b *testing.B) {
	for _, callers := range []int{1, 16, 64} {
		b.Run(fmt.Sprint("callers=", callers), func(b *testing.B) {
			_, socket := startNode(b, node.Options{})
			c := dial(b, socket)
			if _, err := c.GetServerVersion(); err != nil {
				b.Fatal(err)
			}
			data := make([]byte, 500)
			var left, number atomic.Int64
			left.Store(int64(b.N))
			b.ResetTimer()
			var wg sync.WaitGroup
			for range callers {
				wg.Go(func() {
					for left.Add(-1) >= 0 {
						e := esdb.EventData{EventID: uuid.New(), EventType: "case.opened.v1", ContentType: esdb.ContentTypeJson, Data: data}
						stream := fmt.Sprint("case-t1-", number.Add(1)/10)
						if _, err := c.AppendToStream(context.Background(), stream, esdb.AppendToStreamOptions{}, e); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

func BenchmarkClientReadAll(b *testing.B) {
	_, socket := startNode(b, node.Options{})
	c := dial(b, socket)
	const total = 100_000
	for i := range total / 1000 {
		list := make([]esdb.EventData, 1000)
		for j := range list {
			list[j] = esdb.EventData{EventID: uuid.New(), EventType: "case.opened.v1", ContentType: esdb.ContentTypeJson, Data: make([]byte, 500)}
		}
		mustAppend(b, c, fmt.Sprint("case-t1-", i), esdb.NoStream{}, list...)
	}
	b.ResetTimer()
	for range b.N {
		if n := countAll(b, c); n != total {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.N)*total/b.Elapsed().Seconds(), "events/s")
}
