package tax

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// ratePlacesMax is how far a slope is shown; ratePlacesMin how far every rate.
const (
	ratePlacesMax = 8
	ratePlacesMin = 2
)

// finish fills what every result has in common: identity, coverage, period,
// assumptions, effective rate, and the form of amounts and rates.
func (p *place) finish(out *Result, in, req *Request, r *row, g *Region) {
	out.Calculator, out.CalculatorVersion = r.calculator, p.Version
	out.ParameterDataset, out.LawAsOf, out.CoverageStatus = r.Dataset, r.LawAsOf, r.Tier
	out.Jurisdiction, out.TaxYear, out.TaxPeriod = p.Code, r.TaxYear, r.Period
	out.Currency = p.Currency
	if req.TaxType == IndividualIncome {
		out.IncomeBasis = req.IncomeBasis
	}
	if g != nil && !req.apart { // else which region it was computed with says nothing of the person
		out.SubRegion = g.Slug
	}
	if out.Basis == "" {
		out.Basis = "annual"
	}
	if out.SourceLastChecked.IsZero() {
		out.SourceLastChecked = OldestCheck(out.Citations)
	}
	t := p.tell(&r.CoverageRow, req, req.given)
	r.lower(out, &t)
	standing := p.standing(r, &t, in.IncomeBasis == "")
	if len(out.Assumptions) == 0 {
		out.Assumptions = standing[:len(standing):len(standing)]
	} else {
		out.Assumptions = slices.Concat(standing, out.Assumptions)
	}
	if out.Bands == nil {
		out.Bands = []BandResult{}
	}
	if out.Components == nil {
		out.Components = []Levy{}
	}
	Overlaid(out, in.Law, strings.ToLower(p.Code))
	p.finishAmounts(out, req)
}

// Overlaid says of a result that reads what a tenant has laid over the law of a folder
// that it does, and holds it to draft.
func Overlaid(out *Result, o *law.Overlay, folder string) {
	for _, layer := range o.Laid(folder, out.Citations) {
		out.CoverageStatus, out.RulePacks = Draft, append(out.RulePacks, layer)
		out.ParameterDataset += "+" + layer
		out.Assumptions = append(out.Assumptions[:len(out.Assumptions):len(out.Assumptions)],
			"The result reads values of the rule pack "+layer+", which stands in place of the embedded law.")
	}
}

// OldestCheck is the day on which the first of some citations was last read.
func OldestCheck(cites []law.Citation) (oldest civil.Date) {
	for i := range cites {
		if day := cites[i].RetrievedAt; oldest.IsZero() || day.Before(oldest) {
			oldest = day
		}
	}
	return oldest
}

func (p *place) finishAmounts(out *Result, req *Request) {
	out.TotalTax = p.show(out.TotalTax)
	out.NetPayable = out.TotalTax
	for i := range out.Components {
		l := &out.Components[i]
		l.Amount = p.show(l.Amount)
		if l.NetPayable != nil {
			net := p.show(*l.NetPayable)
			l.NetPayable = &net
		}
		if l.Kind == LevyRefundable || l.Kind == LevyPayment {
			out.NetPayable = out.NetPayable.Sub(l.Amount)
		}
	}
	for i := range out.Bands {
		b := &out.Bands[i]
		b.Amount, b.Tax, b.Rate = p.show(b.Amount), p.show(b.Tax), b.Rate.Pad(ratePlacesMin)
	}
	for i := range out.Steps {
		out.Steps[i].Amount = out.Steps[i].Amount.Pad(p.minor)
	}
	for _, d := range []*money.Dec{out.AdjustedGross, out.Deduction} {
		if d != nil {
			*d = p.show(*d)
		}
	}
	if out.has(out.TaxableIncome) {
		out.TaxableIncome = p.show(out.TaxableIncome)
	}
	out.TakeHome = p.takeHome(out, req)
	out.EffectiveRate = money.Zero.Pad(4)
	if !req.Income.IsZero() {
		out.EffectiveRate = out.TotalTax.QuoRound(req.Income, 4, money.HalfUp)
	}
	for _, rate := range []*money.Dec{&out.MarginalRate, &out.StatutoryRate} {
		if out.has(*rate) {
			*rate = rate.Trim(ratePlacesMin)
		}
	}
}

// takeHome is what is left of a gross wage, where the place computes all that is
// taken from it; nil elsewhere.
func (p *place) takeHome(out *Result, req *Request) *money.Dec {
	wages := !slices.ContainsFunc(req.Components, func(c Component) bool { return c.Kind != Employment || c.Person != "" })
	if !p.TakeHome || req.TaxType != IndividualIncome || req.IncomeBasis != Gross || !req.Scope.Empty() || !wages {
		return nil
	}
	left := req.Income.Sub(out.TotalTax)
	for i := range out.Components {
		if l := &out.Components[i]; !l.InTotal && (l.Kind == LevySocial || l.Kind == LevyRepayment) {
			left = left.Sub(l.Amount)
		}
	}
	left = p.show(left)
	return &left
}

// has reports whether a figure that not every calculator finds was computed: a
// withholding leaves out what it does not compute, by leaving it unset.
func (out *Result) has(d money.Dec) bool { return out.Basis != "withholding" || d != (money.Dec{}) }

// show gives an amount exactly the currency's minor units; what a formula has
// not rounded by a rule of law is rounded half up here.
func (p *place) show(d money.Dec) money.Dec { return d.Round(p.minor, money.HalfUp) }

// Kinds of a Levy.
const (
	LevyTax        = "tax"
	LevySurcharge  = "surcharge"
	LevyCredit     = "credit"
	LevyRefundable = "refundable_credit"
	LevySocial     = "social_contribution"
	LevyPayment    = "payment"
	LevyRepayment  = "repayment" // of a loan, collected beside the tax
)
