package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render/ledger"
)

// ExportKind is an export.
var ExportKind = Kind[feeds.Export]{
	Aggregate: Aggregate[feeds.Export]{
		Category: feeds.Exports.Name, Evolve: feeds.Export.Evolve, SiteOf: func(s feeds.Export) int64 { return s.Site },
	},
	Noun: "export", Exists: func(s feeds.Export) bool { return s.Exists },
}

// Feeds carries out what is done with exports.
type Feeds struct {
	*Executor
	DB        *readmodels.DB
	Room      Room
	Settings  *Settings
	Ledgers   Ledgers
	Config    func(tenant string) commerce.Config // a tenant's registrations
	Schedules *Schedules
	Outlets   Outlets
	Privacy   *Privacy
	Signed    bool // somebody signs the heads of the log
}

// Export asks for an export of the books of the caller's site; today is the day there.
//
// Errors: fault.Invalid without a site; fault.Blocked with every blocker.
func (x *Feeds) Export(ctx context.Context, c Caller, cmd feeds.RequestExport, today civil.Date) (Done[feeds.Export], error) {
	if c.Site == 0 {
		return Done[feeds.Export]{}, fault.Invalid("site", "is required: an export is of the books of one site")
	}
	if err := cmd.Validate(); err != nil {
		return Done[feeds.Export]{}, err
	}
	return Execute(ctx, x.Executor, c, ExportKind.Aggregate, Order[feeds.Export]{
		Operation: "exports.request", Permission: "exports:write", Request: cmd,
		Decide: func(s feeds.Export, a act.Context) ([]event.Payload, error) {
			from, to := civil.MustParse(cmd.From), civil.MustParse(cmd.To)
			l := x.Ledgers.Ledger(c.Tenant, c.Site)
			f := feeds.ExportFacts{Today: today, Books: l.Exists, Open: !l.Closed(to)}
			var err error
			if f.Unfit, err = x.Room.For(ctx, c.Tenant, 1); err != nil {
				return nil, err
			}
			if l.Exists {
				h, err := x.Head(ctx, c.Tenant, c.Site, feeds.ExportRequested{Format: cmd.Format, From: from, To: to})
				if err != nil {
					return nil, err
				}
				for _, u := range ledger.Check(ledger.Format(cmd.Format), l.Country, h) {
					f.Unfit = append(f.Unfit, fault.Blocker{Code: u.Code, Field: u.Field, Message: u.Message})
				}
				if f.Unposted, err = x.DB.CountUnposted(ctx, c.Tenant, c.Site, from.Time(), to.Time()); err != nil {
					return nil, err
				}
			}
			return cmd.Decide(s, a, f)
		},
	})
}

// ExportMedia is the media type of a format of exports.
func ExportMedia(format string) string {
	if format == feeds.EInvoicesFormat || feeds.Wants(format) != "" {
		return "application/zip"
	}
	return ledger.Format(format).ContentType()
}

// Head is what a file of a site's books says of them as a whole.
func (x *Feeds) Head(ctx context.Context, tenant string, site int64, r feeds.ExportRequested) (ledger.Head, error) {
	l := x.Ledgers.Ledger(tenant, site)
	held, err := x.Settings.On(ctx, tenant, site, r.To)
	if err != nil {
		return ledger.Head{}, err
	}
	year := l.Year(r.From)
	h := ledger.Head{Site: site, BaseCurrency: l.BaseCurrency, From: r.From, To: r.To, YearBegins: year.Begins.First(), At: r.KnownAt,
		Locked: l.Closed(r.To)}
	if held.Seller != nil {
		s := held.Seller
		h.Company, h.Registration, h.TaxID = s.LegalName, digitsOf(s.RegistrationNumber), s.TaxID
		h.Contact = ledger.Contact{Person: s.Contact, Phone: s.Phone, Email: s.Email, IBAN: s.IBAN, Address: s.Address}
	} else if h.Company, err = x.titled(ctx, tenant, site, r.KnownAt); err != nil {
		return ledger.Head{}, err
	}
	if held.Exports != nil {
		h.DATEVConsultant, h.DATEVClient = held.Exports.DATEVConsultant, held.Exports.DATEVClient
	}
	for _, a := range l.Accounts() {
		h.Accounts = append(h.Accounts, ledger.Account{Code: string(a.Code), Name: a.Name, Class: a.Class, Role: a.Role, Rated: a.Rate != nil,
			FormLines: a.FormLines})
	}
	return h, nil
}

// titled is what the books are called where the settings of their range do not say
// whose they are: by the name that was in force when they were exported.
func (x *Feeds) titled(ctx context.Context, tenant string, site int64, at time.Time) (string, error) {
	held, err := x.Settings.On(ctx, tenant, site, civil.FromTime(at.UTC()))
	if err != nil {
		return "", err
	}
	if held.Seller != nil {
		return held.Seller.LegalName, nil
	}
	return fmt.Sprintf("site %d", site), nil
}

func digitsOf(s string) string {
	var out []rune
	for _, r := range s {
		if r >= '0' && r <= '9' {
			out = append(out, r)
		}
	}
	return string(out)
}

// Opening is what stood on the accounts of a site before a day, in base currency;
// what years before left on accounts of the result stands with what is retained.
func (x *Feeds) Opening(ctx context.Context, tenant string, site int64, r feeds.ExportRequested) ([]ledger.Balance, error) {
	l := x.Ledgers.Ledger(tenant, site)
	begins := l.Year(r.From).Begins.First()
	before, err := x.DB.TrialBalance(ctx, tenant, readmodels.Reading{Site: site, To: begins.AddDays(-1).Time(), KnownAt: r.KnownAt})
	if err != nil {
		return nil, err
	}
	var within []readmodels.BalanceRow
	if begins.Before(r.From) {
		within, err = x.DB.TrialBalance(ctx, tenant, readmodels.Reading{Site: site, From: begins.Time(), To: r.From.AddDays(-1).Time(),
			KnownAt: r.KnownAt})
		if err != nil {
			return nil, err
		}
	}
	var out []ledger.Balance
	add := func(account string, row readmodels.BalanceRow) {
		at := slices.IndexFunc(out, func(b ledger.Balance) bool { return b.Account == account })
		if at < 0 {
			out = append(out, ledger.Balance{Account: account})
			at = len(out) - 1
		}
		out[at].Amount = out[at].Amount.Add(money.MustParse(row.BaseDebit)).Sub(money.MustParse(row.BaseCredit))
	}
	retained, _ := l.ForRole("retained", nil, r.From)
	for _, row := range before {
		a, _ := l.Account(books.Code(row.Account))
		account := row.Account
		if a.Class.Result() && retained.Code != "" {
			account = string(retained.Code)
		}
		add(account, row)
	}
	for _, row := range within {
		add(row.Account, row)
	}
	return out, nil
}

// Range is what a file that tells it beforehand says of the lines of an export: how
// many entries, what they move on each account, and the tax codes that they bear.
func (x *Feeds) Range(ctx context.Context, tenant string, site int64, r feeds.ExportRequested, h *ledger.Head) error {
	reading := readmodels.Reading{Site: site, From: r.From.Time(), To: r.To.Time(), KnownAt: r.KnownAt}
	rows, err := x.DB.TrialBalance(ctx, tenant, reading)
	if err != nil {
		return err
	}
	for _, row := range rows {
		h.Moved = append(h.Moved, ledger.Moved{Account: row.Account, Debit: money.MustParse(row.BaseDebit),
			Credit: money.MustParse(row.BaseCredit)})
	}
	codes, err := x.DB.TaxCodesOf(ctx, tenant, reading)
	if err != nil {
		return err
	}
	for _, c := range codes {
		h.TaxCodes = append(h.TaxCodes, ledger.TaxCode{Code: c.Code, Rate: c.Rate})
	}
	h.Entries, err = x.DB.CountEntries(ctx, tenant, reading)
	return err
}

// CompleteExport records the file of an export; a step of its job.
func (x *Feeds) CompleteExport(ctx context.Context, c Caller, id string, done feeds.ExportCompleted) error {
	_, err := Execute(ctx, x.Executor, c, ExportKind.Aggregate, Order[feeds.Export]{
		Operation: "exports.complete", ID: id, Request: done.File.SHA256,
		Decide: func(s feeds.Export, _ act.Context) ([]event.Payload, error) { return s.Complete(done) },
	})
	return err
}

// FailExport records that there will be no file.
func (x *Feeds) FailExport(ctx context.Context, c Caller, id, code, detail string) error {
	_, err := Execute(ctx, x.Executor, c, ExportKind.Aggregate, Order[feeds.Export]{
		Operation: "exports.fail", ID: id, Request: code,
		Decide: func(s feeds.Export, _ act.Context) ([]event.Payload, error) { return s.Fail(code, detail) },
	})
	return err
}

// Cancelled records that a person cancelled the job that writes an export: no node
// may hold it, and then nobody else says so.
func (x *Feeds) Cancelled(ctx context.Context, c Caller, j OpenJob) (event.Position, error) {
	record, _ := event.ParseStream(j.Record)
	c.Site, c.IfMatch, c.IdempotencyKey = j.Site, nil, ""
	c.Command = uuid.NewSHA1(stepSpace, []byte(j.Tenant+"/"+j.ID+"/cancelled"))
	done, err := Execute(ctx, x.Executor, c, ExportKind.Aggregate, Order[feeds.Export]{
		Operation: "exports.fail", ID: record.ID, Request: j.ID,
		Decide: func(s feeds.Export, _ act.Context) ([]event.Payload, error) {
			return s.Fail("cancelled", "the work was cancelled")
		},
	})
	return done.Position, err
}
