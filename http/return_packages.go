package http

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/coverage"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/returnpackage"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us"
	"github.com/tallystick/tallystick/domain/taxreturn"
	paper "github.com/tallystick/tallystick/render/returnpackage"
)

// packageBody asks for a draft return.
type packageBody struct {
	FormSet     string           `json:"form_set" enum:"de-est,gb-sa,us-1040" doc:"Which return: the computation of de-est, gb-sa, or the forms of us-1040."`
	SnapshotID  string           `json:"snapshot_id,omitempty" maxLength:"64" doc:"Of a calculation that was kept: X-Snapshot-Id. Or give the calculation."`
	Calculation *calculationBody `json:"calculation,omitempty" doc:"It is done and kept as /api/tax-assistant/calculate/ does."`
	CaseID      string           `json:"case_id,omitempty" maxLength:"64" doc:"The case that it is made for."`
	ClientRef   string           `json:"client_ref,omitempty" maxLength:"100" doc:"Whose return it is."`
	AcceptDraft bool             `json:"accept_draft,omitempty" doc:"The calculation may be of tier draft."`
}

type packageIn struct {
	Sited
	Written
	Body packageBody
}

func (in *packageIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *packageIn) faults(*Call, bool) fault.Fields {
	var f fault.Fields
	if (in.Body.SnapshotID == "") == (in.Body.Calculation == nil) {
		f.Add("snapshot_id", "either it or the calculation is given")
	}
	return f
}

func (s *Server) registerReturnPackages() {
	register(s, Operation{
		Entry: "2.5", ID: "returns.draft", Method: http.MethodPost, Path: "/api/tax-assistant/return-packages/", Surface: "documents",
		Summary: "Build a draft return from a calculation", Permission: "returns:write", Status: http.StatusCreated, Errors: []int{409, 412, 422},
		Describe: "A return of kind `draft_package`: a ZIP of JSON, PDF and the trace of its lines as CSV, listed and downloaded like a packet. Each line " +
			"has the step that it comes from; what nothing decides is `not_determined`, never 0; every page says that it is a draft and no filing. The " +
			"same calculation gives the same bytes. 422: `form_set_unavailable`, `coverage_unavailable`, `missing_fact`, `human_review_required`, " +
			"`source_conflict`, `law_superseded_or_stale`, `draft_coverage_not_accepted`, `figures_do_not_tie`.",
	}, s.draftReturn)
}

// draftReturn builds, stores and lists a package.
func (s *Server) draftReturn(ctx context.Context, c *Call, in *packageIn) (*reply[returnView], error) {
	if err := in.faults(c, false).Err(); err != nil {
		return nil, err
	}
	id := in.Body.SnapshotID
	if in.Body.Calculation != nil {
		done, err := s.calculate(ctx, c, &calculationIn{Sited: in.Sited, IdempotencyKey: in.IdempotencyKey, Body: *in.Body.Calculation})
		if err != nil {
			return nil, err
		}
		if id = done.SnapshotID; id == "" {
			return nil, unmet(done.Body.raw)
		}
	}
	held, err := commands.CalculationKind.Load(ctx, s.Log, c.Caller, id)
	if err != nil {
		return nil, fault.Invalid("snapshot_id", "there is no such calculation")
	}
	if err := commands.CaseNamed(ctx, s.Executor, c.Caller, in.Body.CaseID); err != nil {
		return nil, err
	}
	built, err := s.packageOf(c, in.Body, held)
	if err != nil {
		return nil, err
	}
	file, err := paper.ZIP(built, held.State.At)
	if err != nil {
		return nil, err
	}
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	if held.State.Site != 0 {
		caller.Site = held.State.Site
	}
	caller, returnID := commands.DraftID(caller)
	staged, err := s.Blobs.Receive(ctx, bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	defer staged.Discard()
	ref, err := staged.Keep(ctx, caller.Tenant, taxreturn.SubjectOf(in.Body.ClientRef, returnID))
	if err != nil {
		return nil, err
	}
	d := taxreturn.Draft{Jurisdiction: built.Jurisdiction, TaxYear: built.TaxYear, Form: built.FormSet, ClientRef: in.Body.ClientRef,
		Filename: built.FormSet + "-" + built.TaxYear + "-draft.zip", Media: zipMedia, SnapshotID: id, CaseID: in.Body.CaseID,
		Blob: ref}
	for _, l := range built.Lines {
		if l.Value == "" && l.Kind == returnpackage.Blank {
			continue
		}
		f := taxreturn.DraftFigure{Key: l.Key, Part: l.Form, Line: l.Line, Value: l.Value, Step: l.Step}
		if l.Kind == returnpackage.NotDetermined {
			f.Value = returnpackage.NotDetermined
		} else if l.Kind == returnpackage.Computed {
			f.Currency = built.Currency
		}
		d.Figures = append(d.Figures, f)
	}
	done, err := s.returns().Draft(ctx, caller, returnID, d)
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v, err := s.viewReturn(ctx, c, commands.Held[taxreturn.State]{ID: done.ID, State: done.State, Revision: done.Revision,
		Position: done.Position, Written: true})
	return &reply[returnView]{Status: http.StatusCreated, Location: "/api/tax-assistant/returns/" + done.ID + "/", ETag: etag(done.Revision),
		LogPosition: positionOf(done), Body: v}, err
}

// unmet says of a contract without a figure what it lacks.
func unmet(body []byte) error {
	var k contract.Contract
	if err := json.Unmarshal(body, &k); err != nil {
		return err
	}
	return lacks(&k)
}

func lacks(k *contract.Contract) error {
	var b fault.Blockers
	reason := "the calculation has no figure"
	if len(k.NextActions) > 0 {
		reason = k.NextActions[0]
	}
	switch {
	case k.HumanReviewRequired:
		b.Add("human_review_required", "%s", reason)
	case k.VerificationStatus == contract.StatusNeedsFacts:
		for _, m := range k.MissingFacts {
			b = append(b, fault.Blocker{Code: "missing_fact", Field: "calculation.request." + m.Key, Message: m.Reason})
		}
	case k.VerificationStatus == contract.StatusConflict:
		b.Add("source_conflict", "%s", reason)
	case k.VerificationStatus == contract.StatusStaleSource:
		b.Add("law_superseded_or_stale", "%s", reason)
	default:
		b.Add("coverage_unavailable", "%s", reason)
	}
	return b.Err()
}

// packageOf does a kept calculation anew, with its steps, and makes its lines.
func (s *Server) packageOf(c *Call, asked packageBody, held commands.Held[answerrecord.Snapshot]) (p returnpackage.Package, err error) {
	snap := held.State
	var b fault.Blockers
	switch {
	case snap.Content.Forgotten || snap.Content.Plain == "":
		return p, fault.Invalid("snapshot_id", "whom the calculation speaks of was forgotten")
	case snap.Calculator != "income" && snap.Calculator != "us_federal":
		b.Add("coverage_unavailable", "a return is made of income tax, and the calculation is of kind %s", snap.Calculator)
		return p, b.Err()
	case snap.Status != string(contract.StatusVerified):
		k := contract.Contract{VerificationStatus: contract.Status(snap.Status),
			HumanReviewRequired: snap.Status == string(contract.StatusHumanReview)}
		return p, lacks(&k)
	}
	kept, err := s.keptCalculation(c, snap)
	if err != nil {
		return p, err
	}
	req, books := kept.request, kept.books
	req.Explain, req.ParameterDataset = true, ""
	now, err := books.Calculate(req)
	if err != nil {
		return p, calculationFault(err)
	}
	profiles, err := s.profiles(c)
	if err != nil {
		return p, err
	}
	if row := s.Registry.Row(now.Jurisdiction, now.TaxYear, tax.IndividualIncome, now.SubRegion); row != nil {
		if why := profiles.Refuses(coverage.RowOf(now.Jurisdiction, row), now.CoverageStatus); why != "" {
			b.Add("coverage_unavailable", "%s", why)
			return p, b.Err()
		}
	}
	return returnpackage.Build(returnpackage.Given{FormSet: asked.FormSet, SnapshotID: held.ID, SHA256: snap.SHA256, Kept: kept.result,
		Request: *req,
		Result:  now, Accept: asked.AcceptDraft})
}

// keptCalculation is what a kept calculation was asked, to be done anew under the law as
// the caller's tenant reads it.
type keptCalculation struct {
	books   *tax.Registry
	request *tax.Request
	result  json.RawMessage // as it was kept
}

func (s *Server) keptCalculation(c *Call, snap answerrecord.Snapshot) (out keptCalculation, err error) {
	var kept struct {
		Request json.RawMessage `json:"request"`
		Result  json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal([]byte(snap.Content.Plain), &kept); err != nil {
		return out, err
	}
	body := incomeBody{}
	out.books, out.result = s.Registry, kept.Result
	if snap.Calculator == "us_federal" {
		var federal federalBody
		if err := unmarshalJSON(kept.Request, &federal); err != nil {
			return out, err
		}
		out.books, body = us.FederalRegistry(), *federal.income()
	} else if err := unmarshalJSON(kept.Request, &body); err != nil {
		return out, err
	}
	if out.request, err = body.request(); err != nil {
		return out, err
	}
	out.request.Law, err = s.laid(c)
	return out, err
}
