package invoicing

import (
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/domain/sources"
)

//go:embed law.yaml
var lawText []byte

// LawData is what the law has invoices say and asks for beyond them.
type LawData struct {
	Version      string                `yaml:"version"`
	Sources      sources.Sources       `yaml:"sources"`
	Legends      map[string]LegendText `yaml:"legends"`
	Transmission []TransmissionDuty    `yaml:"transmission"`
	OnAccount    []OnAccount           `yaml:"on_account"`
}

// LegendText is a sentence in each language.
type LegendText struct {
	Provision string            `yaml:"provision"`
	Source    string            `yaml:"source"`
	Text      map[string]string `yaml:"text"`
}

// TransmissionDuty asks sellers of a country to hand invoices in, from a day on.
type TransmissionDuty struct {
	Country   string     `yaml:"country"`
	System    string     `yaml:"system"`
	Buyers    string     `yaml:"buyers"`  // all | business | domestic_business | third_country_business | domestic
	Sellers   string     `yaml:"sellers"` // large_or_intermediate; "" = all
	From      civil.Date `yaml:"from"`
	Provision string     `yaml:"provision"`
	Source    string     `yaml:"source"`
	Confirmed string     `yaml:"confirmed"` // a second, independent source, where the first is not the law's own
}

// Law is the embedded data.
var Law = sync.OnceValue(func() LawData {
	d, err := readLaw(lawText)
	if err != nil {
		panic(err) // part of the program
	}
	return d
})

func readLaw(text []byte) (d LawData, err error) {
	if err := yamldoc.Decode(text, &d); err != nil {
		return d, fmt.Errorf("invoicing law: %w", err)
	}
	if err := d.Sources.Check(); err != nil {
		return d, fmt.Errorf("invoicing law: %w", err)
	}
	for code, l := range d.Legends {
		if _, ok := d.Sources[l.Source]; !ok || l.Provision == "" {
			return d, fmt.Errorf("invoicing law: legend %s needs a provision and a source", code)
		}
		for _, language := range settings.Languages {
			if l.Text[language] == "" {
				return d, fmt.Errorf("invoicing law: legend %s has no text in %s", code, language)
			}
		}
	}
	for _, t := range d.Transmission {
		if _, ok := d.Sources[t.Source]; !ok || t.From.IsZero() || t.Provision == "" || t.System == "" ||
			!slices.Contains([]string{"all", "business", "domestic_business", "third_country_business", "domestic"}, t.Buyers) ||
			!slices.Contains([]string{"", largeSellers}, t.Sellers) {
			return d, fmt.Errorf("invoicing law: the duty of %s needs system, buyers, day, provision and source", t.Country)
		}
		if err := d.Sources.Supports(slices.DeleteFunc([]string{t.Source, t.Confirmed}, func(s string) bool { return s == "" })); err != nil {
			return d, fmt.Errorf("invoicing law: the duty of %s: %w", t.Country, err)
		}
	}
	for _, x := range d.OnAccount {
		if _, ok := d.Sources[x.Source]; !ok || x.Provision == "" || len(x.Countries) == 0 ||
			!slices.Contains([]string{"payment", "invoice_or_payment"}, x.Due) {
			return d, fmt.Errorf("invoicing law: payments on account in %v need what makes tax due, a provision and a source", x.Countries)
		}
	}
	return d, nil
}

// legend is a sentence in a language.
func (d LawData) legend(code, language string) InvoiceLegend {
	l := d.Legends[code]
	text := l.Text[language]
	if text == "" {
		text = l.Text["en"]
	}
	return InvoiceLegend{code, text, l.Provision}
}

// largeSellers are the sellers of a duty that the smaller ones do not have.
const largeSellers = "large_or_intermediate"

// concerns reports whether an invoice to a buyer is one that the duty is about.
func (t TransmissionDuty) concerns(seller string, buyer InvoiceBuyer, day civil.Date) bool {
	at, business := buyer.Address.Country, buyer.Status == "business"
	switch t.Buyers {
	case "business":
		return business
	case "domestic_business":
		return business && at == seller
	case "third_country_business":
		return business && at != seller && !rates.IsMember(at, day)
	case "domestic":
		return at == seller
	}
	return true
}

// duty is what the seller's country asks for beyond the document, on a day. asks
// is true where that depends on the seller's size, which is not said.
func (d LawData) duty(seller, size string, buyer InvoiceBuyer, day civil.Date) (duty TransmissionDuty, ok, asks bool) {
	for _, t := range d.Transmission {
		if t.Country != seller || day.Before(t.From) {
			continue
		}
		if !t.concerns(seller, buyer, day) {
			continue
		}
		switch {
		case t.Sellers == "" || size == "large" || size == "intermediate":
			return t, true, false
		case size == "":
			duty, asks = t, true
		}
	}
	return duty, false, asks
}
