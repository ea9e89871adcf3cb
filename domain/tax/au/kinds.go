package au

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Names of the facts beside dividends and business income.
const (
	frankingCredits     = "franking_credits"
	smallBusinessEntity = "small_business_entity"
	australianCompanies = "australian_companies"
)

var kindFacts = []tax.Fact{
	tax.WhoPaidDividends("Australia", australianCompanies, "The offset for foreign tax on dividends of foreign companies is not modelled.",
		"australian dividends", "australian dividend"),
	{
		Name: frankingCredits, Type: "decimal", Section: "Your income",
		Prompt:     "How much franking credit was attached to the dividends (0 where they were unfranked)?",
		Reason:     "Franking credits are income beside the dividend, and an offset that is refunded where it exceeds the tax.",
		Needed:     tax.NeedKind(tax.Dividends),
		Beside:     &tax.Beside{Kinds: []tax.Kind{tax.Dividends}},
		Assumption: "There are no dividends.", Example: "300",
		Hints: []string{"franking credit", "franking credits", "franked", "fully franked", "unfranked", "partly franked"},
	},
	{
		Name: smallBusinessEntity, Type: "boolean", Section: "Your income",
		Prompt: "Is the profit that of a small business which you carry on yourself, with a small aggregated turnover (below 5 million), and " +
			"not personal services income outside a personal services business?",
		Reason:     "Net small business income has an income tax offset.",
		Needed:     tax.NeedKind(tax.SelfEmployment),
		Beside:     &tax.Beside{Kinds: []tax.Kind{tax.SelfEmployment}},
		Assumption: "There is no income of a business.", Example: "true",
		Hints: []string{"small business", "personal services income", "small business tax offset"},
	},
}

// franking is the tax offset of franked distributions.
type franking struct {
	most law.Num // of the credit in a dividend with its credit
	cite []law.Citation
}

// smallBusinessOffset is the small business income tax offset.
type smallBusinessOffset struct {
	rate, most money.Dec
	cite       []law.Citation
}

func readFranking(r *law.Reader) franking {
	f := franking{most: r.Num("income_franking")}
	f.cite = r.Citations()
	return f
}

func readSmallBusiness(r *law.Reader) smallBusinessOffset {
	entry := func(key string) money.Dec { return r.Entry("income_small_business_offset", key).Dec }
	o := smallBusinessOffset{rate: entry("rate"), most: entry("most")}
	o.cite = r.Citations()
	return o
}

// smallBusiness is the net small business income among the components.
func smallBusiness(req *tax.Request) money.Dec {
	if !req.Bool(smallBusinessEntity) {
		return money.Zero
	}
	return req.Sum(tax.SelfEmployment)
}

// growsBusiness reports whether the next dollar of income is net small business income.
func growsBusiness(req *tax.Request) bool {
	return req.Bool(smallBusinessEntity) && len(req.Components) > 0 && req.Components[0].Kind == tax.SelfEmployment
}

// gross is the taxable income with the franking credits (s. 207-20(1)).
func (f *franking) gross(w *tax.Work, income, credits money.Dec) money.Dec {
	if credits.IsZero() {
		return income
	}
	w.Cite(f.cite)
	sum := income.Add(credits)
	w.Step("franked_dividends", "Taxable income with the franking credits", sum, f.cite, "{} + {}", income, credits)
	return sum
}

// offset notes the franking tax offset, which is refunded beyond the tax (s. 67-25), and
// so stands outside the total.
func (f *franking) offset(w *tax.Work, out *tax.Result, credits money.Dec) {
	w.Step("franking_tax_offset", "Franking tax offset, refundable", credits, f.cite, "{}", credits)
	out.Components = append(out.Components, tax.Levy{Code: "franking_tax_offset", Kind: tax.LevyRefundable, Amount: credits})
}

// of is the share of the basic income tax liability that falls on net small business
// income, at the offset's rate and up to its most (s. 328-360).
func (o *smallBusinessOffset) of(w *tax.Work, gross, income, business money.Dec) money.Dec {
	if business.Sign() <= 0 || income.Sign() <= 0 {
		return money.Zero
	}
	w.Cite(o.cite)
	business = money.Min(business, income)
	offset := w.Round(money.Min(gross.Mul(business).Quo(income).Mul(o.rate), o.most), cent)
	w.Step("small_business_income_tax_offset", "Small business income tax offset, at most the tax", offset, o.cite,
		"min({} × {} ÷ {} × {}, {})", gross, business, income, o.rate, o.most)
	return offset
}
