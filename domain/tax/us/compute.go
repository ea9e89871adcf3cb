package us

import (
	"slices"
	"strconv"
	"sync"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// Return is the facts of a federal return.
type Return = form1040.Return

// work is what one calculation needs and its result keeps nothing of.
type work struct {
	in    Return
	sheet form1040.Sheet
}

var works = sync.Pool{New: func() any { return new(work) }}

// Federal computes a return that the caller states whole; explain fills Steps.
// The result holds what a calculator fills; identity, tier and effective rate
// belong to the registry.
func Federal(in Return, explain bool) (tax.Result, error) {
	p, err := form1040.ForYear(in.Year)
	if err != nil {
		return tax.Result{}, err
	}
	w := works.Get().(*work)
	defer works.Put(w)
	w.in = in
	out := w.federal(p, explain)
	cite(&out, w.sheet.Citations())
	return out, nil
}

// federal fills a result from the return but for its citations, which the
// sheet notes.
func (w *work) federal(p *form1040.Params, explain bool) tax.Result {
	notes := form1040.Sources
	if explain {
		notes = form1040.LineNotes
	}
	s := &w.sheet
	s.Begin(p, &w.in, notes)
	s.At(form1040.F34)
	s.At(form1040.F37)
	out := tax.Result{TaxableIncome: s.At(form1040.F15), Bands: s.Bands()}
	out.Components, out.TotalTax = s.Components()
	agi := &[2]money.Dec{s.At(form1040.F11), s.At(form1040.F14)} // with what is deducted from it
	out.AdjustedGross, out.Deduction = &agi[0], &agi[1]
	out.StatutoryRate = p.Schedule(w.in.Status).Entered(s.Ordinary()).Rate
	social, medicare := s.EmployeeTaxes()
	if !social.IsZero() {
		out.Components = append(out.Components,
			tax.Levy{Code: "social_security_tax", Kind: tax.LevySocial, Amount: social},
			tax.Levy{Code: "medicare_tax", Kind: tax.LevySocial, Amount: medicare})
	}
	if explain {
		out.Steps = append(s.Steps(), s.EmployeeSteps()...)
	}
	s.EndNotes()
	return out
}

func computeFederal(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if row.TaxType == tax.CorporateIncome {
		return computeCompany(req, row)
	}
	w := works.Get().(*work)
	defer works.Put(w)
	out, err := w.compute(req, row)
	if err != nil {
		return tax.Result{}, err
	}
	out.Unowed = w.unowed("", out.Components)
	cite(&out, w.sheet.Citations())
	w.slope(&out, incomeOf(firstKind(req)))
	return out, nil
}

// compute fills a result from a request but for its citations and slope.
func (w *work) compute(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	year, _ := strconv.Atoi(row.TaxYear)
	if err := fill(&w.in, req, year); err != nil {
		return tax.Result{}, err
	}
	p, err := form1040.Under(row.Law, year)
	if err != nil {
		return tax.Result{}, err
	}
	return w.federal(p, req.Explain), nil
}

// slope fills the marginal rate, the right-hand slope of line 24 in an income.
// It comes last: return and sheet are moved along the slope, since
// most lines stay as they are.
func (w *work) slope(out *tax.Result, what form1040.Income) {
	w.in.Method = form1040.Slope
	w.sheet.BeginSlope(&w.sheet, &w.in)
	at := money.Zero
	var cliff bool
	out.MarginalRate, cliff = tax.Slope(at, func(x money.Dec) money.Dec {
		if !x.Equal(at) {
			w.in.Add(what, false, x.Sub(at))
			at = x
			w.sheet.Earn(&w.in, what)
		}
		return w.sheet.At(form1040.F24)
	})
	if cliff {
		out.Assumptions = slices.Insert(out.Assumptions, 0, "The income stands on a step of the law; the marginal rate is the one beyond it.")
	}
}

// computeAny computes the federal return and the tax of the state, or a
// company's tax.
func computeAny(req *tax.Request, row tax.CoverageRow) (tax.Result, error) {
	if row.TaxType == tax.CorporateIncome || row.Region == federalOnly {
		return computeFederal(req, row)
	}
	w := works.Get().(*work)
	defer works.Put(w)
	out, err := w.compute(req, row)
	if err != nil {
		return tax.Result{}, err
	}
	in, s := &w.in, &w.sheet
	e := state.Of(row.Region)
	fillState(in, req)
	if reason := e.Refuse(in); reason != "" {
		return tax.Result{}, &tax.Unavailable{Jurisdiction: "US", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual",
			Reason: e.Name + ": " + reason}
	}
	own, err := e.Compute(in, s, req.Explain)
	if err != nil {
		return tax.Result{}, err
	}
	levy := tax.Levy{Code: "state_income_tax", Kind: tax.LevyTax, Amount: own.Tax}
	if own.HasRefunds {
		net := own.Tax.Sub(own.Refunds)
		levy.NetPayable = &net
		out.Assumptions = append(out.Assumptions, own.RefundsAre)
	} else if own.RefundsWant != "" {
		out.Assumptions = append(out.Assumptions, "No net_payable of "+e.Name+" is given: "+own.RefundsWant+".")
	}
	out.Components = append(out.Components, levy)
	out.Steps = append(out.Steps, own.Steps...)
	local, err := addLocal(&out, req, e, in, s, &own)
	if err != nil {
		return tax.Result{}, err
	}
	if note := owesLocally(e); note != "" && !req.Given(factLocality) {
		out.Assumptions = append(out.Assumptions, note)
	}
	out.Unowed = w.unowed(e.Code, out.Components)
	cite(&out, s.Citations(), own.Citations, local)
	w.slope(&out, incomeOf(firstKind(req)))
	return out, nil
}

// fillState fills what of a return states alone ask for.
func fillState(in *Return, req *tax.Request) {
	if in.KnowsUnderSix = req.Given(factUnderSix); in.KnowsUnderSix {
		in.UnderSix = req.Int(factUnderSix)
	}
	if req.Given(factSpouseSS) {
		in.SpouseSocialSecurity = req.Num(factSpouseSS)
	}
	if req.Given(factNewborn) {
		in.Newborn = req.Int(factNewborn)
	}
	if in.KnowsContributory = req.Given(factContributory); in.KnowsContributory {
		in.ContributoryPensions = req.Num(factContributory)
	}
	if in.KnowsDefinedBenefit = req.Given(factDefinedBenefit); in.KnowsDefinedBenefit {
		in.DefinedBenefit = req.Num(factDefinedBenefit)
	}
	for _, f := range [...]struct {
		name string
		of   *form1040.Few
	}{
		{factUnderThree, &in.UnderThree}, {factUnderFour, &in.UnderFour}, {factUnderTwelve, &in.UnderTwelve},
		{factUnderThirteen, &in.UnderThirteen},
	} {
		if f.of.Known = req.Given(f.name); f.of.Known {
			f.of.N = req.Int(f.name)
		}
	}
	if req.Given(factStateCredits) {
		in.StateCredits = req.Num(factStateCredits)
	}
	if req.Given(factOldGains) {
		in.OldGain = req.Num(factOldGains)
	}
}
