package reactors

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/eventstore"
)

// Vault is what forgetting needs of the keys; *vault.Vault is one.
type Vault interface {
	Destroy(ctx context.Context, tenant, subject string) error
}

// Files is what forgetting needs of what stands outside the log; *blobs.Store is one.
type Files interface {
	Forget(ctx context.Context, tenant, subject string) error
}

// Decoder reads events; *eventstore.Log is one.
type Decoder interface {
	Source
	Decode(ctx context.Context, raw eventstore.Raw) (event.Recorded, bool, error)
}

// Forgetter destroys the key of every subject that the log says is forgotten. It
// keeps no position: it reads all such events when the process starts, so a
// process that ended between event and destruction is made good by the next.
// Every process runs one, since destroying again changes nothing.
type Forgetter struct {
	Log       Decoder
	Vault     Vault
	Files     []Files
	Logger    *slog.Logger
	Destroyed func() // per subject, once its key is gone; nil = nobody
}

// Run follows the log until ctx ends.
func (f *Forgetter) Run(ctx context.Context) {
	const pause = time.Second
	for ctx.Err() == nil {
		err := f.Log.Subscribe(ctx, event.Position{}, []string{privacy.Category.Name + "-"}, func(d eventstore.Delivery) error {
			if d.Event == nil {
				return nil
			}
			return f.handle(ctx, *d.Event)
		})
		if err != nil && ctx.Err() == nil {
			f.Logger.Warn("forgetting interrupted; trying again", "error", err)
		}
		wait(ctx, pause)
	}
}

func (f *Forgetter) handle(ctx context.Context, raw eventstore.Raw) error {
	e, known, err := f.Log.Decode(ctx, raw)
	var damaged *eventstore.DamagedError
	if errors.As(err, &damaged) {
		return nil // the service did not write it, so it forgets nobody
	}
	if err != nil || !known {
		return err
	}
	p, ok := e.Payload.(privacy.Forgotten)
	if !ok {
		return nil
	}
	if err := f.Vault.Destroy(ctx, e.Meta.Tenant, p.Subject); err != nil {
		return err
	}
	// Without the key a file cannot be read; that it goes too only saves room, and
	// must not hold up the keys of others.
	for _, files := range f.Files {
		if err := files.Forget(ctx, e.Meta.Tenant, p.Subject); err != nil {
			f.Logger.Warn("files of a forgotten subject were not removed", "error", err)
		}
	}
	if f.Destroyed != nil {
		f.Destroyed()
	}
	return nil
}
