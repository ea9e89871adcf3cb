package coverage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Selector names rows: those that have every part that is given.
type Selector struct {
	Jurisdiction string `json:"jurisdiction,omitempty" maxLength:"2" doc:"ISO 3166-1 code."`
	TaxYear      string `json:"tax_year,omitempty" maxLength:"20"`
	Region       string `json:"region,omitempty" maxLength:"60" doc:"Slug, as the matrix shows it."`
	TaxType      string `json:"tax_type,omitempty" maxLength:"40"`
	Taxpayer     string `json:"taxpayer,omitempty" maxLength:"40"`
}

func (x Selector) matches(r Row) bool {
	fits := func(want, has string) bool { return want == "" || strings.EqualFold(want, has) }
	return fits(x.Jurisdiction, r.Jurisdiction) && fits(x.TaxYear, r.TaxYear) && fits(x.Region, r.Region) &&
		fits(x.TaxType, r.TaxType) && fits(x.Taxpayer, r.Taxpayer)
}

// Limit is an amount that a request may leave out, name, or lift by null.
type Limit struct {
	Said   bool
	Amount *money.Dec // nil where it was said: there is none
}

// UnmarshalJSON notes that something was said; it is not called where nothing was.
func (l *Limit) UnmarshalJSON(text []byte) error {
	l.Said = true
	return json.Unmarshal(text, &l.Amount)
}

// MarshalJSON is what was said.
func (l Limit) MarshalJSON() ([]byte, error) { return json.Marshal(l.Amount) }

// Seed makes and changes profiles. What is left out of it is not changed where a
// profile stands, and is draft, unlimited and enabled where one is made.
type Seed struct {
	Selectors  []Selector `json:"selectors,omitempty" maxItems:"100" doc:"Left out: every row."`
	TierMin    tax.Tier   `json:"tier_min,omitempty" enum:"covered,beta,draft" doc:"Results below this tier are not offered."`
	ReviewOver Limit      `json:"review_over,omitzero" nullable:"true" doc:"In the currency of each place: above this income a person looks at the answer; null: at none, whatever was set before."`
	Enabled    *bool      `json:"enabled,omitempty" doc:"False takes the rows out of what is offered. Where there are no profiles yet, the other rows are then listed as offered."`
	DryRun     bool       `json:"dry_run,omitempty" doc:"Say what would change, and change nothing."`
}

// Validate reports every malformed field.
func (c Seed) Validate() error {
	var f fault.Fields
	for i, x := range c.Selectors {
		if x == (Selector{}) {
			f.Add(fmt.Sprintf("selectors[%d]", i), "names nothing; leave selectors out to name every row")
		}
	}
	if over := c.ReviewOver.Amount; over != nil && over.Sign() < 0 {
		f.Add("review_over", "must not be negative")
	} else if over != nil && over.IntegerDigits() > 15 {
		f.Add("review_over", "has more than 15 digits before the point")
	}
	return f.Err()
}

// Outcome is what a seeding does.
type Outcome struct {
	Created   int       `json:"created" doc:"Profiles of rows that had none."`
	Changed   int       `json:"changed" doc:"Profiles that now say something else."`
	Unchanged int       `json:"unchanged" doc:"Rows that were named and have their profile as it was."`
	Retired   int       `json:"retired" doc:"Profiles whose row the engine no longer has."`
	Profiles  []Profile `json:"profiles" nullable:"false" doc:"Those that were created or changed."`
	Count     int       `json:"count" doc:"All profiles there are, afterwards."`

	retired []string
}

// Plan works out a seeding over the rows of the matrix, in their order.
func (c Seed) Plan(s State, rows []Row) (Outcome, error) {
	out := Outcome{Profiles: []Profile{}}
	named := make([]bool, len(rows))
	var blockers fault.Blockers
	for i, x := range c.Selectors {
		found := false
		for at, r := range rows {
			if x.matches(r) {
				named[at], found = true, true
			}
		}
		if !found {
			blockers = append(blockers, fault.Blocker{Code: "coverage_unavailable", Field: fmt.Sprintf("selectors[%d]", i),
				Message: "the engine has no such row; what it does not cover cannot be offered"})
		}
	}
	if err := blockers.Err(); err != nil {
		return out, err
	}
	all := len(c.Selectors) == 0
	rest := len(s.Profiles) == 0 && c.Enabled != nil && !*c.Enabled // else everything would be left out
	standing := map[string]bool{}
	for at, r := range rows {
		standing[r.ID()] = true
		switch {
		case all || named[at]:
			c.set(&out, s, r)
		case rest:
			out.Created++
			out.Profiles = append(out.Profiles, Profile{r.ID(), r, Setting{TierMin: tax.Draft, Enabled: true, Source: "seed"}})
		}
	}
	for id := range s.Profiles {
		if !standing[id] {
			out.retired = append(out.retired, id)
		}
	}
	slices.Sort(out.retired)
	out.Retired = len(out.retired)
	out.Count = len(s.Profiles) + out.Created - out.Retired
	return out, nil
}

// set makes or changes the profile of a row.
func (c Seed) set(out *Outcome, s State, r Row) {
	p, stands := s.Find(r)
	before := p.Setting
	if !stands {
		p.Setting = Setting{TierMin: tax.Draft, Enabled: true, Source: "seed"}
		if len(c.Selectors) > 0 {
			p.Source = "selector"
		}
	}
	if c.TierMin != "" {
		p.TierMin = c.TierMin
	}
	if c.ReviewOver.Said {
		p.ReviewOver = c.ReviewOver.Amount
	}
	if c.Enabled != nil {
		p.Enabled = *c.Enabled
	}
	switch {
	case !stands:
		out.Created++
	case before.equal(p.Setting):
		out.Unchanged++
		return
	default:
		out.Changed++
	}
	out.Profiles = append(out.Profiles, p)
}

// profilesPerEvent keeps an event under 64 KiB.
const profilesPerEvent = 250

// Decide gives Seeded, in parts; nothing where nothing changes.
func (c Seed) Decide(s State, _ act.Context, rows []Row) ([]event.Payload, error) {
	out, err := c.Plan(s, rows)
	if err != nil || c.DryRun {
		return nil, err
	}
	var events []event.Payload
	for part := range slices.Chunk(out.Profiles, profilesPerEvent) {
		e := Seeded{Retired: []string{}}
		for _, p := range part {
			e.Profiles = append(e.Profiles, Kept{p.ID, p.Setting})
		}
		events = append(events, e)
	}
	for part := range slices.Chunk(out.retired, profilesPerEvent) {
		events = append(events, Seeded{Profiles: []Kept{}, Retired: part})
	}
	if s.Seedings+len(events) > eventsMax {
		var b fault.Blockers
		b.Add("versions_exhausted", "the profiles have been changed %d times, which is as often as they can be", s.Seedings)
		return nil, b.Err()
	}
	return events, nil
}

const eventsMax = 950
