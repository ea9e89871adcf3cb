package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/event"
)

// Newest is what a round of checkpoints waits for.
func (x *Checkpoints) Newest(ctx context.Context) (event.Position, error) { return x.newest(ctx) }

// Begin is the beginning of a round of checkpoints.
func (x *Checkpoints) Begin(ctx context.Context) error {
	_, err := x.begin(ctx)
	return err
}
