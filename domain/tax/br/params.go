package br

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands          block.Schedule
	dependant      law.Num
	simplified     law.Num // rate
	simplifiedMost money.Dec
	reduction      *reduction     // nil up to 2025
	minimum        *minimum       // nil up to 2025
	rounding       block.Rounding // of the tax
	cite           []law.Citation
}

// reduction is art. 11-A.
type reduction struct {
	fullTo, most, to, amount, rate money.Dec
	cite                           []law.Citation
}

// minimum is the minimum tax of art. 16-A.
type minimum struct {
	above, fullAt, rate money.Dec
	cite                []law.Citation
}

var resolved = tax.ByYear("br", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{
		bands: block.NewSchedule(r.Schedule("income_bands")), dependant: r.Num("income_dependant"),
		simplified: r.Entry("income_simplified", "rate"), simplifiedMost: r.Entry("income_simplified", "most").Dec,
	}
	if name := "income_reduction"; r.Has(name) {
		of := func(key string) money.Dec { return r.Entry(name, key).Dec }
		p.reduction = &reduction{fullTo: of("full_to"), most: of("most"), to: of("to"), amount: of("amount"), rate: of("rate"),
			cite: r.Entry(name, "most").Cite}
	}
	if text, _ := r.Text("income_rounding"); text != "" {
		p.rounding = block.MustRounding(text)
	}
	p.cite = r.Citations()
	if c, name := book.On(day), "income_minimum"; c.Has(name) {
		of := func(key string) money.Dec { return c.Entry(name, key).Dec }
		p.minimum = &minimum{above: of("above"), fullAt: of("full_at"), rate: of("rate")}
		p.minimum.cite = c.Citations()
	}
	return p, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
