package obligation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/deadline"
)

// Statuses of an obligation.
const (
	Open    = "open"
	IsDue   = "due"
	Overdue = "overdue"
	IsFiled = "filed"
	// Conditional is what is to be made only where something happened in its period,
	// which the books do not hold: it is never overdue.
	Conditional = "conditional"
)

// Obligation is one return of one site.
type Obligation struct {
	ID             string `json:"id"`
	Site           int64  `json:"site"`
	RegistrationID string `json:"registration_id" doc:"Merchant registration that it follows from; empty: it was filed, and none stands for it any more."`
	Country        string `json:"country" doc:"Empty: of no registration, and the form is of no one country."`
	Scheme         string `json:"scheme" doc:"Empty: of no registration, and the form is of several."`
	Form           string `json:"form" doc:"As in /api/exports/filing/, unless it is made outside."`
	Outside        bool   `json:"outside" doc:"The return is made outside this service, which knows its day and no figures of it."`
	Period         string `json:"period" doc:"As in /api/exports/filing/."`
	Due
	Status    string     `json:"status" enum:"open,due,overdue,filed,conditional" doc:"conditional: the period is over, and the books hold nothing that the condition asks for."`
	Condition string     `json:"condition" doc:"What must have happened in the period; empty: the return is made whatever happened."`
	Late      bool       `json:"late" doc:"Filed after its day."`
	Filing    *Filing    `json:"filed" doc:"What was filed; null: nothing yet."`
	EndsOn    civil.Date `json:"period_ends_on" format:"date" doc:"Last day of the period."`
	StartOn   civil.Date `json:"period_starts_on" format:"date" doc:"First day of the period."`
}

// Filing is what somebody said was filed.
type Filing struct {
	On          civil.Date `json:"filed_on" format:"date" doc:"The day on which it was filed."`
	Reference   string     `json:"reference"`
	KnownAt     time.Time  `json:"known_at" doc:"The books as they were known then were filed."`
	LogPosition int64      `json:"log_position" doc:"Leaves of the tenant's tree that were read; names the frozen return in /api/exports/filing/."`
	SHA256      string     `json:"sha256" doc:"Of the frozen return; empty: it was made outside."`
	By          string     `json:"recorded_by" doc:"Principal."`
	At          time.Time  `json:"recorded_at"`
}

// FiledReturn is a return that was filed.
type FiledReturn struct {
	Site         int64
	Form, Period string
	Filing
}

// Undetermined is a registration whose obligations are not known.
type Undetermined struct {
	RegistrationID string `json:"registration_id" doc:"Merchant registration that it follows from."`
	Site           int64  `json:"site"`
	Country        string `json:"country"`
	Region         string `json:"region"`
	Scheme         string `json:"scheme"`
	Missing        string `json:"missing" enum:"returns,return_day,rule,books" doc:"returns: the registration does not say how often; return_day: nor which of the days of the law the authority gave it; rule: no rule is held; books: no return can be made of those of the site."`
	Reason         string `json:"reason"`
}

// Asked is what a calendar is made of.
type Asked struct {
	Tenant        string
	Registrations []commerce.Record[commerce.Registration]
	Sites         func(country string) []int64 // sites with books of a country; any, where the country is ""
	// Unmade is why no return of a form can be made of a site's books; "" = one can.
	// Supplied reports whether the books hold supplies to businesses in other Member
	// States, of a site from a country in a period; nil = no books are asked.
	Supplied func(site int64, country string, start, end civil.Date) bool
	Region   func(site int64) string // ISO 3166-2 part, where holidays differ by it; "" = not known
	// YearEnd is the month in which accounting years of a site's books end; 0 = it has none.
	YearEnd  func(site int64) int
	Unmade   func(form string, site int64) string
	Filed    map[string]FiledReturn // by obligation
	Today    civil.Date
	From, To civil.Date // of the due day, both inclusive
}

var space = uuid.MustParse("5b7f8a55-6a0f-5a57-8b6c-0b1f40d1f3aa")

// ID is the obligation of a form and period of a site.
func ID(tenant string, site int64, form, period string) string {
	return act.Compact(uuid.NewSHA1(space, fmt.Appendf(nil, "%s %d %s %s", tenant, site, form, period)))
}

// List makes the calendar, by due day, form, period and site.
func (r Rules) List(q Asked) (list []Obligation, unknown []Undetermined) {
	seen := map[string]bool{}
	for _, reg := range q.Registrations {
		if len(reg.Versions) == 0 {
			continue
		}
		sites := []int64{reg.Site}
		if reg.Site == 0 {
			home := reg.Latest().Country
			if sites = q.Sites(home); len(sites) == 0 {
				sites = []int64{0}
			}
		}
		for _, site := range sites {
			l := lister{r: r, q: q, reg: reg, site: site}
			l.walk()
			for _, o := range l.found {
				if !seen[o.ID] {
					seen[o.ID] = true
					list = append(list, o)
				}
			}
			unknown = append(unknown, l.unknown...)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(q.Filed)) {
		if o := r.filed(q, id); !seen[id] && !o.On.Before(q.From) && !o.On.After(q.To) {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b Obligation) int {
		return cmp.Or(cmp.Compare(a.On.String(), b.On.String()), cmp.Compare(a.Form, b.Form), cmp.Compare(a.Period, b.Period),
			cmp.Compare(a.Site, b.Site))
	})
	slices.SortFunc(unknown, func(a, b Undetermined) int {
		return cmp.Or(cmp.Compare(a.RegistrationID, b.RegistrationID), cmp.Compare(a.Site, b.Site))
	})
	return list, unknown
}

// filed is an obligation as its filing alone tells it: whatever is said of the
// registration later, what was filed stays filed.
func (r Rules) filed(q Asked, id string) Obligation {
	f := q.Filed[id]
	o := Obligation{ID: id, Site: f.Site, Form: f.Form, Period: f.Period, Status: IsFiled, Filing: &f.Filing,
		Due: Due{On: f.On, Steps: []deadline.Stretch{}, Citations: []deadline.Authority{},
			Notes: []string{"no rule for its day is held any more"}}}
	every, start, end := readPeriod(f.Period)
	o.StartOn, o.EndsOn = start, end
	for _, x := range r.Rules {
		if x.Form != f.Form || !slices.Contains(x.Periods, every) || !x.holds(end) {
			continue
		}
		o.Due, o.Country, o.Outside, o.Condition = r.due(x, end, q.assigned(f.Site, x), q.region(f.Site)), x.Country, x.Outside, x.condition()
		switch len(x.Schemes) {
		case 0:
			o.Scheme = commerce.Standard
		case 1:
			o.Scheme = x.Schemes[0]
		}
		break
	}
	o.Late = f.On.After(o.On)
	return o
}

// assigned is the day that the latest registration of a site says of a rule that
// leaves it to the authority; where none says one any more, the last of the law's, by
// which nothing is called late that was not.
func (q Asked) assigned(site int64, x Rule) int {
	if len(x.Assigned) == 0 {
		return 0
	}
	for _, reg := range q.Registrations {
		if c := reg.Latest(); (reg.Site == 0 || reg.Site == site) && c.Country == x.Country && slices.Contains(x.Assigned, c.ReturnDay) {
			return c.ReturnDay
		}
	}
	return slices.Max(x.Assigned)
}

// condition is what must have happened for a return to be made; "" = nothing.
func (x Rule) condition() string {
	if !x.Statement {
		return ""
	}
	return "supplies to businesses in other Member States in the period"
}

// region is the part of a country in which a site is; "" = not known.
func (q Asked) region(site int64) string {
	if q.Region == nil {
		return ""
	}
	return q.Region(site)
}

// lister walks one registration of one site.
type lister struct {
	r       Rules
	q       Asked
	reg     commerce.Record[commerce.Registration]
	site    int64
	found   []Obligation
	unknown []Undetermined
}

// walk looks at each month in which the registration stands, as far as a due day can
// lie within what is asked for.
func (l *lister) walk() {
	first := l.reg.Versions[0].Content.EffectiveFrom
	for _, v := range l.reg.Versions {
		if v.Content.EffectiveFrom.Before(first) {
			first = v.Content.EffectiveFrom
		}
	}
	if floor := l.q.From.AddDays(-500); first.Before(floor) { // no return is made later than that
		first = floor
	}
	done := map[string]bool{}
	for m := civil.Of(first.Year(), first.Month(), 1); !m.After(l.q.To); m = civil.Of(m.Year(), m.Month()+1, 1) {
		x, ok := l.reg.On(civil.Of(m.Year(), m.Month()+1, 1).AddDays(-1))
		if !ok {
			x, ok = l.reg.On(m)
		}
		if from := l.reg.Versions[0].Content.EffectiveFrom; !ok && from.Year() == m.Year() && from.Month() == m.Month() {
			x, ok = l.reg.On(from)
		}
		if !ok || x.Standing != "registered" || l.own(x, m) {
			continue
		}
		for _, find := range []func(commerce.Registration, civil.Date) (Rule, string){l.ruleOf, l.statementOf, l.besideOf} {
			rule, every := find(x, m)
			if every == "" {
				continue
			}
			period, start, end := periodOf(every, l.ends(rule, every), m)
			if !rule.To.IsZero() && end.After(rule.To) {
				l.lack(x, "rule", rule.Form+" is made of periods until "+rule.To.String()+": the registration does not say how returns are made after that")
			}
			if name := rule.Form + " " + period; !done[name] && rule.holds(end) {
				done[name] = true
				l.add(x, rule, period, start, end)
			}
		}
	}
}

// own reports whether the site has a registration of its own that stands in a month,
// in place of one that is the whole tenant's.
func (l *lister) own(x commerce.Registration, m civil.Date) bool {
	return l.reg.Site == 0 && slices.ContainsFunc(l.q.Registrations, func(r commerce.Record[commerce.Registration]) bool {
		if r.Site == 0 || r.Site != l.site {
			return false
		}
		theirs, ok := r.On(civil.Of(m.Year(), m.Month()+1, 1).AddDays(-1))
		return ok && theirs.SameKind(x)
	})
}

// ruleOf is the rule of a registration and how often it asks for a return; "" where
// either is not known, which is noted.
func (l *lister) ruleOf(x commerce.Registration, _ civil.Date) (Rule, string) {
	rules := l.r.of(x.Country, x.Region, x.Scheme, Rule.alone, l.q.Today)
	lack := func(missing, reason string) (Rule, string) { return l.lack(x, missing, reason) }
	if len(rules) == 0 {
		return lack("rule", l.r.why(x.Country, x.Scheme))
	}
	if l.q.Unmade != nil {
		if why := l.q.Unmade(rules[0].Form, l.site); why != "" {
			return lack("books", why)
		}
	}
	for _, r := range rules {
		if r.Always != "" {
			return r, r.Always
		}
	}
	if x.Returns == "" {
		return lack("returns", "the registration does not say how often returns are made there, and the law leaves it open")
	}
	for _, r := range rules {
		switch {
		case !slices.Contains(r.Periods, x.Returns):
		case len(r.Assigned) > 0 && !slices.Contains(r.Assigned, x.ReturnDay):
			return lack("return_day", fmt.Sprintf("%s: the registration does not say which of the days %v it is", r.Says, r.Assigned))
		default:
			return r, x.Returns
		}
	}
	return lack("rule", "no rule for returns of such periods is held there")
}

// statementOf is the rule of the statements that a registration says it makes, and how
// often; a registration that says nothing of them makes none.
func (l *lister) statementOf(x commerce.Registration, m civil.Date) (Rule, string) {
	if x.Statements == "" {
		return Rule{}, ""
	}
	for _, r := range l.r.of(x.Country, x.Region, x.Scheme, Rule.states, l.q.Today) {
		if _, _, end := periodOf(x.Statements, 0, m); slices.Contains(r.Periods, x.Statements) && r.holds(end) {
			return r, x.Statements
		}
	}
	return l.lack(x, "rule", "no rule for statements of such periods of supplies to other Member States is held there")
}

// besideOf is the rule of the return of the year that the law asks for beside the others.
func (l *lister) besideOf(x commerce.Registration, _ civil.Date) (Rule, string) {
	for _, r := range l.r.of(x.Country, x.Region, x.Scheme, Rule.beside, l.q.Today) {
		switch {
		case !slices.Contains(r.Beside, anyKind) && !slices.Contains(r.Beside, x.Returns):
		case r.Accounting && l.ends(r, "year") == 0:
			return l.lack(x, "books", "the return of the year ("+r.Form+") is of the accounting year, which no books of a site there say")
		default:
			return r, "year"
		}
	}
	return Rule{}, ""
}

// ends is a month in which periods of a kind end by a rule; 0 = as in the calendar, or of
// accounting years that no books say.
func (l *lister) ends(r Rule, every string) int {
	switch {
	case every == "quarter":
		return r.QuarterEnd
	case every != "year":
		return 0
	case r.Accounting && (l.q.YearEnd == nil || l.site == 0):
		return 0
	case r.Accounting:
		return l.q.YearEnd(l.site)
	}
	return r.YearEnd
}

// holds reports whether a rule is held of a period that ends on a day.
func (x Rule) holds(end civil.Date) bool {
	return !end.Before(x.From) && (x.To.IsZero() || !end.After(x.To))
}

// lack notes what keeps an obligation from being known.
func (l *lister) lack(x commerce.Registration, missing, reason string) (Rule, string) {
	u := Undetermined{RegistrationID: l.reg.ID, Site: l.site, Country: x.Country, Region: x.Region, Scheme: x.Scheme, Missing: missing,
		Reason: reason}
	if !slices.Contains(l.unknown, u) {
		l.unknown = append(l.unknown, u)
	}
	return Rule{}, ""
}

func (l *lister) add(x commerce.Registration, rule Rule, period string, start, end civil.Date) {
	o := Obligation{ID: ID(l.q.Tenant, l.site, rule.Form, period), Site: l.site, RegistrationID: l.reg.ID, Country: x.Country,
		Scheme: x.Scheme,
		Form:   rule.Form, Outside: rule.Outside, Period: period, Due: l.r.due(rule, end, x.ReturnDay, l.q.region(l.site)), StartOn: start,
		EndsOn: end, Condition: rule.condition()}
	if o.On.Before(l.q.From) || o.On.After(l.q.To) {
		return
	}
	switch f, ok := l.q.Filed[o.ID]; {
	case ok:
		o.Status, o.Filing, o.Late = IsFiled, &f.Filing, f.On.After(o.On)
	case !end.Before(l.q.Today):
		o.Status = Open
	case rule.Statement && (l.q.Supplied == nil || !l.q.Supplied(l.site, x.Country, start, end)):
		o.Status = Conditional
	case o.On.Before(l.q.Today):
		o.Status = Overdue
	default:
		o.Status = IsDue
	}
	l.found = append(l.found, o)
}
