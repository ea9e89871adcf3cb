package http

import (
	"context"
	"net/http"
	"strings"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/readmodels"
)

// complianceView is how the tenant stands.
type complianceView struct {
	compliance.Report
	Refresh *readmodels.RefreshRow `json:"last_refresh" doc:"The last one that ended; null: none has."`
}

func (s *Server) registerCompliance() {
	const path = "/api/tax-assistant/compliance/"
	type readIn struct {
		Sited
		Fresh
	}
	register(s, Operation{
		Entry: "8.6", ID: "compliance.read", Method: http.MethodGet, Path: path, Surface: "compliance",
		Summary: "How proofs, law and currency stand, with what mends each thing that is amiss", Permission: "compliance:read",
		Describe: "The status is the worst of its areas': `audit_proofs` (heads of the log, proofs of closed months, the last verification), `legislative` " +
			"(checks of the law's sources and open notices), `currency` (age of the tables of exchange rates). What was never run is `unknown`. " +
			"Each attention names the call that mends it, and the permission which that needs.",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[complianceView], error) {
		if err := c.after(ctx, in.Fresh, readmodels.Refreshes.Projection); err != nil {
			return nil, err
		}
		v, err := s.complianceOf(ctx, c)
		return &reply[complianceView]{Body: v}, err
	})

	type refreshIn struct {
		Sited
		Written
		Body *struct{}
	}
	register(s, Operation{
		Entry: "8.7", ID: "compliance.refresh", Method: http.MethodPost, Path: path + "refresh/", Surface: "compliance",
		Status:  http.StatusAccepted,
		Summary: "Verify the proofs anew and have the sources of the law looked at", Permission: "compliance:refresh", Errors: []int{409},
		Describe: "A job; what it found stands in the status. The look at the sources is a job of its own, which `last_refresh` names.",
	}, func(ctx context.Context, c *Call, in *refreshIn) (*reply[queuedWork], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		verb := commands.RequestRefresh.Creating()
		_, done, err := verb.Do(ctx, s.Executor, caller, "", compliance.Ask{})
		if err != nil {
			return nil, err
		}
		settled(c, done)
		return &reply[queuedWork]{Status: http.StatusAccepted, LogPosition: positionOf(done),
			Body: queuedWork{done.ID, Queued(job.ID(done.State.Command, 0))}}, nil
	})
}

// complianceOf is how the caller's tenant stands, as far as their sites show it.
func (s *Server) complianceOf(ctx context.Context, c *Call) (v complianceView, err error) {
	tenant := c.Caller.Tenant
	f := compliance.Facts{Now: s.Now().UTC(), Today: s.today(c)}
	if f.TreeSize, err = s.DB.TreeSize(ctx, tenant); err != nil {
		return v, err
	}
	head, ok, err := s.Checkpoints.Latest(ctx, tenant)
	if err != nil {
		return v, err
	}
	if ok {
		f.HeadSize, f.HeadSignedAt = head.Size, head.SignedAt
	}
	months, proofs, err := s.DB.ClosedMonths(ctx, tenant)
	if err != nil {
		return v, err
	}
	f.Proofs = int(proofs)
	for _, m := range months {
		if commands.Sees(c.Caller, m.Site) {
			f.Months = append(f.Months, compliance.Month{Site: m.Site, Period: m.Period, Proved: m.Proved})
		}
	}
	row, ok, err := s.DB.LastRefresh(ctx, tenant)
	if err != nil {
		return v, err
	}
	if ok {
		v.Refresh, f.Refreshed = &row, &compliance.End{Verified: int(row.Verified), Failed: row.Failed, LawRun: row.LawRun}
	}
	s.lawFacts(c, &f)
	if s.TaxBook != nil {
		for _, t := range s.TaxBook.Tables() {
			_, last := t.Range()
			f.Tables = append(f.Tables, compliance.Rates{ID: t.ID, Monthly: t.ID == fx.HMRC || t.ID == fx.IMFSDR, AsOf: last})
		}
	}
	v.Report = compliance.Assess(f)
	return v, nil
}

// lawFacts are how long ago the law's sources were checked, here or by us.
func (s *Server) lawFacts(c *Call, f *compliance.Facts) {
	for _, folder := range law.Folders() {
		book, err := law.Open(folder)
		if err != nil {
			continue
		}
		known := s.WatchBook.Place(c.Caller.Tenant, folder)
		l := compliance.Law{Place: book.Place}
		for id, source := range book.Sources {
			checked := source.Checked
			if day := civil.FromTime(known.Sources[id].CheckedAt.UTC()); !known.Sources[id].CheckedAt.IsZero() && day.After(checked) {
				checked = day
			}
			if l.Oldest.IsZero() || checked.Before(l.Oldest) {
				l.Oldest = checked
			}
			if known.Sources[id].Notice != nil {
				l.Notices++
			}
		}
		if !l.Oldest.IsZero() {
			f.Law = append(f.Law, l)
		}
	}
	for _, row := range rates.Coverage(f.Today) {
		l := compliance.Law{Place: strings.ToUpper(row.Country)}
		for _, x := range row.Citations {
			if l.Oldest.IsZero() || x.RetrievedAt.Before(l.Oldest) {
				l.Oldest = x.RetrievedAt
			}
		}
		if !l.Oldest.IsZero() {
			f.Indirect = append(f.Indirect, l)
		}
	}
}
