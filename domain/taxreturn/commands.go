package taxreturn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax/all"
)

const clientRefMax = 100

// Receive stores a packet. The bytes are stored already.
type Receive struct {
	Jurisdiction, TaxYear, Form string // "" = the packet tells
	ClientRef, Filename         string
	Language                    string
	Media                       string
	Blob                        blob.Ref
}

// Validate reports every malformed field.
func (c Receive) Validate() error {
	var f fault.Fields
	placed(&f, c.Jurisdiction, c.TaxYear, c.Form)
	if c.Language != "" && !slices.Contains(documents.Languages, c.Language) {
		f.Add("language", "is none of %s", strings.Join(documents.Languages, ", "))
	}
	if len(c.ClientRef) > clientRefMax {
		f.Add("client_ref", "has more than %d bytes", clientRefMax)
	}
	return f.Err()
}

// placed names what does not go together of place, year and form.
func placed(f *fault.Fields, jurisdiction, year, form string) {
	if form != "" {
		known, ok := FormByID(form)
		switch {
		case !ok:
			f.Add("form", "is none of %s", strings.Join(FormIDs(), ", "))
		case jurisdiction != "" && jurisdiction != known.Jurisdiction:
			f.Add("form", "is one of %s", known.Jurisdiction)
		case jurisdiction == "":
			jurisdiction = known.Jurisdiction
		}
	}
	j := all.Registry().Find(jurisdiction)
	switch {
	case jurisdiction != "" && j == nil:
		f.Add("jurisdiction", "is no country that is known, such as US")
	case year != "" && j == nil:
		f.Add("tax_year", "needs the jurisdiction")
	case year != "":
		if canonical, err := j.YearForm.Canonical(year); err != nil || canonical != year {
			f.Add("tax_year", "is no tax year of %s, such as %s", jurisdiction, j.YearForm.Label(2024))
		}
	}
}

// Decide gives PacketReceived; the same bytes of the same client and site are there
// already, and nothing changes.
func (c Receive) Decide(s State, id string) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, nil
	}
	return []event.Payload{PacketReceived{ReturnID: id, Jurisdiction: c.Jurisdiction, TaxYear: c.TaxYear, Form: c.Form,
		ClientRef: text(c.Blob.Subject, c.ClientRef), Filename: text(c.Blob.Subject, documents.Shorten(c.Filename)), Language: c.Language,
		Media: c.Media, Blob: c.Blob}}, nil
}

// Draft is a package that the service has built; its file is stored already.
type Draft struct {
	Jurisdiction, TaxYear, Form string // Form: us-1040, gb-sa or de-est
	ClientRef, Filename, Media  string
	SnapshotID                  string
	CaseID                      string `json:",omitempty"` // "" = it was made for none
	Blob                        blob.Ref
	Figures                     []DraftFigure
}

// DraftFigure is one line of a package.
type DraftFigure struct {
	Key, Part, Line, Value, Currency, Step string
}

// Decide gives PackageDrafted. A package is ready to be reviewed as it comes.
func (c Draft) Decide(s State, id string) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, nil
	}
	p := PackageDrafted{ReturnID: id, Jurisdiction: c.Jurisdiction, TaxYear: c.TaxYear, Form: c.Form,
		ClientRef: text(c.Blob.Subject, c.ClientRef),
		Filename:  text(c.Blob.Subject, c.Filename), Media: c.Media, Blob: c.Blob, SnapshotID: c.SnapshotID, CaseID: c.CaseID,
		Figures: make([]Figure, len(c.Figures))}
	for i, f := range c.Figures {
		p.Figures[i] = Figure{Key: f.Key, Part: f.Part, Line: f.Line, Value: text(c.Blob.Subject, f.Value), Currency: f.Currency,
			Source: FromCalculator, Step: f.Step, Score: 1000}
	}
	return []event.Payload{p}, nil
}

// Reject is the end of a packet that cannot be taken, Fail of work that could not be
// done, by the job that reads it.
func Reject(s State, code string) ([]event.Payload, error) { return end(s, PacketRejected{code}) }

// Fail is the end of work that could not be done.
func Fail(s State, code string) ([]event.Payload, error) { return end(s, PacketFailed{code}) }

func end(s State, p event.Payload) ([]event.Payload, error) {
	if s.Status != Received {
		return nil, nil
	}
	return []event.Payload{p}, nil
}

// Change is what a person does to a return: figures and facts, or that it is
// reviewed.
type Change struct {
	Status  string            `json:"status,omitempty" enum:"reviewed" doc:"Ends it; by who neither uploaded nor edited it."`
	Note    string            `json:"note,omitempty" maxLength:"1000" doc:"Of the review."`
	Waiver  string            `json:"waiver,omitempty" maxLength:"500" doc:"Why an owner reviews what they uploaded or edited, of a tenant in which nobody else may."`
	Figures []Edit            `json:"figures,omitempty" maxItems:"100" doc:"New values of figures."`
	Form    string            `json:"form,omitempty" maxLength:"40" doc:"What the packet is, where it was not told, or wrongly."`
	TaxYear string            `json:"tax_year,omitempty" maxLength:"20" doc:"Likewise, in the form of its place."`
	Facts   map[string]string `json:"facts,omitempty" doc:"What the packet does not say and a calculator asks for, by its names; empty takes one back."`
	Reason  string            `json:"reason,omitempty" maxLength:"1000" doc:"Why figures are changed; demanded with figures."`
}

// Edit is a person's word on one figure.
type Edit struct {
	Key   string `json:"key" maxLength:"60"`
	Value string `json:"value" maxLength:"60" doc:"A decimal amount, or one of the choices of the figure."`
}

// Parts are the members of a change that permissions are asked for.
func (c Change) Parts() (parts []string) {
	add := func(name string, has bool) {
		if has {
			parts = append(parts, name)
		}
	}
	add("status", c.Status != "")
	add("note", c.Note != "")
	add("waiver", c.Waiver != "")
	add("figures", len(c.Figures) > 0)
	add("facts", len(c.Facts) > 0)
	add("form", c.Form != "")
	add("tax_year", c.TaxYear != "")
	add("reason", c.Reason != "")
	return parts
}

const factsMax = 30

// Validate reports every malformed field.
func (c Change) Validate() error {
	var f fault.Fields
	edits := len(c.Figures)+len(c.Facts) > 0 || c.Form != "" || c.TaxYear != ""
	switch {
	case c.Status == "" && !edits:
		f.Add("body", "holds nothing to do: status, figures or facts")
	case c.Status != "" && edits:
		f.Add("status", "is not marked together with changes: who changes a return does not review it")
	}
	if c.Status != "" && c.Status != Reviewed {
		f.Add("status", "reviewed")
	}
	if len(c.Figures) > 0 && fault.Blank(c.Reason) {
		f.Add("reason", "is required with figures")
	}
	if c.Note != "" && c.Status == "" {
		f.Add("note", "is that of a review")
	}
	if c.Waiver != "" && c.Status == "" {
		f.Add("waiver", "is that of a review")
	} else if c.Waiver != "" && fault.Blank(c.Waiver) {
		f.Add("waiver", "says nothing")
	}
	seen := map[string]bool{}
	for i, e := range c.Figures {
		if seen[e.Key] {
			f.Add(fmt.Sprintf("figures[%d].key", i), "%s stands twice", e.Key)
		}
		seen[e.Key] = true
	}
	if len(c.Facts) > factsMax {
		f.Add("facts", "are more than %d", factsMax)
	}
	return f.Err()
}

// Facts is what a change is told.
type Facts struct {
	Alone bool // nobody else who is active may review
}

// Decide gives FiguresEdited or ReviewMarked. Errors: fault.Immutable of a return
// that is reviewed; fault.Invalid of a figure that the form does not have;
// fault.Blocked with return_not_extracted, separation_of_duties.
func (c Change) Decide(s State, a act.Context, known Facts) ([]event.Payload, error) {
	var b fault.Blockers
	switch s.Status {
	case Reviewed:
		return nil, fault.New(fault.Immutable, "the return is reviewed")
	case Extracted:
	default:
		b.Add("return_not_extracted", "the return has not been read, or was rejected")
	}
	if c.Status == Reviewed {
		c.separate(&b, s, a, known)
		if err := b.Err(); err != nil {
			return nil, err
		}
		return []event.Payload{ReviewMarked{Note: text(s.Subject(), strings.TrimSpace(c.Note)),
			Waiver: text(s.Subject(), strings.TrimSpace(c.Waiver))}}, nil
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	if s.Kind == Package {
		return nil, fault.New(fault.Immutable, "a package says what its calculation says; build another")
	}
	return c.edit(s)
}

// separate asks for a second person: who uploaded a return, had it drafted or edited it
// does not review it, but for an owner who is alone and says why.
func (c Change) separate(b *fault.Blockers, s State, a act.Context, known Facts) {
	if c.Waiver != "" {
		if a.Role != "owner" || !known.Alone {
			b.Add("separation_of_duties", "only an owner beside whom nobody may review can do without the second person")
		}
		return
	}
	switch {
	case slices.Contains(s.Editors, a.Principal):
		b.On("principal/"+a.Principal, "separation_of_duties", "who edited a return does not review it")
	case a.Principal == s.CreatedBy:
		b.On("principal/"+a.Principal, "separation_of_duties", "who uploaded a return, or had it drafted, does not review it")
	}
}

func (c Change) edit(s State) ([]event.Payload, error) {
	var f fault.Fields
	out := FiguresEdited{Figures: []Figure{}, Form: cmp.Or(c.Form, s.Form), TaxYear: cmp.Or(c.TaxYear, s.TaxYear)}
	form, known := FormByID(out.Form)
	if out.Jurisdiction = s.Jurisdiction; known {
		out.Jurisdiction = form.Jurisdiction
	}
	placed(&f, out.Jurisdiction, out.TaxYear, out.Form)
	for i, e := range c.Figures {
		row, ok := form.Row(e.Key)
		if !known || !ok {
			f.Add(fmt.Sprintf("figures[%d].key", i), "the form has no figure %s", e.Key)
			continue
		}
		value, problem := row.canonical(e.Value)
		if problem != "" {
			f.Add(fmt.Sprintf("figures[%d].value", i), "%s", problem)
			continue
		}
		old, had := s.Figure(e.Key)
		if had && old.Value.Plain == value {
			continue
		}
		edited := Figure{Key: e.Key, Part: row.Part, Line: row.Line(out.TaxYear), Value: text(s.Subject(), value), Currency: form.currencyOf(row),
			Source: FromPerson, Score: 1000, Reason: text(s.Subject(), strings.TrimSpace(c.Reason))}
		if had {
			edited.Line, edited.Raw, edited.Page, edited.Box = old.Line, old.Raw, old.Page, old.Box
		}
		out.Figures = append(out.Figures, edited)
	}
	for _, name := range sortedKeys(c.Facts) {
		if !slices.Contains(form.factNames(), name) {
			f.Add("facts."+name, "is none of %s", strings.Join(form.factNames(), ", "))
			continue
		}
		out.Facts = append(out.Facts, StatedFact{name, text(s.Subject(), strings.TrimSpace(c.Facts[name]))})
	}
	same := out.Form == s.Form && out.TaxYear == s.TaxYear
	if err := f.Err(); err != nil || same && len(out.Figures)+len(out.Facts) == 0 {
		return nil, err
	}
	after := s.edited(out.Figures, event.Metadata{})
	out.Checks = form.check(after, s.Checks)
	sum := SummaryOf(out.Form, after)
	said := func(plain string) sealed.Text { return text(s.Subject(), plain) }
	out.Summary = StatedSummary{said(sum.Income), said(sum.Tax), said(sum.Refund), said(sum.BalanceDue)}
	return []event.Payload{out}, nil
}

// canonical is a value as figures carry it, or what is wrong with it.
func (r Row) canonical(value string) (string, string) {
	value = strings.TrimSpace(value)
	if len(r.Choices) > 0 {
		names := make([]string, len(r.Choices))
		for i, c := range r.Choices {
			if names[i] = c.Value; c.Value == value {
				return value, ""
			}
		}
		return "", "is none of " + strings.Join(names, ", ")
	}
	d, err := money.Parse(value)
	if err != nil || d.Places() > 2 {
		return "", "is no amount such as 1234.50"
	}
	return d.String(), ""
}
