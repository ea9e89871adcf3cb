package feeds

import (
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/fault"
)

func actAt() act.Context {
	return act.Context{CommandID: uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), Now: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC),
		Tenant: "t", Site: 1}
}

func blockersOf(err error) map[string]bool {
	out := map[string]bool{}
	if f := fault.As(err); f != nil {
		for _, b := range f.Blockers {
			out[b.Code] = true
		}
	}
	return out
}
