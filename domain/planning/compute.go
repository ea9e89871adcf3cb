package planning

import (
	"errors"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Calculate is the calculator of income tax.
type Calculate func(*tax.Request) (tax.Result, error)

const pointsMax = 200

// taxRequest is the calculator's own form of a request.
func (r ScenarioRequest) taxRequest() *tax.Request {
	out := &tax.Request{Jurisdiction: r.Jurisdiction, TaxYear: r.TaxYear, SubRegion: r.SubRegion, IncomeBasis: r.IncomeBasis,
		Components: r.Components, Facts: r.Facts, TaxType: r.TaxType}
	if r.Income != nil {
		out.Income, out.HasIncome = *r.Income, true
	}
	return out
}

// compute asks the calculator once, and along the axis. What is malformed is a
// fault of the field at; what is not covered, or not known, declines.
func compute(calculate Calculate, v *ScenarioVersion, at string, f *fault.Fields) {
	v.Points = []AxisPoint{}
	figures, declined := one(calculate, v.Request, at, f)
	v.Figures, v.Declined = figures, declined
	if v.Axis == nil || len(*f) > 0 {
		return
	}
	for x := v.Axis.From; !x.Greater(v.Axis.To); x = x.Add(v.Axis.Step) {
		moved, err := v.Request.with(v.Axis.Fact, x)
		if err != nil {
			f.Add(at+".axis.fact", "%v", err)
			return
		}
		p := AxisPoint{At: x}
		if got, why := one(calculate, moved, at+".axis", f); got != nil {
			p.TotalTax, p.MarginalRate = &got.TotalTax, &got.MarginalRate
		} else {
			p.Declined = why
		}
		if len(*f) > 0 {
			return
		}
		v.Points = append(v.Points, p)
	}
}

// with is a request with one fact at another value.
func (r ScenarioRequest) with(fact string, x money.Dec) (ScenarioRequest, error) {
	if fact == "income" {
		if len(r.Components) > 0 {
			return r, errors.New("income is the sum of the components; move a fact instead")
		}
		r.Income = &x
		return r, nil
	}
	facts := make(map[string]string, len(r.Facts)+1)
	for k, v := range r.Facts {
		facts[k] = v
	}
	facts[fact] = x.String()
	r.Facts = facts
	return r, nil
}

func one(calculate Calculate, r ScenarioRequest, at string, f *fault.Fields) (*ScenarioFigures, string) {
	result, err := calculate(r.taxRequest())
	var input *tax.InputError
	var gap *tax.Unavailable
	var missing *tax.MissingFacts
	switch {
	case errors.As(err, &input) && unnamedRegion(input, r):
		return nil, "sub_region: " + input.Fields[0].Message
	case errors.As(err, &input):
		for _, x := range input.Fields {
			f.Add(at+".request."+x.Field, "%s", x.Message)
		}
		return nil, ""
	case errors.As(err, &gap):
		return nil, gap.Error()
	case errors.As(err, &missing):
		return nil, missing.Error()
	case err != nil:
		return nil, "the computation did not pass its checks; the figure is withheld"
	}
	return figuresOf(&result, r), ""
}

// unnamedRegion reports whether all that a request lacks is the part of its place:
// a fact to be asked for, which one scenario may lack beside others that have it.
func unnamedRegion(e *tax.InputError, r ScenarioRequest) bool {
	return r.SubRegion == "" && len(e.Fields) == 1 && e.Fields[0].Field == "sub_region"
}

func figuresOf(t *tax.Result, r ScenarioRequest) *ScenarioFigures {
	out := &ScenarioFigures{Calculator: t.Calculator, Version: t.CalculatorVersion, Dataset: t.ParameterDataset, Coverage: t.CoverageStatus,
		Jurisdiction: t.Jurisdiction, SubRegion: t.SubRegion, TaxYear: t.TaxYear, Currency: t.Currency, Basis: t.Basis,
		TaxableIncome: t.TaxableIncome, TotalTax: t.TotalTax, NetPayable: t.NetPayable, EffectiveRate: t.EffectiveRate,
		MarginalRate: t.MarginalRate, Components: append([]tax.Levy{}, t.Components...), Assumptions: append([]string{}, t.Assumptions...),
		Citations: []string{}, Contributions: money.Zero, Income: money.Zero}
	for _, c := range t.Components {
		if c.Kind == "social_contribution" && !c.InTotal && !strings.Contains(c.Code, "employer") {
			out.Contributions = out.Contributions.Add(c.Amount)
		}
	}
	if r.Income != nil {
		out.Income = *r.Income
	} else {
		for _, c := range r.Components {
			out.Income = out.Income.Add(c.Amount)
		}
	}
	for _, c := range t.Citations {
		out.Citations = append(out.Citations, c.ID)
	}
	return out
}

// Difference is a scenario's last version beside the baseline's.
type Difference struct {
	ScenarioID string     `json:"scenario_id"`
	Name       string     `json:"name"`
	Version    int        `json:"version"`
	TotalTax   *money.Dec `json:"total_tax" doc:"null where the calculator declined."`
	Currency   string     `json:"currency"`
	Tier       string     `json:"coverage_status"`
	Delta      *money.Dec `json:"delta" doc:"More tax than the baseline's; negative is less. null where they cannot be subtracted."`
	NetDelta   *money.Dec `json:"net_payable_delta"`
	// SocialDelta is beside the tax, which it is no part of.
	SocialDelta *money.Dec `json:"social_contributions_delta" doc:"More social contributions beside the tax than the baseline's; negative is less."`
	Why         string     `json:"why" doc:"Why there is no difference; empty where there is one."`
}

// Compare sets the last version of each scenario against the baseline's.
func (s State) Compare() []Difference {
	out := []Difference{}
	i := s.index(s.Baseline)
	if i < 0 {
		return out
	}
	base := s.Scenarios[i].Last().Figures
	for _, x := range s.Scenarios {
		last := x.Last()
		d := Difference{ScenarioID: x.ID, Name: x.Name, Version: last.Number}
		if f := last.Figures; f != nil {
			d.TotalTax, d.Currency, d.Tier = &f.TotalTax, f.Currency, string(f.Coverage)
		}
		if d.Why = incomparable(base, last.Figures); d.Why == "" {
			total, net := last.Figures.TotalTax.Sub(base.TotalTax), last.Figures.NetPayable.Sub(base.NetPayable)
			social := last.Figures.Contributions.Sub(base.Contributions)
			d.Delta, d.NetDelta, d.SocialDelta = &total, &net, &social
		}
		out = append(out, d)
	}
	return out
}

// incomparable says why two results do not subtract; "" = they do.
func incomparable(a, b *ScenarioFigures) string {
	switch {
	case b == nil:
		return "the scenario has no figure"
	case a == nil:
		return "the baseline has no figure"
	case a.Currency != b.Currency:
		return "the currencies differ"
	case a.Jurisdiction != b.Jurisdiction:
		return "the places differ: tax of two places is set side by side, not subtracted"
	case a.Basis != b.Basis:
		return "the bases differ"
	}
	return ""
}
