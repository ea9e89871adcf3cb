package auditproof

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/orders"
)

// Replay reads a log from its beginning and works every month's proof in it out anew,
// from the events alone: it needs no read model, and no key to open sealed texts.
type Replay struct {
	// Render writes a proof for people; nil = the PDFs are not looked at.
	Render func(id string, c Content) ([]byte, error)

	sites    map[place]*ledger
	origins  map[string]int64            // the site of an order or document, by its stream
	heads    map[string]map[int64]string // roots of published checkpoints, by tree and size
	proofs   map[string]*Checked         // the latest of each month
	order    []string
	findings []Finding
}

// place is a site of a tenant.
type place struct {
	tenant string
	site   int64
}

// ledger is what the log says of a site, as far as proofs ask.
type ledger struct {
	start   int // month in which fiscal years begin
	closed  books.Month
	numbers map[string]int64
	entries []posted
	records map[string][]kept // by kind and id, in the order of the log
	texts   map[string]invoicing.State
}

// posted is an entry with its place and number.
type posted struct {
	record  Record
	month   books.Month
	day     civil.Date
	series  Range
	changed bool
	lines   []journal.Line
	cur     string
	base    string
}

// kept is one version of an order, or a document that was issued.
type kept struct {
	record Record
	month  books.Month
}

// Checked is a month's proof that was looked at.
type Checked struct {
	ID, Tenant string
	Site       int64
	Revisions  int
	Content    Content
	PDFSHA256  string
	OK         bool
}

// Publish notes a checkpoint that the log holds.
func (r *Replay) Publish(tree string, size int64, root []byte) {
	if r.heads == nil {
		r.heads = map[string]map[int64]string{}
	}
	if r.heads[tree] == nil {
		r.heads[tree] = map[int64]string{0: hex.EncodeToString(sha256.New().Sum(nil))}
	}
	r.heads[tree][size] = hex.EncodeToString(root)
}

func (r *Replay) at(p place) *ledger {
	if r.sites == nil {
		r.sites, r.proofs = map[place]*ledger{}, map[string]*Checked{}
	}
	l := r.sites[p]
	if l == nil {
		l = &ledger{start: 1, numbers: map[string]int64{}, records: map[string][]kept{}, texts: map[string]invoicing.State{}}
		r.sites[p] = l
	}
	return l
}

// Add takes the next event of the log, which is a leaf of its tenant's tree.
func (r *Replay) Add(e event.Recorded, leaf int64) {
	s, ok := event.ParseStream(e.Stream)
	if !ok {
		return
	}
	l := r.at(place{s.Tenant, r.origin(e)})
	switch p := e.Payload.(type) {
	case books.Opened, books.Changed, books.PeriodClosing, books.PeriodReopened:
		r.period(s, p)
	case journal.EntryPosted:
		r.at(place{s.Tenant, p.Payload.Site}).post(s.ID, p, leaf)
	case orders.EntryRecorded:
		l.keep(Record{LedgerEntry, s.ID, p.SHA256, leaf}, civil.FromTime(p.PlacedAt.UTC()))
	case orders.EntryRevised:
		l.keep(Record{LedgerEntry, s.ID, p.SHA256, leaf}, civil.FromTime(p.PlacedAt.UTC()))
	case ProofGenerated:
		r.check(s.Tenant, e.Meta.Site, p)
	}
	if s.Category == invoicing.Documents.Name {
		d := l.texts[s.ID].Evolve(e)
		if p, issued := e.Payload.(invoicing.Issued); issued {
			l.keep(Record{string(d.Kind), s.ID, DocumentDigest(string(d.Kind), p.Number, p.IssuedOn.String(), d.ContentSHA256), leaf}, p.IssuedOn)
			d = invoicing.State{}
		}
		l.texts[s.ID] = d
	}
}

// origin is the site of a record: that of its first event, whoever wrote the others.
func (r *Replay) origin(e event.Recorded) int64 {
	if r.origins == nil {
		r.origins = map[string]int64{}
	}
	site, known := r.origins[e.Stream]
	if !known {
		site = e.Meta.Site
		if s, _ := event.ParseStream(e.Stream); s.Category == orders.Category.Name || s.Category == invoicing.Documents.Name {
			r.origins[e.Stream] = site
		}
	}
	return site
}

// period follows the line under the periods of a site's books.
func (r *Replay) period(s event.Stream, p event.Payload) {
	site, err := strconv.ParseInt(s.ID, 10, 64)
	if err != nil {
		return
	}
	l := r.at(place{s.Tenant, site})
	switch p := p.(type) {
	case books.Opened:
		l.start = p.Settings.StartMonth()
	case books.Changed:
		l.start = p.Settings.StartMonth()
	case books.PeriodClosing:
		l.closed = p.Period
	case books.PeriodReopened:
		l.closed = p.Period.Previous()
	}
}

// post places and numbers an entry, as the order of the log has it.
func (l *ledger) post(id string, p journal.EntryPosted, leaf int64) {
	day := p.Payload.Date
	month := books.MonthOf(day)
	if !l.closed.IsZero() && !month.After(l.closed) {
		month = l.closed.Next()
		day = month.First()
	}
	series := Range{FiscalYear: books.YearOf(month, l.start).String(), Journal: string(p.Payload.Journal)}
	key := series.FiscalYear + " " + series.Journal
	l.numbers[key]++
	series.First = l.numbers[key]
	now, err := p.Payload.Digest()
	l.entries = append(l.entries, posted{Record{JournalEntry, id, now, leaf}, month, day, series, err != nil || now != p.PayloadSHA256,
		p.Payload.Lines, p.Payload.Currency, p.Payload.BaseCurrency})
}

func (l *ledger) keep(x Record, day civil.Date) {
	key := x.Kind + "/" + x.ID
	l.records[key] = append(l.records[key], kept{x, books.MonthOf(day)})
}

// Month works out what the log says of a month of a site where a checkpoint of size
// stands; the changed are entries whose payload does not have its digest.
func (r *Replay) Month(tenant string, site int64, month books.Month, kinds []string, size int64) (c Content, changed []string) {
	l := r.at(place{tenant, site})
	var records []Record
	c.Period, c.Ranges = month, []Range{}
	for _, e := range l.entries {
		if e.month != month || e.record.Leaf >= size {
			continue
		}
		records = append(records, e.record)
		c.series(e.series)
		if e.changed {
			changed = append(changed, JournalEntry+"/"+e.record.ID)
		}
	}
	for _, versions := range l.records {
		at := len(versions) - 1
		for at >= 0 && versions[at].record.Leaf >= size {
			at--
		}
		if at >= 0 && versions[at].month == month && slices.Contains(kinds, versions[at].record.Kind) {
			records = append(records, versions[at].record)
		}
	}
	for _, x := range records {
		c.Count(x.Kind)
	}
	slices.SortFunc(c.Ranges, func(a, b Range) int {
		return strings.Compare(a.FiscalYear+" "+a.Journal, b.FiscalYear+" "+b.Journal)
	})
	Sort(records)
	c.Root = Root(records)
	c.Totals, c.TrialBalance = l.balance(month, size)
	return c, changed
}

// Count counts a record of a kind.
func (c *Content) Count(kind string) {
	switch kind {
	case JournalEntry:
		c.Entries++
	case LedgerEntry:
		c.LedgerEntries++
	case Invoice:
		c.Invoices++
	default:
		c.CreditNotes++
	}
}

// series widens the range of an entry's series.
func (c *Content) series(x Range) {
	i := slices.IndexFunc(c.Ranges, func(y Range) bool { return y.FiscalYear == x.FiscalYear && y.Journal == x.Journal })
	if i < 0 {
		x.Last, x.Entries = x.First, 1
		c.Ranges = append(c.Ranges, x)
		return
	}
	c.Ranges[i].Last = x.First
	c.Ranges[i].Entries++
}

// balance adds up a month's turnover by currency, and hashes the trial balance at its
// last day: rows as JSON arrays of account, currency, and the four sums, in order.
func (l *ledger) balance(month books.Month, size int64) ([]books.Total, string) {
	type sums [4]money.Dec
	rows, totals := map[[3]string]*sums{}, map[string]*sums{}
	for _, e := range l.entries {
		if e.record.Leaf >= size || e.month.After(month) {
			continue
		}
		for _, x := range e.lines {
			key := [3]string{string(x.Account), e.cur, e.base}
			if rows[key] == nil {
				rows[key] = &sums{}
			}
			if totals[e.cur] == nil && e.month == month {
				totals[e.cur] = &sums{}
			}
			at := 0
			if x.Side == journal.Credit {
				at = 1
			}
			rows[key][at], rows[key][at+2] = rows[key][at].Add(x.Amount), rows[key][at+2].Add(x.BaseAmount)
			if e.month == month {
				totals[e.cur][at] = totals[e.cur][at].Add(x.Amount)
			}
		}
	}
	keys := make([][3]string, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	for _, k := range keys {
		x := rows[k]
		line, _ := json.Marshal([]string{k[0], k[1], x[0].String(), x[1].String(), x[2].String(), x[3].String()})
		h.Write(append(line, '\n'))
	}
	out := []books.Total{}
	for currency, x := range totals {
		out = append(out, books.Total{Currency: currency, Debit: x[0], Credit: x[1]})
	}
	slices.SortFunc(out, func(a, b books.Total) int { return strings.Compare(a.Currency, b.Currency) })
	return out, hex.EncodeToString(h.Sum(nil))
}

// check holds a proof against what stands before it in the log.
func (r *Replay) check(tenant string, site int64, p ProofGenerated) {
	found := len(r.findings)
	resource := "proof/" + p.ProofID
	find := func(code, format string, args ...any) {
		r.findings = append(r.findings, Finding{code, resource, fmt.Sprintf(p.Period.String()+": "+format, args...)})
	}
	if want := ID(tenant, site, p.Period); want != p.ProofID {
		find("proof_misplaced", "this is not the proof of a month of its site, which is %s", want)
	}
	if got := r.heads[tenant][p.CheckpointSize]; got == "" || got != p.CheckpointRoot {
		find("checkpoint_differs", "no checkpoint of %d events before it has the root that it says", p.CheckpointSize)
	}
	now, changed := r.Month(tenant, site, p.Period, p.Covers(), p.CheckpointSize)
	for _, x := range changed {
		r.findings = append(r.findings,
			Finding{"digest_differs", x, p.Period.String() + ": what the entry says does not have the digest that it states"})
	}
	for _, x := range []struct{ what, said, is string }{
		{"root", p.Root, now.Root},
		{"trial balance", p.TrialBalance, now.TrialBalance},
		{"number of records", p.counts(), now.counts()},
		{"ranges of numbers", asText(p.Ranges), asText(now.Ranges)},
		{"totals", asText(p.Totals), asText(now.Totals)},
	} {
		if x.said != x.is {
			find(strings.ReplaceAll(x.what, " ", "_")+"_differs", "the log gives the %s %s, the proof says %s", x.what, x.is, x.said)
		}
	}
	r.before(tenant, site, p, find)
	if r.Render != nil {
		pdf, err := r.Render(p.ProofID, p.Content)
		if sum := sha256.Sum256(pdf); err != nil || hex.EncodeToString(sum[:]) != p.PDFSHA256 {
			find("pdf_differs", "its PDF does not have the hash that was recorded")
		}
	}
	before := r.proofs[p.ProofID]
	c := Checked{p.ProofID, tenant, site, 1, p.Content, p.PDFSHA256, len(r.findings) == found}
	if before != nil {
		c.Revisions, c.OK = before.Revisions+1, c.OK && before.OK
	} else {
		r.order = append(r.order, p.ProofID)
	}
	r.proofs[p.ProofID] = &c
}

// before holds a proof to that of the month before, as it stood then.
func (r *Replay) before(tenant string, site int64, p ProofGenerated, find func(code, format string, args ...any)) {
	last := r.proofs[ID(tenant, site, p.Period.Previous())]
	switch {
	case last == nil && p.PreviousProof == "":
	case last == nil || p.PreviousProof != last.ID || p.PreviousRoot != last.Content.Root:
		find("previous_differs", "it does not continue the proof of the month before")
	case p.PreviousSize == last.Content.CheckpointSize && p.CheckpointSize >= p.PreviousSize:
	case p.PreviousSize == 0: // made before proofs said it
	default:
		find("previous_differs", "its checkpoint does not continue that of the month before")
	}
}

func (c Content) counts() string {
	return asText([]int64{c.Entries, c.LedgerEntries, c.Invoices, c.CreditNotes})
}

func asText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// End lists the proofs that were looked at, in the order of the log, and what was
// found.
func (r *Replay) End() (months []Checked, findings []Finding) {
	for _, id := range r.order {
		months = append(months, *r.proofs[id])
	}
	return months, r.findings
}
