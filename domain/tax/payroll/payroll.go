package payroll

import (
	"errors"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// TaxType is that of every row of payroll.
const TaxType = tax.Payroll

// Frequencies of payment.
const (
	Weekly       = "weekly"
	Biweekly     = "biweekly" // every two weeks
	FourWeekly   = "four_weekly"
	Semimonthly  = "semimonthly" // twice a month
	Monthly      = "monthly"
	Quarterly    = "quarterly"
	Semiannually = "semiannually"
	Annually     = "annually"
	Daily        = "daily"
)

// PayDate and Frequency are the facts that every place takes.
const (
	PayDate   = "pay_date"
	Frequency = "frequency"
)

// Payment asks what is withheld from one payment of wages.
type Payment struct {
	Jurisdiction string // ISO 3166-1
	SubRegion    string
	PayDate      civil.Date
	Frequency    string
	Pay          money.Dec // of this payment, in the place's currency
	Facts        map[string]string
	Explain      bool
	Law          *law.Overlay // what the caller's tenant has laid over the embedded law; nil = nothing
}

// Registry is the places whose payroll is computed.
type Registry struct{ places *tax.Registry }

// NewRegistry indexes the places; a fault in a declaration panics.
func NewRegistry(places ...*tax.Jurisdiction) *Registry {
	return &Registry{tax.NewRegistry(places...)}
}

// Places is the index of the declarations, for their coverage.
func (r *Registry) Places() *tax.Registry { return r.places }

// Codes lists the places in the order of their codes.
func (r *Registry) Codes() []string { return r.places.Codes() }

// Find returns a place, or nil.
func (r *Registry) Find(code string) *tax.Jurisdiction { return r.places.Find(strings.ToUpper(code)) }

// Facts lists what a place takes beside the pay in a year, without those that
// stand in every payment; nil when the year is not held.
func (r *Registry) Facts(code, year, region string) []tax.Fact {
	return slices.DeleteFunc(r.places.Facts(strings.ToUpper(code), year, TaxType, region), func(f tax.Fact) bool {
		return f.Name == PayDate || f.Name == Frequency
	})
}

// Calculate answers a payment. It fails with *tax.InputError, which names every
// faulty fact and every one that is absent, or with *tax.Unavailable.
func (r *Registry) Calculate(p *Payment) (tax.Result, error) {
	req, err := r.request(p)
	if err != nil {
		return tax.Result{}, err
	}
	if err := r.places.Faults(req, true); err != nil {
		return tax.Result{}, named(err)
	}
	out, err := r.places.Calculate(req)
	if err != nil {
		return tax.Result{}, named(err)
	}
	return out, nil
}

// Lacks fails with the *tax.InputError of a payment whose pay or pay date are
// not known: what else is malformed or absent, by the law of the newest year.
func (r *Registry) Lacks(p Payment) error {
	j := r.Find(p.Jurisdiction)
	if j == nil {
		return nil
	}
	if newest := j.Coverage[len(j.Coverage)-1].TaxYear; p.PayDate.IsZero() {
		period, _ := j.YearForm.Period(newest)
		p.PayDate = period.From
	}
	req, err := r.request(&p)
	if err != nil {
		return err
	}
	return named(r.places.Faults(req, false))
}

// request is the payment as a calculation of its place.
func (r *Registry) request(p *Payment) (*tax.Request, error) {
	j := r.Find(p.Jurisdiction)
	if j == nil {
		return nil, &tax.Unavailable{Jurisdiction: strings.ToUpper(p.Jurisdiction), TaxYear: p.PayDate.String(), TaxType: TaxType,
			Taxpayer: "employer",
			Reason:   "its payroll tables are not held; payroll is computed for " + strings.Join(r.places.Codes(), ", ") + " and US"}
	}
	facts := make(map[string]string, len(p.Facts)+2)
	for name, text := range p.Facts {
		facts[name] = text
	}
	facts[PayDate] = p.PayDate.String()
	if p.Frequency != "" {
		facts[Frequency] = p.Frequency
	}
	return &tax.Request{
		Jurisdiction: j.Code, TaxYear: j.YearForm.On(p.PayDate), TaxType: TaxType, SubRegion: p.SubRegion,
		Income: p.Pay, HasIncome: true, Facts: facts, Explain: p.Explain, Law: p.Law,
	}, nil
}

// named gives faults the names of a payment's fields.
func named(err error) error {
	var in *tax.InputError
	if !errors.As(err, &in) {
		return err
	}
	for i := range in.Fields {
		f := &in.Fields[i]
		switch f.Field {
		case "income":
			f.Field = "pay"
		case "facts." + PayDate, "facts." + Frequency:
			f.Field = strings.TrimPrefix(f.Field, "facts.")
		}
	}
	return in
}

// Facts are a place's facts with those that every payment states; each is of
// the tax type payroll.
func Facts(frequencies []string, more ...tax.Fact) []tax.Fact {
	out := append([]tax.Fact{
		{Name: PayDate, Type: "date", Section: "Payment", Required: true, Example: "2026-02-27",
			Prompt: "On which day is the pay paid?", Reason: "The law of that day applies."},
		{Name: Frequency, Type: "choice", Choices: frequencies, Section: "Payment", Required: true, Example: frequencies[0],
			Prompt: "How often is the pay paid?", Reason: "Allowances and bands are divided by it."},
	}, more...)
	for i := range out {
		out[i].TaxTypes = []string{TaxType}
	}
	return out
}

// Declare completes the declaration of a place's payroll by what is alike
// everywhere (calendar years, unless it says otherwise) and by the rows of the
// folder of law that its code names.
func Declare(j tax.Jurisdiction, frequencies []string, facts ...tax.Fact) *tax.Jurisdiction {
	j.Version, j.Kinds = "1.0.0", []tax.Kind{tax.Employment}
	if j.YearForm.Pattern == "" {
		j.YearForm = tax.YearForm{Pattern: "2026"}
	}
	j.Facts, j.Coverage = Facts(frequencies, facts...), Coverage(strings.ToLower(j.Code))
	return &j
}

// Coverage is the payroll of a folder of law, as tax.CoverageOf.
func Coverage(folder string) []tax.CoverageRow { return tax.CoverageOf(folder, TaxType) }

// Withholding fills a result of payroll: its basis, the sum of what is withheld
// from the employee, citations and steps.
func Withholding(w *tax.Work, levies []tax.Levy) tax.Result {
	out := tax.Result{Basis: "withholding", Components: levies, Citations: w.Citations(), Steps: w.Steps()}
	for _, l := range levies {
		if l.InTotal && l.Kind != tax.LevyCredit {
			out.TotalTax = out.TotalTax.Add(l.Amount)
		} else if l.InTotal {
			out.TotalTax = out.TotalTax.Sub(l.Amount)
		}
	}
	return out
}
