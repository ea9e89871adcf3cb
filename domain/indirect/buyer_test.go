package indirect

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

const french = "FR40303265045" // its check digits hold

// confirmed is a register's answer about it.
var confirmed = consultation.Consultation{ID: "c1", Scheme: "fr.vat", Number: french, Register: "vies", Outcome: consultation.Registered,
	Reference: "WAPIAAAAYrX", Date: civil.MustParse("2026-03-01")}

func toFrance(number, evidence, consulted string) Request {
	return with(request(at("DE"), at("FR"), "EUR", oneHundred), func(q *Request) {
		q.Buyer = Buyer{Address: at("FR"), Status: "business", TaxID: number, TaxIDCountry: "FR", Evidence: evidence, Consultation: consulted}
	})
}

// A certificate shows a business outside the Union, never one of a Member State.
func TestCertificatesAreOfThirdCountries(t *testing.T) {
	for _, c := range []struct{ country, number, prefix string }{
		{"FR", french, "FR"}, {"FR", french, ""}, {"GR", "094259216", "EL"}, {"CH", "CHE-116.281.710 MWST", "CH"}, {"CH", "CHE-116.281.710 MWST", ""},
		{"NO", "995525828MVA", ""}, {"US", "12-3456789", ""},
	} {
		q := with(request(at("DE"), at(c.country), "EUR", line("1", "professional_services", "1", "100")), func(q *Request) {
			q.Buyer = Buyer{Address: at(c.country), Status: "business", TaxID: c.number, TaxIDCountry: c.prefix, Evidence: "certificate"}
		})
		r, err := Calculate(q, Env{})
		var b *Blocked
		if member := c.country == "FR" || c.country == "GR"; member {
			if !errors.As(err, &b) || b.Code != refusal.BuyerEvidenceMissing {
				t.Errorf("%+v: %v, %v", c, r.Tax, err)
			}
		} else if err != nil || r.Lines[0].Treatment != "outside_scope" || !strings.Contains(strings.Join(r.Assumptions, "\n"), "keeps a certificate") {
			t.Errorf("%+v: %+v, %v", c, r.Lines, err)
		}
	}
}

// A number zero-rates only when it can be one, and a register stands behind it.
func TestNumbersThatZeroRate(t *testing.T) {
	whole := confirmed
	but := func(change func(*consultation.Consultation)) *consultation.Consultation {
		c := whole
		change(&c)
		return &c
	}
	for name, c := range map[string]struct {
		q     Request
		proof *consultation.Consultation
		code  string // "" = zero-rated
	}{
		"one digit":                   {toFrance("1", "certificate", ""), nil, refusal.TaxIDInvalid},
		"letters":                     {toFrance("ABC", "registry", "c1"), &whole, refusal.TaxIDInvalid},
		"wrong check digits":          {toFrance("FR41303265045", "certificate", ""), nil, refusal.TaxIDInvalid},
		"another country's number":    {toFrance("DE136695976", "certificate", ""), nil, refusal.TaxIDInvalid},
		"only declared":               {toFrance(french, "declared", ""), nil, refusal.BuyerEvidenceMissing},
		"registry by word":            {toFrance(french, "registry", ""), &whole, refusal.BuyerEvidenceMissing},
		"a consultation that is none": {toFrance(french, "registry", "c1"), nil, refusal.BuyerEvidenceMissing},
		"of another number": {toFrance(french, "registry", "c1"),
			but(func(c *consultation.Consultation) { c.Number = "FR83404833048" }), refusal.BuyerEvidenceMissing},
		"not registered": {toFrance(french, "registry", "c1"),
			but(func(c *consultation.Consultation) { c.Outcome = consultation.NotRegistered }), refusal.BuyerEvidenceMissing},
		"without the enquiry's number": {toFrance(french, "registry", "c1"), but(func(c *consultation.Consultation) { c.Reference = "" }),
			refusal.BuyerEvidenceMissing},
		"without a day": {toFrance(french, "registry", "c1"), but(func(c *consultation.Consultation) { c.Date = civil.Date{} }),
			refusal.BuyerEvidenceMissing},
		"forgotten": {toFrance(french, "registry", "c1"), but(func(c *consultation.Consultation) { c.Number = "" }),
			refusal.BuyerEvidenceMissing},
		"confirmed":           {toFrance(french, "registry", "c1"), &whole, ""},
		"written with spaces": {toFrance("fr 40 303 265 045", "registry", "c1"), &whole, ""},
		"by a certificate":    {toFrance(french, "certificate", ""), nil, refusal.BuyerEvidenceMissing},
	} {
		r, err := Calculate(c.q, Env{Consultation: c.proof})
		var b *Blocked
		switch {
		case c.code == "":
			if err != nil || !r.Tax.IsZero() || r.Lines[0].Treatment != "intra_community" {
				t.Errorf("%s: %+v %v", name, r.Tax, err)
			}
		case !errors.As(err, &b) || b.Code != c.code:
			t.Errorf("%s: %v, not %s", name, err, c.code)
		}
	}
}
