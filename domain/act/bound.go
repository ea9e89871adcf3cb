package act

import (
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
)

// Bound says which request an Idempotency-Key stands for. It is appended
// before the events of a command that addresses a record, to a stream named by
// the command's id, so that the same key on another record is found out on
// every node and after a crash. A command that creates its record needs none:
// the record's own stream is named by the command's id.
type Bound struct {
	Record string `json:"record"` // stream that the command addresses
}

// Unchanged says that a command which was bound found nothing to change. It is
// the command's outcome, as its own events would be: a repetition answers it,
// whatever has become of the record since.
type Unchanged struct {
	Events int `json:"events"` // that the record had
}

func (Bound) EventType() string     { return "command.bound.v1" }
func (Unchanged) EventType() string { return "command.unchanged.v1" }

// Commands is the category of these streams.
var Commands = event.Category{Name: "command", Types: []event.Type{event.Of[Bound](), event.Of[Unchanged]()}}

// CommandStream names the stream of one command.
func CommandStream(tenant string, command uuid.UUID) string {
	return event.Stream{Category: Commands.Name, Tenant: tenant, ID: Compact(command)}.String()
}
