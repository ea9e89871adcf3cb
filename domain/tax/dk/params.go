package dk

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	contribution   law.Num
	bottom         law.Num
	upper          block.Schedule // the rates of the law, before the ceiling
	ceilings       [3]law.Num     // of the upper bands, in order
	allowance      law.Num
	employmentRate law.Num
	employmentMost money.Dec
	jobRate        law.Num
	jobFrom        money.Dec
	jobMost        money.Dec
	cite           []law.Citation
}

var resolved = tax.ByYear("dk", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{
		contribution: r.Num("income_am_rate"), bottom: r.Num("income_bottom_rate"),
		upper:          block.NewSchedule(r.Schedule("income_upper_bands")),
		allowance:      r.Num("income_personal_allowance"),
		employmentRate: r.Entry("income_employment_allowance", "rate"), employmentMost: r.Entry("income_employment_allowance", "most").Dec,
		jobRate: r.Entry("income_job_allowance", "rate"), jobFrom: r.Entry("income_job_allowance", "from").Dec,
		jobMost: r.Entry("income_job_allowance", "most").Dec,
	}
	for i, key := range []string{"first", "second", "third"} {
		p.ceilings[i] = r.Entry("income_ceiling", key)
	}
	p.cite = r.Citations()
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
