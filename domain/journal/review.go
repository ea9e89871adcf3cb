package journal

import (
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Review is a person's word, from the queue, on an entry whose proposal says why they
// should look.
type Review struct {
	Decision string // accept: it is approved | correct: it is returned | dismiss: it is rejected
	Reason   string // of all but accept
}

// Decide gives EntryApproved, EntryReturned or EntryRejected. Errors: those of Approve,
// Return and Reject; fault.NotFound where nobody was asked; fault.Immutable once it is
// decided.
func (c Review) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if err := s.absent(); err != nil {
		return nil, err
	}
	if len(s.ReviewReasons) == 0 {
		return nil, fault.New(fault.NotFound, "there is no such review item")
	}
	if err := s.frozen(Proposed); err != nil {
		return nil, err
	}
	if c.Decision != "accept" && strings.TrimSpace(c.Reason) == "" {
		return nil, fault.Invalid("reason", "why; the entry goes back, or ends, by it")
	}
	switch c.Decision {
	case "accept":
		return Approve{}.Decide(s, a, f)
	case "correct":
		return Return{Reason: c.Reason}.Decide(s, a, f)
	case "dismiss":
		return Reject{Reason: c.Reason}.Decide(s, a, f)
	}
	return nil, fault.Invalid("decision", "accept, correct or dismiss")
}
