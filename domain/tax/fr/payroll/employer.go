package payroll

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

// share is the employer's side on a pay date: rates, the sizes from which some of
// them change, and what the general reduction follows from.
type share struct {
	rates, sizes, reduction map[string]money.Dec
	wage                    money.Dec // minimum wage of an hour on 1 January
	cite                    []law.Citation
}

var shares = payroll.ByDay("fr", tax.Calendar, func(book *law.Book, day civil.Date) (*share, error) {
	r := book.On(day)
	if !r.Known("payroll_employer_rates") || !r.Known("payroll_reduction_wage_hour") {
		return nil, r.Err()
	}
	s := &share{wage: r.Num("payroll_reduction_wage_hour").Dec}
	s.rates, _ = r.Table("payroll_employer_rates")
	s.sizes, _ = r.Table("payroll_employer_sizes")
	s.reduction, _ = r.Table("payroll_general_reduction")
	s.cite = r.Citations()
	return s, r.Err()
})

// owed is one contribution of the employer.
type owed struct {
	code   string
	amount money.Dec
}

// contributions are those of pay under a ceiling of some months of the year; the
// codes and their order are the same for every pay.
func (s *share) contributions(p *params, req *tax.Request, pay, ceiling money.Dec) []owed {
	headcount, r := money.FromInt(int64(req.Int("headcount"))), s.rates
	lower, within := money.Min(pay, ceiling), money.Min(pay, ceiling.Mul(p.top))
	insured := money.Min(pay, ceiling.Mul(p.executiveTop)) // unemployment and Apec: four ceilings
	housing, training, apprentices := cent(lower.Mul(r["housing_aid"])), r["training"], r["apprentices"]
	if !headcount.Less(s.sizes["housing_aid"]) {
		housing = cent(pay.Mul(r["housing_aid_large"]))
	}
	if !headcount.Less(s.sizes["training"]) {
		training = r["training_large"]
	}
	if req.Bool("local_scheme") {
		apprentices = r["apprentices_local"]
	}
	complementary := cent(lower.Mul(r["complementary_lower"])).Add(cent(within.Sub(lower).Mul(r["complementary_upper"])))
	if pay.Greater(ceiling) {
		complementary = complementary.Add(cent(within.Mul(r["technical"])))
	}
	out := []owed{
		{"health_employer", cent(pay.Mul(r["health"]))},
		{"family_employer", cent(pay.Mul(r["family"]))},
		{"pension_employer", cent(pay.Mul(r["pension_whole"])).Add(cent(lower.Mul(r["pension_capped"])))},
		{"complementary_pension_employer", complementary},
		{"unemployment_employer", cent(insured.Mul(r["unemployment"])).Add(cent(insured.Mul(r["wage_guarantee"])))},
		{"accidents_employer", cent(pay.Mul(req.Num("accident_rate")))},
		{"autonomy_employer", cent(pay.Mul(r["autonomy"]))},
		{"social_dialogue_employer", cent(pay.Mul(r["dialogue"]))},
		{"housing_aid_employer", housing},
		{"training_employer", cent(pay.Mul(training))},
		{"apprenticeship_employer", cent(pay.Mul(apprentices))},
	}
	if req.Bool("executive") {
		out = append(out, owed{"apec_employer", cent(insured.Mul(r["executive"]))})
	}
	if !headcount.Less(s.sizes["housing_fund"]) {
		out = append(out, owed{"housing_fund_employer", cent(pay.Mul(r["housing_fund"]))})
	}
	if !headcount.Less(s.sizes["mobility"]) {
		out = append(out, owed{"mobility_employer", cent(pay.Mul(req.Num("mobility_rate")))})
	}
	return out
}

// employer appends what the employer owes, where the size of the business was
// given.
func (p *params) employer(w *tax.Work, req *tax.Request, levies []tax.Levy, ceilings [2]money.Dec) ([]tax.Levy, error) {
	if !req.Given("headcount") {
		return levies, nil
	}
	if req.SubRegion != metropole {
		return nil, &tax.Unavailable{Jurisdiction: "FR", TaxYear: req.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "the employer's contributions overseas, which have reliefs of their own (Lodeom), are not modelled"}
	}
	s := shares.On(req.Law, req.Date(payroll.PayDate))
	if s == nil {
		return nil, &tax.Unavailable{Jurisdiction: "FR", TaxYear: req.TaxYear, TaxType: payroll.TaxType, Taxpayer: "employer",
			Reason: "the employer's contributions of the day are not held"}
	}
	w.Cite(s.cite)
	before := s.contributions(p, req, req.Num(payroll.PayToDate), ceilings[0])
	now := s.contributions(p, req, req.Num(payroll.PayToDate).Add(req.Income), ceilings[1])
	add := func(code, label string, amount money.Dec, kind, formula string, args ...money.Dec) {
		if amount.IsZero() {
			return
		}
		w.Step(code, label, amount, s.cite, formula, args...)
		levies = append(levies, tax.Levy{Code: code, Kind: kind, Amount: amount})
	}
	for i := range now {
		add(now[i].code, "Contribution of the year to date, less the earlier months'", now[i].amount.Sub(before[i].amount), tax.LevySocial,
			"{} − {}", now[i].amount, before[i].amount)
	}
	insurance := req.Num("supplementary_health_employer").Add(req.Num("supplementary_provident_employer"))
	add("supplementary_insurance_employer", "Supplementary insurance, as given", insurance, tax.LevySocial, "{}", insurance)
	if headcount := money.FromInt(int64(req.Int("headcount"))); !headcount.Less(s.sizes["social_package"]) {
		add("social_package_employer", "Forfait social on supplementary insurance", cent(insurance.Mul(s.rates["social_package"])),
			tax.LevySocial, "{} × {}", insurance, s.rates["social_package"])
	}
	factor := s.factor(req)
	add("general_reduction_employer", "General reduction of the employer's contributions", cent(req.Income.Mul(factor)), tax.LevyCredit,
		"{} × {}", req.Income, factor)
	return levies, nil
}

// factor is the coefficient of the general reduction of the month's pay, to four
// decimals: least + spread × (½ × (3 × minimum wage ÷ pay − 1)) ^ 1.75, at most
// least + spread, and none from three times the minimum wage on.
func (s *share) factor(req *tax.Request) money.Dec {
	r := s.reduction
	spread := r["spread"]
	if !money.FromInt(int64(req.Int("headcount"))).Less(s.sizes["housing_aid"]) {
		spread = r["spread_large"]
	}
	end := r["multiple"].Mul(s.wage).Mul(r["hours_year"]).Quo(twelve).Mul(req.Num("working_time_share"))
	if req.Income.IsZero() || !req.Income.Less(end) {
		return money.Zero
	}
	x := end.Quo(req.Income).Sub(money.One).Quo(two)
	if !x.Less(money.One) {
		return r["least"].Add(spread).Round(4, money.HalfUp)
	}
	return rounded(x, r["least"], spread)
}

var two, twelve = money.FromInt(2), money.FromInt(12)

// rounded is least + spread × x^1.75 to four decimals, half up, for x from 0 to 1.
// The power is not worked out: the greatest step at which the formula has arrived
// is found by its fourth power, x^7, so that the decimals are exact.
func rounded(x, least, spread money.Dec) money.Dec {
	seventh := x.Mul(x).Mul(x)
	seventh = seventh.Mul(seventh).Mul(x)
	step, half := money.MustParse("0.0001"), money.MustParse("0.00005")
	reached := func(n int64) bool { // least + spread × x^1.75 ≥ n steps less a half
		edge := step.Mul(money.FromInt(n)).Sub(half).Sub(least)
		if edge.Sign() <= 0 {
			return true
		}
		root := edge.Quo(spread)
		root = root.Mul(root)
		return !seventh.Less(root.Mul(root))
	}
	low, high := int64(0), int64(10_000) // reached, not reached
	for high-low > 1 {
		if middle := (low + high) / 2; reached(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return step.Mul(money.FromInt(low))
}
