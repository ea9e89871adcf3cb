package answer_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// The tax of a sale is answered where place, day, direction and rate are said,
// in every language; what is not said is asked, all at once.
func TestSales(t *testing.T) {
	p, e := everywhere()
	for question, want := range map[string]string{
		"VAT on a net invoice of £250, UK, standard rate, 12 May 2025?":                                 "50.00",
		"How much VAT is in £250 gross, London, 12 May 2025, standard rate?":                            "41.67",
		"Rechnung vom 14.10.2025 in Deutschland über 250 € netto, Regelsteuersatz: wie viel USt?":       "47.50",
		"TVA au taux normal dans 250 € TTC, facture en France du 18/03/2025 ?":                          "41.67",
		"IVA (tipo general) de una compra de 250 € IVA incluido en España, 4 de julio de 2025":          "43.39",
		"Fattura in Italia del 28/02/2025, imponibile 250 euro, IVA ordinaria: quanta IVA?":             "55.00",
		"Hoeveel btw (21%) over € 250 exclusief, factuur in Nederland 30-4-2025?":                       "52.50",
		"Fatura em Portugal de 2025-06-17, total 250 € com IVA à taxa normal incluído. Quanto é o IVA?": "46.75",
		"HST to add on a C$250 chair, Ontario, 6 June 2025":                                             "32.50",
		"Estonian VAT, standard rate, on EUR 250 net, supply 14 June 2025":                              "55.00",
		"Estonian VAT, standard rate, on EUR 250 net, supply 14 July 2025":                              "60.00",
		"VAT on £250, UK, standard rate?":                                                               "date prices_include_tax",
		"VAT on £250 net, UK, 12 May 2025?":                                                             "rate",
		"VAT at 17.5% on £250 net, UK, 12 May 2025?":                                                    "rate",
		"Estonian VAT, standard rate, on EUR 250 net, sold in 2025":                                     "date",
		"GST on 250 plus GST, bought on 9 May 2025":                                                     "jurisdiction",
		"Canada sales tax on a $250 grill, 1 June 2025, price before tax":                               "sub_region",
		"sales tax on a $250 lamp in Texas, 2 May 2025, price before tax?":                              "local_rate",
	} {
		out := put(t, p, question, e)
		var got []string
		for i := range out.Contract.Calculations {
			got = append(got, out.Contract.Calculations[i].TotalTax.String())
		}
		for _, m := range out.Contract.MissingFacts {
			got = append(got, m.Key)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %s %v, want %s", question, out.Contract.VerificationStatus, got, want)
		}
		if out.Contract.VerificationStatus == contract.StatusVerified && !strings.Contains(out.Contract.Claims[0].Text, "250") {
			t.Errorf("%q: the claim %q does not say on what", question, out.Contract.Claims[0].Text)
		}
	}
}

// A word of scope selects components: the total is that of the scope, and says so.
func TestScopeWords(t *testing.T) {
	p, e := everywhere()
	total := func(question string) string {
		out := put(t, p, question, e)
		if len(out.Contract.Calculations) != 1 {
			t.Fatalf("%q: %s %v", question, out.Contract.VerificationStatus, out.Contract.MissingFacts)
		}
		return out.Contract.Calculations[0].TotalTax.String()
	}
	const ireland = "I am single and earn €60,000 in Ireland in 2025. "
	whole := total(ireland + "How much income tax and USC?")
	for _, x := range []struct{ question, same string }{
		{ireland + "How much income tax, without USC and PRSI?", "11200.00"},
		{ireland + "Income tax only, please. How much?", "11200.00"},
		{ireland + "How much tax, no USC?", "11200.00"},
		{ireland + "How much income tax and USC, PRSI excluded?", whole},
		{"How much USC on a salary of €60,000 in 2025?", total("How much USC alone on a salary of €60,000 in Ireland in 2025?")},
		{"Employee National Insurance on a salary of £28,000, 2025-26?", "1234.40"},
		{"Employee share of FICA on wages of $142,000 in 2025?", "10863.00"},
		{"Taxable income $100,000, Australia, 2024-25: tax before Medicare levy?", "20788.00"},
	} {
		if got := total(x.question); got != x.same {
			t.Errorf("%q: %s, want %s", x.question, got, x.same)
		}
	}
}
