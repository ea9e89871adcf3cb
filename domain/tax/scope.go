package tax

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// Scope narrows or widens what total_tax contains, by the codes of components.
// Only comes first: the total is then the sum of those. Without takes components
// out of the total, With puts some that stand beside it into it. Credits count
// with their sign.
type Scope struct {
	Only    []string `json:"only,omitempty"`
	With    []string `json:"with,omitempty"`
	Without []string `json:"without,omitempty"`
}

// Empty reports a scope that changes nothing.
func (s *Scope) Empty() bool { return s == nil || len(s.Only)+len(s.With)+len(s.Without) == 0 }

// Has reports a scope that names a component as the only one, or beside the others.
func (s *Scope) Has(code string) bool {
	return s != nil && (slices.Contains(s.Only, code) || slices.Contains(s.With, code))
}

// scopable are the components of a place that a scope may name although a
// result does not show them, because nothing of them is due.
var scopable = map[string][]string{
	"AU": {"income_tax", "low_income_tax_offset", "medicare_levy", "medicare_levy_surcharge", "study_loan_repayment"},
	"AT": {"income_tax", "transport_credit", "family_bonus", "special_payments_tax", "social_contributions"},
	"BE": {"income_tax", "exempt_amount", "communal_surcharge", "social_contributions"},
	"CA": {"federal_tax", "federal_credits", "provincial_tax", "provincial_credits", "cpp", "qpp", "ei", "qpip", "ontario_surtax",
		"ontario_health_premium",
		"ontario_tax_reduction", "ontario_lift_credit", "quebec_abatement", "bc_tax_reduction", "pei_surtax", "federal_dividend_credit",
		"provincial_dividend_credit"},
	"CH": {"income_tax", "child_reduction", "cantonal_tax", "communal_tax", "personal_tax"},
	"DE": {"income_tax", "solidarity_surcharge", "church_tax"},
	"DK": {"labour_market_contribution", "bottom_tax", "upper_taxes", "municipal_tax", "church_tax", "personal_allowance_value"},
	"ES": {"state_tax", "state_minimum", "regional_tax", "regional_minimum", "social_contributions"},
	"FI": {"state_income_tax", "municipal_tax", "church_tax", "public_broadcasting_tax", "work_income_credit", "medical_care_contribution",
		"daily_allowance_contribution",
		"pension_contribution", "unemployment_contribution"},
	"FR": {"income_tax", "decote", "cehr", "cdhr", "social_contributions", "csg_crds"},
	"GB": {"income_tax", "ni_class_1_employee", "ni_class_2", "ni_class_4", "student_loan", "postgraduate_loan",
		"high_income_child_benefit_charge"},
	"HK": {"salaries_tax", "tax_reduction", "tax_rebate"},
	"IE": {"income_tax", "tax_credits", "usc", "prsi_employee", "prsi_self_employed", "prsi_unearned", "deposit_interest_retention_tax"},
	"IN": {"income_tax", "rebate_87a", "surcharge", "health_and_education_cess"},
	"IT": {"income_tax", "employment_credit", "wedge_credit", "other_credits", "regional_surtax", "municipal_surtax", "social_contributions"},
	"JP": {"income_tax", "reconstruction_surtax", "inhabitant_tax_on_previous_year"},
	"KR": {"income_tax_before_credits", "credits", "local_income_tax"},
	"NL": {"income_tax", "general_credit", "labour_credit", "combination_credit"},
	"NO": {"general_income_tax", "bracket_tax", "national_insurance"},
	"NZ": {"income_tax", "acc_earners_levy"},
	"PL": {"income_tax", "reducing_amount", "solidarity_levy", "social_contributions", "health_contribution"},
	"SG": {"income_tax", "personal_income_tax_rebate", "tax_rebate"},
	"PT": {"income_tax", "solidarity_surcharge", "tax_credits", "social_contributions"},
	"SE": {"municipal_tax", "state_income_tax", "pension_contribution", "pension_contribution_credit", "work_tax_credit",
		"earned_income_credit"},
	"US": {"income_tax", "state_income_tax", "local_income_tax", "social_security_tax", "medicare_tax", "additional_medicare_tax",
		"self_employment_tax",
		"net_investment_income_tax", "alternative_minimum_tax"},
	"ZA": {"normal_tax", "rebates", "medical_scheme_fees_tax_credit"},
}

// ofGross are contributions that are worked out from gross pay or profit, wherever a place
// has them: a taxable income does not tell what they are on.
var ofGross = []string{"social_contributions", "csg_crds", "health_contribution", "ni_class_1_employee", "ni_class_2", "ni_class_4", "cpp",
	"qpp", "ei", "qpip", "acc_earners_levy", "social_security_tax", "medicare_tax", "additional_medicare_tax", "self_employment_tax",
	"prsi_employee", "prsi_self_employed", "labour_market_contribution", "national_insurance", "pension_contribution",
	"unemployment_contribution", "daily_allowance_contribution"}

// narrow applies a request's scope to a result, before its amounts are shown.
func (p *place) narrow(out *Result, req *Request) error {
	s := req.Scope
	if s.Empty() {
		return nil
	}
	if err := p.checkScope(out, s); err != nil {
		return err
	}
	if untold(out, req) {
		return &Unavailable{Jurisdiction: p.Code, TaxYear: req.TaxYear, TaxType: req.TaxType, Taxpayer: "individual",
			Reason: "a taxable income does not tell what the contributions asked for are on; the gross income would"}
	}
	total := out.TotalTax
	if len(s.Only) > 0 {
		total = money.Zero
	}
	for i := range out.Components {
		l := &out.Components[i]
		was := l.InTotal
		switch {
		case len(s.Only) > 0:
			l.InTotal = slices.Contains(s.Only, l.Code)
			if l.InTotal {
				total = total.Add(l.signed())
			}
		case slices.Contains(s.Without, l.Code) && was:
			l.InTotal, total = false, total.Sub(l.signed())
		case slices.Contains(s.With, l.Code) && !was:
			l.InTotal, total = true, total.Add(l.signed())
		}
	}
	if total.Sign() < 0 {
		total = money.Zero
	}
	if req.apart {
		out.Assumptions = append(out.Assumptions, p.Apart.Assumption)
	}
	out.TotalTax, out.Scope = total, s
	out.Assumptions = append(out.Assumptions, s.sentence(),
		"The marginal and the statutory rate and the bands are those of the whole computation, not of the scope.")
	return nil
}

// untold reports a component that a scope puts into the total and that a taxable income
// does not tell: what is not shown would count as nothing.
func untold(out *Result, req *Request) bool {
	return req.IncomeBasis == Taxable && slices.ContainsFunc(slices.Concat(req.Scope.Only, req.Scope.With), func(code string) bool {
		return slices.Contains(ofGross, code) && !slices.ContainsFunc(out.Components, func(l Levy) bool { return l.Code == code })
	})
}

// checkScope refuses codes that are no components of the place.
func (p *place) checkScope(out *Result, s *Scope) error {
	var faults InputError
	for _, list := range []struct {
		name  string
		codes []string
	}{{"scope.only", s.Only}, {"scope.with", s.With}, {"scope.without", s.Without}} {
		for _, code := range list.codes {
			shown := slices.ContainsFunc(out.Components, func(l Levy) bool { return l.Code == code })
			if !shown && !slices.Contains(scopable[p.Code], code) {
				faults.Add(list.name, "%q is no component of %s; its components are %s", code, p.Code, strings.Join(p.componentCodes(out), ", "))
			}
		}
	}
	return faults.Err()
}

func (p *place) componentCodes(out *Result) []string {
	codes := slices.Clone(scopable[p.Code])
	for _, l := range out.Components {
		if !slices.Contains(codes, l.Code) {
			codes = append(codes, l.Code)
		}
	}
	return codes
}

// signed is what a component adds to a total: credits take away.
func (l *Levy) signed() money.Dec {
	switch l.Kind {
	case LevyCredit, LevyRefundable:
		return l.Amount.Neg()
	}
	return l.Amount
}

// sentence says what the total of a scope contains.
func (s *Scope) sentence() string {
	words := func(codes []string) string { return strings.ReplaceAll(strings.Join(codes, ", "), "_", " ") }
	if len(s.Only) > 0 {
		return "Total tax is, as asked, only: " + words(s.Only) + "."
	}
	var parts []string
	if len(s.Without) > 0 {
		parts = append(parts, "without "+words(s.Without))
	}
	if len(s.With) > 0 {
		parts = append(parts, "with "+words(s.With))
	}
	return "Total tax is, as asked, " + strings.Join(parts, " and ") + "."
}
