package http

import (
	"context"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/bankline"
	"github.com/tallystick/tallystick/domain/booking"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/documents/statement"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
)

// bankLineView is a line of a statement beside the books.
type bankLineView struct {
	Statement  int             `json:"statement" doc:"Of the file, from 1."`
	Line       statementLine   `json:"line"`
	EntryID    *string         `json:"entry_id" doc:"The journal entry that it is; null: none yet."`
	Status     string          `json:"entry_status" doc:"Of that entry; empty: it is none."`
	Candidates []bankCandidate `json:"candidates" nullable:"false" doc:"What it may be, best first, five at most."`
}

// bankCandidate is a posted line that a line of a statement may be.
type bankCandidate struct {
	Kind       string     `json:"kind" enum:"journal_entry,open_item" doc:"journal_entry: it moves the money already, match it; open_item: the line pays it, propose that."`
	EntryID    string     `json:"entry_id"`
	Line       string     `json:"line" doc:"<entry id>/<line from 1>."`
	Date       civil.Date `json:"date" format:"date"`
	Amount     money.Dec  `json:"amount"`
	Currency   string     `json:"currency"`
	Account    string     `json:"account"`
	Confidence float64    `json:"confidence" minimum:"0" maximum:"1"`
	Reasons    []string   `json:"reasons" nullable:"false" doc:"amount, same_day, near_day, within_terms, name, reference."`
}

func viewBankLines(lines []commands.BankLine) []bankLineView {
	out := make([]bankLineView, len(lines))
	for i, l := range lines {
		v := bankLineView{Statement: l.Statement, Line: statementLine{l.Line}, Status: l.Status, Candidates: []bankCandidate{}}
		if l.EntryID != "" {
			v.EntryID = &l.EntryID
		}
		for _, m := range l.Candidates {
			v.Candidates = append(v.Candidates, viewBankCandidate(m))
		}
		out[i] = v
	}
	return out
}

func viewBankCandidate(m bankline.Candidate) bankCandidate {
	return bankCandidate{m.Kind, m.EntryID, m.Line, m.Date, m.Amount, m.Currency, m.Account, float64(m.Score) / 1000, m.Reasons}
}

// ofLine proposes the entry of a line of a statement.
func (s *Server) ofLine(ctx context.Context, c commands.Caller, b generateBody) (commands.Done[journal.State], error) {
	x := s.receipts()
	switch {
	case b.Payment != nil:
		return x.ProposeLine(ctx, c, *b.Line, b, x.Paid(c, *b.Payment))
	case b.Transaction != nil:
		return x.ProposeLine(ctx, c, *b.Line, b, func(ctx context.Context, l statement.Line, f booking.Facts) (journal.Proposal, error) {
			t, err := s.Books().Counterparty(ctx, c, *b.Transaction)
			if err != nil {
				return journal.Proposal{}, err
			}
			if t.Memo == "" {
				t.Memo = bankline.MemoOf(l)
			}
			return s.proposed(ctx, c, t, *b.Transaction, f)
		})
	case b.Lines != nil:
		return x.ProposeLine(ctx, c, *b.Line, b, func(_ context.Context, l statement.Line, f booking.Facts) (journal.Proposal, error) {
			m := b.manual()
			if m.Date.IsZero() {
				m.Date = l.BookedOn
			}
			if m.Currency == "" {
				m.Currency = l.Currency
			}
			if m.Journal == "" {
				m.Journal = journal.Bank
			}
			if m.Memo == "" {
				m.Memo = bankline.MemoOf(l)
			}
			return m.Write(f)
		})
	}
	return x.ProposeLine(ctx, c, *b.Line, b, nil)
}
