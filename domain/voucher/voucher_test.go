package voucher_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/voucher"
)

func dec(s string) money.Dec { return money.MustParse(s) }

// document is a German invoice of 119.00 with some fields otherwise; "" takes one away.
func document(kind string, other map[string]string) docs.State {
	d := docs.State{ID: "d1", Site: 1, Status: docs.StatusExtracted, Type: docs.Type(kind),
		Blob: blob.Ref{SHA256: "ab", Subject: "document-d1"}}
	fields := map[string]string{"issuer": "Papier GmbH", "issuer_tax_id": "DE136695976", "buyer": "Muster AG", "number": "R-7",
		"date":     "2026-03-04",
		"currency": "EUR", "net": "100.00", "tax": "19.00", "gross": "119.00"}
	for name, value := range other {
		fields[name] = value
	}
	for _, name := range []string{"issuer", "issuer_tax_id", "buyer", "number", "date", "currency", "net", "tax", "gross", "iban"} {
		if v := fields[name]; v != "" {
			d.Fields = append(d.Fields, docs.Field{Name: name, Value: sealed.Text{Plain: v}, Score: 960, State: docs.StateExtracted})
		}
	}
	return d
}

func facts(d docs.State) (voucher.Facts, booking.Facts) {
	return voucher.Facts{Document: d, Today: civil.MustParse("2026-11-23"), Own: voucher.Own{Names: []string{"Muster AG"},
			TaxIDs: []string{"DE811569869"}},
			Rates: []money.Dec{dec("0.19"), dec("0.07")}, Country: "DE", Registered: true, Classified: "deeuer_office", Score: 950,
			Party: &voucher.Party{ID: "p1", Country: "DE", IBANs: []string{"DE89370400440532013000"}}},
		booking.Facts{
			Books: books.Ledger{State: books.State{Exists: true, Settings: books.Settings{Country: "DE", BaseCurrency: "EUR",
				FiscalYearStart: "01-01", Chart: "de-skr03"}}},
			Convert:    func(string, civil.Date) *journal.Exchange { return nil },
			Registered: func(country string, _ civil.Date) bool { return country == "DE" },
		}
}

func text(p journal.Proposal) (out []string) {
	for _, l := range p.Lines {
		out = append(out, string(l.Side)+" "+string(l.Account)+" "+l.Amount.String()+" "+string(l.TaxCode)+" "+l.Rule+" "+l.Party)
	}
	return out
}

// What a document becomes: whose it is, which accounts, and why a person should look.
func TestDocuments(t *testing.T) {
	bought := []string{"debit 4930 100.00 de.input.domestic cost.domestic ", "debit 1576 19.00 de.input.domestic tax.input ",
		"credit 1600 119.00  counter.payable p1"}
	turned := []string{"credit 4930 100.00 de.input.domestic cost.domestic ", "credit 1576 19.00 de.input.domestic tax.input ",
		"debit 1600 119.00  counter.payable p1"}
	sold := []string{"debit 1400 119.00  counter.receivable p1", "credit 8400 100.00 de.output.domestic sale.domestic ",
		"credit 1776 19.00 de.output.domestic tax.charged "}
	for name, c := range map[string]struct {
		kind    string
		other   map[string]string
		said    voucher.Said
		change  func(*voucher.Facts)
		lines   []string
		sure    string
		reasons []string
	}{
		"invoice to us":     {kind: "invoice", lines: bought, sure: "0.95"},
		"credit note to us": {kind: "credit_note", lines: turned, sure: "0.95"},
		"till receipt":      {kind: "receipt", other: map[string]string{"buyer": ""}, lines: bought, sure: "0.95"},
		"invoice that the caller knows": {kind: "invoice", other: map[string]string{"buyer": ""}, said: voucher.Said{Role: "purchase",
			Category: "office"}, lines: bought, sure: "0.96"},
		"our own, by the number": {kind: "invoice", other: map[string]string{"issuer": "MUSTER", "issuer_tax_id": "811569869",
			"buyer": "Kunde KG"}, lines: sold, sure: "0.96"},
		"our own, by the name": {kind: "invoice", other: map[string]string{"issuer": "Muster-AG", "issuer_tax_id": "",
			"buyer": "Kunde KG"}, lines: sold, sure: "0.96"},
		"to another account": {kind: "invoice", other: map[string]string{"iban": "DE02120300000000202051"}, lines: bought, sure: "0.95",
			reasons: []string{"iban_changed"}},
		"above the limit, maybe twice": {kind: "invoice", change: func(f *voucher.Facts) {
			f.FourEyes, f.Document.Duplicates = true, []docs.Duplicate{{DocumentID: "d0", Why: "number"}}
		}, lines: bought, sure: "0.95", reasons: []string{"duplicate_likely", "four_eyes"}},
	} {
		f, b := facts(document(c.kind, c.other))
		if c.change != nil {
			c.change(&f)
		}
		p, err := c.said.Propose(f, b)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(text(p), c.lines) || !p.Confidence.Equal(dec(c.sure)) || !slices.Equal(p.ReviewReasons, c.reasons) {
			t.Errorf("%s: %q, %s sure, look: %v", name, text(p), p.Confidence, p.ReviewReasons)
		}
		if !journal.Sum(p.Lines).Balanced() || p.Origin != journal.FromDocument || len(p.Sources) != 1 || p.Sources[0].SHA256 != "ab" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// What stands in the way of a document, all of it at once.
func TestBlockers(t *testing.T) {
	for name, c := range map[string]struct {
		kind   string
		other  map[string]string
		said   voucher.Said
		change func(*voucher.Facts)
		want   []string
	}{
		"nothing is known": {"invoice", map[string]string{"issuer": "", "issuer_tax_id": "", "buyer": "", "date": "", "currency": "", "gross": "",
			"net": "", "tax": ""}, voucher.Said{}, nil,
			[]string{"amount_missing", "currency_missing", "date_missing", "role_unclear"}},
		"both are ours":          {"invoice", map[string]string{"issuer": "Muster AG"}, voucher.Said{}, nil, []string{"role_unclear"}},
		"the caller contradicts": {"invoice", nil, voucher.Said{Role: "sale"}, nil, []string{"role_unclear"}},
		"no class, no place": {"invoice", map[string]string{"issuer_tax_id": "", "tax": "", "net": ""}, voucher.Said{},
			func(f *voucher.Facts) { f.Classified, f.Country, f.Party = "", "", nil }, []string{"place_missing"}},
		"no class": {"invoice", nil, voucher.Said{}, func(f *voucher.Facts) { f.Classified = "" },
			[]string{"category_missing"}},
		"tax without a number": {"invoice", map[string]string{"issuer_tax_id": ""}, voucher.Said{}, nil,
			[]string{"input_tax_evidence_missing"}},
		"a letter": {"notice", nil, voucher.Said{}, nil, []string{"document_not_valid"}},
		"a receipt has it": {"invoice", nil, voucher.Said{}, func(f *voucher.Facts) { f.HeldBy = "r1" },
			[]string{"document_already_finalised"}},
		"sums that do not add up":    {"invoice", map[string]string{"gross": "120.00"}, voucher.Said{}, nil, []string{"amounts_do_not_add_up"}},
		"of a day to come":           {"invoice", map[string]string{"date": "2027-01-01"}, voucher.Said{}, nil, []string{"date_in_future"}},
		"a currency without a table": {"invoice", map[string]string{"currency": "JPY"}, voucher.Said{}, nil, []string{"fx_rate_missing"}},
	} {
		f, b := facts(document(c.kind, c.other))
		if c.change != nil {
			c.change(&f)
		}
		_, err := c.said.Propose(f, b)
		var refused *fault.Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, x := range refused.Blockers {
			got = append(got, x.Code)
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A value that is not accepted is none.
func TestUnsureValues(t *testing.T) {
	d := document("invoice", nil)
	for i := range d.Fields {
		if d.Fields[i].Name == "gross" {
			d.Fields[i].Score = 600
		}
	}
	f, b := facts(d)
	if _, err := (voucher.Said{}).Propose(f, b); err == nil {
		t.Error("a sum that nobody is sure of was booked")
	}
}
