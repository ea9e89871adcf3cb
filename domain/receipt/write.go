package receipt

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Validate reports every malformed field.
func (d Contents) Validate() error {
	var f fault.Fields
	if _, known := money.MinorUnits(d.Currency); d.Currency != "" && !known {
		f.Add("currency", "is no currency of ISO 4217")
	}
	if d.Gross.Sign() < 0 || d.Net.Sign() < 0 {
		f.Add("gross", "zero or more")
	}
	for i, t := range d.Taxes {
		if t.Rate.Sign() < 0 || t.Rate.Greater(money.One) || t.Tax.Sign() < 0 || t.Base.Sign() < 0 {
			f.Add(fmt.Sprintf("taxes[%d]", i), "rate is a fraction; base and tax are zero or more")
		}
	}
	if s := d.BusinessShare; s != nil && (s.Sign() <= 0 || s.Greater(money.One)) {
		f.Add("business_share", "a fraction above 0, at most 1")
	}
	if _, ok := category.Find(d.CategoryID); d.CategoryID != "" && !ok {
		f.Add("category_id", "is no category")
	}
	if d.InputTax != "" && d.InputTax != "as_shown" && d.InputTax != "none" {
		f.Add("input_tax", "as_shown or none")
	}
	if p := d.Payment; p != nil && (p.PaidOn.IsZero() || !slices.Contains([]string{"bank", "cash", "card", "provider"}, p.Method)) {
		f.Add("payment", "method bank, cash, card or provider, and paid_on")
	}
	if m := d.Match; m != nil && (m.Kind == "none") != (m.ID == "") {
		f.Add("match", "an entry by its id, or none without")
	}
	return f.Err()
}

// Source is the document of a receipt, with the rates that its place had on the
// day, by which taxes are told apart.
type Source struct {
	Document *docs.State // nil = there is none
	Rates    []money.Dec // of the merchant's country; empty = not held
	Category string      // that its classification found; "" = none
	// Matches finds the entries that may be the same cost as what is drafted; nil = it
	// is not asked.
	Matches Matcher
}

// Matcher finds the entries that may be the same cost as a draft, best first.
type Matcher func(s State) ([]Candidate, error)

// against compares a draft with what the books hold, where it says no match itself.
func (find Matcher) against(s State) ([]Candidate, error) {
	if find == nil || s.Match != nil {
		return nil, nil
	}
	return find(s)
}

// filled takes what was not said from the document, as far as it is accepted there.
func (d Contents) filled(s Source) Contents {
	if s.Document == nil {
		return d
	}
	text := func(into *string, names ...string) {
		for _, name := range names {
			if f, ok := s.Document.Field(name); ok && *into == "" && f.Accepted(s.Document.Accept) {
				*into = f.Value.Plain
			}
		}
	}
	number := func(into *money.Dec, name string) {
		plain := ""
		text(&plain, name)
		if v, err := money.Parse(plain); err == nil && into.IsZero() {
			*into = v
		}
	}
	day := ""
	text(&d.Merchant, reading.Merchant, reading.Issuer)
	text(&d.TaxID, reading.IssuerTaxID)
	text(&d.Number, reading.Number)
	text(&d.Currency, reading.Currency)
	text(&day, reading.Date)
	if v, err := civil.Parse(day); err == nil && d.Date.IsZero() {
		d.Date = v
	}
	whole := d.Net.IsZero() && d.Gross.IsZero() && len(d.Taxes) == 0
	number(&d.Gross, reading.Gross)
	if whole {
		var tax money.Dec
		number(&d.Net, reading.Net)
		number(&tax, reading.Tax)
		d = d.taxed(tax, s.Rates)
	}
	if d.CategoryID == "" {
		d.CategoryID = s.Category
	}
	return d
}

// roundingMax is how far a printed tax may be from base times rate.
var roundingMax = money.MustParse("0.02")

// taxed says of one tax at which rate it is: the one of the place that makes it from
// the net amount. Where none does, or several do, the taxes stay open.
func (d Contents) taxed(tax money.Dec, rates []money.Dec) Contents {
	if tax.IsZero() {
		return d
	}
	if d.Net.IsZero() {
		d.Net = d.Gross.Sub(tax)
	}
	var fit []money.Dec
	for _, r := range rates {
		if d.Net.Mul(r).Sub(tax).Abs().Cmp(roundingMax) <= 0 && !slices.ContainsFunc(fit, r.Equal) {
			fit = append(fit, r)
		}
	}
	if len(fit) == 1 {
		d.Taxes = []booking.Tax{{Rate: fit[0], Base: d.Net, Tax: tax}}
	}
	return d
}

func (d Contents) content(subject string) (sealed.Text, error) {
	text, err := json.Marshal(d)
	return sealed.Of(subject, string(text)), err
}

// Create drafts a receipt.
type Create struct{ Contents }

// Decide gives Drafted, and MatchesFound where a person is to say which entry it is.
func (c Create) Decide(_ State, a act.Context, src Source) ([]event.Payload, error) {
	id := a.NewID(0)
	d := c.Contents.filled(src)
	subject := SubjectOf(src.Document, id)
	content, err := d.content(subject)
	if err != nil {
		return nil, err
	}
	found, err := src.Matches.against(State{Contents: d, ID: id, Site: a.Site})
	if err != nil {
		return nil, err
	}
	matches, err := asked(nil, d, subject, found)
	return append([]event.Payload{Drafted{id, d.DocumentID, content}}, matches...), err
}

// Amend changes what it names.
type Amend struct {
	Contents
	Clear []string `json:"clear,omitempty" maxItems:"20" enum:"merchant,country,tax_id,number,date,currency,net,gross,payment,match,taxes,category_id,note,business_share,input_tax" doc:"What is to be said no longer."`
}

const eventsMax = 900

// Decide gives Changed, and MatchesFound where others may be the same cost then; none
// where nothing changes. Errors: fault.Immutable.
func (c Amend) Decide(s State, _ act.Context, src Source) ([]event.Payload, error) {
	if err := s.draft(); err != nil {
		return nil, err
	}
	if c.DocumentID != "" && c.DocumentID != s.DocumentID {
		return nil, fault.Invalid("document_id", "stays; draft another receipt")
	}
	d := c.placed(c.over(s.Contents), src)
	matches := src.Matches
	before, err := json.Marshal(s.Contents)
	if err != nil {
		return nil, err
	}
	if after, err := json.Marshal(d); err != nil || string(after) == string(before) {
		return nil, err
	}
	content, err := d.content(s.Subject)
	if err != nil {
		return nil, err
	}
	changed := s
	changed.Contents = d
	found, err := matches.against(changed)
	if err != nil || matches == nil {
		return []event.Payload{Changed{s.DocumentID, content}}, err
	}
	also, err := asked(s.Suggested, d, s.Subject, found)
	return append([]event.Payload{Changed{s.DocumentID, content}}, also...), err
}

// placed tells the document's tax apart once it is said where the merchant is, where the
// receipt says no taxes and its amounts are the document's.
func (c Amend) placed(d Contents, src Source) Contents {
	if c.Country == "" || src.Document == nil || c.Taxes != nil || len(d.Taxes) > 0 || d.InputTax == "none" || slices.Contains(c.Clear, "taxes") {
		return d
	}
	said := Contents{}.filled(Source{Document: src.Document, Rates: src.Rates})
	if d.Gross.Equal(said.Gross) && (d.Net.IsZero() || d.Net.Equal(said.Net)) {
		d.Net, d.Taxes = said.Net, said.Taxes
	}
	return d
}

func (s State) draft() error {
	switch {
	case s.Status != Draft:
		return fault.New(fault.Immutable, "the receipt is %s", s.Status)
	case s.Forgotten:
		return fault.New(fault.Immutable, "what the receipt says was forgotten")
	case s.Events >= eventsMax:
		return fault.New(fault.Immutable, "the receipt was changed %d times", s.Events)
	}
	return nil
}

// over is the details with what a change says instead.
func (c Amend) over(d Contents) Contents {
	for _, x := range []struct {
		said string
		into *string
	}{{c.Merchant, &d.Merchant}, {c.Country, &d.Country}, {c.TaxID, &d.TaxID}, {c.Number, &d.Number}, {c.Currency, &d.Currency},
		{c.CategoryID, &d.CategoryID}, {c.InputTax, &d.InputTax}, {c.Note, &d.Note}} {
		if x.said != "" {
			*x.into = x.said
		}
	}
	if !c.Date.IsZero() {
		d.Date = c.Date
	}
	for _, x := range []struct {
		said money.Dec
		into *money.Dec
	}{{c.Net, &d.Net}, {c.Gross, &d.Gross}} {
		if !x.said.IsZero() {
			*x.into = x.said
		}
	}
	if c.Taxes != nil {
		d.Taxes = c.Taxes
	}
	if c.Payment != nil {
		d.Payment = c.Payment
	}
	if c.BusinessShare != nil {
		d.BusinessShare = c.BusinessShare
	}
	if c.Match != nil {
		d.Match = c.Match
	}
	for _, name := range c.Clear {
		for _, x := range []struct {
			name string
			into *string
		}{{"merchant", &d.Merchant}, {"country", &d.Country}, {"tax_id", &d.TaxID}, {"number", &d.Number}, {"currency", &d.Currency}} {
			if x.name == name {
				*x.into = ""
			}
		}
		switch name {
		case "date":
			d.Date = civil.Date{}
		case "net":
			d.Net = money.Zero
		case "gross":
			d.Gross = money.Zero
		case "payment":
			d.Payment = nil
		case "match":
			d.Match = nil
		case "taxes":
			d.Taxes = nil
		case "category_id":
			d.CategoryID = ""
		case "note":
			d.Note = ""
		case "business_share":
			d.BusinessShare = nil
		case "input_tax":
			d.InputTax = ""
		}
	}
	return d
}

// Discard ends a draft.
type Discard struct{}

// Validate finds nothing.
func (Discard) Validate() error { return nil }

// Decide gives Discarded.
func (Discard) Decide(s State, _ act.Context) ([]event.Payload, error) {
	if s.Status == Dropped {
		return nil, nil
	}
	if s.Status != Draft {
		return nil, fault.New(fault.Immutable, "the receipt is %s", s.Status)
	}
	return []event.Payload{Discarded{}}, nil
}
