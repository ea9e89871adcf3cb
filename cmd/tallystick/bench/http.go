package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
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
	return r.inTurns("calculation over HTTP, 32 connections", "", "  its floor", ask("http://"+r.service.Addr("api")), ask(floorURL))
}

// inTurns measures calls to the service beside calls to its floor, in short
// turns, so that both meet the same machine whatever else it does; the figures
// are the medians of the turns, and the ratio is that of each turn to the one
// beside it. The CPU time is this process's, clients included.
func (r *run) inTurns(name, more, floorName string, real, floor func(int) error) error {
	var measured [2][]turn
	var ratios []float64
	const turns = 9
	for n := range turns + 1 {
		var beside [2]turn
		for i, f := range []func(int) error{real, floor} {
			before, err := cpuTime()
			if err != nil {
				return err
			}
			rate, took, err := load(connections, r.span()/4, f)
			if err != nil {
				return err
			}
			after, err := cpuTime()
			if err != nil {
				return err
			}
			beside[i] = turn{rate, (after - before) / time.Duration(max(1, len(took))), took}
		}
		if n == 0 {
			continue // it warms up
		}
		ratios = append(ratios, beside[0].rate/beside[1].rate)
		measured[0], measured[1] = append(measured[0], beside[0]), append(measured[1], beside[1])
	}
	const aim = 0.5
	ratio := median(ratios)
	r.add(figure{name: name, measured: summary(measured[0]) + more, floor: number(medianOf(measured[1], turn.perSecond)) + " /s",
		ratio: fmt.Sprintf("%.2f", ratio), aim: fmt.Sprintf("≥ %.2f", aim), met: ratio >= aim})
	r.add(figure{name: floorName, floor: summary(measured[1])})
	return nil
}

// turn is what one turn measured.
type turn struct {
	rate float64       // calls a second
	cpu  time.Duration // a call
	took []time.Duration
}

func (t turn) perSecond() float64 { return t.rate }
func (t turn) perCall() float64   { return float64(t.cpu.Microseconds()) }

func summary(turns []turn) string {
	var took []time.Duration
	for _, t := range turns {
		took = append(took, t.took...)
	}
	return fmt.Sprintf("%s /s, p50 %s, p99 %s, %.0f µs of CPU", number(medianOf(turns, turn.perSecond)), ms(quantile(took, .5)),
		ms(quantile(took, .99)),
		medianOf(turns, turn.perCall))
}

func medianOf(turns []turn, of func(turn) float64) float64 {
	var all []float64
	for _, t := range turns {
		all = append(all, of(t))
	}
	return median(all)
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
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
	result, err := all.Registry().Calculate(&tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england", Income: income,
		HasIncome: true})
	if err != nil {
		return "", nil, err
	}
	recorder := &commands.Recorder{Log: r.service.Log, Now: time.Now}
	meta := event.Metadata{
		Operation: "calculate.income", Tenant: r.tenant, Principal: r.tenant, Role: "owner", Key: r.tenant,
		Request: "01a1fb4b-11ac-7b05-b6ca-180db1722b82", CorrelationID: "01a1fb4b-11ac-7b05-b6ca-180db1722b82",
		Pins: map[string]string{"calculator": result.Calculator, "calculator_version": result.CalculatorVersion,
			"parameter_dataset": result.ParameterDataset},
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
