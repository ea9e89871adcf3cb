package deadline

import (
	"cmp"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Notice is what of a notice its deadline rests on. Zero fields are unknown.
type Notice struct {
	Place  string // ISO 3166
	Region string // ISO 3166-2 part: "BY", where holidays differ by it
	Type   string
	Dated  civil.Date // the date that the notice bears
	Known  civil.Date // when it was in fact received
	Stated civil.Date // the last day that the notice itself names
	Amount *money.Dec // the sum that it demands, in the place's currency
	Abroad *bool      // addressed to somebody outside the country
}

// Stretch is one move from a day to a later one.
type Stretch struct {
	Text      string     `json:"text" doc:"What is counted, as a sentence."`
	From      civil.Date `json:"from" format:"date"`
	To        civil.Date `json:"to" format:"date"`
	Provision string     `json:"provision"`
}

// Authority is where a step was read.
type Authority struct {
	Provision string     `json:"provision"`
	Title     string     `json:"title"`
	Publisher string     `json:"publisher"`
	Kind      string     `json:"kind" enum:"primary,secondary"`
	URL       string     `json:"url" format:"uri"`
	Checked   civil.Date `json:"checked" format:"date"`
}

// Deadline is until when to act. DueOn is nil where no day is known, and
// Missing then names what would make it known.
type Deadline struct {
	DueOn     *civil.Date `json:"due_on" format:"date" doc:"The last day; null where it is not known."`
	ActBy     *civil.Date `json:"act_by" format:"date" doc:"The last working day up to due_on."`
	Basis     string      `json:"basis" enum:"computed,stated,unknown"`
	Act       string      `json:"act" doc:"What must be done by then."`
	Steps     []Stretch   `json:"steps" nullable:"false"`
	Citations []Authority `json:"citations" nullable:"false"`
	Conflict  string      `json:"conflict" doc:"How the computed and the stated day differ; empty where they do not."`
	Notes     []string    `json:"notes" nullable:"false" doc:"What the computation could not take in."`
	Missing   []string    `json:"missing" nullable:"false" doc:"Facts that are needed first, by name."`
}

// Basis of a deadline.
const (
	Computed = "computed"
	Stated   = "stated"
	Unknown  = "unknown"
)

// Compute returns the deadline of a notice.
func (t Table) Compute(n Notice) Deadline {
	d := Deadline{Basis: Unknown, Steps: []Stretch{}, Citations: []Authority{}, Notes: []string{}, Missing: []string{}}
	p := t.Places[n.Place]
	n.Region = cmp.Or(p.Calendar.Seat, n.Region)
	k, known := t.kind(n.Place, n.Type, n.Dated)
	switch {
	case n.Dated.IsZero() && n.Stated.IsZero():
		d.Missing = append(d.Missing, "notice_date")
	case !known || len(k.Terms) == 0:
		if !known {
			d.Notes = append(d.Notes, fmt.Sprintf("the terms of %q of %s on that date are not held; only the day that it states can count",
				n.Type, n.Place))
		}
		d.Act = k.Act
		if n.Stated.IsZero() {
			d.Missing = append(d.Missing, "stated_due_on")
		}
	default:
		d.Act = k.Act
		d.compute(p, k, n)
	}
	d.settle(p, n)
	return d
}

// compute walks the terms of a kind.
func (d *Deadline) compute(p Place, k Kind, n Notice) {
	c := counter{place: p, calendar: p.Calendar, region: n.Region, deadline: d}
	if !p.Calendar.holds(n.Region) && rolls(k) {
		d.Notes = append(d.Notes,
			"no holidays are held for "+placeName(n)+": only those of the whole country and weekends are taken into account, "+
				"which can make the day too early, never too late")
	} else if p.Calendar.Note != "" && rolls(k) {
		d.Notes = append(d.Notes, p.Calendar.Note)
	}
	day := n.Dated
	for i, term := range k.Terms {
		to, ok := c.count(term, day, n)
		if !ok {
			return
		}
		day = to
		if i == 0 && len(k.Terms) > 1 && n.Known.After(day) {
			// A fiction of receipt gives way to a later receipt that can be shown.
			d.Notes = append(d.Notes, fmt.Sprintf("received on %s, after the day it is taken to be known; "+
				"a later receipt must be shown, so the earlier day counts", n.Known))
		}
	}
	d.DueOn, d.Basis = &day, Computed
}

func rolls(k Kind) bool {
	for _, x := range k.Terms {
		if x.Roll || x.Unit == "business_day" || x.OtherUnit == "business_day" {
			return true
		}
	}
	return false
}

func placeName(n Notice) string {
	if n.Region == "" {
		return n.Place + " without a region"
	}
	return n.Place + "-" + n.Region
}

// settle sets the stated day against the computed one, and finds the day to act.
func (d *Deadline) settle(p Place, n Notice) {
	if !n.Stated.IsZero() {
		switch {
		case d.DueOn == nil:
			stated := n.Stated
			d.DueOn, d.Basis, d.Missing = &stated, Stated, []string{}
		case *d.DueOn != n.Stated:
			d.Conflict = fmt.Sprintf("the law gives %s, the notice states %s; the earlier counts", *d.DueOn, n.Stated)
			if n.Stated.Before(*d.DueOn) {
				stated := n.Stated
				d.DueOn, d.Basis = &stated, Stated
			}
		}
	}
	if d.DueOn == nil {
		return
	}
	if len(p.Calendar.Holidays) == 0 {
		d.Notes = append(d.Notes, "no holidays are held for "+n.Place+": act_by looks at weekends only")
	}
	act := *d.DueOn
	for !working(p.Calendar, n.Region, act) {
		act = act.AddDays(-1)
	}
	d.ActBy = &act
}

// working reports whether a day is a working day of a region.
func working(c Calendar, region string, d civil.Date) bool {
	day := d.Weekday()
	return day != time.Saturday && day != time.Sunday && c.holiday(region, d) == ""
}

// counter carries a day through terms, and records how.
type counter struct {
	place    Place
	calendar Calendar
	region   string
	deadline *Deadline
}

// count adds one term to a day; ok is false where a fact is missing, which is
// then named.
func (c counter) count(x Term, from civil.Date, n Notice) (to civil.Date, ok bool) {
	number, unit := x.N, x.Unit
	if x.Abroad > 0 {
		if n.Abroad == nil {
			c.deadline.Notes = append(c.deadline.Notes,
				fmt.Sprintf("taken to be addressed inside the country; addressed abroad, it would be %d days", x.Abroad))
		} else if *n.Abroad {
			number = x.Abroad
		}
	}
	if x.OtherN > 0 {
		if n.Amount == nil {
			c.deadline.Missing = append(c.deadline.Missing, "amount")
			return from, false
		}
		if !n.Amount.Less(x.AmountFrom) {
			number, unit = x.OtherN, x.OtherUnit
		}
	}
	to = c.add(from, number, unit)
	if x.Inclusive {
		to = to.AddDays(-1)
	}
	c.step(fmt.Sprintf("%s: %d %s %s %s", x.Says, number, named(unit, number), after(x), from), from, to, x.Provision, x.Sources)
	if !x.Roll {
		return to, true
	}
	if !working(c.calendar, c.region, to) {
		why := c.calendar.holiday(c.region, to)
		if why == "" {
			why = to.Weekday().String()
		}
		next := to.AddDays(1)
		for !working(c.calendar, c.region, next) {
			next = next.AddDays(1)
		}
		c.step(fmt.Sprintf("%s is no working day (%s): the next one takes its place", to, why), to, next, x.RollBy, x.RollSources)
		to = next
	}
	return to, true
}

// add counts days, working days or months from a day.
func (c counter) add(from civil.Date, n int, unit string) civil.Date {
	switch unit {
	case "month":
		return addMonths(from, n)
	case "business_day":
		d := from
		for n > 0 {
			d = d.AddDays(1)
			if working(c.calendar, c.region, d) {
				n--
			}
		}
		return d
	}
	return from.AddDays(n)
}

// addMonths returns the day of the same number n months on, or that month's
// last day where it has no such day.
func addMonths(d civil.Date, n int) civil.Date {
	last := civil.Of(d.Year(), d.Month()+n+1, 1).AddDays(-1)
	if d.Day() < last.Day() {
		return civil.Of(last.Year(), last.Month(), d.Day())
	}
	return last
}

func (c counter) step(text string, from, to civil.Date, provision string, sources []string) {
	c.deadline.Steps = append(c.deadline.Steps, Stretch{text, from, to, provision})
	for _, name := range sources {
		s := c.place.Sources[name]
		citation := Authority{provision, s.Title, s.Publisher, s.Kind, s.URL, s.Checked}
		known := false
		for _, have := range c.deadline.Citations {
			known = known || have == citation
		}
		if !known {
			c.deadline.Citations = append(c.deadline.Citations, citation)
		}
	}
}

func named(unit string, n int) string {
	name := map[string]string{"day": "day", "business_day": "business day", "month": "month"}[unit]
	if n == 1 {
		return name
	}
	return name + "s"
}

func after(x Term) string {
	if x.Inclusive {
		return "beginning with"
	}
	return "after"
}
