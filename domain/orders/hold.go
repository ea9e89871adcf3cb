package orders

import (
	"slices"

	"github.com/tallystick/tallystick/domain/event"
)

// Held says that something is about to rest on the order as it is worded: the posting
// of its journal entry, or an invoice. It stands in the order's stream, where versions
// are decided: of a posting and another version at the same moment the log takes one
// first, and the other is decided on what that left.
type Held struct {
	By string `json:"by"` // entry/<id>, invoice/<id>
	// Revision is the last of the journal entry's stream; the hold counts while it is, and
	// the entry is approved. Of an invoice it is 0: that holds until it is issued or given up.
	Revision uint64 `json:"revision,omitempty"`
	SHA256   string `json:"sha256"` // of the version
}

// DifferenceWithdrawn says that the source says again what stands in the books.
type DifferenceWithdrawn struct {
	SHA256 string `json:"sha256"` // of what it says
}

func (Held) EventType() string                { return "ledgerentry.held.v1" }
func (DifferenceWithdrawn) EventType() string { return "ledgerentry.difference_withdrawn.v1" }

// Hold has the order stand as something is about to rest on it.
type Hold struct{ Held }

// Decide gives Held; none where it was said, or the order can have no more versions.
// current is false where the order says otherwise by now, or another entry stands for
// it: what was decided on it is to be decided anew.
func (c Hold) Decide(s State) (out []event.Payload, current bool) {
	if s.ID == "" || s.SupersededBy != "" || s.Latest().SHA256 != c.SHA256 {
		return nil, false
	}
	if slices.Contains(s.Holds, c.Held) || s.Events >= orderEventsMax {
		return nil, true
	}
	return []event.Payload{c.Held}, true
}

// holding are the holds on the version in force, each holder's last.
func (s State) holding(p Held) []Held {
	kept := slices.DeleteFunc(slices.Clone(s.Holds), func(h Held) bool { return h.By == p.By || h.SHA256 != s.Latest().SHA256 })
	return append(kept, p)
}
