package booking

import (
	"strings"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// account finds the account of a role, or blocks.
func (d *draft) account(role string, rate *money.Dec) books.Account {
	a, ok := d.f.Books.ForRole(role, rate, d.bookingDay())
	if !ok {
		message := "the books have no account for " + role
		if rate != nil {
			message += " at " + rate.String()
		}
		d.blockers = append(d.blockers, fault.Blocker{Code: "account_mapping_missing", Resource: "role/" + role, Message: message})
	}
	return a
}

// put adds a line; a refund stands on the other side, and nothing is no line.
func (d *draft) put(a books.Account, side journal.Side, amount money.Dec, rule string, edit func(*journal.Line)) {
	if amount.IsZero() {
		return
	}
	if d.t.Refund {
		side = side.Other()
	}
	l := journal.Line{Account: journal.AccountCode(a.Code), Side: side, Amount: amount.Pad(d.places), Rule: rule}
	if edit != nil {
		edit(&l)
	}
	d.lines = append(d.lines, l)
}

// code writes a tax code.
func code(country, direction, treatment string) journal.TaxCode {
	return journal.TaxCode(strings.ToLower(country) + "." + direction + "." + treatment)
}

func taxed(c journal.TaxCode, rate, base money.Dec, itself bool) func(*journal.Line) {
	return func(l *journal.Line) { l.TaxCode, l.TaxRate, l.TaxBase, l.TaxLine = c, rate, base, itself }
}

// moneyRole is the role of the account that a payment went through.
func (t Transaction) moneyRole(p Paid) string {
	if t.Role == Sale && p.Method == "card" {
		return "clearing"
	}
	return map[string]string{"bank": "bank", "cash": "cash", "card": "credit_card", "provider": "clearing"}[p.Method]
}

// counter puts the gross amount where it stands until it is paid.
func (d *draft) counter(side journal.Side) {
	role, rule := "payable", "counter.payable"
	if d.t.Role == Sale {
		role, rule = "receivable", "counter.receivable"
	}
	if p := d.t.Payment; p != nil {
		role, rule = d.t.moneyRole(*p), "counter.paid_"+p.Method
	}
	d.put(d.account(role, nil), side, d.t.Gross, rule, func(l *journal.Line) { l.Party = d.t.Counterparty.PartyID })
}

// rated lists what the document says by rate; without taxes, one at zero.
func (d *draft) rated() []Tax {
	if len(d.t.Taxes) > 0 {
		return d.t.Taxes
	}
	return []Tax{{Rate: money.Zero, Base: d.t.Net}}
}

// sale books income and the tax that was charged.
func (d *draft) sale(x supply.Decision) {
	d.counter(journal.Debit)
	role, treatment := "sales", "domestic"
	taxRole := "output_tax"
	country := d.home
	switch {
	case x.Treatment == supply.Taxed && x.Place.Country == d.home:
	case x.Treatment == supply.Taxed:
		role, taxRole, treatment, country = "sales_oss", "oss_tax", "oss", x.Place.Country
		if !strings.HasSuffix(x.Scheme, "oss") {
			treatment = "local"
		}
	case x.Treatment == supply.IntraCommunity:
		role, treatment = "sales_intra_community", "intra_community"
	case x.Treatment == supply.ReverseCharge:
		role, treatment = "sales_reverse_charge", "reverse_charge"
	case x.Treatment == supply.Export:
		role, treatment = "sales_export", "export"
	default:
		role, treatment = "sales_outside_scope", string(x.Treatment)
	}
	for _, r := range d.rated() {
		rate := r.Rate
		if x.Treatment != supply.Taxed && !r.Tax.IsZero() {
			// It was charged although the rules say the customer owes it, or nobody:
			// what an invoice shows is owed.
			d.reason("tax_charged_without_duty")
			role, taxRole, treatment = "sales", "output_tax", "domestic"
		}
		income := d.income(role, &rate)
		d.put(income, journal.Credit, r.Base, "sale."+treatment, taxed(code(country, "output", treatment), rate, r.Base, false))
		if !r.Tax.IsZero() {
			d.put(d.account(taxRole, &rate), journal.Credit, r.Tax, "tax.charged", taxed(code(country, "output", treatment), rate, r.Base, true))
		}
	}
}

// income is the account of a sale: the one that was named, else the role's.
func (d *draft) income(role string, rate *money.Dec) books.Account {
	if d.t.Category != "" {
		if a, ok := d.f.Books.Account(books.Code(d.t.Category)); ok {
			return a
		}
	}
	return d.account(role, rate)
}

// purchase books cost and input tax.
func (d *draft) purchase(x supply.Decision) {
	cost, ok := d.cost()
	if !ok {
		return
	}
	share := money.One
	if !d.t.BusinessShare.IsZero() {
		share = d.t.BusinessShare
	}
	taxShare := share
	if d.t.InputTaxShare != nil {
		taxShare = *d.t.InputTaxShare
	}
	registered := d.f.Registered != nil && d.f.Registered(d.home, d.taxDate)
	if !registered {
		taxShare = money.Zero
	}
	switch {
	case x.Treatment == supply.IntraCommunity:
		d.selfAssessed(cost, "acquisition", share, taxShare, registered)
	case x.Treatment == supply.ReverseCharge:
		d.selfAssessed(cost, "reverse", share, taxShare, registered)
	case x.Treatment == supply.Export:
		d.charged(cost, "import", share, money.Zero)
	case x.Place.Country != d.home:
		d.reason("foreign_tax")
		d.charged(cost, "foreign", share, money.Zero)
	default:
		d.charged(cost, "domestic", share, taxShare)
	}
	d.counter(journal.Credit)
}

// cost is the account that a purchase goes to.
func (d *draft) cost() (func(rate *money.Dec) books.Account, bool) {
	c := d.t.Category
	if c == "" {
		d.blockers = append(d.blockers, fault.Blocker{Code: "category_missing", Field: "transaction.category",
			Message: "what the cost is for is not known"})
		return nil, false
	}
	if a, ok := d.f.Books.Account(books.Code(c)); ok {
		d.watch(a.Role)
		return func(*money.Dec) books.Account { return a }, true
	}
	role := c
	if role != "goods" && !strings.Contains(role, ".") {
		role = "expense." + role
	}
	d.watch(role)
	if role == "goods" {
		return func(rate *money.Dec) books.Account { return d.account(role, rate) }, true
	}
	return func(*money.Dec) books.Account { return d.account(role, nil) }, true
}

// watch lists the costs that a person looks at.
func (d *draft) watch(role string) {
	switch {
	case strings.HasPrefix(role, "asset."):
		d.reason("asset")
	case strings.Contains(role, "entertainment"):
		d.reason("entertainment")
	case strings.Contains(role, "vehicle"):
		d.reason("vehicle")
	}
}

// charged books a purchase on whose document the tax stands.
func (d *draft) charged(cost func(*money.Dec) books.Account, treatment string, share, taxShare money.Dec) {
	for _, r := range d.rated() {
		rate := r.Rate
		input := money.Zero
		if !r.Tax.IsZero() && taxShare.Sign() > 0 {
			// Never above what the law owes on the base, nor what is shown.
			owed := money.Min(r.Tax, r.Base.Mul(rate).Round(d.places, money.HalfUp))
			input = owed.Mul(taxShare).Round(d.places, money.HalfUp)
		}
		c := code(d.home, "input", treatment)
		gross := r.Base.Add(r.Tax).Sub(input)
		private := d.privatePart(r.Base, r.Tax, input, share)
		d.put(cost(&rate), journal.Debit, gross.Sub(private), "cost."+treatment, func(l *journal.Line) {
			if !input.IsZero() || r.Tax.IsZero() {
				taxed(c, rate, r.Base, false)(l)
			}
		})
		d.private(private)
		if !input.IsZero() {
			d.put(d.account("input_tax", &rate), journal.Debit, input, "tax.input", taxed(c, rate, r.Base, true))
		}
	}
}

// privatePart is what the owner takes of a cost: their share of the base and of the
// tax on it, which is not deducted; a tax that is deducted in spite of the private
// use is no cost of theirs.
func (d *draft) privatePart(base, tax, input, share money.Dec) money.Dec {
	own := money.One.Sub(share)
	return base.Mul(own).Add(money.Min(tax.Mul(own), tax.Sub(input))).Round(d.places, money.HalfUp)
}

// private puts the private part of a cost where the owner takes it from.
func (d *draft) private(amount money.Dec) {
	if amount.IsZero() {
		return
	}
	if a, ok := d.f.Books.ForRole("drawings", nil, d.bookingDay()); ok {
		d.put(a, journal.Debit, amount, "cost.private", nil)
		return
	}
	d.put(d.account("director", nil), journal.Debit, amount, "cost.private", nil)
}

// selfAssessed books a purchase whose tax the customer owes: the standard rate
// of the place on the net amount, on both sides.
func (d *draft) selfAssessed(cost func(*money.Dec) books.Account, kind string, share, taxShare money.Dec, registered bool) {
	for _, r := range d.t.Taxes {
		if !r.Tax.IsZero() {
			d.reason("tax_mismatch")
			d.blockers.Add("amounts_do_not_add_up", "the document charges %s of tax, which the customer owes: ask for a corrected one", r.Tax)
		}
	}
	at, blocked := rates.Locate(d.home, "", "", d.taxDate)
	if blocked == nil {
		var found rates.Rate
		if found, blocked = rates.Lookup(at, "", rates.Standard, "transaction.category", d.taxDate); blocked == nil {
			d.assessed(cost, kind, share, taxShare, found)
			return
		}
	}
	d.refused(blocked)
}

func (d *draft) assessed(cost func(*money.Dec) books.Account, kind string, share, taxShare money.Dec, found rates.Rate) {
	rate := money.Zero
	for _, c := range found.Components {
		rate = rate.Add(c.Rate)
	}
	due := d.t.Net.Mul(rate).Round(d.places, money.HalfUp)
	input := due.Mul(taxShare).Round(d.places, money.HalfUp)
	treatment := map[string]string{"acquisition": "acquisition", "reverse": "reverse_charge"}[kind]
	account := cost(&rate)
	if kind == "acquisition" && account.Role == "goods" {
		if a, ok := d.f.Books.ForRole("goods_acquisition", &rate, d.bookingDay()); ok {
			account = a
		}
	}
	total := d.t.Net.Add(due).Sub(input)
	private := d.privatePart(d.t.Net, due, input, share)
	d.put(account, journal.Debit, total.Sub(private), "cost."+treatment, taxed(code(d.home, "input", treatment), rate, d.t.Net, false))
	d.private(private)
	if !input.IsZero() {
		d.put(d.account(kind+"_input", &rate), journal.Debit, input, "tax.input", taxed(code(d.home, "input", treatment), rate, d.t.Net, true))
	}
	d.put(d.account(kind+"_output", &rate), journal.Credit, due, "tax.owed_by_customer", taxed(code(d.home, "output", treatment), rate,
		d.t.Net, true))
}
