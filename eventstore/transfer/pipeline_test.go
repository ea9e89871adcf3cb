package transfer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/eventstore"
)

func pipelined(t testing.TB) Pipelined {
	t.Helper()
	x, s := freshServer(t)
	p, err := OpenPipeline(context.Background(), x.config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return Pipelined{s, p}
}

func TestCopyThroughAPipeline(t *testing.T) {
	a, b := freshLog(t), pipelined(t)
	fill(t, a, 1200)
	want, chain := digest(t, a)
	report, err := Copy(t.Context(), source(t, a), b, nil)
	if err != nil || report.Copied != want || report.Chain != chain {
		t.Fatalf("%+v, %v; want %d, %s", report, err, want, chain)
	}
	if n, there := digest(t, b); n != want || there != chain {
		t.Errorf("the target holds %d events, %s", n, there)
	}
	more := eventstore.Raw{Stream: "case-cc-1", ID: uuid.New(), Type: "case.noted.v1", ContentType: contentJSON, Data: []byte("{}")}
	if _, err := a.AppendCopies(t.Context(), []eventstore.Raw{more}); err != nil {
		t.Fatal(err)
	}
	if report, err := Copy(t.Context(), source(t, a), b, nil); err != nil || report.Present != want || report.Copied != 1 {
		t.Errorf("the source has grown: %+v, %v", report, err)
	}
}

// unruly is a pipeline that goes wrong.
type unruly struct {
	Pipelined
	calls int
	do    func(call int, runs [][]eventstore.Raw) (appended [][]eventstore.Raw, err error)
}

func (u *unruly) AppendInOrder(ctx context.Context, runs [][]eventstore.Raw) error {
	u.calls++
	some, err := u.do(u.calls, runs)
	if len(some) > 0 {
		if err := u.Pipelined.AppendInOrder(ctx, some); err != nil {
			return err
		}
	}
	return err
}

var errAway = fmt.Errorf("%w: on purpose", eventstore.ErrUnavailable)

// Whatever of a chunk was appended when the answer was lost, the copy goes on
// with the rest, once each and in order.
func TestPipelineLosesAnswers(t *testing.T) {
	a := freshLog(t)
	fill(t, a, 1100)
	want, chain := digest(t, a)
	for name, part := range map[string]func(runs int) int{
		"nothing":    func(int) int { return 0 },
		"one run":    func(int) int { return 1 },
		"half":       func(runs int) int { return runs / 2 },
		"all":        func(runs int) int { return runs },
		"all but it": func(runs int) int { return max(0, runs-1) },
	} {
		b := &unruly{Pipelined: pipelined(t), do: func(call int, runs [][]eventstore.Raw) ([][]eventstore.Raw, error) {
			if call%2 == 1 {
				return runs[:part(len(runs))], errAway
			}
			return runs, nil
		}}
		report, err := Copy(t.Context(), source(t, a), b, nil)
		if err != nil || report.Copied != want || report.Chain != chain {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
		if n, there := digest(t, b); n != want || there != chain {
			t.Errorf("%s: the target holds %d events, %s", name, n, there)
		}
	}
}

// An append in the middle that failed while later ones did not is found, and
// nothing is written after it.
func TestPipelineOutOfOrder(t *testing.T) {
	a := freshLog(t)
	fill(t, a, 300)
	for name, do := range map[string]func(call int, runs [][]eventstore.Raw) ([][]eventstore.Raw, error){
		"one left out": func(call int, runs [][]eventstore.Raw) ([][]eventstore.Raw, error) {
			if call > 1 {
				return runs, nil
			}
			// Of a stream that no later run of the chunk goes on with.
			last := map[string]int{}
			for i, run := range runs {
				last[run[0].Stream] = i
			}
			skip := len(runs)
			for _, i := range last {
				skip = min(skip, i)
			}
			return append(append([][]eventstore.Raw(nil), runs[:skip]...), runs[skip+1:]...), errAway
		},
		"two exchanged": func(call int, runs [][]eventstore.Raw) ([][]eventstore.Raw, error) {
			out := append([][]eventstore.Raw(nil), runs...)
			for i := 1; i < len(out); i++ {
				if out[i][0].Stream != out[i-1][0].Stream {
					out[i], out[i-1] = out[i-1], out[i]
					break
				}
			}
			return out, nil
		},
	} {
		b := &unruly{Pipelined: pipelined(t), do: do}
		if report, err := Copy(t.Context(), source(t, a), b, nil); !errors.Is(err, ErrOrder) {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// The server goes and comes back in the middle of a copy.
func TestPipelineOutlivesARestart(t *testing.T) {
	a := freshLog(t)
	fill(t, a, 1600)
	want, chain := digest(t, a)
	x, s := freshServer(t)
	p, err := OpenPipeline(t.Context(), x.config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	stopped := false
	report, err := Copy(t.Context(), source(t, a), Pipelined{s, p}, func(r Report) {
		if stopped || r.Copied == 0 {
			return
		}
		stopped = true
		x.node.Close()
		time.AfterFunc(200*time.Millisecond, func() { x.start(t) })
	})
	if err != nil || !stopped || report.Copied != want || report.Chain != chain {
		t.Errorf("%+v, %v", report, err)
	}
	if n, there := digest(t, s); n != want || there != chain {
		t.Errorf("the target holds %d events, %s", n, there)
	}
}

func TestPipelineMeetsAStranger(t *testing.T) {
	a, b := freshLog(t), pipelined(t)
	fill(t, a, 300)
	meddled := &unruly{Pipelined: b, do: func(_ int, runs [][]eventstore.Raw) ([][]eventstore.Raw, error) {
		e := runs[len(runs)-1][0]
		e.ID, e.Revision = uuid.New(), 0
		e.Stream = "case-cc-stranger"
		if _, err := b.AppendCopies(t.Context(), []eventstore.Raw{e}); err != nil {
			return nil, err
		}
		return runs, nil
	}}
	if report, err := Copy(t.Context(), source(t, a), meddled, nil); !errors.Is(err, ErrForeign) {
		t.Errorf("%+v, %v", report, err)
	}
	taken := runsOf([]eventstore.Raw{{Stream: "case-cc-stranger", ID: uuid.New(), Type: "case.noted.v1", ContentType: contentJSON,
		Data: []byte("{}")}})
	if err := b.AppendInOrder(t.Context(), taken); !errors.Is(err, eventstore.ErrWrongRevision) {
		t.Errorf("a stream that is there: %v", err)
	}
}

// A cluster is found by any of its members, and its leader appended to.
func TestPipelineFindsTheLeader(t *testing.T) {
	x, s := freshServer(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go x.node.Serve(l)
	at := l.Addr().String()
	for i, url := range []string{"esdb://" + at + "?tls=false", "esdb+discover://" + at + "?tls=false", "esdb://127.0.0.1:1," + at + "?tls=false"} {
		p, err := OpenPipeline(t.Context(), eventstore.Config{URL: url})
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		e := eventstore.Raw{Stream: fmt.Sprint("case-aa-", i), ID: uuid.New(), Type: "case.noted.v1", ContentType: contentJSON,
			Data: []byte("{}")}
		if err := p.AppendInOrder(t.Context(), [][]eventstore.Raw{{e}}); err != nil {
			t.Errorf("%s: %v", url, err)
		}
		p.Close()
	}
	if n, _ := digest(t, s); n != 3 {
		t.Errorf("%d events were appended", n)
	}
}

func TestOpenPipelineFails(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	for _, url := range []string{"esdb://127.0.0.1:1?tls=false", "esdb://127.0.0.1:1,127.0.0.1:2?tls=false", "not a url\n"} {
		if p, err := OpenPipeline(ctx, eventstore.Config{URL: url}); err == nil {
			p.Close()
			t.Errorf("%q was opened", url)
		}
	}
	log := freshLog(t)
	if to, done := Fast(ctx, log, eventstore.Config{URL: "esdb://127.0.0.1:1?tls=false"}); to != Log(log) {
		t.Error("a log that cannot be reached has a pipeline")
	} else {
		done()
	}
}

// BenchmarkCopy copies a log of small events whose streams take turns, so that
// every append is of one: with a pipeline and without.
func BenchmarkCopy(b *testing.B) {
	const events = 5000
	a := freshLog(b)
	var batch []eventstore.Raw
	for i := range events {
		batch = append(batch, eventstore.Raw{Stream: fmt.Sprintf("case-aa-%d", i%100), Revision: uint64(i / 100), ID: uuid.New(),
			Type:        "case.noted.v1",
			ContentType: contentJSON, Data: []byte(`{"n":1}`), Metadata: make([]byte, 300)})
	}
	for i := 0; i < events; i++ {
		if _, err := a.AppendCopies(b.Context(), batch[i:i+1]); err != nil {
			b.Fatal(err)
		}
	}
	for _, way := range []string{"pipeline", "one by one"} {
		b.Run(way, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				p := pipelined(b)
				to := Log(p)
				if way != "pipeline" {
					to = p.Log
				}
				from, err := ToHead(b.Context(), a, "")
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if _, err := Copy(b.Context(), from, to, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(events*b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
