package http

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/filing"
)

// filingView is a return: what would be filed, and what it is made of. The service
// files nothing.
type filingView struct {
	Form        string          `json:"form"`
	Title       string          `json:"title"`
	Region      string          `json:"region" doc:"Country; empty: of several."`
	Coverage    string          `json:"coverage_status" enum:"covered,beta,draft"`
	Site        int64           `json:"site"`
	Period      string          `json:"period"`
	Currency    string          `json:"currency"`
	Draft       bool            `json:"draft" doc:"Given although something stands against filing."`
	Boxes       []filing.Box    `json:"boxes" nullable:"false" doc:"In the form's order."`
	Corrections []filing.Box    `json:"corrections" nullable:"false" doc:"Of earlier periods that were closed when these lines were posted; part of no box above."`
	Warnings    []fault.Blocker `json:"warnings" nullable:"false" doc:"With draft: what stands against filing."`
	Sources     []filing.Source `json:"sources" nullable:"false"`
	KnownAt     *time.Time      `json:"known_at" doc:"Postings up to this instant; null: all."`
	LogPosition int64           `json:"log_position" doc:"Leaves of the tenant's tree that were read."`
}

func (s *Server) registerFiling() {
	type filingIn struct {
		Sited
		Fresh
		Form    string `query:"form" required:"true" enum:"au-bas,de-ustva,eu-ecsl,eu-oss,fr-ca3,gb-vat,ie-vat3,nz-gst101a,us-summary"`
		Region  string `query:"region" maxLength:"2" doc:"Country of the form; left out: as the form says."`
		Period  string `query:"period" required:"true" maxLength:"7" doc:"2026-03, 2026-B2 (two months), 2026-Q1 or 2026."`
		Draft   bool   `query:"draft" doc:"Give the figures although something stands against filing, with what that is."`
		Explain bool   `query:"explain" doc:"List the entries that each box is made of."`
		AsFiled int64  `query:"log_position" minimum:"1" doc:"The return that was recorded as filed at this position: the same bytes for ever."`
		KnownAt string `query:"known_at" maxLength:"40" doc:"Postings up to this instant, or up to this log_position; left out: all."`
	}
	register(s, Operation{
		Entry: "22.1", ID: "exports.filing", Method: http.MethodGet, Path: "/api/exports/filing/", Surface: "feeds", Stream: true,
		Summary: "A tax return's figures, by form and period", Permission: "exports:read", Errors: []int{422},
		Describe: "From posted tax lines alone; nothing is filed. Lines of a period that was closed when they were posted stand apart as `corrections`. " +
			"422, or `warnings` with `draft=true`: `books_missing`, `period_not_ended`, `unposted_entries`, `differences_open`, " +
			"`control_account_mismatch`, `registration_missing`, `scheme_not_covered`, `buyer_details_missing`, `tax_id_unverified`.",
		body: s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[filingView](), true, ""), Hashed: true,
	}, func(ctx context.Context, c *Call, in *filingIn) (*huma.StreamResponse, error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		form, _ := filing.Find(in.Form)
		period, err := filing.ParsePeriod(in.Period)
		if err != nil {
			return nil, err
		}
		if in.Region != "" && in.Region != form.Country {
			return nil, fault.Invalid("region", "%s is a form of %q", form.ID, form.Country)
		}
		if in.AsFiled > 0 {
			if c.Caller.Site == 0 {
				return nil, fault.Invalid("site", "is required: a return is of the books of one site")
			}
			body, err := s.obligations().AsFiled(ctx, c.Caller, form.ID, in.Period, in.AsFiled)
			if err != nil {
				return nil, err
			}
			return s.show(ctx, c, "application/json", form.ID+"-"+in.Period+".json", body), nil
		}
		f := commands.Filing{Form: form, Period: period, Explain: in.Explain, Today: s.today(c)}
		v := filingView{Form: form.ID, Title: form.Title, Region: form.Country, Coverage: form.Tier, Site: c.Caller.Site, Period: in.Period,
			Draft: in.Draft, Warnings: []fault.Blocker{}, Sources: form.Sources}
		at := int64(0)
		if in.KnownAt != "" {
			known, err := s.knownAt(ctx, c, in.KnownAt)
			if err != nil {
				return nil, err
			}
			f.KnownAt, f.Through, v.KnownAt, at = known.At, known.Through, &known.At, known.Leaves
		}
		made, err := s.Feeds.File(ctx, c.Caller, f)
		if err != nil {
			return nil, err
		}
		if !in.Draft || made.Currency == "" {
			if err := made.Blockers.Err(); err != nil {
				return nil, err
			}
		}
		v.Warnings = append(v.Warnings, made.Blockers...)
		v.Boxes, v.Corrections, v.Currency, v.LogPosition = made.Boxes, made.Corrections, made.Currency, cmp.Or(at, made.LogPosition)
		body, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		return s.show(ctx, c, "application/json", form.ID+"-"+in.Period+".json", append(body, '\n')), nil
	})
}
