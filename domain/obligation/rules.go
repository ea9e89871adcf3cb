package obligation

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

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
	Form    string   `yaml:"form"` // of package filing, unless it is made outside
	Country string   `yaml:"country"`
	Region  string   `yaml:"region"`  // state of the United States; "" = the whole country's
	Outside bool     `yaml:"outside"` // no return of the form is made here
	Schemes []string `yaml:"scheme"`  // none = the authority's own
	Periods []string `yaml:"periods"`
	Always  string   `yaml:"always"` // the period that the law leaves no choice about
	// Statement is of supplies to businesses in other Member States: it is made of periods
	// as the registration says of statements, and only where there were such supplies.
	Statement  bool       `yaml:"statement"`
	From       civil.Date `yaml:"from"`        // first end of a period that the rule is held for
	To         civil.Date `yaml:"to"`          // last one; zero = it goes on
	QuarterEnd int        `yaml:"quarter_end"` // a month in which quarters end; 0 = those of the calendar
	YearEnd    int        `yaml:"year_end"`    // month in which years end; 0 = December
	// Accounting years are those of the site's books, in place of the calendar's.
	Accounting bool `yaml:"accounting_years"`
	// Beside are kinds of returns (any = whatever they are) beside which the law asks for
	// one of the year too; Never says that it is never the return itself.
	Beside []string `yaml:"beside"`
	Never  bool     `yaml:"never_alone"`
	Says   string   `yaml:"says"`
	Months int      `yaml:"months"` // how many months after the period the day lies in; 0 = one
	// One of these days, of the month after the period unless it says otherwise.
	Day         int         `yaml:"day"`
	Assigned    []int       `yaml:"assigned"` // days of which the authority gave the registration one
	LastOfMonth bool        `yaml:"last_of_month"`
	PlusDays    int         `yaml:"plus_days"`  // after the last of the month
	DaysAfter   int         `yaml:"days_after"` // days after the period
	OpenDay     int         `yaml:"open_day"`   // the nth that is neither Sunday nor a holiday of OpenPlace
	OpenPlace   string      `yaml:"open_place"`
	WorkingDay  int         `yaml:"working_day"` // the nth after WorkingFrom (MM-DD) on which OpenPlace works
	WorkingFrom string      `yaml:"working_from"`
	Except      []Exception `yaml:"except"`
	Provision   string      `yaml:"provision"`
	Sources     []string    `yaml:"sources"`
	RollPlace   string      `yaml:"roll_place"` // whose working days roll, or weekends; "" = nothing rolls
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

var embedded = sync.OnceValue(func() Rules {
	r, err := Read(text)
	if err != nil {
		panic(err)
	}
	return r
})

// Embedded are the rules of this version.
func Embedded() Rules { return embedded() }

// Read reads rules; an error names what is wrong.
func Read(text []byte) (Rules, error) {
	var r Rules
	if err := yamldoc.Decode(text, &r); err != nil {
		return r, fmt.Errorf("obligation: %w", err)
	}
	if err := r.Sources.Published(); err != nil {
		return r, fmt.Errorf("obligation: %w", err)
	}
	for _, x := range r.Rules {
		if err := x.check(); err != nil {
			return r, fmt.Errorf("obligation: %s: %w", x.Form, err)
		}
		for _, names := range [][]string{x.Sources, x.RollSources} {
			if err := r.Sources.Supports(names); err != nil && (len(names) > 0 || x.RollPlace != "" || len(x.Sources) == 0) {
				return r, fmt.Errorf("obligation: %s: %w", x.Form, err)
			}
		}
	}
	for _, a := range r.Absent {
		held := r.of(a.Country, "", cmp.Or(a.Scheme, commerce.Standard), Rule.alone, civil.Date{})
		if a.Says == "" || a.Country == "" && a.Scheme == "" || len(held) > 0 {
			return r, fmt.Errorf("obligation: absent %s %s: names what has no rule, and says why", a.Country, a.Scheme)
		}
	}
	return r, nil
}

// check names what a rule lacks.
func (x Rule) check() error {
	days := 0
	for _, given := range []bool{x.Day > 0, len(x.Assigned) > 0, x.LastOfMonth, x.DaysAfter > 0, x.OpenDay > 0, x.WorkingDay > 0} {
		if given {
			days++
		}
	}
	for _, p := range x.Periods {
		if monthsOf[p] == 0 {
			return fmt.Errorf("%q is no kind of period", p)
		}
	}
	switch {
	case x.Form == "" || x.Says == "" || x.Provision == "" || len(x.Periods) == 0 || days != 1 || slices.Max(append(x.Assigned, x.Day)) > 28:
		return errors.New("needs periods, one day, what it says and its provision")
	case (x.RollPlace == "") != (x.RollBy == ""):
		return errors.New("a roll names its place and provision")
	case x.Statement && (x.Country == "" || !x.Outside):
		return errors.New("a statement is of a country, and made outside")
	case x.Months != 0 && (x.Months < 2 || x.Months > 12 || x.Day == 0 && !x.LastOfMonth):
		return errors.New("months are of a day of a month, or of its last, and two or more")
	case x.QuarterEnd != 0 && (!x.Outside || x.QuarterEnd < 1 || x.QuarterEnd > 12):
		return errors.New("other quarters than those of the calendar are of returns that are made outside")
	case (x.YearEnd != 0 || x.Accounting) && (!x.Outside || x.YearEnd < 0 || x.YearEnd > 12 || !slices.Equal(x.Periods, []string{"year"})):
		return errors.New("other years than those of the calendar are of returns of years that are made outside")
	case x.Never && len(x.Beside) == 0, len(x.Beside) > 0 && (!slices.Equal(x.Periods, []string{"year"}) || x.Statement || x.Country == ""):
		return errors.New("beside others stands a country's return of the year")
	case (x.WorkingDay > 0) != (x.WorkingFrom != ""):
		return errors.New("working days are counted from a day")
	}
	if x.OpenDay+x.WorkingDay > 0 {
		if _, err := deadline.Embedded().Nth(x.OpenPlace, "", civil.Of(2026, 1, 1), 1); err != nil {
			return err
		}
	}
	if x.WorkingFrom != "" {
		if _, err := civil.Parse("2026-" + x.WorkingFrom); err != nil {
			return err
		}
	}
	for _, e := range x.Except {
		if _, err := civil.Parse("2026-" + e.Due); err != nil || e.Ends < 1 || e.Ends > 12 {
			return errors.New("an exception names a month and a day")
		}
	}
	return nil
}

// Forms are all that the rules know, in order.
func (r Rules) Forms() (forms []string) {
	for _, x := range r.Rules {
		if !slices.Contains(forms, x.Form) {
			forms = append(forms, x.Form)
		}
	}
	slices.Sort(forms)
	return forms
}

// alone reports a rule of the returns themselves, beside one of years that others are made
// beside.
func (x Rule) alone() bool  { return !x.Statement && !x.Never }
func (x Rule) states() bool { return x.Statement }
func (x Rule) beside() bool { return len(x.Beside) > 0 }

// anyKind is every kind of returns, one that nobody said too.
const anyKind = "any"

// of finds the rules of a registration that are of a sort; region is that of a state, ""
// where the authority is the country's. Those of the Union's schemes are of its
// Member States: what Northern Ireland's traders file follows other law.
func (r Rules) of(country, region, scheme string, sort func(Rule) bool, on civil.Date) (found []Rule) {
	for _, x := range r.Rules {
		if !sort(x) {
			continue
		}
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

// day is the day that a rule names for a period that ends on a day, before anything
// rolls; assigned is that which the authority gave.
func (x Rule) day(end civil.Date, assigned int) (on civil.Date) {
	after := end.AddDays(1) // the first of the month after
	switch {
	case x.LastOfMonth:
		on = civil.Of(after.Year(), after.Month()+max(x.Months, 1), 1).AddDays(-1 + x.PlusDays)
	case x.DaysAfter > 0:
		on = end.AddDays(x.DaysAfter)
	case x.WorkingDay > 0:
		if on = mustDay(after.Year(), x.WorkingFrom); on.Before(after) {
			on = mustDay(after.Year()+1, x.WorkingFrom)
		}
		for range x.WorkingDay {
			on, _, _ = deadline.Embedded().Roll(x.OpenPlace, "", on.AddDays(1))
		}
	case x.OpenDay > 0:
		on, _ = deadline.Embedded().Nth(x.OpenPlace, "", after, x.OpenDay) // check has seen that its holidays are held
	case len(x.Assigned) > 0:
		on = civil.Of(after.Year(), after.Month(), assigned)
	default:
		on = civil.Of(after.Year(), after.Month()+max(x.Months, 1)-1, x.Day)
	}
	for _, e := range x.Except {
		if e.Ends == end.Month() {
			for on = mustDay(after.Year(), e.Due); on.Before(after); {
				on = mustDay(on.Year()+1, e.Due)
			}
		}
	}
	return on
}

// due computes the day of a period that ends on a day.
func (r Rules) due(x Rule, end civil.Date, assigned int, region string) Due {
	on := x.day(end, assigned)
	d := Due{On: on, Steps: []deadline.Stretch{{Text: x.Says, From: end, To: on, Provision: x.Provision}}, Citations: []deadline.Authority{},
		Notes: slices.Clone(x.Notes)}
	if d.Notes == nil {
		d.Notes = []string{}
	}
	d.cite(r, x.Provision, x.Sources)
	if x.RollPlace == "" {
		return d
	}
	next, why, whole := deadline.Embedded().Roll(x.RollPlace, cmp.Or(region, x.Region), on)
	switch {
	case x.RollPlace == deadline.Weekends:
		d.Notes = append(d.Notes, "weekends are taken into account and holidays are not, which can make the day too early, never too late")
	case !whole:
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
