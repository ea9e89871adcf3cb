package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// slowLog holds each append until it is let go, and keeps what is durable.
type slowLog struct {
	mu       sync.Mutex
	durable  map[string]bool // by request id
	appends  int
	largest  int        // events of an append
	heaviest int        // bytes of an append
	let      chan error // nil = at once
}

func (l *slowLog) Append(_ context.Context, stream string, _ eventstore.Expected, events ...eventstore.Proposed) (eventstore.Appended,
	error) {
	if l.let != nil {
		if err := <-l.let; err != nil {
			return eventstore.Appended{}, err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.appends++
	l.largest = max(l.largest, len(events))
	bytes := 0
	for _, e := range events {
		bytes += len(e.Data) + len(e.Metadata)
		l.durable[stream+string(e.Metadata)] = true
	}
	l.heaviest = max(l.heaviest, bytes)
	return eventstore.Appended{}, nil
}

func (l *slowLog) holds(request string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k := range l.durable {
		if contains(k, `"request":"`+request+`"`) {
			return true
		}
	}
	return false
}

func contains(s, part string) bool {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return true
		}
	}
	return false
}

func newRecorder(l *slowLog) *commands.Recorder {
	l.durable = map[string]bool{}
	return &commands.Recorder{Log: l, Now: func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }}
}

func record(r *commands.Recorder, tenant, request string) error {
	return r.Record(context.Background(), event.Metadata{Tenant: tenant, Request: request}, audit.CallRecorded{Method: "GET", Status: 200,
		Outcome: "ok"})
}

// Many calls share few appends, and each is durable when its Record returns.
func TestRecorderGroups(t *testing.T) {
	l := &slowLog{let: make(chan error)}
	r := newRecorder(l)
	var observed int
	r.Observe = func(n int) { observed += n }
	const calls = 300
	var work, queued sync.WaitGroup
	for i := range calls {
		queued.Add(1)
		work.Go(func() {
			request := fmt.Sprintf("r%d-", i)
			queued.Done()
			if err := record(r, "firm", request); err != nil {
				t.Error(err)
			}
			if !l.holds(request) {
				t.Errorf("%s was acknowledged before it was durable", request)
			}
		})
	}
	queued.Wait()
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case l.let <- nil:
			case <-stop:
				return
			}
		}
	}()
	work.Wait()
	close(stop)
	if l.appends >= calls || observed != calls {
		t.Errorf("%d appends, %d records observed, for %d calls", l.appends, observed, calls)
	}
	t.Logf("%d calls in %d appends", calls, l.appends)
}

// A batch far above the bound goes in parts.
func TestRecorderBoundsAnAppend(t *testing.T) {
	l := &slowLog{}
	r := newRecorder(l)
	payloads := make([]event.Payload, 1200)
	for i := range payloads {
		payloads[i] = audit.CallRecorded{Status: i}
	}
	if err := r.Record(t.Context(), event.Metadata{Tenant: "firm"}, payloads...); err != nil {
		t.Fatal(err)
	}
	if l.largest > 512 || l.appends != 3 {
		t.Errorf("%d appends, the largest of %d", l.appends, l.largest)
	}
}

// Calls whose records are large go in more appends, each far below what a server takes,
// however few records that is.
func TestRecorderBoundsTheBytes(t *testing.T) {
	l := &slowLog{let: make(chan error)}
	r := newRecorder(l)
	refused := audit.CallRefused{Status: 422, Code: "x", Reason: strings.Repeat("r", 2000)}
	for range 100 {
		refused.Unmet = append(refused.Unmet, strings.Repeat("u", 100))
	}
	var work sync.WaitGroup
	for range 200 {
		work.Go(func() {
			if err := r.Record(t.Context(), event.Metadata{Tenant: "firm"}, refused); err != nil {
				t.Error(err)
			}
		})
	}
	time.Sleep(100 * time.Millisecond) // so that most wait for the first
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	for waiting := true; waiting; {
		select {
		case l.let <- nil:
		case <-done:
			waiting = false
		}
	}
	if l.appends < 4 || l.heaviest > 512<<10 {
		t.Errorf("%d appends, the heaviest of %d bytes", l.appends, l.heaviest)
	}
}

// Every call of a batch that failed hears of it; the next batch is none the
// worse; and one tenant's log does not hold up another's.
func TestRecorderFailure(t *testing.T) {
	l := &slowLog{let: make(chan error)}
	r := newRecorder(l)
	first := make(chan error)
	go func() { first <- record(r, "firm", "first") }()
	l.let <- nil // the first is alone in its append
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	go func() { first <- record(r, "firm", "held") }()
	var work sync.WaitGroup
	errs := make([]error, 5)
	l.let <- fmt.Errorf("%w: down", eventstore.ErrUnavailable)
	if err := <-first; fault.As(err) == nil || fault.As(err).Code != fault.StoreUnavailable || !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	for i := range errs {
		work.Go(func() { errs[i] = record(r, "firm", fmt.Sprint("failing", i)) })
	}
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case l.let <- fmt.Errorf("%w: down", eventstore.ErrUnavailable):
			case <-stop:
				return
			}
		}
	}()
	work.Wait()
	close(stop)
	for i, err := range errs {
		if f := fault.As(err); f == nil || f.Code != fault.StoreUnavailable {
			t.Errorf("call %d of a failed batch: %v", i, err)
		}
	}
	go func() { first <- record(r, "other", "another tenant") }()
	l.let <- nil
	if err := <-first; err != nil || !l.holds("another tenant") {
		t.Errorf("after the failure: %v", err)
	}
}

// A caller that leaves does not take the record along: it is written all the
// same, and nobody waits for ever.
func TestRecorderCallerLeaves(t *testing.T) {
	l := &slowLog{let: make(chan error)}
	r := newRecorder(l)
	ctx, cancel := context.WithCancel(context.Background())
	left := make(chan error)
	go func() {
		left <- r.Record(ctx, event.Metadata{Tenant: "firm", Request: "left"}, audit.CallRecorded{})
	}()
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	l.let <- nil
	if err := func() error { go func() { l.let <- nil }(); return record(r, "firm", "next") }(); err != nil || !l.holds("left") {
		t.Errorf("the record of the caller who left is lost (%v)", err)
	}
}

// pickyLog refuses an append that holds a record of one of the culprits, as a
// store refuses what is too large for it.
type pickyLog struct {
	slowLog
	culprits map[string]bool
}

func (l *pickyLog) Append(ctx context.Context, stream string, expected eventstore.Expected,
	events ...eventstore.Proposed) (eventstore.Appended, error) {
	for _, e := range events {
		for c := range l.culprits {
			if contains(string(e.Metadata), `"request":"`+c+`"`) {
				return eventstore.Appended{}, fmt.Errorf("%w: test", eventstore.ErrTooLarge)
			}
		}
	}
	return l.slowLog.Append(ctx, stream, expected, events...)
}

// A record that the log refuses stands alone in the end: its neighbours' are
// durable.
func TestRecorderSparesTheNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &pickyLog{culprits: map[string]bool{}}
		l.let = make(chan error)
		r := newRecorder(&l.slowLog)
		r.Log = l
		var work sync.WaitGroup
		failures := make([]error, rapid.IntRange(2, 60).Draw(t, "calls"))
		for i := range failures {
			if rapid.IntRange(0, 9).Draw(t, "refused") == 0 {
				l.culprits[fmt.Sprintf("r%d.", i)] = true
			}
		}
		for i := range failures {
			work.Go(func() { failures[i] = record(r, "t", fmt.Sprintf("r%d.", i)) })
		}
		close(l.let)
		work.Wait()
		for i, err := range failures {
			request := fmt.Sprintf("r%d.", i)
			if refused := l.culprits[request]; refused != (err != nil) || refused == l.holds(request) {
				t.Fatalf("%s: %v", request, err)
			}
		}
	})
}

// However large what a call brings to its record is, the record is small.
func TestRecordsAreBounded(t *testing.T) {
	l := &slowLog{}
	r := newRecorder(l)
	var sizes []int
	r.Log = sized{l, &sizes}
	huge := strings.Repeat("é", 1<<15)
	unmet := slices.Repeat([]string{huge}, 1000)
	if err := r.Record(t.Context(), event.Metadata{Tenant: "t"}, audit.CallRecorded{Method: huge, Route: huge, Via: huge},
		audit.CallRefused{Code: huge, Reason: huge, Unmet: unmet}); err != nil {
		t.Fatal(err)
	}
	if len(sizes) != 2 || slices.Max(sizes) > 16<<10 {
		t.Errorf("records of %v bytes", sizes)
	}
	if len(unmet) != 1000 || unmet[0] != huge {
		t.Error("what was given was changed")
	}
}

type sized struct {
	commands.Appender
	sizes *[]int
}

func (s sized) Append(ctx context.Context, stream string, expected eventstore.Expected, events ...eventstore.Proposed) (eventstore.Appended,
	error) {
	for _, e := range events {
		*s.sizes = append(*s.sizes, len(e.Data)+len(e.Metadata))
	}
	return s.Appender.Append(ctx, stream, expected, events...)
}

// endedLog has streams that somebody has ended for good.
type endedLog struct {
	slowLog
	ended map[string]bool
	tried int
}

func (l *endedLog) Append(ctx context.Context, stream string, expected eventstore.Expected,
	events ...eventstore.Proposed) (eventstore.Appended, error) {
	l.tried++
	if l.ended[stream] {
		return eventstore.Appended{}, fmt.Errorf("%w: %w", eventstore.ErrUnavailable, eventstore.ErrStreamGone)
	}
	return l.slowLog.Append(ctx, stream, expected, events...)
}

// Streams of calls that somebody has ended are passed over, once each; other tenants'
// are not.
func TestRecorderPassesEndedStreamsOver(t *testing.T) {
	l := &endedLog{ended: map[string]bool{}}
	r := newRecorder(&l.slowLog)
	r.Log = l
	at := "audit-firm-20261120"
	for n := range 4 {
		for i := range 3 {
			request := fmt.Sprintf("r%d.%d", n, i)
			if err := record(r, "firm", request); err != nil || !l.holds(request) {
				t.Fatalf("%s: %v", request, err)
			}
		}
		l.ended[at] = true
		at = audit.Next(at)
	}
	if err := record(r, "other", "another"); err != nil || !l.durable["audit-other-20261120"+metadataOf(l, "another")] {
		t.Error(err)
	}
	if l.tried != 4*3+3+1 {
		t.Errorf("%d appends were tried", l.tried)
	}
}

// metadataOf is the metadata of a request's record.
func metadataOf(l *endedLog, request string) string {
	for k := range l.durable {
		if _, metadata, _ := strings.Cut(k, "{"); contains(k, `"request":"`+request+`"`) {
			return "{" + metadata
		}
	}
	return ""
}
