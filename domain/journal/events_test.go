package journal_test

import (
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func cipher(word string) sealed.Text {
	return sealed.Text{Subject: journal.Subject(1), Cipher: []byte("sealed:" + word)}
}

func dec(s string) money.Dec { return money.MustParse(s) }

const entryID = "0192aa00000000000000000000000001"

func TestEventsAreFrozen(t *testing.T) {
	day := civil.MustParse("2026-03-04")
	lines := []journal.Line{
		{Account: "1400", Side: journal.Debit, Amount: dec("119.00"), BaseAmount: dec("109.48"), FX: dec("0.92"), Party: "p1",
			Rule: "counter.receivable"},
		{Account: "8400", Side: journal.Credit, Amount: dec("100.00"), BaseAmount: dec("92.00"), FX: dec("0.92"), TaxCode: "de.output.domestic",
			TaxRate: dec("0.19"), TaxBase: dec("100.00"), Rule: "sale.domestic"},
		{Account: "1776", Side: journal.Credit, Amount: dec("19.00"), BaseAmount: dec("17.48"), FX: dec("0.92"), TaxCode: "de.output.domestic",
			TaxRate: dec("0.19"), TaxBase: dec("100.00"), TaxLine: true, Settles: "x/1", Rule: "tax.charged"},
	}
	exchange := &journal.Exchange{Source: "ecb", On: day, Rate: dec("0.92")}
	sources := []journal.Source{{Kind: "document", ID: "d1", SHA256: "ab"}}
	memo := cipher("memo")
	eventtest.Golden(t, *update, []event.Payload{
		journal.EntryProposed{EntryID: entryID, Proposal: journal.Proposal{Origin: journal.FromDocument, Journal: journal.Sales, Date: day,
			TaxDate:  day,
			Currency: "USD", BaseCurrency: "EUR", Exchange: exchange, Memo: memo, Computation: cipher("computation"), Lines: lines, Sources: sources,
			Other:    journal.Other{Country: "FR", TaxID: cipher("number")},
			Reverses: "e0", Confidence: dec("0.95"), ReviewReasons: []string{"asset"}, StartedBy: "p9", PreparedBy: []string{"p7", "p8"}}},
		journal.EntryApproved{Edits: journal.Edits{Lines: lines[:2], Memo: &memo}, Waiver: "w1", Rule: "order from 2026-01-01 (1)"},
		journal.EntryReturned{Reason: cipher("reason"), Edits: journal.Edits{Lines: lines[:2], Memo: &memo}},
		journal.EntryRejected{Reason: cipher("reason")},
		journal.EntryPosted{Payload: journal.Payload{Format: journal.PayloadFormat, EntryID: entryID, Site: 1, Origin: journal.FromDocument,
			Journal:    journal.Sales,
			FiscalYear: "2026", YearBegins: civil.MustParse("2026-01-01"), Date: day, TaxDate: day, Currency: "USD", BaseCurrency: "EUR",
			Exchange: exchange,
			Reverses: "e0", Sources: sources, Lines: lines, ApprovedBy: "p2"}, PayloadSHA256: "cd", Waiver: "w1", Rule: "r"},
		journal.EntryMatched{ReceiptID: "r1"},
		journal.EntryLineClaimed{Line: "d1/1/3", Revision: 4},
		journal.SettlementClaimed{EntryID: entryID, Revision: 2},
	}, journal.Category, journal.Settlements)
}
