package ussales

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/refusal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Dataset is the imported rate and boundary file of one state.
type Dataset struct {
	State     string     // "MN"
	RateFile  string     // "MNR2026Q2FEB18": the version
	BoundFile string     // "MNB2026Q2FEB18"
	Imported  civil.Date //
	Addresses int        // address records that the boundary file holds and this service does not use

	rates  map[string][]RateRow
	zips   map[string][]BoundaryRow // by five-digit ZIP
	plus4s map[string][]BoundaryRow
}

// NewDataset indexes imported rows. Every row must be of one FIPS state.
func NewDataset(state, rateFile, boundFile string, imported civil.Date, rateRows []RateRow, bounds []BoundaryRow, addresses int) (*Dataset,
	error) {
	d := &Dataset{State: strings.ToUpper(state), RateFile: rateFile, BoundFile: boundFile, Imported: imported,
		Addresses: addresses, rates: map[string][]RateRow{}, zips: map[string][]BoundaryRow{}, plus4s: map[string][]BoundaryRow{}}
	fips := ""
	same := func(s string) error {
		if fips == "" {
			fips = s
		}
		if s != fips {
			return fmt.Errorf("rows of FIPS states %s and %s in one data set", fips, s)
		}
		return nil
	}
	for _, r := range rateRows {
		if err := same(r.State); err != nil {
			return nil, err
		}
		d.rates[key(r.Type, r.Code)] = append(d.rates[key(r.Type, r.Code)], r)
	}
	for _, b := range bounds {
		if err := same(b.State); err != nil {
			return nil, err
		}
		index := d.zips
		if b.Plus4 {
			index = d.plus4s
		}
		if err := b.eachZip(func(zip string) { index[zip] = append(index[zip], b) }); err != nil {
			return nil, err
		}
	}
	if len(rateRows) == 0 {
		return nil, fmt.Errorf("a data set without rates")
	}
	return d, nil
}

// zipsMax bounds how many ZIP codes one line may span; no state has as many.
const zipsMax = 5000

// eachZip calls f for every five-digit ZIP that a row touches.
func (b BoundaryRow) eachZip(f func(zip string)) error {
	from, err1 := strconv.Atoi(b.From[:5])
	to, err2 := strconv.Atoi(b.To[:5])
	if err1 != nil || err2 != nil || to-from >= zipsMax {
		return fmt.Errorf("ZIP codes %s to %s are no range of one state", b.From, b.To)
	}
	for n := from; n <= to; n++ {
		f(fmt.Sprintf("%05d", n))
	}
	return nil
}

func key(kind, code string) string { return kind + "/" + strings.TrimLeft(code, "0") }

// Base says which column of the rate file a line of goods takes.
type Base int

const (
	General Base = iota
	FoodAndDrugs
)

// Jurisdiction is one rate of an address.
type Jurisdiction struct {
	Code      string // "US-MN-state", "US-MN-county-053", "US-MN-district-80008"
	District  bool   // a special district, rather than the state, a county or a place
	Rate      money.Dec
	Citations []law.Citation
}

// Lookup returns the rates at an address on a day, the state's first.
func (d *Dataset) Lookup(zip5, zip4 string, base Base, interstate bool, on civil.Date, field string) ([]Jurisdiction, *refusal.Blocked) {
	b, blocked := d.resolve(zip5, zip4, on, field)
	if blocked != nil {
		return nil, blocked
	}
	state := strings.TrimLeft(b.State, "0")
	out := make([]Jurisdiction, 0, 4)
	add := func(kind, code, name string) bool {
		for _, r := range d.rates[key(kind, code)] {
			if !r.Period.Contains(on) {
				continue
			}
			if rate := r.rate(base, interstate); rate.Sign() > 0 || kind == typeState {
				code := "US-" + d.State + "-" + name
				district := kind != typeState && kind != typeCounty && kind != typePlace
				out = append(out, Jurisdiction{Code: code, District: district, Rate: rate, Citations: []law.Citation{d.cite(r)}})
			}
			return true
		}
		return false
	}
	if !add(typeState, state, "state") {
		return nil, refusal.New(refusal.LocalRateMissing, field, "%s holds no rate of the state on %s", d.RateFile, on)
	}
	// A county, place or district without a line of rates levies no tax.
	if b.County != "" {
		add(typeCounty, b.County, "county-"+b.County)
	}
	if b.Place != "" {
		add(typePlace, b.Place, "place-"+b.Place)
	}
	for _, s := range b.Districts {
		add(s.Type, s.Code, "district-"+s.Code)
	}
	return out, nil
}

func (r RateRow) rate(base Base, interstate bool) money.Dec {
	switch {
	case base == FoodAndDrugs && interstate:
		return r.FoodDrugInterstate
	case base == FoodAndDrugs:
		return r.FoodDrugIntrastate
	case interstate:
		return r.GeneralInterstate
	}
	return r.GeneralIntrastate
}

func (d *Dataset) cite(r RateRow) law.Citation {
	return law.Citation{ID: fmt.Sprintf("us:%s:%s/%s@%s", d.RateFile, r.Type, r.Code, r.Period.From), SourceID: d.RateFile,
		Title: "Streamlined Sales Tax rate file " + d.RateFile, Locator: strings.Join([]string{r.State, r.Type, r.Code}, ","),
		URL:           "https://www.streamlinedsalestax.org/ratesandboundry/Rates/" + d.RateFile,
		EffectiveFrom: r.Period.From, EffectiveTo: r.Period.To, RetrievedAt: d.Imported}
}

// resolve finds the boundary of an address: by ZIP+4 when given, else by ZIP,
// where all rows must agree.
func (d *Dataset) resolve(zip5, zip4 string, on civil.Date, field string) (BoundaryRow, *refusal.Blocked) {
	if zip4 != "" {
		if hits := match(d.plus4s[zip5], zip5+zip4, on); len(hits) > 0 {
			return one(hits, field, zip5+"-"+zip4)
		}
	}
	if hits := match(d.zips[zip5], zip5, on); len(hits) > 0 {
		return one(hits, field, zip5)
	}
	hint := "it is not in " + d.BoundFile
	if zip4 == "" && slices.ContainsFunc(d.plus4s[zip5], func(b BoundaryRow) bool { return b.Period.Contains(on) }) {
		hint = "its parts are taxed differently: give the ZIP+4"
	}
	return BoundaryRow{}, refusal.New(refusal.LocalRateMissing, field, "no local rate for ZIP %s: %s", zip5, hint)
}

func match(rows []BoundaryRow, zip string, on civil.Date) (hits []BoundaryRow) {
	for _, b := range rows {
		if b.From <= zip && zip <= b.To && b.Period.Contains(on) {
			hits = append(hits, b)
		}
	}
	return hits
}

// one returns the jurisdictions that all hits share; rows that differ are not
// chosen between.
func one(hits []BoundaryRow, field, zip string) (BoundaryRow, *refusal.Blocked) {
	first := hits[0]
	for _, h := range hits[1:] {
		if h.County != first.County || h.Place != first.Place || !slices.EqualFunc(sorted(h), sorted(first),
			func(a, b District) bool { return a == b }) {
			return BoundaryRow{}, refusal.New(refusal.LocalRateMissing, field, "ZIP %s lies in more than one set of jurisdictions: give the ZIP+4",
				zip)
		}
	}
	return first, nil
}

func sorted(b BoundaryRow) []District {
	out := slices.Clone(b.Districts)
	slices.SortFunc(out, func(a, b District) int { return cmp.Compare(a.Type+a.Code, b.Type+b.Code) })
	return out
}
