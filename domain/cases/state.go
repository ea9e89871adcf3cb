package cases

import (
	"slices"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Stage is where a case stands.
type Stage string

// The stages, in order.
const (
	Intake      Stage = "intake"
	Preparation Stage = "preparation"
	Review      Stage = "review"
	Approval    Stage = "approval"
	Final       Stage = "finalised"
)

// Stages lists the stages in order.
func Stages() []Stage { return []Stage{Intake, Preparation, Review, Approval, Final} }

// State is a case as its events leave it. It is a value: Evolve returns the
// next one and leaves the one it is called on as it was, slices included. The
// zero State is "no such case".
type State struct {
	ID           string         `json:"id"`
	Tenant       string         `json:"tenant"`
	Site         int64          `json:"site"` // 0 = tenant-wide
	Revision     int            `json:"revision"`
	Stage        Stage          `json:"stage"`
	Title        sealed.Text    `json:"title"`
	Client       sealed.Text    `json:"client"`
	Period       civil.Period   `json:"period"`
	Jurisdiction string         `json:"jurisdiction"`
	Scope        sealed.Text    `json:"scope"`
	Exclusions   sealed.Text    `json:"exclusions"`
	Reviewer     string         `json:"reviewer"`
	Engagement   *Engagement    `json:"engagement_check"`
	Workpapers   []Workpaper    `json:"workpapers"`
	Issues       []Issue        `json:"issues"`
	Attachments  []Attachment   `json:"attachments"`
	Approval     *Approved      `json:"client_approval"` // of any revision; see Approved.Revision
	Acceptances  []Acceptance   `json:"draft_coverage_accepted"`
	Waivers      []Waiver       `json:"waivers"`
	Preparers    []string       `json:"preparers"`   // sorted
	PreparedIn   int            `json:"prepared_in"` // the revision that Preparers belongs to
	Finals       []Finalisation `json:"finalisations"`
	Reopenings   []Reopening    `json:"reopenings"`
	OpenedAt     time.Time      `json:"opened_at"`
	OpenedBy     string         `json:"opened_by"`
	ContentAt    time.Time      `json:"content_changed_at"` // when content last changed
	UpdatedAt    time.Time      `json:"updated_at"`
	Events       int            `json:"events"` // how many made this state
}

// Act is who did something, and when.
type Act struct {
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// Engagement is the latest engagement check.
type Engagement struct {
	Outcome string      `json:"outcome"`
	On      civil.Date  `json:"on"`
	Note    sealed.Text `json:"note"`
	Act
}

// Workpaper is the current revision of a workpaper.
type Workpaper struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
	Content
	Act
	SignOff *SignOff `json:"sign_off"` // of this revision; nil = none
}

// SignOff is a reviewer's word on one revision of a workpaper.
type SignOff struct {
	Revision     int         `json:"revision"`
	CaseRevision int         `json:"case_revision"`
	Note         sealed.Text `json:"note"`
	Act
}

// Issue is a point, open until it is resolved.
type Issue struct {
	ID          string      `json:"id"`
	Title       sealed.Text `json:"title"`
	Detail      sealed.Text `json:"detail"`
	WorkpaperID string      `json:"workpaper_id"`
	Act
	Resolution *Resolution `json:"resolution"`
}

// Resolution closes an issue.
type Resolution struct {
	Text sealed.Text `json:"text"`
	Act
}

// Attachment is a record attached to the case itself.
type Attachment struct {
	ID       string      `json:"id"`
	Kind     string      `json:"kind"`
	RecordID string      `json:"record_id"`
	SHA256   string      `json:"sha256"`
	Note     sealed.Text `json:"note"`
	Act
}

// Approved is the client's approval of one revision.
type Approved struct {
	Revision   int         `json:"revision"`
	ApprovedBy sealed.Text `json:"approved_by"`
	On         civil.Date  `json:"on"`
	Method     string      `json:"method"`
	Note       sealed.Text `json:"note"`
	Evidence   *Evidence   `json:"evidence"`
	Act
}

// Acceptance is one acceptance of draft coverage.
type Acceptance struct {
	Reason  sealed.Text `json:"reason"`
	Records []Pinned    `json:"records"`
	Act
}

// Waiver is leave to do without one separation of duties.
type Waiver struct {
	ID        string      `json:"id"`
	Code      string      `json:"code"`
	Reason    sealed.Text `json:"reason"`
	ExpiresOn civil.Date  `json:"expires_on"`
	Act
}

// Finalisation is one time the case was made final.
type Finalisation struct {
	Revision int      `json:"revision"`
	Evidence []Pinned `json:"evidence"`
	Waivers  []string `json:"waivers"`
	People   []Person `json:"people,omitempty" doc:"Who had a part in it, as they were called then."`
	Act
}

// Reopening is one time the case was reopened.
type Reopening struct {
	Revision int         `json:"revision"` // that it began
	Reason   sealed.Text `json:"reason"`
	Act
}

// origin is where an event comes from, as far as the state keeps it.
type origin struct {
	tenant string
	site   int64
	Act
}

// Fold is the state that a whole history leaves.
func Fold(history []event.Recorded) State {
	var s State
	for _, e := range history {
		s = s.Evolve(e)
	}
	return s
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	return s.apply(e.Payload, origin{e.Meta.Tenant, e.Meta.Site, Act{e.Meta.Principal, e.Meta.Time}})
}

func (s State) apply(p event.Payload, o origin) State {
	s.Events++
	s.UpdatedAt = o.At
	s = s.prepared(p, o)
	switch e := p.(type) {
	case Opened:
		s.ID, s.Tenant, s.Site, s.Revision, s.Stage = e.CaseID, o.tenant, o.site, 1, Intake
		s.Title, s.Client, s.Period, s.Jurisdiction = e.Title, e.Client, e.Period, e.Jurisdiction
		s.Scope, s.Exclusions, s.OpenedAt, s.OpenedBy = e.Scope, e.Exclusions, o.At, o.By
		s.PreparedIn = 1
	case DetailsChanged:
		set(&s.Title, e.Title)
		set(&s.Client, e.Client)
		set(&s.Period, e.Period)
		set(&s.Jurisdiction, e.Jurisdiction)
		set(&s.Scope, e.Scope)
		set(&s.Exclusions, e.Exclusions)
	case StageMoved:
		s.Stage = e.To
	case ReviewerAssigned:
		s.Reviewer = e.Reviewer
	case EngagementChecked:
		s.Engagement = &Engagement{e.Outcome, e.On, e.Note, o.Act}
	case WorkpaperAdded:
		e.Content.Evidence = shown(e.Content.Evidence)
		s.Workpapers = with(s.Workpapers, Workpaper{ID: e.WorkpaperID, Revision: 1, Content: e.Content, Act: o.Act})
	case WorkpaperRevised:
		e.Content.Evidence = shown(e.Content.Evidence)
		s.Workpapers = change(s.Workpapers, s.workpaper(e.WorkpaperID), func(w *Workpaper) {
			*w = Workpaper{ID: w.ID, Revision: e.Revision, Content: e.Content, Act: o.Act}
		})
	case WorkpaperSignedOff:
		s.Workpapers = change(s.Workpapers, s.workpaper(e.WorkpaperID), func(w *Workpaper) {
			w.SignOff = &SignOff{e.Revision, s.Revision, e.Note, o.Act}
		})
	case IssueAdded:
		s.Issues = with(s.Issues, Issue{e.IssueID, e.Title, e.Detail, e.WorkpaperID, o.Act, nil})
	case IssueResolved:
		s.Issues = change(s.Issues, s.issue(e.IssueID), func(i *Issue) {
			i.Resolution = &Resolution{e.Resolution, o.Act}
		})
	case RecordAttached:
		s = s.attached(Attachment{e.AttachmentID, e.Kind, e.RecordID, e.SHA256, e.Note, o.Act})
	case ClientApproved:
		if e.Evidence != nil {
			e.Evidence = &shown([]Evidence{*e.Evidence})[0]
		}
		s.Approval = &Approved{e.Revision, e.ApprovedBy, e.On, e.Method, e.Note, e.Evidence, o.Act}
	case DraftCoverageAccepted:
		s.Acceptances = with(s.Acceptances, Acceptance{e.Reason, e.Records, o.Act})
	case WaiverGranted:
		s.Waivers = with(s.Waivers, Waiver{e.WaiverID, e.Code, e.Reason, e.ExpiresOn, o.Act})
	case Finalised:
		s.Stage = Final
		s.Finals = with(s.Finals, Finalisation{e.Revision, e.Evidence, e.Waivers, e.People, o.Act})
	case Reopened:
		s.Stage, s.Revision = Preparation, e.Revision
		s.Reopenings = with(s.Reopenings, Reopening{e.Revision, e.Reason, o.Act})
	}
	return s
}

// prepared counts the writer of content among the preparers of this revision.
func (s State) prepared(p event.Payload, o origin) State {
	startedBy := ""
	switch e := p.(type) {
	case Opened, DetailsChanged, EngagementChecked, ClientApproved:
	case WorkpaperAdded:
		e.Content.Evidence = shown(e.Content.Evidence)
		startedBy = e.StartedBy
	case WorkpaperRevised:
		e.Content.Evidence = shown(e.Content.Evidence)
		startedBy = e.StartedBy
	case RecordAttached:
		startedBy = e.StartedBy
	case IssueAdded:
		if startedBy = e.StartedBy; o.By == s.Reviewer && startedBy == "" {
			return s
		}
	default:
		return s
	}
	s.ContentAt = o.At
	if s.PreparedIn != s.Revision {
		s.PreparedIn, s.Preparers = s.Revision, nil
	}
	for _, who := range []string{o.By, startedBy} {
		if at, known := slices.BinarySearch(s.Preparers, who); who != "" && !known {
			s.Preparers = slices.Insert(slices.Clone(s.Preparers), at, who)
		}
	}
	return s
}

// attached keeps one attachment per record: the newest, under its first id.
func (s State) attached(a Attachment) State {
	at := slices.IndexFunc(s.Attachments, func(x Attachment) bool { return x.Kind == a.Kind && x.RecordID == a.RecordID })
	if at < 0 {
		s.Attachments = with(s.Attachments, a)
		return s
	}
	s.Attachments = change(s.Attachments, at, func(x *Attachment) { *x = a })
	return s
}

func (s State) workpaper(id string) int {
	return slices.IndexFunc(s.Workpapers, func(w Workpaper) bool { return w.ID == id })
}

func (s State) issue(id string) int {
	return slices.IndexFunc(s.Issues, func(i Issue) bool { return i.ID == id })
}

// Workpaper returns the workpaper with an id, and whether there is one.
func (s State) Workpaper(id string) (Workpaper, bool) {
	if at := s.workpaper(id); at >= 0 {
		return s.Workpapers[at], true
	}
	return Workpaper{}, false
}

// Issue returns the issue with an id, and whether there is one.
func (s State) Issue(id string) (Issue, bool) {
	if at := s.issue(id); at >= 0 {
		return s.Issues[at], true
	}
	return Issue{}, false
}

// OpenIssues counts the issues that are not resolved.
func (s State) OpenIssues() int {
	n := 0
	for _, i := range s.Issues {
		if i.Resolution == nil {
			n++
		}
	}
	return n
}

// Subject is whose personal data the case's texts are.
func (s State) Subject() string { return subject(s.ID) }

func subject(caseID string) string { return "client-" + caseID }

func (s State) isPreparer(who string) bool {
	_, known := slices.BinarySearch(s.Preparers, who)
	return known
}

// set overwrites what a change names.
func set[T any](field *T, change *T) {
	if change != nil {
		*field = *change
	}
}

// with appends to a copy, so that earlier states keep their own slice.
func with[T any](list []T, more ...T) []T {
	return append(slices.Clip(slices.Clone(list)), more...)
}

// change alters one element of a copy; an index below zero alters none.
func change[T any](list []T, at int, f func(*T)) []T {
	if at < 0 {
		return list
	}
	list = slices.Clone(list)
	f(&list[at])
	return list
}
