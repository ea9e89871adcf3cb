package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) plans(c *Call) *commands.Plans {
	return &commands.Plans{Executor: s.Executor, Calculate: s.offered(c)}
}

// planView is a planning report as it is read.
type planView struct {
	ID         string                `json:"id"`
	Site       int64                 `json:"site" doc:"0: tenant-wide."`
	Revision   uint64                `json:"revision"`
	Title      string                `json:"title"`
	ClientRef  string                `json:"client_ref"`
	Subject    string                `json:"subject" doc:"Whose data it is; forgetting them takes its texts and figures."`
	Baseline   string                `json:"baseline" doc:"Id of the scenario that the others are set against."`
	Scenarios  []planning.Scenario   `json:"scenarios" nullable:"false"`
	Comparison []planning.Difference `json:"comparison" nullable:"false" doc:"The last version of each scenario beside the baseline's."`
	CreatedBy  string                `json:"created_by"`
	CreatedAt  time.Time             `json:"created_at"`
	UpdatedAt  time.Time             `json:"updated_at"`
}

func viewPlan(p planning.State, revision uint64) planView {
	return planView{ID: p.ID, Site: p.Site, Revision: revision, Title: p.Title, ClientRef: p.ClientRef, Subject: p.Subject(),
		Baseline:  p.Baseline,
		Scenarios: p.Scenarios, Comparison: p.Compare(), CreatedBy: p.By, CreatedAt: p.At, UpdatedAt: p.Updated}
}

type planListIn struct {
	Sited
	Paged
	Fresh
	Dated
	ClientRef string `query:"client_ref" maxLength:"100"`
	CreatedBy string `query:"created_by" maxLength:"32"`
	Q         string `query:"q" maxLength:"200" doc:"Part of the title or the client's reference."`
	Order     string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,title,-title" default:"-updated_at"`
}

type planList struct {
	Plans []readmodels.PlanRow `json:"plans" nullable:"false"`
	Counted
}

// PlanPath names one planning report.
type PlanPath struct {
	Sited
	PlanID string `path:"plan_id" maxLength:"64"`
}

type (
	planCreation struct {
		Sited
		Written
		Body planning.CreatePlan
	}
	planVersioning struct {
		PlanPath
		ScenarioID string `path:"scenario_id" maxLength:"64" doc:"The scenario; new begins another."`
		Written
		Body planning.AddVersion
	}
)

func (in *planCreation) Resolve(hc huma.Context) []error   { return examine(hc, in) }
func (in *planVersioning) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *planCreation) faults(*Call, bool) fault.Fields   { return fieldsOf(in.Body.Validate()) }
func (in *planVersioning) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

func (s *Server) registerPlans() {
	const path = "/api/tax-assistant/plans/"
	register(s, Operation{
		Entry: "8.1", ID: "plans.list", Method: http.MethodGet, Path: path, Surface: "planning",
		Summary: "List planning reports", Permission: "plans:read",
	}, s.listPlans)
	register(s, Operation{
		Entry: "8.1", ID: "plans.create", Method: http.MethodPost, Path: path, Surface: "planning",
		Summary: "Create a planning report with its scenarios", Permission: "plans:write", Status: http.StatusCreated, Errors: []int{409},
		Describe: "Each scenario goes through the calculator of income tax; one that it declines keeps the reason and has no figure. An `axis` " +
			"moves one fact through at most 200 values.",
	}, func(ctx context.Context, c *Call, in *planCreation) (*reply[planView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.plans(c).Create(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		a := planDone(c, done)
		a.Status, a.Location = http.StatusCreated, path+done.ID+"/"
		return a, nil
	})
	register(s, Operation{
		Entry: "8.2", ID: "plans.read", Method: http.MethodGet, Path: path + "{plan_id}/", Surface: "planning",
		Summary: "A planning report: scenarios in all their versions, and how they compare", Permission: "plans:read",
	}, func(ctx context.Context, c *Call, in *struct{ PlanPath }) (*reply[planView], error) {
		p, revision, err := s.plans(c).Read(ctx, c.Caller, in.PlanID)
		if err != nil {
			return nil, err
		}
		return &reply[planView]{ETag: etag(revision), Body: viewPlan(p, revision)}, nil
	})
	register(s, Operation{
		Entry: "8.3", ID: "plans.add_version", Method: http.MethodPost,
		Path: path + "{plan_id}/scenarios/{scenario_id}/versions/", Surface: "planning",
		Summary: "Give a scenario its next version", Permission: "plans:write", Errors: []int{409, 412, 422},
		Describe: "Earlier versions never change. `recompute` takes the last version's facts under the law as it is held now; with the scenario " +
			"`new` and `create` another scenario begins.",
	}, func(ctx context.Context, c *Call, in *planVersioning) (*reply[planView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		in.Body.ScenarioID = in.ScenarioID
		done, err := s.plans(c).AddVersion(ctx, caller, in.PlanID, in.Body)
		if err != nil {
			return nil, err
		}
		return planDone(c, done), nil
	})
}

func planDone(c *Call, done commands.Done[planning.State]) *reply[planView] {
	settled(c, done)
	return &reply[planView]{Status: http.StatusOK, ETag: etag(done.Revision), LogPosition: positionOf(done),
		Body: viewPlan(done.State, done.Revision)}
}

func (s *Server) listPlans(ctx context.Context, c *Call, in *planListIn) (*reply[planList], error) {
	if err := c.after(ctx, in.Fresh); err != nil {
		return nil, err
	}
	from, to, err := in.Dated.instants(s.zone(c))
	if err != nil {
		return nil, err
	}
	conds := append(readmodels.Between("created_at", from, to), readmodels.Is("client_ref", in.ClientRef),
		readmodels.Is("created_by", in.CreatedBy), readmodels.Search(in.Q))
	found, err := readmodels.Plans.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
	if err != nil {
		return nil, err
	}
	return &reply[planList]{Body: planList{Plans: found.Rows, Counted: countedOf(found)}}, nil
}
