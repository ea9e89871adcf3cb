package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/event"
)

// Newest is what a round of checkpoints waits for.
func (x *Checkpoints) Newest(ctx context.Context) (event.Position, error) { return x.newest(ctx) }
