package receipt

import (
	"errors"
	"flag"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEvents(t *testing.T) {
	content := sealed.Text{Subject: "document-0192aa00000000000000000000000001", Cipher: []byte("sealed:{}")}
	eventtest.Golden(t, *update, []event.Payload{
		Drafted{"0192aa00000000000000000000000001", "0192aa00000000000000000000000002", content}, Changed{"0192aa00000000000000000000000002",
			content},
		Finalised{"0192aa00000000000000000000000003", true}, Discarded{},
		MatchesFound{[]Suggestion{{"journal_entry", "0192aa00000000000000000000000004", 900, []string{"amount", "same_day"}}},
			"0192aa00000000000000000000000002", content},
	}, Category)
}

func dec(s string) money.Dec { return money.MustParse(s) }

func document(fields ...docs.Field) *docs.State {
	return &docs.State{ID: "d", Type: "receipt", Status: docs.StatusExtracted, Fields: fields, Blob: blob.Ref{Subject: "party-1",
		SHA256: "ab"}}
}

func field(name, value string, score int) docs.Field {
	return docs.Field{Name: name, Value: sealed.Text{Plain: value}, Score: score, State: docs.StateExtracted}
}

// draft is a receipt as its command leaves it, its texts in the clear.
func draft(t *testing.T, d Contents, src Source) State {
	t.Helper()
	got, err := Create{d}.Decide(State{}, act.Context{}, src)
	if err != nil {
		t.Fatal(err)
	}
	return State{}.Evolve(event.Recorded{Payload: got[0], Meta: event.Metadata{Principal: "ann"}})
}

// A draft takes from its document what is accepted there, and the rate of its tax
// only where one rate of the place makes it.
func TestCreateFromDocument(t *testing.T) {
	d := document(field("merchant", "Shell", 950), field("date", "2026-03-14", 960), field("currency", "GBP", 990),
		field("gross", "60.00", 950),
		field("net", "50.00", 950), field("tax", "10.00", 950), field("number", "A-1", 700))
	rates := []money.Dec{dec("0.2"), dec("0.05"), dec("0")}
	s := draft(t, Contents{DocumentID: "d"}, Source{Document: d, Rates: rates, Category: "gbsa103f_travel"})
	if s.Merchant != "Shell" || s.Gross.String() != "60.00" || s.Number != "" || s.CategoryID != "gbsa103f_travel" || s.Date != civil.Of(2026,
		3, 14) {
		t.Errorf("%+v", s.Contents)
	}
	if len(s.Taxes) != 1 || !s.Taxes[0].Rate.Equal(dec("0.2")) || s.Subject != "party-1" {
		t.Errorf("%+v of %s", s.Taxes, s.Subject)
	}
	if s := draft(t, Contents{DocumentID: "d"}, Source{Document: d, Rates: []money.Dec{dec("0.19")}}); len(s.Taxes) != 0 {
		t.Errorf("a rate that makes another tax is taken: %v", s.Taxes)
	}
	if s := draft(t, Contents{DocumentID: "d", Gross: dec("61.00"), Merchant: "BP"},
		Source{Document: d, Rates: rates}); s.Gross.String() != "61.00" || s.Merchant != "BP" || !s.Net.IsZero() {
		t.Errorf("what was said is overwritten: %+v", s.Contents)
	}
}

// Once it is said where the merchant is, the document's tax is told apart by the rates of
// that place; what was said of the amounts stays.
func TestTaxOfAPlaceThatIsSaidLater(t *testing.T) {
	d := document(field("gross", "60.00", 950), field("net", "50.00", 950), field("tax", "10.00", 950))
	rates := []money.Dec{dec("0.2"), dec("0.05"), dec("0")}
	gb := Contents{Country: "GB"}
	for name, c := range map[string]struct {
		draft Contents
		said  Amend
		rates []money.Dec
		want  int // taxes
	}{
		"the place":               {Contents{DocumentID: "d"}, Amend{Contents: gb}, rates, 1},
		"a place of other rates":  {Contents{DocumentID: "d"}, Amend{Contents: gb}, rates[1:], 0},
		"something else":          {Contents{DocumentID: "d"}, Amend{Contents: Contents{Note: "x"}}, rates, 0},
		"another gross":           {Contents{DocumentID: "d", Gross: dec("61.00")}, Amend{Contents: gb}, rates, 0},
		"another net, with it":    {Contents{DocumentID: "d"}, Amend{Contents: Contents{Country: "GB", Net: dec("51.00")}}, rates, 0},
		"no taxes, with it":       {Contents{DocumentID: "d"}, Amend{Contents: gb, Clear: []string{"taxes"}}, rates, 0},
		"that none is deducted":   {Contents{DocumentID: "d", InputTax: "none"}, Amend{Contents: gb}, rates, 0},
		"taxes, before the place": {Contents{DocumentID: "d", Taxes: []booking.Tax{{Tax: dec("9.00")}, {Tax: dec("1.00")}}}, Amend{Contents: gb}, rates, 2},
	} {
		s := draft(t, c.draft, Source{Document: d})
		got, err := c.said.Decide(s, act.Context{}, Source{Document: d, Rates: c.rates})
		if err != nil {
			t.Fatal(err)
		}
		if s = s.Evolve(event.Recorded{Payload: got[0], Meta: event.Metadata{Principal: "ann"}}); len(s.Taxes) != c.want {
			t.Errorf("%s: %+v", name, s.Contents)
		}
		if c.want == 1 && (!s.Taxes[0].Rate.Equal(dec("0.2")) || s.Taxes[0].Tax.String() != "10.00" || s.Net.String() != "50.00") {
			t.Errorf("%s: %+v", name, s.Contents)
		}
	}
}

func TestChangeAndDiscard(t *testing.T) {
	s := draft(t, Contents{Merchant: "Shell", Gross: dec("60.00"), Note: "x"}, Source{})
	got, err := Amend{Contents: Contents{Currency: "GBP"}, Clear: []string{"note"}}.Decide(s, act.Context{}, Source{})
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: got[0], Meta: event.Metadata{Principal: "bob"}})
	if s.Currency != "GBP" || s.Note != "" || s.Merchant != "Shell" || !slices.Equal(s.Preparers, []string{"ann", "bob"}) {
		t.Errorf("%+v", s)
	}
	if got, err := (Amend{Contents: Contents{Currency: "GBP"}}).Decide(s, act.Context{}, Source{}); err != nil || got != nil {
		t.Errorf("nothing new: %v %v", got, err)
	}
	s = s.Evolve(event.Recorded{Payload: Discarded{}})
	if _, err := (Amend{Contents: Contents{Currency: "EUR"}}).Decide(s, act.Context{}, Source{}); !errors.Is(err, fault.New(fault.Immutable, "")) {
		t.Errorf("a discarded receipt is changed: %v", err)
	}
}

func complete() Contents {
	return Contents{Merchant: "Shell", Country: "GB", TaxID: "GB980780684", Date: civil.Of(2026, 3, 14), Currency: "GBP", Net: dec("50.00"),
		Gross: dec("60.00"),
		Taxes: []booking.Tax{{Rate: dec("0.2"), Base: dec("50.00"), Tax: dec("10.00")}}, CategoryID: "gbsa103f_travel"}
}

// Everything that is in the way is named at once, the booking's blockers too.
func TestFinalise(t *testing.T) {
	today := civil.Of(2026, 11, 22)
	fine := func(booking.Transaction) error { return nil }
	codes := func(d Contents, f Facts) (all []string) {
		f.Today = today
		if f.Book == nil {
			f.Book = fine
		}
		got, err := Finalise{}.Decide(draft(t, d, Source{}), act.Context{}, f)
		if err == nil {
			if len(got) != 1 {
				t.Errorf("%v", got)
			}
			return nil
		}
		for _, b := range fault.As(err).Blockers {
			all = append(all, b.Code)
		}
		return all
	}
	if got := codes(Contents{}, Facts{}); !slices.Equal(got, []string{"date_missing", "currency_missing", "amount_missing",
		"category_missing"}) {
		t.Errorf("an empty receipt: %v", got)
	}
	if got := codes(complete(), Facts{}); got != nil {
		t.Errorf("a complete receipt: %v", got)
	}
	future := complete()
	future.Date, future.DocumentID = civil.Of(2026, 12, 1), "d"
	bad := document()
	bad.Checks, bad.Duplicates = []docs.Check{{Code: docs.ArithmeticMismatch}}, []docs.Duplicate{{DocumentID: "e"}}
	refuse := func(booking.Transaction) error {
		var b fault.Blockers
		b.Add("place_missing", "no")
		b.Add("period_closed", "no")
		return b.Err()
	}
	got := codes(future, Facts{Document: bad, Disabled: true, Registered: true, Book: refuse, OpenItems: []string{"extraction_d"},
		Matches: []Candidate{{Kind: "journal_entry", ID: "j", Score: 900}, {Score: 500}}})
	want := []string{"date_in_future", "category_disabled", "input_tax_evidence_missing", "document_not_valid", "duplicate_unresolved",
		"open_review_item",
		"match_undecided", "place_missing", "period_closed"}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nnot\n%v", got, want)
	}
	taxed := complete()
	taxed.Net = money.Zero
	if got := codes(taxed, Facts{}); !slices.Equal(got, []string{"amount_missing"}) {
		t.Errorf("taxes without a net amount: %v", got)
	}
	none := complete()
	none.InputTax, none.Match = "none", &Match{Kind: "none"}
	if got := codes(none, Facts{Registered: true, Matches: []Candidate{{Score: 990}}}); got != nil {
		t.Errorf("without input tax, the match decided: %v", got)
	}
	joined := complete()
	joined.Match = &Match{Kind: "journal_entry", ID: "j"}
	if got := codes(joined, Facts{Book: refuse}); !slices.Equal(got, []string{"match_not_booked"}) {
		t.Errorf("a match that is not there: %v", got)
	}
	entry := Entry{Kind: "journal_entry", ID: "j", Date: joined.Date, Currency: "GBP", Amount: dec("60.00")}
	if got := codes(joined, Facts{Matched: &Matched{Entry: entry, JournalID: "j"}, Book: refuse}); got != nil {
		t.Errorf("a receipt joins its entry: %v", got)
	}
	other := entry
	other.Amount = dec("61.00")
	for name, m := range map[string]*Matched{
		"of another site": {Entry: entry, JournalID: "j", Site: 2}, "a sale": {Entry: entry, JournalID: "j", Sale: true},
		"of another amount": {Entry: other, JournalID: "j"},
		"rejected":          {Entry: entry, JournalID: "j", Ended: "rejected"}, "of another receipt": {Entry: entry, JournalID: "j", HeldBy: "r"},
	} {
		if got := codes(joined, Facts{Matched: m, Book: fine}); !slices.Equal(got, []string{"match_not_possible"}) {
			t.Errorf("an entry %s is matched: %v", name, got)
		}
	}
	if got := codes(complete(), Facts{Tree: "deeuer"}); !slices.Equal(got, []string{"category_unknown"}) {
		t.Errorf("a category of another country: %v", got)
	}
}

// A receipt says what its document says, of a cost, once.
func TestFinaliseOfDocument(t *testing.T) {
	voucher := func(change func(*docs.State)) *docs.State {
		d := document(field("date", "2026-03-14", 960), field("currency", "GBP", 990), field("net", "50.00", 950), field("tax", "10.00", 950),
			field("gross", "60.00", 950), field("issuer_tax_id", "GB 980 7806 84", 950))
		if change != nil {
			change(d)
		}
		return d
	}
	same := func(*Contents) {}
	for name, c := range map[string]struct {
		said func(*Contents)
		of   func(*docs.State)
		f    Facts
		want []string
	}{
		"as it is":          {same, nil, Facts{Registered: true}, nil},
		"without input tax": {func(d *Contents) { d.InputTax, d.Taxes, d.Net = "none", nil, money.Zero }, nil, Facts{}, nil},
		"other amounts": {func(d *Contents) {
			d.Net, d.Gross, d.Taxes = dec("8000.00"), dec("9600.00"), []booking.Tax{{Rate: dec("0.2"), Base: dec("8000.00"), Tax: dec("1600.00")}}
		}, nil, Facts{}, []string{"differs_from_document net", "differs_from_document taxes", "differs_from_document gross"}},
		"another day, currency and merchant": {func(d *Contents) { d.Date, d.Currency, d.TaxID = civil.Of(2026, 3, 15), "EUR", "GB123456789" },
			nil, Facts{},
			[]string{"differs_from_document currency", "differs_from_document date", "differs_from_document tax_id"}},
		"not sure of the gross": {func(d *Contents) { d.Gross = dec("60.01") }, func(d *docs.State) { d.Fields[4].Score = 500 }, Facts{}, nil},
		"a credit note":         {same, func(d *docs.State) { d.Type = "credit_note" }, Facts{}, []string{"document_not_a_cost "}},
		"a payslip":             {same, func(d *docs.State) { d.Type = "payslip" }, Facts{}, []string{"document_not_a_cost "}},
		"its own invoice":       {same, nil, Facts{OwnIDs: []string{"", "980780684"}}, []string{"own_invoice "}},
		"finalised already":     {same, nil, Facts{HeldBy: "r"}, []string{"document_already_finalised "}},
		"a review that the queue does not show": {same, func(d *docs.State) { d.Review = []string{"gross_not_sure"} }, Facts{},
			[]string{"open_review_item "}},
		"a review that it shows": {same, func(d *docs.State) { d.Review = []string{"gross_not_sure"} },
			Facts{OpenItems: []string{"extraction_d"}},
			[]string{"open_review_item "}},
	} {
		contents := complete()
		contents.DocumentID = "d"
		c.said(&contents)
		c.f.Today, c.f.Document, c.f.Book = civil.Of(2026, 11, 22), voucher(c.of), func(booking.Transaction) error { return nil }
		var got []string
		if _, err := (Finalise{}).Decide(draft(t, contents, Source{}), act.Context{}, c.f); err != nil {
			for _, b := range fault.As(err).Blockers {
				got = append(got, b.Code+" "+b.Field)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

// Whoever drafted or changed a receipt prepared its entry.
func TestPreparersOfEntry(t *testing.T) {
	p := State{CreatedBy: "ann", Preparers: []string{"ann", "bob"}}.Entry(journal.Proposal{}, nil)
	s := journal.State{}.Evolve(event.Recorded{Payload: journal.EntryProposed{EntryID: "j", Proposal: p},
		Meta: event.Metadata{Principal: "cat"}})
	if !slices.Equal(s.Preparers, []string{"ann", "bob", "cat"}) {
		t.Errorf("%v", s.Preparers)
	}
}

func TestTransaction(t *testing.T) {
	d := complete()
	d.CategoryID = "gbsa103f_entertainment"
	x := State{Contents: d}.Transaction("")
	if x.Category != "expense.entertainment" || x.InputTaxShare == nil || !x.InputTaxShare.IsZero() {
		t.Errorf("input tax on entertainment: %+v", x)
	}
	d.CategoryID, d.Country, d.Taxes, d.Net = "gbsa103f_office", "", nil, money.Zero
	if x := (State{Contents: d}).Transaction("IE"); x.Counterparty.Country != "IE" || !x.Net.Equal(x.Gross) || x.InputTaxShare != nil {
		t.Errorf("%+v", x)
	}
}

func TestCandidates(t *testing.T) {
	s := State{Contents: complete()}
	s.Number = "INV-77"
	converted := dec("60.90")
	got := s.Candidates([]Entry{
		{Kind: "journal_entry", ID: "other", Currency: "GBP", Amount: dec("59.99"), Date: s.Date},
		{Kind: "journal_entry", ID: "day", Currency: "GBP", Amount: dec("60.00"), Date: s.Date.AddDays(2)},
		{Kind: "journal_entry", ID: "all", Currency: "GBP", Amount: dec("60.00"), Date: s.Date, Text: "Card SHELL 0412", Refs: "inv-77"},
		{Kind: "ledger_entry", ID: "euro", Currency: "EUR", Amount: dec("70.00"), Date: s.Date.AddDays(9), InReceipt: &converted},
	})
	if len(got) != 3 || got[0].ID != "all" || got[0].Score != 990 || got[1].ID != "day" || got[1].Score >= likely || got[2].ID != "euro" {
		t.Errorf("%+v", got)
	}
}

// What is in the way of a booking is named by a field that a receipt has, so that whoever is
// told can say it.
func TestBlockersNameFieldsOfTheReceipt(t *testing.T) {
	var names []string
	for i := range reflect.TypeFor[Contents]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[Contents]().Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	for _, said := range []string{"transaction.counterparty.country", "transaction.counterparty.tax_id", "transaction.counterparty.name",
		"transaction.date", "transaction.currency", "transaction.gross", "transaction.net", "transaction.business_share"} {
		f := Facts{Today: civil.Of(2026, 11, 20), Book: func(booking.Transaction) error {
			return fault.Blockers{{Code: "place_missing", Field: said, Message: "no"}}.Err()
		}}
		_, err := Finalise{}.Decide(draft(t, complete(), Source{}), act.Context{}, f)
		if b := fault.As(err).Blockers; len(b) != 1 || !slices.Contains(names, b[0].Field) {
			t.Errorf("%s is named %+v, of which a receipt has %v", said, b, names)
		}
	}
}
