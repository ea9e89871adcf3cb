package commands

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/bankline"
	"github.com/tallystick/tallystick/domain/booking"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// BankLine is a line of a statement beside the books: the entry that it is, or what it
// may be.
type BankLine struct {
	statement.Line
	Statement  int // of the document, from 1
	EntryID    string
	Status     string // of that entry; "" = it is none, or not there yet
	Candidates []bankline.Candidate
}

// linesShown bounds the lines that are compared at once.
const linesShown = 1000

// StatementLines compares the lines of a document's statements with the books.
func (x *Receipts) StatementLines(ctx context.Context, c Caller, d docs.State) ([]BankLine, error) {
	out := []BankLine{}
	var first, last statement.Line
	for i, s := range d.Statements {
		lines, err := x.Lines(ctx, c.Tenant, s)
		if err != nil {
			return nil, err
		}
		for _, l := range lines[:min(len(lines), linesShown-len(out))] {
			if len(out) == 0 || l.BookedOn.Before(first.BookedOn) {
				first = l
			}
			if len(out) == 0 || l.BookedOn.After(last.BookedOn) {
				last = l
			}
			out = append(out, BankLine{Line: l, Statement: i + 1})
		}
	}
	if len(out) == 0 {
		return out, nil
	}
	items, err := x.bankItems(ctx, c, d.Site, first, last)
	if err != nil {
		return nil, err
	}
	entries, err := x.DB.EntriesNamed(ctx, c.Tenant, entriesOf(d))
	if err != nil {
		return nil, err
	}
	for i := range out {
		l := &out[i]
		if m, ok := d.LineEntry(docs.LineAt{Statement: l.Statement, Line: l.Number}); ok {
			if e := entries[m.EntryID]; e.Status != string(journal.Rejected) && e.ReversedBy == "" {
				l.EntryID, l.Status = m.EntryID, e.Status
				continue
			}
		}
		l.Candidates = items.Of(l.Line)
	}
	return out, nil
}

func entriesOf(d docs.State) (ids []string) {
	for _, m := range d.Matches {
		ids = append(ids, m.EntryID)
	}
	return ids
}

// bankItems are what lines between two may be: posted lines on accounts for money, and
// items that are open.
func (x *Receipts) bankItems(ctx context.Context, c Caller, site int64, first, last statement.Line) (bankline.Items, error) {
	l := x.Books.ledger(c, site)
	var onMoney, owed []string
	for _, a := range l.Accounts() {
		if bankline.ForMoney(a) {
			onMoney = append(onMoney, string(a.Code))
		}
		if a.Role == "receivable" || a.Role == "payable" {
			owed = append(owed, string(a.Code))
		}
	}
	moved, err := x.DB.MoneyLines(ctx, c.Tenant, site, onMoney, first.BookedOn.AddDays(-bankline.DaysBefore),
		last.BookedOn.AddDays(bankline.DaysAfter))
	if err != nil {
		return nil, err
	}
	open, err := x.DB.OpenLines(ctx, readmodels.Scope{Tenant: c.Tenant, AllSites: true, Site: site}, []string{}, owed, nil)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(open))
	for i, r := range open {
		ids[i] = r.EntryID
	}
	entries, err := x.DB.EntriesNamed(ctx, c.Tenant, ids)
	if err != nil {
		return nil, err
	}
	var all []bankline.Item
	add := func(kind string, r readmodels.LineRow, amount, text string) {
		v, err := money.Parse(amount)
		if err != nil || r.Site != site {
			return
		}
		if r.Side == string(journal.Credit) {
			v = v.Neg()
		}
		all = append(all, bankline.Item{Kind: kind, EntryID: r.EntryID, Line: r.ID, Date: r.Date, Currency: r.Currency, Amount: v, Text: text,
			Account: r.Account})
	}
	for _, r := range moved {
		add(bankline.Entry, r.LineRow, r.Amount, r.Memo+" "+r.Sources)
	}
	for _, r := range open {
		add(bankline.Open, r.LineRow, r.Left, entries[r.EntryID].Memo+" "+entries[r.EntryID].Sources)
	}
	return bankline.Index(all), nil
}

// CorrectDocument records a person's word on fields of a document, and on what lines of its
// statements are.
func (x *Receipts) CorrectDocument(ctx context.Context, c Caller, id string, cmd docs.Correct) (Done[docs.State], error) {
	if len(cmd.Lines) == 0 {
		return x.Correct(ctx, c, id, cmd)
	}
	if err := cmd.Validate(); err != nil {
		return Done[docs.State]{}, err
	}
	if c.IfMatch == nil {
		return Done[docs.State]{}, fault.Invalid("If-Match", "is demanded: the ETag of the document that was looked at")
	}
	return x.decide(ctx, c, "documents.correct", "documents:write", id, cmd, func(s docs.State, a act.Context, k docs.Known) ([]event.Payload,
		error) {
		if len(cmd.Fields) > 0 {
			if err := x.untouched(ctx, c, s); err != nil {
				return nil, err
			}
		}
		if err := x.caughtUp(ctx); err != nil {
			return nil, err
		}
		k.Lines = map[docs.LineAt]docs.Movement{}
		for _, d := range cmd.Lines {
			if !s.HasLine(d.At()) {
				continue
			}
			m, err := x.movement(ctx, c, s, d)
			if err != nil {
				return nil, err
			}
			k.Lines[d.At()] = m
		}
		return cmd.Decide(s, a, k)
	})
}

// movement is what is known of a line that is decided.
func (x *Receipts) movement(ctx context.Context, c Caller, s docs.State, d docs.LineDecision) (m docs.Movement, err error) {
	if m.HeldBy, m.Own, err = x.lineHeld(ctx, c.Tenant, s, d.At()); err != nil || d.Match.Kind == "none" {
		return m, err
	}
	entry, _, err := x.Books.Entry(ctx, c, d.Match.ID)
	if fault.As(err) != nil && fault.As(err).Code == fault.NotFound || err == nil && entry.Site != s.Site {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	line, err := x.statementLine(ctx, c.Tenant, s, d.At())
	if err != nil {
		return m, err
	}
	m.Entry = &docs.MovedBy{Moves: bankline.Moves(entry.Proposal, line, x.Books.ledger(c, s.Site))}
	undone, err := x.undone(ctx, c.Tenant, entry)
	switch {
	case err != nil:
		return m, err
	case undone:
		m.Entry.Ended = "reversed"
	case entry.Reverses != "":
		m.Entry.Ended = "booked to reverse another"
	case entry.Status == journal.Rejected || entry.Status == journal.Returned:
		m.Entry.Ended = string(entry.Status)
	}
	m.Entry.HeldBy, err = x.lineOfEntry(ctx, c, entry.ID, s.ID+"/"+d.At().String())
	return m, err
}

// lineOfEntry is another line that is an entry, and still there; "" = none is.
func (x *Receipts) lineOfEntry(ctx context.Context, c Caller, entry, own string) (string, error) {
	rows, err := x.DB.LinesOfEntry(ctx, c.Tenant, entry)
	for _, r := range rows {
		if r.ID != own {
			return r.ID, err
		}
	}
	return "", err
}

// lineHeld is the entry that a line is; "" where it is none, or that one was rejected or
// reversed, or was never made. own says that it was proposed for the line.
func (x *Documents) lineHeld(ctx context.Context, tenant string, s docs.State, at docs.LineAt) (entry string, own bool, err error) {
	m, ok := s.LineEntry(at)
	if !ok {
		return "", false, nil
	}
	history, err := x.Log.Load(ctx, event.Stream{Category: journal.Category.Name, Tenant: tenant, ID: m.EntryID}.String())
	if err != nil {
		return "", false, storeFault(err)
	}
	e := journal.Fold(history)
	undone, err := x.undone(ctx, tenant, e)
	if err != nil || e.ID == "" || undone || e.Status == journal.Rejected {
		return "", false, err
	}
	return m.EntryID, m.Proposed, nil
}

// linesFree refuses to have a document read again of which lines are entries.
func (x *Documents) linesFree(ctx context.Context, tenant string, s docs.State) error {
	for _, m := range s.Matches {
		entry, _, err := x.lineHeld(ctx, tenant, s, m.LineAt)
		if err != nil {
			return err
		}
		if entry != "" {
			return fault.New(fault.Immutable, "line %s of the document is journal entry %s", m.LineAt, entry)
		}
	}
	return nil
}

// statementLine reads a line of a document that has it.
func (x *Receipts) statementLine(ctx context.Context, tenant string, s docs.State, at docs.LineAt) (statement.Line, error) {
	lines, err := x.Lines(ctx, tenant, s.Statements[at.Statement-1])
	if err != nil {
		return statement.Line{}, err
	}
	if at.Line > len(lines) {
		return statement.Line{}, fault.New(fault.NotFound, "the lines of the document are gone")
	}
	return lines[at.Line-1], nil
}

// OfLine is a line of a statement that an entry is proposed for.
type OfLine struct {
	DocumentID string `json:"document_id" minLength:"1" maxLength:"32"`
	Statement  int    `json:"statement,omitempty" minimum:"1" doc:"Of the file, from 1; left out: the first."`
	Line       int    `json:"line" minimum:"1"`
}

// ProposeLine proposes the entry of a line of a statement, and claims the line for it.
// make writes it with the line; nil = it pays the item that alone is likely. Errors:
// fault.InvalidInput where there is no such line; fault.Immutable where its entry is
// proposed; fault.Blocked.
func (x *Receipts) ProposeLine(ctx context.Context, c Caller, of OfLine, request any,
	make func(context.Context, statement.Line, booking.Facts) (journal.Proposal, error)) (Done[journal.State], error) {
	var none Done[journal.State]
	d, _, err := x.Read(ctx, c, of.DocumentID)
	if e := fault.As(err); e != nil && e.Code == fault.NotFound || err == nil && d.Site != 0 && c.Site != 0 && d.Site != c.Site {
		return none, fault.Invalid("statement_line.document_id", "there is no such document of this site")
	}
	if err != nil {
		return none, err
	}
	at := docs.LineAt{Statement: max(of.Statement, 1), Line: of.Line}
	if !d.HasLine(at) {
		return none, fault.Invalid("statement_line.line", "the document has no line %s", at)
	}
	if c.Site == 0 {
		c.Site = d.Site
	}
	line, err := x.statementLine(ctx, c.Tenant, d, at)
	if err != nil {
		return none, err
	}
	name := d.ID + "/" + at.String()
	id, err := x.entryOf(ctx, c, name)
	if err != nil {
		return none, err
	}
	if make == nil {
		make = func(ctx context.Context, l statement.Line, f booking.Facts) (journal.Proposal, error) {
			return x.payment(ctx, c, d.Site, l, f)
		}
	}
	var seen uint64
	return x.Books.Propose(ctx, c, Proposed{
		EntryID: id, Request: request,
		Make: func(ctx context.Context, f booking.Facts) (journal.Proposal, error) {
			if d, seen, err = x.Read(ctx, c, d.ID); err != nil {
				return journal.Proposal{}, err
			}
			held, _, err := x.lineHeld(ctx, c.Tenant, d, at)
			if err != nil {
				return journal.Proposal{}, err
			}
			if held != "" && held != id {
				return journal.Proposal{}, fault.New(fault.Immutable, "the line is journal entry %s", held)
			}
			p, err := make(ctx, line, f)
			if err != nil {
				return p, err
			}
			var b fault.Blockers
			bankline.Check(&b, p, line, f.Books)
			p.Sources = append(p.Sources, journal.Source{Kind: "bank_statement", ID: name, SHA256: d.Blob.SHA256})
			return p, b.Err()
		},
		Claim: func(ctx context.Context) error {
			claim := c
			claim.IdempotencyKey, claim.Command, claim.IfMatch = "", uuid.Nil, &seen
			_, err := Execute(ctx, x.Executor, claim, documentAggregate, Order[docs.State]{
				Operation: "documents.claim", Permission: "accounting:write", ID: d.ID, Request: id,
				Decide: func(s docs.State, _ act.Context) ([]event.Payload, error) {
					claimed, err := s.ClaimLine(at, id)
					return []event.Payload{claimed}, err
				},
			})
			return overtaken(err)
		},
	})
}

// payment is the proposal of a line that pays the item that alone is likely.
func (x *Receipts) payment(ctx context.Context, c Caller, site int64, l statement.Line, f booking.Facts) (journal.Proposal, error) {
	items, err := x.bankItems(ctx, c, site, l, l)
	if err != nil {
		return journal.Proposal{}, err
	}
	found := items.Of(l)
	best, ok := bankline.Best(found)
	if !ok {
		var b fault.Blockers
		if len(found) == 0 {
			b.Add("match_undecided", "nothing that is open, and no entry, is the line's amount: send what it is as payment, transaction or lines")
		}
		for _, m := range found {
			b.On(m.Kind+"/"+m.Line, "match_undecided", "%s may be the line, as %s: match it, or send what it is", m.Line,
				strings.Join(m.Reasons, ", "))
		}
		return journal.Proposal{}, b.Err()
	}
	return x.settled(ctx, c, bankline.Pays(l, best), f)
}

// settled is the proposal of a payment.
func (x *Receipts) settled(ctx context.Context, c Caller, p booking.Payment, f booking.Facts) (journal.Proposal, error) {
	open, err := x.Books.open(ctx, c, lineNames(p))
	if err != nil {
		return journal.Proposal{}, err
	}
	return booking.Settle(p, open, f)
}

// Paid makes the proposal of a payment by a line.
func (x *Receipts) Paid(c Caller, p booking.Payment) func(context.Context, statement.Line, booking.Facts) (journal.Proposal, error) {
	return func(ctx context.Context, l statement.Line, f booking.Facts) (journal.Proposal, error) {
		if p.Memo == "" {
			p.Memo = bankline.MemoOf(l)
		}
		return x.settled(ctx, c, p, f)
	}
}

// statementHash is the hash of the document of a line, named as a source of an entry; ""
// where there is none.
func (x *Books) statementHash(ctx context.Context, tenant, name string) (hash string, ok bool, err error) {
	document, rest, _ := strings.Cut(name, "/")
	number, line, _ := strings.Cut(rest, "/")
	s, errS := strconv.Atoi(number)
	l, errL := strconv.Atoi(line)
	if errors.Join(errS, errL) != nil {
		return "", false, nil
	}
	history, err := x.Log.Load(ctx, event.Stream{Category: docs.Category.Name, Tenant: tenant, ID: document}.String())
	if err != nil {
		return "", false, storeFault(err)
	}
	found := docs.Fold(history)
	return found.Blob.SHA256, found.HasLine(docs.LineAt{Statement: s, Line: l}), nil
}

// neighbours are the statements of other documents of the same accounts.
func (x *Documents) neighbours(ctx context.Context, tenant string, site int64, id string, statements []docs.Statement) (out []docs.Neighbour,
	err error) {
	var accounts []string
	for _, s := range statements {
		if s.Account.Plain != "" && !slices.Contains(accounts, s.Account.Plain) {
			accounts = append(accounts, s.Account.Plain)
		}
	}
	if len(accounts) == 0 {
		return nil, nil
	}
	rows, err := x.DB.NeighboursOf(ctx, tenant, site, id, accounts)
	for _, r := range rows {
		out = append(out, docs.Neighbour{Account: r.Account, Currency: r.Currency, From: r.From.String(), To: r.To.String(),
			Opening: r.Opening, Closing: r.Closing})
	}
	return out, err
}
