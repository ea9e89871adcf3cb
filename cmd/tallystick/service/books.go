package service

import (
	"context"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/books"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
	api "github.com/tallystick/tallystick/http"
	"github.com/tallystick/tallystick/projections/ledgerbook"
	"github.com/tallystick/tallystick/projections/watchbook"
	"github.com/tallystick/tallystick/reactors/documents"
	"github.com/tallystick/tallystick/reactors/jobs"
	"github.com/tallystick/tallystick/reactors/ledger"
	"github.com/tallystick/tallystick/reactors/ledger/shops"
	legislation "github.com/tallystick/tallystick/reactors/legislative"
)

// booksParts are what the ledger, journals, periods, orders and anomalies run on.
type booksParts struct {
	LedgerBook *ledgerbook.Book
	connected  []shops.Shop
	WatchBook  *watchbook.Book
	// Legislation looks at the sources of the law; a test may have it fetch elsewhere.
	Legislation *legislation.Work
}

// openBooks makes the parts; the stores are connected, nothing runs yet.
func (s *Service) openBooks(c config.Config) error {
	s.booksParts = booksParts{LedgerBook: ledgerbook.New(), WatchBook: watchbook.New()}
	connected, err := shops.Parse(c.Shops)
	if err != nil {
		return err
	}
	s.connected = connected
	work := &ledger.Work{DB: s.DB, Books: func() *commands.Books { return s.API.Books() }, Shops: connected,
		Checkouts: commands.CheckoutOrders(&commands.Commerce{Executor: s.Executor, Book: s.TaxBook}), Reader: &shops.Reader{Guard: c.Guard()}}
	s.Legislation = &legislation.Work{Commands: &commands.Legislative{Executor: s.Executor}, People: s.Directory, Known: s.WatchBook,
		Fetch: c.Guard().Get}
	s.Works(legislative.RunJob, jobs.Handler{Do: func(ctx context.Context, t *jobs.Task) (string, error) {
		s.Legislation.Packs = s.LawBook // of a group that opens later
		return s.Legislation.Run(ctx, t)
	}})
	s.Works(orders.ResyncJob, jobs.Handler{Do: work.Resync})
	s.Works(books.PendingJob, jobs.Handler{Do: work.Pending})
	s.Works(orders.DifferenceJob, jobs.Handler{Do: work.Difference})
	intake := &ledger.Intake{Work: work, Log: s.Log, Places: s.DB, Known: s.LedgerBook.WaitFor, Ready: s.LedgerBook.CaughtUp, Logger: s.Logger}
	s.Runner.Leading = append(s.Runner.Leading, intake.Run)
	filed := &ledger.FiledOrders{Work: work, Documents: func() *commands.Documents { return s.documentsParts.documents },
		Rows: func(ctx context.Context, tenant string, o docs.OrdersFile, take func(orderfile.Row) error) error {
			return documents.Orders(ctx, s.Blobs, tenant, o, take)
		}}
	s.Works(docs.OrdersJob, filed.Handler())
	s.Works(anomaly.ScanJob, jobs.Handler{Do: work.Scan})
	return nil
}

// startBooks begins the group's work beside the API, until ctx ends. Its metrics
// are registered here.
func (s *Service) startBooks(ctx context.Context) error {
	events := s.kept("ledgerbook")
	s.run(func() { s.keepFed(ctx, "the books in memory", func() error { return s.LedgerBook.Run(ctx, events) }) })
	s.run(func() {
		s.keepFed(ctx, "the notices of the law in memory", func() error { return s.WatchBook.Run(ctx, s.Log) })
	})
	return nil
}

// booksUnready names what of the group is not ready, for /readyz.
func (s *Service) booksUnready(ctx context.Context) []string {
	var out []string
	if !s.LedgerBook.CaughtUp() {
		out = append(out, "the books have not been read")
	}
	if !s.WatchBook.CaughtUp() {
		out = append(out, "the notices of the law have not been read")
	}
	return out
}

// booksDeps hands the parts to the API.
func (s *Service) booksDeps() api.BooksDeps {
	return api.BooksDeps{LedgerBook: s.LedgerBook, WatchBook: s.WatchBook, Connected: func(tenant, source string) bool {
		_, ok := shops.Find(s.connected, tenant, source)
		return ok
	}}
}
