package ledger_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/settings"
	"github.com/tallystick/tallystick/render/ledger"
)

// norwegian are random books of a Norwegian firm: what a file of them says beforehand,
// and its entries.
func norwegian(n int) (ledger.Head, []ledger.Entry) {
	h := head(chart.For("NO").ID)
	h.Registration, h.TaxID, h.BaseCurrency = "999999999", "NO 999 999 999 MVA", "NOK"
	h.Contact = ledger.Contact{Person: "Kari <b> Nordmann", Phone: "+47 00 00 00 00", Email: "kari@example.org", IBAN: "NO93 8601 1117 947",
		Address: settings.Address{Street: "Gate 1 & 2", City: "Ås", PostalCode: "1430", Country: "NO"}}
	h.Opening = []ledger.Balance{{Account: "1010", Amount: money.MustParse("120.50")}, {Account: "3000", Amount: money.MustParse("-120.50")}}
	codes := []ledger.TaxCode{{Code: "no.output.domestic", Rate: "0.25"}, {Code: "no.output.export", Rate: "0"},
		{Code: "no.input.domestic", Rate: "0.1111"}, {Code: "se.input.foreign", Rate: "0.25"}}
	entries := book(h, n)
	moved := map[string]*ledger.Moved{}
	for i := range entries {
		e := &entries[i]
		if e.Base = "NOK"; e.Currency == "EUR" {
			e.Currency = "NOK"
		}
		for j := range e.Lines {
			l := &e.Lines[j]
			if l.TaxCode != "" {
				c := codes[(i+j)%len(codes)]
				l.TaxCode, l.TaxRate, l.TaxLine = c.Code, c.Rate, j%2 == 0
			}
			m := moved[l.Account]
			if m == nil {
				m = &ledger.Moved{Account: l.Account}
				moved[l.Account] = m
			}
			if l.Side == "debit" {
				m.Debit = m.Debit.Add(money.MustParse(l.Base))
			} else {
				m.Credit = m.Credit.Add(money.MustParse(l.Base))
			}
		}
	}
	for _, m := range moved {
		h.Moved = append(h.Moved, *m)
	}
	h.TaxCodes, h.Entries = codes, int64(n)
	return h, entries
}

type auditAccount struct {
	AccountID                                                                            string
	GroupingCategory, GroupingCode                                                       string
	OpeningDebitBalance, OpeningCreditBalance, ClosingDebitBalance, ClosingCreditBalance string
}

type auditFile struct {
	Accounts []auditAccount `xml:"MasterFiles>GeneralLedgerAccounts>Account"`
	Codes    []struct {
		TaxCode, TaxPercentage, Country, StandardTaxCode string
	} `xml:"MasterFiles>TaxTable>TaxTableEntry>TaxCodeDetails"`
	Entries struct {
		NumberOfEntries         int
		TotalDebit, TotalCredit string
		Transactions            []struct {
			Lines []struct {
				AccountID     string
				Debit, Credit *struct{ Amount string }
			} `xml:"Line"`
		} `xml:"Journal>Transaction"`
	} `xml:"GeneralLedgerEntries"`
}

func amountOf(t *testing.T, debit, credit string) money.Dec {
	t.Helper()
	if (debit == "") == (credit == "") {
		t.Fatalf("debit %q, credit %q", debit, credit)
	}
	if credit != "" {
		return money.MustParse(credit).Neg()
	}
	return money.MustParse(debit)
}

// A SAF-T file says of each account what stood on it, and with its lines what the books
// say; its totals are those of its lines.
func TestSAFT(t *testing.T) {
	h, entries := norwegian(300)
	text := strings.NewReplacer("<DebitAmount>", "<Debit>", "</DebitAmount>", "</Debit>", "<CreditAmount>", "<Credit>", "</CreditAmount>",
		"</Credit>").Replace(string(write(t, ledger.SAFT, h, entries)))
	var f auditFile
	if err := xml.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	closing, lines := map[string]money.Dec{}, map[string]money.Dec{}
	for _, a := range f.Accounts {
		if a.GroupingCategory == "" || a.GroupingCode == "" {
			t.Errorf("%s has no grouping", a.AccountID)
		}
		opening := amountOf(t, a.OpeningDebitBalance, a.OpeningCreditBalance)
		closing[a.AccountID] = amountOf(t, a.ClosingDebitBalance, a.ClosingCreditBalance).Sub(opening)
		for _, o := range h.Opening {
			if o.Account == a.AccountID && !o.Amount.Equal(opening) {
				t.Errorf("%s opens with %s", a.AccountID, opening)
			}
		}
	}
	debit, credit := money.Zero, money.Zero
	for _, x := range f.Entries.Transactions {
		for _, l := range x.Lines {
			if l.Debit != nil {
				debit = debit.Add(money.MustParse(l.Debit.Amount))
				lines[l.AccountID] = lines[l.AccountID].Add(money.MustParse(l.Debit.Amount))
			} else {
				credit = credit.Add(money.MustParse(l.Credit.Amount))
				lines[l.AccountID] = lines[l.AccountID].Sub(money.MustParse(l.Credit.Amount))
			}
		}
	}
	same(t, "closing balances", closing, sums(entries))
	same(t, "lines", lines, sums(entries))
	if f.Entries.NumberOfEntries != len(entries) || len(f.Entries.Transactions) != len(entries) ||
		!money.MustParse(f.Entries.TotalDebit).Equal(debit) || !money.MustParse(f.Entries.TotalCredit).Equal(credit) {
		t.Errorf("%d entries, %s debit, %s credit", f.Entries.NumberOfEntries, f.Entries.TotalDebit, f.Entries.TotalCredit)
	}
	var standards []string
	for _, c := range f.Codes {
		standards = append(standards, c.TaxPercentage+"/"+c.StandardTaxCode)
	}
	if got := strings.Join(standards, " "); got != "25/3 0/52 11.11/12 25/NA" {
		t.Errorf("%s", got)
	}
}

// Books of Norway take the format when their settings and accounts say what it asks for:
// each account that their chart brings has a grouping, one of the firm's own says its line.
func TestSAFTUnfit(t *testing.T) {
	h, _ := norwegian(1)
	if u := ledger.Check(ledger.SAFT, "NO", h); len(u) > 0 {
		t.Errorf("%+v", u)
	}
	own := ledger.Account{Code: "9000", Name: "Bygning", Class: chart.Asset}
	h.Accounts = append(h.Accounts, own)
	if u := ledger.Check(ledger.SAFT, "NO", h); len(u) != 1 || u[0].Code != "account_mapping_missing" {
		t.Errorf("%+v", u)
	}
	own.FormLines = []string{"no-saft:balanseverdiForAnleggsmiddel/1115"}
	h.Accounts[len(h.Accounts)-1] = own
	h.Registration, h.Contact.Person, h.To = "1", "Kari", h.To.AddDays(1)
	var got []string
	for _, u := range ledger.Check(ledger.SAFT, "SE", h) {
		got = append(got, u.Code+" "+u.Field)
	}
	if s := strings.Join(got, ", "); s != "format_not_available format, format_not_available to, "+
		"seller_details_missing seller.registration_number, seller_details_missing seller.contact" {
		t.Errorf("%s", s)
	}
}
