package store

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// The floor of an append is Pebble committing the same bytes with sync, from as
// many goroutines; run the two benchmarks together and compare.

const benchData = 500

var benchCallers = []int{1, 16, 64}

func BenchmarkAppend(b *testing.B) {
	for _, callers := range benchCallers {
		b.Run(fmt.Sprint("callers=", callers), func(b *testing.B) {
			var groups atomic.Uint64
			s, err := Open(Options{Dir: b.TempDir(), Observe: func(int, int, time.Duration) { groups.Add(1) }})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			defer func() { b.ReportMetric(float64(b.N)/float64(groups.Load()), "events/commit") }()
			var n atomic.Uint64
			inParallel(b, callers, func(int) error {
				i := n.Add(1)
				var id [16]byte
				binary.BigEndian.PutUint64(id[:], i*0x9e3779b97f4a7c15)
				_, err := s.Append(fmt.Sprintf("case-t1-%032x", i/10), Expected{}, []Proposed{{
					ID: id, Type: "case.opened.v1", JSON: true, Data: make([]byte, benchData),
				}})
				return err
			})
		})
	}
}

func BenchmarkPebbleSetSync(b *testing.B) {
	for _, callers := range benchCallers {
		b.Run(fmt.Sprint("callers=", callers), func(b *testing.B) {
			db, err := pebble.Open(b.TempDir(), &pebble.Options{MemTableSize: memTableBytes})
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			var n atomic.Uint64
			value := make([]byte, benchData)
			inParallel(b, callers, func(int) error {
				return db.Set(eventKey(nil, n.Add(1)), value, pebble.Sync)
			})
		})
	}
}

func inParallel(b *testing.B, callers int, fn func(caller int) error) {
	b.ResetTimer()
	var wg sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(b.N))
	for c := range callers {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				if err := fn(c); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkReadAll(b *testing.B) {
	s, err := Open(Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	const events = 200_000
	for i := range events / 1000 {
		list := make([]Proposed, 1000)
		for j := range list {
			binary.BigEndian.PutUint64(list[j].ID[:], uint64(i*1000+j)*0x9e3779b97f4a7c15)
			list[j].Type, list[j].Data = "case.opened.v1", make([]byte, benchData)
		}
		if _, err := s.Append(fmt.Sprintf("case-t1-%032x", i), Expected{}, list); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("pebble", func(b *testing.B) {
		for range b.N {
			it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: []byte{prefixEvent}, UpperBound: []byte{prefixEvent + 1}})
			if err != nil {
				b.Fatal(err)
			}
			for more := it.First(); more; more = it.Next() {
				_ = it.Value()
			}
			_ = it.Close()
		}
		b.ReportMetric(float64(b.N)*events/b.Elapsed().Seconds(), "events/s")
	})
	b.Run("store", func(b *testing.B) {
		var p Page
		for range b.N {
			for q := (AllQuery{Limit: math.MaxUint64}); ; q.From = p.Next {
				if err := s.ReadAll(&p, q); err != nil {
					b.Fatal(err)
				}
				if !p.More {
					break
				}
			}
		}
		b.ReportMetric(float64(b.N)*events/b.Elapsed().Seconds(), "events/s")
	})
}
