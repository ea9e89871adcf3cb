package bench

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/eventstore"
)

// grownTenants is how many tenants' trees have grown when a round begins.
const grownTenants = 1000

// heads measures a round that signs and appends the heads of many tenants, beside
// as many appends of 16 callers.
func (r *run) heads() error {
	n := r.scale(grownTenants)
	t := &commands.Tenancy{Executor: r.service.Executor, Directory: r.service.Directory}
	for range n {
		caller := r.caller()
		caller.Tenant = act.Compact(uuid.Must(uuid.NewV7()))
		if _, err := t.CreateTenant(r.ctx, caller, tenancy.CreateTenant{Name: "Bench", TimeZone: "UTC"}); err != nil {
			return err
		}
	}
	if err := r.caughtUp(); err != nil {
		return err
	}
	began := time.Now()
	if err := r.service.Checkpoints.PublishAll(r.ctx); err != nil {
		return err
	}
	took := time.Since(began)
	rate := float64(n) / took.Seconds()
	floor, _, err := load(16, r.span()/2, func(i int) error {
		_, err := r.service.Store.Append(r.ctx, fmt.Sprintf("benchhead-1-%d", i), eventstore.Any, proposed())
		return err
	})
	if err != nil {
		return err
	}
	r.add(figure{
		name: fmt.Sprintf("heads of %s tenants", grouped(n)), measured: fmt.Sprintf("%.2f s, %s/s", took.Seconds(), number(rate)),
		floor: number(floor) + " appends/s of 16 callers", ratio: fmt.Sprintf("%.2f", rate/floor),
	})
	return nil
}

// caughtUp waits until the read models stand at the end of the log: they are made on the
// same cores, and what is measured next is not to pay for what was done before. The last
// event is one that they read; behind others they learn only later that they stand there.
func (r *run) caughtUp() error {
	head, _, err := r.service.Store.Head(r.ctx)
	if err != nil {
		return err
	}
	for {
		reached, err := r.service.DB.Reached(r.ctx)
		if err != nil || reached.Commit >= head.Commit {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}
