package cases

import (
	"fmt"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// PackFormatPin names, in the metadata of the event that finalised a case, the
// format of its pack. Cases that were finalised before there was a pin have
// format 1.
const PackFormatPin = "case_pack"

// The formats of packs. A format never changes: whoever wants another adds one, and
// keeps writing the old for the cases that it stands for.
const (
	packPages  = "1" // Markdown pages beside the data
	PackFormat = "2" // of cases that are finalised now: one report as HTML beside the data
)

// packFormat is the format that a case was finalised with.
func packFormat(finalised event.Recorded) (string, error) {
	switch format := finalised.Meta.Pins[PackFormatPin]; format {
	case "":
		return packPages, nil
	case packPages, PackFormat:
		return format, nil
	default:
		return "", fmt.Errorf("%s: its pack has format %s, which this version does not write", finalised.Stream, format)
	}
}

// What follows is case.json in both formats: structs of its own, so that neither a new
// field of the state nor one of an event reaches a pack that never had it. Events
// are frozen by their golden files, and stand in history.ndjson as they are.
type (
	packedCase struct {
		ID           string             `json:"id"`
		Tenant       string             `json:"tenant"`
		Site         int64              `json:"site"`
		Revision     int                `json:"revision"`
		Stage        string             `json:"stage"`
		Title        sealed.Text        `json:"title"`
		Client       sealed.Text        `json:"client"`
		Period       packedPeriod       `json:"period"`
		Jurisdiction string             `json:"jurisdiction"`
		Scope        sealed.Text        `json:"scope"`
		Exclusions   sealed.Text        `json:"exclusions"`
		Reviewer     string             `json:"reviewer"`
		Engagement   *packedEngagement  `json:"engagement_check"`
		Workpapers   []packedWorkpaper  `json:"workpapers"`
		Issues       []packedIssue      `json:"issues"`
		Attachments  []packedAttachment `json:"attachments"`
		Approval     *packedApproval    `json:"client_approval"`
		Acceptances  []packedAcceptance `json:"draft_coverage_accepted"`
		Waivers      []packedWaiver     `json:"waivers"`
		Preparers    []string           `json:"preparers"`
		PreparedIn   int                `json:"prepared_in"`
		Finals       []packedFinal      `json:"finalisations"`
		Reopenings   []packedReopening  `json:"reopenings"`
		OpenedAt     time.Time          `json:"opened_at"`
		OpenedBy     string             `json:"opened_by"`
		ContentAt    time.Time          `json:"content_changed_at"`
		UpdatedAt    time.Time          `json:"updated_at"`
		Events       int                `json:"events"`
	}
	packedPeriod struct {
		From civil.Date `json:"from"`
		To   civil.Date `json:"to"`
	}
	packedAct struct {
		By string    `json:"by"`
		At time.Time `json:"at"`
	}
	packedEngagement struct {
		Outcome string      `json:"outcome"`
		On      civil.Date  `json:"on"`
		Note    sealed.Text `json:"note"`
		packedAct
	}
	packedEvidence struct {
		Kind    string      `json:"kind"`
		Ref     string      `json:"ref"`
		SHA256  string      `json:"sha256,omitempty"`
		Title   sealed.Text `json:"title,omitzero"`
		Note    sealed.Text `json:"note,omitzero"`
		Address sealed.Text `json:"address,omitzero"`
	}
	packedWorkpaper struct {
		ID         string           `json:"id"`
		Revision   int              `json:"revision"`
		Title      sealed.Text      `json:"title"`
		Body       sealed.Text      `json:"body,omitzero"`
		Conclusion sealed.Text      `json:"conclusion,omitzero"`
		Evidence   []packedEvidence `json:"evidence"`
		StartedBy  string           `json:"started_by,omitempty"`
		packedAct
		SignOff *packedSignOff `json:"sign_off"`
	}
	packedSignOff struct {
		Revision     int         `json:"revision"`
		CaseRevision int         `json:"case_revision"`
		Note         sealed.Text `json:"note"`
		packedAct
	}
	packedIssue struct {
		ID          string      `json:"id"`
		Title       sealed.Text `json:"title"`
		Detail      sealed.Text `json:"detail"`
		WorkpaperID string      `json:"workpaper_id"`
		packedAct
		Resolution *packedResolution `json:"resolution"`
	}
	packedResolution struct {
		Text sealed.Text `json:"text"`
		packedAct
	}
	packedAttachment struct {
		ID       string      `json:"id"`
		Kind     string      `json:"kind"`
		RecordID string      `json:"record_id"`
		SHA256   string      `json:"sha256"`
		Note     sealed.Text `json:"note"`
		packedAct
	}
	packedApproval struct {
		Revision   int             `json:"revision"`
		ApprovedBy sealed.Text     `json:"approved_by"`
		On         civil.Date      `json:"on"`
		Method     string          `json:"method"`
		Note       sealed.Text     `json:"note"`
		Evidence   *packedEvidence `json:"evidence"`
		packedAct
	}
	packedPinned struct {
		Kind   string `json:"kind"`
		Ref    string `json:"ref"`
		SHA256 string `json:"sha256"`
	}
	packedAcceptance struct {
		Reason  sealed.Text    `json:"reason"`
		Records []packedPinned `json:"records"`
		packedAct
	}
	packedWaiver struct {
		ID        string      `json:"id"`
		Code      string      `json:"code"`
		Reason    sealed.Text `json:"reason"`
		ExpiresOn civil.Date  `json:"expires_on"`
		packedAct
	}
	packedFinal struct {
		Revision int            `json:"revision"`
		Evidence []packedPinned `json:"evidence"`
		Waivers  []string       `json:"waivers"`
		packedAct
	}
	packedReopening struct {
		Revision int         `json:"revision"`
		Reason   sealed.Text `json:"reason"`
		packedAct
	}
)

// caseAsPacked is a case as both formats write it.
func caseAsPacked(s State) packedCase {
	c := packedCase{
		ID: s.ID, Tenant: s.Tenant, Site: s.Site, Revision: s.Revision, Stage: string(s.Stage), Title: s.Title, Client: s.Client,
		Period: packedPeriod(s.Period), Jurisdiction: s.Jurisdiction, Scope: s.Scope, Exclusions: s.Exclusions, Reviewer: s.Reviewer,
		Preparers: s.Preparers, PreparedIn: s.PreparedIn, OpenedAt: s.OpenedAt, OpenedBy: s.OpenedBy, ContentAt: s.ContentAt,
		UpdatedAt: s.UpdatedAt, Events: s.Events,
	}
	if e := s.Engagement; e != nil {
		c.Engagement = &packedEngagement{e.Outcome, e.On, e.Note, packedAct(e.Act)}
	}
	if a := s.Approval; a != nil {
		c.Approval = &packedApproval{a.Revision, a.ApprovedBy, a.On, a.Method, a.Note, nil, packedAct(a.Act)}
		if a.Evidence != nil {
			c.Approval.Evidence = new(packedEvidence(*a.Evidence))
		}
	}
	c.Workpapers = each(s.Workpapers, packedWorkpaperOf)
	c.Issues = each(s.Issues, func(i Issue) packedIssue {
		p := packedIssue{i.ID, i.Title, i.Detail, i.WorkpaperID, packedAct(i.Act), nil}
		if r := i.Resolution; r != nil {
			p.Resolution = &packedResolution{r.Text, packedAct(r.Act)}
		}
		return p
	})
	c.Attachments = each(s.Attachments, func(a Attachment) packedAttachment {
		return packedAttachment{a.ID, a.Kind, a.RecordID, a.SHA256, a.Note, packedAct(a.Act)}
	})
	pinned := func(p Pinned) packedPinned { return packedPinned(p) }
	c.Acceptances = each(s.Acceptances, func(a Acceptance) packedAcceptance {
		return packedAcceptance{a.Reason, each(a.Records, pinned), packedAct(a.Act)}
	})
	c.Waivers = each(s.Waivers, func(w Waiver) packedWaiver {
		return packedWaiver{w.ID, w.Code, w.Reason, w.ExpiresOn, packedAct(w.Act)}
	})
	c.Finals = each(s.Finals, func(f Finalisation) packedFinal {
		return packedFinal{f.Revision, each(f.Evidence, pinned), f.Waivers, packedAct(f.Act)}
	})
	c.Reopenings = each(s.Reopenings, func(r Reopening) packedReopening {
		return packedReopening{r.Revision, r.Reason, packedAct(r.Act)}
	})
	return c
}

func packedWorkpaperOf(w Workpaper) packedWorkpaper {
	p := packedWorkpaper{
		ID: w.ID, Revision: w.Revision, Title: w.Title, Body: w.Body, Conclusion: w.Conclusion, StartedBy: w.StartedBy,
		packedAct: packedAct(w.Act),
		Evidence:  each(w.Evidence, func(e Evidence) packedEvidence { return packedEvidence(e) }),
	}
	if x := w.SignOff; x != nil {
		p.SignOff = &packedSignOff{x.Revision, x.CaseRevision, x.Note, packedAct(x.Act)}
	}
	return p
}

func each[A, B any](all []A, f func(A) B) []B {
	out := make([]B, len(all))
	for i, a := range all {
		out[i] = f(a)
	}
	return out
}
