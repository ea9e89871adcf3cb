package books_test

import (
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func month(s string) books.Month {
	m, err := books.ParseMonth(s)
	if err != nil {
		panic(err)
	}
	return m
}

func TestEventsAreFrozen(t *testing.T) {
	text := sealed.Text{Subject: "tenant-firm", Cipher: []byte("sealed")}
	rate := money.MustParse("0.19")
	settings := books.Settings{Country: "DE", BaseCurrency: "EUR", FiscalYearStart: "01-01", Chart: "de-skr03", Basis: books.Accrual,
		AutoApprove: []books.PostingRule{{Origin: "order", Journal: "sales", UpTo: "500.00", From: civil.MustParse("2026-01-01"),
			To: civil.MustParse("2026-12-31")}}}
	eventtest.Golden(t, *update, []event.Payload{
		books.Opened{Settings: settings}, books.Changed{Settings: settings}, books.Used{},
		books.WaiverGranted{WaiverID: "w1", Scope: books.ScopeAll, Reason: text, ExpiresOn: civil.MustParse("2027-01-01")},
		books.PeriodClosing{Period: month("2026-03")},
		books.PeriodClosed{Period: month("2026-03"), Totals: []books.Total{{Currency: "EUR", Debit: money.MustParse("119.00"),
			Credit: money.MustParse("119.00")}},
			Entries: 1, SHA256: "ab"},
		books.PeriodReopened{Period: month("2026-03"), Reason: text},
		books.AccountSet{Code: "8401", Label: text, Class: chart.Income, Parent: "8400", Role: "sales", Rate: &rate,
			TaxCode:   "de.output.domestic",
			FormLines: []string{"euer:14"}, From: civil.MustParse("2026-01-01"), To: civil.MustParse("2026-12-31")},
	}, books.Category, books.Accounts)
}
