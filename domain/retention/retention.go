package retention

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/sources"
)

//go:embed retention.yaml
var text []byte

// Duty is one period for which records must be kept.
type Duty struct {
	Title     string   `yaml:"title"`
	Years     int      `yaml:"years"`
	Start     string   `yaml:"start"` // period_end | entry | filing
	Until     string   `yaml:"until"` // MM-DD on which the years begin; "" = with the start
	When      string   `yaml:"when"`  // the situation; "" = always
	For       string   `yaml:"for"`   // supplies | all; "" = records of somebody's own return
	Provision string   `yaml:"provision"`
	Sources   []string `yaml:"sources"`
}

// Place is a country's duties.
type Place struct {
	Tier    string          `yaml:"tier"` // covered | beta | draft
	Duties  []Duty          `yaml:"duties"`
	Sources sources.Sources `yaml:"sources"`
}

// Table is all places by ISO 3166 code.
type Table struct {
	Places  map[string]Place `yaml:"places"`
	Version string           `yaml:"-"` // SHA-256 of the text, 12 digits: what an event pins
}

// The embedded table, which its test has read.
var embedded = sync.OnceValue(func() Table {
	t, err := Read(text)
	if err != nil {
		panic(err)
	}
	return t
})

// Embedded returns the table of this version.
func Embedded() Table { return embedded() }

// Read reads a table; an error names the place and duty that is wrong.
func Read(text []byte) (Table, error) {
	var t Table
	if err := yamldoc.Decode(text, &t); err != nil {
		return t, fmt.Errorf("retention: %w", err)
	}
	sum := sha256.Sum256(text)
	t.Version = hex.EncodeToString(sum[:6])
	for code, p := range t.Places {
		if err := p.check(); err != nil {
			return t, fmt.Errorf("retention: %s: %w", code, err)
		}
	}
	return t, nil
}

func (p Place) check() error {
	if !slices.Contains([]string{"covered", "beta", "draft"}, p.Tier) || len(p.Duties) == 0 {
		return fmt.Errorf("needs a tier and duties")
	}
	if err := p.Sources.Published(); err != nil {
		return err
	}
	for _, d := range p.Duties {
		if err := d.check(p); err != nil {
			return fmt.Errorf("%s: %w", d.Title, err)
		}
	}
	return nil
}

func (d Duty) check(p Place) error {
	if len(d.Title) < 2 || d.Years < 1 || d.Years > 50 || d.Provision == "" || len(d.Sources) < 2 {
		return fmt.Errorf("needs years, a provision and two sources")
	}
	if !slices.Contains([]string{"period_end", "entry", "filing"}, d.Start) {
		return fmt.Errorf("start %q", d.Start)
	}
	if !slices.Contains([]string{"", ForSupplies, ForAll}, d.For) {
		return fmt.Errorf("for %q", d.For)
	}
	if _, err := time.Parse("01-02", d.Until); d.Until != "" && err != nil {
		return fmt.Errorf("until: %w", err)
	}
	primary, others, err := p.Sources.Primary(d.Sources)
	if err != nil {
		return err
	}
	if p.Tier == "covered" && others > 0 || p.Tier == "beta" && primary == 0 && d.Title == p.Duties[0].Title {
		return fmt.Errorf("the tier %s needs official sources", p.Tier)
	}
	return nil
}

// What a duty is for.
const (
	ForSupplies = "supplies" // invoices and other records of supplies, kept by whoever makes them
	ForAll      = "all"      // those, and records of a return
)

// UnionSchemes is the place of the duty that the One Stop Shop brings, whichever
// Member State it is in.
const UnionSchemes = "EU"

// Record is what a duty is measured on.
type Record struct {
	Place     string // ISO 3166, or UnionSchemes; "" = not known
	Supply    bool   // a record of a supply that the one who keeps it has made; else of a return
	Period    civil.Period
	LastEntry civil.Date
}

// Hold keeps a record until a day, that day included.
type Hold struct {
	Until civil.Date
	Duty  Duty
	Place string
}

// String is the hold as a sentence.
func (h Hold) String() string {
	title := h.Duty.Title
	if strings.ToUpper(title[:2]) != title[:2] { // VAT stays VAT
		title = strings.ToLower(title[:1]) + title[1:]
	}
	return fmt.Sprintf("%s: %s are kept until %s (%s)", h.Place, title, h.Until, h.Duty.Provision)
}

// Findings are what stands between a record and being forgotten on a day.
type Findings struct {
	Holds  []Hold   // duties that always apply, the longest first
	Doubts []string // sentences: what a person must judge
}

// Check says what of the table holds a record on a day.
func (t Table) Check(r Record, today civil.Date) Findings {
	var f Findings
	p, known := t.Places[r.Place]
	switch {
	case r.Place == "":
		f.Doubts = append(f.Doubts, "the record names no country, so no retention period is known")
		return f
	case !known:
		f.Doubts = append(f.Doubts, fmt.Sprintf("the retention periods of %s are not in the table", r.Place))
		return f
	case r.Period.To.IsZero():
		f.Doubts = append(f.Doubts, fmt.Sprintf("the record names no period, so it is not known when those of %s end", r.Place))
		return f
	}
	found := false
	for _, d := range p.Duties {
		if d.For != ForAll && r.Supply != (d.For == ForSupplies) {
			continue
		}
		found = true
		h := Hold{Until: d.end(r), Duty: d, Place: r.Place}
		switch {
		case h.Until.Before(today):
		case d.When == "":
			f.Holds = append(f.Holds, h)
		default:
			f.Doubts = append(f.Doubts, fmt.Sprintf("%s, if %s", h, d.When))
		}
	}
	if !found {
		f.Doubts = append(f.Doubts, fmt.Sprintf("how long %s has %s kept is not in the table", r.Place, r.kept()))
	}
	sort.SliceStable(f.Holds, func(i, j int) bool { return f.Holds[i].Until.After(f.Holds[j].Until) })
	return f
}

func (r Record) kept() string {
	if r.Supply {
		return "records of supplies"
	}
	return "records of a return"
}

// end is the last day of a duty.
func (d Duty) end(r Record) civil.Date {
	start := r.Period.To
	if d.Start == "filing" {
		start = civil.Of(r.Period.To.Year()+1, 12, 31)
	}
	if d.Start != "period_end" && start.Before(r.LastEntry) {
		start = r.LastEntry
	}
	if d.Until != "" {
		day, _ := time.Parse("01-02", d.Until) // checked when read
		next := civil.Of(start.Year(), int(day.Month()), day.Day())
		if next.Before(start) {
			next = civil.Of(start.Year()+1, int(day.Month()), day.Day())
		}
		start = next
	}
	return civil.Of(start.Year()+d.Years, start.Month(), start.Day())
}
