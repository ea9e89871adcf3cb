// Package feeds does the work that exports ask for: it writes their files, entry
// by entry, into blobs.
package feeds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/eventstore/blobs"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/readmodels"
	"github.com/tallystick/tallystick/render/ledger"
)

// Exporter writes the files of exports.
type Exporter struct {
	Feeds    *commands.Feeds
	Invoices *commands.Invoices
	DB       *readmodels.DB
	Blobs    *blobs.Store
	Whole    Whole
}

// fileBytesMax bounds a file: more is no export but a copy.
const fileBytesMax = 8 << 30

// Handler does the work of feeds.ExportJob.
func (x *Exporter) Handler(atOnce int) jobs.Handler {
	return jobs.Handler{
		AtOnce: atOnce,
		Do: func(ctx context.Context, t *jobs.Task) (string, error) {
			return "/api/accounting-feeds/exports/" + t.RecordID + "/", x.write(ctx, t)
		},
		Abandon: func(ctx context.Context, t *jobs.Task, code, detail string) error {
			return x.Feeds.FailExport(ctx, t.Caller("exports.fail"), t.RecordID, code, detail)
		},
	}
}

func (x *Exporter) write(ctx context.Context, t *jobs.Task) error {
	caller := t.Caller("exports.complete")
	held, err := commands.ExportKind.Load(ctx, x.Feeds.Log, caller, t.RecordID)
	if err != nil {
		return err
	}
	s := held.State
	if s.Status != feeds.ExportQueued {
		return x.Feeds.FollowExport(ctx, t.HeldJob, s.ID)
	}
	asked := held.History[0]
	leaf, err := x.reached(ctx, t.Tenant, asked)
	if err != nil {
		return err
	}
	done := feeds.ExportCompleted{LogPosition: leaf, Totals: []feeds.ExportTotal{}}
	write, err := x.writer(ctx, t, s, asked, &done)
	if err != nil {
		return err
	}
	out, in := io.Pipe()
	go func() { in.CloseWithError(write(in)) }()
	defer out.Close()
	if done.File, err = x.Blobs.Put(ctx, t.Tenant, s.Subject(), out, fileBytesMax); err != nil {
		if errors.Is(err, blobs.ErrTooLarge) {
			return jobs.Final("too_large", "the file would be larger than %d bytes; ask for a shorter range", int64(fileBytesMax))
		}
		return err
	}
	if err := x.Feeds.CompleteExport(ctx, caller, s.ID, done); err != nil {
		return err
	}
	return x.Feeds.FollowExport(ctx, t.HeldJob, s.ID)
}

// writer names the file of an export, and is what writes it.
func (x *Exporter) writer(ctx context.Context, t *jobs.Task, s feeds.Export, asked event.Recorded,
	done *feeds.ExportCompleted) (func(io.Writer) error, error) {
	switch s.Request.Format {
	case feeds.EInvoicesFormat:
		done.Name = fmt.Sprintf("e-invoices-%d-%s-%s.zip", s.Site, s.Request.From, s.Request.To)
		return func(w io.Writer) error { return x.eInvoices(ctx, t, s, done, w) }, nil
	case feeds.EvidenceFormat:
		done.Name = fmt.Sprintf("evidence-%s.zip", s.Request.To)
		return func(w io.Writer) error { return x.evidence(ctx, t, s, asked, done, w) }, nil
	case feeds.PrivacyFormat:
		done.Name = fmt.Sprintf("privacy-%s.zip", s.Request.To)
		return func(w io.Writer) error { return x.private(ctx, t, s, asked, done, w) }, nil
	}
	h, err := x.Feeds.Head(ctx, t.Tenant, s.Site, s.Request)
	if err != nil {
		return nil, err
	}
	done.Name = ledger.Format(s.Request.Format).FileName(h)
	return func(w io.Writer) error { return x.books(ctx, t, s, h, done, w) }, nil
}

// reached waits until the read models have what stood in the log before the
// request, and says how many leaves of the tenant's tree that is.
func (x *Exporter) reached(ctx context.Context, tenant string, asked event.Recorded) (int64, error) {
	for {
		at, err := x.DB.Reached(ctx)
		if err != nil {
			return 0, err
		}
		if at.Commit >= asked.Position.Commit {
			leaf, ok, err := x.DB.ProofLeaf(ctx, tenant, asked.ID)
			if err == nil && !ok {
				err = fmt.Errorf("feeds: the request %s is no leaf of its tenant's tree", asked.ID)
			}
			return leaf.Leaf, err
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// books writes the posted entries of the range.
func (x *Exporter) books(ctx context.Context, t *jobs.Task, s feeds.Export, h ledger.Head, done *feeds.ExportCompleted, w io.Writer) error {
	format := ledger.Format(s.Request.Format)
	var err error
	if format == ledger.FEC || format == ledger.OFX || format == ledger.SAFT {
		if h.Opening, err = x.Feeds.Opening(ctx, t.Tenant, s.Site, s.Request); err != nil {
			return err
		}
	}
	if format == ledger.SAFT {
		if err := x.Feeds.Range(ctx, t.Tenant, s.Site, s.Request, &h); err != nil {
			return err
		}
	}
	out, err := ledger.New(format, w, h)
	if err != nil {
		return err
	}
	r := readmodels.Reading{Site: s.Site, From: s.Request.From.Time(), To: s.Request.To.Time(), KnownAt: s.Request.KnownAt}
	total := feeds.ExportTotal{Currency: h.BaseCurrency}
	var entry ledger.Entry
	flush := func() error {
		if len(entry.Lines) == 0 {
			return nil
		}
		if done.Entries++; done.Entries%1000 == 0 {
			t.Progress(done.Entries, 0)
		}
		return out.Entry(entry)
	}
	err = x.DB.StreamLines(ctx, t.Tenant, r, func(l *readmodels.ExportLine) error {
		if l.EntryID != entry.ID {
			if err := flush(); err != nil {
				return err
			}
			entry = entryOf(l, entry.Lines[:0])
		}
		line := ledger.Line{Line: l.Line, Account: l.Account, Side: l.Side, Amount: l.Amount, Base: l.BaseAmount, TaxCode: l.TaxCode,
			TaxRate: l.TaxRate, TaxBase: l.TaxBase, TaxLine: l.TaxLine, Party: l.Party, Settles: l.Settles}
		entry.Lines = append(entry.Lines, line)
		done.Lines++
		amount, err := money.Parse(l.BaseAmount)
		if l.Side == "debit" {
			total.Debit = total.Debit.Add(amount)
		} else {
			total.Credit = total.Credit.Add(amount)
		}
		return err
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	done.Totals = []feeds.ExportTotal{total}
	return out.Close()
}

func entryOf(l *readmodels.ExportLine, lines []ledger.Line) ledger.Entry {
	return ledger.Entry{ID: l.EntryID, Journal: l.Journal, FiscalYear: l.FiscalYear, Period: l.Period, Number: l.Number,
		BookedOn: civil.FromTime(l.BookedOn.UTC()), Date: l.Date, TaxDate: l.TaxDate, Currency: l.Currency, Base: l.BaseOf, Memo: l.Memo,
		Sources: l.Sources, Origin: l.Origin, Reverses: l.Reverses, PostedAt: l.PostedAt,
		Waived: l.Waived, Lines: lines}
}

// everything is the grant of a job: it acts on the record that it is for.
func everything(t *jobs.Task) commands.Caller {
	c := t.Caller("exports.read")
	c.Site = 0
	return c
}

// missing reports whether a document's content is not there any more.
func missing(err error) bool {
	f := fault.As(err)
	return f != nil && (f.Code == fault.NotFound || f.Code == fault.Blocked)
}
