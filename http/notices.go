package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/tenancy"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) notices() *commands.Notices {
	return &commands.Notices{Executor: s.Executor, Records: s.cases().Records, Principals: func(tenant string) []tenancy.Principal {
		return s.Directory.Principals(tenant)
	}, Year: s.taxYear, Zone: s.Directory.Zone}
}

// taxYear reports whether a text is the label of a tax year of a place, and the form
// that labels have there; any text is where the place is not computed.
func (s *Server) taxYear(place, text string) (form string, ok bool) {
	j := s.Registry.Find(place)
	if j == nil {
		return "", true
	}
	_, ok = j.YearForm.Period(text)
	return j.YearForm.Pattern, ok
}

// noticeView is a notice as it is read.
type noticeView struct {
	ID           string            `json:"id"`
	Site         int64             `json:"site" doc:"0: tenant-wide."`
	Status       notice.Status     `json:"status" enum:"open,drafted,approved,sending,sent"`
	Revision     uint64            `json:"revision"`
	Jurisdiction string            `json:"jurisdiction"`
	SubRegion    string            `json:"sub_region"`
	Type         string            `json:"type"`
	Reference    string            `json:"reference"`
	TaxYears     []string          `json:"tax_years" nullable:"false"`
	Dated        civil.Date        `json:"notice_date" format:"date"`
	Received     civil.Date        `json:"received_on" format:"date"`
	StatedDue    civil.Date        `json:"stated_due_on" format:"date"`
	Amount       *money.Dec        `json:"amount" doc:"The sum that it claims; null where it names none."`
	Currency     string            `json:"currency"`
	Abroad       *bool             `json:"addressed_abroad"`
	ClientRef    string            `json:"client_ref"`
	DocumentID   string            `json:"document_id"`
	Supersedes   string            `json:"supersedes"`
	Summary      string            `json:"summary"`
	Subject      string            `json:"subject" doc:"Whose data it is; forgetting them takes its texts."`
	Deadline     deadline.Deadline `json:"deadline"`
	Overdue      bool              `json:"overdue" doc:"The last day has passed, by the caller's time zone, and nothing was sent."`
	CreatedBy    string            `json:"created_by"`
	CreatedAt    time.Time         `json:"created_at"`
	UpdatedAt    time.Time         `json:"updated_at"`
	Responses    []responseView    `json:"responses" nullable:"false" doc:"Versions of the response, the first first."`
	Approved     *approvalView     `json:"approved"`
	Sent         *sendingView      `json:"sent"`
	Mail         *noticeMail       `json:"mail" doc:"How it goes by mail; null: it does not."`
}

type responseView struct {
	Version  int                `json:"version"`
	Position string             `json:"position" enum:"agree,disagree,partly,extension,documents"`
	Grounds  []notice.Ground    `json:"grounds" nullable:"false"`
	Sections []notice.Paragraph `json:"sections" nullable:"false"`
	Untraced string             `json:"untraced" doc:"Figures that neither the notice nor a ground holds; one keeps the version from being approved."`
	By       string             `json:"created_by"`
	At       time.Time          `json:"created_at"`
}

type approvalView struct {
	Version int       `json:"version"`
	Waiver  string    `json:"waiver" doc:"Why nobody else approved; empty where somebody did."`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

type sendingView struct {
	Version    int        `json:"version"`
	Channel    string     `json:"channel" enum:"email,recorded"`
	On         civil.Date `json:"sent_on" format:"date"`
	Reference  string     `json:"reference"`
	LateReason string     `json:"late_reason"`
	By         string     `json:"by"`
	At         time.Time  `json:"at"`
}

func viewNotice(n notice.State, revision uint64, today civil.Date) noticeView {
	r := n.Notice
	v := noticeView{
		ID: n.ID, Site: n.Site, Status: n.Status, Revision: revision, Jurisdiction: r.Jurisdiction, SubRegion: r.SubRegion, Type: r.Type,
		Reference: r.Reference.String(), TaxYears: r.TaxYears, Dated: r.Dated, Received: r.Received, StatedDue: r.StatedDue, Amount: r.Amount,
		Currency: r.Currency, Abroad: r.Abroad, ClientRef: r.ClientRef.String(), DocumentID: r.DocumentID, Supersedes: r.Supersedes,
		Summary: r.Summary.String(), Subject: n.Subject(), Deadline: r.Deadline, Overdue: n.Overdue(today), CreatedBy: n.Recorded.By,
		CreatedAt: n.Recorded.At, UpdatedAt: n.Updated, Responses: []responseView{},
	}
	for _, x := range n.Versions {
		w := responseView{Version: x.Version, Position: x.Position, Grounds: x.Grounds, Sections: []notice.Paragraph{},
			Untraced: x.Untraced.String(),
			By:       x.By, At: x.At}
		for _, section := range x.Sections {
			w.Sections = append(w.Sections, notice.Paragraph{Heading: section.Heading.String(), Text: section.Text.String()})
		}
		v.Responses = append(v.Responses, w)
	}
	if a := n.Approval; a != nil {
		v.Approved = &approvalView{a.Version, a.Waiver.String(), a.By, a.At}
	}
	if x := n.Sending; x != nil {
		v.Sent = &sendingView{x.Version, x.Channel, x.On, x.Reference.String(), x.LateReason.String(), x.By, x.At}
	}
	if m := n.Mail; m != nil {
		v.Mail = &noticeMail{m.Version, m.DocumentSHA256, len(m.Recipients), m.Delivered, m.By, m.At, []mailedTo{}}
	}
	return v
}

type noticeListIn struct {
	Sited
	Paged
	Fresh
	Dated
	Status       string `query:"status" enum:"open,drafted,approved,sending,sent"`
	Jurisdiction string `query:"jurisdiction" pattern:"^[A-Z]{2}$" patternDescription:"ISO 3166-1 code" doc:"ISO 3166-1 code: GB."`
	Type         string `query:"type" pattern:"^[a-z][a-z0-9_]{0,39}$" patternDescription:"type of notice" doc:"As closure_notice."`
	ClientRef    string `query:"client_ref" maxLength:"100"`
	Overdue      bool   `query:"overdue" doc:"Only those whose last day has passed without a response."`
	Q            string `query:"q" maxLength:"200" doc:"Part of the reference or the client's reference."`
	Order        string `query:"order" enum:"due_on,-due_on,recorded_at,-recorded_at,updated_at,-updated_at" default:"due_on"`
}

type noticeListItem struct {
	readmodels.NoticeRow
	Overdue bool `json:"overdue"`
}

type noticeList struct {
	Notices  []noticeListItem `json:"notices" nullable:"false"`
	Statuses map[string]int64 `json:"statuses" doc:"How many have each status, of all that the caller sees."`
	Counted
}

// NoticePath names one notice.
type NoticePath struct {
	Sited
	NoticeID string `path:"notice_id" maxLength:"64"`
}

type (
	noticeRecording struct {
		Sited
		Written
		Body notice.RecordNotice
	}
	noticeDrafting struct {
		NoticePath
		Written
		Body notice.DraftResponse
	}
)

func (s *Server) registerNotices() {
	const path = "/api/tax-assistant/notices/"
	register(s, Operation{
		Entry: "7.8", ID: "notices.list", Method: http.MethodGet, Path: path, Surface: "notices",
		Summary: "List notices of tax authorities", Permission: "notices:read",
	}, s.listNotices)
	register(s, Operation{
		Entry: "7.8", ID: "notices.record", Method: http.MethodPost, Path: path, Surface: "notices",
		Summary: "Record a notice, and compute until when to act on it", Permission: "notices:write", Status: http.StatusCreated,
		Errors: []int{409},
		Describe: "The deadline is computed from dated, cited terms, step by step, and set against the day that the notice states; the earlier " +
			"counts. A type that is not held has the stated day, or none and a missing fact: no term is guessed.",
	}, func(ctx context.Context, c *Call, in *noticeRecording) (*reply[noticeView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.notices().Record(ctx, caller, in.Body)
		return s.noticeDone(c, done, err, http.StatusCreated)
	})
	register(s, Operation{
		Entry: "7.9", ID: "notices.read", Method: http.MethodGet, Path: path + "{notice_id}/", Surface: "notices",
		Summary: "A notice, its deadline with each step, and the versions of the response", Permission: "notices:read",
	}, func(ctx context.Context, c *Call, in *struct{ NoticePath }) (*reply[noticeView], error) {
		n, revision, err := s.notices().Read(ctx, c.Caller, in.NoticeID)
		if err != nil {
			return nil, err
		}
		return &reply[noticeView]{ETag: etag(revision), Body: viewNotice(n, revision, s.today(c))}, nil
	})
	register(s, Operation{
		Entry: "7.10", ID: "notices.draft_response", Method: http.MethodPost, Path: path + "{notice_id}/draft-response/", Surface: "notices",
		Summary: "Write the next version of the response, or approve the last one", Permission: "notices:write", Throttled: true,
		Parts: commands.NoticeParts, Errors: []int{409, 412, 422},
		Describe: "Without `sections` the response is composed from the notice and the answers that `grounds` names: what is claimed beside " +
			"what was computed, the law, the enclosures. `approve` takes the permission `workflows:approve`, of somebody who wrote none of the versions.",
	}, func(ctx context.Context, c *Call, in *noticeDrafting) (*reply[noticeView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.notices().Draft(ctx, caller, in.NoticeID, in.Body)
		return s.noticeDone(c, done, err, http.StatusOK)
	})
	s.registerNoticeSending()
}

func (s *Server) noticeDone(c *Call, done commands.Done[notice.State], err error, status int) (*reply[noticeView], error) {
	if err != nil {
		return nil, err
	}
	settled(c, done)
	a := &reply[noticeView]{Status: status, ETag: etag(done.Revision), LogPosition: positionOf(done),
		Body: viewNotice(done.State, done.Revision, s.today(c))}
	if status == http.StatusCreated {
		a.Location = "/api/tax-assistant/notices/" + done.ID + "/"
	}
	return a, nil
}

func (s *Server) listNotices(ctx context.Context, c *Call, in *noticeListIn) (*reply[noticeList], error) {
	if err := c.after(ctx, in.Fresh); err != nil {
		return nil, err
	}
	from, to, err := in.Dated.instants(s.zone(c))
	if err != nil {
		return nil, err
	}
	today := s.today(c)
	conds := append(readmodels.Between("recorded_at", from, to), readmodels.Is("status", in.Status),
		readmodels.Is("jurisdiction", in.Jurisdiction), readmodels.Is("type", in.Type), readmodels.Is("client_ref", in.ClientRef),
		readmodels.Search(in.Q))
	if in.Overdue {
		conds = append(conds, readmodels.Before("due_on", today), readmodels.In("status", []string{"open", "drafted", "approved"}))
	}
	found, err := readmodels.Notices.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
	if err != nil {
		return nil, err
	}
	list := noticeList{Notices: make([]noticeListItem, len(found.Rows)), Counted: countedOf(found)}
	for i, r := range found.Rows {
		overdue := r.Status != string(notice.Sent) && !r.Due.IsZero() && today.After(r.Due)
		list.Notices[i] = noticeListItem{r, overdue}
	}
	if list.Statuses, err = readmodels.Notices.Tally(ctx, s.DB, c.Scope(), "status"); err != nil {
		return nil, err
	}
	return &reply[noticeList]{Body: list}, nil
}

func (in *noticeRecording) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *noticeDrafting) Resolve(hc huma.Context) []error  { return examine(hc, in) }

func (in *noticeRecording) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }
func (in *noticeDrafting) faults(*Call, bool) fault.Fields  { return fieldsOf(in.Body.Validate()) }
