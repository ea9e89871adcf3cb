package textindex

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/blevesearch/bleve/v2"
)

// passagesOfBench is how many passages the benches build and search; a full run asks
// for a million.
func passagesOfBench(b *testing.B) int {
	if n, err := strconv.Atoi(os.Getenv("TALLYSTICK_BENCH_PASSAGES")); err == nil {
		return n
	}
	return 10_000
}

// bare builds with the library alone: the same mapping, fields and batches, and
// nothing else.
func bare(b *testing.B, path string, all []Entry) bleve.Index {
	b.Helper()
	x, err := bleve.New(path, Mapping())
	if err != nil {
		b.Fatal(err)
	}
	batch := x.NewBatch()
	for i := range all {
		data, err := Fields(&all[i])
		if err == nil {
			err = batch.Index(all[i].ID, data)
		}
		if err == nil && (batch.Size() == batchSize || i == len(all)-1) {
			err = x.Batch(batch)
			batch.Reset()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return x
}

// BenchmarkBuild builds an index beside the library alone in the same run; the ratio
// of their speeds is to be 0.8 or more. Seed 19.
func BenchmarkBuild(b *testing.B) {
	all := entries(19, passagesOfBench(b))
	var ours, floor time.Duration
	for i := range b.N {
		began := time.Now()
		x := bare(b, filepath.Join(b.TempDir(), "bare"), all)
		x.Close()
		floor += time.Since(began)
		began = time.Now()
		if err := Build(context.Background(), filepath.Join(b.TempDir(), fmt.Sprint("ours", i)), "rel-1", each(all)); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(began)
	}
	b.ReportMetric(float64(len(all)*b.N)/ours.Seconds(), "passages/s")
	b.ReportMetric(floor.Seconds()/ours.Seconds(), "of_bare")
}

func each(all []Entry) func(func(*Entry) error) error {
	return func(add func(*Entry) error) error {
		for i := range all {
			if err := add(&all[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

// BenchmarkSearch asks the same queries of an index and of the library alone; the
// ratio of their 95th percentiles is to be 1.3 or less. Seed 19.
func BenchmarkSearch(b *testing.B) {
	all := entries(19, passagesOfBench(b))
	path := filepath.Join(b.TempDir(), "ours")
	if err := Build(context.Background(), path, "rel-1", each(all)); err != nil {
		b.Fatal(err)
	}
	ours, err := Open(path, "rel-1")
	if err != nil {
		b.Fatal(err)
	}
	defer ours.Close()
	floor := bare(b, filepath.Join(b.TempDir(), "bare"), all)
	defer floor.Close()
	var took, alone []time.Duration
	b.ResetTimer()
	for i := range b.N {
		q := Query{Text: fmt.Sprintf("word%d word%d word%d", i%400, i*7%400, i%60), Limit: 10, Builtin: true}
		r := ours.Request(q)
		began := time.Now()
		if _, err := floor.Search(r); err != nil {
			b.Fatal(err)
		}
		alone = append(alone, time.Since(began))
		began = time.Now()
		if _, _, err := ours.Search(context.Background(), q); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	b.ReportMetric(float64(p95(took).Microseconds()), "p95_us")
	b.ReportMetric(p95(took).Seconds()/p95(alone).Seconds(), "of_bare")
}

func p95(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)*95/100]
}
