package http

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) cases() *commands.Cases {
	x := &commands.Cases{Executor: s.Executor, Directory: s.Directory, Proofs: s.Checkpoints}
	x.Records = &commands.Records{Cases: x, Current: s.currentDataset}
	return x
}

// currentDataset reports whether a dataset is a coverage row's today.
func (s *Server) currentDataset(dataset string) bool {
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
	return cases.PlainJSON(plain(v))
}

type caseListItem struct {
	readmodels.CaseRow
	Period *casePeriod `json:"period"`
}

type casePeriod struct {
	From string `json:"from" format:"date"`
	To   string `json:"to" format:"date"`
}

type caseList struct {
	Cases []caseListItem `json:"cases" nullable:"false"`
	Counted
}

type caseListIn struct {
	Sited
	Paged
	Fresh
	Dated
	Status       string `query:"status" enum:"intake,preparation,review,approval,finalised" doc:"Stage."`
	Jurisdiction string `query:"jurisdiction" maxLength:"6"`
	Reviewer     string `query:"reviewer" maxLength:"32"`
	OpenedBy     string `query:"opened_by" maxLength:"32"`
	Q            string `query:"q" maxLength:"200" doc:"Part of the title or the client's name."`
	Order        string `query:"order" enum:"opened_at,-opened_at,updated_at,-updated_at,title,-title" default:"-updated_at"`
}

func (s *Server) registerCases() {
	register(s, Operation{
		Entry: "9.1", ID: "cases.list", Method: http.MethodGet, Path: "/api/cases/", Surface: "cases",
		Summary: "List cases", Permission: "cases:read",
	}, s.listCases)

	register(s, Operation{
		Entry: "9.1", ID: "cases.open", Method: http.MethodPost, Path: "/api/cases/", Surface: "cases",
		Summary: "Open a case", Permission: "cases:write", Errors: []int{409, 422},
		Describe: "The case belongs to the site that `site` names, else to the whole tenant.",
	}, func(ctx context.Context, c *Call, in *caseOpening) (*answer[caseView], error) {
		return s.doCase(ctx, c, in.Written, "", in.Body)
	})
	s.registerCaseRecord()
	s.registerCaseParts()
	s.registerCaseEnds()
}

func (s *Server) listCases(ctx context.Context, c *Call, in *caseListIn) (*answer[caseList], error) {
	if err := c.after(ctx, in.Fresh); err != nil {
		return nil, err
	}
	from, to, err := in.Dated.instants(s.zone(c))
	if err != nil {
		return nil, err
	}
	conds := append(readmodels.Between("opened_at", from, to), readmodels.Is("stage", in.Status), readmodels.Is("jurisdiction", in.Jurisdiction),
		readmodels.Is("reviewer", in.Reviewer), readmodels.Is("opened_by", in.OpenedBy), readmodels.Search(in.Q))
	found, err := readmodels.Cases.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
	if err != nil {
		return nil, err
	}
	list := caseList{make([]caseListItem, len(found.Rows)), countedOf(found)}
	for i, r := range found.Rows {
		list.Cases[i].CaseRow = r
		if !r.PeriodFrom.IsZero() && !r.PeriodTo.IsZero() {
			list.Cases[i].Period = &casePeriod{r.PeriodFrom.String(), r.PeriodTo.String()}
		}
	}
	return &answer[caseList]{Body: list}, nil
}

// CasePath names one case.
type CasePath struct {
	Sited
	CaseID string `path:"case_id" maxLength:"64"`
}

func (s *Server) registerCaseRecord() {
	register(s, Operation{
		Entry: "9.2", ID: "cases.read", Method: http.MethodGet, Path: "/api/cases/{case_id}/", Surface: "cases",
		Summary: "A case, and what stands between it and being final", Permission: "cases:read",
	}, func(ctx context.Context, c *Call, in *struct{ CasePath }) (*answer[caseView], error) {
		state, history, err := s.cases().Read(ctx, c.Caller, in.CaseID)
		if err != nil {
			return nil, err
		}
		return s.readCase(ctx, c, state, history[len(history)-1].Revision)
	})

	registerCaseCommand[cases.Update](s, Operation{
		Entry: "9.2", ID: "cases.update", Method: http.MethodPatch, Path: "/api/cases/{case_id}/", Surface: "cases",
		Summary: "Change details, stage, reviewer, sign-offs", Permission: "cases:write", Parts: commands.CaseParts, Errors: []int{409, 412, 422},
		Describe: "All parts of one request are applied together or not at all. Waivers are for owners only.",
	})
}

func (s *Server) registerCaseParts() {
	registerCaseCommand[cases.WriteWorkpaper](s, Operation{
		Entry: "9.3", ID: "cases.write_workpaper", Method: http.MethodPost, Path: "/api/cases/{case_id}/workpapers/", Surface: "cases",
		Summary: "Add a workpaper with evidence links, or revise one", Permission: "cases:write", Errors: []int{409, 412, 422},
		Describe: "With `workpaper_id` the whole content is replaced by a new revision, and its sign-off is void.",
	})

	registerCaseCommand[cases.AddIssue](s, Operation{
		Entry: "9.4", ID: "cases.add_issue", Method: http.MethodPost, Path: "/api/cases/{case_id}/issues/", Surface: "cases",
		Summary: "Add an issue", Permission: "cases:write", Errors: []int{409, 412, 422},
	})

	type resolveIn struct {
		CasePath
		IssueID string `path:"issue_id" maxLength:"64"`
		Written
		Body cases.ResolveIssue
	}
	register(s, Operation{
		Entry: "9.5", ID: "cases.resolve_issue", Method: http.MethodPost, Path: "/api/cases/{case_id}/issues/{issue_id}/resolve/", Surface: "cases",
		Summary: "Resolve an issue", Permission: "cases:review", Errors: []int{409, 412, 422},
	}, func(ctx context.Context, c *Call, in *resolveIn) (*answer[caseView], error) {
		in.Body.IssueID = in.IssueID
		return s.doCase(ctx, c, in.Written, in.CaseID, in.Body)
	})

	registerCaseCommand[cases.Attach](s, Operation{
		Entry: "9.6", ID: "cases.attach", Method: http.MethodPost, Path: "/api/cases/{case_id}/attachments/", Surface: "cases",
		Summary: "Attach an existing record", Permission: "cases:write", Errors: []int{409, 412, 422},
		Describe: "Answers by the id in their `X-Answer-Id`; other cases by their id, once they have been final.",
	})
}

func (s *Server) registerCaseEnds() {
	type finaliseIn struct {
		CasePath
		Written
		Body *cases.Finalise
	}
	register(s, Operation{
		Entry: "9.7", ID: "cases.finalise", Method: http.MethodPost, Path: "/api/cases/{case_id}/finalise/", Surface: "cases",
		Summary: "Finalise; afterwards the case is immutable", Permission: "cases:finalise", Errors: []int{409, 412, 422},
		Describe: "Answers 422 with every blocker while there is one; the case is then unchanged.",
	}, func(ctx context.Context, c *Call, in *finaliseIn) (*answer[caseView], error) {
		return s.doCase(ctx, c, in.Written, in.CaseID, cases.Finalise{})
	})

	registerCaseCommand[cases.Reopen](s, Operation{
		Entry: "9.8", ID: "cases.reopen", Method: http.MethodPost, Path: "/api/cases/{case_id}/reopen/", Surface: "cases",
		Summary: "Reopen a finalised case in a new revision", Permission: "cases:reopen", Errors: []int{409, 412, 422},
	})

	type exportIn struct {
		CasePath
		Revision int `query:"revision" minimum:"1" doc:"An earlier final revision; left out, the latest."`
	}
	register(s, Operation{
		Entry: "9.9", ID: "cases.export", Method: http.MethodGet, Path: "/api/cases/{case_id}/export/", Surface: "cases", Stream: true,
		Summary: "Download the final pack", Permission: "cases:read", Errors: []int{422},
		Describe: "A ZIP with the case, its events and a manifest of SHA-256 sums, the same bytes at every export. " +
			"`X-Content-SHA256` is the hash of the whole.",
	}, func(ctx context.Context, c *Call, in *exportIn) (*huma.StreamResponse, error) {
		pack, err := s.cases().Pack(ctx, c.Caller, in.CaseID, in.Revision)
		if err != nil {
			return nil, err
		}
		return s.download(ctx, c, "application/zip", "case-"+in.CaseID+".zip", pack), nil
	})
}

// caseOpening and caseCommand are commands on cases, as they arrive.
type (
	caseOpening struct {
		Sited
		Written
		Body cases.Open
	}
	caseCommand[C cases.Command] struct {
		CasePath
		Written
		Body C
	}
)

func (in *caseOpening) Resolve(hc huma.Context) []error    { return examine(hc, in) }
func (in *caseCommand[C]) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *caseOpening) faults(*Call, bool) fault.Fields    { return fieldsOf(in.Body.Validate()) }
func (in *caseCommand[C]) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

// registerCaseCommand adds an operation that carries out one command on the
// case that the path names.
func registerCaseCommand[C cases.Command](s *Server, o Operation) {
	register(s, o, func(ctx context.Context, c *Call, in *caseCommand[C]) (*answer[caseView], error) {
		return s.doCase(ctx, c, in.Written, in.CaseID, in.Body)
	})
}

// doCase carries out a command and answers with the case it left.
func (s *Server) doCase(ctx context.Context, c *Call, w Written, id string, cmd cases.Command) (*answer[caseView], error) {
	caller, err := c.writer(w)
	if err != nil {
		return nil, err
	}
	done, err := s.cases().Do(ctx, caller, id, cmd)
	if err != nil {
		return nil, err
	}
	if !done.Nothing && !done.Replayed {
		c.wrote()
	}
	a := &answer[caseView]{ETag: etag(done.Revision), Body: caseView{State: done.State}, LogPosition: positionOf(done)}
	if id == "" {
		a.Status, a.Location = http.StatusCreated, "/api/cases/"+done.ID+"/"
	}
	return a, nil
}

// readCase answers a case with its blockers.
func (s *Server) readCase(ctx context.Context, c *Call, state cases.State, revision uint64) (*answer[caseView], error) {
	view := caseView{State: state, Blockers: &[]fault.Blocker{}}
	if state.Stage != cases.Final {
		blockers, err := s.cases().Blockers(ctx, c.Caller, state)
		if err != nil {
			return nil, err
		}
		*view.Blockers = append(*view.Blockers, blockers...)
	}
	return &answer[caseView]{ETag: etag(revision), Body: view}, nil
}
