package fr

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// quarterPartsMax is the most quarter parts that the facts can make.
const quarterPartsMax = 128

// params are the parameters of one year, resolved once.
type params struct {
	scale      [quarterPartsMax + 1]block.Schedule // by quarter parts: the scale stretched
	quarters   parts
	caps       caps
	decote     decote
	deduction  deduction
	wages      wages
	cehr       [2]block.Schedule // single, couple
	cdhr       *differential     // nil before it was introduced
	round      block.Rounding
	least      law.Num // that is collected
	incomeCite []law.Citation
	cehrCite   []law.Citation
}

// parts are quarter parts of the family quotient.
type parts struct {
	adult, child, further, lone, raised int
	cite                                []law.Citation
}

type caps struct {
	half, lone, raised law.Num
}

type decote struct {
	amount   [2]law.Num // single, couple
	fraction law.Num
}

type deduction struct {
	rate, least, most law.Num
	cite              []law.Citation
}

type differential struct {
	rate, threshold, reliefTo, reliefRate, couple, dependant law.Num
	cite                                                     []law.Citation
}

var resolved = tax.ByYear("fr", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{}
	scale := block.NewSchedule(r.Schedule("income_scale"))
	for n := 1; n <= quarterPartsMax; n++ {
		p.scale[n] = scale.Scale(quarterParts(n))
	}
	quarter := func(key string) int {
		n, _ := r.Entry("income_parts", key).Mul(four).Int64()
		return int(n)
	}
	p.quarters = parts{adult: quarter("adult"), child: quarter("child"), further: quarter("further_child"), lone: quarter("lone_parent"),
		raised: quarter("raised_alone")}
	_, p.quarters.cite = r.Table("income_parts")
	p.caps = caps{r.Entry("income_quotient_caps", "half_part"), r.Entry("income_quotient_caps", "lone_parent"),
		r.Entry("income_quotient_caps", "raised_alone")}
	p.decote = decote{[2]law.Num{r.Entry("income_decote", "single"), r.Entry("income_decote", "couple")}, r.Entry("income_decote", "fraction")}
	rule, _ := r.Text("income_rounding")
	p.least = r.Num("income_least_collected")
	p.incomeCite = r.Citations()

	d := book.On(day)
	p.deduction = deduction{d.Entry("income_salary_deduction", "rate"), d.Entry("income_salary_deduction", "least"),
		d.Entry("income_salary_deduction", "most"), nil}
	p.deduction.cite = d.Citations()

	v := book.On(day)
	p.wages.resolve(v)

	h := book.On(day)
	p.cehr = [2]block.Schedule{block.NewSchedule(h.Schedule("income_cehr_single")), block.NewSchedule(h.Schedule("income_cehr_couple"))}
	p.cehrCite = h.Citations()

	c := book.On(day)
	if c.Has("income_cdhr") {
		entry := func(key string) law.Num { return c.Entry("income_cdhr", key) }
		p.cdhr = &differential{entry("rate"), entry("threshold"), entry("relief_to"), entry("relief_rate"), entry("couple"), entry("dependant"),
			nil}
		p.cdhr.cite = c.Citations()
	}
	for _, reader := range []*law.Reader{r, d, v, h, c} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.round = block.MustRounding(rule)
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
