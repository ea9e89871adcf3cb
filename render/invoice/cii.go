package invoice

import (
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// cii writes a Cross Industry Invoice, D16B.
func cii(d invoicing.InvoiceContent) []byte {
	w := &ciiWriter{newWriter(), d}
	w.in(`rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"`+
		` xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"`+
		` xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"`+
		` xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"`, w.document)
	return w.b.Bytes()
}

type ciiWriter struct {
	*writer
	d invoicing.InvoiceContent
}

func (w *ciiWriter) document() {
	d := w.d
	w.in("rsm:ExchangedDocumentContext", func() {
		rules, process := rulesOf(d.Profile)
		if process != "" {
			w.in("ram:BusinessProcessSpecifiedDocumentContextParameter", func() { w.leaf("ram:ID", process) })
		}
		w.in("ram:GuidelineSpecifiedDocumentContextParameter", func() { w.leaf("ram:ID", rules) })
	})
	w.in("rsm:ExchangedDocument", func() {
		w.leaf("ram:ID", d.Number)
		w.leaf("ram:TypeCode", typeCode(d))
		w.in("ram:IssueDateTime", func() { w.day("udt:DateTimeString", d.IssuedOn) })
		for _, n := range notes(d) {
			w.in("ram:IncludedNote", func() { w.leaf("ram:Content", n) })
		}
	})
	w.in("rsm:SupplyChainTradeTransaction", func() {
		for _, l := range d.Lines {
			w.in("ram:IncludedSupplyChainTradeLineItem", func() { w.line(l) })
		}
		w.in("ram:ApplicableHeaderTradeAgreement", w.agreement)
		w.in("ram:ApplicableHeaderTradeDelivery", func() {
			w.in("ram:ShipToTradeParty", func() { w.address(d.Buyer.Address) })
			if !d.SuppliedOn.IsZero() {
				w.in("ram:ActualDeliverySupplyChainEvent", func() {
					w.in("ram:OccurrenceDateTime", func() { w.day("udt:DateTimeString", d.SuppliedOn) })
				})
			}
		})
		w.in("ram:ApplicableHeaderTradeSettlement", w.settlement)
	})
}

func (w *ciiWriter) day(name string, d civil.Date) {
	w.leaf(name, strings.ReplaceAll(d.String(), "-", ""), "format", "102")
}

func (w *ciiWriter) line(l invoicing.InvoiceLine) {
	w.in("ram:AssociatedDocumentLineDocument", func() { w.leaf("ram:LineID", l.ID) })
	w.in("ram:SpecifiedTradeProduct", func() {
		w.leaf("ram:SellerAssignedID", l.SKU)
		w.leaf("ram:Name", l.Description)
	})
	w.in("ram:SpecifiedLineTradeAgreement", func() {
		w.in("ram:NetPriceProductTradePrice", func() { w.leaf("ram:ChargeAmount", l.NetPrice.String()) })
	})
	w.in("ram:SpecifiedLineTradeDelivery", func() { w.leaf("ram:BilledQuantity", l.Quantity.String(), "unitCode", "C62") })
	w.in("ram:SpecifiedLineTradeSettlement", func() {
		w.in("ram:ApplicableTradeTax", func() {
			w.leaf("ram:TypeCode", "VAT")
			w.category(l.Taxes[0])
		})
		for _, x := range []struct {
			on     string
			amount money.Dec
			reason string
		}{{"false", l.Allowance, "Discount"}, {"true", l.Charge, "Freight"}} {
			if x.amount.Sign() > 0 {
				w.in("ram:SpecifiedTradeAllowanceCharge", func() {
					w.in("ram:ChargeIndicator", func() { w.leaf("udt:Indicator", x.on) })
					w.leaf("ram:ActualAmount", x.amount.String())
					w.leaf("ram:Reason", x.reason)
				})
			}
		}
		w.in("ram:SpecifiedTradeSettlementLineMonetarySummation", func() { w.leaf("ram:LineTotalAmount", l.Own().String()) })
	})
}

func (w *ciiWriter) category(t invoicing.InvoiceTax) {
	w.leaf("ram:CategoryCode", t.Category)
	if t.Category != invoicing.OutsideScope {
		w.leaf("ram:RateApplicablePercent", percent(t.Rate))
	}
}

func (w *ciiWriter) agreement() {
	d, s := w.d, w.d.Seller
	w.leaf("ram:BuyerReference", d.Buyer.Reference)
	w.in("ram:SellerTradeParty", func() {
		if unvatted(d) && s.RegistrationNumber == "" {
			w.leaf("ram:ID", either(s.TaxNumber, s.TaxID))
		}
		w.leaf("ram:Name", s.LegalName)
		w.leaf("ram:Description", s.Register)
		if s.RegistrationNumber != "" || s.TradingName != "" {
			w.in("ram:SpecifiedLegalOrganization", func() {
				w.leaf("ram:ID", s.RegistrationNumber)
				w.leaf("ram:TradingBusinessName", s.TradingName)
			})
		}
		if s.Contact != "" || s.Phone != "" || s.Email != "" {
			w.in("ram:DefinedTradeContact", func() {
				w.leaf("ram:PersonName", s.Contact)
				if s.Phone != "" {
					w.in("ram:TelephoneUniversalCommunication", func() { w.leaf("ram:CompleteNumber", s.Phone) })
				}
				if s.Email != "" {
					w.in("ram:EmailURIUniversalCommunication", func() { w.leaf("ram:URIID", s.Email) })
				}
			})
		}
		w.address(s.Address)
		w.endpoint(d.SellerElectronic())
		if !unvatted(d) {
			w.registration(vatNumber(s.TaxID, s.Address.Country), "VA")
			w.registration(s.TaxNumber, "FC")
		}
	})
	w.in("ram:BuyerTradeParty", func() {
		w.leaf("ram:Name", d.Buyer.Name)
		if d.Buyer.Email != "" {
			w.in("ram:DefinedTradeContact", func() {
				w.in("ram:EmailURIUniversalCommunication", func() { w.leaf("ram:URIID", d.Buyer.Email) })
			})
		}
		w.address(d.Buyer.Address)
		w.endpoint(d.BuyerElectronic())
		if !unvatted(d) {
			w.registration(vatNumber(d.Buyer.VATNumber(), d.Buyer.Address.Country), "VA")
		}
	})
	if d.OrderReference != "" {
		w.in("ram:BuyerOrderReferencedDocument", func() { w.leaf("ram:IssuerAssignedID", d.OrderReference) })
	}
}

func (w *ciiWriter) endpoint(a settings.ElectronicAddress) {
	if a.ID != "" {
		w.in("ram:URIUniversalCommunication", func() { w.leaf("ram:URIID", a.ID, "schemeID", a.Scheme) })
	}
}

func (w *ciiWriter) registration(id, scheme string) {
	if id != "" {
		w.in("ram:SpecifiedTaxRegistration", func() { w.leaf("ram:ID", id, "schemeID", scheme) })
	}
}

func (w *ciiWriter) address(a settings.Address) {
	w.in("ram:PostalTradeAddress", func() {
		w.leaf("ram:PostcodeCode", a.PostalCode)
		w.leaf("ram:LineOne", a.Street)
		w.leaf("ram:LineTwo", a.Extra)
		w.leaf("ram:CityName", a.City)
		w.leaf("ram:CountryID", a.Country)
		w.leaf("ram:CountrySubDivisionName", a.Region)
	})
}

func (w *ciiWriter) settlement() {
	d := w.d
	paid := transferred(d)
	if paid {
		w.leaf("ram:PaymentReference", d.Number)
	}
	w.leaf("ram:InvoiceCurrencyCode", d.Currency)
	if uninstructed(d) {
		w.in("ram:SpecifiedTradeSettlementPaymentMeans", func() { w.leaf("ram:TypeCode", notDefined) })
	}
	if paid {
		w.in("ram:SpecifiedTradeSettlementPaymentMeans", func() {
			w.leaf("ram:TypeCode", transferCode(d.Currency))
			w.in("ram:PayeePartyCreditorFinancialAccount", func() {
				w.leaf("ram:IBANID", compact(d.Seller.IBAN))
				w.leaf("ram:AccountName", d.Seller.LegalName)
			})
			if d.Seller.BIC != "" {
				w.in("ram:PayeeSpecifiedCreditorFinancialInstitution", func() { w.leaf("ram:BICID", d.Seller.BIC) })
			}
		})
	}
	for _, t := range d.Taxes {
		w.in("ram:ApplicableTradeTax", func() {
			w.leaf("ram:CalculatedAmount", t.Tax.String())
			w.leaf("ram:TypeCode", "VAT")
			w.leaf("ram:ExemptionReason", t.Exemption)
			w.leaf("ram:BasisAmount", t.Base.String())
			w.leaf("ram:CategoryCode", t.Category)
			w.leaf("ram:ExemptionReasonCode", t.VATEX)
			if t.Category != invoicing.OutsideScope {
				w.leaf("ram:RateApplicablePercent", percent(t.Rate))
			}
		})
	}
	for _, x := range wholes(d) {
		w.in("ram:SpecifiedTradeAllowanceCharge", func() {
			w.in("ram:ChargeIndicator", func() { w.leaf("udt:Indicator", strconv.FormatBool(x.Charge)) })
			w.leaf("ram:ActualAmount", x.Amount.String())
			w.leaf("ram:Reason", x.reason())
			w.in("ram:CategoryTradeTax", func() {
				w.leaf("ram:TypeCode", "VAT")
				w.category(x.Tax)
			})
		})
	}
	if due := d.DueOn; terms(d) != "" || !due.IsZero() {
		w.in("ram:SpecifiedTradePaymentTerms", func() {
			w.leaf("ram:Description", terms(d))
			if !due.IsZero() {
				w.in("ram:DueDateDateTime", func() { w.day("udt:DateTimeString", due) })
			}
		})
	}
	w.in("ram:SpecifiedTradeSettlementHeaderMonetarySummation", func() {
		lines, off, on := sums(d)
		w.leaf("ram:LineTotalAmount", lines.String())
		if on.Sign() > 0 {
			w.leaf("ram:ChargeTotalAmount", on.String())
		}
		if off.Sign() > 0 {
			w.leaf("ram:AllowanceTotalAmount", off.String())
		}
		w.leaf("ram:TaxBasisTotalAmount", d.Net.String())
		w.leaf("ram:TaxTotalAmount", d.Tax.String(), "currencyID", d.Currency)
		w.leaf("ram:GrandTotalAmount", d.Gross.String())
		if d.Prepaid.Sign() > 0 {
			w.leaf("ram:TotalPrepaidAmount", d.Prepaid.String())
		}
		w.leaf("ram:DuePayableAmount", d.Due.String())
	})
	for _, r := range preceding(d) {
		w.in("ram:InvoiceReferencedDocument", func() {
			w.leaf("ram:IssuerAssignedID", r.Number)
			w.in("ram:FormattedIssueDateTime", func() { w.day("qdt:DateTimeString", r.IssuedOn) })
		})
	}
}

func compact(s string) string { return strings.ReplaceAll(s, " ", "") }
