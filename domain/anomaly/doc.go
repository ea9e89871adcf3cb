// Package anomaly finds in the books what a careful person would look at twice,
// and keeps what people decided about it.
//
// # Vocabulary
//
// A rule looks at posted entries, at orders and at bank accounts, and finds
// things: each with its subjects (the records it is about), its evidence (figures,
// days and ids that bear it out) and its causers (who prepared, approved or posted
// those records). An anomaly is what a rule found about its subjects, once: its id
// derives from rule and subjects, so that a further scan finds the same one. It is
// open until somebody resolves or ignores it with a reason; other evidence opens
// it again.
//
// # Rules
//
// A rule has a version, which stands in what it found. A finding says what stands
// in the books, not what it means. Who caused a critical one does not close it.
package anomaly

import (
	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"

	"slices"
	"strconv"
	"strings"
)

// Rule names what is looked for.
type Rule string

// The rules.
const (
	DuplicateDocument  Rule = "duplicate_document"
	DuplicatePayment   Rule = "duplicate_payment"
	NumberGap          Rule = "number_gap"
	TaxMismatch        Rule = "tax_mismatch"
	RateNotInForce     Rule = "rate_not_in_force"
	AccountChanged     Rule = "iban_changed"
	SplitBelow         Rule = "split_below_threshold"
	AmountUnusual      Rule = "amount_unusual"
	RefundExceedsSale  Rule = "refund_exceeds_sale"
	RefundWithoutOrder Rule = "refund_without_order"
	Backdated          Rule = "backdated"
	PostedIntoClosed   Rule = "posted_into_closed_period"
	SelfApproval       Rule = "self_approval"
	MissingVoucher     Rule = "missing_voucher"
	LedgerVsSource     Rule = "ledger_vs_source"
)

// Version of the rules; it stands in every finding.
const Version = 3

// Rules lists them.
func Rules() []Rule {
	return []Rule{DuplicateDocument, DuplicatePayment, NumberGap, TaxMismatch, RateNotInForce, AccountChanged, SplitBelow, AmountUnusual,
		RefundExceedsSale, RefundWithoutOrder, Backdated, PostedIntoClosed, SelfApproval, MissingVoucher, LedgerVsSource}
}

// Severity says how soon to look.
type Severity string

// The severities.
const (
	Low      Severity = "low"
	Medium   Severity = "medium"
	High     Severity = "high"
	Critical Severity = "critical"
)

// Fact is one piece of evidence: a figure, a day, an id, never a name.
type Fact struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Finding is what a rule found.
type Finding struct {
	Rule     Rule
	Severity Severity
	Site     int64
	Subjects []string // "entry/<id>", "order/<id>", "party/<id>", "series/<journal>"; sorted
	Evidence []Fact
	Causers  []string
}

var space = uuid.MustParse("3d1f8a6c-2f64-5b0e-8a6d-5f1f6b1f0c77")

// ID is that of the one anomaly of a rule and its subjects.
func (f Finding) ID(tenant string) string {
	text := tenant + "\x00" + string(f.Rule) + "\x00" + strconv.FormatInt(f.Site, 10) + "\x00" + strings.Join(f.Subjects, "\x00")
	return act.Compact(uuid.NewSHA1(space, []byte(text)))
}

// found makes a finding; subjects are put in order.
func found(r Rule, s Severity, site int64, subjects []string, causers []string, facts ...string) Finding {
	f := Finding{Rule: r, Severity: s, Site: site, Subjects: slices.Sorted(slices.Values(subjects))}
	for i := 0; i+1 < len(facts); i += 2 {
		f.Evidence = append(f.Evidence, Fact{facts[i], facts[i+1]})
	}
	f.Causers = slices.Sorted(slices.Values(causers))
	f.Causers = slices.Compact(f.Causers)
	if f.Causers == nil {
		f.Causers = []string{}
	}
	return f
}

// Entry is a posted entry as the rules read it.
type Entry struct {
	ID                  string
	Site                int64
	FiscalYear, Journal string
	Origin              string
	Number              int64
	Date, TaxDate       civil.Date
	PostedOn            civil.Date
	Period              string
	Late, Waived        bool
	Currency            string
	Total               money.Dec
	Party               string // of its lines; "" = none or several
	Settles             bool   // a line of it settles an item
	InputTax            bool
	Documents           []string // ids of the documents it rests on
	Vouched             bool     // it rests on any record
	Preparers           []string
	ApprovedBy          string
	PostedBy            string
	Reasons             []string // to look at its proposal
	Reversal, Reversed  bool
}

func (e Entry) subject() string { return "entry/" + e.ID }

// people are who had a hand in entries.
func people(entries ...Entry) (out []string) {
	for _, e := range entries {
		out = append(out, e.Preparers...)
		for _, who := range []string{e.ApprovedBy, e.PostedBy} {
			if who != "" && !strings.HasPrefix(who, "rule:") {
				out = append(out, who)
			}
		}
	}
	return out
}

// TaxLine is a posted line with a tax code.
type TaxLine struct {
	Entry     string
	Code      string
	Rate      money.Dec
	Base, Tax money.Dec
	Currency  string
	Itself    bool // the amount is the tax
	On        civil.Date
}

// Order is an entry of the commerce ledger.
type Order struct {
	ID          string
	Site        int64
	Source, Ref string
	Kind        string
	PlacedOn    civil.Date
	Status      string
	RefundOf    string // source_ref of the sale; "" = as Ref
	Currency    string
	Gross       money.Dec
	Country     string
	RecordedBy  string
}

// Account is a bank account of a party that was not its first.
type Account struct {
	Party    string
	Site     int64
	SeenOn   civil.Date
	LastFour string
	By       string // who wrote it
}

// Books is what a scan looks at: the posted entries in the order in which they
// were posted, and what stands beside them.
type Books struct {
	Entries  []Entry
	TaxLines []TaxLine
	Orders   []Order
	Accounts []Account
	// Threshold is the amount of a currency from which on a second person is asked
	// for; ok is false where none is set.
	Threshold func(site int64, currency string) (amount money.Dec, ok bool)
	// InForce reports whether a tax code at a rate holds on a day.
	InForce func(code string, rate money.Dec, on civil.Date) bool
}

// Scan applies rules, all of them where none is named, and returns what they
// find, in the order of the rules.
func Scan(b Books, only ...Rule) (all []Finding) {
	x := newIndex(b)
	for _, r := range Rules() {
		if len(only) == 0 || slices.Contains(only, r) {
			all = append(all, x.apply(r)...)
		}
	}
	return all
}

// index is the books with what several rules look up.
type index struct {
	Books
	byID      map[string]Entry
	posted    map[partyKey][]Entry // purchases from a party, as they were posted
	purchases map[partyKey][]Entry // the same, by tax date
	payments  map[partyKey][]Entry // through bank and cash, by date
}

type partyKey struct {
	site            int64
	party, currency string
}

func newIndex(b Books) *index {
	x := &index{Books: b, byID: map[string]Entry{}, posted: map[partyKey][]Entry{}, purchases: map[partyKey][]Entry{},
		payments: map[partyKey][]Entry{}}
	for _, e := range b.Entries {
		x.byID[e.ID] = e
		if e.Reversal || e.Reversed || e.Party == "" {
			continue
		}
		k := partyKey{e.Site, e.Party, e.Currency}
		switch e.Journal {
		case "purchases":
			x.purchases[k] = append(x.purchases[k], e)
		case "bank", "cash":
			x.payments[k] = append(x.payments[k], e)
		}
	}
	for k, list := range x.purchases {
		x.posted[k] = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b Entry) int { return compare(a.TaxDate, b.TaxDate) })
	}
	for _, list := range x.payments {
		slices.SortStableFunc(list, func(a, b Entry) int { return compare(a.Date, b.Date) })
	}
	return x
}

func compare(a, b civil.Date) int { return b.DaysUntil(a) }

// apply is one row per rule.
func (x *index) apply(r Rule) []Finding {
	switch r {
	case DuplicateDocument:
		return append(x.duplicateDocuments(), x.ordersOfTwoSources()...)
	case DuplicatePayment:
		return x.duplicatePayments()
	case NumberGap:
		return x.numberGaps()
	case TaxMismatch, RateNotInForce:
		return x.taxes(r)
	case AccountChanged:
		return x.changedAccounts()
	case SplitBelow:
		return x.splits()
	case AmountUnusual:
		return x.unusual()
	case RefundExceedsSale, RefundWithoutOrder:
		return x.refunds(r)
	case LedgerVsSource:
		return x.differences()
	}
	return x.conduct(r)
}
