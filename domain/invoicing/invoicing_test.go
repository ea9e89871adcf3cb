package invoicing_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/settings"
)

var update = flag.Bool("update", false, "write golden files")

var (
	day = civil.MustParse("2026-11-22")
	now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
)

func TestEventsAreFrozen(t *testing.T) {
	book := invoicing.Book{Site: 1, Year: 2026, Series: "INV", Part: 1}
	taxes := []invoicing.InvoiceTax{{Code: "VAT", Category: "S", Rate: money.MustParse("0.19"), Base: money.One, Tax: money.One,
		Country: "DE"}}
	credit := []invoicing.Credit{{LineID: "1", Quantity: money.One, Net: money.One, Tax: money.One, Gross: money.One, Taxes: taxes}}
	content := invoicing.ContentPart{Part: 1, Encoding: "gzip+base64", Content: sealed.Text{Subject: "snapshot-1", Cipher: []byte{1}}}
	eventtest.Golden(t, *update, []event.Payload{
		invoicing.Requested{DocumentID: "a", Kind: invoicing.CreditNote, OrderID: "b", OriginalID: "c", RefundID: "d", Lines: []string{"1"},
			Credit: credit,
			Book:   book, DraftedOn: day, PaymentDays: 14, Currency: "EUR", Net: money.One, Tax: money.One, Gross: money.One, BuyerCountry: "DE",
			BuyerName:     sealed.Text{Subject: "snapshot-1", Cipher: []byte{2}},
			AcceptedDraft: true, Subject: "snapshot-1", ContentSHA256: "e", Parts: 1, Deposit: true, Deposits: []string{"l"}, Seen: 2,
			OrderSHA256: "m"},
		content,
		invoicing.Issued{Number: "INV-1-2026-00001", Sequence: 1, IssuedOn: day, DueOn: day, BookLink: "f", Layout: 1},
		invoicing.Abandoned{Code: "order_already_invoiced", By: "g"},
		invoicing.CreditClaimed{CreditNoteID: "h", Lines: credit},
		invoicing.CreditReleased{CreditNoteID: "h"},
		invoicing.Credited{CreditNoteID: "h", Number: "CN-1-2026-00001", IssuedOn: day, Gross: money.One, Fully: true},
		invoicing.BodyRegenerated{Version: 2, On: day, Language: "de", SHA256: "i", Layout: 1},
		invoicing.Sent{NotificationID: "j", Status: invoicing.SentStatus},
		invoicing.DeliveryFailed{NotificationID: "j", Code: "refused", Status: invoicing.Undelivered},
		invoicing.LinesClaimed{InvoiceID: "a", Lines: []string{"1"}, Deposits: []string{"l"}},
		invoicing.DepositClaimed{InvoiceID: "l", Gross: money.One},
		invoicing.DepositReduced{InvoiceID: "l", CreditNoteID: "h", Gross: money.One},
		invoicing.LinesReleased{InvoiceID: "a", CreditNoteID: "h"},
		invoicing.BookContinued{Book: book, Tail: invoicing.Tail{Sequence: 900, IssuedOn: day, SHA256: "k"}},
		invoicing.Numbered{DocumentID: "a", Kind: invoicing.Invoice, Number: "INV-1-2026-00001", Sequence: 1, IssuedOn: day, ContentSHA256: "e",
			SHA256: "k"},
	}, invoicing.Documents, invoicing.Orders, invoicing.Books)
}

func apply(s invoicing.State, events []event.Payload) invoicing.State {
	for _, p := range events {
		s = s.Evolve(event.Recorded{Stream: "invoice-t-" + "a", Payload: p, Meta: event.Metadata{Site: 1, Principal: "p", Time: now}})
	}
	return s
}

// issue makes an invoice of an order.
func issue(t *testing.T, m invoicing.Making) (invoicing.State, invoicing.InvoiceContent) {
	t.Helper()
	a := act.Context{CommandID: uuid.NewSHA1(uuid.Nil, []byte(m.Order.ID)), Now: now}
	f := invoicing.Facts{Making: m, Book: invoicing.Book{Site: 1, Year: 2026, Series: "INV", Part: 1}, Held: m.Held, PaymentDays: 14}
	events, err := invoicing.IssueInvoice{OrderID: m.Order.ID}.Decide(invoicing.State{}, a, f)
	if err != nil {
		t.Fatal(err)
	}
	s := apply(invoicing.State{}, events)
	numbered := f.Book.Take(invoicing.Part{}, []invoicing.Waiting{{DocumentID: s.DocumentID, DraftedOn: s.DraftedOn,
		ContentSHA256: s.ContentSHA256}})
	s = apply(s, invoicing.Conclude(s, numbered[0]))
	d, ok := s.Document()
	if !ok || d.Number != "INV-1-2026-00001" || d.DueOn != day.AddDays(14) {
		t.Fatalf("%v, %+v", ok, d)
	}
	return s, d
}

// Whatever the order: its invoice adds up, and credit notes of any parts, the last
// taking what is left, net to nothing by line, tax and document. Seed 1.
func TestInvoicesAndTheirCreditsNetToNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 400 {
		m := invoicingtest.Making(random, n, day)
		s, d := issue(t, m)
		checkSums(t, d)
		left := d.Gross
		for round := 0; left.Sign() > 0; round++ {
			x := invoicing.CreditRequest{InvoiceID: s.DocumentID, Reason: "returned"}
			if round < 3 {
				x.Lines = part(random, s, d)
			}
			f := invoicing.Facts{Making: invoicing.Making{Today: day}, Crediting: invoicing.Crediting{Invoice: s, Document: d, Lines: x.Lines,
				Reason: x.Reason},
				Book: invoicing.Book{Site: 1, Year: 2026, Series: "CN", Part: 1}, Held: m.Held}
			a := act.Context{CommandID: uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%d-%d", n, round)), Now: now}
			events, err := x.Decide(invoicing.State{}, a, f)
			if err != nil {
				t.Fatalf("order %d, round %d: %v", n, round, err)
			}
			note := apply(invoicing.State{}, events)
			claim, code := invoicing.ClaimCredit(s, d, note)
			if code != "" {
				t.Fatal("what was just decided cannot be claimed")
			}
			s = apply(s, claim)
			note = apply(note, invoicing.Conclude(note,
				f.Book.Take(invoicing.Part{}, []invoicing.Waiting{{DocumentID: note.DocumentID, DraftedOn: day}})[0]))
			cd, _ := note.Document()
			checkSums(t, cd)
			s = apply(s, invoicing.NoteCredit(s, note))
			if again := invoicing.NoteCredit(s, note); len(again) != 0 {
				t.Fatal("a credit is noted twice")
			}
			left = left.Sub(note.Gross)
		}
		if !left.IsZero() || !s.Uncredited().IsZero() || s.Status() != invoicing.FullyCredited {
			t.Fatalf("order %d: %s left, %s, %s", n, left, s.Uncredited(), s.Status())
		}
		for _, l := range d.Lines {
			if r := s.Remainder(l); !r.Net.IsZero() || !r.Tax.IsZero() || !r.Gross.IsZero() {
				t.Fatalf("line %s: %+v", l.ID, r)
			}
		}
	}
}

// part is some of what is left of some lines.
func part(random *rand.Rand, s invoicing.State, d invoicing.InvoiceContent) (out []invoicing.CreditedLine) {
	places, _ := money.MinorUnits(d.Currency)
	for _, l := range d.Lines {
		left := s.Remainder(l)
		if left.Gross.Sign() <= 0 {
			continue
		}
		share := left.Gross.Mul(money.FromInt(int64(1+random.IntN(9)))).QuoRound(money.FromInt(10), places, money.Down)
		switch {
		case share.Sign() <= 0:
			out = append(out, invoicing.CreditedLine{ID: l.ID})
		case random.IntN(3) == 0 && left.Quantity.Cmp(money.FromInt(2)) >= 0:
			one := money.One
			out = append(out, invoicing.CreditedLine{ID: l.ID, Quantity: &one})
		default:
			out = append(out, invoicing.CreditedLine{ID: l.ID, Gross: &share})
		}
	}
	return out
}

// checkSums holds a document to what EN 16931 asks of its figures.
func checkSums(t *testing.T, d invoicing.InvoiceContent) {
	t.Helper()
	places, _ := money.MinorUnits(d.Currency)
	net, tax, gross := money.Zero, money.Zero, money.Zero
	for _, l := range d.Lines {
		net, tax, gross = net.Add(l.Net), tax.Add(l.Tax), gross.Add(l.Gross)
		made := l.Quantity.Mul(l.NetPrice).Round(places, money.HalfUp).Sub(l.Allowance).Add(l.Charge).Sub(l.WholeAllowance).Add(l.WholeCharge)
		if off := made.Sub(l.Net).Abs(); off.Greater(money.MustParse("0.02")) {
			t.Fatalf("%s line %s: %s × %s − %s + %s is not %s", d.Number, l.ID, l.Quantity, l.NetPrice, l.Allowance, l.Charge, l.Net)
		}
		if l.Allowance.Sign() < 0 || l.Charge.Sign() < 0 || l.NetPrice.Sign() < 0 {
			t.Fatalf("line %s: %+v", l.ID, l)
		}
	}
	for _, x := range d.Taxes {
		net, tax = net.Sub(x.Base), tax.Sub(x.Tax)
	}
	if !net.IsZero() || !tax.IsZero() || !gross.Equal(d.Gross) || !d.Net.Add(d.Tax).Equal(d.Gross) || !d.Gross.Sub(d.Prepaid).Equal(d.Due) {
		t.Fatalf("%s does not add up: %s, %s, %+v", d.Number, net, tax, d)
	}
}

func TestEveryBlockerAtOnce(t *testing.T) {
	m := invoicingtest.Making(rand.New(rand.NewPCG(2, 2)), 0, day)
	m.Held, m.Order.Buyer = settings.InForce{}, invoicing.InvoiceBuyer{Status: "business"}
	m.Order.NotFinal, m.Order.Mismatch, m.Order.SuppliedOn, m.Order.Coverage = "it is pending", "it was changed", civil.Date{}, "draft"
	m.Order.Lines = m.Order.Lines[:1]
	m.Order.Lines[0].Description = ""
	m.Order.Lines[0].Taxes = []invoicing.InvoiceTax{{Code: "VAT", Category: invoicing.ReverseCharge, Tax: m.Order.Lines[0].Tax.Add(money.One)}}
	m.Claims = invoicing.Claims{}.Evolve(event.Recorded{Payload: invoicing.LinesClaimed{InvoiceID: "x", Lines: []string{m.Order.Lines[0].ID}}})
	got := map[string]bool{}
	for _, b := range m.Blockers(day.AddDays(1)) {
		got[b.Code] = true
	}
	for _, code := range []string{"order_not_final", "snapshot_mismatch", "order_already_invoiced", "seller_details_missing",
		"buyer_details_missing", "description_missing",
		"supply_date_missing", "draft_coverage_not_accepted", "date_before_last_issued", "tax_id_unverified", "amounts_do_not_add_up"} {
		if !got[code] {
			t.Errorf("%s is not among %v", code, got)
		}
	}
}

// A supply that bears no tax for who the buyer is, is invoiced to the number that the order's
// tax was computed for, shown by a stored answer of a register; within the Union by nothing else.
func TestTheBuyerOfAFreeSupplyIsShown(t *testing.T) {
	const answer = "0192aa00000000000000000000000001"
	for _, category := range []string{invoicing.ReverseCharge, invoicing.IntraCommunity} {
		for name, x := range map[string]struct {
			country, number, evidence, answer string
			asked                             *invoicing.InvoiceBuyer
			free                              bool
		}{
			"a stored answer":       {"FR", "40303265045", "registry", answer, nil, true},
			"a word":                {"FR", "40303265045", "registry", "", nil, false},
			"a certificate":         {"FR", "40303265045", "certificate", answer, nil, false},
			"a certificate outside": {"GB", "980780684", "certificate", "", nil, category == invoicing.ReverseCharge},
			"declared":              {"FR", "40303265045", "declared", answer, nil, false},
			"the same, spelt out": {"FR", "40303265045", "registry", answer, &invoicing.InvoiceBuyer{TaxID: "fr 40-303 265 045",
				TaxIDCountry: "FR"}, true},
			"another number": {"FR", "40303265045", "registry", answer, &invoicing.InvoiceBuyer{TaxID: "83404833048", TaxIDCountry: "FR",
				Evidence: "registry", Consultation: answer}, false},
			"evidence with the request": {"FR", "40303265045", "registry", "", &invoicing.InvoiceBuyer{Evidence: "registry", Consultation: answer},
				false},
			"no number on the order": {"FR", "", "registry", answer, &invoicing.InvoiceBuyer{TaxID: "40303265045", TaxIDCountry: "FR"}, false},
		} {
			m := invoicingtest.Making(rand.New(rand.NewPCG(2, 2)), 0, day)
			b := &m.Order.Buyer
			b.Address.Country, b.TaxIDCountry, b.TaxID, b.Evidence, b.Consultation = x.country, x.country, x.number, x.evidence, x.answer
			m.Buyer = x.asked
			for i := range m.Order.Lines {
				m.Order.Lines[i].Taxes = []invoicing.InvoiceTax{{Code: "VAT", Category: category}}
			}
			refused := slices.ContainsFunc(m.Blockers(civil.Date{}), func(b fault.Blocker) bool { return b.Code == "tax_id_unverified" })
			if refused == x.free {
				t.Errorf("%s, %s: refused %v", category, name, refused)
			}
		}
	}
}

// A name or a description that shows nothing is none, whatever it is made of; marks by
// which a text is read in another order than it is written in are on no document.
func TestATextThatShowsNothingIsNone(t *testing.T) {
	for _, blank := range []string{"", "  ", "\u200b", "\u202e\u202c", "\u200f", "\u2028", "\u2066 \u2069", "\ufeff\u00a0"} {
		m := invoicingtest.Making(rand.New(rand.NewPCG(2, 2)), 0, day)
		m.Order.Lines[0].Description, m.Buyer = blank, nil
		m.Order.Buyer.Name, m.Order.Buyer.Address.Street, m.Order.Buyer.Address.City = blank, blank, blank
		m.Held.Seller = &settings.Seller{LegalName: blank, TaxID: blank, Address: settings.Address{Street: blank, City: blank, Country: "DE"}}
		got := map[string]bool{}
		for _, b := range m.Blockers(civil.Date{}) {
			got[b.Code+" "+b.Field] = true
		}
		for _, want := range []string{"buyer_details_missing buyer.name", "buyer_details_missing buyer.address.street", "description_missing ",
			"seller_details_missing seller.legal_name", "seller_details_missing seller.address.city"} {
			if !got[want] {
				t.Errorf("%q: %s is not among %v", blank, want, got)
			}
		}
	}
	m := invoicingtest.Making(rand.New(rand.NewPCG(2, 2)), 0, day)
	m.Buyer, m.Order.Buyer.Name, m.Order.Lines[0].Description = nil, "\u202eAda\u202c \u2068بايرون\u2069", "\u202dLamp\u200d \u200f5"
	d := m.Document()
	if d.Buyer.Name != "Ada بايرون" || d.Lines[0].Description != "Lamp\u200d \u200f5" {
		t.Errorf("%q %q", d.Buyer.Name, d.Lines[0].Description)
	}
}

// Where the law asks for more than a document, issuing says so until settings name
// the system that does it.
func TestTransmission(t *testing.T) {
	for _, c := range []struct {
		seller, buyer, status, day string
		asks                       bool
		size                       string
	}{
		{"PL", "DE", "business", "2026-04-01", true, ""}, {"PL", "DE", "business", "2026-03-31", false, ""},
		{"PL", "PL", "consumer", "2026-11-22", false, ""},
		{"BE", "BE", "business", "2026-01-01", true, ""}, {"BE", "NL", "business", "2026-11-22", false, ""},
		{"IT", "IT", "consumer", "2026-11-22", true, ""},
		{"RO", "RO", "consumer", "2025-01-01", true, ""}, {"FR", "FR", "business", "2026-08-31", false, ""},
		{"FR", "FR", "business", "2026-09-01", true, "large"}, {"FR", "FR", "business", "2026-09-01", true, "intermediate"},
		{"FR", "FR", "business", "2027-08-31", false, "small"}, {"FR", "FR", "business", "2027-09-01", true, "small"},
		{"FR", "FR", "business", "2027-09-01", true, ""},
		{"DE", "DE", "business", "2026-11-22", false, ""},
		{"GR", "GR", "business", "2026-09-30", false, ""}, {"GR", "GR", "business", "2026-10-01", true, ""},
		{"GR", "US", "business", "2026-10-01", true, ""}, {"GR", "DE", "business", "2026-10-01", false, ""},
		{"GR", "GR", "consumer", "2026-10-01", false, ""}, {"GR", "US", "consumer", "2026-10-01", false, ""},
		{"HU", "HU", "consumer", "2021-01-01", true, ""}, {"HU", "US", "business", "2026-11-22", true, ""},
		{"HU", "HU", "business", "2020-12-31", false, ""}, {"MX", "MX", "consumer", "2023-04-01", true, ""},
		{"SK", "SK", "business", "2026-12-31", false, ""}, {"SK", "SK", "business", "2027-01-01", true, ""},
		{"SK", "CZ", "business", "2027-01-01", false, ""},
	} {
		m := invoicingtest.Making(rand.New(rand.NewPCG(3, 3)), 0, civil.MustParse(c.day))
		seller := *m.Held.Seller
		seller.Address.Country = c.seller
		m.Held.Seller = &seller
		sized := *m.Held.Invoicing
		sized.SellerSize = c.size
		m.Held.Invoicing = &sized
		m.Order.Buyer.Address.Country, m.Order.Buyer.Status = c.buyer, c.status
		asks := func() bool {
			for _, b := range m.Blockers(civil.Date{}) {
				if b.Code == "transmission_required" {
					return true
				}
			}
			return false
		}
		if asks() != c.asks {
			t.Errorf("%+v: %v", c, asks())
		}
		invoicingOf := *m.Held.Invoicing
		invoicingOf.Transmission = []settings.Transmission{{Country: c.seller, System: "ours"}}
		m.Held.Invoicing = &invoicingOf
		if asks() {
			t.Errorf("%+v: asks although a system is named", c)
		}
	}
}

func TestNumbersFollowWithoutGapAndDaysNeverGoBack(t *testing.T) {
	book := invoicing.Book{Site: 2, Year: 2026, Series: "A", Part: 1}
	part := invoicing.Part{Tail: invoicing.Tail{Sequence: 99999, IssuedOn: day}}
	numbers := book.Take(part, []invoicing.Waiting{{DocumentID: "x", DraftedOn: day.AddDays(-1)}, {DocumentID: "y", DraftedOn: day.AddDays(1)},
		{DocumentID: "z", DraftedOn: day}})
	tail := part.Tail
	for i, n := range numbers {
		if !n.Chained(tail) {
			t.Fatalf("%d: %+v after %+v", i, n, tail)
		}
		tail = invoicing.Tail{Sequence: n.Sequence, IssuedOn: n.IssuedOn, SHA256: n.SHA256}
		part.Evolve(event.Recorded{Payload: n})
	}
	if numbers[0].Number != "A-2-2026-100000" || numbers[0].IssuedOn != day || numbers[2].IssuedOn != day.AddDays(1) {
		t.Errorf("%+v", numbers)
	}
	if again := book.Take(part, []invoicing.Waiting{{DocumentID: "y"}}); len(again) != 0 {
		t.Errorf("a second number: %+v", again)
	}
	forged := numbers[1]
	forged.DocumentID = "w"
	if forged.Chained(invoicing.Tail{Sequence: 100000, IssuedOn: day, SHA256: numbers[0].SHA256}) {
		t.Error("another document has the number")
	}
	if _, ok := event.ParseStream("invoicebook-t-" + book.StreamID()); !ok {
		t.Errorf("%s names no stream", book.StreamID())
	}
}

func TestRegeneratingKeepsTheContent(t *testing.T) {
	m := invoicingtest.Making(rand.New(rand.NewPCG(4, 4)), 0, day)
	s, d := issue(t, m)
	sha := func(version int, language string) string { return fmt.Sprint(version, language) }
	same := m.Document()
	events, err := invoicing.RegenerateBody{Language: "fr"}.Decide(s, d, &same, sha, day)
	if err != nil || events[0].(invoicing.BodyRegenerated).Version != 2 || events[0].(invoicing.BodyRegenerated).SHA256 != "2fr" {
		t.Fatalf("%+v, %v", events, err)
	}
	other := *m.Held.Seller
	other.LegalName = "Another Ltd"
	m.Held.Seller = &other
	changed := m.Document()
	if _, err := (invoicing.RegenerateBody{}).Decide(s, d, &changed, sha, day); fault.As(err) == nil ||
		fault.As(err).Code != fault.CreditNoteRequired {
		t.Errorf("another seller: %v", err)
	}
}

func TestOneLineStandsOnOneInvoice(t *testing.T) {
	var c invoicing.Claims
	events, _ := invoicing.Claim{InvoiceID: "a", Lines: []string{"1", "2"}}.Decide(c)
	c = c.Evolve(event.Recorded{Payload: events[0]})
	if again, by := (invoicing.Claim{InvoiceID: "a", Lines: []string{"1", "2"}}).Decide(c); len(again) != 0 || by != "" {
		t.Error("a claim is made twice")
	}
	if _, by := (invoicing.Claim{InvoiceID: "b", Lines: []string{"2", "3"}}).Decide(c); by != "a" {
		t.Errorf("line 2 is claimed again, by %q", by)
	}
	if events, by := (invoicing.Claim{InvoiceID: "b", Lines: []string{"3"}}).Decide(c); len(events) != 1 || by != "" {
		t.Error("line 3 cannot be claimed")
	}
	c = c.Evolve(event.Recorded{Payload: invoicing.Release(c, "a", "n")[0]})
	if c.By("1") != "" || c.Last != "a" || len(invoicing.Release(c, "a", "n")) != 0 {
		t.Errorf("%+v", c)
	}
}

// An issued document keeps its buyer from being forgotten, where the seller is and
// where tax was due; one that took no number does not.
func TestHolds(t *testing.T) {
	m := invoicingtest.Making(rand.New(rand.NewPCG(6, 6)), 1, day) // tax of FR, seller in DE
	s, _ := issue(t, m)
	var places []string
	for _, h := range s.HoldsOf() {
		places = append(places, h.Place)
		if h.InUse != "" || !h.Supply || h.Period.To != civil.Of(2026, 12, 31) {
			t.Errorf("%+v", h)
		}
	}
	if fmt.Sprint(places) != "[DE FR]" {
		t.Errorf("%v", places)
	}
	s.Abandoned = &invoicing.Abandoned{}
	if len(s.HoldsOf()) != 0 {
		t.Error("an abandoned document holds its buyer")
	}
}

// Where the duty depends on the seller's size, and nobody has said it, that is
// asked for, not assumed.
func TestTransmissionAsksForTheSize(t *testing.T) {
	m := invoicingtest.Making(rand.New(rand.NewPCG(3, 3)), 0, civil.MustParse("2026-09-01"))
	seller, own := *m.Held.Seller, *m.Held.Invoicing
	seller.Address.Country, own.SellerSize = "FR", ""
	m.Held.Seller, m.Held.Invoicing = &seller, &own
	m.Order.Buyer.Address.Country, m.Order.Buyer.Status = "FR", "business"
	asked := func() (field string) {
		for _, b := range m.Blockers(civil.Date{}) {
			if b.Code == "seller_details_missing" {
				field = b.Field
			}
		}
		return field
	}
	if got := asked(); got != "invoicing.seller_size" {
		t.Errorf("asks for %q", got)
	}
	own.Transmission = []settings.Transmission{{Country: "FR", System: "ours"}}
	if got := asked(); got != "" {
		t.Errorf("asks for %q although a system is named", got)
	}
}
