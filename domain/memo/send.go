package memo

import (
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/sealed"
)

// approve is a second person's word on the last version.
func (c Edit) approve(s State, a act.Context, f Facts) ([]event.Payload, error) {
	last := s.Last()
	if last.Version != c.Approve {
		return nil, fault.Invalid("approve", "the last version is %d", last.Version)
	}
	if s.Approval != nil {
		return nil, fault.New(fault.Immutable, "version %d is approved", c.Approve)
	}
	b := s.standing(f)
	wrote := slices.ContainsFunc(s.Versions, func(v Version) bool { return v.By == a.Principal })
	if wrote && c.Waiver == "" {
		b.Add("separation_of_duties", "whoever wrote a version of the memo does not approve it")
	}
	if c.Waiver != "" && (a.Role != "owner" || !f.Alone) {
		b.Add("separation_of_duties", "only an owner beside whom nobody may approve can do without the second person")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	p := Approved{Version: c.Approve}
	if c.Waiver != "" {
		p.Waiver = sealed.Of(s.Subject(), c.Waiver)
	}
	return []event.Payload{p}, nil
}

// standing lists what keeps the last version from being approved or sent.
func (s State) standing(f Facts) fault.Blockers {
	var b fault.Blockers
	last := s.Last()
	if u := last.Untraced; u.Plain != "" || len(u.Cipher) > 0 || u.Forgotten {
		b.Add("figure_untraced", "no source holds %s", u.Plain)
	}
	if (s.Head.Type == "advice" || s.Head.Type == "opinion") && f.Adviser == "" {
		b.Add("responsible_adviser_missing", "the firm has named no responsible adviser; its settings do, by responsible_adviser")
	}
	for _, r := range last.Sources {
		now, ok := f.Sources[Key{r.Kind, r.ID}]
		at := r.Kind + "/" + r.ID
		if !ok || now.Forgotten || now.SHA256 != r.SHA256 {
			b.On(at, "evidence_hash_mismatch", "the record is no longer what the memo was written on")
			continue
		}
		if now.Superseded {
			b.On(at, "law_superseded_or_stale", "the law that it used has since been changed")
		}
		if r.Kind != KindResearch && now.Escalated {
			b.On(at, "answer_escalated_without_conclusion", "the %s went to a person; it supports no figure", r.Kind)
		}
		if now.Draft && !last.Draft {
			b.On(at, "draft_coverage_not_accepted", "the %s rests on draft coverage", r.Kind)
		}
	}
	return b
}

// Send has the approved version sent, as it was frozen.
type Send struct {
	Version        int
	DocumentSHA256 string
	Recipients     []string // keyed hashes of their addresses, sorted, each once
	Message        string   // the sender's words above the document
}

// Needs lists the sources of the version.
func (c Send) Needs(s State) []Key { return pinned(s) }

// Decide gives SendStarted; nothing where this very sending was begun, so that what a
// crash left is completed.
func (c Send) Decide(s State, f Facts) ([]event.Payload, error) {
	switch {
	case s.Sending != nil && s.Sending.Version == c.Version && slices.Equal(s.Sending.Recipients, c.Recipients):
		return nil, nil
	case s.Sending != nil:
		return nil, fault.New(fault.Immutable, "version %d was sent, to others", s.Sending.Version)
	case s.Last().Version != c.Version:
		return nil, fault.Invalid("version", "the last version is %d", s.Last().Version)
	}
	b := s.standing(f)
	if s.Approval == nil {
		b.Add("draft_not_approved", "version %d was not approved", c.Version)
	}
	b = append(b, s.tracing(f).Beside("message", c.Message, "neither the memo nor a source of it")...)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{SendStarted{c.Version, c.DocumentSHA256, c.Recipients}}, nil
}

// tracing is what words beside the memo may rest on: its last version, which was approved,
// and its sources.
func (s State) tracing(f Facts) *notice.Tracing {
	last := s.Last()
	var found []source
	for _, r := range last.Sources {
		found = append(found, source{r.Kind, f.Sources[Key{r.Kind, r.ID}]})
	}
	t := tracing(s.Head.Language, compose(s.Head.Language, found), found)
	t.Say(last.Title.String())
	for _, x := range last.Sections {
		t.Say(x.Heading.String(), x.Text.String())
	}
	return t
}

// End takes down how a message ended; once it has, nothing changes.
func End(s State, notificationID, outcome string) []event.Payload {
	if s.Sending == nil || s.Delivered[notificationID] != "" {
		return nil
	}
	p := Delivered{NotificationID: notificationID, Outcome: outcome}
	p.Status = s.Evolve(event.Recorded{Payload: p}).Status
	return []event.Payload{p}
}
