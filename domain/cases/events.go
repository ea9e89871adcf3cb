package cases

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a case is: one stream per case.
var Category = event.Category{Name: "case", Types: []event.Type{
	event.Of[Opened](),
	event.Of[DetailsChanged](),
	event.Of[StageMoved](),
	event.Of[ReviewerAssigned](),
	event.Of[EngagementChecked](),
	event.Of[WorkpaperAdded](),
	event.Of[WorkpaperRevised](),
	event.Of[WorkpaperSignedOff](),
	event.Of[IssueAdded](),
	event.Of[IssueResolved](),
	event.Of[RecordAttached](),
	event.Of[ClientApproved](),
	event.Of[DraftCoverageAccepted](),
	event.Of[WaiverGranted](),
	event.Of[Finalised](),
	event.Of[Reopened](),
}}

// Opened starts a case, in stage intake and revision 1.
type Opened struct {
	CaseID       string       `json:"case_id"`
	Title        sealed.Text  `json:"title"`
	Client       sealed.Text  `json:"client,omitzero"`
	Period       civil.Period `json:"period,omitzero"`
	Jurisdiction string       `json:"jurisdiction,omitempty"` // ISO 3166-1 or 3166-2
	Scope        sealed.Text  `json:"scope,omitzero"`
	Exclusions   sealed.Text  `json:"exclusions,omitzero"`
}

// DetailsChanged holds the details that changed, and no others.
type DetailsChanged struct {
	Title        *sealed.Text  `json:"title,omitempty"`
	Client       *sealed.Text  `json:"client,omitempty"`
	Period       *civil.Period `json:"period,omitempty"`
	Jurisdiction *string       `json:"jurisdiction,omitempty"`
	Scope        *sealed.Text  `json:"scope,omitempty"`
	Exclusions   *sealed.Text  `json:"exclusions,omitempty"`
}

// StageMoved is one stage forward, or one back with its reason.
type StageMoved struct {
	From   Stage       `json:"from"`
	To     Stage       `json:"to"`
	Reason sealed.Text `json:"reason,omitzero"`
}

// ReviewerAssigned names the principal who reviews from now on.
type ReviewerAssigned struct {
	Reviewer string `json:"reviewer"`
	Previous string `json:"previous,omitempty"`
}

// EngagementChecked records the acceptance procedures (identity, conflicts,
// letter): the latest outcome counts.
type EngagementChecked struct {
	Outcome string      `json:"outcome"` // passed | failed
	On      civil.Date  `json:"on"`
	Note    sealed.Text `json:"note,omitzero"`
}

// Evidence is what a workpaper rests on.
type Evidence struct {
	Kind    string      `json:"kind"`             // answer | calculation | document | case | record | url
	Ref     string      `json:"ref"`              // id; of a url "" in the log, or the address where it was recorded before addresses were sealed
	SHA256  string      `json:"sha256,omitempty"` // "" only for a url of which no copy was hashed
	Title   sealed.Text `json:"title,omitzero"`
	Note    sealed.Text `json:"note,omitzero"`
	Address sealed.Text `json:"address,omitzero"` // of a url, which may name a client
}

// shown is evidence as a case shows it: the address of a page stands in Ref.
func shown(evidence []Evidence) []Evidence {
	evidence = slices.Clone(evidence)
	for i, e := range evidence {
		if e.Address.Subject != "" {
			evidence[i].Ref, evidence[i].Address = read(e.Address), sealed.Text{}
		}
	}
	return evidence
}

// Content is the whole of one revision of a workpaper.
type Content struct {
	Title      sealed.Text `json:"title"`
	Body       sealed.Text `json:"body,omitzero"`
	Conclusion sealed.Text `json:"conclusion,omitzero"`
	Evidence   []Evidence  `json:"evidence"`
	StartedBy  string      `json:"started_by,omitempty"` // who started the automated step that wrote it
}

// WorkpaperAdded is revision 1 of a workpaper.
type WorkpaperAdded struct {
	WorkpaperID string `json:"workpaper_id"`
	Content
}

// WorkpaperRevised replaces a workpaper's content and voids its sign-off.
type WorkpaperRevised struct {
	WorkpaperID string `json:"workpaper_id"`
	Revision    int    `json:"revision"` // of the workpaper, from 2
	Content
}

// WorkpaperSignedOff is the assigned reviewer's word on one revision.
type WorkpaperSignedOff struct {
	WorkpaperID string      `json:"workpaper_id"`
	Revision    int         `json:"revision"` // of the workpaper
	Note        sealed.Text `json:"note,omitzero"`
}

// IssueAdded opens an issue.
type IssueAdded struct {
	IssueID     string      `json:"issue_id"`
	Title       sealed.Text `json:"title"`
	Detail      sealed.Text `json:"detail,omitzero"`
	WorkpaperID string      `json:"workpaper_id,omitempty"` // which it concerns, if one
	StartedBy   string      `json:"started_by,omitempty"`
}

// IssueResolved closes an issue.
type IssueResolved struct {
	IssueID    string      `json:"issue_id"`
	Resolution sealed.Text `json:"resolution"`
}

// RecordAttached attaches a record to the case, or attaches it anew with the
// hash it has now.
type RecordAttached struct {
	AttachmentID string      `json:"attachment_id"`
	Kind         string      `json:"kind"`
	RecordID     string      `json:"record_id"`
	SHA256       string      `json:"sha256"`
	Note         sealed.Text `json:"note,omitzero"`
	StartedBy    string      `json:"started_by,omitempty"`
}

// ClientApproved is the client's approval of one revision of the case.
type ClientApproved struct {
	Revision   int         `json:"revision"` // of the case
	ApprovedBy sealed.Text `json:"approved_by"`
	On         civil.Date  `json:"on"`
	Method     string      `json:"method"` // signature | email | portal | letter | meeting
	Note       sealed.Text `json:"note,omitzero"`
	Evidence   *Evidence   `json:"evidence,omitempty"`
}

// Pinned is a record as it was when it was looked at.
type Pinned struct {
	Kind   string `json:"kind"`
	Ref    string `json:"ref"`
	SHA256 string `json:"sha256"`
}

// DraftCoverageAccepted accepts that these records rest on draft coverage.
type DraftCoverageAccepted struct {
	Reason  sealed.Text `json:"reason"`
	Records []Pinned    `json:"records"`
}

// WaiverGranted is an owner's leave to do without one separation of duties.
type WaiverGranted struct {
	WaiverID  string      `json:"waiver_id"`
	Code      string      `json:"code"` // reviewer_is_preparer | finaliser_is_preparer
	Reason    sealed.Text `json:"reason"`
	ExpiresOn civil.Date  `json:"expires_on"` // the last day (UTC) on which it holds
}

// Finalised makes a revision of the case final.
type Finalised struct {
	Revision int      `json:"revision"`         // of the case
	Evidence []Pinned `json:"evidence"`         // every hash, as it was checked
	Waivers  []string `json:"waivers"`          // ids of the waivers it relied on
	People   []Person `json:"people,omitempty"` // who had a part in it, as they were called then
}

// Reopened starts the next revision, in stage preparation.
type Reopened struct {
	Revision int         `json:"revision"` // of the case, from 2
	Reason   sealed.Text `json:"reason"`
}

func (Opened) EventType() string                { return "case.opened.v1" }
func (DetailsChanged) EventType() string        { return "case.details_changed.v1" }
func (StageMoved) EventType() string            { return "case.stage_moved.v1" }
func (ReviewerAssigned) EventType() string      { return "case.reviewer_assigned.v1" }
func (EngagementChecked) EventType() string     { return "case.engagement_checked.v1" }
func (WorkpaperAdded) EventType() string        { return "case.workpaper_added.v1" }
func (WorkpaperRevised) EventType() string      { return "case.workpaper_revised.v1" }
func (WorkpaperSignedOff) EventType() string    { return "case.workpaper_signed_off.v1" }
func (IssueAdded) EventType() string            { return "case.issue_added.v1" }
func (IssueResolved) EventType() string         { return "case.issue_resolved.v1" }
func (RecordAttached) EventType() string        { return "case.record_attached.v1" }
func (ClientApproved) EventType() string        { return "case.client_approved.v1" }
func (DraftCoverageAccepted) EventType() string { return "case.draft_coverage_accepted.v1" }
func (WaiverGranted) EventType() string         { return "case.waiver_granted.v1" }
func (Finalised) EventType() string             { return "case.finalised.v1" }
func (Reopened) EventType() string              { return "case.reopened.v1" }
