package journal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Whatever the amounts and the rate, lines that balance in their currency balance
// in base currency to the last minor unit, and no line is further than one unit
// from its exact value.
func TestBaseAmountsBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "places")
		rate := money.FromInt(rapid.Int64Range(1, 5_000_000).Draw(t, "rate")).QuoRound(money.FromInt(10_000), 4, money.HalfUp)
		var lines []journal.Line
		left := int64(0)
		for i := range rapid.IntRange(1, 40).Draw(t, "debits") {
			cents := rapid.Int64Range(1, 99_999_999).Draw(t, fmt.Sprint("debit", i))
			left += cents
			lines = append(lines, journal.Line{Side: journal.Debit, Amount: money.FromInt(cents).QuoRound(money.FromInt(100), 2, money.HalfUp)})
		}
		for i := range rapid.IntRange(1, 40).Draw(t, "credits") {
			cents := min(left, rapid.Int64Range(1, 99_999_999).Draw(t, fmt.Sprint("credit", i)))
			if left -= cents; cents > 0 {
				lines = append(lines, journal.Line{Side: journal.Credit, Amount: money.FromInt(cents).QuoRound(money.FromInt(100), 2, money.HalfUp)})
			}
		}
		if left > 0 {
			lines = append(lines, journal.Line{Side: journal.Credit, Amount: money.FromInt(left).QuoRound(money.FromInt(100), 2, money.HalfUp)})
		}
		out := journal.InBase(lines, rate, places)
		if sum := journal.Sum(out); !sum.Balanced() {
			t.Fatalf("%+v", sum)
		}
		unit := money.One
		for range places {
			unit = unit.QuoRound(money.FromInt(10), places, money.HalfUp)
		}
		for i, l := range out {
			if l.BaseAmount.Sub(lines[i].Amount.Mul(rate)).Abs().Greater(unit) {
				t.Fatalf("%s at %s became %s", l.Amount, rate, l.BaseAmount)
			}
		}
	})
}

func ledger(waived bool) books.Ledger {
	l := books.Ledger{State: books.State{Exists: true, Settings: books.Settings{Country: "DE", BaseCurrency: "EUR", FiscalYearStart: "01-01",
		Chart: "de-skr03"}}}
	if waived {
		l.Waivers = []books.Waiver{{ID: "w1", Scope: books.ScopeJournal, ExpiresOn: civil.MustParse("2026-12-31")}}
	}
	return l
}

type person struct {
	t     *testing.T
	s     journal.State
	facts journal.Facts
}

// do carries out a decision as somebody, and returns the codes that refused it.
func (p *person) do(who string, cmd interface {
	Decide(journal.State, act.Context, journal.Facts) ([]event.Payload, error)
}) []string {
	p.t.Helper()
	events, err := cmd.Decide(p.s, act.Context{CommandID: uuid.New(), Tenant: "firm", Principal: who, Role: "owner"}, p.facts)
	var e *fault.Error
	if errors.As(err, &e) {
		codes := []string{e.Code.Name()}
		for _, b := range e.Blockers {
			codes = append(codes, b.Code)
		}
		return codes
	} else if err != nil {
		p.t.Fatal(err)
	}
	for _, x := range events {
		p.s = p.s.Evolve(event.Recorded{Payload: x, Meta: event.Metadata{Principal: who, Tenant: "firm"}})
	}
	return nil
}

func manual() journal.Propose {
	d := dec("5.00")
	return journal.Propose{Proposal: journal.Proposal{Origin: journal.FromManual, Journal: journal.General,
		Date:    civil.MustParse("2026-03-04"),
		TaxDate: civil.MustParse("2026-03-04"), Currency: "EUR", BaseCurrency: "EUR", Memo: sealed.Text{Plain: "memo"}, Lines: []journal.Line{
			{Account: "1200", Side: journal.Debit, Amount: d, BaseAmount: d}, {Account: "1000", Side: journal.Credit, Amount: d, BaseAmount: d}}}}
}

// Two people, or one with an owner's waiver while nobody else may; an approver
// who edits does not post; a posted entry is final.
func TestSeparationOfDuties(t *testing.T) {
	today := civil.MustParse("2026-03-05")
	refused := func(got []string, want string) {
		t.Helper()
		if want == "" && got != nil || want != "" && !slices.Contains(got, want) {
			t.Errorf("%v, want %q", got, want)
		}
	}
	p := &person{t: t, facts: journal.Facts{Books: ledger(false), Today: today}}
	refused(p.do("ann", manual()), "")
	refused(p.do("ann", journal.Approve{}), "separation_of_duties")
	memo := "edited"
	refused(p.do("bob", journal.Approve{EditRequest: journal.EditRequest{Memo: &memo}}), "")
	refused(p.do("bob", journal.Post{}), "separation_of_duties")
	refused(p.do("ann", journal.Post{}), "")
	refused(p.do("ann", journal.Post{}), "immutable")
	refused(p.do("ann", manual()), "immutable")
	if p.s.Payload == nil || p.s.Payload.FiscalYear != "2026" || len(p.s.SHA256) != 64 {
		t.Errorf("%+v", p.s.Payload)
	}
	alone := &person{t: t, facts: journal.Facts{Books: ledger(true), Today: today}}
	refused(alone.do("ann", manual()), "")
	refused(alone.do("ann", journal.Approve{}), "separation_of_duties") // somebody else may
	alone.facts.Alone = true
	alone.facts.Today = civil.MustParse("2027-01-01")
	refused(alone.do("ann", journal.Approve{}), "separation_of_duties") // it has run out
	alone.facts.Today = today
	refused(alone.do("ann", journal.Approve{}), "")
	if alone.s.Approval.Waiver != "w1" {
		t.Error("the use of the waiver does not show")
	}
}

// A closed period, a changed voucher and a dead account are named together.
func TestPostingBlockers(t *testing.T) {
	p := &person{t: t, facts: journal.Facts{Books: ledger(false), Today: civil.MustParse("2026-03-05")}}
	cmd := manual()
	cmd.Origin, cmd.Sources = journal.FromDocument, []journal.Source{{Kind: "document", ID: "d1", SHA256: "ab"}}
	p.facts.Sources = map[journal.Source]string{cmd.Sources[0]: "ab"}
	if got := p.do("ann", cmd); got != nil {
		t.Fatal(got)
	}
	if got := p.do("bob", journal.Approve{}); got != nil {
		t.Fatal(got)
	}
	p.facts.Sources[cmd.Sources[0]] = "cd"
	p.facts.Books.ClosedThrough, _ = books.ParseMonth("2026-03")
	p.facts.Books.Own = map[books.Code]books.Account{"1200": {Code: "1200", To: civil.MustParse("2026-01-31")}}
	got := p.do("bob", journal.Post{})
	for _, want := range []string{"period_closed", "account_inactive", "document_changed"} {
		if !slices.Contains(got, want) {
			t.Errorf("%v lacks %s", got, want)
		}
	}
}

// What nobody outside vouches for has its memo and its computation for a voucher: where the
// amounts were worked out, the computation too; white space is neither. It holds at each
// step, so that what an earlier release proposed is not posted without.
func TestWhatStandsForAVoucher(t *testing.T) {
	for _, origin := range journal.Origins() {
		if !origin.SelfVouched() {
			continue
		}
		for _, said := range []struct{ memo, computation string }{{"", ""}, {" ", "\t"}, {"memo", ""}, {"memo", " "}, {"", "120.00 / 12"},
			{"memo", "120.00 / 12"}} {
			p := &person{t: t, facts: journal.Facts{Books: ledger(false), Today: civil.MustParse("2026-03-05")}}
			cmd := manual()
			cmd.Origin, cmd.Memo.Plain, cmd.Computation.Plain = origin, said.memo, said.computation
			missing := 0
			if strings.TrimSpace(said.memo) == "" {
				missing++
			}
			if strings.TrimSpace(said.computation) == "" && (origin == journal.FromAccrual || origin == journal.FromDepreciate) {
				missing++
			}
			got := slices.DeleteFunc(p.do("ann", cmd), func(code string) bool { return code != "voucher_missing" })
			if len(got) != missing {
				t.Errorf("%s with %q and %q: %v, want %d", origin, said.memo, said.computation, got, missing)
			}
			p.s = p.s.Evolve(event.Recorded{Payload: journal.EntryProposed{EntryID: "e1", Proposal: cmd.Proposal}})
			if refused := slices.Contains(p.do("bob", journal.Approve{}), "voucher_missing"); refused != (missing > 0) {
				t.Errorf("%s with %q and %q: approved %t", origin, said.memo, said.computation, !refused)
			}
		}
	}
}

// A chart that is changed under a proposal keeps it from being approved or posted, though
// its codes may be accounts of the new chart too; proposed anew it goes on.
func TestAChartChangesUnderAProposal(t *testing.T) {
	for _, approved := range []bool{false, true} {
		p := &person{t: t, facts: journal.Facts{Books: ledger(false), Today: civil.MustParse("2026-03-05")}}
		if got := p.do("ann", manual()); got != nil {
			t.Fatal(got)
		}
		var step interface {
			Decide(journal.State, act.Context, journal.Facts) ([]event.Payload, error)
		} = journal.Approve{}
		if approved {
			if got := p.do("bob", journal.Approve{}); got != nil {
				t.Fatal(got)
			}
			step = journal.Post{}
		}
		p.facts.Books.Chart = "de-skr04"
		if got := p.do("bob", step); !slices.Contains(got, "account_unknown") {
			t.Errorf("approved %t: %v", approved, got)
		}
		p.do("bob", journal.Return{Reason: "another chart"})
		anew := manual()
		anew.Anew = true
		anew.Lines[1].Account = "1600" // cash, in this chart
		if got := p.do("ann", anew); got != nil {
			t.Errorf("anew: %v", got)
		}
	}
}

// What lines say of amounts, days and settled items is held to the whole entry.
func TestProposalIsHeldToTheWhole(t *testing.T) {
	open := map[string]journal.OpenItem{"e/1": {Account: "1400", Side: journal.Debit, Currency: "EUR", Left: dec("5.00")}}
	for name, c := range map[string]struct {
		want string
		edit func(*journal.Propose)
	}{
		"as it is": {"", func(*journal.Propose) {}},
		"base unlike amount": {"invalid_input", func(c *journal.Propose) {
			c.Lines[0].BaseAmount, c.Lines[1].BaseAmount = dec("0.05"),
				dec("0.05")
		}},
		"a tenth of a cent in base": {"invalid_input", func(c *journal.Propose) {
			c.Currency = "USD"
			c.Lines[0].BaseAmount, c.Lines[1].BaseAmount = dec("4.001"), dec("4.001")
		}},
		"another currency": {"", func(c *journal.Propose) {
			c.Currency = "USD"
			c.Lines[0].BaseAmount, c.Lines[1].BaseAmount = dec("4.60"), dec("4.60")
		}},
		"before books had periods": {"invalid_input", func(c *journal.Propose) { c.Date = civil.MustParse("0001-01-01") }},
		"after the last year":      {"invalid_input", func(c *journal.Propose) { c.TaxDate = civil.MustParse("9999-12-31") }},
		"an item once":             {"", func(c *journal.Propose) { c.Lines[1].Account, c.Lines[1].Settles = "1400", "e/1" }},
		"an item twice in one entry": {"settlement_exceeds_item", func(c *journal.Propose) {
			c.Lines[0].Amount, c.Lines[0].BaseAmount = dec("10.00"), dec("10.00")
			c.Lines[1].Account, c.Lines[1].Settles = "1400", "e/1"
			c.Lines = append(c.Lines, c.Lines[1])
		}},
	} {
		p := &person{t: t, facts: journal.Facts{Books: ledger(false), Today: civil.MustParse("2026-03-05"), Open: open}}
		cmd := manual()
		c.edit(&cmd)
		if got := p.do("ann", cmd); c.want == "" && got != nil || c.want != "" && !slices.Contains(got, c.want) {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
}

// Only an entry that is there and was returned is proposed anew by its id: ids of
// reversals and of orders' entries are known, and must not be taken beforehand.
func TestAnewNeedsAReturnedEntry(t *testing.T) {
	p := &person{t: t, facts: journal.Facts{Books: ledger(false), Today: civil.MustParse("2026-03-05")}}
	anew := manual()
	anew.EntryID, anew.Anew = "e1", true
	for _, step := range []struct {
		cmd interface {
			Decide(journal.State, act.Context, journal.Facts) ([]event.Payload, error)
		}
		want string
	}{
		{anew, "not_found"}, {manual(), ""}, {anew, "immutable"}, {journal.Return{Reason: "why"}, ""}, {anew, ""},
		{journal.Reject{Reason: "no"}, ""}, {anew, "immutable"},
	} {
		if got := p.do("ann", step.cmd); step.want == "" && got != nil || step.want != "" && !slices.Contains(got, step.want) {
			t.Errorf("%T: %v, want %q", step.cmd, got, step.want)
		}
	}
	p.s.Status, p.s.Origin = journal.Returned, journal.FromReversal
	if got := p.do("ann", anew); !slices.Contains(got, "invalid_input") {
		t.Errorf("a reversal: %v", got)
	}
}

// An entry is dated in a year that books have, and not far ahead.
func TestDaysOfEntries(t *testing.T) {
	amount := money.MustParse("1.00")
	lines := []journal.Line{{Account: "1200", Side: journal.Debit, Amount: amount, BaseAmount: amount}, {Account: "8400", Side: journal.Credit,
		Amount: amount, BaseAmount: amount}}
	for day, fine := range map[string]bool{"1899-12-31": false, "2026-11-23": true, "2028-11-23": true, "2028-11-24": false,
		"2099-01-01": false} {
		p := journal.Proposal{Origin: journal.FromManual, Journal: journal.General, Date: civil.MustParse(day), Currency: "EUR",
			BaseCurrency: "EUR", Memo: sealed.Text{Plain: "x"}, Lines: lines}
		_, err := journal.Propose{Proposal: p}.Decide(journal.State{}, act.Context{Site: 1}, journal.Facts{Books: ledger(false),
			Today: civil.MustParse("2026-11-23")})
		if f := fault.As(err); fine && err != nil || !fine && (f == nil || f.Code != fault.InvalidInput || f.Fields[0].Field != "date") {
			t.Errorf("%s: %v", day, err)
		}
	}
}
