package ch

import (
	"fmt"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	single, couple tariff
	child, least   law.Num
	income, tax    block.Rounding
	cite           []law.Citation // of the rules that both tariffs share
	wages          *wages         // nil where they are not known
	zurich         *canton        // nil where it is not known
}

// tariff is art. 36 para. 1 or 2. Rates are the amounts for each further 100
// francs; printed holds the tax at the beginning of each taxed step.
type tariff struct {
	rates   block.Schedule
	printed []money.Dec
	cite    []law.Citation
	all     []law.Citation // with the rules that both tariffs share
}

var resolved = tax.ByYear("ch", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{child: r.Num("income_child_reduction"), least: r.Num("income_least_levied")}
	income, _ := r.Text("income_income_rounding")
	amount, _ := r.Text("income_tax_rounding")
	p.cite = r.Citations()
	if err := r.Err(); err != nil {
		return nil, err
	}
	p.income, p.tax = block.MustRounding(income), block.MustRounding(amount)
	var err error
	if p.single, err = readTariff(book.On(day), "single"); err != nil {
		return nil, err
	}
	if p.couple, err = readTariff(book.On(day), "couple"); err != nil {
		return nil, err
	}
	if known(day) {
		if p.wages, err = readWages(book.On(day)); err != nil {
			return nil, err
		}
		if p.zurich, err = readCanton(book.On(day)); err != nil {
			return nil, err
		}
	}
	p.single.all, p.couple.all = tax.Merge(p.cite, p.single.cite), tax.Merge(p.cite, p.couple.cite)
	return p, nil
}

func readTariff(r *law.Reader, who string) (tariff, error) {
	t := tariff{rates: block.NewSchedule(r.Schedule("income_rates_" + who))}
	for i := 1; i < len(t.rates.Bands); i++ {
		t.printed = append(t.printed, r.Entry("income_amounts_"+who, fmt.Sprintf("step_%d", i)).Dec)
	}
	t.cite = r.Citations()
	return t, r.Err()
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
