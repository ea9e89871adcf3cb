package us

import (
	"strconv"
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// Return is the facts of a federal return.
type Return = form1040.Return

// Federal computes a return that the caller states whole; explain fills Steps.
// The result holds what a calculator fills; identity, tier and effective rate
// belong to the registry.
func Federal(in Return, explain bool) (tax.Result, error) {
	p, err := form1040.ForYear(in.Year)
	if err != nil {
		return tax.Result{}, err
	}
	out, _ := federal(p, &in, explain)
	return out, nil
}

// federal fills a result from a return; the sheet is for what follows.
func federal(p *form1040.Params, in *Return, explain bool) (tax.Result, *form1040.Sheet) {
	notes := form1040.Sources
	if explain {
		notes = form1040.LineNotes
	}
	s := form1040.NewSheet(p, in, notes)
	s.At(form1040.F34)
	s.At(form1040.F37)
	out := tax.Result{TaxableIncome: s.At(form1040.F15), Components: s.Components(), TotalTax: s.TotalTax(), Bands: s.Bands()}
	out.StatutoryRate = p.Schedule(in.Status).Entered(s.Ordinary()).Rate
	social, medicare := s.EmployeeTaxes()
	if !social.IsZero() {
		out.Components = append(out.Components,
			tax.Levy{Code: "social_security_tax", Kind: tax.LevySocial, Amount: social},
			tax.Levy{Code: "medicare_tax", Kind: tax.LevySocial, Amount: medicare})
	}
	out.Citations = s.Citations()
	if explain {
		out.Steps = s.Steps()
	}
	return out, s
}

func computeFederal(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if row.TaxType == tax.CorporateIncome {
		return computeCompany(req, row)
	}
	out, _, _, err := computeReturn(req, row)
	return out, err
}

func computeReturn(req *tax.Request, row tax.CoverageRow) (tax.Result, *Return, *form1040.Sheet, error) {
	year, _ := strconv.Atoi(row.TaxYear)
	in, err := returnOf(req, year)
	if err != nil {
		return tax.Result{}, nil, nil, err
	}
	p, err := form1040.ForYear(year)
	if err != nil {
		return tax.Result{}, nil, nil, err
	}
	out, s := federal(p, in, req.Explain)
	var cliff bool
	out.MarginalRate, cliff = slope(p, *in, firstKind(req))
	if cliff {
		out.Assumptions = append(out.Assumptions, "The income stands on a step of the law; the marginal rate is the one beyond it.")
	}
	return out, in, s, nil
}

var slopeSheets = sync.Pool{New: func() any { return new(form1040.Sheet) }}

// slope is the right-hand slope of line 24 in an income of a kind.
func slope(p *form1040.Params, in Return, kind tax.Kind) (money.Dec, bool) {
	in.Method = form1040.Slope
	sheet := slopeSheets.Get().(*form1040.Sheet)
	defer slopeSheets.Put(sheet)
	return tax.Slope(money.Zero, func(x money.Dec) money.Dec {
		at := in
		addIncome(&at, kind, false, x)
		sheet.Reset(p, &at)
		return sheet.At(form1040.F24)
	})
}

// computeAny computes the federal return and the tax of the state, or a
// company's tax.
func computeAny(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if row.TaxType == tax.CorporateIncome {
		return computeCompany(req, row)
	}
	out, in, s, err := computeReturn(req, row)
	if err != nil {
		return tax.Result{}, err
	}
	e := state.Of(row.Region)
	if reason := e.Refuse(in); reason != "" {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "US", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual", Reason: e.Name + ": " + reason}
	}
	own, err := e.Compute(in, s, req.Explain)
	if err != nil {
		return tax.Result{}, err
	}
	out.Components = append(out.Components, tax.Levy{Code: "state_income_tax", Kind: tax.LevyTax, Amount: own.Tax})
	out.Citations = join(out.Citations, own.Citations)
	out.Steps = append(out.Steps, own.Steps...)
	if err := addLocal(&out, req, e, in, s, own); err != nil {
		return tax.Result{}, err
	}
	if note := owesLocally(e); note != "" && !req.Given(factLocality) {
		out.Assumptions = append(out.Assumptions, note)
	}
	return out, nil
}

func join(a, b []law.Citation) []law.Citation {
	out := make([]law.Citation, 0, len(a)+len(b))
	return append(append(out, a...), b...)
}
