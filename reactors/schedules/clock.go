// Package schedules sees to what recurs: each node looks what is due and says so in
// the log, where a due time can stand but once.
package schedules

import (
	"context"
	"log/slog"
	"time"

	"github.com/tallystick/tallystick/readmodels"
)

// Due lists what is due; *readmodels.DB is one.
type Due interface {
	DueSchedules(ctx context.Context, now time.Time, limit int) ([]readmodels.ScheduleRow, error)
}

// Firer sees to one due time; *commands.Schedules is one.
type Firer interface {
	Fire(ctx context.Context, tenant, id string, due time.Time) error
}

// Clock is this node's part.
type Clock struct {
	Due    Due
	Firer  Firer
	Now    func() time.Time
	Logger *slog.Logger
}

const (
	lookEvery = time.Second
	atOnce    = 100
)

// Run looks until ctx ends. What was missed meanwhile is due at once.
func (x *Clock) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := x.Round(ctx); err != nil && ctx.Err() == nil {
			x.Logger.Warn("schedules cannot be looked at; trying again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Round sees to what is due now, once each.
func (x *Clock) Round(ctx context.Context) error {
	due, err := x.Due.DueSchedules(ctx, x.Now(), atOnce)
	if err != nil {
		return err
	}
	for _, r := range due {
		if err := x.Firer.Fire(ctx, r.Tenant, r.ID, r.NextAt); err != nil {
			x.Logger.Warn("a schedule was not seen to; trying again", "schedule", r.ID, "error", err)
		}
	}
	return nil
}
