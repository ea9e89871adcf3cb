package fx

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

func oneDay(d civil.Date) civil.Period { return civil.Period{From: d, To: d} }

func parseRate(currency, units string) (money.Dec, error) {
	const histories = 1999 // begin there
	if _, known := money.MinorUnitsIn(currency, histories, 1); !known && !former[currency] {
		return money.Zero, fmt.Errorf("%q is no currency code", currency)
	}
	d, err := money.Parse(units)
	if err != nil {
		return d, fmt.Errorf("rate %q of %s: %v", units, currency, err)
	}
	if d.Sign() <= 0 {
		return d, fmt.Errorf("rate %q of %s is not positive", units, currency)
	}
	return d, nil
}

// former are currencies of the publishers' histories that were withdrawn before
// those that package money dates.
var former = map[string]bool{"CYP": true, "EEK": true, "LVL": true, "MTL": true, "ROL": true, "SIT": true, "SKK": true, "TRL": true}

// ReadECBCSV reads eurofxref-hist.csv.
func ReadECBCSV(r io.Reader) ([]Rate, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1
	in.TrimLeadingSpace = true
	head, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("heading: %w", err)
	}
	if strings.TrimPrefix(head[0], "\ufeff") != "Date" {
		return nil, fmt.Errorf("the heading begins with %q, not with Date", head[0])
	}
	var out []Rate
	for line := 2; ; line++ {
		rec, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		day, err := civil.Parse(strings.TrimSpace(rec[0]))
		if err != nil {
			return nil, fmt.Errorf("line %d: date %q", line, rec[0])
		}
		for i := 1; i < len(rec) && i < len(head); i++ {
			v := strings.TrimSpace(rec[i])
			if v == "" || v == "N/A" {
				continue
			}
			c := strings.TrimSpace(head[i])
			units, err := parseRate(c, v)
			if err != nil {
				return nil, fmt.Errorf("line %d: %v", line, err)
			}
			out = append(out, Rate{Currency: c, Units: units, Period: oneDay(day)})
		}
	}
}

// ReadECBXML reads eurofxref-hist.xml, eurofxref-hist-90d.xml or
// eurofxref-daily.xml.
func ReadECBXML(r io.Reader) ([]Rate, error) {
	type cube struct {
		Currency string `xml:"currency,attr"`
		Rate     string `xml:"rate,attr"`
	}
	type day struct {
		Time  string `xml:"time,attr"`
		Rates []cube `xml:"Cube"`
	}
	var doc struct {
		XMLName xml.Name
		Days    []day `xml:"Cube>Cube"`
	}
	if err := xml.NewDecoder(r).Decode(&doc); err != nil {
		return nil, err
	}
	var out []Rate
	for _, d := range doc.Days {
		on, err := civil.Parse(d.Time)
		if err != nil {
			return nil, fmt.Errorf("time %q is no date", d.Time)
		}
		for _, c := range d.Rates {
			units, err := parseRate(c.Currency, c.Rate)
			if err != nil {
				return nil, fmt.Errorf("%s: %v", on, err)
			}
			out = append(out, Rate{Currency: c.Currency, Units: units, Period: oneDay(on)})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no Cube with rates in <%s>", doc.XMLName.Local)
	}
	return out, nil
}

var months = map[string]int{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
	"dec": 12}

// britishDate reads 01/Jul/2026 and 01/07/2026.
func britishDate(s string) (civil.Date, error) {
	f := strings.Split(strings.TrimSpace(s), "/")
	if len(f) == 3 {
		if m, named := months[strings.ToLower(f[1])]; named {
			f[1] = fmt.Sprintf("%02d", m)
		}
		if d, err := civil.Parse(f[2] + "-" + f[1] + "-" + f[0]); err == nil {
			return d, nil
		}
	}
	return civil.Date{}, fmt.Errorf("date %q is not DD/MM/YYYY", s)
}

// ReadHMRCXML reads a monthly exchangeRateMonthList.
func ReadHMRCXML(r io.Reader) ([]Rate, error) {
	var doc struct {
		XMLName xml.Name `xml:"exchangeRateMonthList"`
		Period  string   `xml:"Period,attr"`
		Rates   []struct {
			Currency string `xml:"currencyCode"`
			Rate     string `xml:"rateNew"`
		} `xml:"exchangeRate"`
	}
	if err := xml.NewDecoder(r).Decode(&doc); err != nil {
		return nil, err
	}
	from, to, found := strings.Cut(doc.Period, " to ")
	if !found {
		return nil, fmt.Errorf("period %q is not DD/Mon/YYYY to DD/Mon/YYYY", doc.Period)
	}
	var out []Rate
	for _, x := range doc.Rates {
		rate, err := monthly(x.Currency, x.Rate, from, to)
		if err != nil {
			return nil, err
		}
		if out, err = addMonthly(out, rate); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ReadHMRCCSV reads the monthly CSV of the UK Trade Tariff.
func ReadHMRCCSV(r io.Reader) ([]Rate, error) {
	in := csv.NewReader(r)
	head, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("heading: %w", err)
	}
	column := map[string]int{}
	for i, h := range head {
		column[strings.ToLower(strings.TrimSpace(strings.TrimPrefix(h, "\ufeff")))] = i
	}
	var at [4]int
	for i, name := range []string{"currency code", "currency units per £1", "start date", "end date"} {
		n, ok := column[name]
		if !ok {
			return nil, fmt.Errorf("no column %q in the heading", name)
		}
		at[i] = n
	}
	var out []Rate
	for line := 2; ; line++ {
		rec, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		rate, err := monthly(rec[at[0]], rec[at[1]], rec[at[2]], rec[at[3]])
		if err != nil {
			return nil, fmt.Errorf("line %d: %v", line, err)
		}
		if out, err = addMonthly(out, rate); err != nil {
			return nil, fmt.Errorf("line %d: %v", line, err)
		}
	}
}

func monthly(currency, units, from, to string) (Rate, error) {
	r := Rate{Currency: strings.TrimSpace(currency)}
	var err error
	if r.Units, err = parseRate(r.Currency, strings.TrimSpace(units)); err != nil {
		return r, err
	}
	if r.Period.From, err = britishDate(from); err != nil {
		return r, err
	}
	if r.Period.To, err = britishDate(to); err != nil {
		return r, err
	}
	if r.Period.To.Before(r.Period.From) {
		return r, fmt.Errorf("the period of %s ends before it begins", r.Currency)
	}
	return r, nil
}

// addMonthly drops the repetition of a currency that several countries use;
// two different rates of one currency are an error.
func addMonthly(list []Rate, r Rate) ([]Rate, error) {
	for _, had := range list {
		if had.Currency == r.Currency && had.Period == r.Period {
			if !had.Units.Equal(r.Units) {
				return nil, fmt.Errorf("%s has the rates %s and %s", r.Currency, had.Units, r.Units)
			}
			return list, nil
		}
	}
	return append(list, r), nil
}
