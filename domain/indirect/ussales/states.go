package ussales

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Taxability of a category in a state.
type Taxability string

const (
	Taxable Taxability = "taxable"
	Exempt  Taxability = "exempt"
	Reduced Taxability = "reduced" // at a rate of its own
	NoTax   Taxability = "no_state_tax"
)

// StateTax is what a state levies on a category.
type StateTax struct {
	State      string
	Taxability Taxability
	Rate       money.Dec
	LocalToo   bool // localities tax it as well, or may
	Citations  []law.Citation
	Assumption string
}

// tangible are the categories that no state singles out, but for holidays.
var tangible = map[string]bool{"goods_standard": true, "school_supplies": true, "computers": true}

// Lookup returns the state's part of the tax on a category.
func Lookup(b *law.Book, state, code string, on civil.Date, field string) (StateTax, *refusal.Blocked) {
	r := b.On(on)
	s := strings.ToLower(state)
	out := StateTax{State: strings.ToUpper(state)}
	if r.Has("sales_" + s + "_no_state_tax") {
		text, cite := r.Text("sales_" + s + "_no_state_tax")
		out.Taxability, out.Citations, out.LocalToo = NoTax, cite, strings.Contains(text, "local")
		return out, nil
	}
	if !r.Has("sales_" + s + "_rate_state") {
		return out, refusal.New(refusal.RateNotCovered, field, "no sales tax rate of US-%s is held on %s", out.State, on)
	}
	cat, known := category.Find(code)
	if known {
		code = cat.Code
	}
	held := code
	if whole := cat.Whole(); !r.Has("sales_"+s+"_taxability_"+code) && !cat.Apart {
		held = whole.Code // what a state says of the whole it says of each part
	}
	name := "sales_" + s + "_taxability_" + held
	switch {
	case !known:
		return out, refusal.New(refusal.TaxabilityNotCovered, field, "%q is no category of the catalogue", code)
	case r.Has(name):
		text, cite := r.Text(name)
		out.Taxability, out.Citations = Taxability(text), cite
	case tangible[code]:
		out.Taxability = Taxable
		out.Assumption = "tangible personal property is taxable in US-" + out.State + " unless an exemption is claimed"
	default:
		return out, refusal.New(refusal.TaxabilityNotCovered, field, "whether US-%s taxes %s is not held", out.State, strings.ToLower(cat.Name))
	}
	out.LocalToo = true
	if r.Has("sales_" + s + "_local") {
		text, cite := r.Text("sales_" + s + "_local")
		out.LocalToo = text != "none"
		out.Citations = append(out.Citations[:len(out.Citations):len(out.Citations)], cite...)
	}
	switch out.Taxability {
	case Taxable:
		n := r.Num("sales_" + s + "_rate_state")
		out.Rate, out.Citations = n.Dec, append(out.Citations[:len(out.Citations):len(out.Citations)], n.Cite...)
	case Reduced:
		n := r.Num("sales_" + s + "_rate_" + held)
		out.Rate, out.Citations = n.Dec, append(out.Citations[:len(out.Citations):len(out.Citations)], n.Cite...)
	}
	if err := r.Err(); err != nil {
		return out, refusal.New(refusal.RateNotCovered, field, "%v", err)
	}
	return out, nil
}

// Taxes reports whether a state has a sales tax of its own or of localities,
// unless it is held that it has none.
func Taxes(b *law.Book, state string, on civil.Date) bool {
	r := b.On(on)
	name := "sales_" + strings.ToLower(state) + "_no_state_tax"
	if !r.Has(name) {
		return true
	}
	text, _ := r.Text(name)
	return strings.Contains(text, "local")
}

// LocalTaxes reports whether localities of a state tax sales, unless it is held
// that none does.
func LocalTaxes(b *law.Book, state string, on civil.Date) bool {
	r := b.On(on)
	name := "sales_" + strings.ToLower(state) + "_local"
	if !r.Has(name) {
		return Taxes(b, state, on)
	}
	text, _ := r.Text(name)
	return text != "none"
}

// Nexus is what obliges a seller without presence to collect in a state.
type Nexus struct {
	State        string         `json:"state"`
	Sales        money.Dec      `json:"sales_usd"`
	Transactions int64          `json:"transactions"` // 0 = no such test
	Both         bool           `json:"both"`         // both must be reached
	Citations    []law.Citation `json:"citations"`
}

// NexusOf returns the economic nexus test of a state, when it is held.
func NexusOf(state string, on civil.Date) (Nexus, bool) {
	r := law.MustOpen("us").On(on)
	s := "sales_" + strings.ToLower(state) + "_nexus_"
	if !r.Has(s + "sales") {
		return Nexus{}, false
	}
	n := Nexus{State: strings.ToUpper(state), Sales: r.Num(s + "sales").Dec}
	if r.Has(s + "transactions") {
		n.Transactions, _ = r.Num(s + "transactions").Int64()
		text, _ := r.Text(s + "test")
		n.Both = text == "and"
	}
	n.Citations = r.Citations()
	return n, true
}

// Reached reports whether sales and a number of transactions reach the test:
// sales above the amount, transactions at or above the number.
func (n Nexus) Reached(sales money.Dec, transactions int64) bool {
	bySales := sales.Greater(n.Sales)
	if n.Transactions == 0 {
		return bySales
	}
	byCount := transactions >= n.Transactions
	if n.Both {
		return bySales && byCount
	}
	return bySales || byCount
}
