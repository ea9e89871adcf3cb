package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/readmodels"
)

// dashboardView is a tenant at a glance. A block whose records the caller may not
// read says which permission that needs, and nothing else.
type dashboardView struct {
	From        civil.Date           `json:"from" format:"date"`
	To          civil.Date           `json:"to" format:"date"`
	Answers     dashboardCounts      `json:"answers" doc:"Given in these days, by verification status."`
	Cases       dashboardCounts      `json:"cases" doc:"All there are, by stage."`
	Deadlines   dashboardDeadlines   `json:"deadlines" doc:"Notices that nobody has answered."`
	Obligations dashboardObligations `json:"obligations" doc:"Returns that are due, whenever their day is."`
	Documents   dashboardCounts      `json:"documents" doc:"Received in these days, by status."`
	Reviews     dashboardCounts      `json:"reviews" doc:"Review items, all there are, by status."`
	Ledger      dashboardCounts      `json:"ledger" doc:"Journal entries dated in these days, by status; amounts: gross of orders and refunds placed in them."`
	Anomalies   dashboardCounts      `json:"anomalies" doc:"Found in these days, by status."`
	Invoices    dashboardCounts      `json:"invoices" doc:"Issued in these days, by status; amounts: gross of invoices, credit notes apart."`
	CreditNotes dashboardCounts      `json:"credit_notes" doc:"Likewise."`
	Compliance  dashboardCompliance  `json:"compliance"`
	Coverage    dashboardCoverage    `json:"coverage"`
	FailedJobs  dashboardCounts      `json:"failed_jobs" doc:"Opened in these days and failed, by kind."`
}

// dashboardCounts is a block of counts.
type dashboardCounts struct {
	Hidden  string           `json:"hidden,omitempty" doc:"The permission that the caller lacks; all else is absent then."`
	Count   *int64           `json:"count,omitempty" doc:"How many there are."`
	By      map[string]int64 `json:"by,omitempty" doc:"How many have each status, stage or kind; what there is none of is left out."`
	Amounts []readmodels.Sum `json:"amounts,omitempty" doc:"Each currency for itself, never added across."`
}

// dashboardNotice is a notice that waits for an answer.
type dashboardNotice struct {
	ID           string     `json:"id"`
	Jurisdiction string     `json:"jurisdiction"`
	Type         string     `json:"type"`
	DueOn        civil.Date `json:"due_on" format:"date" doc:"Empty: not known."`
	Overdue      bool       `json:"overdue"`
}

type dashboardDeadlines struct {
	Hidden  string            `json:"hidden,omitempty" doc:"The permission that the caller lacks; all else is absent then."`
	Count   *int64            `json:"count,omitempty" doc:"How many notices wait."`
	Overdue *int64            `json:"overdue,omitempty" doc:"Of the first 200 by day: how many are past it."`
	Next    []dashboardNotice `json:"next,omitempty" doc:"The ten whose day comes first."`
}

// dashboardObligation is a return that is due.
type dashboardObligation struct {
	ID     string     `json:"id"`
	Site   int64      `json:"site"`
	Form   string     `json:"form"`
	Period string     `json:"period"`
	DueOn  civil.Date `json:"due_on" format:"date"`
	Status string     `json:"status" enum:"due,overdue"`
}

type dashboardObligations struct {
	Hidden       string                `json:"hidden,omitempty" doc:"The permission that the caller lacks; all else is absent then."`
	By           map[string]int64      `json:"by,omitempty" doc:"How many are due, overdue, filed, conditional, of the last year; what there is none of is left out."`
	Undetermined *int64                `json:"undetermined,omitempty" doc:"Registrations whose returns are not known."`
	Next         []dashboardObligation `json:"next,omitempty" doc:"The ten that are due or overdue and come first."`
}

type dashboardCompliance struct {
	Hidden      string           `json:"hidden,omitempty" doc:"The permission that the caller lacks; all else is absent then."`
	Status      compliance.Level `json:"status,omitempty" enum:"ok,unknown,attention,overdue"`
	Proofs      compliance.Level `json:"audit_proofs,omitempty" enum:"ok,unknown,attention,overdue" doc:"How the proofs stand."`
	Legislative compliance.Level `json:"legislative,omitempty" enum:"ok,unknown,attention,overdue" doc:"How the checks of the law stand."`
	Currency    compliance.Level `json:"currency,omitempty" enum:"ok,unknown,attention,overdue" doc:"How the exchange rates stand."`
	Attentions  *int64           `json:"attentions,omitempty" doc:"How many things ask for attention."`
}

type dashboardCoverage struct {
	Hidden  string             `json:"hidden,omitempty" doc:"The permission that the caller lacks; all else is absent then."`
	Rows    *int64             `json:"rows,omitempty" doc:"Of the coverage matrix."`
	Offered *int64             `json:"offered,omitempty" doc:"Rows that the firm's profiles offer."`
	ByTier  map[tax.Tier]int64 `json:"by_tier,omitempty" doc:"Rows that are offered, by tier."`
}

// dashboardDaysMax bounds what a dashboard looks back on.
const dashboardDaysMax = 366

func (s *Server) registerDashboard() {
	type dashboardIn struct {
		Sited
		Fresh
		From string `query:"from" format:"date" doc:"First day; left out: 30 days, today the last."`
		To   string `query:"to" format:"date" doc:"Last day; left out: today."`
	}
	register(s, Operation{
		Entry: "1.10", ID: "dashboard.read", Method: http.MethodGet, Path: "/api/tax-assistant/dashboard/", Surface: "dashboard",
		Summary: "The tenant at a glance", Permission: "dashboard:read",
		Describe: "One call, at most 366 days. A block whose records the caller may not read is `{hidden: permission}`. Counts are of the sites that the " +
			"caller sees. Amounts stand by currency and are never added across.",
	}, func(ctx context.Context, c *Call, in *dashboardIn) (*reply[dashboardView], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		var wrong fault.Fields
		v := dashboardView{From: parseDate(&wrong, "from", in.From), To: parseDate(&wrong, "to", in.To)}
		if v.To.IsZero() {
			v.To = s.today(c)
		}
		if v.From.IsZero() {
			v.From = v.To.AddDays(-29)
		}
		if days := v.From.DaysUntil(v.To); wrong == nil && (days < 0 || days >= dashboardDaysMax) {
			wrong.Add("to", "must be from `from` on, and %d days at most", dashboardDaysMax)
		}
		if err := wrong.Err(); err != nil {
			return nil, err
		}
		d := dashboard{s: s, c: c, view: &v, from: v.From.Time(), to: v.To.AddDays(1).Time()}
		if zone := s.zone(c); zone != nil {
			d.from, d.to = v.From.Begins(zone), v.To.AddDays(1).Begins(zone)
		}
		if err := d.fill(ctx); err != nil {
			return nil, err
		}
		return &reply[dashboardView]{Body: v}, nil
	})
}

// dashboard fills a view.
type dashboard struct {
	s        *Server
	c        *Call
	view     *dashboardView
	from, to time.Time
}

// fill makes every block, or hides it.
func (d dashboard) fill(ctx context.Context) error {
	for _, block := range []func(context.Context) error{d.counts, d.amounts, d.deadlines, d.obligations, d.compliance, d.coverage} {
		if err := block(ctx); err != nil {
			return err
		}
	}
	return nil
}

// may notes in hidden what the caller lacks.
func (d dashboard) may(p access.Permission, hidden *string) bool {
	if access.Table.Allows(d.c.Caller.Role, p) {
		return true
	}
	*hidden = string(p)
	return false
}

// tally fills a block with how many rows have each value of a column.
func tally[R any](ctx context.Context, d dashboard, p access.Permission, into *dashboardCounts, m *readmodels.Model[R], column string,
	conds ...readmodels.Cond) error {
	if !d.may(p, &into.Hidden) {
		return nil
	}
	by, err := m.Tally(ctx, d.s.DB, d.c.Scope(), column, conds...)
	if err != nil {
		return err
	}
	into.By, into.Count = by, new(int64)
	for _, n := range by {
		*into.Count += n
	}
	return nil
}

func (d dashboard) within(column string) []readmodels.Cond {
	return readmodels.Between(column, d.from, d.to)
}

func (d dashboard) counts(ctx context.Context) error {
	v := d.view
	dated := []readmodels.Cond{readmodels.From("date_on", v.From.Time()), readmodels.UpTo("date_on", v.To.Time())}
	for _, err := range []error{
		tally(ctx, d, "answers:read", &v.Answers, readmodels.Answers, "status", d.within("asked_at")...),
		tally(ctx, d, "cases:read", &v.Cases, readmodels.Cases, "stage"),
		tally(ctx, d, "documents:read", &v.Documents, readmodels.Documents, "status", d.within("created_at")...),
		tally(ctx, d, "reviews:read", &v.Reviews, readmodels.ReviewItems, "status", reviewsSeen(d.c)),
		tally(ctx, d, "ledger:read", &v.Ledger, readmodels.JournalEntries, "status", dated...),
		tally(ctx, d, "anomalies:read", &v.Anomalies, readmodels.Anomalies, "status", d.within("found_at")...),
		tally(ctx, d, "invoices:read", &v.Invoices, readmodels.Invoices, "status",
			append(d.within("created_at"), readmodels.Is("kind", "invoice"))...),
		tally(ctx, d, "invoices:read", &v.CreditNotes, readmodels.Invoices, "status",
			append(d.within("created_at"), readmodels.Is("kind", "credit_note"))...),
		tally(ctx, d, "jobs:read", &v.FailedJobs, readmodels.Jobs, "kind", append(d.within("opened_at"), readmodels.Is("status", "failed"))...),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

func (d dashboard) amounts(ctx context.Context) (err error) {
	v, scope := d.view, d.c.Scope()
	if v.Ledger.Hidden == "" {
		conds := append(d.within("placed_at"), readmodels.In("kind", []string{"order", "refund"}), readmodels.In("status",
			[]string{"pending", "recorded", "posted", "difference", "missing_at_source"}))
		if v.Ledger.Amounts, err = readmodels.CommerceEntries.Sums(ctx, d.s.DB, scope, "gross", conds...); err != nil {
			return err
		}
	}
	if v.Invoices.Hidden == "" {
		if v.Invoices.Amounts, err = readmodels.Invoices.Sums(ctx, d.s.DB, scope, "gross",
			append(d.within("created_at"), readmodels.Is("kind", "invoice"))...); err != nil {
			return err
		}
		v.CreditNotes.Amounts, err = readmodels.Invoices.Sums(ctx, d.s.DB, scope, "gross",
			append(d.within("created_at"), readmodels.Is("kind", "credit_note"))...)
	}
	return err
}

func (d dashboard) deadlines(ctx context.Context) error {
	into := &d.view.Deadlines
	if !d.may("notices:read", &into.Hidden) {
		return nil
	}
	found, err := readmodels.Notices.List(ctx, d.s.DB, d.c.Scope(), readmodels.Page{Limit: 200, Order: "due_on"},
		readmodels.In("status", []string{"open", "drafted", "approved"}))
	if err != nil {
		return err
	}
	today := d.s.today(d.c)
	into.Count, into.Overdue = &found.Count, new(int64)
	for _, r := range found.Rows {
		n := dashboardNotice{ID: r.ID, Jurisdiction: r.Jurisdiction, Type: r.Type, DueOn: r.Due, Overdue: !r.Due.IsZero() && r.Due.Before(today)}
		if n.Overdue {
			*into.Overdue++
		}
		if len(into.Next) < 10 && !n.DueOn.IsZero() {
			into.Next = append(into.Next, n)
		}
	}
	return nil
}

func (d dashboard) obligations(ctx context.Context) error {
	into := &d.view.Obligations
	if !d.may("compliance:read", &into.Hidden) {
		return nil
	}
	today := d.s.today(d.c)
	list, unknown, err := d.s.obligations().Calendar(ctx, d.c.Caller, today, today.AddDays(-365), today.AddDays(100))
	if err != nil {
		return err
	}
	n := int64(len(unknown))
	into.By, into.Undetermined = map[string]int64{}, &n
	for _, o := range list {
		if o.Status == obligation.Open {
			continue
		}
		into.By[o.Status]++
		if len(into.Next) < 10 && (o.Status == obligation.IsDue || o.Status == obligation.Overdue) {
			into.Next = append(into.Next, dashboardObligation{o.ID, o.Site, o.Form, o.Period, o.On, o.Status})
		}
	}
	return nil
}

func (d dashboard) compliance(ctx context.Context) error {
	into := &d.view.Compliance
	if !d.may("compliance:read", &into.Hidden) {
		return nil
	}
	v, err := d.s.complianceOf(ctx, d.c)
	if err != nil {
		return err
	}
	n := int64(len(v.Proofs.Attentions) + len(v.Legislative.Attentions) + len(v.Currency.Attentions))
	into.Status, into.Proofs, into.Legislative, into.Currency, into.Attentions = v.Status, v.Proofs.Status, v.Legislative.Status,
		v.Currency.Status, &n
	return nil
}

func (d dashboard) coverage(context.Context) error {
	into := &d.view.Coverage
	if !d.may("coverage:read", &into.Hidden) {
		return nil
	}
	profiles, err := d.s.profiles(d.c)
	if err != nil {
		return err
	}
	into.Rows, into.Offered, into.ByTier = new(int64), new(int64), map[tax.Tier]int64{}
	for _, v := range d.s.coverage() {
		*into.Rows++
		if profiles.Refuses(v.key(), v.Tier) == "" {
			*into.Offered++
			into.ByTier[v.Tier]++
		}
	}
	return nil
}
