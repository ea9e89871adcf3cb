package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// supply computes the tax of a sale on every day that the question may mean; it
// answers only where they all give one result. ended says that the answer ended.
func (a *answering) supply(c *plan.Case) (ended bool) {
	var result tax.Result
	for i, q := range c.Supply.Requests {
		r, err := a.env.sale(q)
		if q.Lines[0].Category != plan.StandardGoods && q.Lines[0].RateClass == "" && c.Supply.RateNamed() && unmapped(err) {
			q.Lines = slices.Clone(q.Lines) // what is named is the standard rate, and no law that is held says otherwise
			q.Lines[0].Category = plan.StandardGoods
			r, err = a.env.sale(q)
		}
		if err != nil {
			return a.notSold(c, err)
		}
		if q.Date.Year() > r.SourceLastChecked.Year() {
			g := plan.Gap{Jurisdiction: c.Jurisdiction.Code, TaxYear: c.Row.TaxYear, TaxType: c.TaxType,
				Reason: "the rates of a year to come are not known there"}
			return a.end("uncovered", contract.Unsupported(a.scope(), g.String(), a.out.Plan.Where))
		}
		if i > 0 && !r.Tax.Equal(result.TotalTax) {
			return a.askOne("date", "The rate changed within the time that the question names; the day of the supply decides.",
				"On which day was the supply made (YYYY-MM-DD)?")
		}
		rate := totalRate(&r)
		if a.otherRate(c, &q, &r, rate) {
			return true
		}
		result = asResult(c, &q, &r, rate)
	}
	a.results = append(a.results, result)
	return false
}

// otherRate asks which rate applies where the question names another than the one of what was
// sold, or says that it is the standard one where it is not.
func (a *answering) otherRate(c *plan.Case, q *indirect.Request, r *indirect.Result, rate money.Dec) bool {
	sold := q.Lines[0].Category != plan.StandardGoods
	named := !c.Supply.Rate.IsZero() && !rate.Equal(c.Supply.Rate)
	standard := r.Lines[0].RateClass == rates.Standard
	switch {
	case sold && !c.Supply.RateSaid &&
		(named || c.Supply.Standard && !standard || c.Supply.Reduced && standard || c.Supply.Relieved && rate.Sign() > 0):
		return a.askOne("rate", "The rate that the question names is another than that of what was sold there on that day.",
			"Which rate applies: that of what was sold (name its category), or standard?")
	case !named:
		return false
	case c.Supply.RateSaid:
		return a.notHeld(c, "the rate that the question names is another than the usual one on that day")
	}
	return a.askOne("rate",
		"The rate in the question is not the standard rate of the place on that day; what was sold decides which rate applies.",
		whichRate)
}

const whichRate = "Which rate applies: standard, or another one that depends on what was sold? standard"

// unmapped reports a sale that is refused because no class of its category is held.
func unmapped(err error) bool {
	var blockers *indirect.Blockers
	return errors.As(err, &blockers) && len(blockers.List) == 1 && blockers.List[0].Code == refusal.CategoryNotMapped
}

// sale computes with the imported rate files where the caller has them.
func (e *Env) sale(q indirect.Request) (indirect.Result, error) {
	if e.Sell != nil {
		return e.Sell(q)
	}
	return indirect.Calculate(q, indirect.Env{})
}

func (a *answering) askOne(key, reason, prompt string) bool {
	return a.end("missing_facts", contract.NeedsFacts(a.scope(), []contract.MissingFact{contract.Ask(key, reason, prompt)}))
}

// notSold turns a refusal of the sales calculator into an answer in this
// package's own sentences.
func (a *answering) notSold(c *plan.Case, err error) bool {
	var blockers *indirect.Blockers
	var malformed *tax.InputError
	switch {
	case errors.As(err, &malformed):
		if slices.ContainsFunc(malformed.Fields, func(f tax.FieldError) bool { return f.Field == "currency" }) {
			return a.notHeld(c, "the currency of the place on that day is not known here")
		}
		return a.askOne("amount", "The amount is not one that can be computed with in the currency of the place.",
			"What is the amount of the sale?")
	case !errors.As(err, &blockers) || len(blockers.List) == 0:
		return a.fail("calculator_failed", err)
	}
	if asks := unsaid(blockers, false); len(asks) > 0 {
		if asks[0].Key == "rate" && c.Supply.RateSaid {
			return a.notHeld(c, "several rates of the place are the usual one, and which of them applies depends on what was sold")
		}
		return a.end("missing_facts", contract.NeedsFacts(a.scope(), asks[:1]))
	}
	if blockers.List[0].Code == refusal.RateNotCovered && c.Supply.Requests[0].Lines[0].RateClass != "" {
		return a.askOne("rate", "The place has no rate of the name that the question gives.", whichRate)
	}
	return a.notHeld(c, refusedSale(blockers.List[0]))
}

// refusedSale says why a sale is not computed, where nothing that is said opens it.
func refusedSale(b *refusal.Blocked) string {
	switch b.Code {
	case refusal.CategoryNotMapped, refusal.TaxabilityNotCovered:
		return "how the place taxes what was sold is not held"
	case refusal.TerritoryNotCovered:
		return "the tax of that part of the place is not held"
	}
	return "the sale is not covered there"
}

// notHeld ends an answer about a sale that no answer to a question would open.
func (a *answering) notHeld(c *plan.Case, reason string) bool {
	g := plan.Gap{Jurisdiction: c.Jurisdiction.Code, TaxYear: c.Row.TaxYear, TaxType: c.TaxType, Reason: reason}
	return a.end("uncovered", contract.Unsupported(a.scope(), g.String(), a.out.Plan.Where))
}

// unsaid are the facts whose absence keeps a sale from being computed. Those of a
// document go by the names of its fields.
func unsaid(b *indirect.Blockers, document bool) (out []contract.MissingFact) {
	for _, x := range b.List {
		switch x.Code {
		case refusal.LocalRateMissing:
			out = append(out, contract.Ask("local_rate", "Local taxes come on top of the state's, and no local rate is held for the address.",
				"Is the tax of the state alone wanted (scope: state_only)?"))
		case refusal.SubRegionRequired, refusal.SellerRegistrationUnknown:
			out = append(out, contract.Ask("sub_region",
				"The tax differs within the place, by the part of it and by what the seller collects there.",
				"In which state or province is the buyer?"))
		case refusal.RateClassRequired, refusal.CategoryNotMapped:
			if len(x.Choices) == 0 {
				return nil
			}
			key := "rate"
			if document {
				key = x.Choices[0].Field
			}
			out = append(out, whichClass(key, x))
		case refusal.SupplyFactMissing:
			out = append(out, whereOrHow(x))
		default:
			return nil // nothing that is said opens it
		}
	}
	return out
}

// whereOrHow asks for a fact that decides where a supply is taxed.
func whereOrHow(x *refusal.Blocked) contract.MissingFact {
	if x.Field == "performed_at" {
		return contract.Ask(x.Field, "This kind of supply is taxed where it takes place, which is not said.", "In which country does it take place?")
	}
	return contract.Ask(x.Field, "What the seller sells to consumers in other member states decides where this sale is taxed.",
		"Does the seller use the one-stop shop, or exceed the threshold of cross-border sales; else what do these sales come to?")
}

// whichClass asks for the rate class of what was sold, and names those that the
// place has, each with the narrower categories that are of it.
func whichClass(key string, x *refusal.Blocked) contract.MissingFact {
	reason := "The place taxes parts of the category differently; what was sold decides."
	if x.Code == refusal.CategoryNotMapped {
		reason = "Which rate class the place gives the category is not held; what its law says of what was sold decides."
	}
	named := make([]string, len(x.Choices))
	for i, one := range x.Choices {
		if named[i] = one.Value; one.Says != "" {
			named[i] += " (" + one.Says + ")"
		}
	}
	return contract.Ask(key, reason, "What was sold, and which rate class applies to it: "+strings.Join(named, ", ")+"?")
}

func totalRate(r *indirect.Result) (sum money.Dec) {
	for _, t := range r.Totals {
		sum = sum.Add(t.Rate)
	}
	return sum
}

// asResult gives a computed sale the form of a calculation: the tax as total,
// the net amount as what is taxed.
func asResult(c *plan.Case, q *indirect.Request, r *indirect.Result, rate money.Dec) tax.Result {
	day := q.Date
	amount := q.Lines[0].UnitPrice
	if c.Supply.Whole {
		amount = r.Net
	}
	out := tax.Result{Calculator: "indirect", CalculatorVersion: strings.TrimPrefix(r.Calculator, "indirect/"), ParameterDataset: r.LawRelease,
		LawAsOf: r.SourceLastChecked, SourceLastChecked: r.SourceLastChecked, CoverageStatus: r.CoverageStatus,
		Jurisdiction: q.Buyer.Country, TaxYear: c.Row.TaxYear, TaxPeriod: civil.Period{From: day, To: day},
		SubRegion: strings.ToLower(q.Buyer.Region),
		Currency:  r.Currency, Basis: "transaction", TaxableIncome: r.Net, TotalTax: r.Tax, NetPayable: r.Tax,
		MarginalRate: rate.Trim(2), StatutoryRate: rate.Trim(2), EffectiveRate: money.Zero.Pad(4),
		Bands: []tax.BandResult{}, Components: []tax.Levy{}, Assumptions: r.Assumptions, Citations: r.Citations, RulePacks: r.RulePacks}
	for _, pack := range r.RulePacks {
		out.ParameterDataset += "+" + pack
	}
	if !amount.IsZero() {
		out.EffectiveRate = r.Tax.QuoRound(amount, 4, money.HalfUp)
	}
	for _, t := range r.Totals {
		out.Bands = append(out.Bands, tax.BandResult{Label: t.Code, Amount: t.Taxable, Rate: t.Rate.Trim(2), Tax: t.Amount})
		out.Components = append(out.Components, tax.Levy{Code: strings.ToLower(t.Code), Kind: tax.LevyTax, Amount: t.Amount, InTotal: true})
	}
	if c.Supply.Whole {
		return out
	}
	what := "goods or services at the standard rate"
	if cat, _ := category.Get(q.Lines[0].Category); q.Lines[0].Category != plan.StandardGoods || q.Lines[0].RateClass != "" {
		what = fmt.Sprintf("one category (%s) at its rate (%s)", strings.ToLower(cat.Name[:1])+cat.Name[1:], r.Lines[0].RateClass)
	}
	what = "One domestic sale of " + what + ", by a registered business to a consumer in the same place."
	out.Assumptions = append([]string{what}, out.Assumptions...)
	return out
}
