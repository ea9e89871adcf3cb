package http

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render"
)

func (s *Server) cases() *commands.Cases {
	x := &commands.Cases{Executor: s.Executor, Directory: s.Directory, Proofs: s.Checkpoints}
	x.Records = &commands.Records{Cases: x, Current: s.currentDataset}
	return x
}

// currentDataset reports whether a dataset is a coverage row's today, and every
// rule pack that it names the version in force.
func (s *Server) currentDataset(tenant, dataset string) bool {
	dataset, packs, laid := strings.Cut(dataset, "+")
	if laid {
		for _, layer := range strings.Split(packs, "+") {
			if s.LawBook == nil || !s.LawBook.InForce(tenant, layer) {
				return false
			}
		}
	}
	for _, j := range s.Registry.All() {
		for _, row := range j.Coverage {
			if row.Dataset == dataset {
				return true
			}
		}
	}
	return false
}

// caseView is a case; one that is read also says what stands between it and
// being final. A write does not: that changes with the facts around the case,
// and a write that is repeated answers what it answered first.
type caseView struct {
	cases.State
	Blockers *[]fault.Blocker `json:"blockers,omitempty" nullable:"false" doc:"What finalise would refuse, for the one who asks; when the case is read."`
}

// MarshalJSON shows personal data in the clear: who may read a case may read it.
func (v caseView) MarshalJSON() ([]byte, error) {
	type plain caseView
	return sealed.Readable(plain(v))
}

type caseListItem struct {
	readmodels.CaseRow
	Period *casePeriod `json:"period"`
}

type casePeriod struct {
	From string `json:"from" format:"date"`
	To   string `json:"to" format:"date"`
}

func caseItem(_ *Call, r readmodels.CaseRow) caseListItem {
	item := caseListItem{CaseRow: r}
	if !r.PeriodFrom.IsZero() && !r.PeriodTo.IsZero() {
		item.Period = &casePeriod{r.PeriodFrom.String(), r.PeriodTo.String()}
	}
	return item
}

type caseListIn struct {
	Listing
	Dated
	Status       string `query:"status" enum:"intake,preparation,review,approval,finalised" doc:"Stage."`
	Jurisdiction string `query:"jurisdiction" maxLength:"6"`
	Reviewer     string `query:"reviewer" maxLength:"32"`
	OpenedBy     string `query:"opened_by" maxLength:"32"`
	Q            string `query:"q" maxLength:"200" doc:"Part of the title or the client's name."`
	Order        string `query:"order" enum:"opened_at,-opened_at,updated_at,-updated_at,title,-title" default:"-updated_at"`
}

func (in *caseListIn) order() string { return in.Order }

func (in *caseListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "opened_at")
	return append(days, readmodels.Is("stage", in.Status), readmodels.Is("jurisdiction", in.Jurisdiction),
		readmodels.Is("reviewer", in.Reviewer),
		readmodels.Is("opened_by", in.OpenedBy), readmodels.Search(in.Q)), err
}

func (s *Server) registerCases() {
	x := s.cases()
	r := &resource[cases.State, caseView]{surface: "cases", list: "/api/cases/", one: "/api/cases/{case_id}/", kind: commands.CaseKind,
		view: s.viewCase}
	registerList[caseListIn](s, Operation{
		Entry: "9.1", ID: "cases.list", Path: r.list, Surface: r.surface, Summary: "List cases", Permission: "cases:read",
	}, "cases", readmodels.Cases, caseItem)
	registerCreate(s, r, Operation{
		Entry: "9.1", Summary: "Open a case", Describe: "The case belongs to the site that `site` names, else to the whole tenant.",
	}, commands.CaseVerb[cases.Open](x, "cases.open", "cases:write"))
	registerRead(s, r, Operation{Entry: "9.2", ID: "cases.read", Summary: "A case, and what stands between it and being final",
		Permission: "cases:read"})
	registerChange(s, r, Operation{
		Entry: "9.2", Summary: "Change details, stage, reviewer, sign-offs", Permission: "cases:write", Parts: commands.CaseParts,
		Describe: "All parts of one request are applied together or not at all. Waivers are for owners only.",
	}, x.UpdateCase())
	registerAction(s, r, Operation{
		Entry: "9.3", Path: "workpapers/", Summary: "Add a workpaper with evidence links, or revise one",
		Describe: "With `workpaper_id` the whole content is replaced by a new revision, and its sign-off is void.",
	}, commands.CaseVerb[cases.WriteWorkpaper](x, "cases.write_workpaper", "cases:write"))
	registerAction(s, r, Operation{Entry: "9.4", Path: "issues/", Summary: "Add an issue"}, commands.CaseVerb[cases.AddIssue](x,
		"cases.add_issue", "cases:write"))
	registerAction(s, r, Operation{Entry: "9.5", Path: "issues/{issue_id}/resolve/", Summary: "Resolve an issue"},
		commands.CaseVerb[cases.ResolveIssue](x, "cases.resolve_issue", "cases:review"),
		func(c *Call, cmd *cases.ResolveIssue) { cmd.IssueID = c.vars["issue_id"] })
	registerAction(s, r, Operation{
		Entry: "9.6", Path: "attachments/", Summary: "Attach an existing record",
		Describe: "Answers by the id in their `X-Answer-Id`; other cases by their id, once they have been final.",
	}, commands.CaseVerb[cases.Attach](x, "cases.attach", "cases:write"))
	registerBare(s, r, Operation{
		Entry: "9.7", Path: "finalise/", Summary: "Finalise; afterwards the case is immutable",
		Describe: "Answers 422 with every blocker while there is one; the case is then unchanged.",
	}, x.FinaliseCase())
	registerAction(s, r, Operation{Entry: "9.8", Path: "reopen/", Summary: "Reopen a finalised case in a new revision"},
		commands.CaseVerb[cases.Reopen](x, "cases.reopen", "cases:reopen"))
	s.registerCasePack()
}

func (s *Server) registerCasePack() {
	type exportIn struct {
		Sited
		Revision int    `query:"revision" minimum:"1" doc:"An earlier final revision; left out, the latest."`
		Format   string `query:"format" enum:"zip,html,pdf" default:"zip" doc:"The whole pack as a ZIP, or its report alone."`
	}
	register(s, Operation{
		Entry: "9.9", ID: "cases.export", Method: http.MethodGet, Path: "/api/cases/{case_id}/export/", Surface: "cases", Stream: true,
		Summary: "Download the final pack", Permission: "cases:read", Errors: []int{422}, Media: []string{zipMedia, htmlMedia, pdfMedia}, Hashed: true,
		Describe: "A ZIP with the case's report, its events and a manifest of SHA-256 sums, the same bytes at every export. " +
			"`X-Content-SHA256` is the hash of the whole. `format=html` and `format=pdf` are the report alone: the question and the figure, " +
			"how it comes about, who prepared and approved it, and each source once.",
	}, func(ctx context.Context, c *Call, in *exportIn) (*huma.StreamResponse, error) {
		id := c.vars["case_id"]
		if in.Format == "html" || in.Format == "pdf" {
			return s.caseReport(ctx, c, id, in.Revision, in.Format)
		}
		pack, err := s.cases().Pack(ctx, c.Caller, id, in.Revision)
		if err != nil {
			return nil, err
		}
		return s.download(ctx, c, zipMedia, "case-"+id+".zip", pack), nil
	})
}

// caseReport is a final case's report in one form.
func (s *Server) caseReport(ctx context.Context, c *Call, id string, revision int, format string) (*huma.StreamResponse, error) {
	d, err := s.cases().Report(ctx, c.Caller, id, revision)
	if err != nil {
		return nil, err
	}
	media, write := htmlMedia, render.ReportHTML
	if format == "pdf" {
		media, write = pdfMedia, render.ReportPDF
	}
	body, err := write(d)
	if err != nil {
		return nil, err
	}
	return s.download(ctx, c, media, "case-"+id+"."+format, body), nil
}

// viewCase is a case as it is shown; with its blockers where it is read.
func (s *Server) viewCase(ctx context.Context, c *Call, h commands.Held[cases.State]) (caseView, error) {
	view := caseView{State: h.State}
	if h.Written {
		return view, nil
	}
	view.Blockers = &[]fault.Blocker{}
	if h.State.Stage == cases.Final {
		return view, nil
	}
	blockers, err := s.cases().Blockers(ctx, c.Caller, h.State)
	*view.Blockers = append(*view.Blockers, blockers...)
	return view, err
}
