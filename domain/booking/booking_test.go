package booking_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

func dec(s string) money.Dec { return money.MustParse(s) }

var day = civil.MustParse("2026-03-04")

// world is a German firm that is registered, with books in SKR 03.
func world(registered bool) booking.Facts {
	return booking.Facts{
		Books: books.Ledger{State: books.State{Exists: true, Settings: books.Settings{Country: "DE", BaseCurrency: "EUR",
			FiscalYearStart: "01-01", Chart: "de-skr03"}}},
		Convert: func(currency string, on civil.Date) *journal.Exchange {
			if currency != "USD" {
				return nil
			}
			return &journal.Exchange{Source: "ecb", On: on, Rate: dec("0.92")}
		},
		Registered: func(country string, _ civil.Date) bool { return registered && country == "DE" },
		OSS:        func(civil.Date) bool { return true },
	}
}

func deal(role, net, rate, tax, gross string) booking.Transaction {
	t := booking.Transaction{Role: role, Date: day, Currency: "EUR", Net: dec(net), Gross: dec(gross),
		Counterparty: booking.Counterparty{Country: "DE"}}
	if rate != "" {
		t.Taxes = []booking.Tax{{Rate: dec(rate), Base: dec(net), Tax: dec(tax)}}
	}
	return t
}

func text(lines []journal.Line) string {
	var out []string
	for _, l := range lines {
		s := "Dr"
		if l.Side == journal.Credit {
			s = "Cr"
		}
		out = append(out, fmt.Sprintf("%s %s %s %s", s, l.Account, l.Amount, l.TaxCode))
	}
	return strings.Join(out, "\n")
}

// What is booked of what happened, account by account.
func TestProposals(t *testing.T) {
	us := func(t booking.Transaction) booking.Transaction { t.Category = "office"; return t }
	for name, c := range map[string]struct {
		t          booking.Transaction
		registered bool
		want       string
		reasons    []string
	}{
		"domestic sale": {deal("sale", "100.00", "0.19", "19.00", "119.00"), true,
			"Dr 1400 119.00 \nCr 8400 100.00 de.output.domestic\nCr 1776 19.00 de.output.domestic", nil},
		"its credit note": {func() booking.Transaction {
			x := deal("sale", "100.00", "0.19", "19.00", "119.00")
			x.Refund = true
			return x
		}(), true, "Cr 1400 119.00 \nDr 8400 100.00 de.output.domestic\nDr 1776 19.00 de.output.domestic", nil},
		"paid in cash": {func() booking.Transaction {
			x := deal("sale", "100.00", "0.07", "7.00", "107.00")
			x.Payment = &booking.Paid{Method: "cash", PaidOn: day}
			return x
		}(), true, "Dr 1000 107.00 \nCr 8300 100.00 de.output.domestic\nCr 1771 7.00 de.output.domestic", nil},
		"purchase": {us(deal("purchase", "100.00", "0.19", "19.00", "119.00")), true,
			"Dr 4930 100.00 de.input.domestic\nDr 1576 19.00 de.input.domestic\nCr 1600 119.00 ", nil},
		"purchase of a small undertaking": {us(deal("purchase", "100.00", "0.19", "19.00", "119.00")), false,
			"Dr 4930 119.00 \nCr 1600 119.00 ", nil},
		"partly private": {func() booking.Transaction {
			x := us(deal("purchase", "100.00", "0.19", "19.00", "119.00"))
			x.BusinessShare = dec("0.6")
			return x
		}(), true, "Dr 4930 60.00 de.input.domestic\nDr 1800 47.60 \nDr 1576 11.40 de.input.domestic\nCr 1600 119.00 ", nil},
		"partly private, of a small undertaking": {func() booking.Transaction {
			x := us(deal("purchase", "100.00", "0.19", "19.00", "119.00"))
			x.BusinessShare = dec("0.6")
			return x
		}(), false, "Dr 4930 71.40 \nDr 1800 47.60 \nCr 1600 119.00 ", nil},
		"partly private, the tax deducted whole": {func() booking.Transaction {
			x, whole := us(deal("purchase", "100.00", "0.19", "19.00", "119.00")), dec("1")
			x.BusinessShare, x.InputTaxShare = dec("0.1"), &whole
			return x
		}(), true, "Dr 4930 10.00 de.input.domestic\nDr 1800 90.00 \nDr 1576 19.00 de.input.domestic\nCr 1600 119.00 ", nil},
		"partly private software from Ireland": {func() booking.Transaction {
			x := deal("purchase", "50.00", "", "", "50.00")
			x.Category, x.Counterparty, x.BusinessShare = "software", booking.Counterparty{Country: "IE", Status: "business"}, dec("0.6")
			return x
		}(), true, "Dr 4964 30.00 de.input.reverse_charge\nDr 1800 23.80 \nDr 1577 5.70 de.input.reverse_charge\nCr 1787 9.50 de.output.reverse_charge\nCr 1600 50.00 ", nil},
		"printed tax too high": {us(deal("purchase", "100.00", "0.19", "20.00", "120.00")), true,
			"Dr 4930 101.00 de.input.domestic\nDr 1576 19.00 de.input.domestic\nCr 1600 120.00 ", []string{"tax_mismatch"}},
		"goods from Austria": {func() booking.Transaction {
			x := deal("purchase", "100.00", "", "", "100.00")
			x.Category, x.Counterparty = "goods", booking.Counterparty{Country: "AT", Status: "business", TaxID: "ATU12345675", Evidence: "registry"}
			return x
		}(), true, "Dr 3425 100.00 de.input.acquisition\nDr 1574 19.00 de.input.acquisition\nCr 1774 19.00 de.output.acquisition\nCr 1600 100.00 ", nil},
		"software from Ireland": {func() booking.Transaction {
			x := deal("purchase", "50.00", "", "", "50.00")
			x.Category, x.Counterparty = "software", booking.Counterparty{Country: "IE", Status: "business"}
			return x
		}(), true, "Dr 4964 50.00 de.input.reverse_charge\nDr 1577 9.50 de.input.reverse_charge\nCr 1787 9.50 de.output.reverse_charge\nCr 1600 50.00 ", nil},
		"entertainment is looked at": {func() booking.Transaction {
			x := deal("purchase", "70.00", "0.19", "13.30", "83.30")
			x.Category = "entertainment"
			return x
		}(), true, "Dr 4650 70.00 de.input.domestic\nDr 1576 13.30 de.input.domestic\nCr 1600 83.30 ", []string{"entertainment"}},
		"distance sale to France": {func() booking.Transaction {
			x := deal("sale", "100.00", "0.20", "20.00", "120.00")
			x.Counterparty = booking.Counterparty{Country: "FR", Status: "consumer"}
			return x
		}(), true, "Dr 1400 120.00 \nCr 8320 100.00 fr.output.oss\nCr 1767 20.00 fr.output.oss", nil},
		"export to Switzerland": {func() booking.Transaction {
			x := deal("sale", "100.00", "", "", "100.00")
			x.Counterparty = booking.Counterparty{Country: "CH", Status: "business"}
			return x
		}(), true, "Dr 1400 100.00 \nCr 8120 100.00 de.output.export", nil},
	} {
		p, err := booking.Propose(c.t, world(c.registered))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := text(p.Lines); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
		if !journal.Sum(p.Lines).Balanced() {
			t.Errorf("%s does not balance", name)
		}
		for _, want := range c.reasons {
			if !slices.Contains(p.ReviewReasons, want) {
				t.Errorf("%s: reasons %v", name, p.ReviewReasons)
			}
		}
		for _, l := range p.Lines {
			if l.Rule == "" {
				t.Errorf("%s: a line names no rule: %+v", name, l)
			}
		}
	}
}

func blockers(err error) (codes []string) {
	var e *fault.Error
	if errors.As(err, &e) {
		for _, b := range e.Blockers {
			codes = append(codes, b.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// What is not known is named, all at once.
func TestBlockers(t *testing.T) {
	x := deal("purchase", "100.00", "0.19", "19.00", "120.00")
	x.Counterparty = booking.Counterparty{}
	_, err := booking.Propose(x, world(true))
	if got := blockers(err); !slices.Equal(got, []string{"amounts_do_not_add_up", "place_missing"}) {
		t.Errorf("%v", got)
	}
	x = deal("purchase", "100.00", "0.19", "19.00", "119.00")
	x.Currency = "JPY"
	_, err = booking.Propose(x, world(true))
	if got := blockers(err); !slices.Equal(got, []string{"category_missing", "fx_rate_missing"}) {
		t.Errorf("%v", got)
	}
	f := world(true)
	f.Books.Chart = "us-own"
	x = deal("purchase", "100.00", "", "", "100.00")
	x.Category, x.Counterparty = "software", booking.Counterparty{Country: "IE", Status: "business"}
	_, err = booking.Propose(x, f)
	if got := blockers(err); !slices.Equal(got, []string{"account_mapping_missing"}) {
		t.Errorf("%v", got)
	}
}

// A payment of a part in another currency ends that part at its own rate; the
// difference stands by itself, and all of it balances.
func TestSettlement(t *testing.T) {
	open := map[string]booking.OpenItem{"e/1": {OpenItem: journal.OpenItem{Account: "1400", Side: journal.Debit, Currency: "USD",
		Left: dec("300.00")}, BaseLeft: dec("276.00")}}
	bank := dec("95.00")
	p, err := booking.Settle(booking.Payment{Date: day, Currency: "USD", BaseAmount: &bank,
		Items: []booking.Item{{Line: "e/1", Amount: dec("100.00")}}}, open, world(true))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(p.Lines), "Cr 1400 100.00 \nDr 1200 100.00 \nCr 2660 0 "; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if sum := journal.Sum(p.Lines); !sum.Balanced() || !sum.BaseDebit.Equal(bank) || !p.Lines[0].BaseAmount.Equal(dec("92.00")) {
		t.Errorf("%+v %+v", sum, p.Lines)
	}
	_, err = booking.Settle(booking.Payment{Date: day, Currency: "USD", Items: []booking.Item{{Line: "e/1", Amount: dec("301.00")},
		{Line: "e/2", Amount: dec("1.00")}}}, open, world(true))
	if got := blockers(err); !slices.Equal(got, []string{"amounts_do_not_add_up", "open_item_unknown", "settlement_exceeds_item"}) {
		t.Errorf("%v", got)
	}
	open["e/1"] = booking.OpenItem{OpenItem: journal.OpenItem{Account: "1400", Side: journal.Debit, Currency: "EUR", Left: dec("50.00")},
		BaseLeft: dec("50.00")}
	part := booking.Item{Line: "e/1", Amount: dec("25.00")}
	var e *fault.Error
	if _, err = booking.Settle(booking.Payment{Date: day, Currency: "EUR", Items: []booking.Item{part, part}}, open,
		world(true)); !errors.As(err, &e) ||
		e.Code != fault.InvalidInput {
		t.Errorf("an item twice: %v", err)
	}
	p, err = booking.Settle(booking.Payment{Date: day, Currency: "EUR", Fee: dec("50.00"),
		Items: []booking.Item{{Line: "e/1", Amount: dec("50.00")}}}, open, world(true))
	if err != nil || text(p.Lines) != "Cr 1400 50.00 \nDr 4970 50.00 " {
		t.Errorf("a fee that takes all: %v %s", err, text(p.Lines))
	}
}

// The year's result goes to equity; what is no result stays.
func TestYearEnd(t *testing.T) {
	f := world(true)
	p, err := booking.YearEnd(f.Books.Year(day), []booking.Balance{{Account: "8400", Amount: dec("-100.00")},
		{Account: "4930", Amount: dec("40.00")}, {Account: "1200", Amount: dec("60.00")}}, f)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(p.Lines), "Dr 8400 100.00 \nCr 4930 40.00 \nCr 0860 60.00 "; got != want || p.Date != civil.MustParse("2026-12-31") {
		t.Errorf("%s %s", got, p.Date)
	}
}
