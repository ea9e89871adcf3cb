package supply

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

var virtualEvents = civil.MustParse("2025-01-01")

func decideService(f Facts) (Decision, error) {
	if f.Platform != nil {
		return Decision{}, notCovered("platform", "services through a platform are not modelled")
	}
	if tied(f.Kind) && f.Performed == nil && !f.Virtual {
		return Decision{}, missing("performed_at", "this kind of supply is taxed where it takes place; state where", f.wherePerformed()...)
	}
	if local := f.Performed; sameTax(f.Supplier.At, f.Customer.At) && (local == nil || sameTax(*local, f.Supplier.At)) {
		return domestic(f, f.placeWithin())
	}
	if serviceArea(f.Supplier.At) == rates.Third && serviceArea(f.Customer.At) == rates.Third {
		return Decision{}, notCovered("buyer.country", "services between %s and %s are not modelled", name(f.Supplier.At), name(f.Customer.At))
	}
	if f.Supplier.At.Country == f.Customer.At.Country && f.Performed == nil {
		return Decision{}, notCovered("buyer.region", "services between %s and %s are not modelled", name(f.Supplier.At), name(f.Customer.At))
	}
	if tied(f.Kind) {
		return whereItHappens(f)
	}
	if f.Customer.Status == Business {
		return toBusiness(f)
	}
	return toConsumer(f)
}

// wherePerformed offers the two places that are known of a supply.
func (f Facts) wherePerformed() []refusal.Choice {
	const field = "performed_at.country"
	choices := []refusal.Choice{{Field: field, Value: f.Supplier.At.Country, Says: "where the seller is"}}
	if there := f.Customer.At.Country; there != f.Supplier.At.Country {
		return append(choices, refusal.Choice{Field: field, Value: there, Says: "where the buyer is"})
	}
	choices[0].Says = "where the seller and the buyer are"
	return choices
}

// tied reports whether a kind of supply is bound to where it takes place.
func tied(k Kind) bool {
	switch k {
	case Land, EventAdmission, EventServices, PassengerTransport, Restaurant, HireShort:
		return true
	}
	return false
}

// placeWithin is the place of a service inside one country: in India and
// Canada the customer's state or province.
func (f Facts) placeWithin() rates.Location {
	if f.Performed != nil {
		return *f.Performed
	}
	if isFederal(f.Supplier.At.Country) && f.Customer.At.Territory != "" {
		return f.Customer.At
	}
	return f.Supplier.At
}

// toBusiness is the general rule between businesses.
func toBusiness(f Facts) (Decision, error) {
	if !f.Customer.identified() {
		return Decision{}, needsEvidence("a service to a business abroad")
	}
	at := f.Customer.At
	law := "EU"
	if serviceArea(f.Supplier.At) == rates.GB || serviceArea(f.Supplier.At) == rates.Third && serviceArea(at) == rates.GB {
		law = "GB"
	}
	switch {
	case f.Supplier.established(at.Country):
		return f.rule(law, "b2b_service", Decision{Treatment: Taxed, Place: at, Liable: "supplier", Scheme: "domestic"})
	case serviceArea(at) == rates.Third:
		return f.rule(law, "b2b_service", Decision{Treatment: OutsideScope, Place: at, Liable: "customer",
			Assumptions: []string{"what the law of " + name(at) + " asks of the customer is not computed"}})
	case serviceArea(at) == rates.GB:
		return f.reverse("GB", at)
	}
	return f.reverse("EU", at)
}

// reverse cites the rule of place and the liability of the customer.
func (f Facts) reverse(place string, at rates.Location) (Decision, error) {
	_, general, _ := rates.Rule(place, "rule_b2b_service", f.Date)
	return f.rule(place, "b2b_reverse_charge", Decision{Treatment: ReverseCharge, Place: at, Liable: "customer", Citations: general})
}

// toConsumer is the general rule for consumers and its exceptions by customer.
func toConsumer(f Facts) (Decision, error) {
	from, to := f.Supplier.At, f.Customer.At
	switch f.Kind {
	case Digital:
		return digital(f, to)
	case HireLong:
		if to.Area == rates.EU && from.Area == rates.EU {
			return f.rule("EU", "hire_long_b2c", Decision{Treatment: Taxed, Place: to, Liable: "supplier", Scheme: f.scheme(to)})
		}
	case GoodsTransport:
		if f.ShipFrom != nil && f.ShipTo != nil && f.ShipFrom.Area == rates.EU && f.ShipTo.Area == rates.EU &&
			f.ShipFrom.Country != f.ShipTo.Country {
			return f.rule("EU", "goods_transport_b2c", Decision{Treatment: Taxed, Place: *f.ShipFrom, Liable: "supplier",
				Scheme: f.scheme(*f.ShipFrom)})
		}
	case Services:
		if from.Area == rates.EU && to.Area == rates.EU {
			return f.rule("EU", "b2c_service", Decision{Treatment: Taxed, Place: from, Liable: "supplier", Scheme: "domestic"})
		}
	}
	return Decision{}, notCovered("buyer.country", "%s from %s to a consumer in %s are not modelled", f.Kind, name(from), name(to))
}

// digital applies article 58 and the threshold of article 59c.
func digital(f Facts, to rates.Location) (Decision, error) {
	if to.Area != rates.EU {
		return Decision{}, notCovered("buyer.country", "digital services to a consumer in %s follow that country's law, which is not held",
			name(to))
	}
	if state, below, err := f.belowThreshold(); err != nil {
		return Decision{}, err
	} else if below && state != to.Country {
		return f.rule("EU", "below_threshold", Decision{Treatment: Taxed, Place: f.Supplier.At, Liable: "supplier", Scheme: "domestic"})
	}
	return f.rule("EU", "digital_b2c", Decision{Treatment: Taxed, Place: to, Liable: "supplier", Scheme: f.scheme(to)})
}

// whereItHappens are the services that are taxed where they take place.
func whereItHappens(f Facts) (Decision, error) {
	if f.Virtual {
		return virtual(f)
	}
	at := *f.Performed
	rule := map[Kind]string{Land: "land", EventAdmission: "event_admission", EventServices: "event_b2c",
		PassengerTransport: "passenger_transport", Restaurant: "restaurant", HireShort: "hire_short"}[f.Kind]
	business := f.Customer.Status == Business
	if f.Kind == EventAdmission && !business {
		rule = "event_b2c"
	}
	if f.Kind == EventServices && business {
		return toBusiness(f)
	}
	if at.Area != rates.EU {
		return Decision{}, notCovered("performed_at", "supplies that take place in %s are not modelled", name(at))
	}
	if !f.Supplier.established(at.Country) && business {
		return Decision{}, notCovered("seller.country",
			"whether the customer owes the tax of a supplier not established in %s is not held (art. 194)", at.Country)
	}
	return f.rule("EU", rule, Decision{Treatment: Taxed, Place: at, Liable: "supplier", Scheme: f.scheme(at)})
}

// virtual are events that are attended online.
func virtual(f Facts) (Decision, error) {
	if f.Kind != EventAdmission && f.Kind != EventServices {
		return Decision{}, notCovered("virtual", "only events can be attended online")
	}
	if f.Date.Before(virtualEvents) {
		return Decision{}, notCovered("date", "events attended online before 2025 are not modelled")
	}
	if f.Customer.Status == Business {
		return toBusiness(f)
	}
	if f.Customer.At.Area != rates.EU {
		return Decision{}, notCovered("buyer.country", "events attended online from %s are not modelled", name(f.Customer.At))
	}
	at := f.Customer.At
	return f.rule("EU", "virtual_event_b2c", Decision{Treatment: Taxed, Place: at, Liable: "supplier", Scheme: f.scheme(at)})
}
