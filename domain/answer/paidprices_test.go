package answer_test

import (
	"fmt"
	"testing"
)

// A price that something was sold for is no gain, and the interest of a debt no income; the
// gain and the interest of savings beside them are.
func TestPricesAndInterestPaidAreNoIncome(t *testing.T) {
	p, e := everywhere()
	for _, l := range []struct {
		frame string
		gain  []string // %s takes what is said of 30,000
		price []string
		want  string
	}{
		{"%s, England, taxable income £25,000. Capital gains tax 2025-26?", []string{"I sold shares for a gain of £30,000", "A gain of £30,000 on shares"},
			[]string{"I sold shares for £30,000", "I sold my shares last June for £30,000", "Sold bitcoin for £30,000", "We sold our paintings at £30,000",
				"Sale of shares for £30,000", "I disposed of shares for £30,000"}, "5718.00"},
		{"England 2025-26, %s, taxable income £25,000. Capital gains tax?", nil,
			[]string{"Aktien für 30.000 £ verkauft", "actions vendues pour 30 000 £", "vendí acciones por 30.000 £", "ho venduto azioni per 30.000 £",
				"aandelen verkocht voor 30.000 £", "vendi ações por 30.000 £", "sprzedałem akcje za 30 000 £", "sålde aktier för 30 000 £"}, "5718.00"},
		{"England 2025-26, salary £30,000, %s. Income tax?", []string{"£4,000 bank interest", "interest of £4,000", "savings interest £4,000"},
			[]string{"mortgage interest £4,000", "£4,000 mortgage interest", "loan interest of £4,000", "£4,000 interest on my mortgage",
				"£4,000 interest paid on a loan"}, "4086.00"},
	} {
		for _, gain := range l.gain {
			q := fmt.Sprintf(l.frame, gain)
			if out := put(t, p, q, e); figure(&out) != l.want {
				t.Errorf("%q is %q (%s), not %q", q, figure(&out), out.Code, l.want)
			}
		}
		for _, price := range l.price {
			q := fmt.Sprintf(l.frame, price)
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is %q", q, figure(&out))
			}
		}
	}
}
