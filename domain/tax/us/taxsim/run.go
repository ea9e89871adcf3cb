package taxsim

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/us/form1040"
	"github.com/tallystick/tallystick/domain/tax/us/state"
)

// standard and detailed are the columns of the output.
var (
	standard = []string{"taxsimid", "year", "state", "fiitax", "siitax", "fica", "frate", "tfica"}
	detailed = []struct {
		name string
		line form1040.ID
	}{
		{"v10", form1040.F11}, {"v11", form1040.A1_7}, {"v12", form1040.F6b}, {"v13", form1040.FStd}, {"v17", form1040.SA17},
		{"v18", form1040.F15}, {"v19", form1040.F16}, {"v22", form1040.F19}, {"v23", form1040.F28}, {"v24", form1040.S3_2},
		{"v25", form1040.F27}, {"v26", form1040.M4}, {"v27", form1040.S2_2}, {"v28", form1040.F16},
	}
)

// Run reads households and writes their taxes, a row a household in the order
// of the file. The error names the row and the column; rows before it have
// been written.
func Run(r io.Reader, w io.Writer) error {
	in, out := csv.NewReader(r), csv.NewWriter(w)
	in.ReuseRecord, in.TrimLeadingSpace = true, true
	header, err := in.Read()
	if err != nil {
		return fmt.Errorf("taxsim: the header: %w", err)
	}
	names := append([]string(nil), header...)
	set, err := columnSetters(names)
	if err != nil {
		return err
	}
	e := &engine{}
	for row := 1; ; row++ {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("taxsim: row %d: %w", row, err)
		}
		if err := e.one(set, names, record, out, row); err != nil {
			out.Flush()
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// engine computes one household after another.
type engine struct {
	params *form1040.Params
	sheet  form1040.Sheet
	slope  form1040.Sheet
	fields []string
	wide   bool
	begun  bool
}

func (e *engine) one(set []setter, names, record []string, out *csv.Writer, row int) error {
	var h household
	for i, text := range record {
		if text == "" {
			continue
		}
		if err := set[i](&h, text); err != nil {
			return fmt.Errorf("taxsim: row %d, %s: %w", row, names[i], err)
		}
	}
	if err := h.finish(); err != nil {
		return fmt.Errorf("taxsim: row %d: %w", row, err)
	}
	if e.params == nil || e.params.Year != h.in.Year {
		p, err := form1040.ForYear(h.in.Year)
		if err != nil {
			return fmt.Errorf("taxsim: row %d, year: %d is not covered: %w", row, h.in.Year, err)
		}
		e.params = p
	}
	if !e.begun {
		e.begun, e.wide = true, h.detail
		if err := out.Write(e.header()); err != nil {
			return err
		}
	}
	return out.Write(e.compute(&h))
}

func (e *engine) header() []string {
	out := append([]string(nil), standard...)
	if e.wide {
		for _, d := range detailed {
			out = append(out, d.name)
		}
	}
	return out
}

func (e *engine) compute(h *household) []string {
	s := &e.sheet
	s.Reset(e.params, &h.in)
	own := income(s)
	social, medicare := s.EmployeeTaxes()
	employee := social.Add(medicare)
	self := s.At(form1040.S2_4).Add(s.At(form1040.S2_11))
	e.fields = append(e.fields[:0], h.id, strconv.Itoa(h.in.Year), strconv.Itoa(h.state), own.Fixed(2), e.stateTax(h),
		employee.Add(employee).Add(self).Fixed(2), e.rate(h).Fixed(2), employee.Add(self).Fixed(2))
	if e.wide {
		for _, d := range detailed {
			e.fields = append(e.fields, s.At(d.line).Fixed(2))
		}
	}
	return e.fields
}

// income is the income tax after refundable credits.
func income(s *form1040.Sheet) money.Dec {
	return s.At(form1040.F22).Add(s.At(form1040.S2_12)).Sub(s.At(form1040.F27)).Sub(s.At(form1040.F28)).Sub(s.At(form1040.F29))
}

// rateStep is the increment of wages for the marginal rate, in dollars.
var (
	rateStep = money.MustParse("0.01")
	percent  = money.MustParse("10000")
)

func (e *engine) rate(h *household) money.Dec {
	at := h.in
	at.Method = form1040.Slope
	e.slope.Reset(e.params, &at)
	low := income(&e.slope)
	more := at
	more.You.Wages = at.You.Wages.Add(rateStep)
	e.slope.Reset(e.params, &more)
	return income(&e.slope).Sub(low).Mul(percent)
}

func (e *engine) stateTax(h *household) string {
	if h.state == 0 {
		return money.Zero.Fixed(2)
	}
	entry := stateOf(h.state)
	if entry == nil || entry.Refuse(&h.in) != "" {
		return ""
	}
	own, err := entry.Compute(&h.in, &e.sheet, false)
	if err != nil {
		return ""
	}
	return own.Tax.Fixed(2)
}

// codes are the postal codes in the order of the Statistics of Income codes,
// which begin with 1.
var codes = []string{
	"al", "ak", "az", "ar", "ca", "co", "ct", "de", "dc", "fl", "ga", "hi", "id", "il", "in", "ia", "ks", "ky", "la", "me", "md", "ma", "mi", "mn", "ms", "mo",
	"mt", "ne", "nv", "nh", "nj", "nm", "ny", "nc", "nd", "oh", "ok", "or", "pa", "ri", "sc", "sd", "tn", "tx", "ut", "vt", "va", "wa", "wv", "wi", "wy",
}

func stateOf(code int) *state.Entry {
	if code < 1 || code > len(codes) {
		return nil
	}
	for _, e := range state.Entries {
		if e.Code == codes[code-1] {
			return e
		}
	}
	return nil
}
