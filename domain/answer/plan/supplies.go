package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// indirect reports a question about a tax on sales, and no other.
func (r *reader) indirect() bool {
	return !r.out.Research && len(r.out.TaxTypes) > 0 && !slices.ContainsFunc(r.out.TaxTypes, func(t string) bool { return !onSales(t) })
}

func onSales(taxType string) bool {
	return taxType == "vat" || taxType == "gst" || taxType == "sales_tax"
}

// supplies makes a case of the sale that a question speaks of, or says all that
// is missing: place, day, amount, whether the tax is in it, and the rate.
func (r *reader) supplies(where *placing) {
	if where.nowhere != "" {
		r.gap(Gap{TaxType: r.out.TaxTypes[0], Reason: "the place in the question is not a jurisdiction that exists"})
		return
	}
	if where.ask != nil {
		ask := *where.ask
		if ask.Key == "residence" {
			ask = *r.askPlace()
		}
		r.ask(ask)
	}
	if len(r.found) == 0 && !r.has(askWord, "amount") {
		r.gap(Gap{Jurisdiction: first(r.out.Jurisdictions), TaxType: r.out.TaxTypes[0],
			Reason: "the question names no sale, and no calculator answers it"})
		return
	}
	days, why := r.daysOfSupply()
	r.out.TaxYears = calendarYears(days)
	if why != "" {
		r.ask(contract.Ask("date", why, "On which day was the supply made (YYYY-MM-DD)?"))
		r.out.TaxYears = nil
	}
	s, found := r.supplyAmount()
	gross, settled := r.includes(s)
	if !settled {
		r.ask(contract.Ask("prices_include_tax", "The question does not say whether the tax is in the amount or is to be added to it.",
			"Does the amount include the tax? true or false"))
	}
	r.out.RequiredTools = append(r.out.RequiredTools, "calculate_sales")
	if len(where.places) == 0 {
		r.supplyFact(s, found, gross, settled, "", nil)
		return
	}
	p := where.places[0]
	if len(where.places) > 1 {
		r.gap(Gap{Jurisdiction: p.code, TaxType: r.out.TaxTypes[0],
			Reason: "a sale between several places is for the sales calculator, with seller and buyer"})
		return
	}
	r.addTo(&r.out.Jurisdictions, p.code)
	r.out.Where = r.p.nameOf(p.code)
	r.supplyCase(p, days, s, found, gross, settled)
}

// supplyCase makes the case of one place.
func (r *reader) supplyCase(p place, days []civil.Date, s *amount.Sum, found, gross, settled bool) {
	gap := Gap{Jurisdiction: p.code, TaxYear: first(r.out.TaxYears), TaxType: r.out.TaxTypes[0], Reason: "no rate of this tax is held there"}
	on := civil.Of(2025, 1, 1)
	if len(days) > 0 {
		on = days[0]
	}
	region := r.supplyRegion(p, on)
	if region != "" {
		r.addTo(&r.out.SubRegions, region)
	}
	held, there := rates.Held(p.code, on)
	if !there && p.code != "US" {
		r.gap(gap)
		return
	}
	if region == "" && (p.code == "US" || p.code == "CA") {
		key := "In which state or province is the buyer?"
		r.ask(contract.Ask("sub_region", "The tax differs by state or province, and the question names none.", key))
	}
	local := r.currencyOf(p.code, on)
	v, ok := r.supplyFact(s, found, gross, settled, local, r.p.byCode[p.code])
	what, supply := r.rateNamed()
	lower := supply.Reduced || supply.Relieved
	if what.Category == StandardGoods && what.RateClass == "" && !supply.Standard && (supply.Rate.IsZero() && severalRates(held) || lower) {
		r.ask(contract.Ask("rate", "The place has several rates, and the question does not say which one applies to what was sold.",
			"Which rate applies: standard, or another one that depends on what was sold? standard"))
	}
	if !ok || len(r.out.MissingFacts) > 0 {
		return
	}
	c := Case{Jurisdiction: r.supplyPlace(p.code, local), TaxType: r.out.TaxTypes[0], RegionName: r.regionName(p), Tier: tax.Beta}
	c.Row.TaxYear = first(r.out.TaxYears)
	supply.Amount, supply.Gross, supply.Name = v.String(), gross, strings.ToUpper(strings.ReplaceAll(c.TaxType, "_", " "))
	c.Supply = supply
	if c.TaxType == "gst" && slices.Contains(harmonised, region) {
		c.Supply.Name = "HST"
	}
	if c.TaxType == "sales_tax" {
		c.Supply.Name = "Sales tax"
	}
	what.ID, what.Quantity, what.UnitPrice = "1", money.One, v
	r.requests(supply, indirect.Address{Country: p.code, Region: region}, days, local, what)
	if what.Category != StandardGoods {
		r.addFacts([]contract.FactUsed{{Key: "category", Value: what.Category}})
	}
	r.addFacts([]contract.FactUsed{{Key: "date", Value: days[0].String()}})
	r.out.Tier = contract.Lower(tax.Covered, tax.Beta)
	r.out.Cases = append(r.out.Cases, c)
}

// requests makes the request of each day that the question may mean.
func (r *reader) requests(s *Supply, at indirect.Address, days []civil.Date, currency string, what indirect.Line) {
	for _, day := range days {
		q := indirect.Request{Date: day, Currency: currency, PricesIncludeTax: s.Gross, PerformedAt: &at,
			Seller: indirect.Seller{Address: at, Status: "business", Registrations: []string{at.Country}},
			Buyer:  indirect.Buyer{Address: at, Status: "consumer"}, Lines: []indirect.Line{what}}
		if at.Region != "" {
			q.Seller.Registrations = append(q.Seller.Registrations, at.Region)
		}
		if at.Country == "US" && r.stateOnly() {
			q.Scope = "state_only"
		}
		s.Requests = append(s.Requests, q)
	}
}

// harmonised are the provinces of Canada with one tax of both governments.
var harmonised = []string{"CA-ON", "CA-NB", "CA-NS", "CA-NL", "CA-PE"}

// supplyPlace is the declaration of a place, or as much of one as a place has
// whose VAT alone is known.
func (r *reader) supplyPlace(code, currency string) *tax.Jurisdiction {
	if j := r.p.byCode[code]; j != nil {
		return j
	}
	return &tax.Jurisdiction{Code: code, Name: r.p.nameOf(code), Currency: currency}
}

// supplyFact notes the amount as a fact, or asks for it.
func (r *reader) supplyFact(s *amount.Sum, found, gross, settled bool, currency string, j *tax.Jurisdiction) (v money.Dec, ok bool) {
	prompt := "What is the amount of the sale"
	if currency != "" {
		prompt += ", in " + currency
	}
	if !found {
		r.ask(contract.Ask("amount", "The question does not name the one amount on which the tax is asked for.", prompt+"?"))
		return v, false
	}
	v, doubt := s.Read(r.style(j))
	if doubt == amount.Separators && cents(r.tokens[s.From:s.To]) {
		v, doubt = s.Read(amount.English) // 648.60: two digits are no thousands
	}
	switch {
	case doubt != amount.Certain:
		r.ask(contract.Ask("amount", doubtReason(doubt), prompt+"?"))
		return v, false
	case s.Currencies != nil && currency != "" && !slices.Contains(s.Currencies, currency):
		r.ask(contract.Ask("amount", "The amount is in another currency than the place's; it is needed in "+currency+".", prompt+"?"))
		return v, false
	}
	key := "amount"
	if settled {
		key = "net_amount"
		if gross {
			key = "gross_amount"
		}
	}
	own := currency
	if own == "" && len(s.Currencies) == 1 {
		own = s.Currencies[0]
	}
	r.addFacts([]contract.FactUsed{{Key: key, Value: v.String(), Currency: own}})
	return v, true
}

// cents reports a number with one point and two digits behind it.
func cents(tokens []token.Token) bool {
	for _, t := range tokens {
		if head, tail, found := strings.Cut(t.Text, "."); t.Kind == token.Number {
			return found && len(tail) == 2 && !strings.ContainsAny(head, ",' ")
		}
	}
	return false
}

// ofSaid reports a number in a line "key: value" of something else than an amount.
func (r *reader) ofSaid(i int) bool {
	for k := i - 1; k >= 0 && r.word(k) != "\n"; k-- {
		if w := r.word(k); (w == ":" || w == "=") && k > 0 {
			switch r.word(k - 1) {
			case "amount", "net_amount", "gross_amount", "income":
				return false
			}
			return r.said[r.word(k-1)] != ""
		}
	}
	return false
}

// includes reports whether an amount includes the tax, by the words nearest to
// it; settled is false where none says so, or two contradict each other.
func (r *reader) includes(s *amount.Sum) (gross, settled bool) {
	switch word := strings.ToLower(r.said["prices_include_tax"]); {
	case lexicon.Is(lexicon.Yes, word):
		return true, true
	case lexicon.Is(lexicon.No, word):
		return false, true
	}
	if s != nil && r.taxWithin(s) {
		return true, true
	}
	best, tie := 1000, false
	for _, x := range r.spans[priceWord] {
		if x.code != "gross" && x.code != "net" {
			continue
		}
		distance := 100
		if s != nil {
			distance = max(x.from-s.To, s.From-x.to, 0)
			for i := min(x.to, s.To); i < max(x.from, s.From); i++ {
				if r.stop(i) && r.word(i) != "\n" {
					distance += 20
				}
			}
		}
		switch {
		case distance < best:
			best, gross, tie, settled = distance, x.code == "gross", false, true
		case distance == best && gross != (x.code == "gross"):
			tie = true
		}
	}
	return gross, settled && !tie
}

// taxWithin reports that the tax is asked for that is in an amount: "how much VAT is
// included in £120", "welche MwSt ist in 119 € enthalten".
func (r *reader) taxWithin(s *amount.Sum) bool {
	from, to := r.clause(span{from: s.From, to: s.To})
	for _, w := range r.askedSpans("contained") {
		if w.from < from || w.to > to {
			continue
		}
		for i := from; i < max(w.from, s.From); i++ {
			if t := r.at(taxWord, i); t != nil && r.at(priceWord, i) == nil && (w.to <= s.From || w.from >= s.To) {
				return true
			}
		}
	}
	return false
}

// daysOfSupply returns the day of the supply: several where a month is named, or
// a date that can be read in two ways.
func (r *reader) daysOfSupply() (days []civil.Date, why string) {
	if text := r.said["date"]; text != "" {
		if d, err := civil.Parse(text); err == nil {
			return []civil.Date{d}, ""
		}
	}
	var found []yearMention
	for _, m := range r.days {
		if m.kind == dayYear {
			found = append(found, m)
		}
	}
	switch {
	case len(found) == 1:
		return found[0].days, ""
	case len(found) > 1:
		return nil, "The question names several days; the day of the supply decides the rate."
	}
	return nil, "The rate is that of the day of the supply, and the question names no day."
}

func calendarYears(days []civil.Date) (out []string) {
	for _, d := range days {
		if y := strconv.Itoa(d.Year()); !slices.Contains(out, y) {
			out = append(out, y)
		}
	}
	return out
}
