package projections

import (
	"context"
	"slices"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/eventstore"
	"github.com/tallystick/tallystick/readmodels"
)

// Projection is one read model: its version owns a schema, and a change of its
// tables or of what it derives is a new version. While a version replaces
// another, both are listed, so that both are fed until the new one is live.
type Projection struct {
	Name       string
	Version    int
	Tables     []readmodels.Table
	Categories []string
	// Handle queues what one event changes. Events come in the order of the
	// log, each once. nil = the projection wants none.
	Handle func(e event.Recorded, b *readmodels.Batch) error
	// Raw queues what a batch of events changes, as the bytes that the log holds.
	// It may read the projection's own tables, in schema, first: they are as the
	// batch before left them. Where one batch ends must not show in the rows.
	Raw func(ctx context.Context, db *readmodels.DB, schema string, raws []eventstore.Raw, b *readmodels.Batch) error
}

// All lists the service's projections; those of a group stand in the file that
// bears its name.
func All(categories []string) []Projection {
	core := []Projection{Audit(categories), Redacting(Cases(), redactCase), Commerce(), Proofs(categories)}
	return slices.Concat(core, platform(), documents(), booksGroup(), invoicing(), knowledge())
}
