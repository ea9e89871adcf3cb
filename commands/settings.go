package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/settings"
)

// scopedSettings are the settings of a tenant or site.
var scopedSettings = Aggregate[settings.State]{Category: settings.Category.Name, Evolve: settings.State.Evolve}

// Settings carries out what is done with settings. They are read from the log,
// so that a decision never rests on settings that have been replaced.
type Settings struct{ *Executor }

// Replace replaces the settings of the caller's site, or of the tenant, which its
// sites inherit. today is the day there.
func (x *Settings) Replace(ctx context.Context, c Caller, cmd settings.Replace, today civil.Date) (Done[settings.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[settings.State]{}, err
	}
	if err := MayLayDown(c, c.Site, "the settings are"); err != nil {
		return Done[settings.State]{}, err
	}
	return Execute(ctx, x.Executor, c, scopedSettings, Order[settings.State]{
		Operation: "settings.replace", Permission: "settings:manage", ID: settings.StreamID(c.Site), Request: cmd,
		Decide: func(s settings.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, today) },
	})
}

// Read returns the settings of a scope and how many events made them.
func (x *Settings) Read(ctx context.Context, tenant string, site int64) (s settings.State, revision uint64, err error) {
	stream := event.Stream{Category: settings.Category.Name, Tenant: tenant, ID: settings.StreamID(site)}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil {
		return s, 0, storeFault(err)
	}
	for _, e := range history {
		s, revision = s.Evolve(e), e.Revision
	}
	return s, revision, nil
}

// On returns what holds for a site of a tenant on a day.
func (x *Settings) On(ctx context.Context, tenant string, site int64, day civil.Date) (settings.InForce, error) {
	general, _, err := x.Read(ctx, tenant, 0)
	if err != nil {
		return settings.InForce{}, err
	}
	own := general
	if site != 0 {
		if own, _, err = x.Read(ctx, tenant, site); err != nil {
			return settings.InForce{}, err
		}
	}
	return settings.On(general, own, day), nil
}
