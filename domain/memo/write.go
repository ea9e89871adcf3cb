package memo

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Types of memos.
var Types = []string{"tax_memo", "advice", "opinion", "file_note", "client_letter"}

// Kinds of sources.
const (
	KindAnswer      = "answer"
	KindResearch    = "research"
	KindCalculation = "calculation"
)

// Ref names a source.
type Ref struct {
	Kind   string `json:"kind" enum:"answer,research,calculation" doc:"A recorded answer, a recorded question of law, or a calculation that was kept."`
	ID     string `json:"id" minLength:"32" maxLength:"32"`
	SHA256 string `json:"sha256,omitempty" maxLength:"64" doc:"The hash it must have; left out, the one it has now is pinned."`
}

// Key names a record.
type Key struct{ Kind, ID string }

// Facts is what a decision knows about other records.
type Facts struct {
	Sources map[Key]notice.Found // as they are now
	Sent    map[string]bool      // memos that the caller sees, and whether they were sent
	Alone   bool                 // nobody else who is active may approve
	Adviser string               // the firm's professional signature; "" = none is set
}

// MemoText is what can be written of a memo.
type MemoText struct {
	Title       string             `json:"title,omitempty" maxLength:"200"`
	Sections    []notice.Paragraph `json:"sections,omitempty" maxItems:"40" nullable:"false" doc:"Left out, the text is composed from the sources."`
	Sources     []Ref              `json:"sources,omitempty" maxItems:"20" nullable:"false" doc:"What the text rests on."`
	AcceptDraft bool               `json:"accept_draft,omitempty" doc:"Take figures of draft coverage, said to be so."`
}

// Compose begins a memo. Its id is NewID(0) of the command.
type Compose struct {
	MemoText
	Type       string `json:"type" enum:"tax_memo,advice,opinion,file_note,client_letter"`
	Language   string `json:"language,omitempty" enum:"en,de" doc:"Of the composed text; left out, English."`
	ClientRef  string `json:"client_ref,omitempty" maxLength:"100" doc:"Whose memo it is, by your own reference."`
	CaseID     string `json:"case_id,omitempty" maxLength:"32" doc:"The case that it belongs to."`
	Supersedes string `json:"supersedes,omitempty" maxLength:"32" doc:"The memo, sent before, that this one follows."`
}

// Edit writes the next version, or, with Approve alone, approves the last one.
type Edit struct {
	MemoText
	Approve int    `json:"approve,omitempty" minimum:"0" doc:"Approve this version, which must be the last; stands alone."`
	Waiver  string `json:"waiver,omitempty" maxLength:"500" doc:"Why the writer approves, of a tenant in which nobody else may."`
}

const versionsMax = 200

var idForm = regexp.MustCompile(`^[0-9a-f]{32}$`)

func (t MemoText) check(f *fault.Fields) {
	seen := map[Key]bool{}
	for i, r := range t.Sources {
		at := fmt.Sprintf("sources[%d]", i)
		if r.Kind != KindAnswer && r.Kind != KindResearch && r.Kind != KindCalculation {
			f.Add(at+".kind", "must be answer, research or calculation")
		}
		if !idForm.MatchString(r.ID) {
			f.Add(at+".id", "must be an id of 32 hex digits")
		}
		if seen[Key{r.Kind, r.ID}] {
			f.Add(at+".id", "stands twice")
		}
		seen[Key{r.Kind, r.ID}] = true
	}
	for i, s := range t.Sections {
		at := fmt.Sprintf("sections[%d]", i)
		f.Text(at+".heading", s.Heading)
		f.Text(at+".text", s.Text)
	}
	notice.CheckLine(f, "title", t.Title)
}

// Validate reports every malformed field.
func (c Compose) Validate() error {
	var f fault.Fields
	if !slices.Contains(Types, c.Type) {
		f.Add("type", "must be one of %s", strings.Join(Types, ", "))
	}
	if fault.Blank(c.Title) {
		f.Add("title", "is required")
	}
	if len(c.Sections)+len(c.Sources) == 0 {
		f.Add("sources", "either sources or sections")
	}
	for _, x := range []struct{ field, id string }{{"case_id", c.CaseID}, {"supersedes", c.Supersedes}} {
		if x.id != "" && !idForm.MatchString(x.id) {
			f.Add(x.field, "must be an id of 32 hex digits")
		}
	}
	notice.CheckLine(&f, "client_ref", c.ClientRef)
	c.check(&f)
	return f.Err()
}

// Validate reports every malformed field.
func (c Edit) Validate() error {
	var f fault.Fields
	if c.Approve != 0 {
		if c.Title != "" || len(c.Sections)+len(c.Sources) > 0 || c.AcceptDraft {
			f.Add("approve", "stands alone: it approves a version that was written before")
		}
		f.Text("waiver", c.Waiver)
		return f.Err()
	}
	if c.Waiver != "" {
		f.Add("waiver", "stands beside approve only")
	}
	if c.Title == "" && len(c.Sections)+len(c.Sources) == 0 {
		f.Add("sections", "nothing is said")
	}
	c.check(&f)
	return f.Err()
}

// Needs lists the sources that a decision must know.
func (c Compose) Needs(State) []Key { return keys(c.Sources) }

// Needs lists the sources that a decision must know.
func (c Edit) Needs(s State) []Key {
	if len(c.Sources) > 0 || len(s.Versions) == 0 {
		return keys(c.Sources)
	}
	return pinned(s)
}

func keys(refs []Ref) (all []Key) {
	for _, r := range refs {
		all = append(all, Key{r.Kind, r.ID})
	}
	return all
}

func pinned(s State) (all []Key) {
	if len(s.Versions) == 0 {
		return nil
	}
	for _, r := range s.Last().Sources {
		all = append(all, Key{r.Kind, r.ID})
	}
	return all
}

// Decide gives Composed and the first version.
func (c Compose) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, fault.New(fault.Immutable, "the memo was composed")
	}
	if c.Supersedes != "" {
		switch sent, ok := f.Sent[c.Supersedes]; {
		case !ok:
			return nil, fault.Invalid("supersedes", "there is no memo %s", c.Supersedes)
		case !sent:
			return nil, blocked("memo_not_sent", "memo %s was not sent: edit it instead", c.Supersedes)
		}
	}
	language := c.Language
	if language == "" {
		language = "en"
	}
	id := a.NewID(0)
	who := subject(c.ClientRef, id)
	head := Composed{MemoID: id, Type: c.Type, Language: language, CaseID: c.CaseID, Supersedes: c.Supersedes}
	if c.ClientRef != "" {
		head.ClientRef = sealed.Of(who, c.ClientRef)
	}
	first, err := c.MemoText.version(1, head, who, f)
	if err != nil {
		return nil, err
	}
	return []event.Payload{head, first}, nil
}

// Decide gives the next version, or Approved.
func (c Edit) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	switch {
	case s.Status == StatusSending || s.Status == StatusSent || s.Status == StatusFailed:
		return nil, fault.New(fault.Immutable, "the memo was sent; another that supersedes it follows")
	case c.Approve != 0:
		return c.approve(s, a, f)
	case len(s.Versions) >= versionsMax:
		return nil, blocked("memo_full", "a memo has at most %d versions", versionsMax)
	}
	text, last := c.MemoText, s.Last()
	if text.Title == "" {
		text.Title = last.Title.String()
	}
	if len(text.Sources) == 0 {
		for _, r := range last.Sources {
			text.Sources = append(text.Sources, Ref{r.Kind, r.ID, ""})
		}
		text.AcceptDraft = text.AcceptDraft || last.Draft
	}
	if len(text.Sections) == 0 && len(c.Sources) == 0 {
		for _, x := range last.Sections {
			text.Sections = append(text.Sections, notice.Paragraph{Heading: x.Heading.String(), Text: x.Text.String()})
		}
	}
	next, err := text.version(len(s.Versions)+1, s.Head, s.Subject(), f)
	if err != nil {
		return nil, err
	}
	return []event.Payload{next}, nil
}

// version pins the sources and traces the figures.
func (t MemoText) version(n int, head Composed, who string, f Facts) (Edited, error) {
	var faults fault.Fields
	var blockers fault.Blockers
	p := Edited{Version: n, Title: sealed.Of(who, t.Title), Sections: []Section{}, Sources: []Source{}, Draft: t.AcceptDraft}
	var found []source
	for i, r := range t.Sources {
		now, ok := f.Sources[Key{r.Kind, r.ID}]
		at := fmt.Sprintf("sources[%d].id", i)
		switch {
		case !ok:
			faults.Add(at, "there is no %s %s", r.Kind, r.ID)
			continue
		case now.Forgotten:
			faults.Add(at, "the one that it speaks of was forgotten")
			continue
		case r.SHA256 != "" && r.SHA256 != now.SHA256:
			blockers.On(r.Kind+"/"+r.ID, "evidence_hash_mismatch", "the record has changed: its SHA-256 is now %s", now.SHA256)
		}
		found = append(found, source{r.Kind, now})
		p.Sources = append(p.Sources, Source{r.Kind, r.ID, now.SHA256})
	}
	if err := faults.Err(); err != nil {
		return p, err
	}
	if err := blockers.Err(); err != nil {
		return p, err
	}
	composed := compose(head.Language, found)
	sections := composed
	if len(t.Sections) > 0 {
		sections = t.Sections
		if u := untraced(head.Language, t.Title, composed, sections, found); len(u) > 0 {
			p.Untraced = sealed.Of(who, strings.Join(u, "; "))
		}
	}
	for _, x := range sections {
		p.Sections = append(p.Sections, Section{sealed.Of(who, x.Heading), sealed.Of(who, x.Text)})
	}
	return p, nil
}

func blocked(code, format string, args ...any) error {
	var b fault.Blockers
	b.Add(code, format, args...)
	return b.Err()
}
