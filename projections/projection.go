package projections

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Projection is one read model: its version owns a schema, and a change of its
// tables or of what it derives is a new version.
type Projection struct {
	Name       string
	Version    int
	Tables     []readmodels.Table
	Categories []string
	// Handle queues what one event changes. Events come in the order of the
	// log, each once.
	Handle func(e event.Recorded, b *readmodels.Batch) error
}

// All lists the service's projections.
func All(categories []string) []Projection {
	return []Projection{Audit(categories), Cases()}
}
