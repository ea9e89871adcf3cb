package http

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/payroll"
)

type payrollState struct {
	Code           string     `json:"code" pattern:"^[A-Z]{2}$" example:"NY"`
	Wages          *money.Dec `json:"wages,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"That contributions to disability and leave bear on; left out, the income tax base."`
	YearToDate     money.Dec  `json:"year_to_date_wages" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"The same, paid earlier in the calendar year."`
	Employees      int        `json:"employees,omitempty" minimum:"1" maximum:"10000000" doc:"Of the employer; states exempt small ones. Left out: not small."`
	IncomeTaxWages *money.Dec `json:"income_tax_wages,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"That the state's income tax is withheld from; left out, the income tax base."`
	Extra          *money.Dec `json:"extra_withholding,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	Elected        *money.Dec `json:"elected_rate,omitempty" pattern:"^0([.][0-9]{1,12})?$" doc:"Of Arizona Form A-4."`
	Status         string     `json:"status,omitempty" enum:"single,married,married_two_incomes,head_of_household" doc:"On the employee's certificate for the state; left out, that of Form W-4."`
	Allowances     int        `json:"allowances,omitempty" minimum:"0" maximum:"99" doc:"Allowances or exemptions on that certificate."`
	Further        int        `json:"further_allowances,omitempty" minimum:"0" maximum:"99" doc:"Those that it counts apart: Illinois line 2, Virginia for age and blindness, Massachusetts for blindness, Indiana for dependents, California for estimated deductions."`
	Amount         *money.Dec `json:"amount,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"A yearly amount on it: Iowa line 7, Mississippi's exemption, Colorado's DR 0004 line 2."`
	Table          string     `json:"table,omitempty" pattern:"^[a-z]{1,4}$" patternDescription:"a table of the certificate such as a" example:"a" doc:"Where the certificate names one: Connecticut a to f, New Jersey a to e, Alabama zero, s, ms, m or h, West Virginia one or two; none for an employee of Connecticut or Oregon without a certificate."`
	Locality       string     `json:"locality,omitempty" pattern:"^[a-z_]{1,40}$" patternDescription:"a county such as anne_arundel" example:"anne_arundel" doc:"The county of Maryland whose tax is withheld with the state's, or nonresident."`
	Exempt         bool       `json:"exempt,omitempty" doc:"The certificate claims that no tax be withheld."`
}

type payrollWages struct {
	IncomeTax      money.Dec  `json:"income_tax" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	SocialSecurity *money.Dec `json:"social_security,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	Medicare       *money.Dec `json:"medicare,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	Unemployment   *money.Dec `json:"unemployment,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
}

type payrollYear struct {
	SocialSecurity money.Dec  `json:"social_security" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	Medicare       money.Dec  `json:"medicare" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	Unemployment   money.Dec  `json:"unemployment" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	State          *money.Dec `json:"state_unemployment,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
}

type payrollW4 struct {
	Status     string     `json:"status" enum:"single,married_joint,head_of_household"`
	Before2020 bool       `json:"before_2020,omitempty" doc:"A form of 2019 or earlier, on which allowances count."`
	Allowances int        `json:"allowances,omitempty" minimum:"0" maximum:"99"`
	TwoJobs    bool       `json:"two_jobs,omitempty" doc:"Step 2 checkbox."`
	Credits    *money.Dec `json:"credits,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"Step 3."`
	Other      *money.Dec `json:"other_income,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"Step 4(a)."`
	Deductions *money.Dec `json:"deductions,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"Step 4(b)."`
	Extra      *money.Dec `json:"extra_withholding,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"Step 4(c)."`
	Exempt     bool       `json:"exempt,omitempty"`
}

type payrollStateRates struct {
	Rate      *money.Dec `json:"rate,omitempty" pattern:"^0([.][0-9]{1,12})?$" doc:"The employer's own rate, a fraction."`
	Base      *money.Dec `json:"wage_base,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$"`
	Wages     *money.Dec `json:"wages,omitempty" pattern:"^[0-9]{1,20}([.][0-9]{1,2})?$" doc:"Left out, those of the federal unemployment tax; so for the year to date."`
	Reduction *money.Dec `json:"futa_credit_reduction,omitempty" pattern:"^0([.][0-9]{1,12})?$"`
}

// inUS is the payment as the calculator of the United States takes it.
func (b *payrollBody) inUS() (*payroll.Payment, error) {
	var fields fault.Fields
	date := parseDate(&fields, "pay_date", b.PayDate)
	if date == (civil.Date{}) && len(fields) == 0 {
		fields.Add("pay_date", "is required")
	}
	for name, absent := range map[string]bool{"wages": b.Wages == nil, "year_to_date": b.YearToDate == nil, "w4": b.W4 == nil} {
		if absent {
			fields.Add(name, "is required in the US")
		}
	}
	for name, given := range map[string]bool{"pay": b.Pay != nil, "facts": len(b.Facts) > 0, "sub_region": b.SubRegion != ""} {
		if given {
			fields.Add(name, "is not of the US, where wages, year_to_date, w4 and state stand for it")
		}
	}
	if err := fields.Err(); err != nil {
		return nil, err
	}
	or := func(d *money.Dec, otherwise money.Dec) money.Dec {
		if d == nil {
			return otherwise
		}
		return *d
	}
	w, y, rates := b.Wages, b.YearToDate, b.StateRates
	if rates == nil {
		rates = &payrollStateRates{}
	}
	p := &payroll.Payment{
		PayDate: date, Frequency: payroll.Frequency(b.Frequency),
		W4: payroll.Certificate{
			Status: b.W4.Status, Before2020: b.W4.Before2020, Allowances: b.W4.Allowances, TwoJobs: b.W4.TwoJobs, Exempt: b.W4.Exempt,
			Credits: or(b.W4.Credits, money.Zero), Other: or(b.W4.Other, money.Zero),
			Deductions: or(b.W4.Deductions, money.Zero), Extra: or(b.W4.Extra, money.Zero),
		},
		IncomeTaxWages: w.IncomeTax, SocialSecurityWages: or(w.SocialSecurity, w.IncomeTax),
		MedicareWages: or(w.Medicare, w.IncomeTax), UnemploymentWages: or(w.Unemployment, w.IncomeTax),
		YearSocialSecurity: y.SocialSecurity, YearMedicare: y.Medicare, YearUnemployment: y.Unemployment,
		YearStateUnemploymentPay: or(y.State, y.Unemployment),
		UnemploymentReduction:    or(rates.Reduction, money.Zero), StateUnemploymentRate: or(rates.Rate, money.Zero),
		StateUnemploymentBase: or(rates.Base, money.Zero), StateUnemploymentWages: or(rates.Wages, or(w.Unemployment, w.IncomeTax)),
	}
	if s := b.State; s != nil {
		p.State, p.Employees, p.StateElected = strings.ToLower(s.Code), s.Employees, s.Elected
		p.StateWages, p.YearStateWages = or(s.Wages, w.IncomeTax), s.YearToDate
		p.StateIncomeTaxWages, p.StateExtra = or(s.IncomeTaxWages, w.IncomeTax), or(s.Extra, money.Zero)
		p.StateStatus, p.StateAllowances, p.StateFurther = s.Status, s.Allowances, s.Further
		p.StateAmount, p.StateExempt = or(s.Amount, money.Zero), s.Exempt
		p.StateTable, p.StateLocality = s.Table, s.Locality
	}
	return p, nil
}
