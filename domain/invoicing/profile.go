package invoicing

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
)

// Profile is a narrower use of EN 16931 that receivers ask for.
type Profile string

// The profiles: Peppol BIS Billing 3.0, and XRechnung 3.0, which German authorities take.
const (
	Peppol    Profile = "peppol"
	XRechnung Profile = "xrechnung"
)

// profileOf is the narrowest profile that a document has everything for: XRechnung for
// buyers in Germany, else Peppol; "" = the standard itself.
func profileOf(d InvoiceContent) Profile {
	if d.Buyer.Address.Country == "DE" && len(d.lacks(XRechnung)) == 0 {
		return XRechnung
	}
	if len(d.lacks(Peppol)) == 0 {
		return Peppol
	}
	return ""
}

// SellerElectronic and BuyerElectronic are where the parties take the document as a
// profile has it: XRechnung takes an e-mail address for one.
func (d InvoiceContent) SellerElectronic() settings.ElectronicAddress {
	return electronic(d.Seller.ElectronicAddress, d.Seller.Email, d.Profile)
}

// BuyerElectronic is described with SellerElectronic.
func (d InvoiceContent) BuyerElectronic() settings.ElectronicAddress {
	return electronic(d.Buyer.ElectronicAddress, d.Buyer.Email, d.Profile)
}

func electronic(own settings.ElectronicAddress, email string, p Profile) settings.ElectronicAddress {
	if own.ID == "" && p == XRechnung && email != "" {
		return settings.ElectronicAddress{Scheme: "EM", ID: email}
	}
	return own
}

// notPeppol are schemes of the list EAS that Peppol BIS Billing 3.0 (2026.5) does not take
// (PEPPOL-EN16931-CL008).
var notPeppol = strings.Fields("0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS AU EM")

// notCovered are countries whose sellers Peppol asks for what is kept of nobody here:
// numbers of another register, marks of their own authority (rules DK-R, GR-R, IS-R).
var notCovered = []string{"DK", "GR", "IS"}

// lacks lists what stands between a document and a profile: XRechnung 3.0.2 (KoSIT's
// rules BR-DE) and Peppol BIS Billing 3.0 (2026.5: R001 to R020 and the rules of the
// seller's country).
func (d InvoiceContent) lacks(p Profile) fault.Blockers {
	d.Profile = p
	var b fault.Blockers
	seller, buyer := detail(&b, p, "seller"), detail(&b, p, "buyer")
	s, to := d.SellerElectronic(), d.BuyerElectronic()
	seller("electronic_address", s.ID == "" || p == Peppol && slices.Contains(notPeppol, s.Scheme))
	buyer("electronic_address", to.ID == "" || p == Peppol && slices.Contains(notPeppol, to.Scheme))
	domestic := d.Seller.Address.Country == "DE" && d.Buyer.Address.Country == "DE"
	if p == XRechnung || domestic {
		buyer("reference", d.Buyer.Reference == "")
		seller("contact", d.Seller.Contact == "")
		seller("phone", !telephone.MatchString(d.Seller.Phone))
		seller("email", d.Seller.Email == "")
		seller("address.city", d.Seller.Address.City == "")
		seller("address.postal_code", d.Seller.Address.PostalCode == "")
		buyer("address.city", d.Buyer.Address.City == "")
		buyer("address.postal_code", d.Buyer.Address.PostalCode == "")
		if unrated(d) {
			b.Add("format_not_available", "%s has every tax name a rate; what lies outside the scope of VAT has none", p)
		}
		if strings.HasPrefix(strings.TrimSpace(d.PaymentTerms), "#") || strings.Contains(d.PaymentTerms, "\n#") {
			b.Add("format_not_available", "%s reads payment terms that begin with # as a discount; name them otherwise", p)
		}
	} else {
		buyer("reference", cmp.Or(d.Buyer.Reference, d.OrderReference) == "")
	}
	if p == Peppol {
		d.ofCountry(&b, seller, buyer)
	}
	for _, l := range d.Lines {
		if off := l.Quantity.Mul(l.NetPrice).Add(l.Charge).Sub(l.Allowance).Sub(l.Own()).Abs(); off.Greater(lineSlack) {
			b.Add("format_not_available", "%s takes a line for quantity times price, give or take %s; line %q is off by %s", p, lineSlack, l.ID, off)
		}
	}
	return b
}

// lineSlack is how far a line may be off what its quantity and price come to, in units of
// its currency, whichever it is (PEPPOL-EN16931-R120).
var lineSlack = money.MustParse("0.02")

// telephone is a number of at least three digits (BR-DE-27).
var telephone = regexp.MustCompile(`[0-9].*[0-9].*[0-9]`)

// detail adds a blocker for what a party does not say.
func detail(b *fault.Blockers, p Profile, party string) func(field string, missing bool) {
	return func(field string, missing bool) {
		if missing {
			*b = append(*b, fault.Blocker{Code: party + "_details_missing", Field: party + "." + field,
				Message: string(p) + " asks for " + party + "." + field})
		}
	}
}

func unrated(d InvoiceContent) bool {
	return slices.ContainsFunc(d.Taxes, func(t InvoiceTaxTotal) bool { return t.Category == OutsideScope })
}

var (
	dutchNumber    = regexp.MustCompile(`^[0-9]{8}$`)
	norwegianVAT   = regexp.MustCompile(`^NO([0-9]{9})MVA$`)
	swedishVAT     = regexp.MustCompile(`^SE[0-9]{12}$`)
	italianTaxCode = regexp.MustCompile(`^[A-Z0-9]{11,16}$`)
)

const (
	swedishNumbers, norwegianNumbers = "0007", "0192" // of the list EAS
	swedishApproval                  = "GODKÄND FÖR F-SKATT"
)

// ofCountry adds what Peppol asks of the sellers of some countries.
func (d InvoiceContent) ofCountry(b *fault.Blockers, seller, buyer func(field string, missing bool)) {
	s := d.Seller
	country := cmp.Or(s.Address.Country, "XX")
	if id := strings.ToUpper(s.TaxID); len(id) > 2 && id[0] >= 'A' && id[0] <= 'Z' {
		country = strings.Replace(id[:2], "EL", "GR", 1)
	}
	for _, c := range []string{country, s.Address.Country} {
		if slices.Contains(notCovered, c) {
			b.Add("format_not_available", "Peppol asks sellers of %s for details that are not kept here", c)
			return
		}
	}
	postal := func(party func(string, bool), a settings.Address) {
		party("address.street", a.Street == "")
		party("address.city", a.City == "")
		party("address.postal_code", a.PostalCode == "")
	}
	compact := func(id string) string { return strings.ToUpper(strings.ReplaceAll(id, " ", "")) }
	switch {
	case s.Address.Country == "NL":
		postal(seller, s.Address)
		seller("registration_number", s.RegistrationNumber != "" && !dutchNumber.MatchString(s.RegistrationNumber))
		seller("iban", s.IBAN == "" && d.Kind == Invoice && d.Due.Sign() > 0)
		if d.Buyer.Address.Country == "NL" {
			postal(buyer, d.Buyer.Address)
		}
	case country == "NO":
		id := norwegianVAT.FindStringSubmatch(compact(s.TaxID))
		seller("tax_id", id == nil || !settings.ElectronicAddress{Scheme: norwegianNumbers, ID: id[1]}.HasForm())
	case country == "IT":
		postal(seller, s.Address)
		seller("tax_number", s.TaxNumber != "" && !italianTaxCode.MatchString(s.TaxNumber))
	case s.Address.Country == "SE":
		seller("tax_id", s.TaxID != "" && !swedishVAT.MatchString(compact(s.TaxID)))
		seller("registration_number", s.RegistrationNumber != "" &&
			!settings.ElectronicAddress{Scheme: swedishNumbers, ID: s.RegistrationNumber}.HasForm())
		seller("tax_number", s.TaxNumber != "" && strings.ToUpper(s.TaxNumber) != swedishApproval)
		if country == "SE" && slices.ContainsFunc(d.Taxes, func(t InvoiceTaxTotal) bool {
			return t.Category == Standard && !slices.ContainsFunc([]string{"0.25", "0.12", "0.06"}, func(rate string) bool {
				return t.Rate.Equal(money.MustParse(rate))
			})
		}) {
			b.Add("format_not_available", "Peppol takes 25, 12 and 6 %% from sellers of Sweden")
		}
	}
}
