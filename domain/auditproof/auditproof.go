// Package auditproof is the monthly proof: one hash that stands for all that a
// month's books hold, tied to the signed checkpoints of the log.
//
// # Vocabulary
//
// A record is a posted journal entry that counts in the month, an entry of the
// commerce ledger that was placed in it, or an invoice or credit note that was
// issued in it, with the digest of its canonical form and the leaf that its event
// has in the tenant's tree. The root is that of
// an RFC 9162 tree over the records, in the order of kind and id. A provisional
// proof was made while entries of the month were still to be posted. An
// unchanged month gives the same proof; a changed one a further revision, which
// lists what is new.
package auditproof

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
)

// Category is the kind of stream that the proofs of a month are.
var Category = event.Category{Name: "auditproof", Types: []event.Type{event.Of[ProofGenerated]()}}

// Record is one that a proof covers.
type Record struct {
	Kind   string // one of Kinds
	ID     string
	SHA256 string // of its canonical form, in hex
	Leaf   int64  // of its event in the tenant's tree
}

// Kinds of records that a proof covers.
func Kinds() []string { return []string{JournalEntry, LedgerEntry, Invoice, CreditNote} }

// The kinds.
const (
	JournalEntry = "journal_entry"
	LedgerEntry  = "ledger_entry"
	Invoice      = "invoice"
	CreditNote   = "credit_note"
)

// Covers lists the kinds that a proof says it covers: the first two, where it was
// made before there were others.
func (c Content) Covers() []string {
	if c.RecordKinds == nil {
		return []string{JournalEntry, LedgerEntry}
	}
	return c.RecordKinds
}

// DocumentDigest is the digest of an invoice or credit note as it was issued: the
// SHA-256, in hex, of the JSON array of kind, number, day and its content's hash.
func DocumentDigest(kind, number, issuedOn, contentSHA256 string) string {
	text, _ := json.Marshal([]string{kind, number, issuedOn, contentSHA256})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// hash is the record's leaf in the month's tree: RFC 9162's over the JSON array
// of its parts.
func (r Record) hash() [32]byte {
	text, _ := json.Marshal([]any{r.Kind, r.ID, r.SHA256, r.Leaf})
	return sha256.Sum256(append([]byte{0}, text...))
}

// Sort puts records in the order of kind and id.
func Sort(records []Record) {
	slices.SortFunc(records, func(a, b Record) int {
		if c := strings.Compare(a.Kind, b.Kind); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
}

// Root is the hash of the RFC 9162 tree over sorted records, in hex; of none,
// the hash of nothing.
func Root(records []Record) string {
	hashes := make([][32]byte, len(records))
	for i, r := range records {
		hashes[i] = r.hash()
	}
	root := tree(hashes)
	return hex.EncodeToString(root[:])
}

func tree(leaves [][32]byte) [32]byte {
	switch len(leaves) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return leaves[0]
	}
	half := 1
	for half*2 < len(leaves) {
		half *= 2
	}
	left, right := tree(leaves[:half]), tree(leaves[half:])
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

// Range is the numbers of one series in the month.
type Range struct {
	FiscalYear string `json:"fiscal_year"`
	Journal    string `json:"journal"`
	First      int64  `json:"first"`
	Last       int64  `json:"last"`
	Entries    int64  `json:"entries"`
}

// Content is what a proof says.
type Content struct {
	Period         books.Month   `json:"period"`
	Provisional    bool          `json:"provisional"`
	Entries        int64         `json:"entries"`
	LedgerEntries  int64         `json:"ledger_entries"`
	Invoices       int64         `json:"invoices,omitempty"`
	CreditNotes    int64         `json:"credit_notes,omitempty"`
	RecordKinds    []string      `json:"record_kinds,omitempty"` // that it covers; left out: the first two
	Unposted       int64         `json:"unposted_entries"`
	Waived         int64         `json:"waived_entries"` // one person did both steps
	Totals         []books.Total `json:"totals"`
	Ranges         []Range       `json:"ranges"`
	TrialBalance   string        `json:"trial_balance_sha256"` // at the month's last day
	Root           string        `json:"root"`
	CheckpointSize int64         `json:"checkpoint_size"`
	CheckpointRoot string        `json:"checkpoint_root"`
	PreviousProof  string        `json:"previous_proof"` // of the month before; "" = none
	PreviousRoot   string        `json:"previous_root"`
	PreviousSize   int64         `json:"previous_checkpoint_size,omitempty" doc:"Of the month before's proof; left out: it has none."`
	Consistency    []string      `json:"consistency,omitempty" doc:"Proof of RFC 9162 that the log goes on from that checkpoint to this one, in hex; left out: they are one."`
	Additions      []string      `json:"additions"` // since the revision before, at most additionsMax
}

// AdditionsMax bounds the list of what is new.
const AdditionsMax = 200

// ProofGenerated is one revision of a month's proof.
type ProofGenerated struct {
	ProofID string `json:"proof_id"`
	Content
	PDFSHA256 string `json:"pdf_sha256"`
}

func (ProofGenerated) EventType() string { return "auditproof.generated.v1" }

// State is a month's proofs.
type State struct {
	ID        string
	Tenant    string
	Site      int64
	Revisions []Revision
}

// Revision is one proof.
type Revision struct {
	Content
	PDFSHA256 string
	At        time.Time
	By        string
}

// Evolve is the state after e.
func (s State) Evolve(e event.Recorded) State {
	if p, ok := e.Payload.(ProofGenerated); ok {
		s.ID, s.Tenant, s.Site = p.ProofID, e.Meta.Tenant, e.Meta.Site
		s.Revisions = append(slices.Clone(s.Revisions), Revision{p.Content, p.PDFSHA256, e.Meta.Time, e.Meta.Principal})
	}
	return s
}

// Latest is the last revision; ok is false where there is none.
func (s State) Latest() (Revision, bool) {
	if len(s.Revisions) == 0 {
		return Revision{}, false
	}
	return s.Revisions[len(s.Revisions)-1], true
}

var space = uuid.MustParse("0d5f3b8e-5f0a-5c39-8a59-6a8a0f3f5c11")

// ID is the id of a month's proof of a site.
func ID(tenant string, site int64, period books.Month) string {
	return act.Compact(uuid.NewSHA1(space, []byte(tenant+"\x00"+books.StreamID(site)+"\x00"+period.String())))
}

// Generate makes a month's proof.
type Generate struct {
	ProofID string
	Content
	PDFSHA256 string
	// Ended reports whether the month is over; Covered whether a checkpoint covers
	// every record.
	Ended, Covered bool
}

// proofRevisionsMax bounds a month's stream.
const proofRevisionsMax = 400

// Decide gives ProofGenerated; none for an unchanged month. Errors: fault.Blocked
// with month_not_ended, checkpoint_missing, unposted_entries.
func (c Generate) Decide(s State) ([]event.Payload, error) {
	var b fault.Blockers
	if !c.Ended {
		b.Add("month_not_ended", "%s ends on %s", c.Period, c.Period.Last())
	}
	if !c.Covered {
		b.Add("checkpoint_missing", "no published checkpoint covers every record of the month yet; ask again in a minute")
	}
	if c.Unposted > 0 && !c.Provisional {
		b.Add("unposted_entries", "%d entries of the month are not posted; provisional=true proves without them", c.Unposted)
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	if last, ok := s.Latest(); ok && last.Root == c.Root && last.TrialBalance == c.TrialBalance && last.Provisional == c.Provisional &&
		last.Unposted == c.Unposted &&
		slices.Equal(last.Covers(), c.Covers()) {
		return nil, nil
	}
	if len(s.Revisions) >= proofRevisionsMax {
		return nil, fault.New(fault.Immutable, "the month has %d proofs", len(s.Revisions))
	}
	return []event.Payload{ProofGenerated{c.ProofID, c.Content, c.PDFSHA256}}, nil
}

// Finding is what a verification found.
type Finding struct {
	Code     string `json:"code"`
	Resource string `json:"resource"`
	Message  string `json:"message"`
}

// Verified is the outcome of a verification.
type Verified struct {
	OK       bool      `json:"ok"`
	Findings []Finding `json:"findings" nullable:"false"`
	Checked  int       `json:"checked" doc:"Records that were looked at."`
}
