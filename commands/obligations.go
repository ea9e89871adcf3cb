package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/filing"
	"github.com/tallystick/tallystick/domain/obligation"
	"github.com/tallystick/tallystick/readmodels"
)

// ObligationKind is a return that was filed.
var ObligationKind = Kind[obligation.State]{
	Aggregate: Aggregate[obligation.State]{Category: obligation.Category.Name, Evolve: obligation.State.Evolve,
		SiteOf: func(s obligation.State) int64 { return s.Site }},
	Noun: "obligation", Exists: func(s obligation.State) bool { return s.ID != "" },
}

// Obligations is the calendar of returns, and what was filed.
type Obligations struct {
	*Feeds
	Books interface {
		Sites(tenant, country string) []int64
	}
	Whole *Checkpoints
	// Render is a return as its export shows it.
	Render func(f Filing, period string, site int64, draft bool, r FilingResult) ([]byte, error)
}

// Calendar lists the obligations of the sites that the caller sees.
func (x *Obligations) Calendar(ctx context.Context, c Caller, today, from, to civil.Date) ([]obligation.Obligation,
	[]obligation.Undetermined, error) {
	rows, err := x.DB.FiledReturns(ctx, c.Tenant)
	if err != nil {
		return nil, nil, err
	}
	filed := map[string]obligation.FiledReturn{}
	for _, r := range rows {
		filed[r.ID] = obligation.FiledReturn{Site: r.Site, Form: r.Form, Period: r.Period, Filing: obligation.Filing{On: r.On,
			Reference: r.Reference, KnownAt: r.KnownAt, LogPosition: r.LogPosition, SHA256: r.SHA256, By: r.RecordedBy, At: r.RecordedAt}}
	}
	registrations := x.Config(c.Tenant).Registrations()
	supplies, err := x.supplies(ctx, c, registrations, from, to)
	if err != nil {
		return nil, nil, err
	}
	list, unknown := obligation.Embedded().List(obligation.Asked{Tenant: c.Tenant, Registrations: registrations,
		Sites:    func(country string) []int64 { return x.Books.Sites(c.Tenant, country) },
		Unmade:   func(form string, site int64) string { return x.unmade(c.Tenant, form, site) },
		YearEnd:  func(site int64) int { return x.yearEnd(c.Tenant, site) },
		Supplied: supplies.made, Filed: filed, Today: today, From: from, To: to})
	if supplies.err != nil {
		return nil, nil, supplies.err
	}
	var seen []obligation.Obligation
	for _, o := range list {
		if Sees(c, o.Site) {
			seen = append(seen, o)
		}
	}
	var unclear []obligation.Undetermined
	for _, u := range unknown {
		if Sees(c, u.Site) {
			unclear = append(unclear, u)
		}
	}
	return seen, unclear, nil
}

// supplies answers whether a site's books hold supplies to businesses in other Member
// States. Only of months that can hold such are lines read, once each.
type supplies struct {
	x      *Obligations
	ctx    context.Context
	caller Caller
	months map[readmodels.SupplyMonth]bool
	err    error
}

// supplies reads which months can hold such supplies, where a registration makes
// statements of them.
func (x *Obligations) supplies(ctx context.Context, c Caller, all []commerce.Record[commerce.Registration], from, to civil.Date) (*supplies,
	error) {
	s := &supplies{x: x, ctx: ctx, caller: c, months: map[readmodels.SupplyMonth]bool{}}
	states := func(r commerce.Record[commerce.Registration]) bool {
		return slices.ContainsFunc(r.Versions, func(v commerce.Version[commerce.Registration]) bool { return v.Content.Statements != "" })
	}
	if !slices.ContainsFunc(all, states) {
		return s, nil
	}
	rows, err := x.DB.SupplyMonths(ctx, c.Tenant, from.AddDays(-500).Time(), to.Time()) // a year, and the term after it
	for _, r := range rows {
		s.months[r] = true
	}
	return s, err
}

// made reports whether the books of a site hold such supplies from a country that
// count in a period.
func (s *supplies) made(site int64, country string, start, end civil.Date) bool {
	can := false
	for m := start; !m.After(end); m = civil.Of(m.Year(), m.Month()+1, 1) {
		can = can || s.months[readmodels.SupplyMonth{Site: site, Month: m.String()[:7]}]
	}
	form, ok := filing.Find("eu-ecsl")
	l := s.x.Ledgers.Ledger(s.caller.Tenant, site)
	if !can || !ok || !l.Exists || s.err != nil || !Sees(s.caller, site) {
		return false
	}
	at := s.caller
	at.Site = site
	lines, err := s.x.filingLines(s.ctx, at, l, Filing{Form: form, Period: filing.Period{First: start.String()[:7], Last: end.String()[:7]}})
	s.err = err
	return slices.ContainsFunc(lines, func(line filing.Line) bool {
		home, _ := line.Code.Country()
		return form.Takes(line) && home == country
	})
}

// yearEnd is the month in which accounting years of a site's books end; 0 = it has none.
func (x *Obligations) yearEnd(tenant string, site int64) int {
	l := x.Ledgers.Ledger(tenant, site)
	if !l.Exists {
		return 0
	}
	return (l.StartMonth()+10)%12 + 1
}

// unmade is why no return of a form can ever be made of a site's books; "" = one can,
// or there are none yet.
func (x *Obligations) unmade(tenant, form string, site int64) string {
	l := x.Ledgers.Ledger(tenant, site)
	f, ok := filing.Find(form)
	switch {
	case !ok || !l.Exists:
		return ""
	case f.Country != "" && f.Country != l.Country:
		return fmt.Sprintf("the return is of %s, and the books of the site are of %s", f.Country, l.Country)
	case f.Currency != "" && f.Currency != l.BaseCurrency:
		return fmt.Sprintf("the return is made in %s, and the books of the site are kept in %s", f.Currency, l.BaseCurrency)
	}
	return ""
}

// calendarYears is how far back an obligation can be filed.
const calendarYears = 10

// Find returns an obligation of the calendar.
//
// Errors: fault.NotFound, of another site's too.
func (x *Obligations) Find(ctx context.Context, c Caller, today civil.Date, id string) (obligation.Obligation, error) {
	list, _, err := x.Calendar(ctx, c, today, today.AddDays(-366*calendarYears), today.AddDays(366))
	if err != nil {
		return obligation.Obligation{}, err
	}
	for _, o := range list {
		if o.ID == id {
			return o, nil
		}
	}
	return obligation.Obligation{}, ObligationKind.missing()
}

// MarkFiled records that a return was filed, and freezes its figures as the books
// knew them at a position of the log.
func (x *Obligations) MarkFiled(ctx context.Context, c Caller, today civil.Date, id string, cmd obligation.File) (Done[obligation.State],
	error) {
	none := Done[obligation.State]{}
	if err := cmd.Validate(); err != nil {
		return none, err
	}
	o, err := x.Find(ctx, c, today, id)
	if err != nil {
		return none, err
	}
	at := c
	at.Site = o.Site
	return Execute(ctx, x.Executor, at, ObligationKind.Aggregate, Order[obligation.State]{
		Operation: "obligations.filed", Permission: "periods:close", ID: id, Request: cmd,
		Decide: func(s obligation.State, a act.Context) ([]event.Payload, error) {
			facts := obligation.Facts{Obligation: o, Today: today, KnownAt: a.Now}
			if s.ID == "" && o.Site != 0 && !o.Outside {
				if err := x.asFiled(ctx, at, cmd, &facts); err != nil {
					return nil, err
				}
			}
			return cmd.Decide(s, a, facts)
		},
	})
}

// asFiled makes the return as the books knew it at the command's position.
func (x *Obligations) asFiled(ctx context.Context, c Caller, cmd obligation.File, f *obligation.Facts) error {
	form, ok := filing.Find(f.Obligation.Form)
	if !ok {
		return ObligationKind.missing()
	}
	period, err := filing.ParsePeriod(f.Obligation.Period)
	if err != nil {
		return err
	}
	if err := x.Whole.CaughtUp(ctx); err != nil {
		return err
	}
	size, err := x.DB.TreeSize(ctx, c.Tenant)
	if err != nil {
		return err
	}
	f.Position = size
	if cmd.LogPosition > size {
		return fault.Invalid("log_position", "the tenant's tree has %d leaves", size)
	}
	if cmd.LogPosition > 0 {
		f.Position = cmd.LogPosition
	}
	known, err := x.Whole.KnownAt(ctx, c.Tenant, f.Position)
	if err != nil {
		return err
	}
	f.KnownAt = known.At
	asked := Filing{Form: form, Period: period, KnownAt: known.At, Through: known.Through, Today: f.Today}
	if then := civil.FromTime(f.KnownAt.UTC()); then.Before(asked.Today) {
		asked.Today = then // the books of that day cannot hold more
	}
	r, err := x.File(ctx, c, asked)
	if err != nil {
		return err
	}
	r.LogPosition = f.Position
	body, err := x.Render(asked, f.Obligation.Period, c.Site, cmd.Draft, r)
	if err != nil {
		return err
	}
	f.Against, f.Return, f.SHA256 = r.Blockers, string(body), Hash(body)
	if l := x.Ledgers.Ledger(c.Tenant, c.Site); f.KnownAt.Before(l.OpenedAt) {
		f.Never.On("books/"+strconv.FormatInt(c.Site, 10), "books_missing", "the books were opened after the position of the log")
	}
	for _, blocker := range r.Blockers {
		if blocker.Code == "period_not_ended" {
			f.Never = append(f.Never, blocker)
		}
	}
	return nil
}

// AsFiled is the frozen return of a position: the same bytes for ever.
//
// Errors: fault.NotFound.
func (x *Obligations) AsFiled(ctx context.Context, c Caller, form, period string, position int64) ([]byte, error) {
	held, err := ObligationKind.Load(ctx, x.Log, c, obligation.ID(c.Tenant, c.Site, form, period))
	if err != nil {
		return nil, err
	}
	if held.State.LogPosition != position || held.State.Return.Plain == "" {
		return nil, fault.New(fault.NotFound, "no return was recorded as filed at that position")
	}
	return []byte(held.State.Return.Plain), nil
}

// drawnByFiling draws a line under the months of the returns of a form that were
// filed: what is posted later counts in the first period after it.
func (x *Feeds) drawnByFiling(ctx context.Context, c Caller, form string, drawn map[string]time.Time) error {
	rows, err := x.DB.FiledReturns(ctx, c.Tenant)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.Site != c.Site || r.Form != form {
			continue
		}
		first, err1 := books.ParseMonth(r.FirstMonth)
		if err1 != nil {
			return err1
		}
		for m := first; m.String() <= r.LastMonth; m = m.Next() {
			if at, closed := drawn[m.String()]; !closed || r.KnownAt.Before(at) {
				drawn[m.String()] = r.KnownAt
			}
		}
	}
	return nil
}
