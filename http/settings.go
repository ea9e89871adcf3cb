package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/settings"
)

// settingsView is what holds for a scope on a day, and what was ever said of it.
type settingsView struct {
	Site          int64      `json:"site" doc:"0: tenant-wide."`
	On            civil.Date `json:"on" format:"date" doc:"The day that the values are for."`
	EffectiveFrom civil.Date `json:"effective_from" format:"date" doc:"Since when they hold; empty: nothing was set for this scope."`
	settings.Values
	Inherited []string          `json:"inherited" nullable:"false" doc:"Members that the site leaves to the tenant."`
	Versions  []settingsVersion `json:"versions" nullable:"false" doc:"What was set for this scope, by day."`
}

type settingsVersion struct {
	EffectiveFrom civil.Date `json:"effective_from" format:"date"`
	RecordedAt    time.Time  `json:"recorded_at"`
	RecordedBy    string     `json:"recorded_by" doc:"Principal."`
}

func viewSettings(site int64, day civil.Date, own settings.State, held settings.InForce) settingsView {
	v := settingsView{Site: site, On: day, Values: held.Values, Inherited: held.Inherited, Versions: []settingsVersion{}}
	if v.Inherited == nil {
		v.Inherited = []string{}
	}
	if now, ok := own.On(day); ok {
		v.EffectiveFrom = now.EffectiveFrom
	}
	for _, x := range own.Versions {
		v.Versions = append(v.Versions, settingsVersion{x.EffectiveFrom, x.RecordedAt, x.RecordedBy})
	}
	return v
}

type settingsReplaceIn struct {
	Sited
	Written
	Body settings.Replace
}

func (in *settingsReplaceIn) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *settingsReplaceIn) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

func (s *Server) settings() *commands.Settings { return &commands.Settings{Executor: s.Executor} }

func (s *Server) registerSettings() {
	type readIn struct {
		Sited
		On string `query:"on" format:"date" doc:"Left out: today, where the site is."`
	}
	register(s, Operation{
		Entry: "x.13", ID: "settings.read", Method: http.MethodGet, Path: "/api/settings/", Surface: "platform",
		Summary: "Settings of the tenant, or of one site", Permission: "settings:read",
		Describe: "With `site`, a member that the site leaves out is the tenant's, and `inherited` names it.",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[settingsView], error) {
		day := s.today(c)
		if in.On != "" {
			var err error
			if day, err = civil.Parse(in.On); err != nil {
				return nil, fault.Invalid("on", "%v", err)
			}
		}
		own, revision, err := s.settings().Read(ctx, c.Caller.Tenant, c.Caller.Site)
		if err != nil {
			return nil, err
		}
		held, err := s.settings().On(ctx, c.Caller.Tenant, c.Caller.Site, day)
		if err != nil {
			return nil, err
		}
		a := &reply[settingsView]{Body: viewSettings(c.Caller.Site, day, own, held)}
		if own.Changes > 0 {
			a.ETag = etag(revision)
		}
		return a, nil
	})

	register(s, Operation{
		Entry: "x.13", ID: "settings.replace", Method: http.MethodPut, Path: "/api/settings/", Surface: "platform",
		Summary: "Replace the settings of the tenant, or of one site", Permission: "settings:manage", Errors: []int{409, 412, 422},
		Describe: "All of them, from `effective_from` on: a member that is left out is not set. What was said for earlier days stays.",
	}, func(ctx context.Context, c *Call, in *settingsReplaceIn) (*reply[settingsView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.settings().Replace(ctx, caller, in.Body, s.today(c))
		if err != nil {
			return nil, err
		}
		settled(c, done)
		day := s.today(c)
		if in.Body.EffectiveFrom.After(day) {
			day = in.Body.EffectiveFrom
		}
		general := done.State
		if c.Caller.Site != 0 {
			if general, _, err = s.settings().Read(ctx, c.Caller.Tenant, 0); err != nil {
				return nil, err
			}
		}
		return &reply[settingsView]{
			ETag: etag(done.Revision), LogPosition: positionOf(done),
			Body: viewSettings(c.Caller.Site, day, done.State, settings.On(general, done.State, day)),
		}, nil
	})
}
