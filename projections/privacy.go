package projections

import (
	"slices"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/readmodels"
)

// Redacting is a projection that keeps sealed texts in its rows: redact queues
// their blanking when a subject was forgotten. It blanks to what a text that
// cannot be read is projected as, so that live rows equal rebuilt ones: a rebuild
// reads the texts before the event as forgotten when the key is gone, or blanks
// them at the event when it is not gone yet; texts after the event cannot be read
// either way.
func Redacting(p Projection, redact func(tenant, subject string, b *readmodels.Batch)) Projection {
	own, handle := p.Categories, p.Handle
	p.Categories = append(slices.Clone(own), privacy.Category.Name)
	p.Handle = func(e event.Recorded, b *readmodels.Batch) error {
		if f, ok := e.Payload.(privacy.Forgotten); ok {
			redact(e.Meta.Tenant, f.Subject, b)
		}
		if s, _ := event.ParseStream(e.Stream); slices.Contains(own, s.Category) {
			return handle(e, b)
		}
		return nil
	}
	return p
}

// redactCustomer blanks what the lists of a commerce configuration show of a
// customer.
func redactCustomer(tenant, subject string, b *readmodels.Batch) {
	if kind, _, err := privacy.Parse(subject); err == nil && (kind == "customer" || kind == "snapshot") {
		b.RedactCustomer(tenant, subject)
	}
}

// redactCase blanks what the list of cases shows of a client.
func redactCase(tenant, subject string, b *readmodels.Batch) {
	if kind, id, err := privacy.Parse(subject); err == nil && kind == "client" {
		b.RedactCase(tenant, id)
	}
}
