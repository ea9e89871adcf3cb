package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/voucher"
	"github.com/tallystick/tallystick/readmodels"
)

// entryView is a journal entry.
type entryView struct {
	ID            string            `json:"id"`
	Site          int64             `json:"site" doc:"0: tenant-wide."`
	Status        journal.Status    `json:"status" enum:"proposed,approved,posted,returned,rejected"`
	Revision      int               `json:"revision" doc:"How often it was proposed."`
	Number        *int64            `json:"number" doc:"Rank within site, fiscal year and journal in the order of the log. Null until it is posted, and in the answer of the post itself: read it with X-Min-Log-Position."`
	FiscalYear    string            `json:"fiscal_year" doc:"In which it counts; empty until it is read with a number."`
	Period        string            `json:"period"`
	Late          bool              `json:"late" doc:"It was posted while its own period closed, and counts in the next."`
	Origin        journal.Origin    `json:"origin"`
	Journal       journal.Book      `json:"journal"`
	Date          civil.Date        `json:"date" format:"date"`
	TaxDate       civil.Date        `json:"tax_date" format:"date"`
	Currency      string            `json:"currency"`
	BaseCurrency  string            `json:"base_currency"`
	Exchange      *journal.Exchange `json:"exchange"`
	Memo          string            `json:"memo"`
	Computation   string            `json:"computation"`
	Lines         []journal.Line    `json:"lines" nullable:"false"`
	Sources       []journal.Source  `json:"sources" nullable:"false"`
	Confidence    money.Dec         `json:"confidence"`
	ReviewReasons []string          `json:"review_reasons" nullable:"false"`
	Preparers     []string          `json:"preparers" nullable:"false"`
	ApprovedBy    string            `json:"approved_by"`
	ApprovedAt    *time.Time        `json:"approved_at"`
	PostedBy      string            `json:"posted_by"`
	PostedAt      *time.Time        `json:"posted_at"`
	ReturnReason  string            `json:"return_reason"`
	RejectReason  string            `json:"reject_reason"`
	Waivers       []string          `json:"waivers" nullable:"false" doc:"Waivers without which one person could not have done two steps."`
	Other         *otherParty       `json:"counterparty" doc:"As whoever proposed the entry knew them; null: nothing was said."`
	Reverses      string            `json:"reverses"`
	ReversedBy    string            `json:"reversed_by"`
	ERP           *erpView          `json:"erp" doc:"What an ERP system is told; null until it is posted."`
	CreatedAt     time.Time         `json:"created_at"`
	CreatedBy     string            `json:"created_by"`
	UpdatedAt     time.Time         `json:"updated_at"`
}

type erpView struct {
	Format  string          `json:"format"`
	SHA256  string          `json:"sha256" doc:"Of the payload's RFC 8785 form."`
	Payload journal.Payload `json:"payload"`
}

func viewEntry(s journal.State) entryView {
	v := entryView{
		ID: s.ID, Site: s.Site, Status: s.Status, Revision: s.Version, Origin: s.Origin, Journal: s.Journal, Date: s.Date, TaxDate: s.TaxDate,
		Currency: s.Currency, BaseCurrency: s.BaseCurrency, Exchange: s.Exchange, Memo: s.Memo.Plain, Computation: s.Computation.Plain,
		Lines:   s.Lines,
		Sources: s.Sources, Confidence: s.Confidence, ReviewReasons: s.ReviewReasons, Preparers: s.Preparers, Waivers: []string{},
		Reverses:  s.Reverses,
		CreatedAt: s.CreatedAt, CreatedBy: s.CreatedBy, UpdatedAt: s.UpdatedAt,
	}
	if o := (otherParty{s.Other.Country, s.Other.TaxID.Plain}); o != (otherParty{}) {
		v.Other = &o
	}
	if x := s.Approval; x != nil {
		v.ApprovedBy, v.ApprovedAt = x.By, &x.At
		if x.Rule != "" {
			v.ApprovedBy = "rule: " + x.Rule
		}
		if x.Waiver != "" {
			v.Waivers = append(v.Waivers, x.Waiver)
		}
	}
	if x := s.Posting; x != nil {
		v.PostedBy, v.PostedAt = x.By, &x.At
		if x.Waiver != "" {
			v.Waivers = append(v.Waivers, x.Waiver)
		}
	}
	if s.Return != nil {
		v.ReturnReason = s.Return.Reason.Plain
	}
	if s.Rejection != nil {
		v.RejectReason = s.Rejection.Reason.Plain
	}
	if s.Payload != nil {
		v.ERP = &erpView{journal.PayloadFormat, s.SHA256, *s.Payload}
	}
	return v
}

// lineInput is a line as it arrives.
type lineInput struct {
	Account    journal.AccountCode `json:"account" minLength:"1" maxLength:"20"`
	Side       journal.Side        `json:"side" enum:"debit,credit"`
	Amount     money.Dec           `json:"amount" doc:"In the entry's currency; 0 for an exchange difference."`
	BaseAmount money.Dec           `json:"base_amount,omitzero" doc:"In the books' base currency; left out of every line: at the table's rate."`
	TaxCode    journal.TaxCode     `json:"tax_code,omitempty" maxLength:"40" doc:"country.direction.treatment, such as de.output.domestic."`
	TaxRate    money.Dec           `json:"tax_rate,omitzero" doc:"A fraction."`
	TaxBase    money.Dec           `json:"tax_base,omitzero"`
	TaxLine    bool                `json:"tax_line,omitempty" doc:"The amount is the tax itself."`
	Party      string              `json:"party,omitempty" maxLength:"32"`
	Settles    string              `json:"settles,omitempty" maxLength:"50" doc:"<entry id>/<line from 1>."`
}

func linesOf(in []lineInput) []journal.Line {
	if in == nil {
		return nil
	}
	out := make([]journal.Line, len(in))
	for i, l := range in {
		out[i] = journal.Line{Account: l.Account, Side: l.Side, Amount: l.Amount, BaseAmount: l.BaseAmount, TaxCode: l.TaxCode,
			TaxRate: l.TaxRate,
			TaxBase: l.TaxBase, TaxLine: l.TaxLine, Party: l.Party, Settles: l.Settles, Rule: "manual"}
	}
	return out
}

// generateBody asks for a proposal: of exactly one thing.
type generateBody struct {
	Site        int64                `json:"site,omitempty" minimum:"1" doc:"Site whose books it is for; or ?site=."`
	DocumentID  string               `json:"document_id,omitempty" maxLength:"32" doc:"An extracted invoice, receipt or credit note that is not in the books."`
	Details     *voucher.Said        `json:"details,omitempty" doc:"What the document does not say itself."`
	Transaction *booking.Transaction `json:"transaction,omitempty" doc:"A sale or purchase, as its document says it."`
	Payment     *booking.Payment     `json:"payment,omitempty" doc:"Money that settles open items."`
	Line        *commands.OfLine     `json:"statement_line,omitempty" doc:"A line of a bank statement, with what it is: payment, transaction or lines; alone: it pays the open item that alone is likely."`
	Reverses    string               `json:"reverses,omitempty" maxLength:"32" doc:"A posted entry; it has one reversal."`
	YearEnd     civil.Date           `json:"year_end,omitzero" format:"date" doc:"A day of the fiscal year whose result is carried to equity."`
	InvoiceID   string               `json:"invoice_id,omitempty" maxLength:"32" doc:"A deposit invoice of ours, a credit note for one, or a final invoice that takes deposits off."`
	Paid        *booking.Paid        `json:"paid,omitempty" doc:"With invoice_id: how and when the deposit was paid, or paid back."`
	LedgerEntry string               `json:"ledger_entry_id,omitempty" maxLength:"64" doc:"An order that is not booked yet, or was returned."`
	Lines       []lineInput          `json:"lines,omitempty" maxItems:"200"`
	EntryID     string               `json:"entry_id,omitempty" maxLength:"32" doc:"A returned entry, which lines or transaction propose anew."`
	Origin      journal.Origin       `json:"origin,omitempty" enum:"manual,opening,accrual,depreciation,revaluation" doc:"Of lines; left out: manual."`
	Journal     journal.Book         `json:"journal,omitempty" enum:"sales,purchases,bank,cash,general,opening" doc:"Of lines."`
	Date        civil.Date           `json:"date,omitzero" format:"date" doc:"Of lines; of a reversal, left out: today, or the first open day."`
	TaxDate     civil.Date           `json:"tax_date,omitzero" format:"date"`
	Currency    string               `json:"currency,omitempty" pattern:"^[A-Z]{3}$"`
	Memo        string               `json:"memo,omitempty" maxLength:"4000"`
	Computation string               `json:"computation,omitempty" maxLength:"4000" doc:"What stands for a voucher where there is none outside; of an accrual or a depreciation how its amounts come about, without which it is refused."`
	Other       *otherParty          `json:"counterparty,omitempty" doc:"With lines or reverses: who is on the other side, for returns that ask. Said of a reversal it counts for what is reversed too."`
}

func (b generateBody) faults() error {
	n := 0
	for _, given := range []bool{b.DocumentID != "", b.Transaction != nil, b.Payment != nil, b.Reverses != "", !b.YearEnd.IsZero(),
		b.LedgerEntry != "", b.InvoiceID != "", b.Lines != nil} {
		if given {
			n++
		}
	}
	if b.Line != nil && (n > 1 || n == 1 && b.Payment == nil && b.Transaction == nil && b.Lines == nil || b.EntryID != "") {
		return fault.Invalid("statement_line", "goes alone, or with one of payment, transaction and lines")
	}
	if n != 1 && b.Line == nil {
		return fault.Invalid("body", "exactly one of document_id, transaction, payment, reverses, year_end, ledger_entry_id, invoice_id and lines, "+
			"or statement_line")
	}
	if b.EntryID != "" && b.Transaction == nil && b.Lines == nil {
		return fault.Invalid("entry_id", "a returned entry is proposed anew by lines or a transaction")
	}
	if b.Details != nil && b.DocumentID == "" {
		return fault.Invalid("details", "go with document_id")
	}
	if b.Paid != nil && b.InvoiceID == "" {
		return fault.Invalid("paid", "goes with invoice_id")
	}
	if b.Other == nil {
		return nil
	}
	if b.Lines == nil && b.Reverses == "" {
		return fault.Invalid("counterparty", "goes with lines or reverses; a transaction has its own")
	}
	return b.Other.faults()
}

func (s *Server) registerJournal() {
	type generateIn struct {
		Sited
		Written
		Body generateBody
	}
	register(s, Operation{
		Entry: "15.2", ID: "journal.propose", Method: http.MethodPost, Path: "/api/accounting/journal-entries/generate/", Surface: "accounting",
		Summary: "Propose a balanced entry", Permission: "accounting:write", Status: http.StatusCreated, Also: []int{http.StatusOK},
		Errors: []int{409, 412, 422},
		Describe: "From a document, a transaction, a payment, a posted entry to reverse, a year's end, an invoice of a deposit, a line of a bank statement, or lines. Every line names the rule that put it there. " +
			"A document is one entry or one receipt; its entry is proposed anew once it was returned or rejected. " +
			"An invoice of ours is booked by its order; what it says of deposits has one entry of its own. " +
			"A sale that bears no tax for what the customer is, rests on tax_id_consultation, or outside the Union on a certificate, for which a person is to look: `buyer_evidence_missing`, `tax_id_invalid`.",
	}, func(ctx context.Context, c *Call, in *generateIn) (*reply[entryView], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		if err := in.Body.faults(); err != nil {
			return nil, err
		}
		done, err := s.generate(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		a := answerEntry(c, done)
		if !done.Nothing {
			a.Status, a.Location = http.StatusCreated, "/api/accounting/journal-entries/"+done.ID+"/"
		}
		return a, nil
	})
	s.registerJournalReads()
	s.registerJournalSteps()
	s.registerAnalysis()
}

func (s *Server) generate(ctx context.Context, c commands.Caller, b generateBody) (commands.Done[journal.State], error) {
	x := s.Books()
	p := commands.Proposed{EntryID: b.EntryID, Anew: b.EntryID != "", Request: b}
	switch {
	case b.Line != nil:
		return s.ofLine(ctx, c, b)
	case b.Reverses != "":
		return x.Reverse(ctx, c, b.Reverses, commands.Reversal{On: b.Date, Memo: b.Memo, Other: b.Other.said()}, b)
	case b.LedgerEntry != "":
		order, _, err := x.CommerceEntry(ctx, c, b.LedgerEntry)
		if err != nil {
			return commands.Done[journal.State]{}, err
		}
		return x.ProposeOrder(ctx, c, order)
	case b.InvoiceID != "":
		return x.ProposeInvoice(ctx, c, b.InvoiceID, b.Paid, b)
	case b.Payment != nil:
		return x.Settle(ctx, c, *b.Payment, b)
	case !b.YearEnd.IsZero():
		return x.YearEnd(ctx, c, b.YearEnd, b)
	case b.DocumentID != "":
		var said voucher.Said
		if b.Details != nil {
			said = *b.Details
		}
		if said.Memo == "" {
			said.Memo = b.Memo
		}
		return s.receipts().ProposeDocument(ctx, c, b.DocumentID, said, b)
	case b.Transaction != nil:
		t := *b.Transaction
		if t.Memo == "" {
			t.Memo = b.Memo
		}
		p.Make = func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
			known, err := x.Counterparty(ctx, c, t)
			if err != nil {
				return journal.Proposal{}, err
			}
			return s.proposed(ctx, c, known, t, f)
		}
		return x.Propose(ctx, c, p)
	}
	m := b.manual()
	p.Make = func(_ context.Context, f booking.Facts) (journal.Proposal, error) { return m.Write(f) }
	return x.Propose(ctx, c, p)
}

// manual is the entry whose lines the body says.
func (b generateBody) manual() booking.Manual {
	return booking.Manual{Origin: b.Origin, Journal: b.Journal, Date: b.Date, TaxDate: b.TaxDate, Currency: b.Currency, Memo: b.Memo,
		Computation: b.Computation, Other: b.Other.said(), Lines: linesOf(b.Lines)}
}

func answerEntry(c *Call, done commands.Done[journal.State]) *reply[entryView] {
	wroteBy(c, done)
	return &reply[entryView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: viewEntry(done.State)}
}

type entryList struct {
	Entries []readmodels.EntryRow `json:"journal_entries" nullable:"false"`
	Counts  map[string]int64      `json:"status_counts" doc:"Entries of each status, whatever status is asked for."`
	Counted
}

func (s *Server) registerJournalReads() {
	type listIn struct {
		Sited
		Paged
		Fresh
		From       civil.Date `query:"from" format:"date" doc:"First booking date."`
		To         civil.Date `query:"to" format:"date" doc:"Last booking date."`
		Status     string     `query:"status" enum:"proposed,approved,posted,returned,rejected"`
		Origin     string     `query:"origin" maxLength:"20"`
		Journal    string     `query:"journal" enum:"sales,purchases,bank,cash,general,opening"`
		Account    string     `query:"account" maxLength:"20" doc:"Posted entries with a line on the account."`
		Party      string     `query:"party" maxLength:"32" doc:"Posted entries with a line of the party."`
		FiscalYear string     `query:"fiscal_year" maxLength:"7"`
		Q          string     `query:"q" maxLength:"200" doc:"Part of memo, id, source, number or total."`
		Order      string     `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,date,-date" default:"-created_at"`
	}
	register(s, Operation{
		Entry: "15.5", ID: "journal.list", Method: http.MethodGet, Path: "/api/accounting/journal-entries/", Surface: "accounting",
		Summary: "List journal entries", Permission: "accounting:read",
		Describe: "`from` and `to` are booking dates.",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[entryList], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		conds := []readmodels.Cond{readmodels.Is("origin", in.Origin), readmodels.Is("journal", in.Journal),
			readmodels.Is("fiscal_year", in.FiscalYear),
			readmodels.From("date_on", in.From), readmodels.UpTo("date_on", in.To), readmodels.Search(in.Q),
			readmodels.WithLine(c.Caller.Tenant, "account", in.Account), readmodels.WithLine(c.Caller.Tenant, "party", in.Party)}
		counts, err := readmodels.JournalEntries.Tally(ctx, s.DB, c.Scope(), "status", conds...)
		if err != nil {
			return nil, err
		}
		found, err := readmodels.JournalEntries.List(ctx, s.DB, c.Scope(), in.page(in.Order),
			append(conds, readmodels.Is("status", in.Status))...)
		if err != nil {
			return nil, err
		}
		return &reply[entryList]{Body: entryList{found.Rows, counts, countedOf(found)}}, nil
	})

	type readIn struct {
		Sited
		Fresh
		EntryID string `path:"entry_id" maxLength:"64"`
	}
	register(s, Operation{
		Entry: "x.18", ID: "journal.read", Method: http.MethodGet, Path: "/api/accounting/journal-entries/{entry_id}/", Surface: "accounting",
		Summary: "A journal entry", Permission: "accounting:read",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[entryView], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		state, revision, err := s.Books().Entry(ctx, c.Caller, in.EntryID)
		if err != nil {
			return nil, err
		}
		v := viewEntry(state)
		row, ok, err := readmodels.JournalEntries.Find(ctx, s.DB, c.Scope(), in.EntryID)
		if err != nil {
			return nil, err
		}
		if ok {
			v.Number, v.FiscalYear, v.Period, v.Late, v.ReversedBy = row.Number, row.FiscalYear, row.Period, row.Late, row.ReversedBy
		}
		return &reply[entryView]{ETag: etag(revision), Body: v}, nil
	})
}

// editBody is a decision that may change lines and memo.
type editBody struct {
	Reason string      `json:"reason,omitempty" maxLength:"4000"`
	Lines  []lineInput `json:"lines,omitempty" maxItems:"200"`
	Memo   *string     `json:"memo,omitempty" maxLength:"4000"`
}

func (s *Server) edits(ctx context.Context, c *Call, id string, b editBody) (journal.EditRequest, error) {
	e := journal.EditRequest{Lines: linesOf(b.Lines), Memo: b.Memo}
	if e.Lines == nil {
		return e, nil
	}
	lines, err := s.Books().InBase(ctx, c.Caller, id, e.Lines)
	e.Lines = lines
	return e, err
}

func (s *Server) registerJournalSteps() {
	type stepIn struct {
		Sited
		EntryID string `path:"entry_id" maxLength:"64"`
		Written
		Body *editBody
	}
	for _, o := range []struct {
		verb, id, entry, summary, permission, describe string
		make                                           func(b editBody, e journal.EditRequest) journalStep
	}{
		{"approve", "journal.approve", "15.6", "Approve an entry", "accounting:approve",
			"Not by who prepared it. Lines and memo may be edited; then somebody else posts it.",
			func(_ editBody, e journal.EditRequest) journalStep { return journal.Approve{EditRequest: e} }},
		{"reject", "journal.reject", "15.6", "Reject an entry that is not posted", "accounting:approve", "",
			func(b editBody, _ journal.EditRequest) journalStep { return journal.Reject{Reason: b.Reason} }},
		{"return", "journal.return", "15.6", "Return an entry, with edited lines and memo for a start", "accounting:approve", "",
			func(b editBody, e journal.EditRequest) journalStep {
				return journal.Return{Reason: b.Reason, EditRequest: e}
			}},
		{"post", "journal.post", "15.7", "Post an approved entry, with what an ERP system is told", "accounting:post",
			"Answers 422 with every blocker while there is one. The number is the rank in the log: null here, and there for who reads the entry with X-Min-Log-Position.",
			func(editBody, journal.EditRequest) journalStep { return journal.Post{} }},
	} {
		register(s, Operation{
			Entry: o.entry, ID: o.id, Method: http.MethodPost, Path: "/api/accounting/journal-entries/{entry_id}/" + o.verb + "/",
			Surface: "accounting",
			Summary: o.summary, Permission: access.Permission(o.permission), Errors: []int{409, 412, 422}, Describe: o.describe,
		}, func(ctx context.Context, c *Call, in *stepIn) (*reply[entryView], error) {
			caller, err := c.writer(in.Written)
			if err != nil {
				return nil, err
			}
			var body editBody
			if in.Body != nil {
				body = *in.Body
			}
			edits, err := s.edits(ctx, c, in.EntryID, body)
			if err != nil {
				return nil, err
			}
			done, err := s.Books().Step(ctx, caller, in.EntryID, o.make(body, edits))
			if err != nil {
				return nil, err
			}
			return answerEntry(c, done), nil
		})
	}
}

// journalStep is a decision on an entry.
type journalStep = commands.EntryStep
