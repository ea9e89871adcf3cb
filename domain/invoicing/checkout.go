package invoicing

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// FromCheckout is a committed checkout as an order. A checkout says who buys by an
// opaque id alone, so that the name comes with the request.
func FromCheckout(s commerce.Snapshot) Order {
	o := Order{ID: s.ID, Kind: "order", Reference: s.Taken.CartID, Site: s.Site, SuppliedOn: s.Taken.Date, Currency: s.Taken.Currency,
		Coverage: s.Taken.Coverage, Subject: s.Taken.Subject()}
	if !s.Whole() {
		o.Mismatch = "what was committed can no longer be read, or is not what was hashed"
		return o
	}
	var cart commerce.Cart
	var preview commerce.Preview
	if json.Unmarshal(s.Cart, &cart) != nil || json.Unmarshal(s.Preview, &preview) != nil || len(preview.Result.Lines) < len(cart.Lines) {
		o.Mismatch = "what was committed is not in a form that can be invoiced"
		return o
	}
	o.PricesIncludeTax = preview.Result.PricesIncludeTax
	b := cart.Buyer
	o.Buyer = InvoiceBuyer{Status: b.Status, TaxID: b.TaxID, TaxIDCountry: b.TaxIDCountry, Evidence: b.Evidence,
		Consultation: b.Consultation, Address: settings.Address{Country: b.Country, Region: b.Region, PostalCode: b.PostalCode}}
	certificate := ""
	if b.Exemption != nil {
		certificate = b.Exemption.Number
	}
	for i, l := range preview.Result.Lines {
		line := OrderLine{ID: l.ID, Net: l.Net, Tax: l.Tax, Gross: l.Gross, Treatment: l.Treatment, Certificate: certificate,
			Discount: l.LineDiscount.Add(l.DocDiscount), Charge: l.ShippingShare, Quantity: money.One, UnitPrice: l.Amount}
		if i < len(cart.Lines) && cart.Lines[i].ID == l.ID {
			c := cart.Lines[i]
			line.Quantity, line.UnitPrice, line.SKU = c.Quantity, c.UnitPrice, c.SKU
			line.Description = cmp.Or(c.ProductType, c.SKU)
		}
		line.WholeDiscount, line.WholeCharge = untaxed(l.DocDiscount, l, o), untaxed(l.ShippingShare, l, o)
		kind, _ := category.Get(l.Category)
		line.UsuallyExempt = kind.Group == "usually exempt"
		country := ""
		if l.Decision < len(preview.Result.Decisions) {
			country = preview.Result.Decisions[l.Decision].Place.Country
		}
		for _, t := range l.Components {
			line.Taxes = append(line.Taxes, InvoiceTax{Code: taxCode(t.Code), Rate: t.Rate, Base: l.Net, Tax: t.Amount, Country: country,
				Category: categoryOf(l.Treatment, t.Rate, line.UsuallyExempt)})
		}
		if len(line.Taxes) == 0 {
			line.Taxes = []InvoiceTax{{Code: "VAT", Rate: money.Zero, Base: l.Net, Tax: l.Tax, Country: country,
				Category: categoryOf(l.Treatment, money.Zero, line.UsuallyExempt)}}
		}
		o.Lines = append(o.Lines, line)
	}
	return o
}

// FromReversal is what was taken back of a committed checkout, as a refund of the order that
// the checkout is. Its figures are the reversal's own, to the minor unit.
func FromReversal(s commerce.Snapshot, r commerce.Reversal) Order {
	o := FromCheckout(s)
	whole := o.Lines
	o.ID, o.Kind, o.Reverses, o.SuppliedOn, o.Lines = r.ReversalID, "refund", s.ID, r.Date, nil
	if o.Mismatch == "" && !r.Sound() {
		o.Mismatch = "what was reversed is not what was hashed"
	}
	if o.Mismatch != "" {
		return o
	}
	const priceplaces = 6
	for _, back := range r.Lines {
		if back.Line < 1 || back.Line > len(whole) {
			o.Mismatch = "what was reversed has lines that the checkout has not"
			return o
		}
		l := whole[back.Line-1]
		l.Discount, l.Charge, l.WholeDiscount, l.WholeCharge = money.Zero, money.Zero, money.Zero, money.Zero // what comes back is what was paid
		l.Net, l.Tax, l.Gross, l.Quantity, l.Returned = back.Net, back.Tax, back.Gross, back.Quantity, back.Quantity
		if l.Quantity.Sign() <= 0 {
			l.Quantity = money.One // an amount is taken off, no piece comes back
		}
		price := l.Net
		if o.PricesIncludeTax {
			price = l.Gross
		}
		places, _ := money.MinorUnits(o.Currency)
		l.UnitPrice = price.QuoRound(l.Quantity, priceplaces, money.HalfUp).Trim(places)
		l.Taxes = slices.Clone(l.Taxes)
		for i := range l.Taxes {
			l.Taxes[i].Base, l.Taxes[i].Tax = back.Net, back.Tax
			if i < len(back.Taxes) {
				l.Taxes[i].Tax = back.Taxes[i]
			}
		}
		o.Lines = append(o.Lines, l)
	}
	return o
}

// untaxed is a part of a line without its tax.
func untaxed(part money.Dec, l indirect.LineResult, o Order) money.Dec {
	places, _ := money.MinorUnits(o.Currency)
	factor := money.One
	if o.PricesIncludeTax {
		for _, t := range l.Components {
			factor = factor.Add(t.Rate)
		}
	}
	return part.QuoRound(factor, places, money.HalfUp)
}

// taxCode is the name of a tax as documents show it.
func taxCode(code string) string { return cmp.Or(code, "VAT") }

// categoryOf is the category of UNTDID 5305 that a treatment and rate come to.
func categoryOf(treatment string, rate money.Dec, usuallyExempt bool) string {
	switch treatment {
	case "reverse_charge":
		return ReverseCharge
	case "intra_community":
		return IntraCommunity
	case "export":
		return Export
	case "outside_scope", "deemed_supplier":
		return OutsideScope
	case "exempt_buyer", "exempt_holiday":
		return Exempt
	}
	switch {
	case rate.Sign() > 0:
		return Standard
	case usuallyExempt:
		return Exempt
	}
	return ZeroRated
}
