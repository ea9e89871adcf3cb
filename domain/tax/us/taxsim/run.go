package taxsim

import (
	"encoding/csv"
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
func Run(r io.Reader, w io.Writer) error { return pass(r, w, (*engine).compute) }

// Echo reads households as Run does and writes the amounts read, in as many
// columns as Run writes. It computes nothing: it is the floor beside which Run
// is measured.
func Echo(r io.Reader, w io.Writer) error { return pass(r, w, (*engine).echo) }

// engine answers one household after another. It is not safe for concurrent
// use.
type engine struct {
	set    []setter
	names  []string // of the columns
	answer func(*engine, *household) ([]string, error)
	wide   bool

	params map[int]*form1040.Params
	sheet  form1040.Sheet
	slope  form1040.Sheet
	fields []string

	// The household at hand and its return a step further, kept since they are
	// large.
	home    household
	further form1040.Return
}

// read makes the household of a record, which lasts until the next is read.
func (e *engine) read(record []string) (*household, error) {
	h := &e.home
	*h = household{}
	for i, text := range record {
		if text == "" {
			continue
		}
		if err := e.set[i](h, text); err != nil {
			return nil, fmt.Errorf(", %s: %w", e.names[i], err)
		}
	}
	if err := h.finish(); err != nil {
		return nil, fmt.Errorf(": %w", err)
	}
	return h, nil
}

// one answers a record; the error begins where the row's number ends.
func (e *engine) one(record []string, out *csv.Writer) error {
	h, err := e.read(record)
	if err != nil {
		return err
	}
	fields, err := e.answer(e, h)
	if err != nil {
		return err
	}
	return out.Write(fields)
}

// header is the first row of the output.
func (e *engine) header() []string {
	out := append([]string(nil), standard...)
	if e.wide {
		for _, d := range detailed {
			out = append(out, d.name)
		}
	}
	return out
}

// year returns the parameters of a household's year.
func (e *engine) year(h *household) (*form1040.Params, error) {
	if p := e.params[h.in.Year]; p != nil {
		return p, nil
	}
	p, err := form1040.ForYear(h.in.Year)
	if err != nil {
		return nil, fmt.Errorf(", year: %d is not covered: %w", h.in.Year, err)
	}
	e.params[h.in.Year] = p
	return p, nil
}

func (e *engine) compute(h *household) ([]string, error) {
	p, err := e.year(h)
	if err != nil {
		return nil, err
	}
	s := &e.sheet
	s.Reset(p, &h.in)
	own := income(s)
	social, medicare := s.EmployeeTaxes()
	employee := social.Add(medicare)
	self := s.At(form1040.S2_4).Add(s.At(form1040.S2_11))
	e.fields = append(e.fields[:0], h.id, strconv.Itoa(h.in.Year), strconv.Itoa(h.state), own.Fixed(2), e.stateTax(h),
		employee.Add(employee).Add(self).Fixed(2), e.rate(h, own).Fixed(2), employee.Add(self).Fixed(2))
	if e.wide {
		for _, d := range detailed {
			e.fields = append(e.fields, s.At(d.line).Fixed(2))
		}
	}
	return e.fields, nil
}

func (e *engine) echo(h *household) ([]string, error) {
	in := &h.in
	e.fields = append(e.fields[:0], h.id, strconv.Itoa(in.Year), strconv.Itoa(h.state), in.You.Wages.Fixed(2), in.Spouse.Wages.Fixed(2),
		in.Interest.Fixed(2), in.OrdinaryDividends.Fixed(2), in.LongTermGain.Fixed(2))
	if e.wide {
		for range detailed {
			e.fields = append(e.fields, in.You.Wages.Fixed(2))
		}
	}
	return e.fields, nil
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

// rate is the marginal rate, by the law without its steps. The tax computed is
// where it starts unless it stands on such a step.
func (e *engine) rate(h *household, low money.Dec) money.Dec {
	at := &e.further
	*at = h.in
	at.Method = form1040.Slope
	e.slope.BeginSlope(&e.sheet, at)
	if !e.sheet.Smooth() {
		low = income(&e.slope)
	}
	at.Add(form1040.Wages, false, rateStep)
	e.slope.Earn(at, form1040.Wages)
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
	"al", "ak", "az", "ar", "ca", "co", "ct", "de", "dc", "fl", "ga", "hi", "id", "il", "in", "ia", "ks", "ky", "la", "me", "md", "ma", "mi",
	"mn", "ms", "mo",
	"mt", "ne", "nv", "nh", "nj", "nm", "ny", "nc", "nd", "oh", "ok", "or", "pa", "ri", "sc", "sd", "tn", "tx", "ut", "vt", "va", "wa", "wv",
	"wi", "wy",
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
