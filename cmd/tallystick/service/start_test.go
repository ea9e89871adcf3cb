package service_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// said is what a service logged.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// A healthy start warns of nothing, be it the first or a later one: what rests on read
// models waits until they are there. Until then /readyz says that they are not.
func TestAHealthyStartWarnsOfNothing(t *testing.T) {
	t.Parallel()
	c := testConfig(worldDir(t))
	for _, start := range []string{"the first start", "a later one"} {
		var warned said
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s, err := service.Open(ctx, c, slog.New(slog.NewTextHandler(&warned, &slog.HandlerOptions{Level: slog.LevelWarn})))
		if err != nil {
			t.Fatal(err)
		}
		var looked atomic.Int64
		s.Works(job.Kind("of_a_test"), jobs.Handler{Waits: func() string { looked.Add(1); return "" }})
		if err := s.Serve(ctx); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the service to be ready", func() bool {
			text, status := opsPage(t, s, "/readyz")
			unmade := false
			for _, p := range s.Runner.Projections {
				known, err := s.DB.KnownOrNewer(ctx, p.Name, p.Version)
				unmade = unmade || err == nil && !known
			}
			if unmade && strings.HasPrefix(text, "ready") {
				t.Errorf("%s: read models are still to be made, and the service is ready", start)
			}
			return status == http.StatusOK
		})
		before := looked.Load()
		eventually(t, "jobs to be looked for", func() bool { return looked.Load() > before+1 })
		s.Close()
		if text := warned.String(); text != "" {
			t.Errorf("%s: %s", start, text)
		}
	}
}
