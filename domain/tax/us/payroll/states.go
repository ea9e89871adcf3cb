package payroll

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// ceiling says to which wages of a year a state contribution is limited.
type ceiling int

const (
	unlimited ceiling = iota // unless a base of the fund is known for the year
	federal                  // the contribution and benefit base of social security
	own                      // a base of the fund
)

// stateFund is one contribution that a state takes on wages. Its rates are the
// parameter "contribution_" and the code, with an entry for each side that
// pays; "_base" is its own base, "_week" and "_year" the most an employee pays,
// "_small" the number of employees from which the employer owes its side and
// "_from" that from which either side does.
type stateFund struct {
	state, code, label string
	limit              ceiling
}

// stateFunds are in the order in which a result lists them.
var stateFunds = []stateFund{
	{"ca", "ca_sdi", "California State Disability Insurance", unlimited},
	{"ca", "ca_ett", "California Employment Training Tax", own},
	{"co", "co_famli", "Colorado Family and Medical Leave Insurance", federal},
	{"ct", "ct_pfml", "Connecticut Paid Leave", federal},
	{"dc", "dc_pfl", "District of Columbia Paid Family Leave", unlimited},
	{"de", "de_parental", "Delaware Paid Leave, parental", federal},
	{"de", "de_medical", "Delaware Paid Leave, medical and family caregiving", federal},
	{"ma", "ma_pfml", "Massachusetts Paid Family and Medical Leave", federal},
	{"me", "me_pfml", "Maine Paid Family and Medical Leave", federal},
	{"mn", "mn_pfml", "Minnesota Paid Leave", federal},
	{"nj", "nj_ui", "New Jersey Unemployment Insurance", own},
	{"nj", "nj_wf", "New Jersey Workforce Development and Supplemental Workforce Funds", own},
	{"nj", "nj_tdi", "New Jersey Temporary Disability Insurance", own},
	{"nj", "nj_fli", "New Jersey Family Leave Insurance", own},
	{"ny", "ny_dbl", "New York disability benefits", unlimited},
	{"ny", "ny_pfl", "New York Paid Family Leave", unlimited},
	{"or", "or_pfml", "Paid Leave Oregon", federal},
	{"or", "or_transit", "Oregon statewide transit tax", unlimited},
	{"pa", "pa_ui", "Pennsylvania unemployment compensation", unlimited},
	{"ri", "ri_tdi", "Rhode Island Temporary Disability Insurance", own},
	{"vt", "vt_childcare", "Vermont Child Care Contribution", unlimited},
	{"wa", "wa_pfml", "Washington Paid Family and Medical Leave", federal},
	{"wa", "wa_cares", "WA Cares Fund", unlimited},
}

// otherStates take no contribution of this kind; Hawaii has the employer insure
// temporary disability, and what its employee bears of that is no rate of law.
// Alaska is of neither list: it takes one that is not known here.
var otherStates = strings.Fields("al ar az fl ga hi ia id il in ks ky la md mi mo ms mt nc nd ne nh nm nv oh ok sc sd tn tx ut va wi wv wy")

// unknownFunds says what is not known of a state's contributions, or "".
func (p *params) unknownFunds(state string) string {
	if state == "" || p.funds[state] != nil || slices.Contains(otherStates, state) {
		return ""
	}
	if slices.ContainsFunc(stateFunds, func(f stateFund) bool { return f.state == state }) {
		return "the contributions of the state are not known for the year"
	}
	return "the contributions of the state are not known"
}

// fund is a stateFund with its figures of a year; nil is no such limit.
type fund struct {
	stateFund
	employee, employer, base, week, year, small, from *money.Dec

	cite []law.Citation
}

// readFunds reads what is known of a year. A state one of whose funds is not
// known is left out.
func readFunds(r *law.Reader, federalBase law.Num) map[string][]fund {
	funds, unknown := map[string][]fund{}, map[string]bool{}
	for _, f := range stateFunds {
		name := "contribution_" + f.code
		if !r.Has(name) {
			unknown[f.state] = true
			continue
		}
		shares, cite := r.Table(name)
		out := fund{stateFund: f, cite: cite}
		if x, pays := shares["employee"]; pays {
			out.employee = &x
		}
		if x, pays := shares["employer"]; pays {
			out.employer = &x
		}
		figure := func(suffix string) *money.Dec {
			if !r.Has(name + suffix) {
				return nil
			}
			n := r.Num(name + suffix)
			out.cite = append(out.cite[:len(out.cite):len(out.cite)], n.Cite...)
			return &n.Dec
		}
		out.week, out.year, out.small, out.from = figure("_week"), figure("_year"), figure("_small"), figure("_from")
		switch f.limit {
		case own:
			if out.base = figure("_base"); out.base == nil {
				unknown[f.state] = true
			}
		case unlimited:
			out.base = figure("_base")
		case federal:
			out.base = &federalBase.Dec
			out.cite = append(out.cite[:len(out.cite):len(out.cite)], federalBase.Cite...)
		}
		funds[f.state] = append(funds[f.state], out)
	}
	for state := range unknown {
		delete(funds, state)
	}
	return funds
}

// state are the contributions that the state takes on a payment.
func (p *params) state(w *tax.Work, in *Payment, add func(string, string, money.Dec, bool)) {
	for i := range p.funds[in.State] {
		f := &p.funds[in.State][i]
		if !reaches(f.from, in.Employees) {
			continue
		}
		w.Cite(f.cite)
		wages := in.StateWages
		if f.base != nil {
			wages = money.Min(wages, f.base.Sub(in.YearStateWages).Positive())
		}
		if f.employee != nil {
			due := w.Round(f.most(in, wages.Mul(*f.employee)), cent)
			w.Step(f.code, f.label+", employee", due, f.cite, "{} × {}", wages, *f.employee)
			add(f.code, tax.LevySocial, due, true)
		}
		if f.employer != nil && reaches(f.small, in.Employees) {
			due := w.Round(wages.Mul(*f.employer), cent)
			w.Step("employer_"+f.code, f.label+", employer", due, f.cite, "{} × {}", wages, *f.employer)
			add("employer_"+f.code, tax.LevySocial, due, false)
		}
	}
}

// most holds a contribution of the employee to the most of the week and of the
// year.
func (f *fund) most(in *Payment, due money.Dec) money.Dec {
	if f.week != nil {
		due = money.Min(due, f.week.Mul(money.FromInt(52)).Quo(money.FromInt(periods[in.Frequency])))
	}
	if f.year != nil {
		due = money.Min(due, f.year.Sub(in.YearStateWages.Mul(*f.employee)).Positive())
	}
	return due
}

// reaches reports whether so many employees are a number of the law or more; an
// employer that does not say how many it has is not small.
func reaches(number *money.Dec, employees int) bool {
	return number == nil || employees == 0 || !money.FromInt(int64(employees)).Less(*number)
}

// localised fills in what the state's law says and the caller left out: the
// credit reduction of the state and the wage base of its unemployment tax.
func (p *params) localised(w *tax.Work, in *Payment) Payment {
	out := *in
	if x, ok := p.reductions[in.State]; ok && in.UnemploymentReduction.IsZero() {
		w.Cite(p.reductionCite)
		out.UnemploymentReduction = x
	}
	if x, ok := p.unemploymentBases[in.State]; ok && in.StateUnemploymentBase.IsZero() && !in.StateUnemploymentRate.IsZero() {
		w.Cite(p.unemploymentBaseCite)
		out.StateUnemploymentBase = x
	}
	return out
}
