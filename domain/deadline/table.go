package deadline

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sources"
)

//go:embed deadline.yaml
var text []byte

// Term is one step from a day to a later one.
type Term struct {
	Says string `yaml:"says"` // what the step is, as a sentence's end: "is taken to be known"
	N    int    `yaml:"n"`
	Unit string `yaml:"unit"` // day | business_day | month
	// Inclusive counts the first day as one ("beginning with the day").
	Inclusive bool `yaml:"inclusive"`
	Roll      bool `yaml:"roll"`
	// Abroad and AmountFrom are the facts for which N gives way to the other number.
	Abroad      int       `yaml:"abroad"`      // days, where the notice is addressed abroad
	AmountFrom  money.Dec `yaml:"amount_from"` // from this amount on, OtherN and OtherUnit
	OtherN      int       `yaml:"other_n"`
	OtherUnit   string    `yaml:"other_unit"`
	Provision   string    `yaml:"provision"`
	RollBy      string    `yaml:"roll_by"` // the provision that rolls
	Sources     []string  `yaml:"sources"`
	RollSources []string  `yaml:"roll_sources"`
}

// Kind is a type of notice, for those dated within its days.
type Kind struct {
	Place string     `yaml:"-"`
	Type  string     `yaml:"type"`
	Title string     `yaml:"title"`
	Act   string     `yaml:"act"` // what must be done: "appeal"
	From  civil.Date `yaml:"from"`
	To    civil.Date `yaml:"to"`
	Terms []Term     `yaml:"terms"` // none = the day that the notice states
}

// Place is a country's kinds of notices and its calendar.
type Place struct {
	Currency string          `yaml:"currency"`
	Kinds    []Kind          `yaml:"kinds"`
	Calendar Calendar        `yaml:"calendar"`
	Sources  sources.Sources `yaml:"sources"`
}

// Table is all places by ISO 3166 code.
type Table struct {
	Places map[string]Place `yaml:"places"`
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

// Read reads a table; an error names the place and the kind that is wrong.
func Read(text []byte) (Table, error) {
	var t Table
	if err := yamldoc.Decode(text, &t); err != nil {
		return t, fmt.Errorf("deadline: %w", err)
	}
	for code, p := range t.Places {
		if err := p.check(); err != nil {
			return t, fmt.Errorf("deadline: %s: %w", code, err)
		}
		for i := range p.Kinds {
			p.Kinds[i].Place = code
		}
	}
	return t, nil
}

// Kinds lists a place's kinds of notices, in the order of the table.
func (t Table) Kinds(place string) []Kind { return t.Places[place].Kinds }

// kind finds the kind of a notice that was dated on a day.
func (t Table) kind(place, kind string, dated civil.Date) (Kind, bool) {
	for _, k := range t.Places[place].Kinds {
		if k.Type == kind && (civil.Period{From: k.From, To: k.To}).Contains(dated) {
			return k, true
		}
	}
	return Kind{}, false
}

func (p Place) check() error {
	if _, ok := money.MinorUnits(p.Currency); !ok {
		return fmt.Errorf("%q is no currency", p.Currency)
	}
	if err := p.Sources.Published(); err != nil {
		return err
	}
	for _, k := range p.Kinds {
		if k.Type == "" || k.Title == "" || k.Act == "" || k.From.IsZero() {
			return fmt.Errorf("%s needs a title, an act and a first day", k.Type)
		}
		for i, x := range k.Terms {
			if err := p.checkTerm(x); err != nil {
				return fmt.Errorf("%s: term %d: %w", k.Type, i+1, err)
			}
		}
	}
	for _, h := range p.Calendar.Holidays {
		if _, err := dayOf(h.On, 2024); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
		if err := p.Sources.Supports(h.Sources); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
	}
	return nil
}

func (p Place) checkTerm(x Term) error {
	units := []string{"day", "business_day", "month"}
	if x.N < 1 || x.Says == "" || x.Provision == "" || !slices.Contains(units, x.Unit) {
		return fmt.Errorf("needs a number, a unit, what it says and its provision")
	}
	if (x.OtherN > 0) != (x.AmountFrom.Sign() > 0) || x.OtherN > 0 && !slices.Contains(units, x.OtherUnit) {
		return fmt.Errorf("amount_from, other_n and other_unit stand together")
	}
	if x.Roll != (x.RollBy != "") {
		return fmt.Errorf("a roll names its provision")
	}
	if x.Roll {
		if err := p.Sources.Supports(x.RollSources); err != nil {
			return err
		}
	}
	return p.Sources.Supports(x.Sources)
}
