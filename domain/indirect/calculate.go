package indirect

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// LocalRates are the imported rate and boundary files by state ("MN").
type LocalRates map[string]*ussales.Dataset

// Env is what a calculation rests on beside the law.
type Env struct {
	Local   LocalRates
	Overlay Overlay // a tenant's own rates; nil = none
	// Consultation is the one that the buyer's tax_id_consultation names; nil = there is none.
	Consultation *consultation.Consultation
	Law          *law.Overlay // what the tenant has laid over the embedded law; nil = nothing
}

// Calculate computes the tax of a document.
func Calculate(q Request, env Env) (Result, error) {
	places, err := check(q)
	if err != nil {
		return Result{}, err
	}
	q.Lines = slices.Clone(q.Lines)
	for i := range q.Lines {
		q.Lines[i].Category = category.Code(q.Lines[i].Category)
	}
	c := &calculation{q: q, local: env.Local, overlay: env.Overlay, consulted: env.Consultation, laid: env.Law, tier: tax.Beta,
		seen: map[string]bool{}, byKind: map[supply.Kind]int{}, rated: map[rating]rated{}}
	if b := c.locate(); b != nil {
		return Result{}, &Blockers{[]*Blocked{b}}
	}
	evidence, b := c.identify()
	if c.evidence = evidence; b != nil {
		c.blocked = append(c.blocked, b)
	}
	lines := make([]calc.Line, 0, len(q.Lines)+1)
	out := make([]LineResult, len(q.Lines))
	for i, l := range q.Lines {
		line := calc.Line{ID: l.ID, Quantity: l.Quantity, UnitPrice: l.UnitPrice, Discount: l.Discount}
		var err error
		if out[i], line.Components, err = c.line(i, l); err != nil {
			if err = c.collect(err); err != nil {
				return Result{}, err
			}
		}
		lines = append(lines, line)
	}
	doc := calc.Document{Lines: lines, PricesGross: q.PricesIncludeTax, Discount: q.Discount, MinorUnits: places}
	if b := c.shipping(&doc); b != nil {
		c.blocked = append(c.blocked, b)
	}
	if len(c.blocked) > 0 {
		return Result{}, &Blockers{c.blocked}
	}
	used, err := c.rounding(&doc)
	if err != nil {
		return Result{}, err
	}
	computed, err := calc.Compute(doc)
	if err != nil {
		return Result{}, err
	}
	return c.result(computed, out, used), nil
}

// calculation is the state of one Calculate.
type calculation struct {
	q       Request
	local   LocalRates
	overlay Overlay

	consulted *consultation.Consultation
	laid      *law.Overlay
	evidence  supply.Evidence // of the buyer's number

	seller, buyer, from, to rates.Location
	performed               *rates.Location

	decisions []Decision
	byKind    map[supply.Kind]int // decision of each kind of supply
	rated     map[rating]rated    // lines that are taxed alike, outside the US
	blocked   []*Blocked
	cited     []law.Citation
	seen      map[string]bool
	assumed   []string
	files     []string // imported rate files that were read
	tier      tax.Tier
}

// collect keeps a refusal for the list of blockers; any other error is final.
func (c *calculation) collect(err error) error {
	var b *Blocked
	if !errors.As(err, &b) {
		return err
	}
	for _, had := range c.blocked {
		if had.Same(b) {
			return nil
		}
	}
	c.blocked = append(c.blocked, b)
	return nil
}

func (c *calculation) locate() *Blocked {
	find := func(field string, a Address) (rates.Location, *Blocked) {
		loc, b := rates.Locate(a.Country, a.Region, a.PostalCode, c.q.Date)
		if b != nil {
			b.Field = field + "." + b.Field
		}
		return loc, b
	}
	var b *Blocked
	if c.seller, b = find("seller", c.q.Seller.Address); b != nil {
		return b
	}
	if c.buyer, b = find("buyer", c.q.Buyer.Address); b != nil {
		return b
	}
	c.from, c.to = c.seller, c.buyer
	if a := c.q.ShipFrom; a != nil {
		if c.from, b = find("ship_from", *a); b != nil {
			return b
		}
	}
	if a := c.q.ShipTo; a != nil {
		if c.to, b = find("ship_to", *a); b != nil {
			return b
		}
	}
	if a := c.q.PerformedAt; a != nil {
		loc, b := find("performed_at", *a)
		if b != nil {
			return b
		}
		c.performed = &loc
	}
	return nil
}

// cite records citations once and returns their ids.
func (c *calculation) cite(cites []law.Citation) []string {
	ids := make([]string, 0, len(cites))
	for _, one := range cites {
		ids = append(ids, one.ID)
		if !c.seen[one.ID] {
			c.seen[one.ID] = true
			c.cited = append(c.cited, one)
		}
	}
	return ids
}

func (c *calculation) assume(s string) {
	if s == "" {
		return
	}
	for _, had := range c.assumed {
		if had == s {
			return
		}
	}
	c.assumed = append(c.assumed, s)
}

// kindOf is the kind of supply that a category suggests.
func kindOf(cat category.Category) supply.Kind {
	switch cat.Whole().Code {
	case "digital_services", "ebooks", "broadcasting":
		return supply.Digital
	case "electricity", "natural_gas", "district_heating":
		return supply.Energy
	case "restaurant_services":
		return supply.Restaurant
	case "hotel_accommodation", "residential_letting", "social_housing", "housing_renovation":
		return supply.Land
	case "cultural_admission", "sports_admission", "amusement_parks":
		return supply.EventAdmission
	case "passenger_transport":
		return supply.PassengerTransport
	}
	if cat.Nature == category.Goods {
		return supply.Goods
	}
	return supply.Services
}

// line decides and rates one line.
func (c *calculation) line(i int, l Line) (LineResult, []calc.Component, error) {
	cat, _ := category.Get(l.Category)
	kind := supply.Kind(l.SupplyKind)
	if kind == "" {
		kind = kindOf(cat)
	}
	if c.inUS(kind) {
		return c.american(LineResult{Category: l.Category}, kind, l, categoryField(i))
	}
	as := rating{kind, l.Category, l.RateClass}
	if done, ok := c.rated[as]; ok {
		return done.line, done.components, nil
	}
	out, components, err := c.elsewhere(as, categoryField(i))
	if err == nil {
		c.rated[as] = rated{out, components}
	}
	return out, components, err
}

func categoryField(i int) string { return fmt.Sprintf("lines[%d].category", i) }

// rating is what a line's tax outside the United States rests on.
type rating struct {
	kind                supply.Kind
	category, rateClass string
}

// rated is a line as far as its amounts do not matter.
type rated struct {
	line       LineResult
	components []calc.Component
}

// elsewhere rates a line outside the United States.
func (c *calculation) elsewhere(l rating, field string) (LineResult, []calc.Component, error) {
	out := LineResult{Category: l.category}
	if c.q.Seller.Marketplace {
		return out, nil, refusal.New(refusal.SupplyRuleNotCovered, "seller.marketplace", "marketplaces outside the US are stated as the platform")
	}
	n, err := c.decide(l.kind)
	if err != nil {
		return out, nil, err
	}
	d := c.decisions[n]
	out.Decision, out.Treatment = n, d.Treatment
	out.CitationIDs = d.CitationIDs
	if d.Treatment != string(supply.Taxed) {
		return out, nil, nil
	}
	if c.q.Buyer.Exemption != nil {
		return out, nil, refusal.New(refusal.SupplyRuleNotCovered, "buyer.exemption", "exemption certificates are modelled for US states only")
	}
	own, b := c.own(d.Place, l.category, field)
	if b != nil {
		return out, nil, b
	}
	if own.replaces() {
		out.RateClass = ownClass
		return out, own.components(), nil
	}
	r, b := rates.Under(c.laid).Lookup(d.Place, l.category, l.rateClass, field, c.q.Date)
	if b != nil {
		return out, nil, b
	}
	comps, b := c.components(r, field)
	if b != nil {
		return out, nil, b
	}
	out.RateClass = r.Class
	switch r.Class {
	case rates.Exempt, rates.Zero:
		out.Treatment = r.Class
	case rates.None:
		out.Treatment = string(supply.OutsideScope)
	}
	c.assume(r.Assumption)
	c.assume(r.Note)
	if r.Tier == tax.Draft {
		c.tier = tax.Draft
	}
	out.CitationIDs = append(out.CitationIDs[:len(out.CitationIDs):len(out.CitationIDs)], c.cite(r.Citations)...)
	return out, append(comps, own.components()...), nil
}

// decide decides the place of supply once for each kind.
func (c *calculation) decide(kind supply.Kind) (int, error) {
	if n, done := c.byKind[kind]; done {
		return n, nil
	}
	f := supply.Facts{Kind: kind, Date: c.q.Date, Performed: c.performed, Virtual: c.q.Virtual,
		Supplier: supply.Party{Status: supply.Status(c.q.Seller.Status), At: c.seller, Establishments: c.q.Seller.Establishments,
			Registrations: c.q.Seller.Registrations},
		Customer: supply.Party{Status: supply.Status(c.q.Buyer.Status), At: c.buyer, TaxID: c.q.Buyer.TaxID,
			TaxIDCountry: c.q.Buyer.TaxIDCountry, Evidence: c.evidence},
		CrossBorderSales: c.q.Seller.CrossBorderSalesEUR, AboveThreshold: c.q.Seller.AboveThreshold, OSS: c.q.Seller.OSS}
	if kind == supply.Goods || kind == supply.Energy || kind == supply.GoodsTransport {
		f.ShipFrom, f.ShipTo = &c.from, &c.to
	}
	if p := c.q.Platform; p != nil {
		at, _ := rates.Locate(p.Country, "", "", c.q.Date)
		f.Platform = &supply.Platform{At: at, IOSS: p.IOSS}
	}
	if m := c.q.Import; m != nil {
		f.Import = &supply.Import{IntrinsicValueEUR: m.IntrinsicValueEUR, IOSS: m.IOSS}
	}
	d, err := supply.Decide(f)
	if err != nil {
		return 0, err
	}
	for _, a := range d.Assumptions {
		c.assume(a)
	}
	if d.Tier == tax.Draft {
		c.tier = tax.Draft
	}
	c.decisions = append(c.decisions, Decision{Rule: d.Rule, Treatment: string(d.Treatment), Place: d.Place,
		Liable: d.Liable, Scheme: d.Scheme, Reason: d.Reason, CitationIDs: c.cite(d.Citations)})
	c.byKind[kind] = len(c.decisions) - 1
	return len(c.decisions) - 1, nil
}

// components turns a rate into the taxes of a line: India's is split by where
// the supplier and the place of supply are, Canada's provincial part needs the
// seller's registration.
func (c *calculation) components(r rates.Rate, field string) ([]calc.Component, *Blocked) {
	var out []calc.Component
	for _, one := range r.Components {
		switch {
		case r.Location.Country == "IN" && one.Rate.Sign() > 0:
			split, cites, ok := rates.Rule("IN", "split", c.q.Date)
			if !ok || split != "halves" || c.seller.Territory == "" || r.Location.Territory == "" {
				return nil, refusal.New(refusal.SubRegionRequired, field,
					"the states of the seller and of the place of supply decide between CGST with SGST and IGST")
			}
			c.cite(cites)
			if c.seller.Territory == r.Location.Territory {
				half := one.Rate.Quo(money.FromInt(2))
				out = append(out, calc.Component{Code: "CGST", Rate: half}, calc.Component{Code: "SGST", Rate: half})
			} else {
				out = append(out, calc.Component{Code: "IGST", Rate: one.Rate})
			}
		case one.Code == "PST" || one.Code == "QST":
			at := "CA-" + strings.ToUpper(r.Location.Territory)
			collects, b := c.collects(at, one.Code)
			if b != nil {
				return nil, b
			}
			if collects {
				out = append(out, calc.Component{Code: one.Code, Rate: one.Rate})
			}
		default:
			out = append(out, calc.Component{Code: one.Code, Rate: one.Rate})
		}
	}
	return out, nil
}

// collects reports whether the seller collects a tax of a state or province:
// it says so, or says that it need not. Silence is neither.
func (c *calculation) collects(place, what string) (bool, *Blocked) {
	for _, r := range c.q.Seller.Registrations {
		if strings.EqualFold(r, place) {
			return true, nil
		}
	}
	for _, r := range c.q.Seller.NotRegistered {
		if strings.EqualFold(r, place) {
			c.assume(fmt.Sprintf("%s of %s is not collected: the seller states that it is not registered there; the buyer may owe it", what, place))
			return false, nil
		}
	}
	return false, refusal.New(refusal.SellerRegistrationUnknown, "seller.registrations", "name %s in registrations or in not_registered",
		place)
}

// shipping adds the charge for shipping to the document.
func (c *calculation) shipping(doc *calc.Document) *Blocked {
	if c.q.Shipping.IsZero() {
		return nil
	}
	if c.inUS(supply.Goods) {
		switch {
		case c.q.ShippingTaxable == nil:
			return refusal.New(refusal.TaxabilityNotCovered, "shipping_taxable", "the states differ on shipping; say whether this charge is taxable")
		case !*c.q.ShippingTaxable:
			doc.Lines = append(doc.Lines, calc.Line{ID: shippingID, Quantity: money.One, UnitPrice: c.q.Shipping, NoShare: true})
			c.assume("shipping is not taxable, as the caller states")
			return nil
		}
		c.assume("shipping is taxable as the goods are, as the caller states")
	} else {
		c.assume("shipping is part of the price of what is shipped and is taxed in proportion")
	}
	doc.Shipping = c.q.Shipping
	return nil
}

const shippingID = "shipping"
