package bench

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/cmd/tallystick/service"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// busyCallers write and list while somebody waits for their own write.
const busyCallers = 32

// busyLag measures from the moment an append is acknowledged until a list shows it, with
// every projection, while others write and list as fast as they are answered.
func (r *run) busyLag() error {
	c := client(busyCallers + 1)
	defer c.CloseIdleConnections()
	base := "http://" + r.service.Addr("api") + "/api/cases/"
	write := func(title string) (http.Header, error) {
		return call(c, "POST", base, r.key, fmt.Appendf(nil, `{"title":%q}`, title), 201)
	}
	ctx, stop := context.WithCancel(r.ctx)
	var work sync.WaitGroup
	errs := make([]error, busyCallers)
	done := make([]int, busyCallers)
	for i := range busyCallers {
		work.Go(func() {
			for n := 0; ctx.Err() == nil && errs[i] == nil; n++ {
				if (n+i)%2 == 0 {
					_, errs[i] = write("Busy")
				} else {
					_, errs[i] = call(c, "GET", base+"?limit=50", r.key, nil, 200)
				}
				done[i]++
			}
		})
	}
	began := time.Now()
	lags, err := r.lags(r.scale(1000), func(i int) (http.Header, error) { return write(fmt.Sprintf("Lag %d", i)) }, func(at string) error {
		_, err := call(c, "GET", base+"?limit=1", r.key, nil, 200, "X-Min-Log-Position", at)
		return err
	})
	stop()
	work.Wait()
	if err = errors.Join(append(errs, err)...); err != nil {
		return err
	}
	calls := 0
	for _, n := range done {
		calls += n
	}
	r.add(figure{name: fmt.Sprintf("append to read while %d write and list", busyCallers),
		measured: fmt.Sprintf("p50 %s, p99 %s, beside %.0f calls/s", ms(quantile(lags, .5)), ms(quantile(lags, .99)),
			float64(calls)/time.Since(began).Seconds()), floor: "–"})
	return nil
}

// lags are the times from the end of each write until its read has ended.
func (r *run) lags(n int, write func(i int) (http.Header, error), read func(at string) error) (lags []time.Duration, err error) {
	for i := range n {
		header, err := write(i)
		if err != nil {
			return nil, err
		}
		began := time.Now()
		if err := read(header.Get("X-Log-Position")); err != nil {
			return nil, err
		}
		lags = append(lags, time.Since(began))
	}
	return lags, nil
}

// lookupsMax is how many rows by their keys a page of 50 and its count may cost.
const lookupsMax = 5

// pageBesideLookup measures a page and its count out of many rows beside a row by its key.
func (r *run) pageBesideLookup(rows int) error {
	all := readmodels.Scope{Tenant: r.tenant, AllSites: true}
	page := func(int) error {
		found, err := readmodels.Cases.List(r.ctx, r.service.DB, all, readmodels.Page{Limit: 50, Order: "-updated_at"})
		if err == nil && (len(found.Rows) != 50 || !found.Exact) {
			err = fmt.Errorf("%d rows of %d", len(found.Rows), found.Count)
		}
		return err
	}
	n := 0
	lookup := func(int) error {
		n++
		_, ok, err := readmodels.Cases.Find(r.ctx, r.service.DB, all, fmt.Sprintf("%032x", n*7919%rows))
		if err == nil && !ok {
			err = errors.New("a row is not there")
		}
		return err
	}
	var took [2][]time.Duration
	for turn := range 3 {
		for i, f := range []func(int) error{page, lookup} {
			_, durations, err := load(1, r.span(), f)
			if err != nil {
				return err
			}
			if turn > 0 {
				took[i] = append(took[i], durations...)
			}
		}
	}
	a, b := quantile(took[0], .5), quantile(took[1], .5)
	ratio := float64(a) / float64(b)
	r.add(figure{name: fmt.Sprintf("page and count of %d rows, a row by its key", rows), measured: "p50 " + ms(a), floor: "p50 " + ms(b),
		ratio: fmt.Sprintf("%.1f look-ups", ratio), aim: fmt.Sprintf("< %d", lookupsMax), met: ratio < lookupsMax})
	return nil
}

// largeLog is how many events the log has on which a service becomes ready.
const largeLog, readyMax = 10_000_000, 10 * time.Second

// ready measures how fast all read models are built from a large log, beside the log being
// read alone, and how long the service then takes from its start until it is ready.
func (r *run) ready() error {
	n := r.scale(largeLog)
	key := make([]byte, 32)
	rand.Read(key) // never fails
	dir := filepath.Join(r.dir, "large")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	c, err := config.Load([]string{
		"TALLYSTICK_LISTEN=127.0.0.1:0", "TALLYSTICK_OPS_LISTEN=127.0.0.1:0", "TALLYSTICK_DATA_DIR=" + dir,
		"TALLYSTICK_MASTER_KEY=" + hex.EncodeToString(key), "TALLYSTICK_LOG_LEVEL=error",
	})
	if err != nil {
		return err
	}
	c.PostgresBinary = os.Getenv("TALLYSTICK_POSTGRES_BIN")
	var read time.Duration
	if _, err := r.withNode(filepath.Join(dir, "log"), func(s *eventstore.Store) error {
		// The records of calls, of which a log has the most, of forty tenants.
		if err := r.fillAudit(s, n, func(done int) (string, string) {
			tenant := fmt.Sprintf("%032x", done/500%40+1)
			return tenant, audit.Stream(tenant, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, done/100_000))
		}); err != nil {
			return err
		}
		began := time.Now()
		err := readWhole(r.ctx, s)
		read = time.Since(began)
		return err
	}); err != nil {
		return err
	}
	built, err := r.untilReady(c)
	if err != nil {
		return err
	}
	r.beside(fmt.Sprintf("all read models built from %s events", number(float64(n))), "events/s", float64(n)/built.Seconds(),
		float64(n)/read.Seconds(), 0, "")
	r.figures[len(r.figures)-1].aim = ""
	again, err := r.untilReady(c)
	r.add(figure{name: fmt.Sprintf("ready on a log of %s events", number(float64(n))), measured: fmt.Sprintf("%.1f s", again.Seconds()),
		floor: "–", aim: "< 10 s", met: again < readyMax})
	return err
}

// untilReady starts a service, waits until it says that it is ready, and ends it.
func (r *run) untilReady(c config.Config) (took time.Duration, err error) {
	began := time.Now()
	s, err := service.Open(r.ctx, c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		return 0, err
	}
	defer s.Close()
	if err := s.Serve(r.ctx); err != nil {
		return 0, err
	}
	for r.ctx.Err() == nil {
		if resp, err := http.Get("http://" + s.Addr("ops") + "/readyz"); err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return time.Since(began), nil
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return 0, r.ctx.Err()
}

// readWhole reads a log from its beginning to its head, and does nothing with it.
func readWhole(ctx context.Context, s *eventstore.Store) error {
	enough := errors.New("read")
	err := s.Subscribe(ctx, event.Position{}, []string{audit.Category.Name + "-"}, func(d eventstore.Delivery) error {
		if d.CaughtUp {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		return nil
	}
	return err
}
