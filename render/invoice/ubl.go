package invoice

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// The rules that a document follows, and the process of invoicing that they belong to.
const (
	specification = "urn:cen.eu:en16931:2017"
	peppolRules   = specification + "#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"
	xrechnung     = specification + "#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
	billing       = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
)

// rulesOf names the rules of a profile, and its process; the standard itself names none.
func rulesOf(p invoicing.Profile) (rules, process string) {
	switch p {
	case invoicing.Peppol:
		return peppolRules, billing
	case invoicing.XRechnung:
		return xrechnung, billing
	}
	return specification, ""
}

// ubl writes UBL 2.1: an Invoice, or a CreditNote.
func ubl(d invoicing.InvoiceContent) []byte {
	w := &ublWriter{writer: newWriter(), d: d, root: "Invoice"}
	if d.Kind == invoicing.CreditNote {
		w.root = "CreditNote"
	}
	w.in(w.root+` xmlns="urn:oasis:names:specification:ubl:schema:xsd:`+w.root+`-2"`+
		` xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"`+
		` xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"`, w.document)
	return w.b.Bytes()
}

type ublWriter struct {
	*writer
	d    invoicing.InvoiceContent
	root string
}

func (w *ublWriter) document() {
	d := w.d
	rules, process := rulesOf(d.Profile)
	w.leaf("cbc:CustomizationID", rules)
	w.leaf("cbc:ProfileID", process)
	w.leaf("cbc:ID", d.Number)
	w.leaf("cbc:IssueDate", d.IssuedOn.String())
	if d.Kind == invoicing.Invoice {
		w.leaf("cbc:DueDate", d.DueOn.String())
		w.leaf("cbc:InvoiceTypeCode", typeCode(d))
	} else {
		w.leaf("cbc:CreditNoteTypeCode", typeCode(d))
	}
	for _, n := range notes(d) {
		w.leaf("cbc:Note", n)
	}
	w.leaf("cbc:DocumentCurrencyCode", d.Currency)
	w.leaf("cbc:BuyerReference", d.Buyer.Reference)
	if d.OrderReference != "" {
		w.in("cac:OrderReference", func() { w.leaf("cbc:ID", d.OrderReference) })
	}
	for _, r := range preceding(d) {
		w.in("cac:BillingReference", func() {
			w.in("cac:InvoiceDocumentReference", func() {
				w.leaf("cbc:ID", r.Number)
				w.leaf("cbc:IssueDate", r.IssuedOn.String())
			})
		})
	}
	w.in("cac:AccountingSupplierParty", func() { w.in("cac:Party", w.seller) })
	w.in("cac:AccountingCustomerParty", func() { w.in("cac:Party", w.buyer) })
	w.in("cac:Delivery", func() {
		w.leaf("cbc:ActualDeliveryDate", d.SuppliedOn.String())
		w.in("cac:DeliveryLocation", func() { w.in("cac:Address", func() { w.address(d.Buyer.Address) }) })
	})
	w.payment()
	for _, x := range wholes(d) {
		w.in("cac:AllowanceCharge", func() {
			w.leaf("cbc:ChargeIndicator", strconv.FormatBool(x.Charge))
			w.leaf("cbc:AllowanceChargeReason", x.reason())
			w.amount("cbc:Amount", x.Amount)
			w.in("cac:TaxCategory", func() {
				w.category(x.Tax)
				w.in("cac:TaxScheme", func() { w.leaf("cbc:ID", "VAT") })
			})
		})
	}
	w.taxes()
	w.in("cac:LegalMonetaryTotal", func() {
		lines, off, on := sums(d)
		w.amount("cbc:LineExtensionAmount", lines)
		w.amount("cbc:TaxExclusiveAmount", d.Net)
		w.amount("cbc:TaxInclusiveAmount", d.Gross)
		if off.Sign() > 0 {
			w.amount("cbc:AllowanceTotalAmount", off)
		}
		if on.Sign() > 0 {
			w.amount("cbc:ChargeTotalAmount", on)
		}
		if d.Prepaid.Sign() > 0 {
			w.amount("cbc:PrepaidAmount", d.Prepaid)
		}
		w.amount("cbc:PayableAmount", d.Due)
	})
	for _, l := range d.Lines {
		w.in("cac:"+w.root+"Line", func() { w.line(l) })
	}
}

func (w *ublWriter) amount(name string, a money.Dec) {
	w.leaf(name, a.String(), "currencyID", w.d.Currency)
}

// unvatted reports whether the document may name no VAT numbers.
func unvatted(d invoicing.InvoiceContent) bool {
	return len(d.Taxes) == 1 && d.Taxes[0].Category == invoicing.OutsideScope
}

func (w *ublWriter) seller() {
	s := w.d.Seller
	vat := vatNumber(s.TaxID, s.Address.Country)
	w.endpoint(w.d.SellerElectronic())
	if unvatted(w.d) && s.RegistrationNumber == "" {
		w.in("cac:PartyIdentification", func() { w.leaf("cbc:ID", either(s.TaxNumber, s.TaxID)) })
	}
	if s.TradingName != "" {
		w.in("cac:PartyName", func() { w.leaf("cbc:Name", s.TradingName) })
	}
	w.in("cac:PostalAddress", func() { w.address(s.Address) })
	if vat != "" && !unvatted(w.d) {
		w.taxScheme(vat, "VAT")
	}
	if s.TaxNumber != "" && !unvatted(w.d) {
		w.taxScheme(s.TaxNumber, "TAX")
	}
	w.in("cac:PartyLegalEntity", func() {
		w.leaf("cbc:RegistrationName", s.LegalName)
		w.leaf("cbc:CompanyID", s.RegistrationNumber, registerScheme(w.d)...)
		w.leaf("cbc:CompanyLegalForm", s.Register)
	})
	if s.Contact != "" || s.Phone != "" || s.Email != "" {
		w.in("cac:Contact", func() {
			w.leaf("cbc:Name", s.Contact)
			w.leaf("cbc:Telephone", s.Phone)
			w.leaf("cbc:ElectronicMail", s.Email)
		})
	}
}

// registerScheme says of a Dutch seller's number, to Peppol, that it is of the chamber of
// commerce (0106); of others nothing is known.
func registerScheme(d invoicing.InvoiceContent) []string {
	if d.Profile == invoicing.Peppol && d.Seller.Address.Country == "NL" {
		return []string{"schemeID", "0106"}
	}
	return nil
}

func (w *ublWriter) endpoint(a settings.ElectronicAddress) {
	w.leaf("cbc:EndpointID", a.ID, "schemeID", a.Scheme)
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (w *ublWriter) buyer() {
	b := w.d.Buyer
	w.endpoint(w.d.BuyerElectronic())
	w.in("cac:PostalAddress", func() { w.address(b.Address) })
	if vat := b.VATNumber(); vat != "" && !unvatted(w.d) {
		w.taxScheme(vatNumber(vat, b.Address.Country), "VAT")
	}
	w.in("cac:PartyLegalEntity", func() { w.leaf("cbc:RegistrationName", b.Name) })
	if b.Email != "" {
		w.in("cac:Contact", func() { w.leaf("cbc:ElectronicMail", b.Email) })
	}
}

func (w *ublWriter) taxScheme(id, scheme string) {
	w.in("cac:PartyTaxScheme", func() {
		w.leaf("cbc:CompanyID", id)
		w.in("cac:TaxScheme", func() { w.leaf("cbc:ID", scheme) })
	})
}

func (w *ublWriter) address(a settings.Address) {
	w.leaf("cbc:StreetName", a.Street)
	w.leaf("cbc:AdditionalStreetName", a.Extra)
	w.leaf("cbc:CityName", a.City)
	w.leaf("cbc:PostalZone", a.PostalCode)
	w.leaf("cbc:CountrySubentity", a.Region)
	w.in("cac:Country", func() { w.leaf("cbc:IdentificationCode", a.Country) })
}

func (w *ublWriter) payment() {
	d := w.d
	switch {
	case uninstructed(d):
		w.in("cac:PaymentMeans", func() { w.leaf("cbc:PaymentMeansCode", notDefined) })
	case transferred(d):
		w.in("cac:PaymentMeans", func() {
			w.leaf("cbc:PaymentMeansCode", transferCode(d.Currency))
			w.leaf("cbc:PaymentID", d.Number)
			w.in("cac:PayeeFinancialAccount", func() {
				w.leaf("cbc:ID", compact(d.Seller.IBAN))
				w.leaf("cbc:Name", d.Seller.LegalName)
				if d.Seller.BIC != "" {
					w.in("cac:FinancialInstitutionBranch", func() { w.leaf("cbc:ID", d.Seller.BIC) })
				}
			})
		})
	}
	if t := terms(d); t != "" {
		w.in("cac:PaymentTerms", func() { w.leaf("cbc:Note", t) })
	}
}

// transferred reports whether a document asks for money on an account.
func transferred(d invoicing.InvoiceContent) bool {
	return d.Seller.IBAN != "" && d.Kind == invoicing.Invoice
}

// notDefined is an instrument of payment that is not defined (UNTDID 4461).
const notDefined = "1"

// uninstructed reports whether a document must say how it is paid (BR-DE-1, DE-R-001),
// and asks for no transfer: its money goes back, or by a way of which nothing is known.
func uninstructed(d invoicing.InvoiceContent) bool {
	domestic := d.Seller.Address.Country == "DE" && d.Buyer.Address.Country == "DE"
	return !transferred(d) && (d.Profile == invoicing.XRechnung || d.Profile == invoicing.Peppol && domestic)
}

// transferCode is how money is asked for (UNTDID 4461): SEPA, else a transfer.
func transferCode(currency string) string {
	if currency == "EUR" {
		return "58"
	}
	return "30"
}

func (w *ublWriter) taxes() {
	w.in("cac:TaxTotal", func() {
		w.amount("cbc:TaxAmount", w.d.Tax)
		for _, t := range w.d.Taxes {
			w.in("cac:TaxSubtotal", func() {
				w.amount("cbc:TaxableAmount", t.Base)
				w.amount("cbc:TaxAmount", t.Tax)
				w.in("cac:TaxCategory", func() {
					w.category(t.InvoiceTax)
					w.leaf("cbc:TaxExemptionReasonCode", t.VATEX)
					w.leaf("cbc:TaxExemptionReason", t.Exemption)
					w.in("cac:TaxScheme", func() { w.leaf("cbc:ID", "VAT") })
				})
			})
		}
	})
}

func (w *ublWriter) category(t invoicing.InvoiceTax) {
	w.leaf("cbc:ID", t.Category)
	if t.Category != invoicing.OutsideScope {
		w.leaf("cbc:Percent", percent(t.Rate))
	}
}

func (w *ublWriter) line(l invoicing.InvoiceLine) {
	w.leaf("cbc:ID", l.ID)
	quantity := "cbc:InvoicedQuantity"
	if w.root == "CreditNote" {
		quantity = "cbc:CreditedQuantity"
	}
	w.leaf(quantity, l.Quantity.String(), "unitCode", "C62")
	w.amount("cbc:LineExtensionAmount", l.Own())
	for _, x := range []struct {
		on     string
		amount money.Dec
		reason string
	}{{"false", l.Allowance, "Discount"}, {"true", l.Charge, "Freight"}} {
		if x.amount.Sign() > 0 {
			w.in("cac:AllowanceCharge", func() {
				w.leaf("cbc:ChargeIndicator", x.on)
				w.leaf("cbc:AllowanceChargeReason", x.reason)
				w.amount("cbc:Amount", x.amount)
			})
		}
	}
	w.in("cac:Item", func() {
		w.leaf("cbc:Name", l.Description)
		if l.SKU != "" {
			w.in("cac:SellersItemIdentification", func() { w.leaf("cbc:ID", l.SKU) })
		}
		w.in("cac:ClassifiedTaxCategory", func() {
			w.category(l.Taxes[0])
			w.in("cac:TaxScheme", func() { w.leaf("cbc:ID", "VAT") })
		})
	})
	w.in("cac:Price", func() { w.amount("cbc:PriceAmount", l.NetPrice) })
}
