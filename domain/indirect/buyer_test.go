package indirect

import (
	"errors"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
)

const french = "FR40303265045" // its check digits hold

func toFrance(number, evidence, consulted string) Request {
	return with(request(at("DE"), at("FR"), "EUR", oneHundred), func(q *Request) {
		q.Buyer = Buyer{Address: at("FR"), Status: "business", TaxID: number, TaxIDCountry: "FR", Evidence: evidence, Consultation: consulted}
	})
}

// A number zero-rates only when it can be one, and a register or a certificate
// stands behind it.
func TestNumbersThatZeroRate(t *testing.T) {
	whole := consultation.Consultation{ID: "c1", Scheme: "fr.vat", Number: french, Register: "vies", Outcome: consultation.Registered,
		Reference: "WAPIAAAAYrX", Date: civil.MustParse("2026-03-01")}
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
		"a certificate":       {toFrance(french, "certificate", ""), nil, ""},
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
