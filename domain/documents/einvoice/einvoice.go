// Package einvoice reads the fields of an electronic invoice in the syntaxes of
// EN 16931: UBL 2.1 (Invoice, CreditNote) and UN/CEFACT Cross Industry Invoice,
// which Factur-X and ZUGFeRD embed in a PDF. What such a file says is what was
// invoiced: nothing in it is guessed.
//
// Sources: EN 16931-1:2017 (business terms BT-1 to BT-165); OASIS UBL 2.1
// (https://docs.oasis-open.org/ubl/UBL-2.1.html); UN/CEFACT D16B CII.
package einvoice

import (
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/markup"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/money"
)

// Names of documents' types.
const (
	Invoice    = "invoice"
	CreditNote = "credit_note"
)

// sure is how sure every value is: the file is the invoice.
const sure = 1000

// Read gives the document's type and fields; ok is false where root is no
// invoice of these syntaxes.
func Read(root *markup.Node) (kind string, fields []reading.Found, ok bool) {
	switch root.Name {
	case "Invoice", "CreditNote":
		if !strings.Contains(root.Space, "oasis:names:specification:ubl") {
			return "", nil, false
		}
		return ubl(root)
	case "CrossIndustryInvoice":
		return cii(root)
	}
	return "", nil, false
}

type collector struct{ fields []reading.Found }

func (c *collector) text(name, value string) {
	if value = strings.TrimSpace(value); value != "" {
		c.fields = append(c.fields, reading.Found{Name: name, Value: value, Raw: value, Score: sure})
	}
}

func (c *collector) date(name, raw string) {
	value := strings.TrimSpace(raw)
	if len(value) == 8 && strings.Trim(value, "0123456789") == "" { // 20261122, format 102
		value = value[:4] + "-" + value[4:6] + "-" + value[6:]
	}
	if d, err := civil.Parse(value); err == nil {
		c.fields = append(c.fields, reading.Found{Name: name, Value: d.String(), Raw: raw, Score: sure})
	}
}

func (c *collector) amount(name, raw string) {
	if d, err := money.Parse(strings.TrimSpace(raw)); err == nil {
		c.fields = append(c.fields, reading.Found{Name: name, Value: d.String(), Raw: raw, Score: sure})
	}
}

func ubl(root *markup.Node) (string, []reading.Found, bool) {
	var c collector
	kind := Invoice
	if root.Name == "CreditNote" || root.Get("InvoiceTypeCode") == "381" {
		kind = CreditNote
	}
	seller, buyer := root.First("AccountingSupplierParty/Party"), root.First("AccountingCustomerParty/Party")
	c.text(reading.Number, root.Get("ID"))
	c.date(reading.Date, root.Get("IssueDate"))
	c.date(reading.DueDate, root.Get("DueDate", "PaymentMeans/PaymentDueDate"))
	c.date(reading.SupplyDate, root.Get("Delivery/ActualDeliveryDate", "InvoicePeriod/EndDate"))
	c.text(reading.Currency, root.Get("DocumentCurrencyCode"))
	c.text(reading.Issuer, seller.Get("PartyLegalEntity/RegistrationName", "PartyName/Name"))
	c.text(reading.IssuerTaxID, seller.Get("PartyTaxScheme/CompanyID"))
	c.text(reading.Buyer, buyer.Get("PartyLegalEntity/RegistrationName", "PartyName/Name"))
	c.amount(reading.Net, root.Get("LegalMonetaryTotal/TaxExclusiveAmount"))
	c.amount(reading.Gross, root.Get("LegalMonetaryTotal/TaxInclusiveAmount"))
	currency := root.Get("DocumentCurrencyCode")
	for _, t := range root.All("TaxTotal/TaxAmount") {
		if t.Attributes["currencyID"] == currency || t.Attributes["currencyID"] == "" {
			c.amount(reading.Tax, t.Text)
			break
		}
	}
	c.text(reading.IBAN, strings.ReplaceAll(root.Get("PaymentMeans/PayeeFinancialAccount/ID"), " ", ""))
	return kind, c.fields, true
}

func cii(root *markup.Node) (string, []reading.Found, bool) {
	var c collector
	kind := Invoice
	if root.Get("ExchangedDocument/TypeCode") == "381" {
		kind = CreditNote
	}
	agreement := root.First("SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement")
	settlement := root.First("SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement")
	sums := settlement.First("SpecifiedTradeSettlementHeaderMonetarySummation")
	c.text(reading.Number, root.Get("ExchangedDocument/ID"))
	c.date(reading.Date, root.Get("ExchangedDocument/IssueDateTime/DateTimeString"))
	c.date(reading.DueDate, settlement.Get("SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"))
	c.date(reading.SupplyDate,
		root.Get("SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString"))
	currency := settlement.Get("InvoiceCurrencyCode")
	c.text(reading.Currency, currency)
	c.text(reading.Issuer, agreement.Get("SellerTradeParty/Name"))
	for _, id := range agreement.All("SellerTradeParty/SpecifiedTaxRegistration/ID") {
		if id.Attributes["schemeID"] == "VA" {
			c.text(reading.IssuerTaxID, id.Text)
		}
	}
	c.text(reading.Buyer, agreement.Get("BuyerTradeParty/Name"))
	c.amount(reading.Net, sums.Get("TaxBasisTotalAmount"))
	c.amount(reading.Gross, sums.Get("GrandTotalAmount"))
	for _, t := range sums.All("TaxTotalAmount") {
		if t.Attributes["currencyID"] == currency || t.Attributes["currencyID"] == "" {
			c.amount(reading.Tax, t.Text)
			break
		}
	}
	c.text(reading.IBAN, strings.ReplaceAll(settlement.Get("SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID"),
		" ", ""))
	return kind, c.fields, true
}
