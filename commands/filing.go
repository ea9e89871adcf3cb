package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/filing"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// Filing is a return that is asked for.
type Filing struct {
	Form    *filing.Form
	Period  filing.Period
	KnownAt time.Time // zero = now
	Through int64     // place in the log up to which postings are known; 0 = wherever it ends
	Explain bool
	Today   civil.Date
}

// FilingResult is what a return comes to, and what stands against filing it.
type FilingResult struct {
	filing.Result
	Currency    string
	LogPosition int64 // leaves of the tenant's tree that the read models have seen
}

// File makes a return from the posted tax lines of the caller's site. It files
// nothing.
//
// Errors: fault.Invalid without a site; fault.StoreUnavailable.
func (x *Feeds) File(ctx context.Context, c Caller, f Filing) (r FilingResult, err error) {
	if c.Site == 0 {
		return r, fault.Invalid("site", "is required: a return is of the books of one site")
	}
	l := x.Ledgers.Ledger(c.Tenant, c.Site)
	if !l.Exists {
		var b fault.Blockers
		b.Add("books_missing", "there are no books for this site; PUT /api/ledger/books/ opens them")
		return FilingResult{Result: filing.Result{Blockers: b}}, nil
	}
	lines, err := x.filingLines(ctx, c, l, f)
	if err != nil {
		return r, err
	}
	r = FilingResult{Result: f.Form.Make(lines, f.Period.First, f.Explain), Currency: l.BaseCurrency}
	if r.LogPosition, err = x.DB.TreeSize(ctx, c.Tenant); err != nil {
		return r, err
	}
	against, err := x.againstFiling(ctx, c, l, f)
	r.Blockers = append(against, r.Blockers...)
	return r, err
}

// days of a period.
func days(p filing.Period) (from, to civil.Date) {
	first, _ := books.ParseMonth(p.First)
	last, _ := books.ParseMonth(p.Last)
	return first.First(), last.Next().First().AddDays(-1)
}

// filingLines reads the lines that count in the period.
func (x *Feeds) filingLines(ctx context.Context, c Caller, l books.Ledger, f Filing) ([]filing.Line, error) {
	closed, _, err := x.DB.Periods(ctx, c.Tenant, c.Site)
	if err != nil {
		return nil, err
	}
	drawn := map[string]time.Time{} // when the line under a month was drawn
	for _, p := range closed {
		if p.Status != "open" {
			drawn[p.Period] = p.ClosingAt
		}
	}
	if err := x.drawnByFiling(ctx, c, f.Form.ID, drawn); err != nil {
		return nil, err
	}
	from, to := days(f.Period)
	known := f.KnownAt
	if f.Through > 0 {
		known = time.Time{} // the place in the log is exact
	}
	first, _ := books.ParseMonth(f.Period.First)
	rows, err := x.DB.FilingLines(ctx, c.Tenant, readmodels.FilingReading{Site: c.Site, From: from.Time(), To: to.Time(),
		LateSince: drawn[first.Previous().String()], KnownAt: known, Through: f.Through})
	if err != nil {
		return nil, err
	}
	who := partners{x: x, c: c, known: map[string]filing.Partner{}, at: f.KnownAt}
	var out []filing.Line
	for _, row := range rows {
		line, err := lineOf(l, row)
		if err != nil {
			return nil, err
		}
		line.Counts = countsIn(line.Own, row.PostedAt, drawn)
		if line.Counts < f.Period.First || line.Counts > f.Period.Last {
			continue
		}
		if f.Form.NeedsPartner != nil && f.Form.NeedsPartner(line) {
			if line.Partner, err = who.of(ctx, row); err != nil {
				return nil, err
			}
		}
		out = append(out, line)
	}
	return out, nil
}

// countsIn is the first month, from that of the tax point on, whose line was not
// drawn when a line was posted.
func countsIn(month string, posted time.Time, drawn map[string]time.Time) string {
	m, err := books.ParseMonth(month)
	for err == nil {
		at, closed := drawn[m.String()]
		if !closed || !posted.After(at) {
			return m.String()
		}
		m = m.Next()
	}
	return month
}

// lineOf is a posted line as a return sees it: above zero where it adds to what its
// code says.
func lineOf(l books.Ledger, row readmodels.FilingRow) (filing.Line, error) {
	amount, err1 := money.Parse(row.BaseAmount)
	entry, err2 := money.Parse(row.Amount)
	base, err3 := money.Parse(row.TaxBase)
	rate, err4 := money.Parse(row.TaxRate)
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			return filing.Line{}, fmt.Errorf("filing: line %s: %w", row.ID, err)
		}
	}
	code := journal.TaxCode(row.TaxCode)
	if !entry.IsZero() && !entry.Equal(amount) {
		places, _ := money.MinorUnits(row.BaseOf)
		base = base.Mul(amount).QuoRound(entry, places, money.HalfUp)
	}
	adds := journal.Credit
	if !code.Output() {
		adds = journal.Debit
	}
	if journal.Side(row.Side) != adds {
		amount, base = amount.Neg(), base.Neg()
	}
	a, _ := l.Account(books.Code(row.Account))
	day := row.TaxDate
	if day.IsZero() {
		day = row.Date
	}
	return filing.Line{EntryID: row.EntryID, Line: row.Line, Code: code, Rate: rate, TaxLine: row.TaxLine, Amount: amount, Base: base,
		On:  day,
		Own: books.MonthOf(day).String(), Capital: strings.HasPrefix(a.Role, "asset.")}, nil
}

// taxRoles are the accounts that returns must come to.
var taxRoles = []string{"output_tax", "input_tax", "acquisition_output", "acquisition_input", "reverse_output", "reverse_input",
	"import_tax", "oss_tax"}

// againstFiling lists what stands against filing a period, whatever the form.
func (x *Feeds) againstFiling(ctx context.Context, c Caller, l books.Ledger, f Filing) (fault.Blockers, error) {
	var b fault.Blockers
	from, to := days(f.Period)
	if !to.Before(f.Today) {
		b.Add("period_not_ended", "%s is not over", to)
	}
	if f.Form.Country != "" && f.Form.Country != l.Country {
		b.Add("scheme_not_covered", "the form is of %s, the books are of %s", f.Form.Country, l.Country)
	}
	if f.Form.Currency != "" && f.Form.Currency != l.BaseCurrency {
		b.Add("scheme_not_covered", "the form is filed in %s, the books are kept in %s", f.Form.Currency, l.BaseCurrency)
	}
	if l.Basis == books.Cash {
		b.Add("scheme_not_covered", "the books are kept on the cash basis; returns are made of tax points here")
	}
	if x.Config != nil {
		config, err := x.registrationsAt(ctx, c, f.KnownAt)
		if err != nil {
			return nil, err
		}
		if !registered(config, f.Form, l.Country, c.Site, to) {
			b.Add("registration_missing", "no registration for %s is recorded on %s", f.Form.ID, to)
		}
	}
	unposted, err := x.DB.CountUnposted(ctx, c.Tenant, c.Site, from.Time(), to.Time())
	if err != nil {
		return nil, err
	}
	if unposted > 0 {
		b.Add("unposted_entries", "%d entries of the period wait to be posted", unposted)
	}
	differ, err := readmodels.CommerceEntries.List(ctx, x.DB, readmodels.Scope{Tenant: c.Tenant, AllSites: true, Site: c.Site},
		readmodels.Page{Limit: 1, Order: "-placed_at"},
		append(readmodels.Between("placed_at", from.Time(), to.AddDays(1).Time()), readmodels.Is("status", "difference"))...)
	if err != nil {
		return nil, err
	}
	if differ.Count > 0 {
		b.Add("differences_open", "%d orders of the period differ from their source", differ.Count)
	}
	var accounts []string
	for _, a := range l.Accounts() {
		if slices.Contains(taxRoles, a.Role) {
			accounts = append(accounts, string(a.Code))
		}
	}
	uncoded, err := x.DB.UncodedTax(ctx, c.Tenant, c.Site, from.Time(), to.Time(), accounts)
	for _, id := range uncoded {
		b.On("journal_entry/"+id, "control_account_mismatch", "a line on a tax account has no tax code: no return sees it")
	}
	return b, err
}

// registrationsAt are a tenant's registrations as they had been recorded by an instant;
// zero = now.
func (x *Feeds) registrationsAt(ctx context.Context, c Caller, at time.Time) (commerce.Config, error) {
	now := x.Config(c.Tenant)
	if at.IsZero() {
		return now, nil
	}
	then := commerce.NewConfig()
	for _, r := range now.Registrations() {
		history, err := x.Log.Load(ctx, event.Stream{Category: commerce.Registrations.Category.Name, Tenant: c.Tenant, ID: r.ID}.String())
		if err != nil {
			return then, storeFault(err)
		}
		for _, e := range history {
			if !e.Meta.Time.After(at) {
				then.Add(e)
			}
		}
	}
	return then, nil
}

// registered reports whether a form's registration stands on a day.
func registered(config commerce.Config, f *filing.Form, home string, site int64, on civil.Date) bool {
	switch f.ID {
	case "eu-oss":
		return config.Registered(home, commerce.UnionOSS, site, on) || config.Registered(home, commerce.NonUnionOSS, site, on)
	case "us-summary":
		return true // by state: what was collected is shown, whoever registered
	}
	return config.Registered(home, "", site, on)
}
