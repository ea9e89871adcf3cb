package india

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	new, below60, from60, from80 *regime
	cess                         law.Num
	rounding                     block.Rounding
	commonCite                   []law.Citation // cess and rounding
	dividendSurcharge            law.Num        // the most that tax on dividends bears
}

// regime is what differs between the new regime and the old one by age.
type regime struct {
	bands                  block.Schedule
	deduction              law.Num // from salary
	rebateLimit, rebate    money.Dec
	marginalRelief         bool // s. 87A, proviso
	surcharge              []tier
	cite                   []law.Citation
	rebateCite, chargeCite []law.Citation
}

// tier is one step of the surcharge; base is tax and surcharge at its
// threshold, the ground of the marginal relief.
type tier struct{ above, rate, base money.Dec }

var resolved = tax.ByYear("in", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{cess: r.Num("income_cess")}
	rule, _ := r.Text("income_rounding")
	rounding, err := block.ParseRounding(rule)
	if err != nil {
		return nil, err
	}
	p.rounding, p.commonCite = rounding, r.Citations()
	for _, v := range []struct {
		to    **regime
		bands string
		kind  string
	}{
		{&p.new, "income_new_bands", "new"}, {&p.below60, "income_old_bands", "old"},
		{&p.from60, "income_old_senior_bands", "old"}, {&p.from80, "income_old_super_senior_bands", "old"},
	} {
		if *v.to, err = resolveRegime(book, day, v.bands, v.kind); err != nil {
			return nil, err
		}
	}
	d := book.On(day)
	if p.dividendSurcharge = d.Num("income_dividends_surcharge"); d.Err() != nil {
		return nil, d.Err()
	}
	return p, r.Err()
}

func resolveRegime(book *law.Book, day civil.Date, bands, kind string) (*regime, error) {
	r, b, s := book.On(day), book.On(day), book.On(day)
	g := &regime{
		bands: block.NewSchedule(r.Schedule(bands)), deduction: r.Entry("income_standard_deduction", kind),
		rebateLimit: b.Entry("income_rebate_87a", kind+"_limit").Dec, rebate: b.Entry("income_rebate_87a", kind+"_rebate").Dec,
		marginalRelief: kind == "new",
	}
	charge := block.NewSchedule(s.Schedule("income_surcharge_bands"))
	most := money.One
	if kind == "new" {
		most = s.Num("income_surcharge_new_cap").Dec
	}
	for _, band := range charge.Bands[1:] {
		at, below := g.bands.Tax(band.From), money.Zero
		if n := len(g.surcharge); n > 0 {
			below = g.surcharge[n-1].rate
		}
		g.surcharge = append(g.surcharge, tier{above: band.From, rate: money.Min(band.Rate, most), base: at.Add(at.Mul(below))})
	}
	g.cite, g.rebateCite, g.chargeCite = r.Citations(), b.Citations(), s.Citations()
	for _, reader := range []*law.Reader{r, b, s} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
