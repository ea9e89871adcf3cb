package answer_test

import (
	"fmt"
	"testing"
)

// A company is taxed on its profit. What is lost, turned over, or received as a dividend or a
// gain is no profit, alone or beside one, in any language; turnover beside a profit
// changes none.
func TestCompaniesAreTaxedOnProfit(t *testing.T) {
	p, e := everywhere()
	for _, l := range []struct {
		frame, both, amount string
		profits             []string
		others, turnover    []string
		tax                 string
	}{
		{"UK company, %s, year ended 31 March 2025, no associated companies. Corporation tax?", "%s £80,000 and %s £20,000", "£80,000",
			[]string{"profit of", "profits of", "taxable profits of", "trading profit of"},
			[]string{"loss of", "losses of", "a trading loss of", "dividends of", "dividend income of", "capital gains of"},
			[]string{"turnover of", "gross receipts of"}, "17450.00"},
		{"GmbH in Köln, %s, 2025. Körperschaftsteuer?", "%s 80.000 € und %s 20.000 €", "80.000 €", []string{"Gewinn", "Gewinn von"},
			[]string{"Verlust", "Verlust von", "Dividenden"}, []string{"Umsatz", "Umsatz von"}, "12660.00"},
		{"SARL, France, %s, 2025, taux normal. Impôt sur les sociétés ?", "%s 80 000 € et %s 20 000 €", "80 000 €", []string{"bénéfice de"},
			[]string{"perte de", "dividendes de"}, []string{"chiffre d'affaires de"}, "20000.00"},
		{"SL española, %s, 2024, tipo general. ¿Impuesto de sociedades?", "%s 80.000 € y %s 20.000 €", "80.000 €",
			[]string{"beneficio de", "base imponible de"}, []string{"pérdidas de", "dividendos de"}, []string{"facturación de"}, "20000.00"},
		{"Svenskt aktiebolag, %s, 2025. Bolagsskatt?", "%s 80 000 kr och %s 20 000 kr", "80 000 kr", []string{"vinst"},
			[]string{"förlust", "utdelning"}, []string{"omsättning"}, "16480.00"},
	} {
		for _, profit := range l.profits {
			q := fmt.Sprintf(l.frame, profit+" "+l.amount)
			if out := put(t, p, q, e); figure(&out) != l.tax {
				t.Errorf("%q is %q (%s), not %q", q, figure(&out), out.Code, l.tax)
			}
		}
		none := func(q string) {
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is %q", q, figure(&out))
			}
		}
		for _, other := range append(l.others, l.turnover...) {
			none(fmt.Sprintf(l.frame, other+" "+l.amount))
		}
		for _, other := range l.others {
			none(fmt.Sprintf(l.frame, fmt.Sprintf(l.both, l.profits[0], other)))
		}
		for _, turnover := range l.turnover {
			q := fmt.Sprintf(l.frame, fmt.Sprintf(l.both, l.profits[0], turnover))
			if out := put(t, p, q, e); figure(&out) != l.tax && figure(&out) != "" {
				t.Errorf("%q is %q", q, figure(&out))
			}
		}
	}
}
