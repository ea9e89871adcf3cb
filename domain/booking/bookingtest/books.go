// Package bookingtest makes random books for tests: sales, purchases, payments of parts
// in other currencies, deposits, transfers, reversals, closings and late facts, each by
// the rules of booking and of journal entries, the same ones for the same seed.
package bookingtest

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Posted is an entry as it counts: in its own period, or in the first that was open when
// it was posted.
type Posted struct {
	journal.State
	Number   int64
	Period   books.Month
	BookedOn civil.Date
	Late     bool
}

// Closed is what a closing said of a period.
type Closed struct {
	Period  books.Month
	Entries int
	Base    money.Dec // debits, in base currency
}

// Books are random books of one year, of a German firm in SKR 03 with euros for a base.
type Books struct {
	Entries []Posted
	Closed  []Closed
	Ledger  books.Ledger
}

// Currencies are those that the entries are in.
var Currencies = []string{"EUR", "USD", "GBP", "JPY", "CHF"}

var rates = map[string]string{"USD": "0.9217", "GBP": "1.1763", "JPY": "0.0061", "CHF": "1.0688"}

// dice gives the same numbers for the same seed: SplitMix64.
type dice uint64

// Int64N is a number from 0 to below n.
func (d *dice) Int64N(n int64) int64 {
	*d += 0x9E3779B97F4A7C15
	x := uint64(*d)
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return int64((x ^ x>>31) % uint64(n))
}

// IntN is a number from 0 to below n.
func (d *dice) IntN(n int) int { return int(d.Int64N(int64(n))) }

// maker is books in the making.
type maker struct {
	Books
	r       dice
	n       int
	open    []item
	numbers map[string]int64
	bound   map[string]bool // entries that a reversal would not take
}

type item struct {
	name string
	booking.OpenItem
}

// Make makes n entries.
func Make(seed uint64, n int) (Books, error) {
	m := &maker{r: dice(seed), n: n, numbers: map[string]int64{}, bound: map[string]bool{}}
	m.Ledger = books.Ledger{State: books.State{Exists: true, Settings: books.Settings{Country: "DE", BaseCurrency: "EUR",
		FiscalYearStart: "01-01", Chart: "de-skr03", Basis: books.Accrual}}}
	for len(m.Entries) < n {
		p, err := m.proposal()
		if err != nil {
			return m.Books, fmt.Errorf("entry %d: %w", len(m.Entries), err)
		}
		if p.Lines == nil {
			continue
		}
		if err := m.post(p); err != nil {
			return m.Books, fmt.Errorf("entry %d, %s: %w", len(m.Entries), p.Memo.Plain, err)
		}
	}
	return m.Books, nil
}

// today is the day of the next entry: the year goes by as entries come.
func (m *maker) today() civil.Date { return civil.Of(2026, 1, 1).AddDays(len(m.Entries) * 364 / m.n) }

// day is a day that something is dated by, mostly lately; a month that has closed since
// makes it a late fact.
func (m *maker) day() civil.Date {
	day := m.today().AddDays(-m.r.IntN(40))
	if day.Year() < 2026 {
		return m.today()
	}
	return day
}

func (m *maker) facts() booking.Facts {
	return booking.Facts{Books: m.Ledger, Registered: func(country string, _ civil.Date) bool { return country == "DE" },
		Convert: func(currency string, on civil.Date) *journal.Exchange {
			rate := money.MustParse(rates[currency]).Mul(money.FromInt(int64(950 + on.DaysUntil(civil.Of(2027, 1, 1))%100)))
			return &journal.Exchange{Source: "ecb", On: on, Rate: rate.QuoRound(money.FromInt(1000), 8, money.HalfEven)}
		}}
}

// amount is a random amount of a currency, above zero.
func (m *maker) amount(currency string) money.Dec {
	places, _ := money.MinorUnits(currency)
	unit := int64(1)
	for range places {
		unit *= 10
	}
	return money.FromInt(unit+m.r.Int64N(2000*unit)).QuoRound(money.FromInt(unit), places, money.Down)
}

// proposal is the next thing that happens; without lines where it cannot happen yet.
func (m *maker) proposal() (journal.Proposal, error) {
	currency := Currencies[m.r.IntN(len(Currencies))]
	switch k := m.r.IntN(100); {
	case k < 50:
		return booking.Propose(m.deal(currency), m.facts())
	case k < 70 && len(m.open) > 0:
		return m.payment()
	case k < 78:
		return m.reversal()
	case k < 85:
		return booking.Transfer{Date: m.day(), Currency: currency, Amount: m.amount(currency), Fee: m.r.IntN(2) == 0, Memo: "payout"}.
			Propose(m.facts())
	case k < 90:
		net, rate := m.amount(currency), money.MustParse("0.19")
		places, _ := money.MinorUnits(currency)
		tax := net.Mul(rate).Round(places, money.HalfUp)
		p, err := booking.Deposit{IssuedOn: m.day(), Paid: &booking.Paid{Method: "bank", PaidOn: m.day()}, Currency: currency, Gross: net.Add(tax),
			Taxes: []booking.DepositTax{{Tax: booking.Tax{Rate: rate, Base: net, Tax: tax}, Category: "S"}}, Memo: "deposit"}.Propose(m.facts())
		p.Origin, p.Sources = journal.FromManual, nil
		return p, err
	}
	on, amount := m.openDay(), m.amount(currency)
	return booking.Manual{Date: on, TaxDate: m.day(), Currency: currency, Memo: "accrual", Lines: []journal.Line{
		{Account: "4930", Side: journal.Debit, Amount: amount}, {Account: "1700", Side: journal.Credit, Amount: amount}}}.Write(m.facts())
}

// openDay is a day of a period that takes entries.
func (m *maker) openDay() civil.Date {
	if day := m.day(); !m.Ledger.Closed(day) {
		return day
	}
	return m.today()
}

func (m *maker) deal(currency string) booking.Transaction {
	rate := money.MustParse([]string{"0.19", "0.07"}[m.r.IntN(2)])
	places, _ := money.MinorUnits(currency)
	net := m.amount(currency)
	tax := net.Mul(rate).Round(places, money.HalfUp)
	t := booking.Transaction{Role: []string{booking.Sale, booking.Purchase}[m.r.IntN(2)], Date: m.day(), Currency: currency, Net: net,
		Gross: net.Add(tax), Taxes: []booking.Tax{{Rate: rate, Base: net, Tax: tax}}, Refund: m.r.IntN(10) == 0,
		Counterparty: booking.Counterparty{Country: "DE"}, Memo: "deal"}
	if t.Role == booking.Purchase {
		t.Category = []string{"office", "travel", "advertising", "goods"}[m.r.IntN(4)]
	}
	if m.r.IntN(3) == 0 {
		t.Payment = &booking.Paid{Method: []string{"bank", "cash", "card", "provider"}[m.r.IntN(4)], PaidOn: t.Date}
	}
	return t
}

// payment settles an open item, or a part of it, sometimes with the bank's fee.
func (m *maker) payment() (journal.Proposal, error) {
	i := m.open[m.r.IntN(len(m.open))]
	p := booking.Payment{Date: m.openDay(), Currency: i.Currency, Items: []booking.Item{{Line: i.name, Amount: i.Left}}, Memo: "payment"}
	if part := m.amount(i.Currency); m.r.IntN(3) == 0 && part.Less(i.Left) {
		p.Items[0].Amount = part
	}
	if places, _ := money.MinorUnits(i.Currency); m.r.IntN(5) == 0 && i.Side == journal.Debit {
		p.Fee = p.Items[0].Amount.QuoRound(money.FromInt(50), places, money.Down)
	}
	return booking.Settle(p, map[string]booking.OpenItem{i.name: i.OpenItem}, m.facts())
}

// reversal undoes an entry that nothing rests on.
func (m *maker) reversal() (journal.Proposal, error) {
	if len(m.Entries) == 0 {
		return journal.Proposal{}, nil
	}
	e := m.Entries[m.r.IntN(len(m.Entries))]
	if m.bound[e.ID] || e.Origin == journal.FromReversal {
		return journal.Proposal{}, nil
	}
	return booking.Reverse(e.State, m.openDay(), "", booking.Counterparty{})
}

// post has an entry proposed, approved by another and posted. Now and then a period closes
// between its proposal and its posting.
func (m *maker) post(p journal.Proposal) error {
	id := fmt.Sprintf("%032x", len(m.Entries)+1)
	if p.Sources == nil || p.Origin == journal.FromOrder {
		p.Origin, p.Sources = journal.FromManual, nil
	}
	if p.Memo.Plain == "" {
		p.Memo = sealed.Text{Plain: "entry"}
	}
	f := journal.Facts{Books: m.Ledger, Today: m.today(), Sources: map[journal.Source]string{}, Open: map[string]journal.OpenItem{}}
	for _, src := range p.Sources {
		f.Sources[src] = src.SHA256
	}
	for _, l := range p.Lines {
		if at := slices.IndexFunc(m.open, func(x item) bool { return l.Settles != "" && x.name == l.Settles }); at >= 0 {
			f.Open[l.Settles] = m.open[at].OpenItem.OpenItem
		}
	}
	e := Posted{}
	for step, cmd := range []interface {
		Decide(journal.State, act.Context, journal.Facts) ([]event.Payload, error)
	}{journal.Propose{EntryID: id, Proposal: p}, journal.Approve{}, journal.Post{}} {
		who := []string{"ann", "bob", "ann"}[step]
		command := uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%s %d", id, step))
		out, err := cmd.Decide(e.State, act.Context{CommandID: command, Tenant: "firm", Site: 1, Principal: who, Role: "owner"}, f)
		if err != nil {
			return err
		}
		for _, x := range out {
			e.State = e.Evolve(event.Recorded{Payload: x, Meta: event.Metadata{Principal: who, Tenant: "firm", Site: 1}})
		}
	}
	m.close()
	e.Period = m.Ledger.Placed(e.Date)
	if e.BookedOn = e.Date; e.Period != books.MonthOf(e.Date) {
		e.BookedOn, e.Late = e.Period.First(), true
	}
	m.numbers[string(e.Journal)]++
	e.Number = m.numbers[string(e.Journal)]
	m.Entries = append(m.Entries, e)
	m.settle(e)
	return nil
}

// close closes the month before the last, once the year has gone that far.
func (m *maker) close() {
	next := books.MonthOf(civil.Of(2026, 1, 1))
	if !m.Ledger.ClosedThrough.IsZero() {
		next = m.Ledger.ClosedThrough.Next()
	}
	if !next.Last().AddDays(20).Before(m.today()) {
		return
	}
	c := Closed{Period: next}
	for _, e := range m.Entries {
		if e.Period == next {
			c.Entries++
			c.Base = c.Base.Add(journal.Sum(e.Lines).BaseDebit)
		}
	}
	m.Closed, m.Ledger.ClosedThrough = append(m.Closed, c), next
}

// settle keeps what is open.
func (m *maker) settle(e Posted) {
	sign := money.One
	if e.Origin == journal.FromReversal {
		sign = sign.Neg()
		m.bound[e.Reverses], m.bound[e.ID] = true, true
		m.forget(e.Reverses)
	}
	for i, l := range e.Lines {
		name := fmt.Sprintf("%s/%d", e.ID, i+1)
		switch {
		case l.Settles != "":
			m.pay(l.Settles, l.Amount.Mul(sign), l.BaseAmount.Mul(sign))
		case e.Origin != journal.FromReversal && (l.Account == "1400" || l.Account == "1600"):
			m.open = append(m.open, item{name, booking.OpenItem{OpenItem: journal.OpenItem{Account: l.Account, Side: l.Side, Currency: e.Currency,
				Left: l.Amount}, BaseLeft: l.BaseAmount}})
		}
	}
}

// pay takes of an open item. An entry that was paid is not reversed any more.
func (m *maker) pay(name string, amount, base money.Dec) {
	m.bound[name[:32]] = true
	for i := range m.open {
		if x := &m.open[i]; x.name == name {
			x.Left, x.BaseLeft = x.Left.Sub(amount), x.BaseLeft.Sub(base)
			if x.Left.IsZero() {
				m.open = append(m.open[:i], m.open[i+1:]...)
			}
			return
		}
	}
}

// forget ends the open items of an entry that was undone.
func (m *maker) forget(entry string) {
	kept := m.open[:0]
	for _, x := range m.open {
		if x.name[:32] != entry {
			kept = append(kept, x)
		}
	}
	m.open = kept
}
