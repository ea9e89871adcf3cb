package tax

import (
	"encoding/json"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Tier is how far a figure may be trusted.
type Tier string

const (
	Covered         Tier = "covered"     // primary sources throughout; official worked examples pass
	Beta            Tier = "beta"        // each parameter from two sources that agree
	Draft           Tier = "draft"       // computes with less; never shown as exact
	UnavailableTier Tier = "unavailable" // no coverage row
)

// Result is what a calculator answers. Amounts are in Currency; rates are
// fractions (0.2 is 20 %).
type Result struct {
	Calculator        string       `json:"calculator"`
	CalculatorVersion string       `json:"calculator_version"`
	ParameterDataset  string       `json:"parameter_dataset"`
	LawAsOf           civil.Date   `json:"law_as_of"`
	SourceLastChecked civil.Date   `json:"source_last_checked"`
	CoverageStatus    Tier         `json:"coverage_status"`
	Jurisdiction      string       `json:"jurisdiction"`
	TaxYear           string       `json:"tax_year"`
	TaxPeriod         civil.Period `json:"tax_period"`
	SubRegion         string       `json:"sub_region,omitempty"`
	Currency          string       `json:"currency"`
	Basis             string       `json:"basis"`                           // annual | withholding | transaction
	IncomeBasis       Basis        `json:"income_basis,omitempty"`          // whether the income was taken as gross or as taxable
	Scope             *Scope       `json:"scope,omitempty"`                 // what total_tax was narrowed or widened to
	AdjustedGross     *money.Dec   `json:"adjusted_gross_income,omitempty"` // where the law has such a figure (US)
	Deduction         *money.Dec   `json:"deduction,omitempty"`             // taken from it to find the taxable income
	TaxableIncome     money.Dec    `json:"taxable_income,omitempty"`        // left out of a withholding that does not compute it
	TotalTax          money.Dec    `json:"total_tax"`
	EffectiveRate     money.Dec    `json:"effective_rate"`           // TotalTax / income as sent, 4 places, half up
	MarginalRate      money.Dec    `json:"marginal_rate,omitempty"`  // likewise
	StatutoryRate     money.Dec    `json:"statutory_rate,omitempty"` // likewise
	NetPayable        money.Dec    `json:"net_payable"`              // TotalTax less refundable credits and payments; negative = refund
	TakeHome          *money.Dec   `json:"take_home,omitempty"`      // gross wage less TotalTax, contributions and repayments; where all of them are modelled
	// Difference is set in answers that hold several calculations side by side alone.
	Difference  *money.Dec     `json:"difference,omitempty" doc:"TotalTax less that of the first calculation of the same answer; negative where it is lower."`
	Bands       []BandResult   `json:"bands"`
	Components  []Levy         `json:"components"`
	Assumptions []string       `json:"assumptions"`
	Citations   []law.Citation `json:"citations"`
	// Unowed are the beginnings of the ids of citations that only tell that something comes to
	// nothing, or is for incomes and people that the request does not have; or, with "_" behind
	// a place, the endings of parameters of another filing status there. An answer that is not asked to explain
	// does not show them.
	Unowed    []string `json:"-"`
	Steps     []Step   `json:"steps,omitempty"`
	RulePacks []string `json:"rule_packs,omitempty" doc:"What the tenant laid over the law and the result reads: acme.v3."`
}

// MarshalJSON leaves out what was not computed, which is not the same as 0.
func (out Result) MarshalJSON() ([]byte, error) {
	type plain Result
	if out.has(out.TaxableIncome) && out.has(out.MarginalRate) && out.has(out.StatutoryRate) {
		return json.Marshal(plain(out))
	}
	found := func(d money.Dec) *money.Dec {
		if !out.has(d) {
			return nil
		}
		return &d
	}
	return json.Marshal(struct {
		plain
		TaxableIncome *money.Dec `json:"taxable_income,omitempty"`
		MarginalRate  *money.Dec `json:"marginal_rate,omitempty"`
		StatutoryRate *money.Dec `json:"statutory_rate,omitempty"`
	}{plain(out), found(out.TaxableIncome), found(out.MarginalRate), found(out.StatutoryRate)})
}

// BandResult is the part of the income that fell into one band.
type BandResult struct {
	Label  string    `json:"label"`
	Amount money.Dec `json:"amount"`
	Rate   money.Dec `json:"rate"`
	Tax    money.Dec `json:"tax"`
}

// Levy is one tax, charge, credit or contribution of the result.
type Levy struct {
	Code    string    `json:"code"`     // "income_tax", "usc", "ni_class_1"
	Kind    string    `json:"kind"`     // tax | surcharge | credit | refundable_credit | social_contribution | payment | repayment
	Amount  money.Dec `json:"amount"`   // credits are positive amounts of relief
	InTotal bool      `json:"in_total"` // whether TotalTax contains it
	// NetPayable is Amount less the refundable credits of a tax that stands beside
	// TotalTax, negative = refund; nil where those are not part of the answer.
	NetPayable *money.Dec `json:"net_payable,omitempty"`
}

// Step is one line of the computation, such that a person can redo it by hand.
type Step struct {
	Code        string    `json:"code"`    // "personal_allowance"
	Label       string    `json:"label"`   // "Personal allowance after taper"
	Formula     string    `json:"formula"` // "12570 − ceil((110000 − 100000) ÷ 2)"
	Amount      money.Dec `json:"amount"`
	CitationIDs []string  `json:"citation_ids"`
}
