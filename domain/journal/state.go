package journal

import (
	"slices"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Status is how far an entry has come.
type Status string

// The statuses.
const (
	Proposed Status = "proposed"
	Approved Status = "approved"
	Posted   Status = "posted"
	Returned Status = "returned"
	Rejected Status = "rejected"
)

// Origin is what an entry rests on.
type Origin string

// The origins.
const (
	FromDocument    Origin = "document"
	FromOrder       Origin = "order"
	FromBank        Origin = "bank"
	FromRecurring   Origin = "recurring"
	FromManual      Origin = "manual"
	FromOpening     Origin = "opening"
	FromAccrual     Origin = "accrual"
	FromDepreciate  Origin = "depreciation"
	FromClosing     Origin = "closing"
	FromRevaluation Origin = "revaluation"
	FromReversal    Origin = "reversal"
)

// Origins lists them.
func Origins() []Origin {
	return []Origin{FromDocument, FromOrder, FromBank, FromRecurring, FromManual, FromOpening, FromAccrual, FromDepreciate,
		FromClosing, FromRevaluation, FromReversal}
}

// SelfVouched reports whether memo and computation are the voucher.
func (o Origin) SelfVouched() bool {
	return !slices.Contains([]Origin{FromDocument, FromOrder, FromBank, FromRecurring}, o)
}

// Computed reports whether somebody worked out the amounts: no voucher outside, no balance
// that was brought and no other entry says them, so that the computation must.
func (o Origin) Computed() bool { return o == FromAccrual || o == FromDepreciate }

// Book is the series that an entry is numbered in.
type Book string

// The series.
const (
	Sales     Book = "sales"
	Purchases Book = "purchases"
	Bank      Book = "bank"
	CashBook  Book = "cash"
	General   Book = "general"
	Opening   Book = "opening"
)

// BookList lists the series.
func BookList() []Book { return []Book{Sales, Purchases, Bank, CashBook, General, Opening} }

// Exchange is where the rate of an entry comes from.
type Exchange struct {
	Source string     `json:"source"` // id of the table, or bank
	On     civil.Date `json:"on"`     // the day whose rate was used
	Rate   money.Dec  `json:"rate"`   // base currency for one of the entry's
}

// Source is a record that an entry rests on, as it was seen.
type Source struct {
	Kind   string `json:"kind"` // document | order | entry | bank_statement
	ID     string `json:"id"`
	SHA256 string `json:"sha256,omitempty"`
}

// Other is who is on the other side, as whoever proposed the entry knew them. What a
// party that its lines name, or its order, says counts first.
type Other struct {
	Country string      `json:"country,omitempty"` // where they are established
	TaxID   sealed.Text `json:"tax_id,omitzero"`   // of VAT
}

// Proposal is what an entry says.
type Proposal struct {
	Origin        Origin      `json:"origin"`
	Journal       Book        `json:"journal"`
	Date          civil.Date  `json:"date"`     // of booking
	TaxDate       civil.Date  `json:"tax_date"` // of the tax point; kept when the entry is booked late
	Currency      string      `json:"currency"`
	BaseCurrency  string      `json:"base_currency"`
	Chart         string      `json:"chart,omitempty"` // in which the accounts are; "" = proposed before it was noted
	Exchange      *Exchange   `json:"exchange,omitempty"`
	Memo          sealed.Text `json:"memo"`
	Computation   sealed.Text `json:"computation,omitzero"`
	Lines         []Line      `json:"lines"`
	Sources       []Source    `json:"sources"`
	Reverses      string      `json:"reverses,omitempty"`
	Other         Other       `json:"counterparty,omitzero"`
	Confidence    money.Dec   `json:"confidence"`
	ReviewReasons []string    `json:"review_reasons"`
	StartedBy     string      `json:"started_by,omitempty"`  // who started the automated step
	PreparedBy    []string    `json:"prepared_by,omitempty"` // who else prepared what the entry rests on
}

// Step is one decision on an entry.
type Step struct {
	By     string      `json:"by"`
	At     time.Time   `json:"at"`
	Reason sealed.Text `json:"reason,omitzero"`
	Edited bool        `json:"edited"` // lines or memo were changed by it
	Waiver string      `json:"waiver"` // without which it would have been refused
	Rule   string      `json:"rule"`   // the posting rule that took it
}

// State is an entry as its events leave it. The zero State is "no such entry".
type State struct {
	ID     string
	Tenant string
	Site   int64
	Status Status
	Proposal
	Version   int      // how often it was proposed
	Preparers []string // sorted
	MatchedBy string   // the receipt that says last that it is the same cost; "" = none
	LineClaim *EntryLineClaimed
	Approval  *Step
	Return    *Step // the latest
	Rejection *Step
	Posting   *Step
	Payload   *Payload
	SHA256    string // of the payload
	CreatedAt time.Time
	CreatedBy string
	UpdatedAt time.Time
	Events    int
}

// Fold is the state that a whole history leaves.
func Fold(history []event.Recorded) State {
	var s State
	for _, e := range history {
		s = s.Evolve(e)
	}
	return s
}

// Evolve is the state after e; the one before stays as it was.
func (s State) Evolve(e event.Recorded) State {
	s.Events++
	s.UpdatedAt = e.Meta.Time
	step := Step{By: e.Meta.Principal, At: e.Meta.Time}
	switch p := e.Payload.(type) {
	case EntryProposed:
		if s.ID == "" {
			s.ID, s.Tenant, s.Site, s.CreatedAt, s.CreatedBy = p.EntryID, e.Meta.Tenant, e.Meta.Site, e.Meta.Time, e.Meta.Principal
		}
		s.Status, s.Proposal, s.Version = Proposed, p.Proposal, s.Version+1
		s.Approval, s.Rejection = nil, nil
		s = s.prepared(append([]string{e.Meta.Principal, p.StartedBy}, p.PreparedBy...)...)
	case EntryApproved:
		step.Edited, step.Waiver, step.Rule = p.edits(), p.Waiver, p.Rule
		s.Status, s.Approval = Approved, &step
		s.Proposal = p.Edits.applied(s.Proposal)
	case EntryReturned:
		step.Reason, step.Edited = p.Reason, p.edits()
		s.Status, s.Return, s.Approval = Returned, &step, nil
		s.Proposal = p.Edits.applied(s.Proposal)
		if step.Edited {
			s = s.prepared(e.Meta.Principal)
		}
	case EntryRejected:
		step.Reason = p.Reason
		s.Status, s.Rejection, s.Approval = Rejected, &step, nil
	case EntryPosted:
		step.Waiver, step.Rule = p.Waiver, p.Rule
		s.Status, s.Posting, s.Payload, s.SHA256 = Posted, &step, &p.Payload, p.PayloadSHA256
	case EntryMatched:
		s.MatchedBy = p.ReceiptID
	case EntryLineClaimed:
		s.LineClaim = &p
	}
	return s
}

// prepared counts people among the preparers.
func (s State) prepared(who ...string) State {
	for _, w := range who {
		if at, known := slices.BinarySearch(s.Preparers, w); w != "" && !known {
			s.Preparers = slices.Insert(slices.Clone(s.Preparers), at, w)
		}
	}
	return s
}

// Final reports whether nothing can touch the entry any more.
func (s State) Final() bool { return s.Status == Posted }

// Revision is that of the last event of the stream.
func (s State) Revision() uint64 { return uint64(max(s.Events, 1) - 1) }

// Subject is whose personal data the texts of an entry of a site are: those of
// its books, which are kept as long as the law asks for. What is known of a
// customer or supplier stands with the party, which a line names by its id.
func Subject(site int64) string { return "books-" + strconv.FormatInt(site, 10) }
