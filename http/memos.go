package http

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/readmodels"
)

func (s *Server) memos() *commands.Memos {
	return &commands.Memos{Notices: s.notices(), Notifications: s.Notifications, Adviser: s.adviser}
}

// adviser is who answers for advice: by the settings that hold today where the site is, else
// the firm's from its creation.
func (s *Server) adviser(ctx context.Context, tenant string, site int64) (string, error) {
	held, err := s.settings().On(ctx, tenant, site, civil.FromTime(s.Now().In(s.Directory.Zone(tenant, site))))
	t, _ := s.Directory.Tenant(tenant)
	return cmp.Or(held.ResponsibleAdviser, t.Adviser), err
}

// memoView is a memo as it is read.
type memoView struct {
	ID         string            `json:"id"`
	Site       int64             `json:"site" doc:"0: tenant-wide."`
	Revision   uint64            `json:"revision"`
	Type       string            `json:"type" enum:"tax_memo,advice,opinion,file_note,client_letter"`
	Status     memo.Status       `json:"status" enum:"draft,approved,sending,sent,failed"`
	Language   string            `json:"language"`
	ClientRef  string            `json:"client_ref"`
	CaseID     string            `json:"case_id" doc:"The case that it belongs to."`
	Supersedes string            `json:"supersedes"`
	Subject    string            `json:"subject" doc:"Whose data it is; forgetting them takes its texts."`
	Version    int               `json:"version" doc:"The last."`
	Versions   []memoVersion     `json:"versions" nullable:"false" doc:"The first first."`
	Approved   *approvalView     `json:"approved" doc:"Of the last version."`
	Recipients int               `json:"recipients" doc:"To how many it was sent."`
	Deliveries map[string]string `json:"deliveries" doc:"How each message ended, by the notification's id."`
	Document   string            `json:"document_sha256" doc:"Of the PDF that was sent."`
	CreatedBy  string            `json:"created_by"`
	CreatedAt  time.Time         `json:"created_at"`
	UpdatedAt  time.Time         `json:"updated_at"`
}

type memoVersion struct {
	Version  int                `json:"version"`
	Title    string             `json:"title"`
	Sections []notice.Paragraph `json:"sections" nullable:"false"`
	Sources  []memo.Source      `json:"sources" nullable:"false"`
	Draft    bool               `json:"accept_draft" doc:"Figures of draft coverage are taken."`
	Untraced string             `json:"untraced" doc:"Figures that no source holds; one keeps the version from being approved."`
	By       string             `json:"created_by"`
	At       time.Time          `json:"created_at"`
}

func viewMemo(m memo.State, revision uint64) memoView {
	v := memoView{ID: m.ID, Site: m.Site, Revision: revision, Type: m.Head.Type, Status: m.Status, Language: m.Head.Language,
		ClientRef: m.Head.ClientRef.String(), CaseID: m.Head.CaseID, Supersedes: m.Head.Supersedes, Subject: m.Subject(),
		Version:  len(m.Versions),
		Versions: []memoVersion{}, Deliveries: m.Delivered, CreatedBy: m.By, CreatedAt: m.At, UpdatedAt: m.Updated}
	for _, x := range m.Versions {
		w := memoVersion{Version: x.Version, Title: x.Title.String(), Sections: []notice.Paragraph{}, Sources: x.Sources, Draft: x.Draft,
			Untraced: x.Untraced.String(), By: x.By, At: x.At}
		for _, section := range x.Sections {
			w.Sections = append(w.Sections, notice.Paragraph{Heading: section.Heading.String(), Text: section.Text.String()})
		}
		v.Versions = append(v.Versions, w)
	}
	if a := m.Approval; a != nil {
		v.Approved = &approvalView{a.Version, a.Waiver.String(), m.Approver, m.ApprovedAt}
	}
	if x := m.Sending; x != nil {
		v.Recipients, v.Document = len(x.Recipients), x.DocumentSHA256
	}
	if v.Deliveries == nil {
		v.Deliveries = map[string]string{}
	}
	return v
}

type memoListIn struct {
	Listing
	Dated
	Status    string `query:"status" enum:"draft,approved,sending,sent,failed"`
	Type      string `query:"type" enum:"tax_memo,advice,opinion,file_note,client_letter"`
	ClientRef string `query:"client_ref" maxLength:"100"`
	CaseID    string `query:"case_id" maxLength:"32" doc:"Only those of a case."`
	Q         string `query:"q" maxLength:"200" doc:"Part of the title or the client's reference."`
	Order     string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at" default:"-updated_at"`
}

func (in *memoListIn) order() string { return in.Order }

func (in *memoListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("type", in.Type), readmodels.Is("client_ref", in.ClientRef),
		readmodels.Is("case_id", in.CaseID), readmodels.Search(in.Q)), err
}

// MemoPath names one memo.
type MemoPath struct {
	Sited
	MemoID string `path:"memo_id" maxLength:"64"`
}

type (
	memoComposing struct {
		Sited
		Written
		Body memo.Compose
	}
	memoEditing struct {
		MemoPath
		Written
		Body memo.Edit
	}
	memoSending struct {
		MemoPath
		Written
		Body struct {
			Version int `json:"version" minimum:"1" doc:"The approved version."`
			Mailing
		}
	}
)

func (in *memoComposing) Resolve(hc huma.Context) []error { return examine(hc, in) }
func (in *memoEditing) Resolve(hc huma.Context) []error   { return examine(hc, in) }
func (in *memoSending) Resolve(hc huma.Context) []error   { return examine(hc, in) }

func (in *memoComposing) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }
func (in *memoEditing) faults(*Call, bool) fault.Fields   { return fieldsOf(in.Body.Validate()) }
func (in *memoSending) faults(*Call, bool) fault.Fields   { return in.Body.faults() }

func (s *Server) registerMemos() {
	const path = "/api/tax-assistant/memos/"
	registerList[memoListIn](s, Operation{
		Entry: "7.5", ID: "memos.list", Path: path, Surface: "memos", Summary: "List memos", Permission: "memos:read",
	}, "memos", readmodels.Memos, asIs)
	register(s, Operation{
		Entry: "7.5", ID: "memos.compose", Method: http.MethodPost, Path: path, Surface: "memos", Status: http.StatusCreated,
		Summary: "Compose a memo from recorded answers and questions of law", Permission: "memos:write", Errors: []int{409, 422},
		Describe: "Without `sections` the text is composed from `sources`, and from nothing else. A figure in one's own text that no source holds " +
			"is named in `untraced`, and keeps the version from being approved.",
	}, func(ctx context.Context, c *Call, in *memoComposing) (*reply[memoView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.memos().Compose(ctx, caller, in.Body)
		return memoDone(c, done, err, http.StatusCreated)
	})
	register(s, Operation{
		Entry: "7.6", ID: "memos.read", Method: http.MethodGet, Path: path + "{memo_id}/", Surface: "memos",
		Summary: "A memo in all its versions", Permission: "memos:read",
	}, func(ctx context.Context, c *Call, in *struct{ MemoPath }) (*reply[memoView], error) {
		h, err := commands.MemoKind.Load(ctx, s.Log, c.Caller, in.MemoID)
		if err != nil {
			return nil, err
		}
		return &reply[memoView]{ETag: etag(h.Revision), Body: viewMemo(h.State, h.Revision)}, nil
	})
	register(s, Operation{
		Entry: "7.6", ID: "memos.edit", Method: http.MethodPatch, Path: path + "{memo_id}/", Surface: "memos",
		Summary: "Write the next version of a memo, or approve the last one", Permission: "memos:write", Parts: commands.MemoParts,
		Errors: []int{409, 412, 422}, Describe: "An edit is a new version and voids the approval. `approve` takes the permission " +
			"`workflows:approve`, of somebody who wrote none of the versions; it is refused with everything that is unmet.",
	}, func(ctx context.Context, c *Call, in *memoEditing) (*reply[memoView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.memos().Edit(ctx, caller, in.MemoID, in.Body)
		return memoDone(c, done, err, http.StatusOK)
	})
	register(s, Operation{
		Entry: "7.7", ID: "memos.send", Method: http.MethodPost, Path: path + "{memo_id}/send/", Surface: "memos", Status: http.StatusAccepted,
		Summary: "Send an approved memo by mail", Permission: "memos:send", Errors: []int{409, 412, 422},
		Describe: "The sources are looked up again first. What is sent is frozen; afterwards the memo is final, and a further one supersedes it.",
	}, s.sendMemo)
}

func memoDone(c *Call, done commands.Done[memo.State], err error, status int) (*reply[memoView], error) {
	if err != nil {
		return nil, err
	}
	settled(c, done)
	a := &reply[memoView]{Status: status, ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewMemo(done.State, done.Revision)}
	if status == http.StatusCreated {
		a.Location = "/api/tax-assistant/memos/" + done.ID + "/"
	}
	return a, nil
}

func (s *Server) sendMemo(ctx context.Context, c *Call, in *memoSending) (*reply[mailed], error) {
	if err := in.Body.worded().Err(); err != nil {
		return nil, err
	}
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	done, queued, err := s.memos().Send(ctx, caller, in.MemoID, in.Body.Version, in.Body.to, func(m memo.State) (commands.Frozen, error) {
		return freezeMemo(m, in.Body.Message)
	})
	if err != nil {
		return nil, err
	}
	settled(c, done)
	return mailedAs(in.MemoID, queued), nil
}

// freezeMemo is a memo as it is sent: its last version, with who approved it and what
// it rests on. Its bytes repeat.
func freezeMemo(m memo.State, message string) (commands.Frozen, error) {
	v := m.Last()
	l := letter{Title: v.Title.String(), Language: m.Head.Language, At: v.At}
	for _, x := range v.Sections {
		l.Sections = append(l.Sections, letterSection{x.Heading.String(), x.Text.String()})
	}
	if m.Approval != nil {
		l.Waiver = m.Approval.Waiver.String()
	}
	for _, r := range v.Sources {
		l.Sources = append(l.Sources, fmt.Sprintf("%s %s, SHA-256 %s", r.Kind, r.ID, r.SHA256))
	}
	return l.freeze(message)
}
