package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/bankline"
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
		l.Candidates = items.Of(x.inBooks(c, d.Site, l.Line))
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
	for i, r := range open {
		moved = append(moved, readmodels.MoneyLine{LineRow: r.LineRow, Memo: entries[r.EntryID].Memo, Sources: entries[r.EntryID].Sources})
		moved[len(moved)-1].Amount = open[i].Left
	}
	names, err := x.namesOf(ctx, c.Tenant, moved)
	if err != nil {
		return nil, err
	}
	var all []bankline.Item
	for i, r := range moved {
		amount, err := money.Parse(r.Amount)
		if err != nil || r.Site != site {
			continue
		}
		if r.Side == string(journal.Credit) {
			amount = amount.Neg()
		}
		kind := bankline.Entry
		if i >= len(moved)-len(open) {
			kind = bankline.Open
		}
		text := strings.Join([]string{r.Memo, names[r.Party], names[documentOf(r.Sources)]}, " ")
		all = append(all, bankline.Item{Kind: kind, EntryID: r.EntryID, Line: r.ID, Date: r.Date, Currency: r.Currency, Amount: amount,
			Text: text, Account: r.Account})
	}
	return bankline.Index(all), nil
}

// namesOf are the names of parties and documents that posted lines are of.
func (x *Receipts) namesOf(ctx context.Context, tenant string, lines []readmodels.MoneyLine) (map[string]string, error) {
	parties, documents := []string{}, []string{}
	for _, r := range lines {
		if r.Party != "" {
			parties = append(parties, r.Party)
		}
		if id := documentOf(r.Sources); id != "" {
			documents = append(documents, id)
		}
	}
	return x.DB.NamesOf(ctx, tenant, parties, documents)
}

// documentOf is the document among the sources of an entry; "" where there is none.
func documentOf(sources string) string {
	for s := range strings.FieldsSeq(sources) {
		if id, is := strings.CutPrefix(s, "document/"); is {
			return id
		}
	}
	return ""
}

// inBooks is a line in a currency: files of banks that name none are of the books' own.
func (x *Receipts) inBooks(c Caller, site int64, l statement.Line) statement.Line {
	if l.Currency == "" {
		l.Currency = x.Books.ledger(c, site).BaseCurrency
	}
	return l
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
		read := map[int][]statement.Line{} // of each statement, once
		for _, d := range cmd.Lines {
			if !s.HasLine(d.At()) {
				continue
			}
			m, err := x.movement(ctx, c, s, d, read)
			if err != nil {
				return nil, err
			}
			k.Lines[d.At()] = m
		}
		return cmd.Decide(s, a, k)
	})
}

// movement is what is known of a line that is decided; read holds the lines that were read.
func (x *Receipts) movement(ctx context.Context, c Caller, s docs.State, d docs.LineDecision,
	read map[int][]statement.Line) (m docs.Movement, err error) {
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
	if at := d.At().Statement; read[at] == nil {
		if read[at], err = x.Lines(ctx, c.Tenant, s.Statements[at-1]); err != nil {
			return m, err
		}
	}
	line, err := lineAt(read[d.At().Statement], d.At())
	if err != nil {
		return m, err
	}
	m.Entry = &docs.MovedBy{Moves: bankline.Moves(entry.Proposal, x.inBooks(c, s.Site, line), x.Books.ledger(c, s.Site))}
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
	return lineAt(lines, at)
}

func lineAt(lines []statement.Line, at docs.LineAt) (statement.Line, error) {
	if at.Line > len(lines) {
		return statement.Line{}, fault.New(fault.NotFound, "the lines of the document are gone")
	}
	return lines[at.Line-1], nil
}

// neighbours are the statements of other documents of the same accounts.
func (x *Documents) neighbours(ctx context.Context, tenant string, site int64, id string,
	statements []docs.Statement) (out []docs.Neighbour, err error) {
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
