// Package payroll computes what an Australian employer withholds from one
// payment of pay, by the formulas of Schedule 1 (NAT 1004) and, with a study or
// training support loan, of Schedule 8 (NAT 3539), and the super guarantee.
//
// # Rules
//
// The pay is taken for a week, cents dropped and 99 added; the scale's row gives
// a × x − b, rounded to the dollar, half up; the week's amount is taken for the
// period. A month is 13 thirds of a week; a month's pay that ends in 33 cents
// counts a cent more. Without a tax file number a rate of the whole dollars is
// withheld, cents dropped.
//
// # Not computed
//
// Tax offsets, variations of the Medicare levy by children, seniors, working
// holiday makers, the extra amounts of years with 53 weeks or 27 fortnights,
// and the ceiling of the super guarantee's base.
package payroll

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// Jurisdiction declares the payroll of Australia.
func Jurisdiction() *tax.Jurisdiction {
	return payroll.Declare(tax.Jurisdiction{
		Law:  payroll.Law(scales, noNumbers, supers),
		Code: "AU", Name: "Australia", Authority: "Australian Taxation Office", Currency: "AUD", TimeZone: "Australia/Sydney",
		Languages: []string{"en"},
		YearForm:  yearForm,
		Check:     check,
		Compute:   compute,
	}, []string{payroll.Weekly, payroll.Biweekly, payroll.Monthly, payroll.Quarterly}, facts...)
}

// What the employee has declared.
const (
	notClaimed = "not_claimed"
	claimed    = "claimed"
	foreign    = "foreign_resident"
	noNumber   = "no_tax_file_number"
	noneExempt = "none"
	halfExempt = "half"
	fullExempt = "full"
)

var yearForm = tax.YearForm{Pattern: "2025-26", Split: true, Start: [2]int{7, 1}, BareAsks: true}

// numbers are those of the scales.
var numbers = []string{"1", "2", "3", "5", "6"}

var facts = []tax.Fact{
	{
		Name: "tax_free_threshold", Type: "choice", Choices: []string{claimed, notClaimed, foreign, noNumber},
		Section: "Tax file number declaration", Required: true, Example: claimed,
		Prompt: "Does the employee claim the tax-free threshold, or not, is a foreign resident, or has given no tax file number?",
		Reason: "It decides the scale.",
	},
	{
		Name: "resident", Type: "boolean", Section: "Tax file number declaration",
		Prompt: "Without a tax file number: is the employee a resident?", Reason: "The rates differ.",
		Assumed: "true", Assumption: "",
	},
	{
		Name: "medicare_exemption", Type: "choice", Choices: []string{noneExempt, halfExempt, fullExempt}, Section: "Medicare levy variation",
		Prompt: "Does the employee claim a full or half exemption from the Medicare levy?", Reason: "It decides the scale.",
		Assumed: noneExempt, Assumption: "No exemption from the Medicare levy is claimed.",
	},
	{
		Name: "study_loan", Type: "boolean", Section: "Loans",
		Prompt: "Does the employee have a study or training support loan?", Reason: "Its repayments are withheld with the tax.",
		Assumed: "false", Assumption: "The employee has no study or training support loan.",
	},
	{
		Name: "super_pay", Type: "decimal", Section: "Super",
		Prompt: "How much of the pay are ordinary time earnings, if not all?", Reason: "The super guarantee is a rate of them.",
		Assumed: "0", Assumption: "All of the pay are ordinary time earnings, within the maximum super contribution base.",
	},
}

// A row is the coefficients of weekly earnings below an amount; of the last,
// under is zero.
type coefficients struct{ under, a, b money.Dec }

type scale struct {
	rows []coefficients
	cite []law.Citation
}

// scales are those of a day, by their names.
var scales = payroll.ByDay("au", &yearForm, func(book *law.Book, day civil.Date) (map[string]*scale, error) {
	r, out := book.On(day), map[string]*scale{}
	for _, of := range []string{"payroll_scale_", "payroll_loan_scale_"} {
		for _, number := range numbers {
			if name := of + number; r.Has(name) {
				table, cite := r.Table(name)
				s, err := newScale(table)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				s.cite = cite
				out[name] = s
			}
		}
	}
	return out, r.Err()
})

// newScale reads a table of coefficients: under_N_a and under_N_b, and those of the
// last row.
func newScale(table map[string]money.Dec) (*scale, error) {
	s := &scale{}
	for key, a := range table {
		of, isA := strings.CutSuffix(key, "_a")
		if !isA {
			continue
		}
		row := coefficients{a: a, b: table[of+"_b"]}
		if n, ok := strings.CutPrefix(of, "under_"); ok {
			whole, err := strconv.ParseInt(n, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			row.under = money.FromInt(whole)
		}
		s.rows = append(s.rows, row)
	}
	slices.SortFunc(s.rows, func(x, y coefficients) int {
		switch {
		case x.under.IsZero():
			return 1
		case y.under.IsZero():
			return -1
		}
		return x.under.Cmp(y.under)
	})
	return s, nil
}

var (
	three, thirteen, two = money.FromInt(3), money.FromInt(13), money.FromInt(2)
	nearly               = money.MustParse("0.99")
	third, aCent         = money.MustParse("0.33"), money.MustParse("0.01")
	cent                 = block.Minor(2, money.HalfUp)
)

// week is the weekly earnings that a payment stands for.
func week(frequency string, pay money.Dec) money.Dec {
	switch frequency {
	case payroll.Biweekly:
		pay = pay.Quo(two)
	case payroll.Monthly:
		if pay.Sub(pay.Whole(money.Down)).Equal(third) {
			pay = pay.Add(aCent)
		}
		pay = pay.Mul(three).Quo(thirteen)
	case payroll.Quarterly:
		pay = pay.Quo(thirteen)
	}
	return pay.Whole(money.Down).Add(nearly)
}

// period takes the week's amount for the payment.
func period(frequency string, weekly money.Dec) money.Dec {
	switch frequency {
	case payroll.Biweekly:
		return weekly.Mul(two)
	case payroll.Monthly:
		return weekly.Mul(thirteen).QuoRound(three, 0, money.HalfUp)
	case payroll.Quarterly:
		return weekly.Mul(thirteen)
	}
	return weekly
}

// withheld is the amount by a scale.
func (s *scale) withheld(w *tax.Work, frequency string, pay money.Dec) money.Dec {
	if pay.IsZero() {
		return money.Zero
	}
	x := week(frequency, pay)
	i := 0
	for s.rows[i].under.Sign() > 0 && !x.Less(s.rows[i].under) {
		i++
	}
	weekly := x.Mul(s.rows[i].a).Sub(s.rows[i].b).Whole(money.HalfUp).Positive()
	w.Step("weekly", "Amount of a week", weekly, s.cite, "{} × {} − {}", x, s.rows[i].a, s.rows[i].b)
	return period(frequency, weekly)
}

func check(req *tax.Request, faults *tax.InputError) {
	if f := req.Choice("tax_free_threshold"); f != "" && f != claimed && req.Choice("medicare_exemption") != noneExempt {
		faults.Add("facts.medicare_exemption", "goes with the tax-free threshold claimed")
	}
	if req.Num("super_pay").Greater(req.Income) {
		faults.Add("facts.super_pay", "must not be more than the pay")
	}
}

// number is the scale of what the employee has declared.
func number(req *tax.Request) string {
	switch req.Choice("tax_free_threshold") {
	case notClaimed:
		return "1"
	case foreign:
		return "3"
	}
	return map[string]string{noneExempt: "2", fullExempt: "5", halfExempt: "6"}[req.Choice("medicare_exemption")]
}

// noNumbers are the rates of an employee without a tax file number, by whether a
// resident; nil where they are not held.
var noNumbers = payroll.ByDay("au", &yearForm, func(book *law.Book, day civil.Date) (map[bool]law.Num, error) {
	r := book.On(day)
	if !r.Has("payroll_no_number") {
		return nil, nil
	}
	return map[bool]law.Num{true: r.Entry("payroll_no_number", "resident"), false: r.Entry("payroll_no_number", "foreign")}, r.Err()
})

// supers is the rate of the super guarantee.
var supers = payroll.ByDay("au", &yearForm, func(book *law.Book, day civil.Date) (law.Num, error) {
	r := book.On(day)
	return r.Num("payroll_super"), r.Err()
})

func compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	day := req.Date(payroll.PayDate)
	unavailable := &tax.Unavailable{Jurisdiction: "AU", TaxYear: row.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
		Reason: "the scale is not held for the year"}
	w := tax.NewWork(req.Explain)
	var withheld money.Dec
	if req.Choice("tax_free_threshold") == noNumber {
		rates := noNumbers.On(req.Law, day)
		if rates == nil {
			return tax.Result{}, unavailable
		}
		rate := rates[req.Bool("resident")]
		w.Cite(rate.Cite)
		withheld = req.Income.Whole(money.Down).Mul(rate.Dec).Whole(money.Down)
		w.Step("withheld", "Rate without a tax file number", withheld, rate.Cite, "{} × {}", req.Income.Whole(money.Down), rate.Dec)
	} else {
		name := "payroll_scale_" + number(req)
		if req.Bool("study_loan") {
			name = "payroll_loan_scale_" + number(req)
		}
		s := scales.On(req.Law, day)[name]
		if s == nil {
			return tax.Result{}, unavailable
		}
		w.Cite(s.cite)
		withheld = s.withheld(&w, req.Choice(payroll.Frequency), req.Income)
	}
	rate := supers.On(req.Law, day)
	earnings := req.Income
	if req.Given("super_pay") {
		earnings = req.Num("super_pay")
	}
	w.Cite(rate.Cite)
	super := cent.Apply(earnings.Mul(rate.Dec))
	w.Step("super_guarantee", "Super guarantee", super, rate.Cite, "{} × {}", earnings, rate.Dec)
	return payroll.Withholding(&w, []tax.Levy{
		{Code: "payg_withholding", Kind: tax.LevyTax, Amount: withheld, InTotal: true},
		{Code: "super_guarantee", Kind: tax.LevySocial, Amount: super},
	}), nil
}
