package ussales

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Jurisdiction types of the rate file, by FIPS class.
const (
	typeCounty = "00"
	typePlace  = "01"
	typeState  = "45"
)

// RateRow is one line of a rate file.
type RateRow struct {
	State, Type, Code                    string // FIPS state code, type, FIPS or state-assigned code
	GeneralIntrastate, GeneralInterstate money.Dec
	FoodDrugIntrastate                   money.Dec
	FoodDrugInterstate                   money.Dec
	Period                               civil.Period
}

// BoundaryRow is one line of a boundary file that names ZIP codes.
type BoundaryRow struct {
	Plus4         bool // a ZIP+4 range (type 4) rather than whole ZIP codes (type Z)
	Period        civil.Period
	From, To      string // "55101" to "55103", or "551012371" to "551012392"
	State         string // FIPS
	County, Place string // FIPS, "" = none
	Districts     []District
}

// District is a special tax district of a boundary row.
type District struct{ Code, Type string }

// ReadRates reads a rate file: comma-separated lines of nine fields without a
// heading. It fails at the first line that does not have that form.
func ReadRates(r io.Reader) ([]RateRow, error) {
	var out []RateRow
	err := lines(r, func(n int, f []string) error {
		if len(f) != 9 {
			return fmt.Errorf("line %d: %d fields; a rate line has 9", n, len(f))
		}
		row := RateRow{State: f[0], Type: f[1], Code: f[2]}
		for i, to := range []*money.Dec{&row.GeneralIntrastate, &row.GeneralInterstate, &row.FoodDrugIntrastate, &row.FoodDrugInterstate} {
			rate, err := rate(f[3+i])
			if err != nil {
				return fmt.Errorf("line %d, field %d: %q: %v", n, 4+i, f[3+i], err)
			}
			*to = rate
		}
		var err error
		if row.Period, err = period(f[7], f[8]); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		out = append(out, row)
		return nil
	})
	return out, err
}

// rate reads a fraction below 1; the files write 0.06875, .05 and 0.
func rate(s string) (money.Dec, error) {
	if strings.HasPrefix(s, ".") {
		s = "0" + s
	}
	d, err := money.Parse(s)
	if err != nil {
		return d, err
	}
	if d.Sign() < 0 || !d.Less(money.One) {
		return d, fmt.Errorf("not a rate between 0 and 1")
	}
	return d, nil
}

// ReadBoundaries reads a boundary file: lines of at least 26 fields, of type Z
// (ZIP codes), 4 (ZIP+4 ranges) or A (addresses). Address lines are returned
// as a count.
func ReadBoundaries(r io.Reader) (rows []BoundaryRow, addresses int, err error) {
	err = lines(r, func(n int, f []string) error {
		kind := strings.ToUpper(f[0])
		switch {
		case kind == "A":
			addresses++
			return nil
		case kind != "Z" && kind != "4":
			return fmt.Errorf("line %d: record type %q; Z, 4 or A", n, f[0])
		case len(f) < 26:
			return fmt.Errorf("line %d: %d fields; a boundary line has 26 or more", n, len(f))
		}
		row := BoundaryRow{Plus4: kind == "4", State: f[22], County: f[24], Place: f[25]}
		var err error
		if row.Period, err = period(f[1], f[2]); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		if row.From, row.To, err = zips(row.Plus4, f[17], f[18], f[19], f[20]); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		for i := 29; i+2 < len(f); i += 3 {
			// Type 45 in a district's place is a location code, no tax.
			if f[i+1] != "" && f[i+2] != typeState {
				row.Districts = append(row.Districts, District{Code: f[i+1], Type: f[i+2]})
			}
		}
		rows = append(rows, row)
		return nil
	})
	return rows, addresses, err
}

func zips(plus4 bool, low5, low4, high5, high4 string) (from, to string, err error) {
	pad := func(s string, n int) string { return strings.Repeat("0", max(0, n-len(s))) + s }
	from, to = pad(low5, 5), pad(high5, 5)
	if plus4 {
		from, to = from+pad(low4, 4), to+pad(high4, 4)
	}
	if strings.Trim(from+to, "0123456789") != "" || low5 == "" || high5 == "" || from > to {
		return "", "", fmt.Errorf("ZIP codes %s-%s to %s-%s are no range", low5, low4, high5, high4)
	}
	return from, to, nil
}

// period reads YYYYMMDD dates; an end in 2999 or 9999 is open.
func period(from, to string) (civil.Period, error) {
	var p civil.Period
	for i, s := range []string{from, to} {
		if i == 1 && (strings.HasPrefix(s, "2999") || strings.HasPrefix(s, "9999")) {
			break
		}
		if len(s) != 8 {
			return p, fmt.Errorf("date %q is not YYYYMMDD", s)
		}
		d, err := civil.Parse(s[:4] + "-" + s[4:6] + "-" + s[6:])
		if err != nil {
			return p, fmt.Errorf("date %q is not YYYYMMDD", s)
		}
		if i == 0 {
			p.From = d
		} else {
			p.To = d
		}
	}
	if !p.To.IsZero() && p.To.Before(p.From) {
		return p, fmt.Errorf("the period ends on %s, before it begins", p.To)
	}
	return p, nil
}

// lines calls each with the fields of every line that is not empty; a byte
// order mark before the first is skipped.
func lines(r io.Reader, each func(n int, fields []string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), 1<<20)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(s.Text(), "\ufeff"))
		if line == "" {
			continue
		}
		fields := strings.Split(line, ",")
		for i := range fields {
			fields[i] = strings.Trim(strings.TrimSpace(fields[i]), `"`)
		}
		if err := each(n, fields); err != nil {
			return err
		}
	}
	return s.Err()
}

// Line writes a rate row as ReadRates reads it.
func (r RateRow) Line() string {
	return strings.Join([]string{r.State, r.Type, r.Code, r.GeneralIntrastate.String(), r.GeneralInterstate.String(),
		r.FoodDrugIntrastate.String(), r.FoodDrugInterstate.String(), compactDate(r.Period.From, ""), compactDate(r.Period.To, "29991231")}, ",")
}

func compactDate(d civil.Date, open string) string {
	if d.IsZero() {
		return open
	}
	return strings.ReplaceAll(d.String(), "-", "")
}

// Line writes a boundary row in the short form that ReadZips reads: first and
// last ZIP (nine digits for ZIP+4), dates, FIPS state, county and place, and
// the districts as type:code.
func (b BoundaryRow) Line() string {
	f := []string{b.From, b.To, compactDate(b.Period.From, ""), compactDate(b.Period.To, "29991231"), b.State, b.County, b.Place}
	for _, d := range b.Districts {
		f = append(f, d.Type+":"+d.Code)
	}
	return strings.Join(f, ",")
}

// ReadZips reads what BoundaryRow.Line writes.
func ReadZips(r io.Reader) (rows []BoundaryRow, err error) {
	err = lines(r, func(n int, f []string) error {
		if len(f) < 7 || len(f[0]) != 5 && len(f[0]) != 9 || len(f[0]) != len(f[1]) {
			return fmt.Errorf("line %d: not a normalised boundary", n)
		}
		row := BoundaryRow{Plus4: len(f[0]) == 9, From: f[0], To: f[1], State: f[4], County: f[5], Place: f[6]}
		var err error
		if row.Period, err = period(f[2], f[3]); err != nil {
			return fmt.Errorf("line %d: %v", n, err)
		}
		for _, d := range f[7:] {
			kind, code, ok := strings.Cut(d, ":")
			if !ok {
				return fmt.Errorf("line %d: district %q", n, d)
			}
			row.Districts = append(row.Districts, District{Code: code, Type: kind})
		}
		rows = append(rows, row)
		return nil
	})
	return rows, err
}
