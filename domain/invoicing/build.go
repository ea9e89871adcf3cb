package invoicing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/domain/taxid"
)

// ChosenLine is a line of the order that is to be invoiced.
type ChosenLine struct {
	ID          string `json:"id" minLength:"1" maxLength:"100"`
	Description string `json:"description,omitempty" maxLength:"300" doc:"What was supplied, where the order does not say it."`
}

// Making is what an invoice is made from, beside the order.
type Making struct {
	Order       Order
	Held        settings.InForce
	Lines       []ChosenLine  // of the order; none = all
	Buyer       *InvoiceBuyer // in the place of the order's
	Profile     Profile       // that is asked for
	AcceptDraft bool
	Today       civil.Date
	Replaces    *InvoiceReference
	Claims      Claims        // of the order
	Asked       *DepositAsked // a deposit is invoiced, no lines
	Deposits    []Deposit     // that stand open on the order
}

// languageOf is the language that documents are worded in.
func languageOf(v settings.Values) string {
	if v.Invoicing != nil && v.Invoicing.Language != "" {
		return v.Invoicing.Language[:2]
	}
	return "en"
}

// seller is who sells, as far as settings say.
func (m Making) seller() settings.Seller {
	if m.Held.Seller != nil {
		return *m.Held.Seller
	}
	return settings.Seller{}
}

// buyer is who buys: as asked for, else as the order says.
func (m Making) buyer() InvoiceBuyer {
	b := m.Order.Buyer
	if m.Buyer != nil {
		own := *m.Buyer
		own.Status = cmp.Or(own.Status, b.Status)
		own.TaxID, own.TaxIDCountry = cmp.Or(own.TaxID, b.TaxID), cmp.Or(own.TaxIDCountry, b.TaxIDCountry)
		// What the tax was computed with, not what is said now, is its evidence.
		own.Evidence, own.Consultation = b.Evidence, b.Consultation
		if own.Address.Country == "" {
			own.Address.Country = b.Address.Country
		}
		b = own
	}
	b.TaxID = taxid.Written(b.TaxID)
	return b.greek()
}

// greek writes the prefix of Greek numbers as Greece does: EL, where ISO has GR.
func (b InvoiceBuyer) greek() InvoiceBuyer {
	if b.TaxIDCountry != "GR" && b.TaxIDCountry != "EL" {
		return b
	}
	b.TaxIDCountry = "EL"
	if number, iso := strings.CutPrefix(b.TaxID, "GR"); iso {
		b.TaxID = "EL" + number
	}
	return b
}

// Document makes the content of an invoice, without number and day. It has all
// that Blockers found nothing wrong with.
func (m Making) Document() InvoiceContent {
	v := m.Held.Values
	places, _ := money.MinorUnits(m.Order.Currency)
	d := InvoiceContent{
		Format: ContentFormat, Kind: Invoice, SuppliedOn: m.Order.SuppliedOn, Currency: m.Order.Currency, Language: languageOf(v),
		PricesIncludeTax: m.Order.PricesIncludeTax, Seller: m.seller(), Buyer: m.buyer(), OrderID: m.Order.ID, OrderReference: m.Order.Reference,
		Replaces: m.Replaces, Lines: []InvoiceLine{}, Prepaid: m.Order.Prepaid, Coverage: m.Order.Coverage,
	}
	switch {
	case m.Asked != nil:
		d.Deposit, d.ExpectedOn, d.SuppliedOn = true, m.Order.SuppliedOn, civil.Date{}
		d.Lines = append(d.Lines, m.depositLines(d.Language)...)
	default:
		for _, l := range m.chosen() {
			d.Lines = append(d.Lines, lineOf(l, m.Order.PricesIncludeTax, places))
		}
		if m.Ends() {
			d.deduct(m.Deposits)
		}
	}
	if v.Invoicing != nil {
		d.Note, d.PaymentTerms = v.Invoicing.Note, v.Invoicing.PaymentTerms
	}
	if duty, ok, asks := Law().duty(d.Seller.Address.Country, v.SellerSize(), d.Buyer, m.Today); ok || asks {
		d.Transmission = v.Transmits(duty.Country)
	}
	d = d.summed(v).trimmed()
	d.Profile = cmp.Or(m.Profile, profileOf(d))
	return d
}

// chosen are the order's lines that are to be invoiced, worded as asked.
func (m Making) chosen() []OrderLine {
	var out []OrderLine
	for _, l := range m.exempted(m.Order.Lines) {
		if len(m.Lines) == 0 {
			out = append(out, l)
		} else if at := slices.IndexFunc(m.Lines, func(c ChosenLine) bool { return c.ID == l.ID }); at >= 0 {
			l.Description = cmp.Or(m.Lines[at].Description, l.Description)
			out = append(out, l)
		}
	}
	return out
}

// exempted are lines with the exemption of a seller who charges no tax on anything.
func (m Making) exempted(lines []OrderLine) []OrderLine {
	out := slices.Clone(lines)
	if m.Held.Invoicing == nil || m.Held.Invoicing.SmallBusiness == "" {
		return out
	}
	for i, l := range out {
		if len(l.Taxes) == 1 && l.Taxes[0].Category == "" && l.Tax.IsZero() {
			out[i].Taxes = slices.Clone(l.Taxes)
			out[i].Taxes[0].Category = Exempt
		}
	}
	return out
}

// lineOf is a line as it stands on the document. Where prices include tax, the
// parts of the line are freed of it at the line's own rate, and the allowance
// takes what rounding leaves.
func lineOf(l OrderLine, gross bool, places int) InvoiceLine {
	out := InvoiceLine{ID: l.ID, Description: l.Description, SKU: l.SKU, Quantity: l.Quantity, UnitPrice: l.UnitPrice,
		Net: l.Net.Pad(places), Tax: l.Tax.Pad(places), Gross: l.Gross.Pad(places), Taxes: slices.Clone(l.Taxes)}
	base, charge := l.Quantity.Mul(l.UnitPrice), l.Charge
	out.NetPrice = l.UnitPrice
	if gross {
		factor := money.One
		for _, t := range l.Taxes {
			factor = factor.Add(t.Rate)
		}
		base, charge = base.QuoRound(factor, places, money.HalfUp), charge.QuoRound(factor, places, money.HalfUp)
		const priceplaces = 6
		if !l.Quantity.IsZero() {
			out.NetPrice = base.QuoRound(l.Quantity, priceplaces, money.HalfUp).Trim(places)
		}
	}
	base = base.Round(places, money.HalfUp)
	if l.WholeDiscount.Sign() > 0 {
		out.WholeAllowance = l.WholeDiscount.Pad(places)
	}
	if l.WholeCharge.Sign() > 0 {
		out.WholeCharge = l.WholeCharge.Pad(places)
	}
	out.Charge = charge.Round(places, money.HalfUp).Sub(l.WholeCharge).Pad(places)
	out.Allowance = base.Add(out.Charge).Sub(out.Own()).Pad(places)
	if out.Allowance.Sign() < 0 {
		out.Charge, out.Allowance = out.Charge.Sub(out.Allowance).Pad(places), money.Zero.Pad(places)
	}
	return out
}

// summed adds up the lines, and words the legends that their taxes ask for.
func (d InvoiceContent) summed(v settings.Values) InvoiceContent {
	places, _ := money.MinorUnits(d.Currency)
	d.Net, d.Tax, d.Gross, d.Taxes, d.Legends = money.Zero, money.Zero, money.Zero, []InvoiceTaxTotal{}, []InvoiceLegend{}
	for _, l := range d.Lines {
		d.Net, d.Tax, d.Gross = d.Net.Add(l.Net), d.Tax.Add(l.Tax), d.Gross.Add(l.Gross)
		for _, t := range l.Taxes {
			at := slices.IndexFunc(d.Taxes, func(x InvoiceTaxTotal) bool {
				return x.Code == t.Code && x.Category == t.Category && x.Rate.Equal(t.Rate) && x.Country == t.Country
			})
			if at < 0 {
				d.Taxes = append(d.Taxes, InvoiceTaxTotal{InvoiceTax: InvoiceTax{Code: t.Code, Category: t.Category, Rate: t.Rate, Country: t.Country}})
				at = len(d.Taxes) - 1
			}
			d.Taxes[at].Base, d.Taxes[at].Tax = d.Taxes[at].Base.Add(t.Base).Pad(places), d.Taxes[at].Tax.Add(t.Tax).Pad(places)
		}
	}
	slices.SortStableFunc(d.Taxes, func(a, b InvoiceTaxTotal) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Category, b.Category), b.Rate.Cmp(a.Rate))
	})
	for i := range d.Taxes {
		d.word(&d.Taxes[i], v)
	}
	if v.Invoicing != nil && v.Invoicing.MarginScheme != "" && d.Kind == Invoice {
		d.Legends = append(d.Legends, marginLegend(v.Invoicing.MarginScheme))
	}
	d.Net, d.Tax, d.Gross = d.Net.Pad(places), d.Tax.Pad(places), d.Gross.Pad(places)
	d.Prepaid = money.Min(d.Prepaid, d.Gross).Pad(places)
	d.Due = d.Gross.Sub(d.Prepaid).Pad(places)
	return d
}

// word says of a total why no tax is charged, and adds the legend of it.
func (d *InvoiceContent) word(t *InvoiceTaxTotal, v settings.Values) {
	codes := map[string][2]string{
		ReverseCharge: {"reverse_charge", "VATEX-EU-AE"}, IntraCommunity: {"intra_community", "VATEX-EU-IC"},
		Export: {"export", "VATEX-EU-G"}, OutsideScope: {"outside_scope", "VATEX-EU-O"},
	}
	if code, ok := codes[t.Category]; ok {
		l := Law().legend(code[0], d.Language)
		t.Exemption, t.VATEX = l.Text, code[1]
		if !slices.Contains(d.Legends, l) {
			d.Legends = append(d.Legends, l)
		}
	}
	if t.Category == Exempt && v.Invoicing != nil {
		t.Exemption = cmp.Or(v.Invoicing.SmallBusiness, v.Invoicing.ExemptionReason)
		l := InvoiceLegend{Code: "exempt", Text: t.Exemption, Provision: t.Exemption}
		if t.Exemption != "" && !slices.Contains(d.Legends, l) {
			d.Legends = append(d.Legends, l)
		}
	}
}

// marginLegend names the margin scheme as the English version of art. 226 (13)
// and (14) does.
func marginLegend(scheme string) InvoiceLegend {
	text, provision := map[string]string{
		"travel": "Margin scheme — Travel agents", "second_hand": "Margin scheme — Second-hand goods",
		"art": "Margin scheme — Works of art", "collectors": "Margin scheme — Collector's items and antiques",
	}[scheme], "Directive 2006/112/EC art. 226 (14)"
	if scheme == "travel" {
		provision = "Directive 2006/112/EC art. 226 (13)"
	}
	return InvoiceLegend{"margin_scheme", text, provision}
}

// Blockers lists all that stands between an order and its invoice. lastIssued is
// the latest day in the book.
func (m Making) Blockers(lastIssued civil.Date) fault.Blockers {
	var b fault.Blockers
	o := m.Order
	if o.NotFinal != "" {
		b.On("order/"+o.ID, "order_not_final", "%s", o.NotFinal)
	}
	if o.Kind == string(orders.Refund) {
		b.On("order/"+o.ID, "order_is_refund", "it is a refund; credit the invoice of the order that it refunds")
	}
	if o.Mismatch != "" {
		b.On("order/"+o.ID, "snapshot_mismatch", "%s", o.Mismatch)
	}
	if m.Asked != nil {
		m.depositBlockers(&b)
	} else {
		m.claimed(&b)
		m.described(&b)
		m.restBlockers(&b)
	}
	m.sellerBlockers(&b)
	m.buyerBlockers(&b)
	if o.SuppliedOn.IsZero() {
		b.On("order/"+o.ID, "supply_date_missing", "the order does not say when it was supplied")
	}
	if o.Coverage == "draft" && !m.AcceptDraft && !m.Held.AcceptsDraft(m.Today) {
		b.On("order/"+o.ID, "draft_coverage_not_accepted", "the order's tax rests on draft coverage, which nobody has accepted")
	}
	if m.Today.Before(lastIssued) {
		b.Add("date_before_last_issued", "the last document of the series is of %s, after today, %s", lastIssued, m.Today)
	}
	m.transmission(&b)
	m.sums(&b)
	if m.Profile != "" {
		for _, x := range m.Document().lacks(m.Profile) {
			if !slices.ContainsFunc(b, func(y fault.Blocker) bool { return x.Field != "" && y.Field == x.Field }) {
				b = append(b, x)
			}
		}
	}
	return b
}

// transmission blocks what the law has pass a system, unless the seller names it.
func (m Making) transmission(b *fault.Blockers) {
	duty, ok, asks := Law().duty(m.seller().Address.Country, m.Held.SellerSize(), m.buyer(), m.Today)
	if !ok && !asks || m.Held.Transmits(duty.Country) != "" {
		return
	}
	if asks {
		*b = append(*b, fault.Blocker{Code: "seller_details_missing", Field: "invoicing.seller_size",
			Message: fmt.Sprintf("since %s %s asks that such an invoice of a large or intermediate firm passes %s (%s); say invoicing.seller_size",
				duty.From, duty.Country, duty.System, duty.Provision)})
		return
	}
	b.Add("transmission_required",
		"since %s %s asks that such an invoice passes %s (%s); name the system that does it in invoicing.transmission",
		duty.From, duty.Country, duty.System, duty.Provision)
}

// claimed blocks what stands on an invoice that is not fully credited, and lines
// that the order does not have.
func (m Making) claimed(b *fault.Blockers) {
	for _, c := range m.Lines {
		if !slices.ContainsFunc(m.Order.Lines, func(l OrderLine) bool { return l.ID == c.ID }) {
			b.On("order/"+m.Order.ID, "order_unknown", "the order has no line %q", c.ID)
		}
	}
	taken := map[string]bool{}
	for _, l := range m.chosen() {
		if by := m.Claims.By(l.ID); by != "" && !taken[by] {
			taken[by] = true
			b.On("invoice/"+by, "order_already_invoiced", "line %q and others of the order stand on an invoice that is not fully credited", l.ID)
		}
	}
}

// described blocks lines that do not say what was supplied: an invoice that does not is
// none (Directive 2006/112/EC art. 226 (6)), and the id of a line says nothing.
func (m Making) described(b *fault.Blockers) {
	for _, l := range m.chosen() {
		if said(l.Description) == "" {
			b.On("order/"+m.Order.ID, "description_missing", "line %q does not say what was supplied; say it in lines, with all that are invoiced", l.ID)
		}
	}
}

func (m Making) sellerBlockers(b *fault.Blockers) {
	s := m.seller()
	missing := func(field string) {
		*b = append(*b, fault.Blocker{Code: "seller_details_missing", Field: "seller." + field,
			Message: fmt.Sprintf("settings of the site do not say seller.%s", field)})
	}
	for _, x := range []struct{ field, value string }{
		{"legal_name", s.LegalName}, {"address.street", s.Address.Street}, {"address.city", s.Address.City},
		{"address.country", s.Address.Country},
	} {
		if said(x.value) == "" {
			missing(x.field)
		}
	}
	needsVAT := false
	for _, l := range m.chosen() {
		for _, t := range l.Taxes {
			needsVAT = needsVAT || slices.Contains([]string{Standard, Exempt, ReverseCharge, IntraCommunity, Export, ZeroRated}, t.Category)
			if t.Category == Exempt && (m.Held.Invoicing == nil || m.Held.Invoicing.ExemptionReason == "" && m.Held.Invoicing.SmallBusiness == "") {
				*b = append(*b, fault.Blocker{Code: "exemption_evidence_missing", Field: "invoicing.exemption_reason",
					Message: fmt.Sprintf("line %q is exempt, and settings name no provision for it", l.ID)})
			}
		}
	}
	if needsVAT && said(s.TaxID) == "" && said(s.TaxNumber) == "" {
		missing("tax_id")
	}
}

func (m Making) buyerBlockers(b *fault.Blockers) {
	x := m.buyer()
	missing := func(field string) {
		*b = append(*b, fault.Blocker{Code: "buyer_details_missing", Field: "buyer." + field,
			Message: fmt.Sprintf("neither the order nor the request says buyer.%s", field)})
	}
	if said(x.Name) == "" {
		missing("name")
	}
	if x.Address.Country == "" {
		missing("address.country")
	}
	if said(x.Address.Street) == "" && said(x.Address.City) == "" {
		missing("address.street")
	}
	if m.Order.Buyer.Address.Country != "" && x.Address.Country != m.Order.Buyer.Address.Country {
		b.On("order/"+m.Order.ID, "snapshot_mismatch", "the order's tax was computed for a buyer in %s, not %s", m.Order.Buyer.Address.Country,
			x.Address.Country)
	}
	for _, l := range m.chosen() {
		for _, t := range l.Taxes {
			if t.Category != ReverseCharge && t.Category != IntraCommunity {
				continue
			}
			if why := m.unshown(x, t.Category); why != "" {
				*b = append(*b, fault.Blocker{Code: "tax_id_unverified", Field: "buyer.tax_id", Message: why})
				return
			}
		}
		if l.Treatment == "exempt_buyer" && l.Certificate == "" {
			b.On("order/"+m.Order.ID, "exemption_evidence_missing", "line %q is exempt for its buyer, and no certificate is named", l.ID)
			return
		}
	}
}

// unshown says why a supply is not free of tax for who the buyer is; "" = what the order's
// tax was computed with shows it. A number that takes the place of the order's is another
// buyer's, whom nothing shows.
func (m Making) unshown(x InvoiceBuyer, category string) string {
	held := m.Order.Buyer
	number := indirect.Buyer{Address: indirect.Address{Country: held.Address.Country}, TaxID: held.TaxID, TaxIDCountry: held.TaxIDCountry}
	shown := held.Evidence == "registry" && held.Consultation != "" ||
		held.Evidence == "certificate" && category == ReverseCharge && !number.OfMember(m.Order.SuppliedOn)
	switch {
	case said(held.TaxID) == "" || !shown:
		return "the supply is free of tax only for a buyer whose number a stored consultation of a register confirms, or outside the Union a certificate"
	case !taxid.Same(x.VATNumber(), held.VATNumber()):
		return "the order's tax was computed for a buyer of another number"
	}
	return ""
}

// sums holds an order's figures against each other: a document that does not add
// up is none.
func (m Making) sums(b *fault.Blockers) {
	if m.Order.Unsound != "" {
		b.On("order/"+m.Order.ID, "amounts_do_not_add_up", "%s", m.Order.Unsound)
		return
	}
	for _, l := range m.chosen() {
		tax, base := money.Zero, l.Net
		if slices.ContainsFunc(l.Taxes, func(t InvoiceTax) bool { return t.Category == "" }) {
			b.On("order/"+m.Order.ID, "supply_rule_not_covered", "line %q bears no tax, and the order does not say why; a committed checkout does",
				l.ID)
		}
		for _, t := range l.Taxes {
			tax = tax.Add(t.Tax)
		}
		if !tax.Equal(l.Tax) || !base.Add(l.Tax).Equal(l.Gross) {
			b.On("order/"+m.Order.ID, "amounts_do_not_add_up", "line %q: %s and %s are not %s", l.ID, l.Net, l.Tax, l.Gross)
		}
	}
	if len(m.chosen()) == 0 {
		b.On("order/"+m.Order.ID, "order_unknown", "there is nothing to invoice")
	}
}
