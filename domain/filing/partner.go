package filing

import (
	"cmp"
	"strings"

	"github.com/tallystick/tallystick/domain/taxid"
)

// Partner is who is on the other side of a line, as far as it is known.
type Partner struct {
	Country string // where they are established
	Region  string
	TaxID   string // of VAT, as its country writes it: with the prefix, without signs between
	Wrong   bool   // there is a number, and it is none of its country's
}

// Or takes what is not known of a partner from another source.
func (p Partner) Or(other Partner) Partner {
	if p.Country == "" {
		p.Country, p.Region = other.Country, other.Region
	}
	if p.TaxID == "" {
		p.TaxID, p.Wrong = other.TaxID, other.TaxID == "" && (p.Wrong || other.Wrong)
	}
	return p
}

// Whole reports whether nothing that a form asks for is missing.
func (p Partner) Whole() bool { return p.Country != "" && p.TaxID != "" }

// PartnerOf is a partner by what a record says of them. A number that passes the check of
// the country that issued it says that country, where no other is stated: numberOf, or that
// of the number's prefix, or the stated one. Where a country's numbers are not known, the
// number stands as it was written, after the country's letters.
func PartnerOf(country, region, numberOf, number string) Partner {
	p := Partner{Country: country, Region: region}
	number = taxid.Written(number)
	if number == "" {
		return p
	}
	issuers := []string{taxid.Prefix(number), country}
	if numberOf != "" {
		issuers = []string{numberOf}
	}
	asked := false
	for _, issuer := range issuers {
		r, err := taxid.Validate(issuer, string(taxid.VAT), number)
		if err != nil {
			continue
		}
		if asked = true; r.Valid {
			if p.TaxID = r.Normal; p.Country == "" {
				p.Country = r.Country
			}
			return p
		}
	}
	if p.Wrong = asked; !asked {
		issuer := cmp.Or(numberOf, country)
		p.TaxID = issuer + strings.TrimPrefix(number, issuer)
	}
	return p
}
