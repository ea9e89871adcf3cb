package invoicing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/invoicing/invoicingtest"
	"github.com/tallystick/tallystick/domain/money"
)

// desk is one order with its documents, as the steps of issuing leave them.
type desk struct {
	t      *testing.T
	m      invoicing.Making
	claims invoicing.Claims
	docs   map[string]invoicing.State
	n      int
}

func (k *desk) facts() invoicing.Facts {
	f := invoicing.Facts{Making: k.m, Book: invoicing.Book{Site: 1, Year: 2026, Series: "INV", Part: 1}, Held: k.m.Held}
	f.Making.Claims = k.claims
	for _, id := range k.claims.Open() {
		d, ok := k.docs[id].Document()
		f.Making.Deposits = append(f.Making.Deposits, invoicing.Deposit{Invoice: k.docs[id], Document: d, Readable: ok})
	}
	return f
}

func (k *desk) context() act.Context {
	k.n++
	return act.Context{CommandID: uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%s-%d", k.m.Order.ID, k.n)), Now: now}
}

// request decides an invoice on what the order's stream says now.
func (k *desk) request(x invoicing.IssueInvoice) (invoicing.State, error) {
	f := k.facts()
	f.Making.Lines, f.Making.Asked = x.Lines, x.Deposit
	if err := x.Validate(); err != nil {
		return invoicing.State{}, err
	}
	events, err := x.Decide(invoicing.State{}, k.context(), f)
	return apply(invoicing.State{}, events), err
}

// claim takes the next step; by is who was faster.
func (k *desk) claim(s invoicing.State) (by string) {
	events, by := invoicing.Claim{InvoiceID: s.DocumentID, Lines: s.Lines, Deposit: s.Deposit, Gross: s.Gross, Deposits: s.Deposits,
		Seen: s.Seen}.Decide(k.claims)
	k.order(events)
	return by
}

func (k *desk) order(events []event.Payload) {
	for _, p := range events {
		k.claims = k.claims.Evolve(event.Recorded{Payload: p})
	}
}

func (k *desk) conclude(s invoicing.State) (invoicing.State, invoicing.InvoiceContent) {
	k.t.Helper()
	numbered := invoicing.Book{Site: 1, Year: 2026, Series: "INV", Part: 1}.Take(invoicing.Part{}, []invoicing.Waiting{{
		DocumentID: s.DocumentID, DraftedOn: day}})
	s = apply(s, invoicing.Conclude(s, numbered[0]))
	k.docs[s.DocumentID] = s
	d, ok := s.Document()
	if !ok {
		k.t.Fatal("it cannot be read")
	}
	return s, d
}

func (k *desk) issue(x invoicing.IssueInvoice) (invoicing.State, invoicing.InvoiceContent) {
	k.t.Helper()
	s, err := k.request(x)
	if err != nil {
		k.t.Fatalf("%+v: %v", x, err)
	}
	if by := k.claim(s); by != "" {
		k.t.Fatalf("%s was faster, and nobody else asks", by)
	}
	return k.conclude(s)
}

// credit takes a note through all its steps; code is what it was refused with.
func (k *desk) credit(id string, lines []invoicing.CreditedLine) (d invoicing.InvoiceContent, code string) {
	k.t.Helper()
	x := invoicing.CreditRequest{InvoiceID: id, Reason: "returned", Lines: lines}
	f := k.facts()
	content, _ := k.docs[id].Document()
	f.Crediting = invoicing.Crediting{Invoice: k.docs[id], Document: content, Lines: lines, Reason: x.Reason}
	events, err := x.Decide(invoicing.State{}, k.context(), f)
	if err != nil {
		return d, fault.As(err).Blockers[0].Code
	}
	note := apply(invoicing.State{}, events)
	claim, code := invoicing.ClaimCredit(k.docs[id], content, note)
	if code != "" {
		k.t.Fatal("what was just decided cannot be claimed")
	}
	k.docs[id] = apply(k.docs[id], claim)
	if k.docs[id].Deposit {
		reduce, by := k.claims.Reduce(note)
		if by != "" {
			k.t.Fatalf("%s takes the deposit off, and that was not said", by)
		}
		k.order(reduce)
		if again, _ := k.claims.Reduce(note); len(again) != 0 {
			k.t.Fatal("a deposit is reduced twice by one note")
		}
	}
	note, d = k.conclude(note)
	k.docs[id] = apply(k.docs[id], invoicing.NoteCredit(k.docs[id], note))
	if k.docs[id].Status() == invoicing.FullyCredited {
		k.order(invoicing.Release(k.claims, id, note.DocumentID))
	}
	return d, ""
}

// onAccount are the supplies of which deposits can be invoiced.
func onAccount(m invoicing.Making) bool {
	return !slices.ContainsFunc(m.Order.Lines, func(l invoicing.OrderLine) bool {
		return l.Taxes[0].Category == invoicing.IntraCommunity || l.Taxes[0].Category == invoicing.OutsideScope
	})
}

func newDesk(t *testing.T, random *rand.Rand, n int) *desk {
	k := &desk{t: t, m: invoicingtest.Making(random, n, day), docs: map[string]invoicing.State{}}
	k.m.Order.SuppliedOn = day.AddDays(30)
	return k
}

func share(s string) *invoicing.DepositAsked {
	d := money.MustParse(s)
	return &invoicing.DepositAsked{Share: &d}
}

// Whatever the order and however often part of it is paid before: its deposits and its
// final invoice come to the order, rate by rate to a minor unit; a full credit of the
// final invoice gives the deposits back, and what is credited of a deposit is taken off
// no more. Seed 11.
func TestDepositsAndTheFinalInvoiceComeToTheOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	tried := 0
	for n := range 160 {
		k := newDesk(t, random, n)
		if !onAccount(k.m) {
			if _, err := k.request(invoicing.IssueInvoice{OrderID: k.m.Order.ID, Deposit: share("0.5")}); !blockedBy(err, "supply_rule_not_covered") {
				t.Fatalf("order %d: %v", n, err)
			}
			continue
		}
		tried++
		whole := money.Zero
		for _, l := range k.m.Order.Lines {
			whole = whole.Add(l.Gross)
		}
		sum, deposits := money.Zero, []string{}
		for range 1 + random.IntN(3) {
			s, d := k.issue(invoicing.IssueInvoice{OrderID: k.m.Order.ID, Deposit: share(fmt.Sprintf("0.%d", 1+random.IntN(9)))})
			checkSums(t, d)
			if !d.Deposit || !d.SuppliedOn.IsZero() || d.ExpectedOn != k.m.Order.SuppliedOn {
				t.Fatalf("%+v", d)
			}
			sum, deposits = sum.Add(d.Gross), append(deposits, s.DocumentID)
		}
		if random.IntN(2) == 0 { // some of the first is given back
			cd, code := k.credit(deposits[0], part(random, k.docs[deposits[0]], contentOf(t, k.docs[deposits[0]])))
			if code != "" {
				t.Fatal(code)
			}
			checkSums(t, cd)
			sum = sum.Sub(cd.Gross)
		}
		open := len(k.claims.Open())
		final, d := k.issue(invoicing.IssueInvoice{OrderID: k.m.Order.ID})
		checkSums(t, d)
		if !d.Gross.Equal(whole.Sub(sum)) || len(d.Deducts) != open || len(k.claims.Open()) != 0 {
			t.Fatalf("order %d of %s with deposits of %s: the final invoice is of %s and takes %d of %d off", n, whole, sum, d.Gross, len(d.Deducts), open)
		}
		if _, code := k.credit(deposits[len(deposits)-1], nil); code != "deposit_deducted" {
			t.Fatalf("order %d: a deposit that is taken off is credited: %q", n, code)
		}
		k.creditFinal(random, final.DocumentID, d)
		if len(k.claims.Open()) != open {
			t.Fatalf("order %d: %d deposits stand open again, not %d", n, len(k.claims.Open()), open)
		}
		_, again := k.issue(invoicing.IssueInvoice{OrderID: k.m.Order.ID})
		if !again.Gross.Equal(d.Gross) || len(again.Deducts) != open {
			t.Fatalf("order %d: invoiced anew it is of %s", n, again.Gross)
		}
	}
	if tried < 100 {
		t.Errorf("only %d orders could be paid before", tried)
	}
}

func contentOf(t *testing.T, s invoicing.State) invoicing.InvoiceContent {
	t.Helper()
	d, ok := s.Document()
	if !ok {
		t.Fatal("it cannot be read")
	}
	return d
}

// creditFinal credits some of a final invoice where that is possible, and then the rest.
func (k *desk) creditFinal(random *rand.Rand, id string, d invoicing.InvoiceContent) {
	k.t.Helper()
	left := d.Gross
	for _, l := range d.Lines {
		gross := l.Gross
		cd, code := k.credit(id, []invoicing.CreditedLine{{ID: l.ID, Gross: &gross}})
		switch {
		case l.Deducts != "" && code != "credit_exceeds_invoice":
			k.t.Fatalf("line %s, which takes a deposit off, is credited alone: %q", l.ID, code)
		case l.Gross.Greater(left) && code == "":
			k.t.Fatalf("%s is credited, of %s", l.Gross, left)
		case code == "":
			checkSums(k.t, cd)
			left = left.Sub(cd.Gross)
		}
		if k.docs[id].Status() == invoicing.FullyCredited {
			k.t.Fatalf("with %s left of the lines it is fully credited", l.Gross)
		}
		if random.IntN(2) == 0 {
			break
		}
	}
	cd, code := k.credit(id, nil)
	if code != "" || !cd.Gross.Equal(left) || k.docs[id].Status() != invoicing.FullyCredited {
		k.t.Fatalf("the rest of %s: %s, %q, %s", left, cd.Gross, code, k.docs[id].Status())
	}
	checkSums(k.t, cd)
	for _, l := range d.Lines {
		if r := k.docs[id].Remainder(l); !r.Gross.IsZero() || !r.Tax.IsZero() || !r.Net.IsZero() {
			k.t.Fatalf("line %s: %+v is left", l.ID, r)
		}
	}
}

func blockedBy(err error, code string) bool {
	f := fault.As(err)
	return f != nil && slices.ContainsFunc(f.Blockers, func(b fault.Blocker) bool { return b.Code == code })
}

// What stands against a deposit, and against leaving one out.
func TestDepositBlockers(t *testing.T) {
	gross := func(s string) *invoicing.DepositAsked {
		d := money.MustParse(s)
		return &invoicing.DepositAsked{Gross: &d}
	}
	one := []invoicing.ChosenLine{{ID: "1"}}
	for _, c := range []struct {
		name, code string
		prepare    func(k *desk)
		ask        invoicing.IssueInvoice
	}{
		{"after the supply", "order_already_supplied", func(k *desk) { k.m.Order.SuppliedOn = day }, invoicing.IssueInvoice{Deposit: share("0.5")}},
		{"more than the order", "deposit_exceeds_order", nil, invoicing.IssueInvoice{Deposit: gross("238.01")}},
		{"more than is left", "deposit_exceeds_order", func(k *desk) { k.issue(invoicing.IssueInvoice{Deposit: gross("200.00")}) },
			invoicing.IssueInvoice{Deposit: gross("38.01")}},
		{"nothing is left", "deposit_exceeds_order", func(k *desk) { k.issue(invoicing.IssueInvoice{Deposit: share("1")}) },
			invoicing.IssueInvoice{Deposit: share("0.5")}},
		{"parts of a cent", "deposit_exceeds_order", nil, invoicing.IssueInvoice{Deposit: gross("10.001")}},
		{"a sales tax", "supply_rule_not_covered", func(k *desk) { k.m.Order.Lines[0].Taxes[0].Code = "US-MN-state" },
			invoicing.IssueInvoice{Deposit: share("0.5")}},
		{"a country that is not covered", "supply_rule_not_covered", func(k *desk) { k.m.Order.Lines[0].Taxes[0].Country = "AU" },
			invoicing.IssueInvoice{Deposit: share("0.5")}},
		{"a part that leaves too little", "deposit_not_deductible", func(k *desk) { k.issue(invoicing.IssueInvoice{Deposit: share("0.6")}) },
			invoicing.IssueInvoice{Lines: one}},
		{"an order that came to less", "deposit_not_deductible", func(k *desk) {
			k.issue(invoicing.IssueInvoice{Deposit: share("0.6")})
			k.m.Order.Lines = k.m.Order.Lines[:1]
		}, invoicing.IssueInvoice{}},
		{"an order in another currency", "deposit_not_deductible", func(k *desk) {
			k.issue(invoicing.IssueInvoice{Deposit: share("0.6")})
			k.m.Order.Currency = "SEK"
		}, invoicing.IssueInvoice{}},
		{"a part that leaves enough", "", func(k *desk) { k.issue(invoicing.IssueInvoice{Deposit: share("0.5")}) },
			invoicing.IssueInvoice{Lines: one}},
	} {
		k := evenDesk(t)
		if c.prepare != nil {
			c.prepare(k)
		}
		if _, err := k.request(c.ask); c.code == "" && err != nil || c.code != "" && !blockedBy(err, c.code) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for _, bad := range []invoicing.IssueInvoice{{Deposit: &invoicing.DepositAsked{}}, {Deposit: gross("0")}, {Deposit: share("0")},
		{Deposit: share("1.1")}, {Deposit: share("0.5"), Lines: one}, {Deposit: &invoicing.DepositAsked{Gross: gross("1").Gross, Share: share("1").Share}}} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// Of two at once that deposits come into, one is faster and the other one learns it,
// whichever they are: two deposits, a deposit and an invoice, an invoice and a credit.
func TestDepositsRace(t *testing.T) {
	half := invoicing.IssueInvoice{Deposit: share("0.5")}
	for name, c := range map[string]struct {
		before        []invoicing.IssueInvoice
		first, second invoicing.IssueInvoice
		loses         bool
	}{
		"two deposits":            {nil, half, half, true},
		"a deposit, then all":     {nil, half, invoicing.IssueInvoice{}, true},
		"all, then a deposit":     {nil, invoicing.IssueInvoice{}, half, true},
		"two that take it off":    {[]invoicing.IssueInvoice{half}, invoicing.IssueInvoice{}, invoicing.IssueInvoice{}, true},
		"two parts, no deposits":  {nil, invoicing.IssueInvoice{Lines: []invoicing.ChosenLine{{ID: "1"}}}, invoicing.IssueInvoice{Lines: []invoicing.ChosenLine{{ID: "2"}}}, false},
		"two parts, of one order": {nil, invoicing.IssueInvoice{Lines: []invoicing.ChosenLine{{ID: "1"}}}, invoicing.IssueInvoice{Lines: []invoicing.ChosenLine{{ID: "1"}}}, true},
	} {
		k := newDesk(t, rand.New(rand.NewPCG(13, 13)), 0)
		for len(k.m.Order.Lines) < 2 {
			l := k.m.Order.Lines[0]
			l.ID = "2"
			k.m.Order.Lines = append(k.m.Order.Lines, l)
		}
		for _, x := range c.before {
			k.issue(x)
		}
		a, errA := k.request(c.first)
		b, errB := k.request(c.second)
		if err := errors.Join(errA, errB); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if by := k.claim(a); by != "" {
			t.Errorf("%s: the first loses to %s", name, by)
		}
		if by := k.claim(a); by != "" {
			t.Errorf("%s: the first, carried on, loses to %s", name, by)
		}
		if by := k.claim(b); (by == a.DocumentID) != c.loses {
			t.Errorf("%s: the second loses to %q", name, by)
		}
	}
	k := newDesk(t, rand.New(rand.NewPCG(13, 13)), 0)
	deposit, _ := k.issue(half)
	final, err := k.request(invoicing.IssueInvoice{})
	if err != nil {
		t.Fatal(err)
	}
	if _, code := k.credit(deposit.DocumentID, nil); code != "" {
		t.Fatal(code)
	}
	if by := k.claim(final); by == "" {
		t.Error("an invoice takes a deposit off that was credited meanwhile")
	}
}

// evenDesk is an order of two lines of 119.00.
func evenDesk(t *testing.T) *desk {
	k := newDesk(t, rand.New(rand.NewPCG(12, 12)), 0)
	k.m.Order.Currency, k.m.Order.PricesIncludeTax = "EUR", false
	l := k.m.Order.Lines[0]
	l.Quantity, l.UnitPrice, l.Discount, l.Charge = money.One, money.FromInt(100), money.Zero, money.Zero
	l.Net, l.Tax, l.Gross = money.MustParse("100.00"), money.MustParse("19.00"), money.MustParse("119.00")
	l.Taxes = []invoicing.InvoiceTax{{Code: "VAT", Category: "S", Rate: money.MustParse("0.19"), Base: l.Net, Tax: l.Tax, Country: "DE"}}
	second := l
	l.ID, second.ID = "1", "2"
	k.m.Order.Lines = []invoicing.OrderLine{l, second}
	return k
}

// Of a final invoice of 119.00 over 238.00, a line of 119.00 can be credited, and that is
// not all of it; two such credits at once cannot both be.
func TestCreditsOfAFinalInvoice(t *testing.T) {
	k := evenDesk(t)
	k.issue(invoicing.IssueInvoice{Deposit: share("0.5")})
	final, d := k.issue(invoicing.IssueInvoice{})
	if d.Gross.String() != "119.00" || d.Tax.String() != "19.00" || d.Taxes[0].Base.String() != "100.00" {
		t.Fatalf("%+v", d)
	}
	request := func(line string) invoicing.State {
		x := invoicing.CreditRequest{InvoiceID: final.DocumentID, Reason: "returned", Lines: []invoicing.CreditedLine{{ID: line}}}
		f := k.facts()
		f.Crediting = invoicing.Crediting{Invoice: k.docs[final.DocumentID], Document: d, Lines: x.Lines, Reason: x.Reason}
		events, err := x.Decide(invoicing.State{}, k.context(), f)
		if err != nil {
			t.Fatal(err)
		}
		return apply(invoicing.State{}, events)
	}
	first, second := request("1"), request("2")
	claim, code := invoicing.ClaimCredit(k.docs[final.DocumentID], d, first)
	if code != "" {
		t.Fatal("the first cannot be claimed")
	}
	k.docs[final.DocumentID] = apply(k.docs[final.DocumentID], claim)
	if _, code := invoicing.ClaimCredit(k.docs[final.DocumentID], d, second); code != "credit_exceeds_invoice" {
		t.Error("238.00 are credited of 119.00")
	}
	first, _ = k.conclude(first)
	k.docs[final.DocumentID] = apply(k.docs[final.DocumentID], invoicing.NoteCredit(k.docs[final.DocumentID], first))
	if s := k.docs[final.DocumentID]; !s.Uncredited().IsZero() || s.Status() != invoicing.PartlyCredited {
		t.Errorf("%s left, %s", s.Uncredited(), s.Status())
	}
	if rest, code := k.credit(final.DocumentID, nil); code != "" || !rest.Gross.IsZero() || len(rest.Lines) != 2 ||
		k.docs[final.DocumentID].Status() != invoicing.FullyCredited || len(k.claims.Open()) != 1 {
		t.Errorf("the rest: %q, %+v", code, rest)
	}
}

// A credit note that has claimed a deposit, and not yet taken it off in the order's
// stream, may still be refused: until it ends no invoice takes the deposit off, whole or
// in part.
func TestADepositWhoseCreditIsUnderWay(t *testing.T) {
	k := evenDesk(t)
	deposit, d := k.issue(invoicing.IssueInvoice{Deposit: share("0.5")})
	half := money.MustParse("59.50")
	x := invoicing.CreditRequest{InvoiceID: deposit.DocumentID, Reason: "too much",
		Lines: []invoicing.CreditedLine{{ID: d.Lines[0].ID, Gross: &half}}}
	f := k.facts()
	f.Crediting = invoicing.Crediting{Invoice: deposit, Document: d, Lines: x.Lines, Reason: x.Reason}
	events, err := x.Decide(invoicing.State{}, k.context(), f)
	if err != nil {
		t.Fatal(err)
	}
	note := apply(invoicing.State{}, events)
	claim, _ := invoicing.ClaimCredit(deposit, d, note)
	k.docs[deposit.DocumentID] = apply(deposit, claim)
	if _, err := k.request(invoicing.IssueInvoice{}); !blockedBy(err, "deposit_not_deductible") {
		t.Errorf("between two steps of the credit note: %v", err)
	}
	reduce, by := k.claims.Reduce(note)
	if by != "" {
		t.Fatal(by)
	}
	k.order(reduce)
	if _, final := k.issue(invoicing.IssueInvoice{}); final.Gross.String() != "178.50" {
		t.Errorf("after it the final invoice is of %s", final.Gross)
	}
}
