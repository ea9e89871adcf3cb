package ie

import (
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// params are the parameters of one year, resolved once.
type params struct {
	band             map[string]money.Dec // s. 15, by status, and second_income
	bandCite         []law.Citation
	standard, higher law.Num
	personal         map[string]money.Dec // s. 461
	personalCite     []law.Citation
	widowed          law.Num // s. 461A
	childCarer       law.Num // s. 462B
	homeCarer        law.Num // s. 466A
	employee         law.Num // s. 472
	earned           earnedCredit
	usc              charge
	prsi             insurance
	classS           selfInsurance
	classK           unearnedInsurance
	dirt             law.Num        // rate of deposit interest retention tax
	taxCite          []law.Citation // bands, rates and the credits everyone is tested for
}

// charge is the Universal Social Charge.
type charge struct {
	bands, reduced        block.Schedule
	exemptUpTo, reducedTo law.Num
	cite                  []law.Citation
	surcharge             surcharge
}

// insurance is employee PRSI, Class A: one rate until 30 September, one after.
type insurance struct {
	before, after                  law.Num
	nilUpTo, credit, creditFrom    money.Dec
	creditUpTo, creditDivisor      money.Dec
	weeksBefore, weeksAfter, weeks money.Dec
	cite                           []law.Citation
}

var resolved = tax.ByYear("ie", &yearForm, coverage, resolve)

func resolve(book *law.Book, day civil.Date) (*params, error) {
	r := book.On(day)
	p := &params{standard: r.Entry("income_rates", "standard"), higher: r.Entry("income_rates", "higher")}
	p.band, p.bandCite = r.Table("income_standard_band")
	p.personal, p.personalCite = r.Table("income_personal_credit")
	p.employee = r.Num("income_employee_credit")
	p.taxCite = r.Citations()
	p.widowed = r.Num("income_widowed_addition")
	p.childCarer = r.Num("income_child_carer_credit")
	p.homeCarer = r.Num("income_home_carer_credit")

	u := book.On(day)
	p.usc = charge{
		bands: block.NewSchedule(u.Schedule("income_usc_bands")), reduced: block.NewSchedule(u.Schedule("income_usc_reduced_bands")),
		exemptUpTo: u.Entry("income_usc_limits", "exempt"), reducedTo: u.Entry("income_usc_limits", "reduced"),
	}
	p.usc.cite = u.Citations()

	n, october := book.On(day), book.On(civil.Of(day.Year(), 10, 1))
	p.prsi = insurance{
		before: n.Num("income_prsi_rate"), after: october.Num("income_prsi_rate"),
		nilUpTo: n.Entry("income_prsi_weekly", "nil_up_to").Dec, credit: n.Entry("income_prsi_weekly", "credit").Dec,
		creditFrom: n.Entry("income_prsi_weekly", "credit_from").Dec, creditUpTo: n.Entry("income_prsi_weekly", "credit_up_to").Dec,
		creditDivisor: n.Entry("income_prsi_weekly", "credit_divisor").Dec,
		weeks:         money.FromInt(52), weeksBefore: money.FromInt(39), weeksAfter: money.FromInt(13),
	}
	p.prsi.cite = n.Citations()
	if p.prsi.after.Cite[0].ID != p.prsi.before.Cite[0].ID {
		p.prsi.cite = append(p.prsi.cite, p.prsi.after.Cite...)
	}
	d := book.On(day)
	p.dirt = d.Num("income_dirt")
	e, s := book.On(day), book.On(day)
	p.earned, p.usc.surcharge = readEarned(e), readSurcharge(s)
	for _, reader := range []*law.Reader{r, u, n, october, d, e, s} {
		if err := reader.Err(); err != nil {
			return nil, err
		}
	}
	var err error
	if p.classS, p.classK, err = readInsurance(book, day); err != nil {
		return nil, err
	}
	return p, nil
}

func paramsOf(row *tax.CoverageRow) *params { return resolved.In(row.Law)[row.TaxYear] }
