package published

import (
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fx"
	"github.com/tallystick/tallystick/domain/indirect/ussales"
	"github.com/tallystick/tallystick/domain/money"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func samples() []event.Payload {
	on := civil.MustParse("2026-11-19")
	return []event.Payload{
		ExchangeRatesImported{fx.ECB, "eurofxref-hist.csv", strings.Repeat("ab", 32), on,
			[]Period{{civil.Period{From: on, To: on}, map[string]money.Dec{"USD": money.MustParse("1.25"), "GBP": money.MustParse("0.8")}, nil}}},
		SalesRatesImported{"MN", 1, []string{"27,45,27,0.06875,0.06875,0.06875,0.06875,20090701,29991231"},
			[]string{"55001,55003,20240401,29991231,27,163,,63:80008"}},
		SalesRatesCompleted{"MN", "MNR2026Q2FEB18", strings.Repeat("ab", 32), "MNB2026Q2FEB18", strings.Repeat("cd", 32), on, 1, 1, 1, 7},
	}
}

// The shape of every event is frozen.
func TestEventsAreFrozen(t *testing.T) { eventtest.Golden(t, *update, samples(), Category) }

// recorded folds payloads, each through its JSON, as the log would give them.
func recorded(t *rapid.T, p event.Payload) event.Recorded {
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) >= 64<<10 {
		t.Fatalf("%s of %d bytes", p.EventType(), len(data))
	}
	for _, typ := range Category.Types {
		if typ.Name == p.EventType() {
			back, err := typ.Decode(data)
			if err != nil {
				t.Fatal(err)
			}
			return event.Recorded{Payload: back}
		}
	}
	t.Fatalf("%s is in no category", p.EventType())
	return event.Recorded{}
}

// Whatever files are imported in whatever order, a year holds the figure of
// the file that came last, and a file that says nothing new adds nothing.
func TestExchangeYearHoldsTheLatestFigures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var y ExchangeYear
		want := map[string]string{}
		for range rapid.IntRange(1, 5).Draw(t, "files") {
			var rates []fx.Rate
			in := map[string]bool{}
			for range rapid.IntRange(1, 300).Draw(t, "rates") {
				on := civil.MustParse("2026-01-01").AddDays(rapid.IntRange(0, 120).Draw(t, "day"))
				currency := rapid.SampledFrom([]string{"USD", "GBP", "JPY", "CHF"}).Draw(t, "currency")
				if in[currency+on.String()] {
					continue
				}
				in[currency+on.String()] = true
				units := money.FromInt(int64(rapid.IntRange(1, 9).Draw(t, "units")))
				rates = append(rates, fx.Rate{Currency: currency, Units: units, Period: civil.Period{From: on, To: on}})
				want[currency+on.String()] = units.String()
			}
			for _, cmd := range ByYear(fx.ECB, "f", "s", civil.MustParse("2026-11-20"), rates) {
				for again := range 2 {
					events, err := cmd.Decide(y)
					if err != nil || again == 1 && len(events) > 0 {
						t.Fatalf("round %d: %d events, %v", again, len(events), err)
					}
					for _, p := range events {
						y = y.Evolve(recorded(t, p))
					}
				}
			}
		}
		if len(y.held) != len(want) {
			t.Fatalf("%d rates held, %d imported", len(y.held), len(want))
		}
		for k, held := range y.held {
			if want[k.currency+k.period.From.String()] != held.units.String() {
				t.Fatalf("%v holds %s", k, held.units)
			}
		}
	})
}

// A file that was taken before the one that is held corrects nothing.
func TestAnOlderFileCorrectsNothing(t *testing.T) {
	on := civil.MustParse("2026-11-19")
	rate := func(units string) []fx.Rate {
		return []fx.Rate{{Currency: "USD", Units: money.MustParse(units), Period: civil.Period{From: on, To: on}}}
	}
	var y ExchangeYear
	for _, c := range []struct {
		units, retrieved string
		events           int
	}{{"1.25", "2026-11-20", 1}, {"1.24", "2026-11-19", 0}, {"1.26", "2026-11-21", 1}, {"1.26", "2026-11-19", 0}} {
		events, err := ByYear(fx.ECB, "f", "s", civil.MustParse(c.retrieved), rate(c.units))[0].Decide(y)
		if err != nil || len(events) != c.events {
			t.Errorf("%+v: %d events, %v", c, len(events), err)
		}
		for _, p := range events {
			y = y.Evolve(event.Recorded{Payload: p})
		}
	}
}

// A dataset that came in parts reads back as the rows that went in, and counts
// only once it is whole.
func TestSalesDatasetSurvivesItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := civil.MustParse("2020-01-01")
		cmd := ImportSales{SalesRatesCompleted: SalesRatesCompleted{State: "MN", RateFile: "MNR", RateSHA256: "a", BoundFile: "MNB",
			BoundSHA256: "b", Retrieved: from}}
		cmd.Rates = []ussales.RateRow{{State: "27", Type: "45", Code: "27", GeneralIntrastate: money.MustParse("0.06875"),
			GeneralInterstate: money.MustParse("0.06875"),
			Period:            civil.Period{From: from}}}
		for i := range rapid.IntRange(0, 4000).Draw(t, "rows") {
			zip := func(n int) string {
				return string([]byte{'5', '5', byte('0' + n/100%10), byte('0' + n/10%10), byte('0' + n%10)})
			}
			row := ussales.BoundaryRow{Period: civil.Period{From: from}, From: zip(i), To: zip(i), State: "27", County: "163",
				Districts: []ussales.District{{Code: "80008", Type: "63"}}}
			if rapid.Bool().Draw(t, "plus4") {
				row.Plus4, row.From, row.To = true, row.From+"0001", row.To+"9999"
			}
			cmd.Boundaries = append(cmd.Boundaries, row)
		}
		if err := cmd.Prepare(); err != nil {
			t.Fatal(err)
		}
		var d SalesDataset
		for !d.Whole() {
			events, err := cmd.Decide(d)
			if err != nil || len(events) == 0 {
				t.Fatalf("%d events, %v", len(events), err)
			}
			for _, p := range events {
				d = d.Evolve(recorded(t, p))
			}
		}
		if events, err := cmd.Decide(d); err != nil || len(events) > 0 {
			t.Fatalf("again: %d events, %v", len(events), err)
		}
		if _, err := d.Dataset(); err != nil {
			t.Fatal(err)
		}
		back, err := ussales.ReadZips(strings.NewReader(strings.Join(d.Zips, "\n")))
		if err != nil || len(back) != len(cmd.Boundaries) {
			t.Fatalf("%d rows back of %d, %v", len(back), len(cmd.Boundaries), err)
		}
		for i, b := range back {
			if b.Line() != cmd.Boundaries[i].Line() || b.Plus4 != cmd.Boundaries[i].Plus4 {
				t.Fatalf("row %d came back as %s", i, b.Line())
			}
		}
	})
}

// Which way round a figure was published survives the log.
func TestFiguresPerUnitAreKept(t *testing.T) {
	on := civil.MustParse("2026-03-02")
	day := civil.Period{From: on, To: on}
	rates := []fx.Rate{{Currency: "EUR", Units: money.MustParse("1.25"), Period: day, PerUnit: true},
		{Currency: "JPY", Units: money.MustParse("160"), Period: day}}
	cmd := ByYear(fx.IMF, "rms_mth.xls", "s", on, rates)[0]
	if cmd.StreamID() != "imf_2026" {
		t.Errorf("stream %s", cmd.StreamID())
	}
	events, err := cmd.Decide(ExchangeYear{})
	if err != nil || len(events) != 1 {
		t.Fatal(events, err)
	}
	text, err := json.Marshal(events[0])
	if err != nil {
		t.Fatal(err)
	}
	back, err := Category.Types[0].Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	got := back.(ExchangeRatesImported).FX()
	if len(got) != 2 || got[0] != rates[0] || got[1] != rates[1] {
		t.Errorf("%+v, of %s", got, text)
	}
	held := ExchangeYear{}.Evolve(event.Recorded{Payload: back})
	if again, err := cmd.Decide(held); err != nil || len(again) != 0 {
		t.Errorf("the same file again: %v, %v", again, err)
	}
	cmd.Rates[0].PerUnit = false
	if turned, err := cmd.Decide(held); err != nil || len(turned) != 1 {
		t.Errorf("the same figure the other way round: %v, %v", turned, err)
	}
}
