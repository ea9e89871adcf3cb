package cases

import (
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Command is one verb. Validate reports every fault that shows without the
// case. Needs lists what Decide must be told about other records; it may be
// called on any state. Decide gives the events, or a *fault.Error.
type Command interface {
	Validate() error
	Needs(s State) []Ref
	Decide(s State, a act.Context, f Facts) ([]event.Payload, error)
}

var (
	_ Command = Open{}
	_ Command = Update{}
	_ Command = WriteWorkpaper{}
	_ Command = AddIssue{}
	_ Command = ResolveIssue{}
	_ Command = Attach{}
	_ Command = Finalise{}
	_ Command = Reopen{}
)

// Bounds of a case, so that its stream stays readable in one go. What lies
// between the two limits of events is kept for bringing a full case to its
// end: a sign-off of each workpaper, a resolution of each issue, the stages.
const (
	eventsMax        = 950
	eventsMaxContent = 500
	workpapersMax    = 200
	issuesMax        = 200
	recordsMax       = 250 // that it rests on; Finalised lists them all in one event
)

// decision gathers what one command decides. The state moves along with the
// events, so that a later part of a composite sees what an earlier part did.
type decision struct {
	s        State
	a        act.Context
	f        Facts
	events   []event.Payload
	fields   fault.Fields
	blockers fault.Blockers
}

// decide starts a decision on a case that exists and is not final.
func decide(s State, a act.Context, f Facts) (*decision, error) {
	if s.ID == "" {
		return nil, fault.New(fault.NotFound, "there is no such case")
	}
	if s.Stage == Final {
		return nil, fault.New(fault.Immutable, "the case is finalised; reopening it is a separate act")
	}
	return &decision{s: s, a: a, f: f}, nil
}

func (d *decision) emit(p event.Payload) {
	d.events = append(d.events, p)
	d.s = d.s.apply(p, origin{d.a.Tenant, d.a.Site, Act{d.a.Principal, d.a.Now}})
}

// end returns the events, unless there is a fault or a blocker. limit bounds
// how many events the case may then have.
func (d *decision) end(limit int) ([]event.Payload, error) {
	if err := d.fields.Err(); err != nil {
		return nil, err
	}
	if len(d.events) > 0 && d.s.Events > limit {
		d.blockers.Add("case_full", "a case holds at most %d entries; continue in a new case and attach this one", limit)
	}
	if len(d.s.Workpapers) > workpapersMax || len(d.s.Issues) > issuesMax {
		d.blockers.Add("case_full", "a case holds at most %d workpapers and %d issues", workpapersMax, issuesMax)
	}
	if len(d.s.pins()) > recordsMax {
		d.blockers.Add("case_full", "a case rests on at most %d records; gather some in a document", recordsMax)
	}
	if err := d.blockers.Err(); err != nil {
		return nil, err
	}
	return d.events, nil
}

// text is personal data of the case's client.
func (d *decision) text(plain string) sealed.Text { return seal(d.s.ID, plain) }

// seal makes personal data; an empty text is no data at all.
func seal(caseID, plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	return sealed.Of(subject(caseID), plain)
}

// present reports whether a text was given, even if it can no longer be read.
func present(t sealed.Text) bool { return t.Plain != "" || len(t.Cipher) > 0 || t.Forgotten }

// past refuses a date that has not come anywhere on earth.
func (d *decision) past(field string, on civil.Date) {
	if on.After(civil.FromTime(d.a.Now.UTC().Add(14 * time.Hour))) {
		d.fields.Add(field, "%s is in the future", on)
	}
}

// today is the day by which waivers expire.
func today(a act.Context) civil.Date { return civil.FromTime(a.Now.UTC()) }

// evidence turns links into evidence with the hashes that the records have
// now. A link to nothing is a fault, another hash than the one sent a blocker.
func (d *decision) evidence(field string, links []EvidenceLink) []Evidence {
	all := make([]Evidence, 0, len(links))
	for i, l := range links {
		at := index(field, i)
		if field == "client_approval.evidence" { // which is one, not a list
			at = field
		}
		e := Evidence{Kind: l.Kind, Ref: l.Ref, SHA256: l.SHA256, Title: d.text(l.Title), Note: d.text(l.Note)}
		if l.Kind == KindURL {
			e.Ref, e.Address = "", d.text(l.Ref)
		} else {
			e.SHA256 = d.pin(at, l.Kind, l.Ref, l.SHA256)
		}
		all = append(all, e)
	}
	return all
}

// pin returns the hash that a record has now.
func (d *decision) pin(field, kind, id, sha256 string) string {
	r, ok := d.f.Records[Ref{kind, id}]
	switch {
	case kind == KindCase && id == d.s.ID:
		d.fields.Add(field, "a case cannot rest on itself")
	case !ok:
		d.fields.Add(field, "there is no %s %s", kind, id)
	case sha256 != "" && sha256 != r.SHA256:
		d.blockers = append(d.blockers, fault.Blocker{Code: "evidence_hash_mismatch", Field: field, Resource: resource(kind, id),
			Message: "the record has changed: its SHA-256 is now " + r.SHA256})
	}
	return r.SHA256
}

// resource names a record in a blocker.
func resource(kind, id string) string {
	if kind == KindRecord {
		return id
	}
	return kind + "/" + id
}
