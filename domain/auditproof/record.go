package auditproof

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/orders"
)

// Proved is an event that a record stands on.
type Proved struct {
	Event  event.Recorded
	Digest string // worked out anew where the event holds all that it is made of
	// Changed reports that what the event says does not have the digest that it states.
	Changed bool
}

// ProvedBy lists the events of a record's stream that it stood on, one after the
// other: an order that was revised has several, the last is in force.
func ProvedBy(history []event.Recorded) (out []Proved) {
	var document invoicing.State
	for i, e := range history {
		document = document.Evolve(e)
		switch p := e.Payload.(type) {
		case invoicing.Issued:
			_, whole := document.Document()
			out = append(out, Proved{e, DocumentDigest(string(document.Kind), p.Number, p.IssuedOn.String(), document.ContentSHA256),
				!whole && readable(history[:i])})
		case journal.EntryPosted:
			now, err := p.Payload.Digest()
			out = append(out, Proved{e, now, err != nil || now != p.PayloadSHA256})
		case orders.EntryRecorded:
			out = append(out, Proved{e, p.SHA256, orderChanged(p.Figures)})
		case orders.EntryRevised:
			out = append(out, Proved{e, p.SHA256, orderChanged(p.Figures)})
		}
	}
	return out
}

// readable reports whether every piece of a document can be read: one that is sealed
// or forgotten cannot tell its digest.
func readable(history []event.Recorded) bool {
	for _, e := range history {
		if p, ok := e.Payload.(invoicing.ContentPart); ok && p.Content.Plain == "" {
			return false
		}
	}
	return true
}

// orderChanged reports whether an order's content does not have its digest; one
// that is sealed or forgotten cannot tell.
func orderChanged(f orders.Figures) bool {
	o, ok := orders.Version{Figures: f}.Order()
	if !ok {
		return false
	}
	now, err := o.Digest()
	return err != nil || now != f.SHA256
}
