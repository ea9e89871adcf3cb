package payroll

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// How a state's formula relates the payment to the year.
const (
	byYear   = "by year"            // the year's wages are taxed, the tax is divided
	byPeriod = "by period"          // the year's deductions are divided, to the cent
	byTable  = "by table"           // the same, each allowance divided apart
	byScaled = "by scaled schedule" // the year's schedule is divided: edges to the dollar, amounts to the cent
)

// What a yearly amount on the certificate is.
const (
	amountDeducts  = "deduction"
	amountCredits  = "credit"
	amountReplaces = "in place of the deduction"
)

// Statuses of the states' certificates.
const (
	single     = "single"
	married    = "married"
	twoIncomes = "married_two_incomes"
	headStatus = "head_of_household"
	marriedFew = "married_few" // California: fewer than two allowances
	anyStatus  = "all"
)

// formula is the formula by which a state has its income tax withheld. It is
// the file withholding.yaml of the state: annual deductions by status and
// allowance, an annual schedule, and credits. What a state does not have is
// zero.
type formula struct {
	how       string
	rounding  block.Rounding
	days      money.Dec // periods of a daily payroll; 0 = not published
	schedules map[string]*schedule
	whole     map[string]*schedule // rates on all annual wages from the second row on
	deduction map[string]money.Dec
	lowIncome map[string]money.Dec

	allowance, further, credit money.Dec // each, a year
	percent, percentMost       money.Dec // of the wages, if an allowance is claimed
	amount                     string    // what the dollars on the certificate are: one of the constants below, or ""
	periodDeduction            map[string]map[string]money.Dec
	periodAllowance            map[string]money.Dec
	cite                       []law.Citation
}

var formulaCache sync.Map // of *formula by the state's code and the date of payment

type formulaKey struct {
	state string
	date  civil.Date
}

// formulaOf is the formula of a state on a date, or nil where none is known.
func formulaOf(state string, date civil.Date) (*formula, error) {
	key := formulaKey{state, date}
	if f, ok := formulaCache.Load(key); ok {
		return f.(*formula), nil
	}
	var f *formula
	if slices.Contains(law.Folders(), "us-"+state) {
		r := law.MustOpen("us-" + state).On(date)
		if r.Has("withholding_how") {
			f = readFormula(r)
		}
		if err := r.Err(); err != nil {
			return nil, fmt.Errorf("withholding of %s on %s: %w", state, date, err)
		}
	}
	formulaCache.Store(key, f)
	return f, nil
}

func readFormula(r *law.Reader) *formula {
	num := func(name string) money.Dec {
		if !r.Has(name) {
			return money.Zero
		}
		return r.Num(name).Dec
	}
	table := func(name string) map[string]money.Dec {
		if !r.Has(name) {
			return nil
		}
		out, _ := r.Table(name)
		return out
	}
	schedules := func(name string) map[string]*schedule {
		out := map[string]*schedule{}
		for _, status := range []string{single, married, headStatus, anyStatus} {
			if r.Has(name + "_" + status) {
				out[status] = readAnnual(r, name+"_"+status)
			}
		}
		return out
	}
	f := &formula{
		schedules: schedules("withholding_schedule"), whole: schedules("withholding_whole"),
		deduction: table("withholding_deduction"), lowIncome: table("withholding_low_income"),
		allowance: num("withholding_allowance"), further: num("withholding_further_allowance"), credit: num("withholding_credit"),
		percent: num("withholding_percent"), percentMost: num("withholding_percent_most"), days: num("withholding_days"),
		periodAllowance: table("withholding_period_allowance"),
		periodDeduction: map[string]map[string]money.Dec{single: table("withholding_period_single"), married: table("withholding_period_married")},
	}
	f.how, _ = r.Text("withholding_how")
	rounding, _ := r.Text("withholding_rounding")
	f.rounding = block.MustRounding(rounding)
	if r.Has("withholding_amount") {
		f.amount, _ = r.Text("withholding_amount")
	}
	f.cite = r.Citations()
	return f
}

// readAnnual reads a schedule; the tax at the foot of each row is what the
// guide prints, or follows from the rows below where it prints none.
func readAnnual(r *law.Reader, name string) *schedule {
	if r.Has(name + "_base") {
		return readSchedule(r, name)
	}
	bands := block.NewSchedule(r.Schedule(name))
	s := &schedule{}
	for i := range bands.Bands {
		b := &bands.Bands[i]
		s.rows = append(s.rows, row{b.From, bands.Tax(b.From), b.Rate})
	}
	return s
}

// status is the status by which the state withholds: that of its certificate,
// or of Form W-4.
func (in *Payment) status() string {
	if in.StateStatus != "" {
		return in.StateStatus
	}
	return map[string]string{"single": single, "married_joint": married, "head_of_household": headStatus}[in.W4.Status]
}

// pick finds the entry of a status; a married employee with two incomes is
// single where the state has no entry of its own.
func pick[T any](of map[string]T, status string) (out T, ok bool) {
	names := []string{status, anyStatus}
	if status == twoIncomes {
		names = []string{status, single, anyStatus}
	}
	for _, name := range names {
		if out, ok = of[name]; ok {
			return out, true
		}
	}
	return out, false
}

// lacks says why the formula does not reach a payment, or "".
func (f *formula) lacks(in *Payment) (field, why string) {
	if _, ok := pick(f.schedules, in.status()); !ok {
		return "state.status", "must be a status of the state's certificate, since it has none like that of Form W-4"
	}
	if in.Frequency == "daily" && f.days.IsZero() || f.how == byScaled && f.periodAllowance[string(in.Frequency)].IsZero() {
		return "frequency", "is not one for which the state publishes its formula"
	}
	switch {
	case in.StateAllowances > 0 && f.allowance.IsZero() && f.credit.IsZero() && f.periodAllowance == nil:
		return "state.allowances", "must be absent: the state's formula has no allowances"
	case in.StateFurther > 0 && f.further.IsZero():
		return "state.further_allowances", "must be absent: the state's formula counts none apart"
	case in.StateAmount.Sign() > 0 && f.amount == "":
		return "state.amount", "must be absent: the state's certificate has no yearly amount"
	}
	return "", ""
}

// withheld is the income tax to withhold from a payment.
func (f *formula) withheld(w *tax.Work, in *Payment) money.Dec {
	n := money.FromInt(periods[in.Frequency])
	if in.Frequency == "daily" {
		n = f.days
	}
	if f.how == byScaled {
		return f.scaled(w, in, n)
	}
	status, wages := in.status(), in.StateIncomeTaxWages
	if few := f.deduction[marriedFew]; status == married && !few.IsZero() && in.StateAllowances+in.StateFurther < 2 {
		status = marriedFew
	}
	low, _ := pick(f.lowIncome, status)
	if !low.IsZero() && !wages.Mul(n).Greater(low) {
		return money.Zero
	}
	off, credits := f.reductions(in, status, wages.Mul(n))
	if status == marriedFew {
		status = married
	}
	s, _ := pick(f.schedules, status)
	if f.how == byYear {
		taxable := wages.Mul(n).Sub(f.sum(off)).Positive()
		due := s.tentative(taxable).Sub(credits).Positive()
		w.Step("state_annual", "Annual state income tax", due, f.cite, "schedule at {}, less {}", taxable, credits)
		return due.Quo(n)
	}
	taxable := wages
	for _, part := range off {
		each := w.Round(part.each.Quo(n), cent)
		if f.how == byPeriod {
			each = w.Round(part.each.Mul(part.times).Quo(n), cent)
			part.times = money.One
		}
		taxable = taxable.Sub(each.Mul(part.times))
	}
	due := w.Round(taxable.Positive().Mul(s.rows[0].rate), cent)
	return due.Sub(w.Round(credits.Quo(n), cent)).Positive()
}

// a reduction is an annual amount, so many times.
type reduction struct{ each, times money.Dec }

func (f *formula) sum(parts []reduction) money.Dec {
	total := money.Zero
	for _, p := range parts {
		total = total.Add(p.each.Mul(p.times))
	}
	return total
}

// reductions are what the year's wages and tax are reduced by.
func (f *formula) reductions(in *Payment, status string, annual money.Dec) (off []reduction, credits money.Dec) {
	standard, _ := pick(f.deduction, status)
	count, further := money.FromInt(int64(in.StateAllowances)), money.FromInt(int64(in.StateFurther))
	credits = f.credit.Mul(count)
	switch {
	case f.amount == amountCredits:
		credits = credits.Add(in.StateAmount)
	case f.amount == amountReplaces && in.StateAmount.Sign() > 0:
		standard = in.StateAmount
	default:
		standard = standard.Add(in.StateAmount)
	}
	if in.StateAllowances > 0 {
		standard = standard.Add(money.Min(annual.Mul(f.percent), f.percentMost))
	}
	off = []reduction{{standard, money.One}}
	if f.how == byPeriod && f.allowance.Sign() > 0 {
		return append(off, reduction{f.allowance.Mul(count).Add(f.further.Mul(further)), money.One}), credits
	}
	return append(off, reduction{f.allowance, count}, reduction{f.further, further}), credits
}

// scaled is New York's exact calculation method: the annual schedule divided
// into one of the payroll period, and above an income one rate on all wages.
func (f *formula) scaled(w *tax.Work, in *Payment, n money.Dec) money.Dec {
	status := in.status()
	if status == twoIncomes || status == headStatus {
		status = single
	}
	period := string(in.Frequency)
	net := in.StateIncomeTaxWages.Sub(f.periodDeduction[status][period]).Sub(f.periodAllowance[period].Mul(money.FromInt(int64(in.StateAllowances)))).Positive()
	if top := f.whole[status]; top != nil && !net.Mul(n).Less(top.rows[1].from) {
		return net.Mul(n).Mul(top.entered(net.Mul(n)).rate).Quo(n)
	}
	at := row{}
	for _, r := range f.schedules[status].rows {
		if from := r.from.Quo(n).Whole(money.HalfUp); !net.Less(from) {
			at = row{from, r.base.Quo(n).Round(2, money.HalfUp), r.rate}
		}
	}
	due := at.base.Add(w.Round(net.Sub(at.from).Mul(at.rate), cent))
	w.Step("state_net", "Net wages of the period", net, f.cite, "wages − deduction and exemption allowances")
	return due
}
