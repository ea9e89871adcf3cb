package commands

import (
	"context"
	"errors"
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
)

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
	line = x.inBooks(c, c.Site, line)
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
	open, _, err := x.Books.open(ctx, c, "", lineNames(p))
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
		return x.settled(ctx, c, bankline.ByBank(p, l, f.Books.BaseCurrency), f)
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
