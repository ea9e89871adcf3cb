package ca

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// ontario is what Ontario adds to and takes from its tax, in the order of Form
// ON428.
type ontario struct {
	surtax                [2]struct{ above, rate money.Dec }
	surtaxCite            []law.Citation
	basicReduction        law.Num
	liftMaximum, liftRate money.Dec
	liftTaper             block.Taper
	liftCite              []law.Citation
	premium               block.Schedule
}

func readOntario(r *law.Reader) *ontario {
	o := &ontario{basicReduction: r.Num("income_on_reduction"), premium: block.NewSchedule(r.Schedule("income_on_health_premium"))}
	for i, k := range []string{"first", "second"} {
		above := r.Entry("income_on_surtax", k)
		o.surtax[i].above, o.surtax[i].rate, o.surtaxCite = above.Dec, r.Entry("income_on_surtax", k+"_rate").Dec, above.Cite
	}
	maximum := r.Entry("income_on_lift", "maximum")
	o.liftMaximum, o.liftCite, o.liftRate = maximum.Dec, maximum.Cite, r.Entry("income_on_lift", "rate").Dec
	o.liftTaper = block.Taper{Above: r.Entry("income_on_lift", "threshold").Dec, Rate: r.Entry("income_on_lift", "taper").Dec}
	return o
}

// adjust works out surtax, dividend tax credit, tax reduction, low-income
// workers credit and health premium from the tax that is left after credits.
func (o *ontario) adjust(w *tax.Work, t *taxed, left, pay money.Dec, d *dividends) {
	t.surtax = block.Above(left, o.surtax[0].above).Mul(o.surtax[0].rate).
		Add(block.Above(left, o.surtax[1].above).Mul(o.surtax[1].rate))
	w.Step("ontario_surtax", "Ontario surtax", t.surtax, o.surtaxCite, "{} × max(0, {} − {}) + {} × max(0, {} − {})",
		o.surtax[0].rate, left, o.surtax[0].above, o.surtax[1].rate, left, o.surtax[1].above)
	left = left.Add(t.surtax)
	left = t.creditDividends(w, d, left, "Ontario dividend tax credit, at most the tax and surtax")

	double := o.basicReduction.Add(o.basicReduction.Dec)
	before := left
	left, t.reduction = block.NonRefundable(left, double.Sub(left))
	w.Step("ontario_tax_reduction", "Ontario tax reduction, at most the tax", t.reduction, o.basicReduction.Cite,
		"max(0, 2 × {} − {})", o.basicReduction.Dec, before)

	lift := o.liftTaper.Reduce(w.Mode, money.Min(o.liftMaximum, pay.Mul(o.liftRate)), t.net)
	_, t.lift = block.NonRefundable(left, lift)
	w.Step("ontario_lift_credit", "Ontario low-income workers credit, at most the tax", t.lift, o.liftCite,
		"max(0, min({}, {} × {}) − {} × max(0, {} − {}))", o.liftMaximum, pay, o.liftRate, o.liftTaper.Rate, t.net, o.liftTaper.Above)

	t.premium = o.premium.Tax(t.net)
	w.Step("ontario_health_premium", "Ontario health premium", t.premium, o.premium.Cite, "by the chart, for {}", t.net)
}
