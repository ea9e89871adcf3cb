package orders

import (
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// DifferenceJob brings the books after a source's word that was taken.
const DifferenceJob job.Kind = "ledger.difference"

// Choice is how a difference is decided.
type Choice string

// The choices.
const (
	KeepOurs   Choice = "keep"
	TakeTheirs Choice = "take"
)

// DifferenceDecided is a person's word on the last difference. Where it takes the
// source's, EntryRevised follows in the same append.
type DifferenceDecided struct {
	Choice Choice      `json:"choice"`
	SHA256 string      `json:"sha256"` // of what the source says
	Reason sealed.Text `json:"reason"`
	// Reverses is the posted journal entry that the source's word replaces; "" =
	// none was posted, or ours is kept.
	Reverses string `json:"reverses,omitempty"`
}

// OpensJobs has the journal follow where the source's word was taken.
func (p DifferenceDecided) OpensJobs() []job.Opening {
	if p.Choice != TakeTheirs {
		return nil
	}
	return []job.Opening{{Kind: DifferenceJob}}
}

func (DifferenceDecided) EventType() string { return "ledgerentry.difference_decided.v1" }

// Decision is a decided difference.
type Decision struct {
	Difference int // index in State.Differences
	DifferenceDecided
	By string
}

// DecideDifference ends the difference that is open.
type DecideDifference struct {
	Choice Choice `json:"choice"`
	Reason string `json:"reason"`
}

// Rests is what rests on an entry of the commerce ledger.
type Rests struct {
	Posted   string   // its journal entry, once that is posted; "" = it is not
	Invoices []string // on which its lines stand
	// Bound are the reasons for which what was posted cannot be reversed now.
	Bound fault.Blockers
	// Holds are what is about to rest on it, and waits for nobody any more.
	Holds []string
}

// Decide gives DifferenceDecided, and EntryRevised where theirs is taken.
//
// Errors: fault.InvalidInput; fault.Immutable where no difference is open, or what
// the source says was forgotten; fault.Blocked with order_already_invoiced,
// document_changed, or why the posted entry cannot be reversed.
func (c DecideDifference) Decide(s State, r Rests) ([]event.Payload, error) {
	var bad fault.Fields
	if c.Choice != KeepOurs && c.Choice != TakeTheirs {
		bad.Add("decision", "accept: what the source says; dismiss: ours stays")
	}
	if strings.TrimSpace(c.Reason) == "" {
		bad.Add("reason", "a sentence")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if !s.DifferenceOpen || s.Events >= orderEventsMax {
		return nil, fault.New(fault.Immutable, "no difference of the entry is open")
	}
	theirs := s.Differences[len(s.Differences)-1]
	decided := DifferenceDecided{Choice: c.Choice, SHA256: theirs.SHA256, Reason: sealed.Of(Subject(s.ID), strings.TrimSpace(c.Reason))}
	if c.Choice == KeepOurs {
		return []event.Payload{decided}, nil
	}
	o, ok := theirs.Order()
	if !ok {
		return nil, fault.New(fault.Immutable, "what the source says was forgotten")
	}
	var b fault.Blockers
	for _, id := range r.Invoices {
		b.On("invoice/"+id, "order_already_invoiced", "lines of the order stand on an invoice; credit that first")
	}
	for _, by := range r.Holds {
		b.On(by, "document_changed", "it is about to rest on the order as that stands; look again once it does")
	}
	if err := append(b, r.Bound...).Err(); err != nil {
		return nil, err
	}
	decided.Reverses = r.Posted
	out := []event.Payload{decided, EntryRevised{theirs.Figures}}
	if o.Gone() {
		out = append(out, EntryVoided{theirs.SHA256})
	}
	return out, nil
}

// Superseded says that another entry of the ledger is this one: a source reported
// the committed checkout as an order of its own, or its reversal as a refund. It can be the first of a stream.
type Superseded struct {
	By string `json:"by"` // id of the other entry
}

func (Superseded) EventType() string { return "ledgerentry.superseded.v1" }

// Supersede has another entry stand for that of a committed checkout, or of its reversal.
type Supersede struct{ By string }

// Decide gives Superseded; none where it was said. Errors: fault.Blocked with
// order_already_recorded where the checkout is booked or invoiced, or is a third
// entry already.
func (c Supersede) Decide(s State, what string, final bool) ([]event.Payload, error) {
	if s.SupersededBy == c.By {
		return nil, nil
	}
	var b fault.Blockers
	switch {
	case s.SupersededBy != "":
		b.On("ledger_entry/"+s.SupersededBy, "order_already_recorded", "%s stands in the ledger as another entry", what)
	case final:
		b.On("ledger_entry/"+s.ID, "order_already_recorded", "%s is posted or invoiced by itself", what)
	case s.Events >= orderEventsMax:
		return nil, fault.New(fault.Immutable, "the entry of the checkout has changed %d times", s.Events)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{Superseded(c)}, nil
}
