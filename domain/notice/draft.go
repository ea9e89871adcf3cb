package notice

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Positions that a response may take.
const (
	Agree     = "agree"
	Disagree  = "disagree"
	Partly    = "partly"
	Extension = "extension"
	Documents = "documents"
)

// Paragraph is a section as it is sent.
type Paragraph struct {
	Heading string `json:"heading" minLength:"1" maxLength:"200"`
	Text    string `json:"text" minLength:"1" maxLength:"8000"`
}

// GroundRef names a recorded answer that a response rests on.
type GroundRef struct {
	Kind   string `json:"kind" enum:"answer" doc:"Kind of record."`
	ID     string `json:"id" minLength:"32" maxLength:"32" doc:"Its id: an answer's X-Answer-Id."`
	SHA256 string `json:"sha256,omitempty" maxLength:"64" doc:"The hash it must have; left out, the one it has now is pinned."`
}

// DraftResponse writes the next version of the response, or, with Approve alone,
// approves the last one.
type DraftResponse struct {
	Position string      `json:"position,omitempty" enum:"agree,disagree,partly,extension,documents" doc:"What the response says to the claim."`
	Grounds  []GroundRef `json:"grounds,omitempty" maxItems:"20" nullable:"false" doc:"Recorded answers that it rests on."`
	Sections []Paragraph `json:"sections,omitempty" maxItems:"20" nullable:"false" doc:"Own text; left out, the response is composed."`
	Language string      `json:"language,omitempty" enum:"en,de" doc:"Language of the composed text; left out, the place's where it is held, else English."`
	Approve  int         `json:"approve,omitempty" minimum:"0" doc:"Approve this version, which must be the last; stands alone."`
	Waiver   string      `json:"waiver,omitempty" maxLength:"500" doc:"Why the writer approves, of a tenant in which nobody else may."`
}

// Found is a ground as it is now.
type Found struct {
	SHA256     string
	Question   string
	Verified   bool // it holds a figure
	Draft      bool // its coverage is draft
	Escalated  bool
	Superseded bool
	Forgotten  bool
	TotalTax   money.Dec
	Currency   string
	Figures    []string // as contract.Figures writes them
	Days       []string // as Dates writes them
	Findings   []string // of a question of law: each a line of what was found
	Citations  []law.Citation
}

// Validate reports every malformed field.
func (c DraftResponse) Validate() error {
	var f fault.Fields
	if c.Approve != 0 {
		if c.Position != "" || len(c.Grounds) > 0 || len(c.Sections) > 0 || c.Language != "" {
			f.Add("approve", "stands alone: it approves a version that was written before")
		}
		f.Text("waiver", c.Waiver)
		return f.Err()
	}
	if c.Waiver != "" {
		f.Add("waiver", "stands beside approve only")
	}
	if !slices.Contains([]string{Agree, Disagree, Partly, Extension, Documents}, c.Position) {
		f.Add("position", "must be one of agree, disagree, partly, extension, documents")
	}
	seen := map[string]bool{}
	for i, g := range c.Grounds {
		at := "grounds[" + itoa(i) + "]"
		if g.Kind != KindAnswer {
			f.Add(at+".kind", "must be answer")
		}
		if !idForm.MatchString(g.ID) {
			f.Add(at+".id", "must be an id of 32 hex digits")
		}
		if seen[g.ID] {
			f.Add(at+".id", "stands twice")
		}
		seen[g.ID] = true
	}
	for i, s := range c.Sections {
		at := "sections[" + itoa(i) + "]"
		f.Text(at+".heading", s.Heading)
		f.Text(at+".text", s.Text)
	}
	return f.Err()
}

// Needs lists what the decision must know about other records.
func (c DraftResponse) Needs(s State) []Ref {
	var all []Ref
	for _, g := range c.Grounds {
		all = append(all, Ref{g.Kind, g.ID})
	}
	if last, ok := s.Last(); ok && c.Approve != 0 {
		for _, g := range last.Grounds {
			all = append(all, Ref{g.Kind, g.ID})
		}
	}
	return all
}

// Decide gives ResponseDrafted or ResponseApproved.
func (c DraftResponse) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	switch {
	case s.ID == "":
		return nil, fault.New(fault.NotFound, "there is no such notice")
	case s.Status == Leaving:
		return nil, fault.New(fault.Immutable, "version %d is on its way by mail", s.Mail.Version)
	case s.Status == Sent:
		return nil, fault.New(fault.Immutable, "the response was sent; a further letter is a new notice that supersedes this one")
	case c.Approve != 0:
		return c.approve(s, a, f)
	case len(s.Versions) >= versionsMax:
		return nil, blocked("response_full", "a response has at most %d versions", versionsMax)
	}
	return c.write(s, f)
}

const versionsMax = 100

func (c DraftResponse) write(s State, f Facts) ([]event.Payload, error) {
	var faults fault.Fields
	var blockers fault.Blockers
	p := ResponseDrafted{Version: len(s.Versions) + 1, Position: c.Position, Grounds: []Ground{}, Sections: []Section{}}
	found := make([]Found, 0, len(c.Grounds))
	cites := false
	for i, g := range c.Grounds {
		now, ok := f.Grounds[Ref{g.Kind, g.ID}]
		at := "grounds[" + itoa(i) + "]"
		switch {
		case !ok:
			faults.Add(at+".id", "there is no %s %s", g.Kind, g.ID)
			continue
		case now.Forgotten:
			faults.Add(at+".id", "the one that the %s speaks of was forgotten", g.Kind)
			continue
		case g.SHA256 != "" && g.SHA256 != now.SHA256:
			blockers.On(g.Kind+"/"+g.ID, "evidence_hash_mismatch", "the record has changed: its SHA-256 is now %s", now.SHA256)
		}
		cites = cites || len(now.Citations) > 0
		found = append(found, now)
		p.Grounds = append(p.Grounds, Ground{g.Kind, g.ID, now.SHA256})
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if (c.Position == Disagree || c.Position == Partly) && !cites {
		blockers.Add("nothing_to_cite", "a response that disagrees needs a recorded answer that cites law among its grounds")
	}
	if err := blockers.Err(); err != nil {
		return nil, err
	}
	who := s.Subject()
	composed := compose(s.Notice, c.Position, c.language(s.Notice), found)
	sections := composed
	if len(c.Sections) > 0 {
		sections = c.Sections
		if u := untraced(c.language(s.Notice), s.Notice, composed, sections, found); len(u) > 0 {
			p.Untraced = seal(who, strings.Join(u, "; "))
		}
	}
	for _, x := range sections {
		p.Sections = append(p.Sections, Section{seal(who, x.Heading), seal(who, x.Text)})
	}
	return []event.Payload{p}, nil
}

func (c DraftResponse) language(n Recorded) string {
	if c.Language == "" && n.Jurisdiction == "DE" {
		return "de"
	}
	if c.Language == "" {
		return "en"
	}
	return c.Language
}

// untraced lists the figures of a person's text that neither the notice nor a
// ground holds, each once, in their order.
func untraced(language string, n Recorded, composed, written []Paragraph, found []Found) []string {
	var texts []string
	for _, x := range written {
		texts = append(texts, x.Heading, x.Text)
	}
	return tracing(language, n, composed, found).Untraced(texts...)
}

// tracing is what the figures of a text may rest on.
func tracing(language string, n Recorded, composed []Paragraph, found []Found) *Tracing {
	t, w := NewTracing(language), wordings[language]
	for _, x := range composed {
		if x.Heading == w.law || x.Heading == w.enclosures {
			t.Name(x.Heading, x.Text)
			continue
		}
		t.Say(x.Heading, x.Text)
	}
	t.Name(n.Reference.String())
	t.Say(n.Summary.String())
	t.Due(n)
	if n.Amount != nil {
		t.Say(n.Amount.String())
	}
	for _, g := range found {
		t.Take(g)
	}
	return t
}

// approve is a second person's word on the last version.
func (c DraftResponse) approve(s State, a act.Context, f Facts) ([]event.Payload, error) {
	last, ok := s.Last()
	if !ok || last.Version != c.Approve {
		return nil, fault.Invalid("approve", "the last version is %d", len(s.Versions))
	}
	if s.Approval != nil {
		return nil, fault.New(fault.Immutable, "version %d is approved", c.Approve)
	}
	b := standing(last, f)
	writers := []string{}
	for _, v := range s.Versions {
		writers = append(writers, v.By)
	}
	if slices.Contains(writers, a.Principal) && c.Waiver == "" {
		b.Add("separation_of_duties", "whoever wrote a version of the response does not approve it")
	}
	if c.Waiver != "" && (a.Role != "owner" || !f.Alone) {
		b.Add("separation_of_duties", "only an owner beside whom nobody may approve can do without the second person")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{ResponseApproved{Version: c.Approve, Waiver: seal(s.Subject(), c.Waiver)}}, nil
}

// standing lists what has become of a version's grounds and figures.
func standing(v Version, f Facts) fault.Blockers {
	var b fault.Blockers
	if u := v.Untraced; u.Plain != "" || len(u.Cipher) > 0 || u.Forgotten {
		b.Add("figure_untraced", "neither the notice nor a ground holds %s", u.Plain)
	}
	for _, g := range v.Grounds {
		now, ok := f.Grounds[Ref{g.Kind, g.ID}]
		at := g.Kind + "/" + g.ID
		switch {
		case !ok || now.Forgotten || now.SHA256 != g.SHA256:
			b.On(at, "evidence_hash_mismatch", "the record is no longer what the response was written on")
			continue
		case now.Superseded:
			b.On(at, "law_superseded_or_stale", "the law that it used has since been changed")
		}
		if now.Escalated && (v.Position == Disagree || v.Position == Partly) {
			b.On(at, "answer_escalated_without_conclusion", "the answer went to a person; it supports no figure")
		}
		if now.Draft {
			b.On(at, "draft_coverage_not_accepted", "the answer rests on draft coverage")
		}
	}
	return b
}

func blocked(code, format string, args ...any) error {
	var b fault.Blockers
	b.Add(code, format, args...)
	return b.Err()
}
