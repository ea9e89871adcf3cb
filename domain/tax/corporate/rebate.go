package corporate

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// rebate is a share of the year's tax that is not charged, up to a cap. A
// company that gets the grant has it instead of that much of the rebate.
type rebate struct {
	rate, cap law.Num
	grant     money.Dec // 0 = none
}

func readRebate(r *law.Reader) *rebate {
	name := "corporate_rebate"
	if !r.Has(name) {
		return nil
	}
	out := &rebate{rate: r.Entry(name, "rate"), cap: r.Entry(name, "cap")}
	if table, _ := r.Table(name); len(table) > 2 {
		out.grant = r.Entry(name, "grant").Dec
	}
	return out
}

func (r *rebate) same(o *rebate) bool {
	return r.rate.Dec.Equal(o.rate.Dec) && r.cap.Dec.Equal(o.cap.Dec) && r.grant.Equal(o.grant)
}

// off is the rebate of a tax, less what is paid as a grant.
func (r *rebate) off(w *tax.Work, c *company, due money.Dec) money.Dec {
	off := w.Round(money.Min(due.Mul(r.rate.Dec), r.cap.Dec).Sub(c.grant).Positive(), c.round)
	if c.grant.IsZero() {
		w.Step("tax_rebate", "Rebate of the tax, up to its cap", off, r.rate.Cite, "min({} × {}, {})", due, r.rate.Dec, r.cap.Dec)
	} else {
		w.Step("tax_rebate", "Rebate of the tax, up to its cap, less the cash grant", off, r.rate.Cite,
			"max(0, min({} × {}, {}) − {})", due, r.rate.Dec, r.cap.Dec, c.grant)
	}
	return off
}
