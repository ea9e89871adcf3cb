package gr

import (
	"strconv"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Children up to which rates and credits differ.
const (
	ratesTo   = 6
	creditsTo = 5
)

// params are the parameters of one year, resolved once; scales are by the
// number of children, six or more alike.
type params struct {
	scales             [ratesTo + 1]block.Schedule
	credits            [creditsTo + 1]law.Num
	further            law.Num
	taperAbove, taper  law.Num
	untapered          int // children from whom on the credit is not tapered
	rate               law.Num
	most               money.Dec // gross wage of a year up to which no payment passes the ceiling
	cite, family, paid []law.Citation
	creditCite         []law.Citation
}

var resolved = tax.ByYear("gr", tax.Calendar, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r, f, c, w := book.On(day), book.On(day), book.On(day), book.On(day)
	p := &params{}
	scale := block.NewSchedule(r.Schedule("income_scale"))
	byChildren := f.Has("income_family_rates")
	for n := range p.scales {
		p.scales[n] = scale
		if n == 0 || !byChildren {
			continue
		}
		bands := append([]block.Band(nil), scale.Bands...)
		for i, band := range []string{"first", "second", "third"} {
			bands[i].Rate = f.Entry("income_family_rates", band+"_"+strconv.Itoa(n)).Dec
		}
		p.scales[n] = block.Make(bands, scale.Cite)
	}
	for n, key := range []string{"none", "one", "two", "three", "four", "five"} {
		p.credits[n] = c.Entry("income_credit", key)
	}
	p.further = c.Entry("income_credit", "further")
	p.taperAbove, p.taper = c.Entry("income_credit_taper", "above"), c.Entry("income_credit_taper", "rate")
	n, _ := c.Entry("income_credit_taper", "not_from_children").Dec.Int64()
	p.untapered = int(n)
	p.rate = w.Num("wages_rate")
	p.most = w.Num("wages_ceiling").Dec.Mul(money.FromInt(monthsInYear))
	p.cite, p.family, p.creditCite, p.paid = r.Citations(), f.Citations(), c.Citations(), w.Citations()
	for _, reader := range []*law.Reader{r, f, c, w} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }

const monthsInYear = 12
