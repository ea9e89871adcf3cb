package ussales

import (
	"errors"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

var day = civil.MustParse("2026-05-01")

// Lines of Minnesota's rate file MNR2026Q2FEB18.csv and boundary file
// MNB2026Q2FEB18.csv, as the state publishes them.
const mnRates = `27,45,27,0.06875,0.06875,0.06875,0.06875,20090701,29991231
27,01,39878,0.0050,0.0050,0.0050,0.0050,20051001,29991231
27,01,58000,0.0050,0.0050,0.0050,0.0050,20051001,20240331
27,00,053,0.0015,0.0015,0.0015,0.0015,20070101,29991231
27,00,163,0.0025,0.0025,0.0025,0.0025,20171001,20210930
27,00,163,0.0050,0.0050,0.0050,0.0050,20211001,29991231
27,63,80008,0.0075,0.0075,0.0075,0.0075,20231001,29991231
27,63,80009,0.0025,0.0025,0.0025,0.0025,20231001,29991231
`

const mnBounds = `z,20240401,29991231,,,,,,,,,,,,,,,55001,,55003,,,27,27,163,,,,,,,,,,,ST,80008,63,ST,80009,63,,,,,,,,,,,,,,,,
z,20210101,29991231,,,,,,,,,,,,,,,55005,,55009,,,27,27,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
4,20180101,29991231,,,,,,,,,,,,,,,55101,2371,55101,2392,,27,27,123,58000,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
4,20171001,29991231,,,,,,,,,,,,,,,55101,2393,55101,2393,,27,27,053,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
`

// The same state row of Georgia's file GAR2026Q2FEB19.csv shows the columns:
// general goods 4 %, food and drugs nothing.
const gaRates = `13,45,13,0.04,0.04,0,0,20110101,29991231
13,01,04000,0.019,0.019,0.019,0.019,20221001,29991231
`

func dataset(t *testing.T, state, rates, bounds string) *Dataset {
	t.Helper()
	r, err := ReadRates(strings.NewReader(rates))
	if err != nil {
		t.Fatal(err)
	}
	b, n, err := ReadBoundaries(strings.NewReader(bounds))
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDataset(state, state+"R2026Q2FEB18", state+"B2026Q2FEB18", day, r, b, n)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func total(js []Jurisdiction) money.Dec {
	sum := money.Zero
	for _, j := range js {
		sum = sum.Add(j.Rate)
	}
	return sum
}

func TestRatesOfAnAddress(t *testing.T) {
	d := dataset(t, "MN", mnRates, mnBounds)
	for _, c := range []struct{ zip5, zip4, want, refused string }{
		{"55002", "", "0.08375", ""},     // state, county 163, two metro districts
		{"55005", "", "0.06875", ""},     // the state alone
		{"55101", "2380", "0.06875", ""}, // the city's rate has ended
		{"55101", "2393", "0.07025", ""}, // county 053
		{"55101", "", "", refusal.LocalRateMissing},
		{"55101", "9999", "", refusal.LocalRateMissing},
		{"99999", "", "", refusal.LocalRateMissing},
	} {
		js, b := d.Lookup(c.zip5, c.zip4, General, false, day, "ship_to.postal_code")
		switch {
		case c.refused != "" && (b == nil || b.Code != c.refused || b.Field != "ship_to.postal_code"):
			t.Errorf("%+v: %v, %v", c, js, b)
		case c.refused == "" && (b != nil || total(js).String() != c.want || len(js[0].Citations) == 0):
			t.Errorf("%+v: %v, %v", c, js, b)
		}
	}
	before := civil.MustParse("2024-03-31")
	if js, b := d.Lookup("55101", "2380", General, false, before, ""); b != nil || total(js).String() != "0.07375" {
		t.Errorf("before the city's rate ended: %v, %v", js, b)
	}
}

func TestFoodAndDrugsHaveTheirColumns(t *testing.T) {
	d := dataset(t, "GA", gaRates, strings.ReplaceAll("z,20110101,29991231,,,,,,,,,,,,,,,30303,,30303,,,13,13,121,04000,,,\n", "x", ""))
	general, _ := d.Lookup("30303", "", General, true, day, "")
	food, _ := d.Lookup("30303", "", FoodAndDrugs, true, day, "")
	if total(general).String() != "0.059" || total(food).String() != "0.019" {
		t.Errorf("general %v, food %v", general, food)
	}
}

// Location codes of type 45 among the districts (Washington writes them) are
// not the state's rate a second time.
func TestLocationCodesAreNoTax(t *testing.T) {
	d := dataset(t, "WA", "53,45,53,0.065,0.065,0,0,19830601,29991231\n",
		"z,20200101,29991231,,,,,,,,,,,,,,,98004,,98004,,,53,53,033,,,,,L,53,45,,,,\n")
	if js, b := d.Lookup("98004", "", General, false, day, ""); b != nil || total(js).String() != "0.065" {
		t.Errorf("%v, %v", js, b)
	}
}

func TestAZipInTwoPlacesIsNotChosen(t *testing.T) {
	row := func(place string) string {
		return "Z,20200101,99991231,,,,,,,,,,,,,,,55001,,55001,,,27,27,163," + place + ",,,,,,,\n"
	}
	d := dataset(t, "MN", mnRates, row("39878")+row(""))
	if js, b := d.Lookup("55001", "", General, false, day, ""); b == nil || b.Code != refusal.LocalRateMissing {
		t.Errorf("%v, %v", js, b)
	}
}

func TestMalformedLinesAreNamed(t *testing.T) {
	for want, file := range map[string]string{
		"line 1: 2 fields": "27,45",
		"line 2, field 4":  mnRates[:strings.Index(mnRates, "\n")+1] + "27,45,27,6.875,0,0,0,20090701,29991231",
		"line 1, field 6":  "27,45,27,0.06,0.06,,0,20090701,29991231",
		"is not YYYYMMDD":  "27,45,27,0.06,0.06,0,0,2009-07-01,29991231",
		"before it begins": "27,45,27,0.06,0.06,0,0,20090701,20080701",
	} {
		if _, err := ReadRates(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	for want, file := range map[string]string{
		"record type": "Q,20090701,29991231",
		"26 or more":  "z,20090701,29991231,1,2",
		"no range":    "z,20200101,29991231,,,,,,,,,,,,,,,55003,,55001,,,27,27,163,,",
	} {
		if _, _, err := ReadBoundaries(strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	if _, n, err := ReadBoundaries(strings.NewReader("\ufeffA,20090701,29991231,1,9,O,,MAIN,ST\n")); err != nil || n != 1 {
		t.Errorf("an address line after a byte order mark: %d, %v", n, err)
	}
}

func TestStateTax(t *testing.T) {
	for _, c := range []struct{ state, category, want, taxability, refused string }{
		{"MN", "goods_standard", "0.06875", "taxable", ""}, {"MN", "clothing", "0", "exempt", ""}, {"WI", "clothing", "0.05", "taxable", ""},
		{"OR", "goods_standard", "0", "no_state_tax", ""}, {"TN", "food", "0.04", "reduced", ""}, {"GA", "food", "0", "exempt", ""},
		{"NY", "clothing", "", "", refusal.TaxabilityNotCovered}, {"TX", "digital_services", "", "", refusal.TaxabilityNotCovered},
		{"ZZ", "goods_standard", "", "", refusal.RateNotCovered},
	} {
		s, b := Lookup(law.MustOpen("us"), c.state, c.category, day, "lines[0].category")
		switch {
		case c.refused != "" && (b == nil || b.Code != c.refused):
			t.Errorf("%+v: %+v, %v", c, s, b)
		case c.refused == "" && (b != nil || s.Rate.String() != c.want || string(s.Taxability) != c.taxability || len(s.Citations) == 0):
			t.Errorf("%+v: %+v, %v", c, s, b)
		}
	}
	// The rate of the District of Columbia rises with its fiscal year of 2027.
	for on, want := range map[string]string{"2026-09-30": "0.06", "2026-10-01": "0.07"} {
		if s, b := Lookup(law.MustOpen("us"), "DC", "goods_standard", civil.MustParse(on), ""); b != nil || s.Rate.String() != want {
			t.Errorf("DC on %s: %+v, %v", on, s, b)
		}
	}
	var err error
	if _, b := Lookup(law.MustOpen("us"), "ZZ", "", day, ""); b != nil {
		err = b
	}
	if !errors.As(err, new(*refusal.Blocked)) {
		t.Error("no refusal")
	}
}

func TestNexus(t *testing.T) {
	for _, c := range []struct {
		state, day, sales string
		count             int64
		want              bool
	}{
		{"CA", "2026-06-01", "500000", 1_000_000, false}, {"CA", "2026-06-01", "500000.01", 1, true},
		{"GA", "2026-06-01", "0", 199, false}, {"GA", "2026-06-01", "0", 200, true}, {"GA", "2026-06-01", "100000.01", 0, true},
		{"CT", "2026-06-01", "100000.01", 199, false}, {"CT", "2026-06-01", "100000.01", 200, true},
		// More than $500,000 and more than 100 sales (N-19-1, as amended).
		{"NY", "2026-06-01", "500000.01", 100, false}, {"NY", "2026-06-01", "500000", 101, false}, {"NY", "2018-06-21", "500000.01", 101, true},
		{"AZ", "2019-12-31", "200000", 0, false}, {"AZ", "2020-01-01", "150000.01", 0, true}, {"AZ", "2021-01-01", "100000.01", 0, true},
		{"LA", "2023-07-31", "0", 200, true}, {"LA", "2023-08-01", "0", 200, false}, {"LA", "2023-08-01", "100000.01", 0, true},
		{"NE", "2026-06-01", "0", 200, true}, {"NJ", "2018-11-01", "0", 200, true}, {"UT", "2026-06-01", "100000", 200, false},
	} {
		n, ok := NexusOf(c.state, civil.MustParse(c.day))
		if !ok || n.Reached(money.MustParse(c.sales), c.count) != c.want || len(n.Citations) == 0 {
			t.Errorf("%+v: %+v", c, n)
		}
	}
	if _, ok := NexusOf("OR", day); ok {
		t.Error("a test of Oregon, which has no sales tax")
	}
}

// Where no state tax is held to stand there was none in the years before either.
func TestStatesWithoutTaxInEachYear(t *testing.T) {
	book := law.MustOpen("us")
	for _, state := range []string{"AK", "DE", "MT", "NH", "OR"} {
		for _, on := range []string{"2015-01-01", "2019-06-30", "2024-02-29", "2025-12-31", "2026-01-01"} {
			s, b := Lookup(book, state, "goods_standard", civil.MustParse(on), "")
			if b != nil || s.Taxability != NoTax || !s.Rate.IsZero() || len(s.Citations) < 2 {
				t.Errorf("%s on %s: %+v, %v", state, on, s, b)
			}
		}
		if s, b := Lookup(book, state, "goods_standard", civil.MustParse("2014-12-31"), ""); b == nil {
			t.Errorf("%s in 2014, of which no source speaks: %+v", state, s)
		}
	}
}
