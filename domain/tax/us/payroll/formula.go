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
	byYear    = "by year"            // the year's wages are taxed, the tax is divided
	byPeriod  = "by period"          // the year's deductions are divided, to the cent
	byTable   = "by table"           // the same, each allowance divided apart
	byScaled  = "by scaled schedule" // the year's schedule is divided: edges to the dollar, amounts to the cent
	byPrinted = "by printed table"   // the guide prints a table for each payroll period
)

// What a yearly amount on the certificate is.
const (
	amountDeducts  = "deduction"
	amountCredits  = "credit"
	amountReplaces = "in place of the deduction"
)

// What a state does with the federal income tax withheld from the payment.
const (
	federalDeducts = "deducted"
	federalLimited = "deducted to a limit"
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
// the file withholding.yaml of the state: deductions, a schedule and credits.
// Maps are by table of the certificate, which is the status where the state
// names none. What a state does not have is zero.
type formula struct {
	how      string
	rounding block.Rounding // of what is withheld
	annual   block.Rounding // of the year's tax, before credits
	parts    block.Rounding // of each amount that is divided into a period
	days     money.Dec      // periods of a daily payroll; 0 = not published
	names    map[string]string
	note     string // what a result rests on in this state

	schedules, high map[string]*schedule // high: in their place from highFrom annual wages on
	highFrom        money.Dec
	whole           map[string]*schedule // rates on all annual wages from the second row on
	printed         map[string]map[string]*schedule

	deduction, lowIncome         map[string]money.Dec
	deductionFrom, deductionSpan map[string]money.Dec // the deduction shrinks evenly from annual wages on, to nothing over a span
	deductionSteps               map[string]steps
	allowanceSteps               map[string]steps
	allowance, further, credit   money.Dec            // each, a year
	allowanceEnds                map[string]money.Dec // annual wages above which no allowance counts
	own, ownCount                map[string]money.Dec // the first allowances, together
	marriedFrom                  money.Dec            // allowances from which a single employee has the table of the married
	percent, percentMost         money.Dec            // of the wages, if an allowance is claimed
	amount                       string               // what the dollars on the certificate are: one of the constants above, or ""
	federal                      string
	federalMost                  map[string]steps
	contributionsMost            money.Dec // of social security and Medicare that is deducted in a year

	added              []map[string]steps // to the year's tax
	shareCredited      map[string]steps   // of the year's tax
	personal           map[string]money.Dec
	personalFrom       map[string]money.Dec
	personalFor        money.Dec // by which the personal credit shrinks, of each dollar of wages
	local              map[string]money.Dec
	localBands, onBand map[string]*schedule // of a locality and table: marginal rates; one rate on all

	perPeriod periodAmounts
	cite      []law.Citation
}

// periodAmounts are amounts that a guide prints for each payroll period, by
// frequency.
type periodAmounts struct {
	deduction                 map[string]map[string]money.Dec // by table
	allowance, ifClaimed      map[string]money.Dec
	floor, floorClaimed       map[string]money.Dec // wages below which nothing is withheld; if an allowance is claimed
	headCredit, furtherCredit map[string]money.Dec
}

// taken is what the payment has borne before the state's income tax: the
// federal income tax, the employee's social security and Medicare taxes, and
// those of the payments before it in the year.
type taken struct{ federal, contributions, earlier money.Dec }

// note takes down a levy of the payment.
func (t *taken) note(code string, amount money.Dec) {
	switch code {
	case IncomeTax:
		t.federal = amount
	case SocialSecurity, Medicare, AdditionalMedicare:
		t.contributions = t.contributions.Add(amount)
	}
}

// earlierContributions are the social security and Medicare taxes that the
// employee has borne earlier in the year, as they follow from the wages.
func (p *params) earlierContributions(in *Payment) money.Dec {
	return money.Min(in.YearSocialSecurity, p.base.Dec).Mul(p.oasdiEmployee.Dec).Add(in.YearMedicare.Mul(p.medicareEmployee.Dec)).
		Add(in.YearMedicare.Sub(p.additionalAbove.Dec).Positive().Mul(p.additionalRate.Dec))
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

// status is the status by which the state withholds: that of its certificate,
// or of Form W-4.
func (in *Payment) status() string {
	if in.StateStatus != "" {
		return in.StateStatus
	}
	return map[string]string{"single": single, "married_joint": married, "head_of_household": headStatus}[in.W4.Status]
}

// table is the table of the certificate by which the state withholds: the one
// that the employee chose, or that of the status.
func (f *formula) table(in *Payment) string {
	switch {
	case in.StateTable != "":
		return in.StateTable
	case f.names != nil:
		return f.names[in.status()]
	}
	return in.status()
}

// pick finds the entry of a table; a married employee with two incomes is
// single where the state has no entry of its own.
func pick[T any](of map[string]T, table string) (out T, ok bool) {
	names := []string{table, anyStatus}
	if table == twoIncomes {
		names = []string{table, single, anyStatus}
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
	table, frequency := f.table(in), string(in.Frequency)
	_, annual := pick(f.schedules, table)
	ofPeriods, printed := pick(f.printed, table)
	switch {
	case in.StateTable != "" && f.names == nil:
		return "state.table", "must be absent: the state's certificate names no table"
	case in.StateTable != "" && !annual && !printed:
		return "state.table", "must be a table of the state's certificate"
	case !annual && !printed:
		return "state.status", "must be a status of the state's certificate, since it has none like that of Form W-4"
	case f.how == byPrinted && ofPeriods[frequency] == nil,
		f.perPeriod.allowance != nil && f.perPeriod.allowance[frequency].IsZero(),
		f.how != byPrinted && in.Frequency == "daily" && f.days.IsZero():
		return "frequency", "is not one for which the state publishes its formula"
	case in.StateAllowances > 0 && !f.counts():
		return "state.allowances", "must be absent: the state's formula has no allowances"
	case in.StateFurther > 0 && f.further.IsZero() && f.perPeriod.furtherCredit == nil:
		return "state.further_allowances", "must be absent: the state's formula counts none apart"
	case in.StateAmount.Sign() > 0 && f.amount == "":
		return "state.amount", "must be absent: the state's certificate has no yearly amount"
	case in.StateLocality != "" && !f.knows(in.StateLocality, table):
		return "state.locality", "must be one whose income tax the state's tables include"
	}
	return "", ""
}

// counts reports whether the formula knows allowances.
func (f *formula) counts() bool {
	return !f.allowance.IsZero() || !f.credit.IsZero() || f.perPeriod.allowance != nil || len(f.allowanceSteps) > 0
}

// knows reports whether the formula knows a locality.
func (f *formula) knows(locality, table string) bool {
	_, flat := f.local[locality]
	return flat || f.localBands[locality+"_"+table] != nil || f.onBand[locality+"_"+table] != nil
}

// withheld is the income tax to withhold from a payment, before it is rounded.
func (f *formula) withheld(w *tax.Work, in *Payment, t taken) money.Dec {
	n := money.FromInt(periods[in.Frequency])
	if in.Frequency == "daily" && !f.days.IsZero() {
		n = f.days
	}
	table, wages := f.table(in), in.StateIncomeTaxWages
	if wages.IsZero() || f.spares(in, table, n) {
		return money.Zero
	}
	switch f.how {
	case byPrinted:
		count := money.FromInt(f.counted(in, table, wages.Mul(n)))
		net := wages.Sub(f.perPeriod.allowance[string(in.Frequency)].Mul(count)).Positive()
		w.Step("state_net", "Net wages of the period", net, f.cite, "wages − allowances")
		printed, _ := pick(f.printed, table)
		return printed[string(in.Frequency)].tentative(net)
	case byScaled:
		return f.scaled(w, in, table, n, t)
	case byYear:
		return f.ofYear(w, in, table, n, t)
	}
	return f.ofPeriod(w, in, table, n, t)
}

// spares reports whether the wages are so low that nothing is withheld.
func (f *formula) spares(in *Payment, table string, n money.Dec) bool {
	low, _ := pick(f.lowIncome, f.few(in, table))
	wages, frequency := in.StateIncomeTaxWages, string(in.Frequency)
	return !low.IsZero() && !wages.Mul(n).Greater(low) ||
		wages.Less(f.perPeriod.floor[frequency]) ||
		in.StateAllowances > 0 && wages.Less(f.perPeriod.floorClaimed[frequency])
}

// few is the table of deductions: California has one of its own for the
// married with fewer than two allowances.
func (f *formula) few(in *Payment, table string) string {
	if table == married && !f.deduction[marriedFew].IsZero() && in.StateAllowances+in.StateFurther < 2 {
		return marriedFew
	}
	return table
}
