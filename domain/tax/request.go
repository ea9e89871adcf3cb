package tax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Basis says whether an income is before or after the jurisdiction's own
// deductions.
type Basis string

const (
	Gross   Basis = "gross"
	Taxable Basis = "taxable"
)

// Request asks for the income tax of one person (or one assessed unit) for one
// tax year. Decoders have already refused what is not of these types.
type Request struct {
	Jurisdiction     string            // ISO 3166-1 alpha-2
	TaxYear          string            // in the jurisdiction's own form
	Income           money.Dec         // in the jurisdiction's currency
	HasIncome        bool              // false: take the sum of Components
	IncomeBasis      Basis             // "" = as the jurisdiction declares
	SubRegion        string            // ISO 3166-2 or slug, "" = none given
	Components       []Component       // kinds of income; must sum to Income when both are given
	Residence        *Residence        // nil = full-year resident
	Currency         string            // ISO 4217; "" = the jurisdiction's
	Facts            map[string]string // by the names that the jurisdiction declares
	ParameterDataset string            // "" = the newest
	Explain          bool              // fill Result.Steps
	TaxType          string            // "" = individual_income
	Scope            *Scope            // what total_tax contains; nil = as the place declares
	Law              *law.Overlay      // what the caller's tenant has laid over the embedded law; nil = nothing

	given []factValue // Facts as Calculate read them
	apart bool        // no region was named, and none is needed
	place *place      // whose declaration fills what is not given
}

// Kind of income in a Component. A jurisdiction declares which it models; the
// others are unavailable there, never treated as employment.
type Kind string

const (
	Employment     Kind = "employment"
	SelfEmployment Kind = "self_employment"
	Pension        Kind = "pension"
	Interest       Kind = "interest"
	Dividends      Kind = "dividends"
	Property       Kind = "property"
	CapitalGains   Kind = "capital_gains"
	OtherIncome    Kind = "other"
)

// Component is one part of the income.
type Component struct {
	Kind   Kind      `json:"kind"`
	Amount money.Dec `json:"amount"`
	Person string    `json:"person,omitempty"` // "" = the taxpayer; "spouse" where the unit is a couple
}

// Sum is the income of the components of some kinds; 0 without components.
func (r *Request) Sum(of ...Kind) money.Dec {
	sum := money.Zero
	for i := range r.Components {
		if slices.Contains(of, r.Components[i].Kind) {
			sum = sum.Add(r.Components[i].Amount)
		}
	}
	return sum
}

// Has reports whether a component is of a kind, of whatever amount.
func (r *Request) Has(kind Kind) bool {
	return slices.ContainsFunc(r.Components, func(c Component) bool { return c.Kind == kind })
}

// Residence says where the taxpayer belonged during the year.
type Residence struct {
	Status string     `json:"status"` // full_year | part_year | non_resident
	From   civil.Date `json:"from"`
	To     civil.Date `json:"to"`
}

// FieldError is one fault of a request.
type FieldError struct {
	Field   string `json:"field"`   // as the caller wrote it: "facts.age"
	Message string `json:"message"` // says the right form
}

// InputError lists every fault of a request; it answers 400.
type InputError struct {
	Fields []FieldError
	// Contradicting says that each field is well-formed and they do not go together.
	Contradicting bool
}

func (e *InputError) Error() string {
	parts := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		parts[i] = f.Field + ": " + f.Message
	}
	return strings.Join(parts, "; ")
}

// Add records a fault.
func (e *InputError) Add(field, format string, args ...any) {
	e.Fields = append(e.Fields, FieldError{field, fmt.Sprintf(format, args...)})
}

// Err returns e, or nil when nothing was added.
func (e *InputError) Err() error {
	if len(e.Fields) == 0 {
		return nil
	}
	return e
}

// Unavailable says that no coverage row matches: the combination is not
// declared, and no neighbour stands in for it.
type Unavailable struct {
	Jurisdiction, TaxYear, TaxType, Taxpayer string
	Reason                                   string
}

func (e *Unavailable) Error() string {
	of := strings.Join(strings.Fields(e.Jurisdiction+" "+e.TaxYear+" "+e.TaxType), " ") // a year may not be known
	return fmt.Sprintf("no coverage for %s (%s): %s", of, e.Taxpayer, e.Reason)
}

// MissingFacts says which required facts were not given.
type MissingFacts struct{ Facts []Fact }

func (e *MissingFacts) Error() string {
	names := make([]string, len(e.Facts))
	for i, f := range e.Facts {
		names[i] = f.Name
	}
	return "missing facts: " + strings.Join(names, ", ")
}
