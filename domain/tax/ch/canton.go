package ch

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// zurichCity is the one place whose cantonal and communal taxes are modelled.
const zurichCity = "zurich_city"

// canton are Zurich's tariffs of the simple tax and the city's multipliers (§§
// 2, 35 and 187 of its tax act of 8 June 1997).
type canton struct {
	basic, family  block.Schedule
	state, commune law.Num // multipliers of the simple tax
	personal       law.Num // of each adult
	cite           []law.Citation
}

// cantonDue is what canton and city levy.
type cantonDue struct{ state, commune, personal money.Dec }

func (d *cantonDue) total() money.Dec { return money.Sum(d.state, d.commune, d.personal) }

func readCanton(r *law.Reader) (*canton, error) {
	c := &canton{
		basic: block.NewSchedule(r.Schedule("zurich_tariff_basic")), family: block.NewSchedule(r.Schedule("zurich_tariff_family")),
		state: r.Entry("zurich_multipliers", "canton"), commune: r.Entry("zurich_multipliers", "city"), personal: r.Num("zurich_personal"),
	}
	c.cite = r.Citations()
	return c, r.Err()
}

func (c *canton) tariff(status string) *block.Schedule {
	if status == single {
		return &c.basic
	}
	return &c.family
}

// assess is the simple tax of the tariff, taken at the multipliers of canton
// and city, and the personal tax.
func (c *canton) assess(w *tax.Work, status string, taxable money.Dec) (due cantonDue) {
	w.Cite(c.cite)
	t, adults := c.tariff(status), money.One
	if status == married {
		adults = money.FromInt(2)
	}
	simple := w.Round(t.Tax(taxable), cent)
	due = cantonDue{w.Round(simple.Mul(c.state.Dec), cent), w.Round(simple.Mul(c.commune.Dec), cent), c.personal.Mul(adults)}
	w.Bands("simple_tax", t, money.Zero, taxable, cent)
	w.Step("cantonal_tax", "Tax of the canton", due.state, c.state.Cite, "{} × {}", simple, c.state.Dec)
	w.Step("communal_tax", "Tax of the city", due.commune, c.commune.Cite, "{} × {}", simple, c.commune.Dec)
	w.Step("personal_tax", "Personal tax", due.personal, c.personal.Cite, "{} × {}", adults, c.personal.Dec)
	return due
}

var cantonFact = tax.Fact{
	Name: "cantonal_taxable_income", Type: "decimal", Section: "Your income",
	Prompt:     "What is the taxable income for the canton's tax, if it differs from that for direct federal tax?",
	Reason:     "Deductions of the canton are others than the Confederation's.",
	Assumption: "The canton taxes the same income as the Confederation, unless the income is a gross wage.",
	Basis:      tax.Taxable,
}
