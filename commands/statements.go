package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

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
		if kind == bankline.Entry && r.Currency != l.BaseCurrency { // what the bank made of it
			exchanged := all[len(all)-1]
			if exchanged.Amount, err = money.Parse(r.BaseAmount); err != nil {
				continue
			}
			if exchanged.Currency = l.BaseCurrency; r.Side == string(journal.Credit) {
				exchanged.Amount = exchanged.Amount.Neg()
			}
			all = append(all, exchanged)
		}
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
		look := moving{read: map[int][]statement.Line{}, entries: map[string]uint64{}}
		for _, d := range cmd.Lines {
			if !s.HasLine(d.At()) {
				continue
			}
			m, err := x.movement(ctx, c, s, d, look)
			if err != nil {
				return nil, err
			}
			k.Lines[d.At()] = m
		}
		out, err := cmd.Decide(s, a, k)
		if err != nil {
			return nil, err
		}
		return out, x.claimEntries(ctx, c, s, out, look.entries)
	})
}

// moving is what was looked at to decide on lines.
type moving struct {
	read    map[int][]statement.Line // of each statement, once
	entries map[string]uint64        // revisions that entries had
}

// claimEntries takes the entries that lines of a document are said to be, each at the
// revision that was seen: of two lines of two documents one is refused, or decided anew.
func (x *Receipts) claimEntries(ctx context.Context, c Caller, s docs.State, out []event.Payload, at map[string]uint64) error {
	var said []docs.LineMatch
	for _, p := range out {
		if m, ok := p.(docs.LinesMatched); ok {
			said = append(said, m.Lines...)
		}
	}
	slices.SortFunc(said, func(a, b docs.LineMatch) int { return strings.Compare(a.EntryID, b.EntryID) })
	c.IdempotencyKey, c.Command, c.Site = "", uuid.Nil, s.Site
	for _, m := range said {
		if m.EntryID == "" {
			continue
		}
		revision := at[m.EntryID]
		c.IfMatch = &revision
		cmd := journal.ClaimLine{EntryLineClaimed: journal.EntryLineClaimed{Line: s.ID + "/" + m.LineAt.String(), Revision: s.Revision}}
		_, err := Execute(ctx, x.Executor, c, journalAggregate, Order[journal.State]{
			Operation: "journal.claim_line", ID: m.EntryID, Request: cmd,
			Decide: func(e journal.State, _ act.Context) ([]event.Payload, error) { return cmd.Decide(e) },
		})
		if err != nil {
			return overtaken(err)
		}
	}
	return nil
}

// movement is what is known of a line that is decided; look holds what was looked at before.
func (x *Receipts) movement(ctx context.Context, c Caller, s docs.State, d docs.LineDecision, look moving) (m docs.Movement, err error) {
	if m.HeldBy, m.Own, err = x.lineHeld(ctx, c.Tenant, s, d.At()); err != nil || d.Match.Kind == "none" {
		return m, err
	}
	entry, revision, err := x.Books.Entry(ctx, c, d.Match.ID)
	if fault.As(err) != nil && fault.As(err).Code == fault.NotFound || err == nil && entry.Site != s.Site {
		return m, nil
	}
	if err != nil {
		return m, err
	}
	look.entries[entry.ID] = revision
	if at := d.At().Statement; look.read[at] == nil {
		if look.read[at], err = x.Lines(ctx, c.Tenant, s.Statements[at-1]); err != nil {
			return m, err
		}
	}
	line, err := lineAt(look.read[d.At().Statement], d.At())
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
	own := s.ID + "/" + d.At().String()
	if m.Entry.HeldBy, err = x.lineOfEntry(ctx, c, entry.ID, own); err != nil || m.Entry.HeldBy != "" {
		return m, err
	}
	m.Entry.HeldBy, m.Entry.Coming, err = x.claimedLine(ctx, c, entry, own)
	return m, err
}

// claimedLine is the other line that claims an entry, "" where none does; coming tells that
// its document does not say so yet.
func (x *Receipts) claimedLine(ctx context.Context, c Caller, entry journal.State, own string) (line string, coming bool, err error) {
	claim := entry.LineClaim
	if claim == nil || claim.Line == own {
		return "", false, nil
	}
	id, _, _ := strings.Cut(claim.Line, "/")
	history, err := x.Log.Load(ctx, event.Stream{Category: docs.Category.Name, Tenant: c.Tenant, ID: id}.String())
	if err != nil {
		return "", false, storeFault(err)
	}
	d := docs.Fold(history)
	if slices.ContainsFunc(d.Matches, func(m docs.LineMatch) bool {
		return m.EntryID == entry.ID && d.ID+"/"+m.LineAt.String() == claim.Line
	}) {
		return claim.Line, false, nil
	}
	if coming = claim.Revision == d.Revision; !coming {
		return "", false, nil
	}
	return claim.Line, true, nil
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
