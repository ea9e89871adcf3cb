package corpus

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/country"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Sources is the kind of stream that a source is.
var Sources = event.Category{Name: "corpussource", Types: []event.Type{
	event.Of[SourceRegistered](), event.Of[SourceEdited](), event.Of[SourceChecked](),
}}

// Formats that can be read.
var Formats = []string{"clml", "akn", "uslm", "ecfr", "gii", "html", "pdf", "text", "jsonl"}

// SourceKinds and Authorities are what a source can be.
var (
	SourceKinds = []string{"statute", "regulation", "case_law", "treaty", "gazette", "guidance", "form", "rates"}
	Authorities = []string{"primary", "secondary"}
)

// Licence says what may be done with a text.
type Licence struct {
	Name            string `json:"name" minLength:"1" maxLength:"200"`
	URL             string `json:"url" maxLength:"500"`
	Attribution     string `json:"attribution" maxLength:"500" doc:"What must stand beside an excerpt."`
	ExcerptCharsMax int    `json:"excerpt_chars_max" minimum:"0" maximum:"2000" doc:"Letters of an excerpt at most; 0: none may be shown."`
}

// About is what is known of a source.
type About struct {
	Title         string   `json:"title" minLength:"1" maxLength:"300"`
	Publisher     string   `json:"publisher" minLength:"1" maxLength:"200"`
	Jurisdictions []string `json:"jurisdictions" minItems:"1" maxItems:"20" doc:"ISO 3166-1 codes."`
	Products      []string `json:"products" maxItems:"20" doc:"Tax types that it speaks of."`
	Kind          string   `json:"kind" enum:"statute,regulation,case_law,treaty,gazette,guidance,form,rates"`
	Authority     string   `json:"authority" enum:"primary,secondary"`
	Languages     []string `json:"languages" minItems:"1" maxItems:"10" doc:"BCP 47; the first is that of a text that does not say."`
	URL           string   `json:"url" maxLength:"500" doc:"Where it is published, and fetched from."`
	Format        string   `json:"format" enum:"clml,akn,uslm,ecfr,gii,html,pdf,text,jsonl"`
	Licence       Licence  `json:"licence"`
	CadenceDays   int      `json:"cadence_days" minimum:"1" maximum:"3650" doc:"How old its text may become."`
}

// SourceRegistered begins a source.
type SourceRegistered struct {
	SourceID string `json:"source_id"`
	About    About  `json:"about"`
}

// SourceEdited is a source's next version.
type SourceEdited struct {
	Version int    `json:"version"`
	About   About  `json:"about"`
	Status  string `json:"status"`
}

// SourceChecked says that a source's text was taken.
type SourceChecked struct {
	On        civil.Date `json:"on"`
	ReleaseID string     `json:"release_id"`
}

// EventType names the event.
func (SourceRegistered) EventType() string { return "corpussource.registered.v1" }

// EventType names the event.
func (SourceEdited) EventType() string { return "corpussource.edited.v1" }

// EventType names the event.
func (SourceChecked) EventType() string { return "corpussource.checked.v1" }

// Statuses of a source.
const (
	Active  = "active"
	Paused  = "paused"
	Retired = "retired"
)

// Source is a source as its events leave it.
type Source struct {
	ID      string `json:"id"`
	Version int    `json:"version"`
	About
	Status      string     `json:"status" enum:"active,paused,retired"`
	LastChecked civil.Date `json:"last_checked" format:"date" doc:"Day on which its text was last taken; empty: never."`
	CreatedBy   string     `json:"created_by"`
	UpdatedAt   time.Time  `json:"updated_at"`
}

// Evolve is the state after e.
func (s Source) Evolve(e event.Recorded) Source {
	s.UpdatedAt = e.Meta.Time
	switch p := e.Payload.(type) {
	case SourceRegistered:
		s.ID, s.Version, s.About, s.Status, s.CreatedBy = p.SourceID, 1, p.About, Active, e.Meta.Principal
	case SourceEdited:
		s.Version, s.About, s.Status = p.Version, p.About, p.Status
	case SourceChecked:
		if s.LastChecked.Before(p.On) {
			s.LastChecked = p.On
		}
	}
	return s
}

// RegisterSource begins a source.
type RegisterSource struct {
	ID string `json:"id" pattern:"^[a-z][a-z0-9_]{1,39}$" patternDescription:"2 to 40 lower-case letters, digits and _, a letter first" doc:"Your name of it; citations carry it."`
	About
}

var (
	sourceID = regexp.MustCompile(`^[a-z][a-z0-9_]{1,39}$`)
	language = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
)

// Validate names every malformed field.
func (c RegisterSource) Validate() error {
	var f fault.Fields
	if !sourceID.MatchString(c.ID) {
		f.Add("id", "2 to 40 lower-case letters, digits and _, a letter first")
	}
	c.About.check(&f)
	return f.Err()
}

func (a About) check(f *fault.Fields) {
	one := func(name, value string, of []string) {
		if !slices.Contains(of, value) {
			f.Add(name, "is none of %s", strings.Join(of, ", "))
		}
	}
	text := func(name, value string) {
		if fault.Blank(value) {
			f.Add(name, "is needed")
		}
	}
	text("title", a.Title)
	text("publisher", a.Publisher)
	text("licence.name", a.Licence.Name)
	one("kind", a.Kind, SourceKinds)
	one("authority", a.Authority, Authorities)
	one("format", a.Format, Formats)
	if len(a.Jurisdictions) == 0 {
		f.Add("jurisdictions", "one or more ISO 3166-1 codes")
	}
	for i, p := range a.Jurisdictions {
		if !isPlace(p) {
			f.Add(fmt.Sprintf("jurisdictions[%d]", i), "the ISO 3166-1 code of a country, such as GB, or EU")
		}
	}
	if len(a.Languages) == 0 || slices.ContainsFunc(a.Languages, func(l string) bool { return !language.MatchString(l) }) {
		f.Add("languages", "one or more BCP 47 tags, such as en")
	}
	if u, err := url.Parse(a.URL); a.URL != "" && (err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http") {
		f.Add("url", "an address of http or https without credentials")
	}
	if a.CadenceDays < 1 || a.CadenceDays > 3650 {
		f.Add("cadence_days", "1 to 3650")
	}
	if n := a.Licence.ExcerptCharsMax; n < 0 || n > PassageRunesMax {
		f.Add("licence.excerpt_chars_max", "0 to %d", PassageRunesMax)
	}
}

// isPlace reports whether a code is a country's, or the Union's: of another, such as UK, a
// text would be found for no question.
func isPlace(code string) bool { return code == "EU" || country.Is(code) }

// Decide gives SourceRegistered. Errors: fault.Immutable where the name is taken.
func (c RegisterSource) Decide(s Source, _ act.Context) ([]event.Payload, error) {
	if s.ID != "" {
		return nil, fault.New(fault.Immutable, "there is a source %s", c.ID)
	}
	return []event.Payload{SourceRegistered{c.ID, c.About.whole()}}, nil
}

// whole has no list that is null.
func (a About) whole() About {
	a.Products = append([]string{}, a.Products...)
	return a
}

// EditSource changes what is named.
type EditSource struct {
	Title         *string   `json:"title,omitempty" minLength:"1" maxLength:"300"`
	Publisher     *string   `json:"publisher,omitempty" minLength:"1" maxLength:"200"`
	Jurisdictions *[]string `json:"jurisdictions,omitempty" minItems:"1" maxItems:"20" doc:"ISO 3166-1 codes."`
	Products      *[]string `json:"products,omitempty" maxItems:"20" doc:"Tax types that it speaks of."`
	Kind          *string   `json:"kind,omitempty" enum:"statute,regulation,case_law,treaty,gazette,guidance,form,rates"`
	Authority     *string   `json:"authority,omitempty" enum:"primary,secondary"`
	Languages     *[]string `json:"languages,omitempty" minItems:"1" maxItems:"10" doc:"BCP 47."`
	URL           *string   `json:"url,omitempty" maxLength:"500"`
	Format        *string   `json:"format,omitempty" enum:"clml,akn,uslm,ecfr,gii,html,pdf,text,jsonl"`
	Licence       *Licence  `json:"licence,omitempty"`
	CadenceDays   *int      `json:"cadence_days,omitempty" minimum:"1" maximum:"3650"`
	Status        *string   `json:"status,omitempty" enum:"active,paused,retired" doc:"paused: nothing is imported from it; retired: no release that holds it is promoted."`
}

// Validate names what is malformed whatever the source; Decide looks at the whole.
func (c EditSource) Validate() error {
	var f fault.Fields
	if c.Status != nil && !slices.Contains([]string{Active, Paused, Retired}, *c.Status) {
		f.Add("status", "is none of active, paused, retired")
	}
	return f.Err()
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// Decide gives SourceEdited, nothing where nothing changes.
func (c EditSource) Decide(s Source, _ act.Context) ([]event.Payload, error) {
	a, status := s.About, s.Status
	set(&a.Title, c.Title)
	set(&a.Publisher, c.Publisher)
	set(&a.Jurisdictions, c.Jurisdictions)
	set(&a.Products, c.Products)
	set(&a.Kind, c.Kind)
	set(&a.Authority, c.Authority)
	set(&a.Languages, c.Languages)
	set(&a.URL, c.URL)
	set(&a.Format, c.Format)
	set(&a.Licence, c.Licence)
	set(&a.CadenceDays, c.CadenceDays)
	set(&status, c.Status)
	var f fault.Fields
	if a.check(&f); len(f) > 0 {
		return nil, f.Err()
	}
	if same(a, s.About) && status == s.Status {
		return nil, nil
	}
	return []event.Payload{SourceEdited{s.Version + 1, a.whole(), status}}, nil
}

func same(a, b About) bool {
	lists := slices.Equal(a.Jurisdictions, b.Jurisdictions) && slices.Equal(a.Products, b.Products) && slices.Equal(a.Languages, b.Languages)
	a.Jurisdictions, a.Products, a.Languages = nil, nil, nil
	b.Jurisdictions, b.Products, b.Languages = nil, nil, nil
	return lists && a.Title == b.Title && a.Publisher == b.Publisher && a.Kind == b.Kind && a.Authority == b.Authority && a.URL == b.URL &&
		a.Format == b.Format && a.Licence == b.Licence && a.CadenceDays == b.CadenceDays
}

// CheckSource notes that a source's text was taken.
type CheckSource struct{ SourceChecked }

// Decide gives SourceChecked, once a release.
func (c CheckSource) Decide(s Source) ([]event.Payload, error) {
	if s.ID == "" || !s.LastChecked.Before(c.On) {
		return nil, nil
	}
	return []event.Payload{c.SourceChecked}, nil
}
