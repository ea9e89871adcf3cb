package no

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	general        law.Num
	zone           law.Num // deduction of the action zone, 0 elsewhere
	brackets       block.Schedule
	minimumRate    law.Num
	minimumMost    money.Dec
	allowance      law.Num
	insurance      law.Num
	insuranceFrom  money.Dec
	insuranceGrows money.Dec
	cite           []law.Citation
}

var resolved = tax.ResolveYears("no", &yearForm, coverage, keyOf,
	func(book *law.Book, row *tax.CoverageRow, from civil.Date) (*params, error) {
		return resolve(book, from, row.Region == actionZone)
	})

func keyOf(row *tax.CoverageRow) string { return row.TaxYear + row.Region }

func resolve(book *law.Book, day civil.Date, zone bool) (*params, error) {
	r := book.On(day)
	p := &params{
		brackets:    block.NewSchedule(r.Schedule("income_bracket_bands")),
		minimumRate: r.Entry("income_minimum_deduction", "rate"), minimumMost: r.Entry("income_minimum_deduction", "most").Dec,
		allowance: r.Num("income_personal_allowance"),
		insurance: r.Entry("income_insurance", "rate"), insuranceFrom: r.Entry("income_insurance", "from").Dec,
		insuranceGrows: r.Entry("income_insurance", "grows").Dec,
	}
	if zone {
		p.general, p.zone = r.Num("income_zone_general_rate"), r.Num("income_zone_deduction")
		step3 := r.Num("income_zone_step3_rate")
		bands := slices.Clone(p.brackets.Bands)
		bands[stepThree].Rate = step3.Dec
		p.brackets = block.Make(bands, append(slices.Clone(p.brackets.Cite), step3.Cite...))
	} else {
		p.general = r.Num("income_general_rate")
	}
	p.cite = r.Citations()
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear+row.Region] }

// stepThree is the band of step 3, after that below step 1.
const stepThree = 3
