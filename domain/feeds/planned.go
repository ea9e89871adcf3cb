package feeds

import (
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Planned is a record whose whole plan is said anew each time, until it is removed for
// good.
type Planned[P comparable] struct {
	Exists    bool
	Site      int64 // 0: of every site
	Plan      P
	Removed   bool
	CreatedAt time.Time
	CreatedBy string
	UpdatedAt time.Time
}

// set is the record after e, which says its plan.
func (s Planned[P]) set(e event.Recorded, plan P) Planned[P] {
	if !s.Exists {
		s.Exists, s.Site, s.CreatedAt, s.CreatedBy = true, e.Meta.Site, e.Meta.Time, e.Meta.Principal
	}
	s.Plan, s.UpdatedAt = plan, e.Meta.Time
	return s
}

// remove is the record after e, which ends it.
func (s Planned[P]) remove(e event.Recorded) Planned[P] {
	s.Removed, s.UpdatedAt = true, e.Meta.Time
	return s
}

// changes reports whether a plan is another than the one that stands. Errors:
// immutable, when the record, as which it is called, was removed.
func (s Planned[P]) changes(plan P, noun string) (bool, error) {
	if s.Removed {
		return false, fault.New(fault.Immutable, "the %s was removed", noun)
	}
	return !s.Exists || s.Plan != plan, nil
}
