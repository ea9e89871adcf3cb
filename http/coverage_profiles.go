package http

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
)

// matrixRows are the keys of the coverage matrix.
func (s *Server) matrixRows() (rows []coverage.Row) {
	for _, registry := range []*tax.Registry{s.Registry, all.Payroll().Places()} {
		for _, j := range registry.All() {
			for i := range j.Coverage {
				rows = append(rows, coverage.RowOf(j.Code, &j.Coverage[i]))
			}
		}
	}
	for _, r := range uspayroll.Coverage() {
		k := coverage.RowOf(american, &r)
		k.TaxType = payroll.TaxType
		rows = append(rows, k)
	}
	return rows
}

// profiles are what the caller's tenant offers of what is covered.
func (s *Server) profiles(c *Call) (coverage.State, error) {
	if s.LawBook == nil {
		return coverage.State{}, nil
	}
	p, err := s.LawBook.Profiles(c.Caller.Tenant)
	if err != nil {
		return p, fault.Wrap(err, fault.StoreUnavailable, "the coverage profiles have not been read yet")
	}
	return p, nil
}

// offered computes what the caller's tenant offers, and nothing else.
func (s *Server) offered(c *Call) func(*tax.Request) (tax.Result, error) {
	calculate := s.calculator(c)
	return func(req *tax.Request) (tax.Result, error) {
		r, err := calculate(req)
		if err != nil {
			return r, err
		}
		profiles, err := s.profiles(c)
		if err != nil {
			return tax.Result{}, err
		}
		taxType := req.TaxType
		if taxType == "" {
			taxType = tax.IndividualIncome
		}
		row := s.Registry.Row(r.Jurisdiction, r.TaxYear, taxType, r.SubRegion)
		if row == nil {
			return r, nil
		}
		key := coverage.RowOf(r.Jurisdiction, row)
		reason := profiles.Refuses(key, r.CoverageStatus)
		income := req.Income
		if !req.HasIncome {
			income = money.Zero
			for _, x := range req.Components {
				income = income.Add(x.Amount)
			}
		}
		if over := profiles.ReviewOver(key); reason == "" && over != nil && income.Greater(*over) {
			reason = "the income is over the amount above which the firm has a person look"
		}
		if reason != "" {
			return tax.Result{}, &tax.Unavailable{Jurisdiction: key.Jurisdiction, TaxYear: key.TaxYear, TaxType: key.TaxType, Taxpayer: key.Taxpayer,
				Reason: reason}
		}
		return r, nil
	}
}

type coverageSeedIn struct {
	Sited
	Written
	Body *coverage.Seed
}

func (in *coverageSeedIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *coverageSeedIn) faults(*Call, bool) fault.Fields {
	if in.Body == nil {
		return nil
	}
	return fieldsOf(in.Body.Validate())
}

func (s *Server) registerCoverageProfiles() {
	register(s, Operation{
		Entry: "2.2", ID: "coverage.seed", Method: http.MethodPost, Path: "/api/tax-assistant/coverage/seed/", Surface: "coverage",
		Summary: "Seed coverage profiles: what the firm offers of what is covered", Permission: "coverage:manage", Errors: []int{409, 412, 422},
		Describe: "A profile narrows a row of the coverage matrix, and never widens it. Without profiles every row is offered; with some, the rows " +
			"that have one. No body, or an empty one, makes one for every row, and changes no answer. Answers, calculations by request, planning " +
			"and return packages keep to it; the calculators themselves do not. What is left out of the body stays as it is; `dry_run` changes nothing. " +
			"A selector that names no row is 422 `coverage_unavailable`. Sales taxes have no rows, and are not narrowed.",
	}, func(ctx context.Context, c *Call, in *coverageSeedIn) (*reply[coverage.Outcome], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		cmd := coverage.Seed{}
		if in.Body != nil {
			cmd = *in.Body
		}
		out, done, err := commands.SeedCoverage(ctx, s.Executor, caller, cmd, s.matrixRows())
		if err != nil {
			return nil, err
		}
		settled(c, done)
		if !done.Nothing {
			s.LawBook.WaitFor(ctx, done.Position)
		}
		return &reply[coverage.Outcome]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: out}, nil
	})
}
