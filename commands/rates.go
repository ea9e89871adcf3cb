package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/published"
)

var (
	exchangeYears = Aggregate[published.ExchangeYear]{Category: published.Category.Name, Evolve: published.ExchangeYear.Evolve}
	salesDatasets = Aggregate[published.SalesDataset]{Category: published.Category.Name, Evolve: published.SalesDataset.Evolve}
)

// ImportExchange records what a file of exchange rates says anew; only the
// command line can ask.
func ImportExchange(ctx context.Context, x *Executor, c Caller, cmd published.ImportExchange) (Done[published.ExchangeYear], error) {
	return Execute(ctx, x, c, exchangeYears, Order[published.ExchangeYear]{
		Operation: "rates.import_exchange", ID: cmd.StreamID(), Request: cmd,
		Decide: func(y published.ExchangeYear, _ act.Context) ([]event.Payload, error) { return cmd.Decide(y) },
	})
}

// ImportSales records a state's files in as many appends as they need;
// repeated, it continues where it was cut off.
func ImportSales(ctx context.Context, x *Executor, c Caller, cmd published.ImportSales) (Done[published.SalesDataset], error) {
	if err := cmd.Prepare(); err != nil {
		return Done[published.SalesDataset]{}, err
	}
	for {
		done, err := Execute(ctx, x, c, salesDatasets, Order[published.SalesDataset]{
			Operation: "rates.import_sales", ID: cmd.StreamID(), Request: cmd,
			Decide: func(d published.SalesDataset, _ act.Context) ([]event.Payload, error) { return cmd.Decide(d) },
		})
		if err != nil || done.Nothing || done.State.Whole() {
			return done, err
		}
	}
}
