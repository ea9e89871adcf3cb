package commands

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/readmodels"
)

// AnomalyKind is an anomaly, and ScanKind the scan that looks for some.
var (
	AnomalyKind = Kind[anomaly.State]{
		Aggregate: Aggregate[anomaly.State]{Category: anomaly.Category.Name, Evolve: anomaly.State.Evolve,
			SiteOf: func(s anomaly.State) int64 { return s.Site }},
		Noun: "anomaly", Exists: anomaly.State.Exists,
	}
	ScanKind = Kind[anomaly.ScanState]{
		Aggregate: Aggregate[anomaly.ScanState]{Category: anomaly.Scans.Name, Evolve: anomaly.ScanState.Evolve},
		Noun:      "scan", Exists: func(s anomaly.ScanState) bool { return s.ScanID != "" },
	}
)

// What people decide about an anomaly.
var (
	ResolveAnomaly = Ruled[anomaly.State, anomaly.Resolve]("anomalies.resolve", "anomalies:resolve", AnomalyKind)
	IgnoreAnomaly  = Ruled[anomaly.State, anomaly.Ignore]("anomalies.ignore", "anomalies:resolve", AnomalyKind)
)

// RequestScan asks for a scan of what the caller sees of the books.
func (x *Books) RequestScan(ctx context.Context, c Caller, cmd anomaly.Request) (Done[anomaly.ScanState], error) {
	return Execute(ctx, x.Executor, c, ScanKind.Aggregate, Order[anomaly.ScanState]{
		Operation: "anomalies.scan", Permission: "anomalies:scan", Request: cmd,
		Decide: func(s anomaly.ScanState, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// NoteAnomaly takes what a scan found; fresh reports whether it, or its evidence,
// is new.
func (x *Books) NoteAnomaly(ctx context.Context, c Caller, f anomaly.Finding, scan string) (fresh bool, err error) {
	c.Site = f.Site
	cmd := anomaly.Note{Finding: f, ScanID: scan}
	done, err := Execute(ctx, x.Executor, c, AnomalyKind.Aggregate, Order[anomaly.State]{
		Operation: "anomalies.note", Permission: "anomalies:scan", ID: f.ID(c.Tenant), Request: cmd,
		Decide: func(s anomaly.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
	return !done.Nothing, err
}

// EndScan notes what a scan looked at and found.
func (x *Books) EndScan(ctx context.Context, c Caller, id string, end anomaly.ScanEnded) error {
	_, err := Execute(ctx, x.Executor, c, ScanKind.Aggregate, Order[anomaly.ScanState]{
		Operation: "anomalies.end_scan", Permission: "anomalies:scan", ID: id, Request: end,
		Decide: func(s anomaly.ScanState, _ act.Context) ([]event.Payload, error) {
			return anomaly.End{ScanEnded: end}.Decide(s)
		},
	})
	return err
}

// ToScan gathers what a scan looks at: what the caller sees of the books.
func (x *Books) ToScan(ctx context.Context, c Caller) (anomaly.Books, error) {
	rows, err := x.DB.Scan(ctx, scopeOf(c))
	if err != nil {
		return anomaly.Books{}, err
	}
	out := anomaly.Books{InForce: func(code string, rate money.Dec, on civil.Date) bool {
		return TaxInForce(journal.TaxCode(code), rate, on)
	}}
	for _, r := range rows.Entries {
		e, err := scannedEntry(r)
		if err != nil {
			return out, err
		}
		out.Entries = append(out.Entries, e)
	}
	for _, r := range rows.TaxLines {
		out.TaxLines = append(out.TaxLines, anomaly.TaxLine{Entry: r.EntryID, Code: r.TaxCode, Rate: money.MustParse(r.TaxRate),
			Base: money.MustParse(r.TaxBase),
			Tax:  money.MustParse(r.Amount), Currency: r.Currency, Itself: r.TaxLine, On: r.TaxDate})
	}
	for _, r := range rows.Orders {
		out.Orders = append(out.Orders, anomaly.Order{ID: r.ID, Site: r.Site, Source: r.Source, Ref: r.Ref, Kind: r.Kind,
			PlacedOn: civil.FromTime(r.PlacedAt.UTC()), Status: r.Status,
			RefundOf: r.RefundOf,
			Currency: r.Currency, Gross: money.MustParse(r.Gross), Country: r.Country, RecordedBy: r.CreatedBy})
	}
	for _, id := range rows.Parties {
		changed, err := x.changedAccounts(ctx, c, id)
		if err != nil {
			return out, err
		}
		out.Accounts = append(out.Accounts, changed...)
	}
	out.Threshold, err = x.thresholds(ctx, c, out.Entries)
	return out, err
}

func scannedEntry(r readmodels.ScannedEntry) (anomaly.Entry, error) {
	e := anomaly.Entry{ID: r.ID, Site: r.Site, FiscalYear: r.FiscalYear, Journal: r.Journal, Origin: r.Origin, Number: r.Number, Date: r.Date,
		TaxDate:  r.TaxDate,
		PostedOn: civil.FromTime(r.PostedAt.UTC()), Period: r.Period, Late: r.Late, Waived: r.Waived, Currency: r.Currency,
		Total: money.MustParse(r.Total),
		Party: r.Party, Settles: r.Settles, InputTax: r.InputTax, ApprovedBy: r.ApprovedBy, PostedBy: r.PostedBy, Reversal: r.Reverses != "",
		Reversed: r.ReversedBy != ""}
	if e.TaxDate.IsZero() {
		e.TaxDate = e.Date
	}
	for _, s := range strings.Fields(r.Sources) {
		e.Vouched = true
		if id, ok := strings.CutPrefix(s, "document/"); ok {
			e.Documents = append(e.Documents, id)
		}
	}
	if err := json.Unmarshal(r.Preparers, &e.Preparers); err != nil {
		return e, err
	}
	return e, json.Unmarshal(r.Reasons, &e.Reasons)
}

// changedAccounts lists the bank accounts of a party that came after its first
// day, each with who wrote it.
func (x *Books) changedAccounts(ctx context.Context, c Caller, id string) (out []anomaly.Account, err error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: party.Category.Name, Tenant: c.Tenant, ID: id}.String())
	if err != nil {
		return nil, storeFault(err)
	}
	known := map[string]bool{}
	var s party.State
	for i, e := range history {
		s = s.Evolve(e)
		for _, a := range s.BankAccounts {
			if i > 0 && !known[a.IBAN] && len(a.IBAN) > 4 {
				out = append(out, anomaly.Account{Party: id, Site: s.Site, SeenOn: a.FirstSeen, LastFour: a.IBAN[len(a.IBAN)-4:], By: e.Meta.Principal})
			}
			known[a.IBAN] = true
		}
	}
	return out, nil
}

// thresholds are the amounts from which on a second person is asked for, of the
// sites that have entries.
func (x *Books) thresholds(ctx context.Context, c Caller, entries []anomaly.Entry) (func(int64, string) (money.Dec, bool), error) {
	type key struct {
		site     int64
		currency string
	}
	limits, read := map[key]money.Dec{}, map[int64]bool{}
	for _, e := range entries {
		if read[e.Site] {
			continue
		}
		read[e.Site] = true
		held, err := (&Settings{Executor: x.Executor}).On(ctx, c.Tenant, e.Site, x.Today(c.Tenant, e.Site, x.Now()))
		if err != nil {
			return nil, err
		}
		for currency, amount := range held.Thresholds {
			limits[key{e.Site, currency}] = amount
		}
	}
	return func(site int64, currency string) (money.Dec, bool) {
		amount, ok := limits[key{site, currency}]
		return amount, ok
	}, nil
}

// ScanOf returns a scan that was asked for.
func (x *Books) ScanOf(ctx context.Context, c Caller, id string) (anomaly.ScanState, error) {
	h, err := ScanKind.Load(ctx, x.Log, c, id)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return anomaly.ScanState{}, f
	}
	return h.State, err
}
