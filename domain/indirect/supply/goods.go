package supply

import (
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

func decideGoods(f Facts) (Decision, error) {
	if f.ShipFrom == nil || f.ShipTo == nil {
		return Decision{}, missing("ship_to", "goods need ship_from and ship_to")
	}
	from, to := *f.ShipFrom, *f.ShipTo
	if f.Platform != nil {
		return deemedSupplier(f, from, to)
	}
	if sameTax(from, to) {
		return goodsWithin(f, to)
	}
	if f.Kind == Energy {
		return Decision{}, notCovered("supply_kind", "energy across a border is not modelled")
	}
	switch {
	case inUnion(from) && inUnion(to) && from.Country != to.Country:
		return withinUnion(f, from, to)
	case inUnion(from) && from.Area == rates.EU && !inUnion(to):
		if !f.Supplier.registered(from.Country) {
			return Decision{}, notCovered("ship_from", "an export by a supplier who is not registered in %s is not modelled", from.Country)
		}
		return f.rule("EU", "export", Decision{Treatment: Export, Place: from, Liable: "supplier", Scheme: "domestic",
			Assumptions: []string{"proof of export is on file", "import tax at the destination is not computed"}})
	case from.Area == rates.GB && to.Country != "GB":
		if !f.Supplier.registered("GB") {
			return Decision{}, notCovered("ship_from", "an export by a supplier who is not registered in GB is not modelled")
		}
		return f.rule("GB", "export", Decision{Treatment: Export, Place: from, Liable: "supplier", Scheme: "domestic",
			Assumptions: []string{"proof of export is on file", "import tax at the destination is not computed"}})
	case !inUnion(from) && inUnion(to) && to.Area == rates.EU:
		return imported(f, to)
	}
	return Decision{}, notCovered("ship_to", "goods from %s to %s are not modelled", name(from), name(to))
}

func name(l rates.Location) string {
	if l.Territory == "" {
		return l.Country
	}
	return l.Country + "/" + l.Territory
}

// goodsWithin is a supply whose goods stay in one country. A supplier from
// abroad charges that country's tax to consumers; whether a business customer
// owes it instead is that country's choice (art. 194), which is not held.
func goodsWithin(f Facts, at rates.Location) (Decision, error) {
	switch {
	case f.Supplier.established(at.Country):
	case f.Customer.Status == Business:
		return Decision{}, notCovered("seller.country",
			"whether the customer owes the tax on goods of a supplier not established in %s is not held (art. 194)", at.Country)
	case !f.Supplier.registered(at.Country):
		return Decision{}, notCovered("seller.registrations", "goods sold within %s by a supplier who is not registered there", at.Country)
	}
	return domestic(f, at)
}

// withinUnion is a supply whose goods go from one Member State to another.
func withinUnion(f Facts, from, to rates.Location) (Decision, error) {
	if f.Customer.Status == Business {
		if !f.Supplier.registered(from.Country) && from.Area == rates.EU {
			return Decision{}, notCovered("ship_from", "goods leave from %s, where the supplier is not registered", from.Country)
		}
		if !f.Customer.identified() || !memberNumber(f, from) {
			return Decision{}, needsEvidence("an intra-Community supply (art. 138)")
		}
		return f.rule("EU", "intra_community", Decision{Treatment: IntraCommunity, Place: to, Liable: "customer",
			Assumptions: []string{"the transport to " + to.Country + " is documented", "the supply is reported in the recapitulative statement"}})
	}
	if sellerState, below, err := f.belowThreshold(); err != nil {
		return Decision{}, err
	} else if below && sellerState == from.Country {
		return f.rule("EU", "below_threshold", Decision{Treatment: Taxed, Place: from, Liable: "supplier", Scheme: "domestic"})
	}
	return f.rule("EU", "distance_sale", Decision{Treatment: Taxed, Place: to, Liable: "supplier", Scheme: f.scheme(to)})
}

// memberNumber reports whether the customer's number is of a Member State
// other than that of departure.
func memberNumber(f Facts, from rates.Location) bool {
	state := f.Customer.idState()
	departure := from.Country
	if from.Area == rates.NI {
		departure = "XI"
	}
	return state != departure && (state == "XI" || rates.IsMember(state, f.Date))
}

// belowThreshold applies article 59c: a supplier established in one Member
// State only, whose sales stay under the threshold and who has not opted.
func (f Facts) belowThreshold() (state string, below bool, err error) {
	limit, _, ok := rates.Figure("EU", "distance_threshold", f.Date)
	if !ok {
		return "", false, notCovered("date", "cross-border sales to consumers before July 2021 are not modelled")
	}
	if f.Supplier.At.Area != rates.EU || f.AboveThreshold || f.OSS {
		return "", false, nil
	}
	for _, e := range f.Supplier.Establishments {
		if e != f.Supplier.At.Country && rates.IsMember(e, f.Date) {
			return "", false, nil
		}
	}
	if f.CrossBorderSales == nil {
		return "", false, missing("seller.cross_border_sales_eur",
			"the sales of this and last year to consumers in other Member States decide where this one is taxed (art. 59c); state them",
			refusal.Choice{Field: "seller.above_threshold", Value: "true", Says: "they exceed the threshold, or the seller has opted for taxation " +
				"where the buyer is"},
			refusal.Choice{Field: "seller.oss", Value: "true", Says: "the seller uses the one-stop shop"})
	}
	return f.Supplier.At.Country, !f.CrossBorderSales.Greater(limit), nil
}

// scheme says through which registration tax due at a place is declared.
func (f Facts) scheme(at rates.Location) string {
	switch {
	case f.Supplier.established(at.Country):
		return "domestic"
	case f.OSS && f.Kind != Goods && f.Supplier.At.Area != rates.EU:
		return "non_union_oss"
	case f.OSS:
		return "union_oss"
	}
	return "local_registration"
}

// imported is a sale of goods from outside the Union to a consumer in it.
func imported(f Facts, to rates.Location) (Decision, error) {
	if f.Customer.Status == Business || f.Import == nil || !f.Import.IOSS {
		return Decision{}, notCovered("import",
			"imports are modelled for consumers through IOSS only; otherwise the importer owes the tax at the border")
	}
	limit, _, ok := rates.Figure("EU", "ioss_limit", f.Date)
	if !ok || f.Import.IntrinsicValueEUR.Greater(limit) {
		return Decision{}, notCovered("import.intrinsic_value_eur", "IOSS takes consignments up to %s euro", limit)
	}
	return f.rule("EU", "import_consignment", Decision{Treatment: Taxed, Place: to, Liable: "supplier", Scheme: "ioss"})
}

// deemedSupplier applies article 14a to a sale that a platform facilitates.
func deemedSupplier(f Facts, from, to rates.Location) (Decision, error) {
	limit, _, ok := rates.Figure("EU", "ioss_limit", f.Date)
	d := Decision{Treatment: ByPlatform, Place: to, Liable: "platform"}
	switch {
	case !ok || !inUnion(to) || f.Customer.Status == Business:
	case !inUnion(from) && f.Import != nil && !f.Import.IntrinsicValueEUR.Greater(limit):
		if d.Scheme = "ioss"; !f.Platform.IOSS {
			return Decision{}, notCovered("platform.ioss", "an import through a platform outside IOSS: the importer owes the tax at the border")
		}
		return f.rule("EU", "deemed_supplier", d)
	case inUnion(from) && f.Supplier.At.Area != rates.EU && !establishedInUnion(f):
		if d.Scheme = "union_oss"; from.Country == to.Country && f.Platform.At.Country == to.Country {
			d.Scheme = "domestic"
		}
		return f.rule("EU", "deemed_supplier", d)
	}
	return Decision{}, notCovered("platform", "article 14a does not make the platform the supplier here; state the sale without it")
}

func establishedInUnion(f Facts) bool {
	for _, e := range f.Supplier.Establishments {
		if rates.IsMember(e, f.Date) {
			return true
		}
	}
	return false
}
