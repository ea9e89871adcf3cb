package supply

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Decide applies the rules to the facts. It fails with a *refusal.Blocked when
// no rule covers them, or when a fact that the rule needs was not stated.
func Decide(f Facts) (Decision, error) {
	if f.Supplier.Status != Business {
		return Decision{}, notCovered("seller.status", "supplies by persons who charge no tax are not modelled")
	}
	if !slices.Contains(Kinds, f.Kind) {
		return Decision{}, notCovered("supply_kind", "%q is no modelled kind of supply", f.Kind)
	}
	for _, at := range []*rates.Location{&f.Supplier.At, &f.Customer.At, f.ShipFrom, f.ShipTo, f.Performed} {
		if at != nil && at.Country == monaco {
			return f.inFrance().decide("Monaco is treated as France (Directive 2006/112/EC art. 7 (2))")
		}
	}
	return f.decide("")
}

const monaco = "MC"

// inFrance has France for Monaco: what comes from or goes to Monaco is treated
// as if it came from or went to France (Directive 2006/112/EC art. 7 (2)).
func (f Facts) inFrance() Facts {
	of := func(at rates.Location) rates.Location {
		if at.Country == monaco {
			at.Country = "FR"
		}
		return at
	}
	for _, p := range []**rates.Location{&f.ShipFrom, &f.ShipTo, &f.Performed} {
		if *p != nil {
			moved := of(**p)
			*p = &moved
		}
	}
	f.Supplier.At, f.Customer.At = of(f.Supplier.At), of(f.Customer.At)
	return f
}

// decide applies the rules; assumed, when not empty, stands in the decision.
func (f Facts) decide(assumed string) (d Decision, err error) {
	if f.Kind == Goods || f.Kind == Energy {
		d, err = decideGoods(f)
	} else {
		d, err = decideService(f)
	}
	if err == nil && assumed != "" {
		d.Assumptions = append(d.Assumptions[:len(d.Assumptions):len(d.Assumptions)], assumed)
	}
	return d, err
}

func notCovered(field, format string, args ...any) *refusal.Blocked {
	return refusal.New(refusal.SupplyRuleNotCovered, field, format, args...)
}

// missing asks for a fact that decides; each choice is one way on.
func missing(field, why string, choices ...refusal.Choice) *refusal.Blocked {
	return refusal.New(refusal.SupplyFactMissing, field, "%s", why).With(choices)
}

// rule fills in the words and citations of a rule of a place.
func (f Facts) rule(place, name string, d Decision) (Decision, error) {
	text, cite, ok := rates.Rule(place, "rule_"+name, f.Date)
	if !ok {
		return Decision{}, notCovered("date", "the rule %s of %s is not held for %s", name, place, f.Date)
	}
	d.Rule, d.Reason = name, text
	if d.Tier == "" {
		d.Tier = rates.RuleTier(place, "rule_"+name, f.Date)
	}
	d.Citations = append(append([]law.Citation(nil), cite...), d.Citations...)
	return d, nil
}

// inUnion reports whether goods at a place are under the Directive.
func inUnion(l rates.Location) bool { return l.Area == rates.EU || l.Area == rates.NI }

// serviceArea is the area whose law of services applies.
func serviceArea(l rates.Location) rates.Area {
	if l.Area == rates.NI {
		return rates.GB
	}
	return l.Area
}

// sameTax reports whether two places are under one country's tax with one set
// of rates, so that nothing between them crosses a border of VAT.
func sameTax(a, b rates.Location) bool {
	if a.Country != b.Country {
		return false
	}
	if isFederal(a.Country) {
		return true
	}
	return a.Territory == b.Territory || sameRates(a) && sameRates(b) && a.Area == b.Area
}

func isFederal(country string) bool { return country == "CA" || country == "IN" }

// sameRates reports whether a place has the rates of its country.
func sameRates(l rates.Location) bool {
	return l.Territory == "" || l.Territory == "northern_ireland" || l.Territory == "isle_of_man"
}

// established reports whether a party has its business or a fixed
// establishment in a country.
func (p Party) established(country string) bool {
	return p.At.Country == country || slices.Contains(p.Establishments, country)
}

func (p Party) registered(country string) bool {
	return p.established(country) || slices.Contains(p.Registrations, country)
}

// identified reports whether the customer is shown to be a business: a number
// that a register or a certificate confirms.
func (p Party) identified() bool {
	return p.TaxID != "" && (p.Evidence == Registry || p.Evidence == Certificate)
}

// idState is the Member State of the customer's number; Greece writes EL, and
// XI stands for Northern Ireland.
func (p Party) idState() string {
	switch c := strings.ToUpper(p.TaxIDCountry); c {
	case "EL":
		return "GR"
	default:
		return c
	}
}

func needsEvidence(what string) *refusal.Blocked {
	return refusal.New(refusal.BuyerEvidenceMissing, "buyer.tax_id",
		"%s needs the buyer's number, confirmed by a stored consultation of a register, or outside the Union by a certificate", what)
}

// domestic taxes a supply whose facts lie in one country.
func domestic(f Facts, at rates.Location) (Decision, error) {
	d := Decision{Treatment: Taxed, Place: at, Liable: "supplier", Scheme: "domestic", Tier: tax.Beta}
	switch {
	case at.Area == rates.EU && f.Kind == Goods:
		return f.rule("EU", "domestic_goods", d)
	case at.Area == rates.EU && f.Kind == Energy:
		return f.rule("EU", "energy", d)
	case at.Area == rates.EU && f.Customer.Status == Business:
		return f.rule("EU", "b2b_service", d)
	case at.Area == rates.EU:
		return f.rule("EU", "b2c_service", d)
	}
	d.Rule = "domestic"
	d.Reason = "the supplier, the customer and the supply are all in " + at.Country
	return d, nil
}
