package service

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/retention"
	"github.com/tallystick/tallystick/eventstore/blobs"
	api "github.com/tallystick/tallystick/http"
	work "github.com/tallystick/tallystick/reactors/feeds"
	"github.com/tallystick/tallystick/reactors/feeds/connect"
	"github.com/tallystick/tallystick/readmodels"
)

// invoicingParts are what invoices, credit notes, feeds and exports run on.
type invoicingParts struct {
	invoices *commands.Invoices
	feeds    *commands.Feeds
}

// openInvoicing makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openInvoicing(c config.Config) error {
	s.invoices = &commands.Invoices{
		Executor: s.Executor, Settings: &commands.Settings{Executor: s.Executor}, Numbers: &commands.Numberer{Log: s.Log, Now: time.Now},
		Orders: []commands.OrderSource{
			commands.LedgerOrders(&commands.Books{Executor: s.Executor}),
			commands.CheckoutOrders(&commands.Commerce{Executor: s.Executor, Book: s.TaxBook}),
		},
	}
	s.feeds = &commands.Feeds{
		Executor: s.Executor, DB: s.DB, Room: s.room(c), Settings: s.invoices.Settings, Ledgers: s.LedgerBook, Config: s.TaxBook.Config,
		Schedules: s.Schedules,
	}
	secrets, err := connect.ParseSecrets(c.ConnectorSecrets)
	if err != nil {
		return err
	}
	outlets := &connect.Outlets{Guard: c.Guard(), Secrets: secrets}
	s.feeds.Outlets = outlets
	s.feeds.Privacy = &commands.Privacy{Executor: s.Executor, Log: s.Log, Directory: s.Directory, Table: retention.Embedded()}
	s.feeds.Signed = s.Checkpoints.Signer != nil
	const exportsAtOnce = 4 // as many as one tenant may have; a short one mostly waits for the log and the disk
	s.Works(feeds.ExportJob, (&work.Exporter{Feeds: s.feeds, Invoices: s.invoices, DB: s.DB, Blobs: s.Blobs, Whole: work.Whole{
		Log: s.Store, Reveal: s.Log.Codec.Reveal, Checkpoints: s.Checkpoints, Privacy: s.feeds.Privacy}}).Handler(exportsAtOnce))
	s.Works(feeds.ScheduledJob, work.Due(s.feeds))
	const syncsAtOnce = 4
	s.Works(feeds.SyncJob, (&connect.Sender{Outlets: outlets, Log: s.feeds, Files: s.Blobs, Media: commands.ExportMedia}).Handler(syncsAtOnce))
	s.Notified(commands.ResendNotification, s.invoices.Delivered)
	s.Runner.Leading = append(s.Runner.Leading, s.finishInvoices)
	return nil
}

// startInvoicing begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startInvoicing(ctx context.Context) error { return nil }

// invoicingUnready names what of the group is not ready, for /readyz.
func (s *Service) invoicingUnready(ctx context.Context) []string { return nil }

// invoicingDeps hands the parts to the API.
func (s *Service) invoicingDeps() api.InvoicingDeps {
	return api.InvoicingDeps{Invoices: s.invoices, FeedDeps: api.FeedDeps{
		Feeds: s.feeds,
		OpenFile: func(ctx context.Context, tenant string, ref blob.Ref) (io.ReadCloser, bool, error) {
			file, err := s.Blobs.Open(ctx, tenant, ref)
			if errors.Is(err, blobs.ErrForgotten) || errors.Is(err, blobs.ErrMissing) {
				return nil, false, nil
			}
			return file, err == nil, err
		},
	}}
}

// finishEvery is how often the leader looks for documents that were left between
// two steps; whoever requested one has had unfinishedFor to carry it on.
const (
	finishEvery   = 2 * time.Second
	unfinishedFor = 3 * time.Second
)

// finishInvoices carries on what a killed process has left without a number.
func (s *Service) finishInvoices(ctx context.Context) {
	for ctx.Err() == nil {
		sleep(ctx, finishEvery)
		found, err := readmodels.Invoices.List(ctx, s.DB, readmodels.Scope{Staff: true}, readmodels.Page{Limit: readmodels.PageMax,
			Order: "updated_at"},
			readmodels.Is("status", "pending"), readmodels.Before("updated_at", time.Now().Add(-unfinishedFor)))
		if err != nil {
			continue // the database comes back
		}
		for _, r := range found.Rows {
			if _, _, err := s.invoices.Complete(ctx, r.Tenant, r.ID); err != nil && ctx.Err() == nil {
				s.Logger.Warn("a document waits for its number", "tenant", r.Tenant, "document", r.ID, "error", err)
			}
		}
	}
}
