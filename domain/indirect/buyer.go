package indirect

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/indirect/supply"
	"github.com/tallystick/tallystick/domain/taxid"
)

// numbersOf are the kinds of number by which the businesses of a country are
// known: its VAT or GST number where it has one, else every number that is not
// a person's alone.
var numbersOf = sync.OnceValue(func() map[string][]string {
	all := taxid.Schemes()
	kinds := map[string][]string{}
	for _, wanted := range []func(taxid.Family) bool{
		func(f taxid.Family) bool { return f == taxid.VAT },
		func(f taxid.Family) bool { return f == taxid.Company || f == taxid.Tax },
	} {
		held := map[string]bool{}
		for country := range kinds {
			held[country] = true
		}
		for _, s := range all {
			if wanted(s.Family) && !held[s.Country] && !slices.Contains(kinds[s.Country], string(s.Kind)) {
				kinds[s.Country] = append(kinds[s.Country], string(s.Kind))
			}
		}
	}
	return kinds
})

// identify checks the buyer's number, and returns how far it is evidenced.
func (c *calculation) identify() (supply.Evidence, *Blocked) {
	how, assumed, blocked := Evidenced(c.q.Buyer, c.consulted, c.q.Date)
	for _, a := range assumed {
		c.assume(a)
	}
	return how, blocked
}

// Evidenced is how far a buyer's number is shown on a day, and what the caller is
// believed in. A number that cannot be one is refused whatever rests on it. That a register
// confirmed it is believed of proof, the consultation that is stored here and that the buyer
// names, never of the caller's word; a certificate is believed only of a number that
// no register of the Union holds, and what is assumed says that the seller keeps it.
func Evidenced(b Buyer, proof *consultation.Consultation, on civil.Date) (how supply.Evidence, assumed []string, blocked *Blocked) {
	if b.TaxID == "" || b.Status != string(supply.Business) {
		return "", nil, nil
	}
	found, checked, blocked := checkNumber(&b, on)
	if blocked != nil {
		return "", nil, blocked
	}
	switch supply.Evidence(b.Evidence) {
	case supply.Registry:
		if b.Consultation == "" {
			return supply.Declared, nil, nil
		}
		if proof == nil || !checked || !proof.Confirms(found.Scheme, found.Normal) {
			return "", nil, refusal.New(refusal.BuyerEvidenceMissing, "buyer.tax_id_consultation",
				"no consultation %s is stored in which a register confirmed this number under a number and a date of its own", b.Consultation)
		}
		return supply.Registry, []string{fmt.Sprintf("the buyer's number stood in %s on %s (consultation %s)", proof.Register, proof.Date,
			proof.Reference)}, nil
	case supply.Certificate:
		if b.OfMember(on) {
			return supply.Declared, nil, nil
		}
		assumed = []string{"the seller keeps a certificate of the authority that confirms the buyer's number, as the caller states"}
		if !checked {
			assumed = append(assumed, "how numbers of "+prefixOf(&b)+" are written is not held; the buyer's was not checked")
		}
		return supply.Certificate, assumed, nil
	}
	return supply.Declared, nil, nil
}

// OfMember reports a number that a Member State issued. A register confirms those,
// and nothing else does: a certificate of the authority is what shows a business
// outside the Union (Implementing Regulation (EU) 282/2011 art. 18(1)(a) and (3)(a)).
func (b Buyer) OfMember(on civil.Date) bool {
	switch prefix := prefixOf(&b); prefix {
	case "EL", "XI":
		return true
	default:
		return prefix == "MC" || rates.IsMember(prefix, on)
	}
}

// CheckBuyer refuses a buyer whose tax number fails its own check: *Blockers.
func CheckBuyer(b *Buyer) error {
	if b.TaxID == "" || b.Status != string(supply.Business) {
		return nil
	}
	if _, _, blocked := checkNumber(b, civil.Date{}); blocked != nil {
		return &Blockers{[]*Blocked{blocked}}
	}
	return nil
}

// prefixOf is the country that issued the buyer's number.
func prefixOf(b *Buyer) string {
	if b.TaxIDCountry != "" {
		return strings.ToUpper(b.TaxIDCountry)
	}
	return b.Country
}

// checkNumber holds a number against the schemes of its country; checked is
// false where none is held. One of a person born after the day is none.
func checkNumber(b *Buyer, on civil.Date) (found taxid.Result, checked bool, blocked *Blocked) {
	prefix := prefixOf(b)
	country := prefix
	switch prefix {
	case "EL":
		country = "GR"
	case "XI":
		country = "GB"
	}
	why := ""
	for _, kind := range numbersOf()[country] {
		r, err := taxid.Validate(prefix, kind, b.TaxID)
		r = r.On(on)
		switch {
		case err != nil:
			why = err.Error()
		case r.Valid:
			return r, true, nil
		case why == "":
			why = r.Name + ": " + r.Faults[0].Message
		}
	}
	if why == "" {
		return found, false, nil
	}
	return found, false, refusal.New(refusal.TaxIDInvalid, "buyer.tax_id", "%s", why)
}
