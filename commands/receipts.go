package commands

import (
	"cmp"
	"context"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect/rates"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/taxid"
	"github.com/tallystick/tallystick/readmodels"
)

// ReceiptKind is a receipt.
var ReceiptKind = Kind[receipt.State]{
	Aggregate: Aggregate[receipt.State]{Category: receipt.Category.Name, Evolve: receipt.State.Evolve,
		SiteOf: func(s receipt.State) int64 { return s.Site }},
	Noun: "receipt", Exists: func(s receipt.State) bool { return s.ID != "" },
}

// Receipts carries out the commands of receipts.
type Receipts struct {
	*Documents
	Books *Books
}

// DiscardReceipt needs nothing but the receipt.
var DiscardReceipt = Ruled[receipt.State, receipt.Discard]("receipts.discard", "receipts:write", ReceiptKind)

// ChangeReceipt changes a draft; of is asked for what it may match, and where it is said
// where the merchant is, for the document and the rates of that place.
func ChangeReceipt(of func() *Receipts) Verb[receipt.State, receipt.Amend] {
	return Informed[receipt.State, receipt.Source, receipt.Amend]("receipts.change", "receipts:write", ReceiptKind,
		func(ctx context.Context, c Caller, s receipt.State, cmd receipt.Amend) (src receipt.Source, err error) {
			x := of()
			if cmd.Country != "" && s.DocumentID != "" {
				d, _, err := x.Read(ctx, c, s.DocumentID)
				if f := fault.As(err); err != nil && (f == nil || f.Code != fault.NotFound) {
					return src, err
				} else if err == nil {
					src.Document = &d
					src.Rates, _ = rates.Held(cmd.Country, x.dayOf(c, d))
				}
			}
			src.Matches = x.matcher(ctx, c)
			return src, nil
		})
}

// matcher finds what a draft may match. While the read models are away nobody is asked
// by the queue: a draft can be written all the same, and finalising it asks again.
func (x *Receipts) matcher(ctx context.Context, c Caller) receipt.Matcher {
	return func(s receipt.State) ([]receipt.Candidate, error) {
		found, err := x.Matches(ctx, c, s)
		if f := fault.As(err); f != nil && f.Retry > 0 {
			return nil, nil
		}
		return found, err
	}
}

// DecideMatch records a person's word on what a receipt matches, from the queue.
func (x *Receipts) DecideMatch(ctx context.Context, c Caller, id string, cmd receipt.DecideMatch) (Done[receipt.State], error) {
	return Execute(ctx, x.Executor, c, ReceiptKind.Aggregate, Order[receipt.State]{
		Operation: "reviews.resolve", Permission: "reviews:resolve", ID: id, Request: cmd,
		Decide: func(s receipt.State, a act.Context) ([]event.Payload, error) {
			if s.ID == "" {
				return nil, ReceiptKind.missing()
			}
			config, _, err := x.Intake(ctx, c.Tenant, s.Site)
			if err != nil {
				return nil, err
			}
			cmd.FourEyes = config.FourEyes(s.Gross.String(), s.Currency)
			return cmd.Decide(s, a)
		},
	})
}

// Create drafts a receipt; what is not said comes from its document.
func (x *Receipts) Create(ctx context.Context, c Caller, cmd receipt.Create) (Done[receipt.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[receipt.State]{}, err
	}
	said := cmd.Contents
	var src receipt.Source
	if cmd.DocumentID != "" {
		d, _, err := x.Read(ctx, c, cmd.DocumentID)
		if fault.As(err) != nil && fault.As(err).Code == fault.NotFound {
			return Done[receipt.State]{}, fault.Invalid("document_id", "there is no such document")
		}
		if err != nil {
			return Done[receipt.State]{}, err
		}
		if c.Site == 0 {
			c.Site = d.Site
		}
		if src, err = x.source(ctx, c, d, cmd); err != nil {
			return Done[receipt.State]{}, err
		}
	}
	src.Matches = x.matcher(ctx, c)
	return Execute(ctx, x.Executor, c, ReceiptKind.Aggregate, Order[receipt.State]{
		Operation: "receipts.create", Permission: "receipts:write", Request: said,
		Decide: func(s receipt.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a, src) },
	})
}

// source is what a document tells of a receipt: its fields, the rates of its place
// by which its tax is told, and its category where one is sure.
func (x *Receipts) source(ctx context.Context, c Caller, d docs.State, cmd receipt.Create) (receipt.Source, error) {
	src := receipt.Source{Document: &d}
	country, jurisdiction, err := x.places(ctx, c, d.Site)
	if err != nil {
		return src, err
	}
	if cmd.Country != "" {
		country = cmd.Country
	}
	if id, ok := d.Field(reading.IssuerTaxID); ok && cmd.Country == "" {
		country = cmp.Or(taxid.CountryOf(id.Value.Plain), country)
	}
	src.Rates, _ = rates.Held(country, x.dayOf(c, d))
	if cmd.CategoryID == "" && jurisdiction != "" {
		r, err := x.classified(ctx, c.Tenant, d.Site, wordsOfDocument(d, Classify{Jurisdiction: jurisdiction, Year: x.dayOf(c, d).Year()}))
		if err != nil {
			return src, err
		}
		src.Category = r.CategoryID
	}
	return src, nil
}

// dayOf is the day of a document, else today.
func (x *Receipts) dayOf(c Caller, d docs.State) civil.Date {
	if date, ok := d.Field(reading.Date); ok {
		if day, err := civil.Parse(date.Value.Plain); err == nil {
			return day
		}
	}
	return x.Books.Today(c.Tenant, d.Site, x.Now())
}

// places are where the merchants of a site are, and whose categories it classifies
// by, where nothing else is said; "" = not known.
func (x *Receipts) places(ctx context.Context, c Caller, site int64) (country, jurisdiction string, err error) {
	config, _, err := x.Intake(ctx, c.Tenant, site)
	if err != nil {
		return "", "", err
	}
	country, jurisdiction = config.Defaults.Country, config.Defaults.Jurisdiction
	if l := x.Books.ledger(c, site); l.Exists && jurisdiction == "" {
		jurisdiction = l.Country
	}
	return country, jurisdiction, nil
}

// Jurisdiction is whose categories a site classifies by; "" = not known.
func (x *Receipts) Jurisdiction(ctx context.Context, c Caller) (string, error) {
	_, jurisdiction, err := x.places(ctx, c, c.Site)
	return jurisdiction, err
}

// Matches are the entries that may be the same cost as a receipt, best first.
func (x *Receipts) Matches(ctx context.Context, c Caller, s receipt.State) ([]receipt.Candidate, error) {
	if s.Date.IsZero() || s.Gross.Sign() <= 0 {
		return nil, nil
	}
	from, to := s.Window(x.dueOf(ctx, c, s))
	entries, orders, err := x.DB.EntriesInWindow(ctx, c.Tenant, s.Site, from, to, s.Gross.String())
	if err != nil {
		return nil, err
	}
	var all []receipt.Entry
	add := func(e receipt.Entry, amount string) {
		all = append(all, x.inReceipt(s, e, amount))
	}
	own := receipt.JournalID(s.ID)
	for _, e := range entries {
		if e.ID != own {
			add(receipt.Entry{Kind: "journal_entry", ID: e.ID, Date: e.Date, Currency: e.Currency, Text: e.Memo, Refs: e.Sources}, e.Total)
		}
	}
	for _, o := range orders {
		add(receipt.Entry{Kind: "ledger_entry", ID: o.ID, Date: civil.FromTime(o.PlacedAt.UTC()), Currency: o.Currency, Text: o.Buyer + " " +
			o.Source, Refs: o.SourceRef}, o.Gross)
	}
	return s.Candidates(all), nil
}

// inReceipt is an entry with its amount, in the receipt's currency too.
func (x *Receipts) inReceipt(s receipt.State, e receipt.Entry, amount string) receipt.Entry {
	var err error
	if e.Amount, err = money.Parse(amount); err != nil {
		return e
	}
	if e.Currency != s.Currency && s.Currency != "" {
		if rate := x.Books.convert(e.Currency, s.Currency, e.Date); rate != nil {
			converted := e.Amount.Mul(rate.Rate)
			e.InReceipt = &converted
		}
	}
	return e
}

// dueOf is when the document of a receipt is due; zero where it does not say.
func (x *Receipts) dueOf(ctx context.Context, c Caller, s receipt.State) civil.Date {
	if s.DocumentID == "" {
		return civil.Date{}
	}
	d, _, err := x.Read(ctx, c, s.DocumentID)
	if err != nil {
		return civil.Date{}
	}
	due, _ := d.Field(reading.DueDate)
	day, err := civil.Parse(due.Value.Plain)
	if err != nil {
		return civil.Date{}
	}
	return day
}

// Finalise ends a receipt in the books: the decision first, and then the proposal
// of its journal entry, which its job makes where this call is cut off.
func (x *Receipts) Finalise(ctx context.Context, c Caller, id string) (Done[receipt.State], error) {
	done, err := Execute(ctx, x.Executor, c, ReceiptKind.Aggregate, Order[receipt.State]{
		Operation: "receipts.finalise", Permission: "receipts:finalise", ID: id, Request: receipt.Finalise{},
		Decide: func(s receipt.State, a act.Context) ([]event.Payload, error) {
			if s.ID == "" {
				return nil, ReceiptKind.missing()
			}
			if err := x.caughtUp(ctx); err != nil {
				return nil, err
			}
			f, at, err := x.facts(ctx, c, s)
			if err != nil {
				return nil, err
			}
			out, err := receipt.Finalise{}.Decide(s, a, f)
			if err == nil {
				err = x.claim(ctx, c, s, at)
			}
			return out, err
		},
	})
	if err != nil {
		return done, err
	}
	at, err := x.Book(ctx, c, done.State)
	if done.Position.Less(at) {
		done.Position = at
	}
	return done, err
}

// caughtUp waits until the read models know all that the log holds now of what may stand
// against a receipt: a review of its document that was opened a moment ago, in a record of
// its own that is found by a read model alone, must not be overlooked, nor one that is
// decided hold it up. Errors: fault.ReadModelBehind.
func (x *Receipts) caughtUp(ctx context.Context) error {
	return x.caughtUpWith(ctx, []string{docs.Category.Name, classification.Category.Name, category.Kind.Name, receipt.Category.Name,
		journal.Category.Name, orders.Category.Name}, "reviews", "classifications", "ledger", "statements")
}

// caughtUpWith waits until projections know all that the log holds now of some categories.
func (x *Documents) caughtUpWith(ctx context.Context, categories []string, projections ...string) error {
	if x.Last == nil {
		return nil
	}
	at, err := x.Last(ctx, categories...)
	if err != nil {
		return storeFault(err)
	}
	return x.DB.Await(ctx, readmodels.Position{Commit: at.Commit, Prepare: at.Prepare}, projections...)
}

// facts is what finalising a receipt is told, and the revisions that it was told at.
func (x *Receipts) facts(ctx context.Context, c Caller, s receipt.State) (f receipt.Facts, at seen, err error) {
	f.Today = x.Books.Today(c.Tenant, s.Site, x.Now())
	var jurisdiction string
	if f.Country, jurisdiction, err = x.places(ctx, c, s.Site); err != nil {
		return f, at, err
	}
	if jurisdiction != "" {
		f.Tree = category.For(jurisdiction).ID
	}
	if f.OwnIDs, err = x.ownIDs(ctx, c.Tenant, s.Site, f.Today); err != nil {
		return f, at, err
	}
	if f.Document, at.document, err = x.documentOf(ctx, c, s); err != nil {
		return f, at, err
	}
	if f.Document != nil {
		if f.OpenItems, err = x.DB.OpenItemsOf(ctx, c.Tenant, s.DocumentID); err != nil {
			return f, at, err
		}
		if f.HeldBy, err = x.holder(ctx, c, f.Document.ClaimedBy, s.ID, ""); err != nil {
			return f, at, err
		}
		if f.HeldEntry, err = x.entryHolding(ctx, c.Tenant, *f.Document); err != nil {
			return f, at, err
		}
	}
	disabled, err := x.DB.DisabledCategories(ctx, c.Tenant)
	if err != nil {
		return f, at, err
	}
	f.Disabled = disabled[s.CategoryID]
	facts := x.Books.bookingFacts(c, s.Site)
	f.Registered = facts.Registered != nil && facts.Registered(facts.Books.Country, s.Date)
	if s.Match == nil {
		if f.Matches, err = x.Matches(ctx, c, s); err != nil {
			return f, at, err
		}
	} else if f.Matched, at.entry, err = x.matched(ctx, c, s); err != nil {
		return f, at, err
	}
	f.Book = func(t booking.Transaction) error {
		p, err := booking.Propose(t, facts)
		if err != nil {
			return err
		}
		p = s.Entry(p, f.Document)
		known, _, err := x.Books.entryFacts(ctx, c, s.Site, "", p)
		if err != nil {
			return err
		}
		_, err = journal.Propose{EntryID: receipt.JournalID(s.ID), Proposal: p}.Decide(journal.State{}, act.Context{Site: s.Site}, known)
		return err
	}
	return f, at, nil
}

// documentOf is the document of a receipt as it stands, and its revision; nil where
// there is none.
func (x *Receipts) documentOf(ctx context.Context, c Caller, s receipt.State) (*docs.State, uint64, error) {
	if s.DocumentID == "" {
		return nil, 0, nil
	}
	d, revision, err := x.Read(ctx, c, s.DocumentID)
	if fault.As(err) != nil && fault.As(err).Code == fault.NotFound {
		return nil, 0, nil
	}
	return &d, revision, err
}

// Book proposes the journal entry of a finalised receipt, once.
func (x *Receipts) Book(ctx context.Context, c Caller, s receipt.State) (event.Position, error) {
	if s.Status != receipt.Final || s.Joined {
		return event.Position{}, nil
	}
	_, _, err := x.Books.Entry(ctx, c, s.JournalEntryID)
	if err == nil || fault.As(err) == nil || fault.As(err).Code != fault.NotFound {
		return event.Position{}, err // it is there
	}
	d, _, err := x.documentOf(ctx, c, s)
	if err != nil {
		return event.Position{}, err
	}
	country, _, err := x.places(ctx, c, s.Site)
	if err != nil {
		return event.Position{}, err
	}
	c.Site, c.IdempotencyKey, c.IfMatch = s.Site, "", nil // the entry names itself
	done, err := x.Books.Propose(ctx, c, Proposed{EntryID: s.JournalEntryID, Request: s.ID,
		Make: func(_ context.Context, f booking.Facts) (journal.Proposal, error) {
			p, err := booking.Propose(s.Transaction(country), f)
			return s.Entry(p, d), err
		}})
	if refused := fault.As(err); refused != nil && refused.Code == fault.Immutable {
		return event.Position{}, nil // somebody else was first
	}
	return done.Position, err
}

// BookLater is Book as a step of a job, for the principal who finalised.
func (x *Receipts) BookLater(ctx context.Context, c Caller, id string) error {
	for _, p := range x.Books.People.Principals(c.Tenant) {
		if p.ID == c.Principal {
			c.Role = p.Role
		}
	}
	h, err := ReceiptKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return err
	}
	_, err = x.Book(ctx, c, h.State)
	return err
}

// Analysis is what a document comes to in the books; it changes nothing.
type Analysis struct {
	Draft    receipt.Contents
	Proposal *journal.Proposal // nil: blockers say why
	Blockers []fault.Blocker
}

// Analyse drafts the receipt of a document and its booking, and keeps neither.
func (x *Receipts) Analyse(ctx context.Context, c Caller, id string) (docs.State, Analysis, error) {
	d, _, err := x.Read(ctx, c, id)
	if err != nil {
		return d, Analysis{}, err
	}
	var out Analysis
	src, err := x.source(ctx, c, d, receipt.Create{})
	if err != nil {
		return d, out, err
	}
	drafted, err := receipt.Create{Contents: receipt.Contents{DocumentID: id}}.Decide(receipt.State{}, act.Context{Site: d.Site}, src)
	if err != nil {
		return d, out, err
	}
	s := receipt.State{}.Evolve(event.Recorded{Payload: drafted[0], Meta: event.Metadata{Site: d.Site, Principal: c.Principal}})
	out.Draft = s.Contents
	f, _, err := x.facts(ctx, c, s)
	if err != nil {
		return d, out, err
	}
	_, err = receipt.Finalise{}.Decide(s, act.Context{}, f)
	refused := fault.As(err)
	if err != nil && (refused == nil || refused.Code != fault.Blocked) {
		return d, out, err
	}
	if refused != nil {
		out.Blockers = refused.Blockers
	}
	if p, err := booking.Propose(s.Transaction(f.Country), x.Books.bookingFacts(c, d.Site)); err == nil && !strings.Contains(string(d.Type),
		"statement") {
		p = s.Entry(p, &d)
		out.Proposal = &p
	}
	return d, out, nil
}
