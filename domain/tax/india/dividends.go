package india

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

const indianCompanies = "indian_companies"

var dividendFacts = []tax.Fact{tax.WhoPaidDividends("India", indianCompanies,
	"The relief for foreign tax on dividends of foreign companies is not modelled.", "indian dividends", "indian dividend")}

// dividends cites what taxes them with the other income, and refuses those that are taxed
// otherwise: a non-resident's, which bear a rate of their own, and those in a total income
// whose surcharge exceeds the most that their part of the tax can bear.
func (p *params) dividends(w *tax.Work, req *tax.Request, row *tax.CoverageRow, g *regime, total money.Dec, resident bool) error {
	if req.Sum(tax.Dividends).IsZero() {
		return nil
	}
	if err := tax.RefuseForeignDividends(req, row, "IN", "dividends of foreign companies and the relief for foreign tax on them are not "+
		"modelled"); err != nil {
		return err
	}
	reason := ""
	for i := range g.surcharge {
		if t := &g.surcharge[i]; t.rate.Greater(p.dividendSurcharge.Dec) && total.Greater(t.above) {
			reason = "the surcharge on dividends in a total income above " + t.above.String() +
				", which is lower than that on the rest, is not modelled"
			break
		}
	}
	if !resident {
		reason = "dividends of non-residents, which bear a rate of their own, are not modelled"
	}
	if reason != "" {
		return &tax.Unavailable{Jurisdiction: "IN", TaxYear: row.TaxYear, TaxType: tax.IndividualIncome, Taxpayer: "individual", Reason: reason}
	}
	w.Cite(p.dividendSurcharge.Cite)
	return nil
}
