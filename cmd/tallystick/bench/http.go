package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/gorilla/mux"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
)

const (
	incomePath  = "/api/tax-assistant/calculate/income/"
	connections = 32
)

var incomeJSON = []byte(`{"jurisdiction":"GB","tax_year":"2025-26","income":"60000.00","sub_region":"england"}`)

// http measures authenticated calculations, each with its durable audit record,
// beside a floor that routes, decodes, encodes and appends the same bytes, but
// authenticates and computes nothing. They take turns, so that both meet the
// same machine.
func (r *run) http() error {
	floorURL, stop, err := r.floor()
	if err != nil {
		return err
	}
	defer stop()
	c := client(connections)
	defer c.CloseIdleConnections()
	ask := func(base string) func(int) error {
		return func(int) error {
			_, err := call(c, "POST", base+incomePath, r.key, incomeJSON, 200)
			return err
		}
	}
	real, floor := ask("http://"+r.service.Addr("api")), ask(floorURL)
	var rates [2]float64
	var took [2][]time.Duration
	const turns = 3
	for turn := range turns + 1 {
		for i, f := range []func(int) error{real, floor} {
			rate, durations, err := load(connections, r.span()*2/3, f)
			if err != nil {
				return err
			}
			if turn > 0 { // the first warms up
				rates[i] += rate / turns
				took[i] = append(took[i], durations...)
			}
		}
	}
	more := fmt.Sprintf(", p50 %s, p99 %s", ms(quantile(took[0], .5)), ms(quantile(took[0], .99)))
	r.beside("calculation over HTTP, 32 connections", "/s", rates[0], rates[1], 0.5, more)
	r.add(figure{name: "  its floor", floor: fmt.Sprintf("p50 %s, p99 %s", ms(quantile(took[1], .5)), ms(quantile(took[1], .99)))})
	return nil
}

// floorBody is the request of the income calculator.
type floorBody struct {
	Jurisdiction string            `json:"jurisdiction" minLength:"2" maxLength:"40"`
	TaxYear      string            `json:"tax_year" minLength:"1" maxLength:"40"`
	Income       *money.Dec        `json:"income,omitempty" pattern:"^-?[0-9]{1,20}([.][0-9]{1,12})?$"`
	SubRegion    string            `json:"sub_region,omitempty" maxLength:"60"`
	Site         int64             `json:"site,omitempty" minimum:"1"`
	Currency     string            `json:"currency,omitempty" maxLength:"3"`
	Facts        map[string]string `json:"facts,omitempty"`
	Explain      bool              `json:"explain,omitempty"`
}

// floor serves the same router, decoder and encoder, without credentials or
// calculation, and appends one record of the same size, group-committed.
func (r *run) floor() (url string, stop func(), err error) {
	income := money.MustParse("60000.00")
	result, err := all.Registry().Calculate(&tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england", Income: income, HasIncome: true})
	if err != nil {
		return "", nil, err
	}
	recorder := &commands.Recorder{Log: r.service.Store, Now: time.Now}
	meta := event.Metadata{
		Operation: "calculate.income", Tenant: r.tenant, Principal: r.tenant, Role: "owner", Key: r.tenant,
		Request: "01a1fb4b-11ac-7b05-b6ca-180db1722b82", CorrelationID: "01a1fb4b-11ac-7b05-b6ca-180db1722b82",
		Pins: map[string]string{"calculator": result.Calculator, "calculator_version": result.CalculatorVersion, "parameter_dataset": result.ParameterDataset},
	}
	record := audit.CallRecorded{Method: "POST", Route: incomePath, Status: 200, Outcome: "ok", DurationUs: 1000}
	router := mux.NewRouter()
	conf := huma.DefaultConfig("floor", "1")
	conf.OpenAPIPath, conf.DocsPath, conf.SchemasPath, conf.CreateHooks = "", "", "", nil
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: json.Unmarshal}
	conf.Formats = map[string]huma.Format{"application/json": format, "json": format}
	type out struct{ Body tax.Result }
	huma.Post(humamux.New(router, conf), incomePath, func(ctx context.Context, in *struct{ Body floorBody }) (*out, error) {
		if err := recorder.Record(ctx, meta, record); err != nil {
			return nil, err
		}
		return &out{result}, nil
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: router, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(l)
	return "http://" + l.Addr().String(), func() { server.Close() }, nil
}
