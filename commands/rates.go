package commands

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/published"
)

var (
	exchangeYears = Aggregate[published.ExchangeYear]{Category: published.Category.Name, Evolve: published.ExchangeYear.Evolve}
	salesDatasets = Aggregate[published.SalesDataset]{Category: published.Category.Name, Evolve: published.SalesDataset.Evolve}
)

// ImportExchangeFile is a publisher's file of exchange rates.
type ImportExchangeFile struct {
	Source    string // ecb | hmrc | imf
	Name      string // of the file, without its folder
	Retrieved civil.Date
	Content   []byte
}

// ExchangeImported says what a file brought.
type ExchangeImported struct {
	Table  string   `json:"table" enum:"ecb,hmrc-monthly,imf-representative,imf-sdr"`
	SHA256 string   `json:"sha256"`
	Rates  int      `json:"rates" doc:"Figures that the file holds."`
	Years  []int    `json:"years" nullable:"false" doc:"Calendar years of which it said something new."`
	Known  []int    `json:"known_years" nullable:"false" doc:"Years of which everything was held already."`
	Unread []string `json:"unread" nullable:"false" doc:"Currencies of the file that have no ISO 4217 code here; their rates were left out."`

	Position event.Position `json:"-"` // of the last append
	Appended bool           `json:"-"` // by this call, not by one that it repeats
}

// ImportExchangeRates records what a file of exchange rates says anew, a
// stream for each calendar year. Repeated, it continues where it was cut off.
// The caller is the platform's, and the transport has asked for corpus:manage.
// Errors: fault.InvalidInput for a file that cannot be read, with its line.
func ImportExchangeRates(ctx context.Context, x *Executor, c Caller, in ImportExchangeFile) (ExchangeImported, error) {
	f, err := fx.Read(in.Source, in.Content)
	if err != nil {
		return ExchangeImported{}, fault.Invalid("content", "%v", err)
	}
	sum := sha256.Sum256(in.Content)
	out := ExchangeImported{Table: f.Table, SHA256: hex.EncodeToString(sum[:]), Rates: len(f.Rates), Years: []int{}, Known: []int{},
		Unread: []string{}}
	out.Unread = append(out.Unread, slices.Compact(slices.Sorted(slices.Values(f.Unread)))...)
	key := c.IdempotencyKey
	for _, cmd := range published.ByYear(f.Table, in.Name, out.SHA256, in.Retrieved, f.Rates) {
		if key != "" {
			c.IdempotencyKey = fmt.Sprintf("%s/%d", key, cmd.Year) // a key names one record
		}
		done, err := ImportExchange(ctx, x, c, cmd)
		if err != nil {
			return out, err
		}
		if done.Nothing {
			out.Known = append(out.Known, cmd.Year)
			continue
		}
		out.Years, out.Appended = append(out.Years, cmd.Year), out.Appended || !done.Replayed
		if out.Position.Less(done.Position) {
			out.Position = done.Position
		}
	}
	return out, nil
}

// ImportExchange records what is new of one year of a file.
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
