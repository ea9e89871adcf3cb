package projections

import (
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/domain/planning"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/readmodels"
)

// knowledge lists the projections of the corpus, research, law changes and obligations.
func knowledge() []Projection {
	return []Projection{
		Redacting(Projection{
			Name: "notices", Version: 1, Tables: []readmodels.Table{readmodels.Notices.Table}, Categories: []string{notice.Category.Name},
			Handle: handleNotice,
		}, redactNotice),
		Redacting(Projection{
			Name: "research", Version: 1, Tables: []readmodels.Table{readmodels.Inquiries.Table}, Categories: []string{inquiry.Category.Name},
			Handle: handleInquiry,
		}, redactInquiry),
		Redacting(Projection{
			Name: "memos", Version: 1, Tables: []readmodels.Table{readmodels.Memos.Table}, Categories: []string{memo.Category.Name},
			Handle: handleMemo,
		}, redactMemo),
		{
			Name: "compliance", Version: 1, Tables: []readmodels.Table{readmodels.Refreshes.Table}, Categories: []string{compliance.Refreshes.Name},
			Handle: handleRefresh,
		},
		Redacting(Projection{
			Name: "obligations", Version: 1, Tables: []readmodels.Table{readmodels.FiledReturns.Table},
			Categories: []string{obligation.Category.Name},
			Handle:     handleObligation,
		}, redactObligation),
		Redacting(Projection{
			Name: "plans", Version: 1, Tables: []readmodels.Table{readmodels.Plans.Table}, Categories: []string{planning.Category.Name},
			Handle: handlePlan,
		}, redactPlan),
	}
}

// redactPlan blanks what the list of plans shows of a client.
func redactPlan(tenant, subject string, b *readmodels.Batch) {
	readmodels.Plans.ChangeEach(b, readmodels.Set{"title": "", "client_ref": ""}, map[string]any{"tenant": tenant, "subject": subject})
}

// redactNotice blanks what the list of notices shows of a client.
func redactNotice(tenant, subject string, b *readmodels.Batch) {
	readmodels.Notices.ChangeEach(b, readmodels.Set{"reference": "", "client_ref": ""}, map[string]any{"tenant": tenant, "subject": subject})
}

// redactInquiry blanks the questions of a principal.
func redactInquiry(tenant, subject string, b *readmodels.Batch) {
	if kind, id, err := privacy.Parse(subject); err == nil && kind == "principal" {
		readmodels.Inquiries.ChangeEach(b, readmodels.Set{"question": ""}, map[string]any{"tenant": tenant, "asked_by": id})
	}
}

func handleNotice(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	switch p := e.Payload.(type) {
	case notice.Recorded:
		row := readmodels.NoticeRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: string(notice.Open), Jurisdiction: p.Jurisdiction, Type: p.Type,
			Reference: p.Reference.String(), ClientRef: p.ClientRef.String(), TaxYears: p.TaxYears, Dated: p.Dated, Currency: p.Currency,
			Basis: p.Deadline.Basis, RecordedBy: e.Meta.Principal, RecordedAt: e.Meta.Time, UpdatedAt: e.Meta.Time, Log: int64(e.Revision),
			Subject: notice.State{ID: s.ID, Notice: p}.Subject(),
		}
		if p.Amount != nil {
			amount := p.Amount.String()
			row.Amount = &amount
		}
		if p.Deadline.DueOn != nil {
			row.Due = *p.Deadline.DueOn
		}
		readmodels.Notices.Add(b, row)
		return nil
	case notice.ResponseDrafted:
		set["status"], set["versions"] = string(notice.Drafted), int32(p.Version)
	case notice.ResponseApproved:
		set["status"] = string(notice.Approved)
	case notice.ResponseSending:
		set["status"] = string(notice.Leaving)
	case notice.ResponseDelivered:
		set["status"] = string(p.Status)
	case notice.ResponseSent:
		set["status"] = string(notice.Sent)
	}
	readmodels.Notices.Change(b, set, s.Tenant, s.ID)
	return nil
}

func handleInquiry(e event.Recorded, b *readmodels.Batch) error {
	p, ok := e.Payload.(inquiry.Asked)
	if !ok {
		return nil
	}
	s, _ := event.ParseStream(e.Stream)
	row := readmodels.InquiryRow{
		Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Question: p.Question.String(), Status: p.Status, Category: p.Category,
		Jurisdictions: p.Jurisdictions, TaxYears: p.TaxYears, Findings: int32(p.Found), AskedBy: e.Meta.Principal, AskedAt: e.Meta.Time,
	}
	if len(p.Jurisdictions) > 0 {
		row.Jurisdiction = p.Jurisdictions[0]
	}
	if len(p.TaxYears) > 0 {
		row.TaxYear = p.TaxYears[0]
	}
	readmodels.Inquiries.Add(b, row)
	return nil
}

func handlePlan(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time}
	switch p := e.Payload.(type) {
	case planning.Created:
		readmodels.Plans.Add(b, readmodels.PlanRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Title: p.Title.String(),
			ClientRef: p.ClientRef.String(), CreatedBy: e.Meta.Principal, CreatedAt: e.Meta.Time, UpdatedAt: e.Meta.Time, Subject: p.Title.Subject})
		return nil
	case planning.ScenarioAdded:
		set["scenarios"] = readmodels.Plus(1)
	case planning.VersionAdded:
		set["versions"] = readmodels.Plus(1)
	}
	readmodels.Plans.Change(b, set, s.Tenant, s.ID)
	return nil
}

// redactMemo blanks what the list of memos shows of a client.
func redactMemo(tenant, subject string, b *readmodels.Batch) {
	readmodels.Memos.ChangeEach(b, readmodels.Set{"title": "", "client_ref": ""}, map[string]any{"tenant": tenant, "subject": subject})
}

func handleMemo(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time}
	switch p := e.Payload.(type) {
	case memo.Composed:
		readmodels.Memos.Add(b, readmodels.MemoRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Type: p.Type, Status: string(memo.StatusDraft),
			ClientRef: p.ClientRef.String(), CaseID: p.CaseID, CreatedBy: e.Meta.Principal, CreatedAt: e.Meta.Time, UpdatedAt: e.Meta.Time,
			Subject: memo.State{ID: s.ID, Head: p}.Subject()})
		return nil
	case memo.Edited:
		set["status"], set["title"], set["version"] = string(memo.StatusDraft), p.Title.String(), int32(p.Version)
	case memo.Approved:
		set["status"] = string(memo.StatusApproved)
	case memo.SendStarted:
		set["status"] = string(memo.StatusSending)
	case memo.Delivered:
		set["status"] = string(p.Status)
	}
	readmodels.Memos.Change(b, set, s.Tenant, s.ID)
	return nil
}
