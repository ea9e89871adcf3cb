package http

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/fx"
)

// rateFileMax bounds a file of exchange rates, as JSON.
const rateFileMax = 20 << 20

// tableView is one table of exchange rates that is held.
type tableView struct {
	ID         string     `json:"id"`
	Publisher  string     `json:"publisher"`
	Base       string     `json:"base"`
	URL        string     `json:"url"`
	Embedded   bool       `json:"embedded" doc:"The snapshot that is built in; it answers for its own day only, where no import has both currencies or it is named."`
	Retrieved  civil.Date `json:"retrieved_at" format:"date"`
	From       civil.Date `json:"from" format:"date"`
	AsOf       civil.Date `json:"as_of" format:"date" doc:"Its last day."`
	AgeDays    int        `json:"age_days" doc:"From as_of to today."`
	Currencies []string   `json:"currencies" nullable:"false"`
}

type tableList struct {
	Tables []tableView `json:"tables" nullable:"false"`
	Counted
}

// registerExchangeRates is how the platform's staff keep the tables that
// conversions rest on.
func (s *Server) registerExchangeRates() {
	register(s, Operation{
		Entry: "x.21", ID: "exchange_rates.list", Method: http.MethodGet, Path: "/api/staff/exchange-rates/", Surface: "indirect",
		Summary: "The tables of exchange rates that are held, with their age", Permission: "corpus:manage",
	}, func(ctx context.Context, c *Call, in *struct{ Fresh }) (*reply[tableList], error) {
		if err := s.taxBookReady(); err != nil {
			return nil, err
		}
		today := civil.FromTime(s.Now().UTC())
		list := tableList{Tables: []tableView{}}
		for _, t := range slices.Concat(s.TaxBook.Tables(), []*fx.Table{fx.Snapshot()}) {
			first, last := t.Range()
			list.Tables = append(list.Tables, tableView{t.ID, t.Publisher, t.Base, t.URL, t.Embedded, t.Retrieved, first, last,
				max(0, last.DaysUntil(today)), t.Currencies()})
		}
		list.Count = int64(len(list.Tables))
		return &reply[tableList]{Body: list}, nil
	})

	type importIn struct {
		IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and request answer the first response again."`
		Body           struct {
			Source    string     `json:"source" enum:"ecb,hmrc,imf"`
			File      string     `json:"file" minLength:"1" maxLength:"200" example:"eurofxref-hist.csv" doc:"Name of the publisher's file."`
			Retrieved civil.Date `json:"retrieved_at,omitzero" format:"date" doc:"Day on which it was taken from the publisher; left out: today (UTC). A file taken earlier does not overwrite figures of one taken later."`
			Content   string     `json:"content" minLength:"1" doc:"The file, as text."`
		}
	}
	register(s, Operation{
		Entry: "x.21", ID: "exchange_rates.import", Method: http.MethodPost, Path: "/api/staff/exchange-rates/", Surface: "indirect",
		Summary: "Import a publisher's file of exchange rates", Permission: "corpus:manage", Errors: []int{409}, BodyMax: rateFileMax,
		Describe: "ECB: `eurofxref-daily.xml`, `eurofxref-hist.xml` or `eurofxref-hist.csv`. HMRC: the monthly XML or CSV. IMF: the tab-separated " +
			"monthly report of representative rates, or of SDRs per currency unit. What is held already is not recorded again, so an import can be repeated.",
	}, func(ctx context.Context, c *Call, in *importIn) (*reply[commands.ExchangeImported], error) {
		caller, err := c.writer(Written{IdempotencyKey: in.IdempotencyKey})
		if err != nil {
			return nil, err
		}
		today := civil.FromTime(s.Now().UTC())
		if in.Body.Retrieved.IsZero() {
			in.Body.Retrieved = today
		}
		if in.Body.Retrieved.After(today) {
			return nil, fault.Invalid("retrieved_at", "%s is not over yet", in.Body.Retrieved)
		}
		done, err := commands.ImportExchangeRates(ctx, s.Executor, caller, commands.ImportExchangeFile{
			Source: in.Body.Source, Name: in.Body.File, Retrieved: in.Body.Retrieved, Content: []byte(in.Body.Content)})
		if err != nil {
			return nil, err
		}
		a := &reply[commands.ExchangeImported]{Body: done}
		if done.Appended {
			c.wrote()
		}
		if len(done.Years) > 0 {
			a.LogPosition = logPosition(done.Position)
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			s.TaxBook.WaitFor(ctx, done.Position) // so that a conversion here finds them
		}
		return a, nil
	})
}
