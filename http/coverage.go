package http

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
)

type jurisdictionView struct {
	Code      string   `json:"code"`
	Name      string   `json:"name"`
	Authority string   `json:"authority"`
	Tier      tax.Tier `json:"tier" enum:"covered,beta,draft" doc:"The lowest of the current tax year, whatever the kind of income; a fact may lower it further, see coverage."`
	Plain     tax.Tier `json:"plain_tier" enum:"covered,beta,draft" doc:"That of the plainest request of the current tax year, a person's income from employment; the lowest of the regions."`
}

type jurisdictionList struct {
	Jurisdictions []jurisdictionView `json:"jurisdictions" nullable:"false"`
	Counted
}

type coverageView struct {
	Jurisdiction string          `json:"jurisdiction"`
	Name         string          `json:"name"`
	TaxYear      string          `json:"tax_year"`
	Period       civil.Period    `json:"period"`
	Region       string          `json:"region" doc:"Empty: all regions."`
	TaxType      string          `json:"tax_type"`
	Taxpayer     string          `json:"taxpayer"`
	IncomeKinds  []tax.Kind      `json:"income_kinds" nullable:"false"`
	Residence    []string        `json:"residence" nullable:"false"`
	Tier         tax.Tier        `json:"tier"`
	Why          string          `json:"why" doc:"What earned the tier, or what holds it down."`
	Exceptions   []exceptionView `json:"exceptions" nullable:"false" doc:"Requests whose tier is lower."`
	Reviewer     string          `json:"reviewer" doc:"Who reviewed it; empty: nobody yet."`
	Dataset      string          `json:"parameter_dataset"`
	LawAsOf      civil.Date      `json:"law_as_of"`
	Scope        []string        `json:"scope" nullable:"false" doc:"The standing assumptions of every result."`
	Offered      bool            `json:"offered" doc:"The firm's coverage profiles let its answers be given, at this tier."`
	Profile      *profileView    `json:"profile" doc:"The firm's coverage profile of the row; null: none."`
}

// profileView is a profile beside its row.
type profileView struct {
	ID string `json:"id"`
	coverage.Setting
}

// key is the row's key in the firm's profiles.
func (v coverageView) key() coverage.Row {
	return coverage.RowOf(v.Jurisdiction, &tax.CoverageRow{TaxYear: v.TaxYear, Region: v.Region, TaxType: v.TaxType, Taxpayer: v.Taxpayer})
}

type exceptionView struct {
	Facts       []string    `json:"facts" nullable:"false" doc:"Applies when one of these is given with a value other than the assumed one."`
	IncomeKinds []tax.Kind  `json:"income_kinds" nullable:"false" doc:"Applies when the income is, or one of its components is, of one of these."`
	IncomeBases []tax.Basis `json:"income_bases" nullable:"false" doc:"Applies when the income has one of these."`
	Tier        tax.Tier    `json:"tier" enum:"beta,draft"`
	Why         string      `json:"why"`
}

type coverageList struct {
	Coverage []coverageView `json:"coverage" nullable:"false"`
	Counted
}

func (s *Server) registerCoverage() {
	type listIn struct {
		Sited
		Limit  int      `query:"limit" minimum:"1" maximum:"200" default:"200" doc:"Rows a page."`
		Cursor string   `query:"cursor" maxLength:"1000" doc:"next_cursor of the page before."`
		Tier   tax.Tier `query:"tier" enum:"covered,beta,draft"`
		Q      string   `query:"q" maxLength:"100" doc:"Part of the name or code."`
	}
	register(s, Operation{
		Entry: "1.6", ID: "jurisdictions.list", Method: http.MethodGet, Path: "/api/tax-assistant/jurisdictions/", Surface: "coverage",
		Summary: "Countries with a deterministic engine", Permission: "coverage:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[jurisdictionList], error) {
		var all []jurisdictionView
		for _, j := range s.Registry.All() {
			today := civil.FromTime(s.Now())
			v := jurisdictionView{j.Code, j.Name, j.Authority, currentTier(j, today, tierOfKinds), currentTier(j, today, employedTier)}
			if (in.Tier == "" || v.Tier == in.Tier) && (matches(in.Q, v.Name) || matches(in.Q, v.Code)) {
				all = append(all, v)
			}
		}
		rows, cursor, err := pageOf(all, Paged{in.Limit, in.Cursor}, func(v jurisdictionView) string { return v.Code }, same)
		return &reply[jurisdictionList]{Body: jurisdictionList{rows, counted(len(all), cursor)}}, err
	})

	type coverageIn struct {
		Sited
		Paged
		Jurisdiction string   `query:"jurisdiction" maxLength:"2"`
		TaxYear      string   `query:"tax_year" maxLength:"20"`
		TaxType      string   `query:"tax_type" maxLength:"40"`
		Tier         tax.Tier `query:"tier" enum:"covered,beta,draft"`
	}
	register(s, Operation{
		Entry: "2.1", ID: "coverage.list", Method: http.MethodGet, Path: "/api/tax-assistant/coverage/", Surface: "coverage",
		Summary: "Coverage matrix: place × region × year × tax × taxpayer × income kinds", Permission: "coverage:read",
		Describe: "What has no row is unavailable; no near match stands in for it. Rows of the tax type payroll are of calculate/payroll; their tax year is the one that contains the pay date.",
	}, func(ctx context.Context, c *Call, in *coverageIn) (*reply[coverageList], error) {
		profiles, err := s.profiles(c)
		if err != nil {
			return nil, err
		}
		var all []coverageView
		for _, v := range s.coverage() {
			key := v.key()
			v.Offered = profiles.Refuses(key, v.Tier) == ""
			if p, ok := profiles.Find(key); ok {
				v.Profile = &profileView{p.ID, p.Setting}
			}
			if (in.Jurisdiction == "" || strings.EqualFold(in.Jurisdiction, v.Jurisdiction)) && (in.TaxYear == "" || in.TaxYear == v.TaxYear) &&
				(in.TaxType == "" || in.TaxType == v.TaxType) && (in.Tier == "" || in.Tier == v.Tier) {
				all = append(all, v)
			}
		}
		id := func(v coverageView) string {
			return strings.Join([]string{v.Jurisdiction, v.TaxYear, v.Region, v.TaxType, v.Taxpayer}, "|")
		}
		rows, cursor, err := pageOf(all, in.Paged, id, same)
		return &reply[coverageList]{Body: coverageList{rows, counted(len(all), cursor)}}, err
	})
}

// coverage is the rows of the engines of income taxes, then those of payroll.
func (s *Server) coverage() (rows []coverageView) {
	for _, registry := range []*tax.Registry{s.Registry, all.Payroll().Places()} {
		for _, j := range registry.All() {
			for i := range j.Coverage {
				rows = append(rows, viewCoverage(registry, j, &j.Coverage[i]))
			}
		}
	}
	for _, r := range uspayroll.Coverage() {
		rows = append(rows, viewRow(s.Registry.Find(american), payroll.TaxType, &r))
	}
	return rows
}

// viewCoverage shows a row as the registry resolved it, defaults filled in.
func viewCoverage(registry *tax.Registry, j *tax.Jurisdiction, declared *tax.CoverageRow) coverageView {
	taxType := declared.TaxType
	if taxType == "" {
		taxType = tax.IndividualIncome
	}
	r := declared
	if resolved := registry.Row(j.Code, declared.TaxYear, taxType, declared.Region); resolved != nil {
		r = resolved
	}
	return viewRow(j, taxType, r)
}

func viewRow(j *tax.Jurisdiction, taxType string, r *tax.CoverageRow) coverageView {
	v := coverageView{
		Jurisdiction: j.Code, Name: j.Name, TaxYear: r.TaxYear, Period: r.Period, Region: r.Region, TaxType: taxType,
		Taxpayer: r.Taxpayer, IncomeKinds: r.Kinds, Residence: r.Residence, Tier: r.Tier, Why: r.Why, Reviewer: r.Reviewer,
		Dataset: r.Dataset, LawAsOf: r.LawAsOf, Scope: r.Scope, Exceptions: []exceptionView{},
	}
	for _, e := range r.Except {
		v.Exceptions = append(v.Exceptions, exceptionView{append([]string{}, e.Facts...), append([]tax.Kind{}, e.Kinds...),
			append([]tax.Basis{}, e.Bases...), e.Tier, e.Why})
	}
	if v.IncomeKinds == nil {
		v.IncomeKinds = []tax.Kind{}
	}
	if v.Residence == nil {
		v.Residence = []string{}
	}
	if v.Scope == nil {
		v.Scope = []string{}
	}
	return v
}

// currentTier is the lowest tier among the rows of the current tax year, each
// as tierOf has it, or "" to leave it out; where that year has none, of the
// newest year that has.
func currentTier(j *tax.Jurisdiction, today civil.Date, tierOf func(*tax.CoverageRow) tax.Tier) tax.Tier {
	var lowest tax.Tier
	var newest civil.Date
	current := false
	for i := range j.Coverage {
		r := &j.Coverage[i]
		tier := tierOf(r)
		if tier == "" {
			continue
		}
		period := r.Period
		if period.From.IsZero() {
			period, _ = j.YearForm.Period(r.TaxYear)
		}
		now := period.Contains(today)
		switch {
		case now && !current, !current && newest.Before(period.From) && !period.From.After(today), newest.IsZero():
			lowest, newest, current = tier, period.From, now
		case now == current && period.From == newest:
			lowest = tax.Lowest(lowest, tier)
		}
	}
	return lowest
}

// tierOfKinds is the lowest tier of a row's kinds of income.
func tierOfKinds(r *tax.CoverageRow) tax.Tier {
	lowest := r.Tier
	for _, e := range r.Except {
		if len(e.Kinds) > 0 {
			lowest = tax.Lowest(lowest, e.Tier)
		}
	}
	return lowest
}

// employedTier is the tier of employment income in a row of persons' income tax.
func employedTier(r *tax.CoverageRow) tax.Tier {
	if r.TaxType != "" && r.TaxType != tax.IndividualIncome || len(r.Kinds) > 0 && !slices.Contains(r.Kinds, tax.Employment) {
		return ""
	}
	lowest := r.Tier
	for _, e := range r.Except {
		if slices.Contains(e.Kinds, tax.Employment) {
			lowest = tax.Lowest(lowest, e.Tier)
		}
	}
	return lowest
}

func matches(part, whole string) bool {
	return part == "" || strings.Contains(strings.ToLower(whole), strings.ToLower(part))
}

func same[T any](x T) T { return x }
