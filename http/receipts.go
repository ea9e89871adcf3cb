package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/readmodels"
)

// receiptView is a receipt.
type receiptView struct {
	ID     string `json:"id"`
	Site   int64  `json:"site" doc:"0: tenant-wide."`
	Status string `json:"status" enum:"draft,finalised,discarded"`
	receipt.Contents
	JournalEntryID *string   `json:"journal_entry_id" doc:"null: it is not in the books."`
	Reversed       bool      `json:"entry_reversed" doc:"The entry was reversed: the cost is out of the books again, and its document may be booked anew by another receipt."`
	Preparers      []string  `json:"preparers" nullable:"false"`
	Forgotten      bool      `json:"forgotten"`
	CreatedAt      time.Time `json:"created_at"`
	CreatedBy      string    `json:"created_by"`
	UpdatedAt      time.Time `json:"updated_at"`
}

func viewReceipt(ctx context.Context, c *Call, h commands.Held[receipt.State]) (receiptView, error) {
	s := h.State
	v := receiptView{ID: h.ID, Site: s.Site, Status: s.Status, Contents: s.Contents, Preparers: s.Preparers, Forgotten: s.Forgotten,
		CreatedAt: s.CreatedAt, CreatedBy: s.CreatedBy, UpdatedAt: s.UpdatedAt}
	if s.JournalEntryID != "" {
		v.JournalEntryID = &s.JournalEntryID
	}
	var err error
	v.Reversed, err = c.server.receipts().OutOfTheBooks(ctx, c.Caller, s)
	return v, err
}

type receiptListIn struct {
	Listing
	Dated
	Status     string `query:"status" enum:"draft,finalised,discarded"`
	DocumentID string `query:"document_id" maxLength:"32"`
	Category   string `query:"category" maxLength:"60"`
	EntryID    string `query:"journal_entry_id" maxLength:"32"`
	Q          string `query:"q" maxLength:"200" doc:"Part of merchant or number."`
	Order      string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at,date,-date" default:"-created_at"`
}

func (in *receiptListIn) order() string { return in.Order }

func (in *receiptListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "created_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("document_id", in.DocumentID),
		readmodels.Is("category_id", in.Category),
		readmodels.Is("journal_entry_id", in.EntryID), readmodels.Search(in.Q)), err
}

type receiptItem struct {
	readmodels.ReceiptRow
	Date string `json:"date" doc:"Empty: not known."`
}

func (s *Server) registerReceipts() {
	r := &resource[receipt.State, receiptView]{entry: "4.6", surface: "documents", list: "/api/tax-assistant/receipts/",
		one: "/api/tax-assistant/receipts/{receipt_id}/", kind: commands.ReceiptKind, view: viewReceipt}
	registerList[receiptListIn](s, Operation{
		Entry: "4.6", ID: "receipts.list", Path: r.list, Surface: r.surface, Summary: "List receipts", Permission: "receipts:read",
	}, "receipts", readmodels.Receipts, func(_ *Call, row readmodels.ReceiptRow) receiptItem {
		item := receiptItem{ReceiptRow: row}
		if !row.Date.IsZero() {
			item.Date = row.Date.String()
		}
		return item
	})
	register(s, Operation{
		Entry: "4.6", ID: "receipts.create", Method: http.MethodPost, Path: r.list, Surface: r.surface, Summary: "Draft a receipt",
		Permission: "receipts:write",
		Errors:     []int{409}, Status: http.StatusCreated,
		Describe: "By hand, or from a document: what is not sent is taken from it, as far as it is accepted there.",
	}, func(ctx context.Context, c *Call, in *commandIn[receipt.Contents]) (*reply[receiptView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.receipts().Create(ctx, caller, receipt.Create{Contents: in.Body})
		a, err := answerReceipt(ctx, c, done, err)
		if err == nil {
			a.Status, a.Location = http.StatusCreated, r.list+done.ID+"/"
		}
		return a, err
	})
	registerRead(s, r, Operation{ID: "receipts.read", Summary: "A receipt", Permission: "receipts:read"})
	registerChange(s, r, Operation{Summary: "Change a draft", Describe: "What is not named stays; `clear` takes away."},
		commands.ChangeReceipt(s.receipts))

	registerRemove(s, r, Operation{Summary: "Discard a draft"}, commands.DiscardReceipt)
	type oneIn struct {
		Sited
		Written
	}
	s.registerReceiptMatches(r)
	register(s, Operation{
		Entry: "4.9", ID: "receipts.finalise", Method: http.MethodPost, Path: r.one + "finalise/", Surface: r.surface,
		Permission: "receipts:finalise",
		Summary:    "Finalise a receipt into the books", Errors: []int{409, 412, 422},
		Describe: "Answers 422 with every blocker while there is one, those of the booking too: also `document_not_a_cost`, `own_invoice`, " +
			"`differs_from_document`, `match_not_possible`, `document_already_finalised`, `category_unknown`, `content_not_bookable`. Proposes a journal " +
			"entry, which somebody else approves; a receipt that matches an entry joins it.",
	}, func(ctx context.Context, c *Call, in *oneIn) (*reply[receiptView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.receipts().Finalise(ctx, caller, r.id(c))
		return answerReceipt(ctx, c, done, err)
	})
}

func answerReceipt(ctx context.Context, c *Call, done commands.Done[receipt.State], err error) (*reply[receiptView], error) {
	if err != nil {
		return nil, err
	}
	settled(c, done)
	v, err := viewReceipt(ctx, c, commands.Held[receipt.State]{ID: done.ID, State: done.State})
	return &reply[receiptView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, err
}

// receiptMatch is an entry that may be the same cost.
type receiptMatch struct {
	Kind       string     `json:"kind" enum:"journal_entry,ledger_entry"`
	ID         string     `json:"id"`
	Date       civil.Date `json:"date" format:"date"`
	Amount     money.Dec  `json:"amount"`
	Currency   string     `json:"currency"`
	Confidence float64    `json:"confidence" minimum:"0" maximum:"1"`
	Reasons    []string   `json:"reasons" nullable:"false" doc:"amount, amount_converted, same_day, near_day, name, reference."`
}

type receiptMatches struct {
	Matches []receiptMatch `json:"matches" nullable:"false" doc:"Best first, ten at most."`
	Counted
}

func (s *Server) registerReceiptMatches(r *resource[receipt.State, receiptView]) {
	type matchIn struct {
		Sited
		Fresh
	}
	register(s, Operation{
		Entry: "4.8", ID: "receipts.matches", Method: http.MethodGet, Path: r.one + "matches/", Surface: r.surface,
		Summary: "Entries that may be the same cost as a receipt, with reasons", Permission: "receipts:read",
		Describe: "Of the journal and the commerce ledger: by amount (2 % across currencies), day (from 3 before to 10 after, of an invoice to 30 past due), name and reference.",
	}, func(ctx context.Context, c *Call, in *matchIn) (*reply[receiptMatches], error) {
		if err := c.after(ctx, in.Fresh, readmodels.JournalEntries.Projection); err != nil {
			return nil, err
		}
		h, err := r.kind.Load(ctx, s.Log, c.Caller, r.id(c))
		if err != nil {
			return nil, err
		}
		found, err := s.receipts().Matches(ctx, c.Caller, h.State)
		if err != nil {
			return nil, err
		}
		out := receiptMatches{Matches: make([]receiptMatch, len(found)), Counted: counted(len(found), nil)}
		for i, m := range found {
			out.Matches[i] = receiptMatch{m.Kind, m.ID, m.Date, m.Amount, m.Curr, float64(m.Score) / 1000, m.Reasons}
		}
		return &reply[receiptMatches]{Body: out}, nil
	})
}

// documentAnalysis is what a document comes to in the books.
type documentAnalysis struct {
	Document documentView     `json:"document"`
	Checks   []docs.Check     `json:"checks" nullable:"false"`
	Draft    receipt.Contents `json:"draft" doc:"The receipt that it would make."`
	Lines    []journal.Line   `json:"proposed_lines" nullable:"false" doc:"Each names its rule; empty: blockers say why."`
	Reasons  []string         `json:"review_reasons" nullable:"false"`
	Blockers []fault.Blocker  `json:"blockers" nullable:"false" doc:"What would keep the receipt from the books."`
	Similar  []docs.Duplicate `json:"duplicates" nullable:"false"`
	Bank     []bankLineView   `json:"statement_lines" nullable:"false" doc:"Of a bank statement: its first 1000 lines, with the entry that each is, or may be."`
}

func (s *Server) registerDocumentAnalysis() {
	type analyseIn struct {
		DocumentPath
		Fresh
		Body *struct{}
	}
	register(s, Operation{
		Entry: "15.4", ID: "accounting.analyse_document", Method: http.MethodPost, Path: "/api/accounting/documents/{document_id}/analyse/",
		Surface: "accounting",
		Summary: "What a document comes to in the books", Permission: "accounting:read", Errors: []int{422},
		Describe: "Its checks, the entry that would be proposed, and what is in the way; of a bank statement, what each line is or may be. " +
			"It changes nothing.",
	}, func(ctx context.Context, c *Call, in *analyseIn) (*reply[documentAnalysis], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		d, found, err := s.receipts().Analyse(ctx, c.Caller, in.DocumentID)
		if err != nil {
			return nil, err
		}
		v := documentAnalysis{Document: viewOfDocument(d), Draft: found.Draft, Lines: []journal.Line{}, Reasons: []string{},
			Blockers: append([]fault.Blocker{}, found.Blockers...)}
		v.Checks, v.Similar = v.Document.Checks, v.Document.Duplicates
		lines, err := s.receipts().StatementLines(ctx, c.Caller, d)
		if err != nil {
			return nil, err
		}
		v.Bank = viewBankLines(lines)
		if p := found.Proposal; p != nil {
			v.Lines, v.Reasons = p.Lines, append(v.Reasons, p.ReviewReasons...)
		}
		return &reply[documentAnalysis]{Body: v}, nil
	})
}

// BookReceipt is a step of the job of a finalised receipt.
func (s *Server) BookReceipt(ctx context.Context, c commands.Caller, id string) error {
	return s.receipts().BookLater(ctx, c, id)
}
