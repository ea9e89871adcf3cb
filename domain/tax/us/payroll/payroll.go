package payroll

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Frequency is how often wages are paid.
type Frequency string

// periods are the pay periods of a year (Worksheet 1A, table 3).
var periods = map[Frequency]int64{
	"annually": 1, "semiannually": 2, "quarterly": 4, "monthly": 12, "semimonthly": 24, "biweekly": 26, "weekly": 52, "daily": 260,
}

// Frequencies lists the names that Payment.Frequency takes.
func Frequencies() []string {
	return []string{"annually", "semiannually", "quarterly", "monthly", "semimonthly", "biweekly", "weekly", "daily"}
}

// Certificate is Form W-4.
type Certificate struct {
	// Status is "single" (or married filing separately), "married_joint" (or
	// surviving spouse) or "head_of_household". A form of 2019 or earlier knows
	// the first two.
	Status string
	// Before2020: a form of 2019 or earlier, on which Allowances counts and the
	// steps do not.
	Before2020 bool
	Allowances int
	TwoJobs    bool      // Step 2 checkbox
	Credits    money.Dec // Step 3, dollars a year
	Other      money.Dec // Step 4(a), dollars a year
	Deductions money.Dec // Step 4(b), dollars a year
	Extra      money.Dec // Step 4(c), or line 6 before 2020: dollars a payment
	Exempt     bool
}

// Payment is the wages of one pay date. Amounts are dollars.
type Payment struct {
	Law       *law.Overlay // what the caller's tenant has laid over the embedded law; nil = nothing
	PayDate   civil.Date
	Frequency Frequency
	W4        Certificate
	// Wages of the payment, by base.
	IncomeTaxWages, SocialSecurityWages, MedicareWages, UnemploymentWages money.Dec
	// Wages paid earlier in the calendar year of the pay date.
	YearSocialSecurity, YearMedicare, YearUnemployment money.Dec
	// State is the state where the work is done, as "ny", or "" to leave out
	// what it takes. StateWages are the wages that its contributions to
	// disability and leave bear on, YearStateWages those of the calendar year
	// before. Employees is how many the employer has, by which the states
	// exempt small ones; 0 exempts from nothing.
	State                      string
	StateWages, YearStateWages money.Dec
	Employees                  int
	// StateIncomeTaxWages are the wages that the state's income tax is withheld
	// from, StateExtra what the employee has withheld in addition, and
	// StateElected the rate of Arizona Form A-4; nil is no form.
	StateIncomeTaxWages, StateExtra money.Dec
	StateElected                    *money.Dec
	// The employee's certificate for the state. StateStatus is "single",
	// "married", "married_two_incomes" or "head_of_household", or "" for that of
	// Form W-4. StateAllowances are the allowances or exemptions, StateFurther
	// those that the state's form counts apart (Illinois line 2, Virginia for age
	// and blindness, Massachusetts for blindness, Indiana for dependents,
	// California for estimated deductions), StateAmount a yearly amount on the
	// certificate (Iowa line 7, Mississippi's exemption, Colorado's DR 0004 line
	// 2). Without a certificate all are zero.
	StateStatus                   string
	StateAllowances, StateFurther int
	StateAmount                   money.Dec
	StateExempt                   bool
	// StateTable is the table of a certificate that names them, "" for that of
	// the status: the letter on Form CT-W4 line 1 or Form NJ-W4 line 3, Alabama's
	// "zero", "s", "ms", "m" or "h", West Virginia's "one" or "two" earners, and
	// "none" for an employee of Connecticut or Oregon without a certificate.
	// StateLocality is the county of Maryland whose income tax is withheld with
	// the state's, as "anne_arundel" or "nonresident"; "" leaves it out.
	StateTable, StateLocality string
	// UnemploymentReduction is the credit reduction of the state for the year
	// (§ 3302(c)(2)); StateUnemploymentRate and Base are the employer's rate
	// and the state's wage base. For a State, zero reads what its law says.
	UnemploymentReduction                            money.Dec
	StateUnemploymentRate, StateUnemploymentBase     money.Dec
	StateUnemploymentWages, YearStateUnemploymentPay money.Dec
}

// Codes of the levies of a Result.
const (
	IncomeTax              = "federal_income_tax"
	SocialSecurity         = "social_security_tax"
	Medicare               = "medicare_tax"
	AdditionalMedicare     = "additional_medicare_tax"
	EmployerSocialSecurity = "employer_social_security_tax"
	EmployerMedicare       = "employer_medicare_tax"
	FederalUnemployment    = "federal_unemployment_tax"
	StateUnemployment      = "state_unemployment_tax"
)

var cent = block.Minor(2, money.HalfUp)

// Compute returns the taxes on a payment. total_tax is what is withheld from
// the employee; the employer's taxes are components outside it. The error is
// *tax.InputError, or *tax.Unavailable for a year whose tables are not known.
func Compute(in *Payment, explain bool) (tax.Result, error) {
	if err := in.check(); err != nil {
		return tax.Result{}, err
	}
	year := in.PayDate.Year()
	if in.Law.Fault("us") != nil {
		return tax.Result{}, in.unavailable("a rule pack does not fit the formulas of this version")
	}
	p, err := onDate(in.Law, in.PayDate)
	if err != nil {
		return tax.Result{}, in.unavailable("the withholding tables of the year are not known")
	}
	if f := p.flatRates[in.State]; in.StateElected != nil && !f.offers(*in.StateElected) {
		var faults tax.InputError
		faults.Add("state.elected_rate", "must be a rate that the state's form offers")
		return tax.Result{}, faults.Err()
	}
	if why := p.lacks(in); why != "" {
		return tax.Result{}, in.unavailable(why)
	}
	if err := in.checkState(); err != nil {
		return tax.Result{}, err
	}
	w := tax.NewWork(explain)
	out := tax.Result{
		Calculator: "us-payroll", CalculatorVersion: "1.0.0", ParameterDataset: dataset(year),
		LawAsOf: asOf, SourceLastChecked: p.oldestCheck, CoverageStatus: tax.Draft, Jurisdiction: "US", TaxYear: in.PayDate.String()[:4],
		TaxPeriod: civil.Period{From: civil.Of(year, 1, 1), To: civil.Of(year, 12, 31)}, Currency: "USD", Basis: "withholding",
		TaxableIncome: in.IncomeTaxWages, Assumptions: assumptions,
	}
	t := taken{earlier: p.earlierContributions(in)}
	add := func(code, kind string, amount money.Dec, inTotal bool) {
		t.note(code, amount)
		out.Components = append(out.Components, tax.Levy{Code: code, Kind: kind, Amount: amount, InTotal: inTotal})
		if inTotal {
			out.TotalTax = out.TotalTax.Add(amount)
		}
	}
	add(IncomeTax, tax.LevyTax, p.incomeTax(&w, in), true)
	p.contributions(&w, in, add)
	p.state(&w, in, add)
	p.stateIncomeTax(&w, in, t, add)
	local := p.localised(&w, in)
	p.unemployment(&w, &local, add)
	if in.State != "" {
		out.Assumptions = slices.Concat(out.Assumptions, in.stateAssumptions(), p.incomeTaxAssumptions(in))
		if p.reductionCite == nil {
			out.Assumptions = append(out.Assumptions,
				"The credit reductions of the year are not known yet: the federal unemployment tax is at the full credit.")
		}
	}
	out.TotalTax = out.TotalTax.Pad(2)
	out.NetPayable = out.TotalTax
	p.rates(&out, in)
	out.Citations, out.Steps = w.Citations(), w.Steps()
	tax.Overlaid(&out, in.Law, "us")
	return out, nil
}

// lacks says what is not known that a payment needs, or "".
func (p *params) lacks(in *Payment) string {
	switch {
	case in.W4.Before2020 && in.W4.Allowances > 0 && p.allowance.Cite == nil:
		return "the amount of a withholding allowance is not known for the year"
	case p.schedule(&in.W4) == nil:
		return "the withholding table of Form W-4, Step 2 checkbox, is not known for the filing status and year"
	case !in.StateUnemploymentRate.IsZero() && in.State != "" && in.StateUnemploymentBase.IsZero() && p.unemploymentBases[in.State].IsZero():
		return "the wage base of the state's unemployment tax is not known for the year; give it with the rate"
	}
	return p.unknownFunds(in.State)
}

// rates fills the rates of a result: what the payment's wages bear, what the
// next dollar of them would, and the row of the withholding table.
func (p *params) rates(out *tax.Result, in *Payment) {
	out.Bands = []tax.BandResult{} // withholding has a table of its own, not the bands of the year
	out.EffectiveRate = money.Zero.Pad(4)
	if !in.IncomeTaxWages.IsZero() {
		out.EffectiveRate = out.TotalTax.QuoRound(in.IncomeTaxWages, 4, money.HalfUp)
	}
	var cliff bool
	out.MarginalRate, cliff = tax.Slope(money.Zero, func(more money.Dec) money.Dec { return p.withheld(in, more) })
	out.MarginalRate = out.MarginalRate.Trim(2)
	if cliff {
		out.Assumptions = append(out.Assumptions[:len(out.Assumptions):len(out.Assumptions)],
			"The wages stand on a step of the law; the marginal rate is the one beyond it.")
	}
	exact := tax.ExactWork()
	annual := in.IncomeTaxWages.Mul(money.FromInt(periods[in.Frequency]))
	out.StatutoryRate = p.schedule(&in.W4).entered(p.adjusted(&exact, &in.W4, annual)).rate.Pad(2)
}

// withheld is what is taken from the employee on so much more wages, without
// rounding.
func (p *params) withheld(in *Payment, more money.Dec) money.Dec {
	exact, next := tax.ExactWork(), *in
	next.IncomeTaxWages = in.IncomeTaxWages.Add(more)
	next.SocialSecurityWages = in.SocialSecurityWages.Add(more)
	next.MedicareWages = in.MedicareWages.Add(more)
	next.StateWages, next.StateIncomeTaxWages = in.StateWages.Add(more), in.StateIncomeTaxWages.Add(more)
	total, t := p.incomeTax(&exact, &next), taken{earlier: p.earlierContributions(in)}
	t.note(IncomeTax, total)
	add := func(code, _ string, amount money.Dec, employee bool) {
		t.note(code, amount)
		if employee {
			total = total.Add(amount)
		}
	}
	p.contributions(&exact, &next, add)
	p.state(&exact, &next, add)
	p.stateIncomeTax(&exact, &next, t, add)
	return total
}

func (in *Payment) unavailable(reason string) error {
	return &tax.Unavailable{Jurisdiction: "US", TaxYear: in.PayDate.String()[:4], TaxType: "withholding", Taxpayer: "individual",
		Reason: reason}
}

var assumptions = []string{
	"Amounts are what is withheld from this payment and what the employer owes on it, not the tax of the year.",
	"The employee is a U.S. citizen or resident; wages before the payment were paid by the same employer.",
}

// stateAssumptions say what is taken for a state, and what is not.
func (in *Payment) stateAssumptions() []string {
	local := "Income taxes of localities are left out, and so are their taxes on payroll."
	if in.StateLocality != "" {
		local = "The income tax of the locality is withheld with the state's; taxes of localities on payroll are left out."
	}
	return []string{
		"The contributions are those of the state's own plan, at the shares its law sets: a private plan, and an employer that pays more than " +
			"its share, are left out.",
		local,
	}
}

func (in *Payment) check() error {
	var faults tax.InputError
	if in.PayDate.IsZero() {
		faults.Add("pay_date", `is required, as a date such as "2026-03-31"`)
	}
	if periods[in.Frequency] == 0 {
		faults.Add("frequency", "must be one of %v", Frequencies())
	}
	switch in.W4.Status {
	case "single", "married_joint":
	case "head_of_household":
		if in.W4.Before2020 {
			faults.Add("w4.status", "a Form W-4 of 2019 or earlier knows single and married only")
		}
	default:
		faults.Add("w4.status", "must be single, married_joint or head_of_household")
	}
	for _, f := range []struct {
		name string
		x    money.Dec
	}{
		{"income_tax_wages", in.IncomeTaxWages}, {"social_security_wages", in.SocialSecurityWages}, {"medicare_wages", in.MedicareWages},
		{"unemployment_wages", in.UnemploymentWages}, {"year_social_security", in.YearSocialSecurity}, {"year_medicare", in.YearMedicare},
		{"year_unemployment", in.YearUnemployment}, {"state_wages", in.StateWages}, {"year_state_wages", in.YearStateWages},
		{"state_income_tax_wages", in.StateIncomeTaxWages}, {"state_extra", in.StateExtra}, {"w4.credits", in.W4.Credits},
		{"w4.other", in.W4.Other},
		{"w4.deductions", in.W4.Deductions}, {"w4.extra", in.W4.Extra}, {"state.amount", in.StateAmount},
	} {
		if f.x.Sign() < 0 {
			faults.Add(f.name, "must not be negative")
		}
	}
	if in.Employees < 0 {
		faults.Add("employees", "must not be negative")
	}
	if in.StateAllowances < 0 || in.StateFurther < 0 {
		faults.Add("state.allowances", "must not be negative")
	}
	switch in.StateStatus {
	case "", single, married, twoIncomes, headStatus:
	default:
		faults.Add("state.status", "must be single, married, married_two_incomes or head_of_household")
	}
	return faults.Err()
}

// incomeTax is Worksheet 1A of Publication 15-T.
func (p *params) incomeTax(w *tax.Work, in *Payment) money.Dec {
	if in.W4.Exempt {
		w.Step(IncomeTax, "Federal income tax: the employee claims exemption", money.Zero, nil, "0")
		return money.Zero.Pad(2)
	}
	n := money.FromInt(periods[in.Frequency])
	annual := in.IncomeTaxWages.Mul(n)
	w.Step("1c", "Annual wages", annual, nil, "{} × {}", in.IncomeTaxWages, n)
	adjusted := p.adjusted(w, &in.W4, annual)
	s := p.schedule(&in.W4)
	w.Cite(s.cite)
	tentative := s.tentative(adjusted)
	w.Step("2g", "Tentative annual withholding", tentative, s.cite, "annual rate schedule at {}", adjusted)
	credits := in.W4.Credits
	if in.W4.Before2020 {
		credits = money.Zero
	}
	due := tentative.Sub(credits).Positive().Quo(n).Add(in.W4.Extra)
	due = w.Round(due, cent)
	w.Step("4b", "Federal income tax to withhold", due, s.cite, "max(0, {} − {}) ÷ {} + {}", tentative, credits, n, in.W4.Extra)
	return due
}

func (p *params) adjusted(w *tax.Work, w4 *Certificate, annual money.Dec) money.Dec {
	if w4.Before2020 {
		w.Cite(p.allowance.Cite)
		off := money.FromInt(int64(w4.Allowances)).Mul(p.allowance.Dec)
		out := annual.Sub(off).Positive()
		w.Step("1l", "Adjusted annual wages", out, p.allowance.Cite, "max(0, {} − {})", annual, off)
		return out
	}
	adjustment := money.Zero
	if !w4.TwoJobs {
		n := p.adjustOther
		if w4.Status == "married_joint" {
			n = p.adjustJoint
		}
		w.Cite(n.Cite)
		adjustment = n.Dec
	}
	out := annual.Add(w4.Other).Sub(w4.Deductions).Sub(adjustment).Positive()
	w.Step("1i", "Adjusted annual wages", out, nil, "max(0, {} + {} − {} − {})", annual, w4.Other, w4.Deductions, adjustment)
	return out
}

// contributions are the social security and Medicare taxes of both sides.
func (p *params) contributions(w *tax.Work, in *Payment, add func(string, string, money.Dec, bool)) {
	w.Cite(p.contributionCite)
	room := money.Min(in.SocialSecurityWages, p.base.Dec.Sub(in.YearSocialSecurity).Positive())
	levy := func(code, label string, wages, rate money.Dec, employee bool) {
		due := w.Round(wages.Mul(rate), cent)
		w.Step(code, label, due, p.contributionCite, "{} × {}", wages, rate)
		add(code, tax.LevySocial, due, employee)
	}
	levy(SocialSecurity, "Social security tax of the employee", room, p.oasdiEmployee.Dec, true)
	levy(Medicare, "Medicare tax of the employee", in.MedicareWages, p.medicareEmployee.Dec, true)
	above := in.YearMedicare.Add(in.MedicareWages).Sub(money.Max(in.YearMedicare, p.additionalAbove.Dec)).Positive()
	if !above.IsZero() {
		levy(AdditionalMedicare, "Additional Medicare Tax", above, p.additionalRate.Dec, true)
	}
	levy(EmployerSocialSecurity, "Social security tax of the employer", room, p.oasdiEmployer.Dec, false)
	levy(EmployerMedicare, "Medicare tax of the employer", in.MedicareWages, p.medicareEmployer.Dec, false)
}

// unemployment are the federal and state unemployment taxes of the employer.
func (p *params) unemployment(w *tax.Work, in *Payment, add func(string, string, money.Dec, bool)) {
	w.Cite(p.futaCite)
	wages := money.Min(in.UnemploymentWages, p.futaBase.Dec.Sub(in.YearUnemployment).Positive())
	rate := p.futaRate.Dec.Add(in.UnemploymentReduction)
	due := w.Round(wages.Mul(rate), cent)
	w.Step(FederalUnemployment, "Federal unemployment tax", due, p.futaCite, "{} × {}", wages, rate)
	add(FederalUnemployment, tax.LevySocial, due, false)
	if in.StateUnemploymentRate.IsZero() {
		return
	}
	wages = money.Min(in.StateUnemploymentWages, in.StateUnemploymentBase.Sub(in.YearStateUnemploymentPay).Positive())
	due = w.Round(wages.Mul(in.StateUnemploymentRate), cent)
	w.Step(StateUnemployment, "State unemployment tax at the employer's rate", due, nil, "{} × {}", wages, in.StateUnemploymentRate)
	add(StateUnemployment, tax.LevySocial, due, false)
}
