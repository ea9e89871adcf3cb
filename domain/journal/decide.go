package journal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Facts is what a decision is told of the rest.
type Facts struct {
	Books books.Ledger
	Today civil.Date // in the books' time zone
	// Alone reports that nobody else who is active may take this step.
	Alone bool
	// Sources are the present hashes of the records that the entry rests on; one
	// that is gone is absent.
	Sources map[Source]string
	// TaxInForce reports whether a tax code at a rate holds on a day; nil = not
	// asked.
	TaxInForce func(code TaxCode, rate money.Dec, on civil.Date) bool
	// Parties reports whether a party that a line names is there; nil = not asked.
	Parties func(id string) bool
	// Open are the items that lines settle, by Line.Settles.
	Open map[string]OpenItem
	// SettledBy are the entries that settle lines of the one that is to be undone.
	SettledBy []string
}

// OpenItem is what is left of a line of a posted entry.
type OpenItem struct {
	Account  AccountCode
	Side     Side
	Currency string
	Left     money.Dec
	HeldBy   []string // entries that are about to settle it; what they take is not left
}

// Lines of an entry.
const (
	linesMin = 2
	linesMax = 200
)

// entryEventsMax bounds an entry's stream.
const entryEventsMax = 400

// absent refuses what no entry can do, and frozen what a final one cannot.
func (s State) absent() error {
	if s.ID == "" {
		return fault.New(fault.NotFound, "there is no such journal entry")
	}
	return nil
}

func (s State) frozen(allowed ...Status) error {
	if err := s.absent(); err != nil {
		return err
	}
	if !slices.Contains(allowed, s.Status) || s.Events >= entryEventsMax {
		return fault.New(fault.Immutable, "the entry is %s; a posted one is corrected by a reversal and a new entry", s.Status)
	}
	return nil
}

// frozen reports a source that never says anything anew.
func (s Source) frozen() bool { return s.Kind == "invoice" }

// LineFaults names what is malformed in lines. base is the books' currency: in
// it an amount is its own base amount.
func LineFaults(bad *fault.Fields, at string, lines []Line, currency, base string) {
	if len(lines) < linesMin || len(lines) > linesMax {
		bad.Add(at, "%d to %d lines", linesMin, linesMax)
	}
	places, known := money.MinorUnits(currency)
	basePlaces, baseKnown := money.MinorUnits(base)
	for i, l := range lines {
		where := fmt.Sprintf("%s[%d].", at, i)
		if l.Account == "" {
			bad.Add(where+"account", "the code of an account")
		}
		if l.Side != Debit && l.Side != Credit {
			bad.Add(where+"side", "debit or credit")
		}
		if l.Amount.Sign() < 0 || l.BaseAmount.Sign() < 0 || l.Amount.IsZero() && l.BaseAmount.IsZero() {
			bad.Add(where+"amount", "above zero; the side says which way")
		}
		if known && l.Amount.Places() > places && !l.Amount.Round(places, money.Down).Equal(l.Amount) {
			bad.Add(where+"amount", "%s has %d digits after the point", currency, places)
		}
		switch {
		case currency == base && !l.BaseAmount.Equal(l.Amount):
			bad.Add(where+"base_amount", "the entry is in the books' own currency, %s: as the amount, or left out of every line", base)
		case baseKnown && !l.BaseAmount.Round(basePlaces, money.Down).Equal(l.BaseAmount):
			bad.Add(where+"base_amount", "%s has %d digits after the point", base, basePlaces)
		}
	}
}

// check lists what keeps an entry out of the books, as far as what it says goes.
func (p Proposal) check(b *fault.Blockers, f Facts) {
	if !f.Books.Exists {
		b.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
		return
	}
	if p.BaseCurrency != f.Books.BaseCurrency {
		b.Add("fx_rate_missing", "the entry was converted to %s; the books are kept in %s", p.BaseCurrency, f.Books.BaseCurrency)
	}
	if p.Chart != "" && p.Chart != f.Books.Chart {
		b.On("chart/"+p.Chart, "account_unknown", "the entry was proposed in the chart %s; the books are kept in %s, where the same code may be "+
			"another account: return it, and propose it anew", p.Chart, f.Books.Chart)
	}
	if t := Sum(p.Lines); !t.Balanced() {
		b.Add("unbalanced", "debits are %s and credits %s; in %s %s and %s", t.Debit, t.Credit, p.BaseCurrency, t.BaseDebit, t.BaseCredit)
	}
	if f.Books.Closed(p.Date) {
		b.On("period/"+books.MonthOf(p.Date).String(), "period_closed", "the period %s is closed; the first open day is %s",
			books.MonthOf(p.Date), f.Books.ClosedThrough.Next().First())
	}
	seen, settled := map[AccountCode]bool{}, map[string]money.Dec{}
	for i, l := range p.Lines {
		p.checkLine(b, f, l, i, seen, settled)
	}
	for _, id := range f.SettledBy {
		b.On("entry/"+id, "entry_settled", "an entry settles lines of this one; reverse that first")
	}
	p.checkSources(b, f)
}

// checkLine keeps in seen the accounts that were looked at, and in settled what
// the lines before it settle of each item.
func (p Proposal) checkLine(b *fault.Blockers, f Facts, l Line, i int, seen map[AccountCode]bool, settled map[string]money.Dec) {
	field := fmt.Sprintf("lines[%d]", i)
	on := func(at, code, format string, args ...any) {
		*b = append(*b, fault.Blocker{Code: code, Field: field, Resource: at, Message: fmt.Sprintf(format, args...)})
	}
	if a, ok := f.Books.Account(books.Code(l.Account)); !seen[l.Account] {
		seen[l.Account] = true
		switch {
		case !ok:
			on("account/"+string(l.Account), "account_unknown", "the books have no account %s", l.Account)
		case !a.Active(p.Date):
			on("account/"+string(l.Account), "account_inactive", "account %s takes no entries on %s", l.Account, p.Date)
		}
	}
	// What an order charged is owed whether or not the rate is in force.
	if l.TaxCode != "" && p.Origin != FromOrder && f.TaxInForce != nil && !f.TaxInForce(l.TaxCode, l.TaxRate, p.TaxDate) {
		on("", "tax_code_not_in_force", "%s at %s is not in force on %s", l.TaxCode, l.TaxRate, p.TaxDate)
	}
	if l.Party != "" && p.Origin != FromReversal && f.Parties != nil && !f.Parties(l.Party) {
		on("party/"+l.Party, "party_unknown", "there is no party %s", l.Party)
	}
	if l.Settles == "" || p.Origin == FromReversal {
		return
	}
	total := settled[l.Settles].Add(l.Amount)
	settled[l.Settles] = total
	switch open, ok := f.Open[l.Settles]; {
	case !ok:
		on("line/"+l.Settles, "open_item_unknown", "no posted line %s is open", l.Settles)
	case open.Account != l.Account || open.Side == l.Side || open.Currency != p.Currency && !l.Amount.IsZero():
		on("line/"+l.Settles, "settlement_mismatch", "line %s stands on account %s, %s, in %s", l.Settles, open.Account, open.Side, open.Currency)
	case total.Greater(open.Left):
		on("line/"+l.Settles, "settlement_exceeds_item", "%s of line %s is open, not %s%s", open.Left, l.Settles, total, open.held())
	}
}

// held says who takes what seems to be left.
func (o OpenItem) held() string {
	if len(o.HeldBy) == 0 {
		return ""
	}
	return "; some of it is taken by " + strings.Join(o.HeldBy, ", ") + ", which is approved and being posted: post it, or return it"
}

// checkSources asks for a voucher, and that it is the one that was seen.
func (p Proposal) checkSources(b *fault.Blockers, f Facts) {
	if p.Origin.SelfVouched() {
		if strings.TrimSpace(p.Memo.Plain) == "" && len(p.Memo.Cipher) == 0 {
			b.Add("voucher_missing", "an entry of origin %s needs a memo that says what it is", p.Origin)
		}
		if p.Origin.Computed() && strings.TrimSpace(p.Computation.Plain) == "" && len(p.Computation.Cipher) == 0 {
			b.Add("voucher_missing", "an entry of origin %s needs the computation that its amounts come from", p.Origin)
		}
		return
	}
	if len(p.Sources) == 0 {
		b.Add("voucher_missing", "an entry of origin %s rests on a voucher", p.Origin)
	}
	for _, s := range p.Sources {
		now, ok := f.Sources[s]
		switch {
		case !ok:
			b.On(s.Kind+"/"+s.ID, "voucher_missing", "the %s is gone", s.Kind)
		case s.SHA256 != "" && now != s.SHA256:
			b.On(s.Kind+"/"+s.ID, "document_changed", "the %s was seen with SHA-256 %s; it is now %s", s.Kind, s.SHA256, now)
		}
	}
}

// The years in which books have periods.
const (
	yearMin = 1900
	yearMax = 2199
)

// aheadMax is how many days ahead an entry may be dated: into the next fiscal year.
const aheadMax = 731

func dayFault(bad *fault.Fields, field string, day, today civil.Date) {
	switch {
	case day.IsZero():
	case day.Year() < yearMin || day.Year() > yearMax:
		bad.Add(field, "a day of the years %d to %d", yearMin, yearMax)
	case !today.IsZero() && day.After(today.AddDays(aheadMax)):
		bad.Add(field, "more than %d days ahead", aheadMax)
	}
}

// Propose says what is to be booked. For an entry that was returned it says it
// anew.
type Propose struct {
	EntryID string // of a new entry; "" = derived from the command
	// Anew says that the caller named the entry: there is one, it was returned,
	// and it is no reversal, which has an entry of its own to undo.
	Anew bool
	Proposal
}

// Decide gives EntryProposed, and EntryApproved where a posting rule of the
// owner's takes it. Errors: fault.Immutable; fault.InvalidInput; fault.Blocked.
func (c Propose) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if c.Anew {
		if err := s.frozen(Returned); err != nil {
			return nil, err
		}
		if s.Origin == FromReversal {
			return nil, fault.Invalid("entry_id", "a reversal is proposed anew by reverses")
		}
	}
	if s.ID != "" {
		allowed := []Status{Returned, Rejected}
		if c.Origin == FromOrder && !slices.ContainsFunc(c.Sources, Source.frozen) {
			allowed = append(allowed, Proposed) // the source said it anew before anybody looked
		}
		if err := s.frozen(allowed...); err != nil {
			return nil, err
		}
	}
	var bad fault.Fields
	if c.Date.IsZero() {
		bad.Add("date", "the day of booking, YYYY-MM-DD")
	}
	dayFault(&bad, "date", c.Date, f.Today)
	dayFault(&bad, "tax_date", c.TaxDate, f.Today)
	if !slices.Contains(BookList(), c.Journal) {
		bad.Add("journal", "sales, purchases, bank, cash, general or opening")
	}
	LineFaults(&bad, "lines", c.Lines, c.Currency, c.BaseCurrency)
	if err := bad.Err(); err != nil {
		return nil, err
	}
	c.Chart = f.Books.Chart
	var b fault.Blockers
	c.check(&b, f)
	if err := b.Err(); err != nil {
		return nil, err
	}
	id := c.EntryID
	if id == "" {
		id = a.NewID(0)
	}
	if s.ID != "" {
		id = s.ID
	}
	p := c.Proposal
	site := a.Site
	if s.ID != "" {
		site = s.Site
	}
	p.Memo = sealed.Of(Subject(site), p.Memo.Plain)
	if p.Computation.Plain != "" {
		p.Computation = sealed.Of(Subject(site), p.Computation.Plain)
	}
	if p.Other.TaxID.Plain != "" {
		p.Other.TaxID = sealed.Of(Subject(site), p.Other.TaxID.Plain)
	}
	if p.ReviewReasons == nil {
		p.ReviewReasons = []string{}
	}
	if p.Sources == nil {
		p.Sources = []Source{}
	}
	out := []event.Payload{EntryProposed{id, p}}
	if rule, ok := p.ruled(f.Books); ok {
		out = append(out, EntryApproved{Rule: rule})
	}
	return out, nil
}

// ruled reports which of the owner's posting rules takes the entry: one that
// nothing is to be looked at in.
func (p Proposal) ruled(l books.Ledger) (string, bool) {
	if len(p.ReviewReasons) > 0 {
		return "", false
	}
	total := Sum(p.Lines).BaseDebit
	for i, r := range l.AutoApprove {
		if r.Origin != string(p.Origin) || r.Journal != "" && r.Journal != string(p.Journal) {
			continue
		}
		if p.Date.Before(r.From) || !r.To.IsZero() && p.Date.After(r.To) {
			continue
		}
		if r.UpTo != "" {
			if most, err := money.Parse(r.UpTo); err != nil || total.Greater(most) {
				continue
			}
		}
		return fmt.Sprintf("%s from %s (%d)", r.Origin, r.From, i+1), true
	}
	return "", false
}

// EditRequest is what an approver or returner changes; what is absent stays.
type EditRequest struct {
	Lines []Line  `json:"lines,omitempty"`
	Memo  *string `json:"memo,omitempty" maxLength:"4000"`
}

// edits checks and seals the changes.
func (e EditRequest) edits(s State) (Edits, error) {
	var out Edits
	if e.Lines != nil {
		var bad fault.Fields
		LineFaults(&bad, "lines", e.Lines, s.Currency, s.BaseCurrency)
		if err := bad.Err(); err != nil {
			return out, err
		}
		out.Lines = e.Lines
	}
	if e.Memo != nil {
		memo := sealed.Of(Subject(s.Site), *e.Memo)
		out.Memo = &memo
	}
	return out, nil
}

// Approve lets a proposed entry be posted.
type Approve struct{ EditRequest }

// Decide gives EntryApproved. Errors: fault.NotFound; fault.Immutable;
// fault.InvalidInput; fault.Blocked with separation_of_duties and all that the
// lines lack.
func (c Approve) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if err := s.frozen(Proposed); err != nil {
		return nil, err
	}
	edits, err := c.edits(s)
	if err != nil {
		return nil, err
	}
	var b fault.Blockers
	out := EntryApproved{Edits: edits}
	if _, mine := slices.BinarySearch(s.Preparers, a.Principal); mine {
		out.Waiver = f.waive(&b, a, "who prepared an entry does not approve it")
	}
	edits.applied(s.Proposal).check(&b, f)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{out}, nil
}

// waive returns the waiver that stands for the second person, or blocks.
func (f Facts) waive(b *fault.Blockers, a act.Context, message string) string {
	w, ok := f.Books.Waived(books.ScopeJournal, f.Today)
	switch {
	case !ok:
		b.On("principal/"+a.Principal, "separation_of_duties", "%s", message)
	case !f.Alone:
		b.On("principal/"+a.Principal, "separation_of_duties", "%s; the waiver stands while nobody else may", message)
	default:
		return w.ID
	}
	return ""
}

// Reject ends an entry that was not posted.
type Reject struct {
	Reason string `json:"reason" minLength:"1" maxLength:"4000"`
}

// Decide gives EntryRejected.
func (c Reject) Decide(s State, _ act.Context, _ Facts) ([]event.Payload, error) {
	if err := s.frozen(Proposed, Approved, Returned); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, fault.Invalid("reason", "why the entry is rejected")
	}
	return []event.Payload{EntryRejected{sealed.Of(Subject(s.Site), c.Reason)}}, nil
}

// Return asks for another proposal, edited lines and memo for a start.
type Return struct {
	Reason string `json:"reason" minLength:"1" maxLength:"4000"`
	EditRequest
}

// Decide gives EntryReturned.
func (c Return) Decide(s State, _ act.Context, _ Facts) ([]event.Payload, error) {
	if err := s.frozen(Proposed, Approved); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, fault.Invalid("reason", "what is to be done otherwise")
	}
	edits, err := c.edits(s)
	if err != nil {
		return nil, err
	}
	return []event.Payload{EntryReturned{sealed.Of(Subject(s.Site), c.Reason), edits}}, nil
}

// Post makes an approved entry part of the books for good.
type Post struct{}

// Decide gives EntryPosted, or everything that stands in the way. Errors:
// fault.NotFound; fault.Immutable; fault.Blocked.
func (c Post) Decide(s State, a act.Context, f Facts) ([]event.Payload, error) {
	if err := s.frozen(Proposed, Approved, Returned); err != nil {
		return nil, err
	}
	var b fault.Blockers
	out := EntryPosted{}
	if s.Status != Approved {
		b.Add("entry_not_approved", "the entry is %s", s.Status)
	} else if s.Approval.Edited && s.Approval.By == a.Principal {
		out.Waiver = f.waive(&b, a, "an approver who edits an entry leaves the posting to somebody else")
	}
	s.check(&b, f)
	if err := b.Err(); err != nil {
		return nil, err
	}
	year := f.Books.Year(s.Date)
	out.Payload = Payload{
		Format: PayloadFormat, EntryID: s.ID, Site: s.Site, Origin: s.Origin, Journal: s.Journal, FiscalYear: year.String(),
		YearBegins: year.Begins.First(),
		Date:       s.Date, TaxDate: s.TaxDate, Currency: s.Currency, BaseCurrency: s.BaseCurrency, Exchange: s.Exchange, Reverses: s.Reverses,
		Sources: s.Sources, Lines: s.Lines,
	}
	if s.Approval != nil {
		out.Payload.ApprovedBy, out.Rule = s.Approval.By, s.Approval.Rule
	}
	var err error
	if out.PayloadSHA256, err = out.Payload.Digest(); err != nil {
		return nil, err
	}
	return []event.Payload{out}, nil
}
