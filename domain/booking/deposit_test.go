package booking_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

func depositOf(currency string, paid *booking.Paid) booking.Deposit {
	return booking.Deposit{IssuedOn: day, Paid: paid, Currency: currency, Gross: dec("46.40"), Taxes: []booking.DepositTax{
		{Tax: booking.Tax{Rate: dec("0.19"), Base: dec("30.00"), Tax: dec("5.70")}, Category: "S", Country: "DE"},
		{Tax: booking.Tax{Rate: dec("0.07"), Base: dec("10.00"), Tax: dec("0.70")}, Category: "S"}}}
}

// A deposit is a debt with tax of its own day; what the final invoice takes off leaves
// nothing of it, in its currency and in the books', in whole and in parts.
func TestDeposits(t *testing.T) {
	f := world(true)
	received, err := depositOf("EUR", &booking.Paid{Method: "bank", PaidOn: day.AddDays(20)}).Propose(f)
	if err != nil {
		t.Fatal(err)
	}
	want := "Dr 1200 46.40 \nCr 1718 30.00 de.output.domestic\nCr 1776 5.70 de.output.domestic\nCr 1711 10.00 de.output.domestic\n" +
		"Cr 1771 0.70 de.output.domestic"
	if got := text(received.Lines); got != want || received.TaxDate != day.AddDays(20) || received.Date != day.AddDays(20) {
		t.Errorf("tax of %s:\n%s", received.TaxDate, got)
	}
	if _, err := depositOf("EUR", nil).Propose(f); !slices.Equal(blockers(err), []string{"date_missing"}) {
		t.Errorf("not paid: %v", err)
	}
	british := depositOf("EUR", nil)
	british.DueByInvoice = true
	if p, err := british.Propose(f); err != nil || p.TaxDate != day || p.Lines[0].Account != "1400" {
		t.Errorf("due by the invoice: %+v %v", p, err)
	}
	if british.Paid = (&booking.Paid{Method: "card", PaidOn: day.AddDays(-3)}); true {
		if p, err := british.Propose(f); err != nil || p.TaxDate != day.AddDays(-3) || p.Lines[0].Account != "1590" {
			t.Errorf("paid before the invoice: %+v %v", p, err)
		}
	}
	f.Books.ClosedThrough = books.MonthOf(day)
	late, err := depositOf("EUR", &booking.Paid{Method: "bank", PaidOn: day}).Propose(f)
	if err != nil || late.Date != civil.MustParse("2026-04-01") || late.TaxDate != day || late.ReviewReasons[0] != "late_fact" {
		t.Errorf("a late one: %+v %v", late, err)
	}
}

// Deposits of one order at several rates of exchange, credited in part and taken off in
// the end, leave each account of theirs at zero, in the books' currency within the unit
// that a part of a part is rounded by, and every entry balances in both.
func TestDepositsEndAtZero(t *testing.T) {
	for _, currency := range []string{"EUR", "USD"} {
		rates := []string{"0.92", "0.95", "0.8888"}
		n := 0
		f := world(true)
		f.Convert = func(_ string, on civil.Date) *journal.Exchange {
			n++
			return &journal.Exchange{Source: "ecb", On: on, Rate: dec(rates[n%3])}
		}
		var entries []journal.Proposal
		propose := func(p journal.Proposal, err error) []journal.Line {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			if sums := journal.Sum(p.Lines); !sums.Balanced() {
				t.Errorf("%s: %+v of\n%s", currency, sums, text(p.Lines))
			}
			entries = append(entries, p)
			return p.Lines
		}
		first := depositOf(currency, &booking.Paid{Method: "bank", PaidOn: day})
		one, two := propose(first.Propose(f)), propose(first.Propose(f))
		part := first
		part.Gross = dec("11.90")
		back := []booking.DepositTax{{Tax: booking.Tax{Rate: dec("0.19"), Base: dec("10.00"), Tax: dec("1.90")}, Category: "S", Country: "DE"}}
		propose(booking.DepositEnd{Deposit: part, Deposits: []booking.BookedDeposit{{Lines: two, Taxes: back}}}.Propose(f))
		rest := []booking.DepositTax{{Tax: booking.Tax{Rate: dec("0.19"), Base: dec("20.00"), Tax: dec("3.80")}, Category: "S", Country: "DE"},
			first.Taxes[1]}
		end := booking.DepositEnd{Deposit: depositOf(currency, nil), Deposits: []booking.BookedDeposit{{Lines: one, Taxes: first.Taxes},
			{Lines: two, Taxes: rest}}, Against: &booking.AgainstLine{Account: "1400", Settles: "o/1", Left: dec("200.00"), BaseLeft: dec("184.00"),
			TaxDate: day.AddDays(60)}}
		lines := propose(end.Propose(f))
		if entries[3].TaxDate != day.AddDays(60) {
			t.Errorf("the tax on the rest is of %s", entries[3].TaxDate)
		}
		settled := money.Zero
		for _, l := range lines {
			if l.Settles == "o/1" {
				settled = settled.Add(l.Amount)
			}
		}
		if !settled.Equal(dec("80.90")) {
			t.Errorf("%s: %s of the order is settled", currency, settled)
		}
		left, base := map[journal.AccountCode]money.Dec{}, map[journal.AccountCode]money.Dec{}
		for _, p := range entries {
			for _, l := range p.Lines {
				amount := l.Amount
				if l.Side == journal.Credit {
					amount = amount.Neg()
				}
				left[l.Account], base[l.Account] = left[l.Account].Add(amount), base[l.Account].Add(l.Signed())
			}
		}
		for _, account := range []journal.AccountCode{"1718", "1711", "1776", "1771"} {
			if !left[account].IsZero() || currency == "EUR" && !base[account].IsZero() || base[account].Abs().Greater(dec("0.01")) {
				t.Errorf("%s: %s is left on %s, in the books %s", currency, left[account], account, base[account])
			}
		}
	}
}
