package taxproviders

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A provider that nobody answers for is left alone for a while; then one call
// finds out, and an answer of any kind ends the rest.
func TestAProviderThatDoesNotAnswerIsLeftAlone(t *testing.T) {
	var asked, status atomic.Int64
	base := local(t, func(w http.ResponseWriter, _ *http.Request, _ string) {
		asked.Add(1)
		if status.Load() == 0 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(int(status.Load()))
	})
	s := NewStripe(base, "k", func() time.Time { return now })
	clock := now
	s.rest.now = func() time.Time { return clock }
	calculate := func(why string, reached int64) {
		t.Helper()
		asked.Store(0)
		if _, err := s.Calculate(context.Background(), document()); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v, not %s", err, why)
		}
		// net/http may repeat a request on a connection that it kept.
		if got := asked.Load(); (got > 0) != (reached > 0) {
			t.Errorf("it was asked %d times", got)
		}
	}
	for range missesMax {
		calculate("it could not be reached", 1)
	}
	calculate("left alone", 0)
	clock = clock.Add(restFor - time.Millisecond)
	calculate("left alone", 0)
	clock = clock.Add(time.Millisecond)
	calculate("it could not be reached", 1)
	calculate("left alone", 0)
	// A question after its health is an answer too.
	status.Store(500)
	if err := s.check(context.Background()); err == nil {
		t.Error("it is well")
	}
	for range missesMax + 2 {
		calculate("it answered status 500", 1)
	}
	// A caller who goes away says nothing of the provider.
	gone, leave := context.WithCancel(context.Background())
	leave()
	for range missesMax + 1 {
		if _, err := s.Calculate(gone, document()); err == nil {
			t.Error("it answered")
		}
	}
	calculate("it answered status 500", 1)
}
