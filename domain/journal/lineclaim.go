package journal

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// ClaimLine takes an entry for a line of a bank statement, which is about to be said to be it.
type ClaimLine struct{ EntryLineClaimed }

// Decide gives EntryLineClaimed; none where the claim stands. Errors: fault.NotFound;
// fault.Immutable.
func (c ClaimLine) Decide(s State) ([]event.Payload, error) {
	if err := s.absent(); err != nil {
		return nil, err
	}
	if s.LineClaim != nil && *s.LineClaim == c.EntryLineClaimed {
		return nil, nil
	}
	if s.Events >= entryEventsMax {
		return nil, fault.New(fault.Immutable, "the entry was matched %d times", s.Events)
	}
	return []event.Payload{c.EntryLineClaimed}, nil
}
