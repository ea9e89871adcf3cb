package indirect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/calc"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// check finds the faults that need no law.
func check(q Request) (places int, err error) {
	var in tax.InputError
	places, known := money.MinorUnitsIn(q.Currency, q.Date.Year(), q.Date.Month())
	if !known {
		in.Add("currency", "the ISO 4217 code of a currency in use on the day, such as EUR")
	}
	if q.Date.IsZero() {
		in.Add("date", "the date of supply, YYYY-MM-DD")
	}
	address := func(field string, a *Address) {
		if a != nil && !rates.Known(a.Country) {
			in.Add(field+".country", "the ISO 3166-1 code of a country, of two letters")
		}
	}
	address("seller", &q.Seller.Address)
	address("buyer", &q.Buyer.Address)
	address("ship_from", q.ShipFrom)
	address("ship_to", q.ShipTo)
	address("performed_at", q.PerformedAt)
	if p := q.Platform; p != nil {
		address("platform", &Address{Country: p.Country})
	}
	if q.Seller.Status != string(supply.Business) && q.Seller.Status != string(supply.Consumer) {
		in.Add("seller.status", "business or consumer")
	}
	if q.Buyer.Status != string(supply.Business) && q.Buyer.Status != string(supply.Consumer) {
		in.Add("buyer.status", "business or consumer")
	}
	if e := q.Buyer.Evidence; e != "" && e != "registry" && e != "certificate" && e != "declared" {
		in.Add("buyer.tax_id_evidence", "registry, certificate or declared")
	}
	if known && !q.Shipping.Equal(q.Shipping.Round(places, money.Down)) {
		in.Add("shipping", "an amount of the currency, not negative, at most %d places", places)
	}
	if q.Scope != "" && q.Scope != "state_only" {
		in.Add("scope", "state_only, or nothing")
	}
	if r := q.Rounding; r != nil {
		if _, ok := calc.ParseLevel(r.Level); !ok {
			in.Add("rounding.level", "unit, line or document")
		}
		if _, ok := calc.ParseMode(r.Mode); !ok {
			in.Add("rounding.mode", "half_up, half_even, half_down, down or up")
		}
	}
	if len(q.Lines) == 0 {
		in.Add("lines", "at least one line")
	}
	for i, l := range q.Lines {
		if _, ok := category.Find(l.Category); !ok {
			in.Add(fmt.Sprintf("lines[%d].category", i), "%s", category.Wanted(l.Category))
		}
		if l.SupplyKind != "" && !slices.Contains(supply.Kinds, supply.Kind(l.SupplyKind)) {
			in.Add(fmt.Sprintf("lines[%d].supply_kind", i), "one of %v", supply.Kinds)
		}
		if l.ID == shippingID {
			in.Add(fmt.Sprintf("lines[%d].id", i), "not %q, which names the charge for shipping", shippingID)
		}
		if known && !l.Discount.Equal(l.Discount.Round(places, money.Down)) {
			in.Add(fmt.Sprintf("lines[%d].discount", i), "at most %d places", places)
		}
	}
	return places, in.Err()
}

// rounding sets the policy of the document and says whose it is. A level that
// the law of the place does not allow is refused.
func (c *calculation) rounding(doc *calc.Document) (RoundingUsed, error) {
	country := c.taxedIn()
	set := func(level, mode, source string, ids []string) RoundingUsed {
		l, _ := calc.ParseLevel(level)
		m, _ := calc.ParseMode(mode)
		doc.Policy = calc.Policy{Level: l, Mode: m}
		doc.LineRounding = money.HalfUp
		return RoundingUsed{Level: level, Mode: mode, Source: source, CitationIDs: ids}
	}
	if r := c.q.Rounding; r != nil {
		levels, _, limited := rates.Rule(country, "rounding_levels", c.q.Date)
		if limited && !slices.Contains(strings.Split(levels, "|"), r.Level) {
			var in tax.InputError
			in.Add("rounding.level", "%s allows %s", country, strings.ReplaceAll(levels, "|", ", "))
			return RoundingUsed{}, in.Err()
		}
		return set(r.Level, r.Mode, "caller", []string{}), nil
	}
	if text, cites, ok := c.lawfulRounding(country); ok {
		level, mode, _ := strings.Cut(text, " ")
		return set(level, mode, "law", c.cite(cites)), nil
	}
	c.assume("no rule of rounding is held for the place: tax is rounded on the document, half up")
	return set("document", "half_up", "assumed", []string{}), nil
}

// taxedIn is the one country that taxes the document, or "".
func (c *calculation) taxedIn() string {
	country := ""
	for _, d := range c.decisions {
		if d.Treatment != string(supply.Taxed) {
			continue
		}
		if country != "" && country != d.Place.Country {
			return ""
		}
		country = d.Place.Country
	}
	return country
}

// lawfulRounding is the rule of the country that taxes the document.
func (c *calculation) lawfulRounding(country string) (string, []law.Citation, bool) {
	if country == "US" {
		r := c.us().On(c.q.Date)
		text, cites := r.Text("sales_rounding")
		return text, cites, r.Err() == nil
	}
	if c.q.Buyer.Status == string(supply.Consumer) {
		if text, cites, ok := rates.Rule(country, "retail_rounding", c.q.Date); ok {
			return text, cites, true
		}
	}
	return rates.Rule(country, "rounding", c.q.Date)
}

// staleAfterDays is for how long after its last check the law is taken to stand.
const staleAfterDays = 100

// result puts the computed amounts and the grounds together.
func (c *calculation) result(computed calc.Result, lines []LineResult, used RoundingUsed) Result {
	r := Result{Calculator: Version, Date: c.q.Date, Currency: c.q.Currency, PricesIncludeTax: c.q.PricesIncludeTax,
		Scope: "full", Net: computed.Net, Tax: computed.Tax, Gross: computed.Gross, Totals: computed.Totals,
		Decisions: c.decisions, Rounding: used, CoverageStatus: c.tier, Assumptions: c.assumed, Citations: c.cited,
		SourceLastChecked: oldest(c.cited)}
	if checked := r.SourceLastChecked; !checked.IsZero() && checked.DaysUntil(c.q.Date) > staleAfterDays {
		r.Assumptions = append(r.Assumptions,
			fmt.Sprintf("the law was last checked on %s; what changes between then and the date of supply is not in it", checked))
	}
	for _, pack := range c.laid.LaidAnywhere(c.cited) {
		r.CoverageStatus, r.RulePacks = tax.Draft, append(r.RulePacks, pack)
		r.Assumptions = append(r.Assumptions, "The result reads values of the rule pack "+pack+", which stands in place of the embedded law.")
	}
	if c.q.Scope != "" {
		r.Scope = c.q.Scope
	}
	for i := range lines {
		lines[i].LineResult = computed.Lines[i]
	}
	for _, extra := range computed.Lines[len(lines):] {
		lines = append(lines, LineResult{LineResult: extra, Category: shippingID, Treatment: "not_taxable", CitationIDs: []string{}})
	}
	for i := range lines {
		if lines[i].Components == nil {
			lines[i].Components = []calc.ComponentAmount{}
		}
		if lines[i].CitationIDs == nil {
			lines[i].CitationIDs = []string{}
		}
	}
	r.Lines = lines
	if r.Totals == nil {
		r.Totals = []calc.ComponentAmount{}
	}
	if r.Assumptions == nil {
		r.Assumptions = []string{}
	}
	if r.Citations == nil {
		r.Citations = []law.Citation{}
	}
	r.LawRelease, r.LocalDatasets = law.Release(), c.files
	if r.LocalDatasets == nil {
		r.LocalDatasets = []string{}
	}
	if c.q.Explain {
		r.Steps = explain(c.q, r)
	}
	return r
}

func oldest(cites []law.Citation) (day civil.Date) {
	for _, one := range cites {
		if day.IsZero() || one.RetrievedAt.Before(day) {
			day = one.RetrievedAt
		}
	}
	return day
}
