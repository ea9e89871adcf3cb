package feeds

import (
	"context"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/reactors/jobs"
)

// Due does the work of feeds.ScheduledJob: it asks for the export of a due time.
func Due(x *commands.Feeds) jobs.Handler {
	return jobs.Handler{AtOnce: 2, Do: func(ctx context.Context, t *jobs.Task) (string, error) {
		id, err := x.DueSchedule(ctx, t.HeldJob)
		if f := fault.As(err); f != nil && (f.Code == fault.Blocked || f.Code == fault.RoleForbidden || f.Code == fault.InvalidInput) {
			code := f.Code.Name()
			if len(f.Blockers) > 0 {
				code = f.Blockers[0].Code
			}
			return "", jobs.Final(code, "the export of this due time could not be asked for")
		}
		if err != nil || id == "" {
			return "", err
		}
		return "/api/accounting-feeds/exports/" + id + "/", nil
	}}
}
