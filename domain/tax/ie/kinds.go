package ie

import (
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Names of the facts beside interest and dividends, and the choices of the latter.
const (
	dirtWithheld  = "dirt_withheld"
	dividendsFrom = "dividends_from"
	irishPayers   = "irish_companies"
	foreignPayers = "foreign_companies"
)

// spousePerson is the person of components that are the spouse's.
const spousePerson = "spouse"

var kindFacts = []tax.Fact{
	{
		Name: dirtWithheld, Type: "boolean", Section: "Your income",
		Prompt:     "Is all of the interest from deposits from which deposit interest retention tax (DIRT) was withheld?",
		Reason:     "DIRT settles the tax on such interest; other interest is taxed otherwise, which is not modelled.",
		Needed:     tax.NeedKind(tax.Interest),
		Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Interest}},
		Assumption: "There is no interest.", Example: "true",
		Hints: []string{"dirt", "deposit interest retention tax", "foreign interest", "foreign account"},
	},
	{
		Name: dividendsFrom, Type: "choice", Choices: []string{irishPayers, foreignPayers}, Section: "Your income",
		Prompt:     "Did companies resident in Ireland pay all of the dividends, or did foreign companies pay some?",
		Reason:     "Dividends of Irish companies are taxed as they are before withholding; the relief for foreign tax on others is not modelled.",
		Needed:     tax.NeedKind(tax.Dividends),
		Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Dividends}},
		Assumption: "There are no dividends.", Example: irishPayers,
		Hints: []string{"foreign dividends", "foreign dividend", "irish dividends", "irish dividend", "us dividends", "uk dividends"},
		Says: map[string]string{"foreign dividends": foreignPayers, "foreign dividend": foreignPayers, "irish dividends": irishPayers,
			"irish dividend": irishPayers, "us dividends": foreignPayers, "uk dividends": foreignPayers},
	},
}

// household is who is assessed and what each has. spouse is nothing unless they
// are jointly assessed.
type household struct {
	status      string
	own, spouse incomes
	homeCarer   bool
	ownCard     bool // full medical card of the taxpayer
	spouseCard  bool
}

// incomes are one person's: pay, profit of trades and professions, dividends before
// withholding, and deposit interest under DIRT.
type incomes struct{ pay, profit, dividends, interest money.Dec }

// atRates is the income that income tax and the Universal Social Charge are on.
func (in *incomes) atRates() money.Dec { return in.pay.Add(in.relevant()) }

// relevant is what of it is no emolument under PAYE (s. 531AM(1), Table, paragraph (b)).
func (in *incomes) relevant() money.Dec { return in.profit.Add(in.dividends) }

// reckonable is the income but pay that PRSI is on (Social Welfare Consolidation Act 2005,
// s. 2(1)): deposit interest too, though its tax is settled.
func (in *incomes) reckonable() money.Dec { return in.relevant().Add(in.interest) }

func (in *incomes) add(kind tax.Kind, amount money.Dec) {
	switch kind {
	case tax.Interest:
		in.interest = in.interest.Add(amount)
	case tax.Dividends:
		in.dividends = in.dividends.Add(amount)
	case tax.SelfEmployment:
		in.profit = in.profit.Add(amount)
	default:
		in.pay = in.pay.Add(amount)
	}
}

func householdOf(req *tax.Request) household {
	h := household{
		status: req.Choice("status"), homeCarer: req.Bool("home_carer"),
		ownCard: req.Bool("full_medical_card"), spouseCard: req.Bool("spouse_full_medical_card"),
	}
	if len(req.Components) == 0 {
		h.own.pay = req.Income
	}
	for i := range req.Components {
		c := &req.Components[i]
		h.of(c.Person).add(c.Kind, c.Amount)
	}
	spouse := req.Num("spouse_income")
	h.own.pay, h.spouse.pay = h.own.pay.Sub(spouse), h.spouse.pay.Add(spouse)
	return h
}

// of is whose a component's person makes it; who is assessed alone has every component.
func (h *household) of(person string) *incomes {
	if h.status == married && person == spousePerson {
		return &h.spouse
	}
	return &h.own
}

// next is who has the next euro: whose the first component is.
func (h *household) next(req *tax.Request) *incomes {
	if len(req.Components) == 0 {
		return &h.own
	}
	return h.of(req.Components[0].Person)
}

func nextKind(req *tax.Request) tax.Kind {
	if len(req.Components) == 0 {
		return tax.Employment
	}
	return req.Components[0].Kind
}

// notModelled is why a request has no figure, or "".
func notModelled(req *tax.Request) string {
	switch {
	case req.Bool("aged_65_or_over"):
		return "the age tax credit, the age exemption and its marginal relief are not modelled"
	case req.Sum(tax.Interest).Sign() > 0 && !req.Bool(dirtWithheld):
		return "interest from which deposit interest retention tax was not withheld is not modelled"
	case req.Sum(tax.Dividends).Sign() > 0 && req.Choice(dividendsFrom) != irishPayers:
		return "the relief for foreign tax on dividends of foreign companies is not modelled"
	}
	return ""
}

// retention is the deposit interest retention tax, which settles the income tax on the
// interest (ss. 256 to 261); credits reduce no part of it.
func (p *params) retention(w *tax.Work, interest money.Dec) money.Dec {
	if interest.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(p.dirt.Cite)
	due := w.Round(interest.Mul(p.dirt.Dec), cent)
	w.Step("deposit_interest_retention_tax", "Deposit interest retention tax", due, p.dirt.Cite, "{} × {}", interest, p.dirt.Dec)
	return due
}

// checkKinds refuses facts about income that is not there, and a spouse's pay that is
// told twice.
func checkKinds(req *tax.Request, faults *tax.InputError) {
	if req.Given(dirtWithheld) && !req.Has(tax.Interest) {
		faults.Add("facts."+dirtWithheld, "belongs to interest, and no component is of it")
	}
	if req.Given(dividendsFrom) && !req.Has(tax.Dividends) {
		faults.Add("facts."+dividendsFrom, "belongs to dividends, and no component is of them")
	}
	if req.Num("spouse_income").Sign() <= 0 || len(req.Components) == 0 {
		return
	}
	if slices.ContainsFunc(req.Components, func(c tax.Component) bool { return c.Person == spousePerson }) {
		faults.Add("facts.spouse_income", "is told by the components that are the spouse's")
	} else if req.Num("spouse_income").Greater(req.Sum(tax.Employment)) {
		faults.Add("facts.spouse_income", "is a part of the employment income, and must not exceed it")
	}
}
