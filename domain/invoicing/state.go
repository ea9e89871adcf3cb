package invoicing

import (
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
)

// Status is where a document stands.
type Status string

// The statuses. A document that is pending has no number yet.
const (
	Pending        Status = "pending"
	IssuedStatus   Status = "issued"
	SentStatus     Status = "sent"
	Undelivered    Status = "delivery_failed"
	PartlyCredited Status = "partly_credited"
	FullyCredited  Status = "credited"
	AbandonedState Status = "abandoned"
)

// Body is one version of the rendered document.
type Body struct {
	Version  int
	Language string
	At       time.Time
	SHA256   string // of the HTML; "" for the first, which is not pinned
	Layout   int
}

// State is a document as its events leave it. The zero State is none.
type State struct {
	Requested
	Exists      bool
	Tenant      string
	Site        int64
	Issued      *Issued
	Abandoned   *Abandoned
	Claims      map[string][]Credit // by credit note
	Refunds     map[string]string   // refund → the credit note that claims for it
	Credits     []Credited
	Bodies      []Body
	Delivery    Status // sent | delivery_failed | ""
	Notified    string // the last notification
	RequestedAt time.Time
	RequestedBy string
	UpdatedAt   time.Time

	text     []byte
	encoding string
	read     int // parts
}

// Evolve applies one event.
func (s State) Evolve(e event.Recorded) State {
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case Requested:
		stream, _ := event.ParseStream(e.Stream)
		s.Requested, s.Exists, s.Tenant, s.Site = p, true, stream.Tenant, e.Meta.Site
		s.RequestedAt, s.RequestedBy = e.Meta.Time, e.Meta.Principal
	case ContentPart:
		s.text = append(s.text[:len(s.text):len(s.text)], p.Content.Plain...)
		s.encoding, s.read = p.Encoding, s.read+1
	case Issued:
		s.Issued = &p
		s.Bodies = []Body{{Version: 1, At: e.Meta.Time, Layout: max(1, p.Layout)}}
	case Abandoned:
		s.Abandoned = &p
	case CreditClaimed:
		s.Claims = cloned(s.Claims)
		s.Claims[p.CreditNoteID] = p.Lines
		if p.RefundID != "" {
			s.Refunds = refundsWith(s.Refunds, p.RefundID, p.CreditNoteID)
		}
	case CreditReleased:
		s.Claims = cloned(s.Claims)
		delete(s.Claims, p.CreditNoteID)
		for refund, note := range s.Refunds {
			if note == p.CreditNoteID {
				s.Refunds = refundsWith(s.Refunds, refund, "")
			}
		}
	case Credited:
		s.Credits = append(slices.Clip(s.Credits), p)
	case BodyRegenerated:
		s.Bodies = append(slices.Clip(s.Bodies), Body{p.Version, p.Language, e.Meta.Time, p.SHA256, max(1, p.Layout)})
	case Sent:
		s.Delivery, s.Notified = SentStatus, p.NotificationID
	case DeliveryFailed:
		s.Delivery, s.Notified = Undelivered, p.NotificationID
	}
	return s
}

// refundsWith is the map with one refund claimed for by a note, "" = by none.
func refundsWith(m map[string]string, refund, note string) map[string]string {
	out := make(map[string]string, len(m)+1)
	for k, v := range m {
		out[k] = v
	}
	if out[refund] = note; note == "" {
		delete(out, refund)
	}
	return out
}

func cloned(m map[string][]Credit) map[string][]Credit {
	out := make(map[string][]Credit, len(m)+1)
	for k, v := range m {
		out[k] = v
	}
	return out
}

// Status says where the document stands.
func (s State) Status() Status {
	switch {
	case s.Abandoned != nil:
		return AbandonedState
	case s.Issued == nil:
		return Pending
	case slices.ContainsFunc(s.Credits, func(c Credited) bool { return c.Fully }):
		return FullyCredited
	case len(s.Credits) > 0:
		return PartlyCredited
	case s.Delivery != "":
		return s.Delivery
	}
	return IssuedStatus
}

// Document is the content with number and day. ok is false when it cannot be read
// any more: whoever it was about was forgotten.
func (s State) Document() (d InvoiceContent, ok bool) {
	if d, ok = content(s.text, s.encoding, s.ContentSHA256); !ok {
		return d, false
	}
	d.ID = s.DocumentID
	if s.Issued != nil {
		d.Number, d.IssuedOn, d.DueOn = s.Issued.Number, s.Issued.IssuedOn, s.Issued.DueOn
	}
	return d, true
}

// Reference names the document.
func (s State) Reference() InvoiceReference {
	r := InvoiceReference{ID: s.DocumentID}
	if s.Issued != nil {
		r.Number, r.IssuedOn = s.Issued.Number, s.Issued.IssuedOn
	}
	return r
}

// Remainder is what of a line no credit note has taken.
func (s State) Remainder(l InvoiceLine) Credit {
	left := Credit{LineID: l.ID, Quantity: l.Quantity, Net: l.Net, Tax: l.Tax, Gross: l.Gross, Taxes: slices.Clone(l.Taxes)}
	for _, claim := range s.Claims {
		for _, c := range claim {
			if c.LineID != l.ID {
				continue
			}
			left.Quantity, left.Net, left.Tax, left.Gross = left.Quantity.Sub(c.Quantity), left.Net.Sub(c.Net), left.Tax.Sub(c.Tax),
				left.Gross.Sub(c.Gross)
			for i := range left.Taxes {
				left.Taxes[i].Base, left.Taxes[i].Tax = left.Taxes[i].Base.Sub(c.Taxes[i].Base), left.Taxes[i].Tax.Sub(c.Taxes[i].Tax)
			}
		}
	}
	return left
}

// Uncredited is what of the gross amount no credit note has taken.
func (s State) Uncredited() money.Dec {
	left := s.Gross
	for _, claim := range s.Claims {
		for _, c := range claim {
			left = left.Sub(c.Gross)
		}
	}
	return left
}
