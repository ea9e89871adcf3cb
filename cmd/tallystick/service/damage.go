package service

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
)

// damagePeriod is how soon every node knows which streams the leader has found to
// be damaged.
const damagePeriod = time.Second

// followDamage tells the log which streams are damaged, until ctx ends.
func (s *Service) followDamage(ctx context.Context) {
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "tallystick_log_damaged_streams", Help: "Streams of the log that are not what the service has written."})
	drops := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "tallystick_log_subscriptions_dropped_total", Help: "Subscriptions to the log that the server ended, and that were resumed."},
		func() float64 { return float64(s.Store.Drops()) })
	s.Metrics.Registry.MustRegister(gauge, drops)
	select {
	case <-s.prepared:
	case <-ctx.Done():
		return
	}
	asked := false
	for ctx.Err() == nil {
		asked = asked || s.askRights(ctx)
		if found, err := s.DB.AllDamage(ctx); err == nil {
			known := map[string]*eventstore.DamagedError{}
			for _, d := range found {
				at := event.Position{Commit: uint64(d.Commit), Prepare: uint64(d.Commit)}
				known[d.Stream] = &eventstore.DamagedError{Stream: d.Stream, Revision: uint64(d.Revision), Position: at, ID: d.EventID, Type: d.Type,
					What: d.What, ReadModel: d.ReadModel}
			}
			s.Log.SetDamage(known)
			s.damaged.Store(int64(len(known)))
			gauge.Set(float64(len(known)))
		}
		sleep(ctx, damagePeriod)
	}
}

// askRights learns whether the service's own user could delete what it must keep, and
// says so loudly.
func (s *Service) askRights(ctx context.Context) bool {
	could, err := s.Store.CouldDelete(ctx, event.Stream{Category: "case", Tenant: "0", ID: "probe"}.String())
	if err != nil {
		return false
	}
	if s.couldDelete.Store(could); could {
		s.Logger.Warn("the event log is not locked: the service's own user could delete streams; run tallystick log secure")
	}
	return true
}

// MarkKey is the key of the marks that events carry, nil without a master key.
func MarkKey(c config.Config) ([]byte, error) {
	if c.MasterKey == "" {
		return nil, nil
	}
	return derivedKey(c, "marks of events")
}

// beginMarks has a log that no release without marks has written to marked from here on.
func (s *Service) beginMarks(ctx context.Context) {
	for ctx.Err() == nil {
		begun, err := s.Log.BeginMarks(ctx, time.Now(), false)
		if err == nil {
			s.unmarked.Store(!begun)
			return
		}
		sleep(ctx, time.Second)
	}
}

// notices are what is not as it should be though the service is ready.
func (s *Service) notices() (out []string) {
	if n := s.damaged.Load(); n > 0 {
		out = append(out, fmt.Sprintf("event log: %d damaged stream(s), see /api/log/damage/", n))
	}
	if s.couldDelete.Load() {
		out = append(out, "event log: not locked, its own user could delete streams; run tallystick log secure")
	}
	switch {
	case !s.unmarked.Load() || s.Log.Marked():
	case s.Log.OtherMarks():
		out = append(out, "event log: its marks are of another master key, and forged events are not told")
	default:
		out = append(out, "event log: forged events are not told; once no older release runs, run tallystick log mark")
	}
	return out
}

// holdups are what keeps read models from being served.
func (s *Service) holdups(ctx context.Context) (out []string) {
	var names []string
	for _, p := range s.Runner.Projections {
		if len(p.Tables) > 0 {
			names = append(names, p.Name)
		}
	}
	why, err := s.DB.Held(ctx)
	if why != "" {
		out = append(out, "read models: "+why)
	}
	unmade, unmadeErr := s.DB.Unmade(ctx, names...)
	if len(unmade) > 0 {
		out = append(out, fmt.Sprintf("read models: %d of %d are not there yet, %s the first", len(unmade), len(names), unmade[0]))
	}
	building, buildingErr := s.DB.Buildings(ctx)
	for _, b := range building {
		out = append(out, "read models: "+b.String())
	}
	if err := cmp.Or(err, unmadeErr, buildingErr); err != nil && len(out) == 0 {
		out = append(out, "read models: "+err.Error())
	}
	return out
}
