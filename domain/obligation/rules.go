package obligation

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/sources"
)

//go:embed rules.yaml
var text []byte

// Rule is until when returns of a form are made.
type Rule struct {
	Form        string      `yaml:"form"` // of package filing, unless it is made outside
	Country     string      `yaml:"country"`
	Region      string      `yaml:"region"`  // state of the United States; "" = the whole country's
	Outside     bool        `yaml:"outside"` // no return of the form is made here
	Schemes     []string    `yaml:"scheme"`  // none = the authority's own
	Periods     []string    `yaml:"periods"`
	Always      string      `yaml:"always"` // the period that the law leaves no choice about
	Says        string      `yaml:"says"`
	Day         int         `yaml:"day"` // of the month after the period
	LastOfMonth bool        `yaml:"last_of_month"`
	PlusDays    int         `yaml:"plus_days"`
	Except      []Exception `yaml:"except"`
	Provision   string      `yaml:"provision"`
	Sources     []string    `yaml:"sources"`
	RollPlace   string      `yaml:"roll_place"` // whose working days roll; "" = nothing rolls
	RollBy      string      `yaml:"roll_by"`
	RollSources []string    `yaml:"roll_sources"`
	Notes       []string    `yaml:"notes"`
}

// Exception is the day of periods that end in one month.
type Exception struct {
	Ends int    `yaml:"ends"` // month, 1 to 12
	Due  string `yaml:"due"`  // MM-DD, the next one after the period
}

// Rules is all rules with their sources.
type Rules struct {
	Sources sources.Sources `yaml:"sources"`
	Rules   []Rule          `yaml:"rules"`
	Absent  []Absent        `yaml:"absent"`
}

// Absent says why no rule is held of an authority, or of a scheme.
type Absent struct {
	Country string `yaml:"country"` // "" = every one
	Scheme  string `yaml:"scheme"`  // "" = the authority's own
	Says    string `yaml:"says"`
}

// why is the reason for which no rule of a registration is held.
func (r Rules) why(country, scheme string) string {
	for _, a := range r.Absent {
		if (a.Country == "" || a.Country == country) && (a.Scheme == scheme || a.Scheme == "" && scheme == commerce.Standard) {
			return a.Says
		}
	}
	return "no rule for returns of this authority is held"
}

var embedded = func() Rules {
	r, err := Read(text)
	if err != nil {
		panic(err)
	}
	return r
}()

// Embedded are the rules of this version.
func Embedded() Rules { return embedded }

// Read reads rules; an error names what is wrong.
func Read(text []byte) (Rules, error) {
	var r Rules
	if err := yaml.UnmarshalWithOptions(text, &r, yaml.Strict()); err != nil {
		return r, fmt.Errorf("obligation: %w", err)
	}
	if err := r.Sources.Published(); err != nil {
		return r, fmt.Errorf("obligation: %w", err)
	}
	for _, x := range r.Rules {
		days := 0
		if x.Day > 0 {
			days++
		}
		if x.LastOfMonth {
			days++
		}
		switch {
		case x.Form == "" || x.Says == "" || x.Provision == "" || len(x.Periods) == 0 || days != 1 || x.Day > 28:
			return r, fmt.Errorf("obligation: %s needs periods, one day, what it says and its provision", x.Form)
		case (x.RollPlace == "") != (x.RollBy == ""):
			return r, fmt.Errorf("obligation: %s: a roll names its place and provision", x.Form)
		}
		for _, names := range [][]string{x.Sources, x.RollSources} {
			if err := r.Sources.Supports(names); err != nil && (len(names) > 0 || x.RollPlace != "" || len(x.Sources) == 0) {
				return r, fmt.Errorf("obligation: %s: %w", x.Form, err)
			}
		}
		for _, e := range x.Except {
			if _, err := civil.Parse("2026-" + e.Due); err != nil || e.Ends < 1 || e.Ends > 12 {
				return r, fmt.Errorf("obligation: %s: an exception names a month and a day", x.Form)
			}
		}
	}
	for _, a := range r.Absent {
		if a.Says == "" || a.Country == "" && a.Scheme == "" || len(r.of(a.Country, "", cmp.Or(a.Scheme, commerce.Standard), civil.Date{})) > 0 {
			return r, fmt.Errorf("obligation: absent %s %s: names what has no rule, and says why", a.Country, a.Scheme)
		}
	}
	return r, nil
}

// of finds the rules of a registration; region is that of a state, "" where the
// authority is the country's. Those of the Union's schemes are of its
// Member States: what Northern Ireland's traders file follows other law.
func (r Rules) of(country, region, scheme string, on civil.Date) (found []Rule) {
	for _, x := range r.Rules {
		union := slices.Contains(x.Schemes, scheme) && rates.IsMember(country, on)
		if union || len(x.Schemes) == 0 && scheme == commerce.Standard && x.Country == country && x.Region == region {
			found = append(found, x)
		}
	}
	return found
}

// Due is until when a return is made, and by what.
type Due struct {
	On        civil.Date           `json:"due_on" format:"date"`
	Steps     []deadline.Stretch   `json:"steps" nullable:"false"`
	Citations []deadline.Authority `json:"citations" nullable:"false"`
	Notes     []string             `json:"notes" nullable:"false" doc:"What the computation did not take in."`
}

// due computes the day of a period that ends on a day.
func (r Rules) due(x Rule, end civil.Date, region string) Due {
	after := end.AddDays(1) // the first of the month after
	var on civil.Date
	switch {
	case x.LastOfMonth:
		on = civil.Of(after.Year(), after.Month()+1, 1).AddDays(-1 + x.PlusDays)
	default:
		on = civil.Of(after.Year(), after.Month(), x.Day)
	}
	for _, e := range x.Except {
		if e.Ends == end.Month() {
			for on = mustDay(after.Year(), e.Due); on.Before(after); {
				on = mustDay(on.Year()+1, e.Due)
			}
		}
	}
	d := Due{On: on, Steps: []deadline.Stretch{{Text: x.Says, From: end, To: on, Provision: x.Provision}}, Citations: []deadline.Authority{},
		Notes: slices.Clone(x.Notes)}
	if d.Notes == nil {
		d.Notes = []string{}
	}
	d.cite(r, x.Provision, x.Sources)
	if x.RollPlace == "" {
		return d
	}
	next, why, whole := deadline.Embedded().Roll(x.RollPlace, region, on)
	if !whole {
		d.Notes = append(d.Notes, "of holidays there, only those of the whole country that are held, and weekends, are taken into account, "+
			"which can make the day too early, never too late")
	}
	if next != on {
		d.Steps = append(d.Steps, deadline.Stretch{Text: fmt.Sprintf("%s is no working day (%s): the next one takes its place", on, why),
			From: on, To: next,
			Provision: x.RollBy})
		d.cite(r, x.RollBy, x.RollSources)
		d.On = next
	}
	return d
}

func (d *Due) cite(r Rules, provision string, names []string) {
	for _, n := range names {
		s := r.Sources[n]
		d.Citations = append(d.Citations, deadline.Authority{Provision: provision, Title: s.Title, Publisher: s.Publisher, Kind: s.Kind,
			URL:     s.URL,
			Checked: s.Checked})
	}
}

func mustDay(year int, day string) civil.Date {
	d, err := civil.Parse(fmt.Sprintf("%04d-%s", year, day))
	if err != nil {
		panic(err) // Read has checked it
	}
	return d
}
