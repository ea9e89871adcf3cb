package service

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands/taxproviders"
	"github.com/tallystick/tallystick/commands/taxregisters"
	"github.com/tallystick/tallystick/domain/commerce"
)

// followTaxBook keeps the tax book fed; what it cannot read now it tries again
// from where it stands.
func (s *Service) followTaxBook(ctx context.Context) {
	events := s.kept("taxbook")
	s.keepFed(ctx, "the tax book in memory", func() error { return s.TaxBook.Run(ctx, events) })
}

// taxProviders are the external providers that have credentials.
func taxProviders(c config.Config) map[string]taxproviders.Provider {
	out := map[string]taxproviders.Provider{}
	if c.StripeKey != "" {
		out[commerce.StripeTax] = taxproviders.NewStripe(c.StripeURL, c.StripeKey, time.Now)
	}
	if c.AvalaraAccount != "" {
		out[commerce.Avalara] = taxproviders.NewAvalara(c.AvalaraURL, c.AvalaraAccount, c.AvalaraKey, c.AvalaraCompany)
	}
	return out
}

// taxRegisters are the public registers that this installation asks.
func taxRegisters(c config.Config) []taxregisters.Register {
	var out []taxregisters.Register
	if c.VIESURL != "" {
		out = append(out, taxregisters.NewVIES(c.VIESURL))
	}
	if c.HMRCURL != "" {
		out = append(out, taxregisters.NewHMRC(c.HMRCURL, c.HMRCClientID, c.HMRCSecret, time.Now))
	}
	return out
}

// BenchCheckout is the body of a checkout preview with as many lines, of goods
// at two rates, from a merchant in Germany to a consumer in France.
func BenchCheckout(lines int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"date":"2026-03-02","currency":"EUR","prices_include_tax":false,"shipping":"4.90","discount":"10.00",` +
		`"seller":{"country":"DE","above_threshold":true},"buyer":{"country":"FR","status":"consumer"},"lines":[`)
	for i := range lines {
		if i > 0 {
			b.WriteByte(',')
		}
		category := "goods_standard"
		if i%5 == 0 {
			category = "books"
		}
		fmt.Fprintf(&b, `{"id":"line-%d","sku":"SKU-%d","category":"%s","quantity":"%d","unit_price":"%d.99"}`, i+1, 1000+i, category, 1+i%4, 5+i)
	}
	b.WriteString("]}")
	return b.Bytes()
}
