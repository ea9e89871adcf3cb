package published

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
)

// Category is the kind of stream that published tables stand in.
var Category = event.Category{Name: "rates", Types: []event.Type{
	event.Of[ExchangeRatesImported](),
	event.Of[SalesRatesImported](),
	event.Of[SalesRatesCompleted](),
}}

// ExchangeRatesImported holds rates of one table and year that were not held,
// or not so.
type ExchangeRatesImported struct {
	Table     string     `json:"table"` // ecb | hmrc-monthly | imf-representative | imf-sdr
	File      string     `json:"file"`  // name of the imported file
	SHA256    string     `json:"sha256"`
	Retrieved civil.Date `json:"retrieved"` // when the file was taken from the publisher
	Rates     []Period   `json:"rates"`
}

// Period is what was published for one day or month.
type Period struct {
	Period  civil.Period         `json:"period"`
	Units   map[string]money.Dec `json:"units"`              // currency → units for one of the table's base
	PerUnit []string             `json:"per_unit,omitempty"` // currencies whose figure is of the base, for one unit of theirs
}

// SalesRatesImported is one part of a state's files, as normalised lines.
type SalesRatesImported struct {
	State string   `json:"state"` // MN
	Part  int      `json:"part"`  // from 1
	Rates []string `json:"rates,omitempty"`
	Zips  []string `json:"zips,omitempty"`
}

// SalesRatesCompleted makes a dataset whole: it counts from now on.
type SalesRatesCompleted struct {
	State        string     `json:"state"`
	RateFile     string     `json:"rate_file"` // without its ending: MNR2026Q2FEB18
	RateSHA256   string     `json:"rate_sha256"`
	BoundFile    string     `json:"boundary_file"`
	BoundSHA256  string     `json:"boundary_sha256"`
	Retrieved    civil.Date `json:"retrieved"`
	Parts        int        `json:"parts"`
	RateRows     int        `json:"rate_rows"`
	BoundaryRows int        `json:"boundary_rows"`
	Addresses    int        `json:"addresses"` // address lines, which are not held
}

func (ExchangeRatesImported) EventType() string { return "rates.exchange_imported.v1" }
func (SalesRatesImported) EventType() string    { return "rates.sales_imported.v1" }
func (SalesRatesCompleted) EventType() string   { return "rates.sales_completed.v1" }
