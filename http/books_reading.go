package http

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// contains reports whether any text contains q, whatever the case.
func contains(q string, texts ...string) bool {
	for _, t := range texts {
		if strings.Contains(strings.ToLower(t), strings.ToLower(q)) {
			return true
		}
	}
	return q == ""
}

type lineList struct {
	Lines []lineView `json:"lines" nullable:"false"`
	Counted
}

// lineView is a posted line.
type lineView struct {
	readmodels.LineRow
	BookedOn civil.Date `json:"booked_on" format:"date"`
}

func viewLines(rows []readmodels.LineRow) []lineView {
	out := make([]lineView, len(rows))
	for i, r := range rows {
		out[i] = lineView{r, civil.FromTime(r.BookedOn)}
	}
	return out
}

// readingOf says as of when the ledger is read.
func (s *Server) readingOf(ctx context.Context, c *Call, from, to, knownAt string) (readmodels.Reading, error) {
	var bad fault.Fields
	r := readmodels.Reading{Site: c.Caller.Site, To: civil.Of(9999, 12, 31).Time()}
	day := func(name, text string, into *time.Time) {
		if text == "" {
			return
		}
		d, err := civil.Parse(text)
		if err != nil {
			bad.Add(name, "%v", err)
			return
		}
		*into = d.Time()
	}
	day("from", from, &r.From)
	day("as_of", to, &r.To)
	known, err := s.knownAt(ctx, c, knownAt)
	if f := fault.As(err); f != nil && f.Code == fault.InvalidInput {
		bad = append(bad, f.Fields...)
	} else if err != nil {
		return r, err
	}
	r.KnownAt, r.Through = known.At, known.Through
	if r.Through > 0 {
		r.KnownAt = time.Time{} // the place in the log is exact
	}
	return r, bad.Err()
}

// knownAt reads a known_at: an instant, or a position of the log as bodies say it, which is
// the number of the tenant's leaves. Zero where it is empty.
func (s *Server) knownAt(ctx context.Context, c *Call, text string) (known commands.Known, err error) {
	if text == "" {
		return known, nil
	}
	leaves, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		if known.At, err = time.Parse(time.RFC3339, text); err != nil {
			return known, fault.Invalid("known_at", "an instant such as 2026-03-31T23:59:59Z, or a log_position such as 4711")
		}
		return known, nil
	}
	size, err := s.DB.TreeSize(ctx, c.Caller.Tenant)
	if err != nil {
		return known, err
	}
	if leaves < 1 || leaves > size {
		return known, fault.Invalid("known_at", "the tenant's log has %d positions", size)
	}
	return s.Checkpoints.KnownAt(ctx, c.Caller.Tenant, leaves)
}

type balanceView struct {
	Account     string    `json:"account"`
	Name        string    `json:"name"`
	Class       string    `json:"class"`
	Currency    string    `json:"currency"`
	Debit       money.Dec `json:"debit"`
	Credit      money.Dec `json:"credit"`
	Balance     money.Dec `json:"balance" doc:"Debit less credit."`
	BaseDebit   money.Dec `json:"base_debit"`
	BaseCredit  money.Dec `json:"base_credit"`
	BaseBalance money.Dec `json:"base_balance"`
}

type trialBalance struct {
	Site         int64         `json:"site"`
	AsOf         string        `json:"as_of" doc:"Booking date up to which it reads; empty: all."`
	KnownAt      string        `json:"known_at" doc:"Instant or position of the log up to which it reads; empty: now."`
	BaseCurrency string        `json:"base_currency"`
	Rows         []balanceView `json:"rows" nullable:"false"`
	Totals       []books.Total `json:"totals" nullable:"false" doc:"By currency; debit equals credit."`
	BaseTotals   books.Total   `json:"base_totals"`
	SHA256       string        `json:"sha256"`
	LogPosition  int64         `json:"log_position" doc:"Leaves of the tenant's tree that the read models have seen."`
}

func (s *Server) registerPeriods() {
	type balanceIn struct {
		Sited
		Fresh
		From    string `query:"from" format:"date" doc:"First booking date; left out: the beginning."`
		AsOf    string `query:"as_of" format:"date" doc:"Last booking date; left out: all."`
		KnownAt string `query:"known_at" maxLength:"40" doc:"Posted by this instant, or up to this log_position; left out: now."`
	}
	register(s, Operation{
		Entry: "x.10", ID: "ledger.trial_balance", Method: http.MethodGet, Path: "/api/ledger/trial-balance/", Surface: "ledger",
		Summary: "Trial balance", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *balanceIn) (*reply[trialBalance], error) {
		l, err := s.ledgerOf(ctx, c, in.Fresh)
		if err != nil {
			return nil, err
		}
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		r, err := s.readingOf(ctx, c, in.From, in.AsOf, in.KnownAt)
		if err != nil {
			return nil, err
		}
		body, err := s.trialBalance(ctx, c, l, r)
		body.AsOf, body.KnownAt = in.AsOf, in.KnownAt
		return &reply[trialBalance]{Body: body}, err
	})

	type listIn struct {
		Sited
		Fresh
		Status string `query:"status" enum:"open,closing,closed"`
		Paged
	}
	register(s, Operation{
		Entry: "x.11", ID: "periods.list", Method: http.MethodGet, Path: "/api/ledger/periods/", Surface: "ledger",
		Summary: "Periods that have entries or were ever closed", Permission: "ledger:read",
	}, func(ctx context.Context, c *Call, in *listIn) (*reply[periodList], error) {
		l, err := s.ledgerOf(ctx, c, in.Fresh)
		if err != nil {
			return nil, err
		}
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		all, err := s.periods(ctx, c, l)
		if err != nil {
			return nil, err
		}
		found := []periodView{}
		for _, p := range all {
			if in.Status == "" || p.Status == in.Status {
				found = append(found, p)
			}
		}
		page, next, err := pageOf(found, in.Paged, func(p periodView) string { return p.Period }, same)
		return &reply[periodList]{Body: periodList{page, counted(len(found), next)}}, err
	})
	s.registerPeriodSteps()
}

func (s *Server) trialBalance(ctx context.Context, c *Call, l books.Ledger, r readmodels.Reading) (trialBalance, error) {
	out := trialBalance{Site: c.Caller.Site, BaseCurrency: l.BaseCurrency, Rows: []balanceView{}, Totals: []books.Total{},
		BaseTotals: books.Total{Currency: l.BaseCurrency}}
	rows, err := s.DB.TrialBalance(ctx, c.Caller.Tenant, r)
	if err != nil {
		return out, err
	}
	at := map[string]int{}
	for _, row := range rows {
		a, _ := l.Account(books.Code(row.Account))
		v := balanceView{Account: row.Account, Name: a.Name, Class: string(a.Class), Currency: row.Currency, Debit: money.MustParse(row.Debit),
			Credit: money.MustParse(row.Credit), BaseDebit: money.MustParse(row.BaseDebit), BaseCredit: money.MustParse(row.BaseCredit)}
		v.Balance, v.BaseBalance = v.Debit.Sub(v.Credit), v.BaseDebit.Sub(v.BaseCredit)
		out.Rows = append(out.Rows, v)
		i, ok := at[row.Currency]
		if !ok {
			i = len(out.Totals)
			at[row.Currency] = i
			out.Totals = append(out.Totals, books.Total{Currency: row.Currency})
		}
		t := &out.Totals[i]
		t.Debit, t.Credit = t.Debit.Add(v.Debit), t.Credit.Add(v.Credit)
		out.BaseTotals.Debit, out.BaseTotals.Credit = out.BaseTotals.Debit.Add(v.BaseDebit), out.BaseTotals.Credit.Add(v.BaseCredit)
	}
	if out.SHA256, err = commands.TrialBalanceHash(rows); err != nil {
		return out, err
	}
	out.LogPosition, err = s.DB.TreeSize(ctx, c.Caller.Tenant)
	return out, err
}

type periodView struct {
	Period    string        `json:"period" doc:"A calendar month: 2026-03."`
	Status    string        `json:"status" enum:"open,closing,closed"`
	Entries   int64         `json:"entries" doc:"Posted entries that count in it."`
	Late      int64         `json:"late" doc:"Of them, those that were posted while an earlier period closed."`
	ClosingAt *time.Time    `json:"closing_at"`
	ClosedAt  *time.Time    `json:"closed_at"`
	ClosedBy  string        `json:"closed_by"`
	Totals    []books.Total `json:"totals" nullable:"false" doc:"As they stood when the period was closed."`
	SHA256    string        `json:"trial_balance_sha256"`
}

type periodList struct {
	Periods []periodView `json:"periods" nullable:"false"`
	Counted
}

func (s *Server) periods(ctx context.Context, c *Call, l books.Ledger) ([]periodView, error) {
	closed, used, err := s.DB.Periods(ctx, c.Caller.Tenant, c.Caller.Site)
	if err != nil {
		return nil, err
	}
	all := map[string]*periodView{}
	get := func(period string) *periodView {
		if all[period] == nil {
			all[period] = &periodView{Period: period, Status: "open", Totals: []books.Total{}}
			if m, err := books.ParseMonth(period); err == nil && l.Closed(m.First()) {
				all[period].Status = "closed"
			}
		}
		return all[period]
	}
	for _, u := range used {
		v := get(u.Period)
		v.Entries, v.Late = u.Entries, u.Late
	}
	for _, p := range closed {
		v := get(p.Period)
		if v.Status = p.Status; p.Status == "open" {
			continue
		}
		v.ClosingAt, v.ClosedAt, v.ClosedBy, v.SHA256 = &p.ClosingAt, p.ClosedAt, p.ClosedBy, p.SHA256
		if err := json.Unmarshal(p.Totals, &v.Totals); err != nil {
			return nil, err
		}
	}
	out := make([]periodView, 0, len(all))
	for _, v := range all {
		out = append(out, *v)
	}
	slices.SortFunc(out, func(a, b periodView) int { return strings.Compare(a.Period, b.Period) })
	return out, nil
}

// PeriodPath names one period of the books of a site.
type PeriodPath struct {
	Sited
	Period string `path:"period" maxLength:"7" doc:"A calendar month: 2026-03."`
	Written
}

func (s *Server) registerPeriodSteps() {
	type closeIn struct{ PeriodPath }
	register(s, Operation{
		Entry: "x.11", ID: "periods.close", Method: http.MethodPost, Path: "/api/ledger/periods/{period}/close/", Surface: "ledger",
		Summary: "Close a period", Permission: "periods:close", Errors: []int{409, 412, 422},
		Describe: "Draws the line in the log: an entry that the log holds after it counts in the next period. Totals and the hash of the trial balance stand in the event.",
	}, func(ctx context.Context, c *Call, in *closeIn) (*reply[periodView], error) {
		return s.stepPeriod(ctx, c, in.PeriodPath, func(caller commands.Caller, m books.Month) (commands.Done[books.State], error) {
			return s.Books().Close(ctx, caller, m)
		})
	})

	type reopenIn struct {
		PeriodPath
		Body struct {
			Reason string `json:"reason" minLength:"1" maxLength:"2000"`
		}
	}
	register(s, Operation{
		Entry: "x.11", ID: "periods.reopen", Method: http.MethodPost, Path: "/api/ledger/periods/{period}/reopen/", Surface: "ledger",
		Summary: "Reopen the last closed period", Permission: "periods:reopen", Errors: []int{409, 412, 422},
	}, func(ctx context.Context, c *Call, in *reopenIn) (*reply[periodView], error) {
		return s.stepPeriod(ctx, c, in.PeriodPath, func(caller commands.Caller, m books.Month) (commands.Done[books.State], error) {
			return s.Books().Reopen(ctx, caller, books.Reopen{Period: m, Reason: in.Body.Reason})
		})
	})
}

func (s *Server) stepPeriod(ctx context.Context, c *Call, in PeriodPath, do func(commands.Caller, books.Month) (commands.Done[books.State],
	error)) (*reply[periodView], error) {
	caller, err := c.writer(in.Written)
	if err != nil {
		return nil, err
	}
	period, err := books.ParseMonth(in.Period)
	if err != nil {
		return nil, fault.New(fault.NotFound, "%v", err)
	}
	done, err := do(caller, period)
	if err != nil {
		return nil, err
	}
	wroteBy(c, done)
	v := periodView{Period: in.Period, Status: "open", Totals: []books.Total{}}
	for _, x := range done.State.Closings {
		if x.Period == period && x.ReopenedAt.IsZero() {
			v.Status, v.ClosingAt, v.Totals, v.SHA256, v.Entries, v.ClosedBy = "closing", &x.ClosingAt, x.Totals, x.SHA256, x.Entries, x.ClosedBy
			if !x.ClosedAt.IsZero() {
				v.Status, v.ClosedAt = "closed", &x.ClosedAt
			}
		}
	}
	if v.Totals == nil {
		v.Totals = []books.Total{}
	}
	return &reply[periodView]{ETag: etag(done.Revision), LogPosition: positionOf(done), Body: v}, nil
}
