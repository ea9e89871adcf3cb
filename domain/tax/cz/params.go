package cz

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	bands                            block.Schedule
	baseRound, taxRound              block.Rounding
	basic, spouse, spouseZTP         law.Num
	first, second, further           law.Num
	bonusLeast, bonusIncome          law.Num
	social, health, ceiling          law.Num
	cite, childCite, bonusCite, paid []law.Citation
}

var resolved = tax.ByYear("cz", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, c, b, w := book.On(day), book.On(day), book.On(day), book.On(day)
	p := &params{
		bands: block.NewSchedule(r.Schedule("income_bands")),
		basic: r.Entry("income_credits", "basic"), spouse: r.Entry("income_credits", "spouse"),
		spouseZTP: r.Entry("income_credits", "spouse_ztp"),
		first:     c.Entry("income_child_credit", "first"), second: c.Entry("income_child_credit", "second"),
		further:    c.Entry("income_child_credit", "further"),
		bonusLeast: b.Entry("income_bonus", "least"), bonusIncome: b.Entry("income_bonus", "income"),
		social: w.Entry("wages_rates", "social"), health: w.Entry("wages_rates", "health"), ceiling: w.Num("wages_social_ceiling"),
	}
	base, _ := r.Text("income_base_rounding")
	due, _ := r.Text("income_tax_rounding")
	p.cite, p.childCite, p.bonusCite, p.paid = r.Citations(), c.Citations(), b.Citations(), w.Citations()
	for _, reader := range []*law.Reader{r, c, b, w} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	p.baseRound, p.taxRound = block.MustRounding(base), block.MustRounding(due)
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
