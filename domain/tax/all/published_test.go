package all_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// Computations that authorities, and firms that work apart from the sources of
// the parameters, have published. Left out are those of a firm that differ from
// the law that it cites: a cap taken for the amount, a rate of the year before.
func TestPublishedComputations(t *testing.T) {
	const pwc = "https://taxsummaries.pwc.com/"
	asked := func(place, year, income string, basis tax.Basis, facts map[string]string) tax.Request {
		return tax.Request{Jurisdiction: place, TaxYear: year, Income: money.MustParse(income), HasIncome: true, IncomeBasis: basis, Facts: facts}
	}
	sample := func(place string) string { return pwc + place + "/individual/sample-personal-income-tax-calculation" }
	taxtest.Examples(t, all.Registry(), []taxtest.Example{
		{Source: "IRAS, sample calculation of Mr Heng, YA 2025",
			URL:     "https://www.iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-residency-and-tax-rates/sample-income-tax-calculations",
			Request: asked("SG", "YA 2025", "49750", "", map[string]string{"age": "35", "cpf_contributions": "10000", "qualifying_children": "1"}),
			Taxable: "34750", Total: "166.25", Levies: map[string]string{"income_tax": "366.25", "personal_income_tax_rebate": "200"}},
		{Source: "IRAS, sample calculation of Mr Fong, YA 2025",
			URL:     "https://www.iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-residency-and-tax-rates/sample-income-tax-calculations",
			Request: asked("SG", "YA 2025", "249750", "", map[string]string{"age": "64", "cpf_contributions": "7650"}),
			Taxable: "234100", Levies: map[string]string{"income_tax": "27629"}},
		{Source: "ATO, Medicare levy reduction, Angie, 2024-25",
			URL:     "https://ato.gov.au/individuals-and-families/medicare-and-private-health-insurance/medicare-levy/medicare-levy-reduction/medicare-levy-reduction-for-low-income-earners",
			Request: asked("AU", "2024-25", "29000", "", nil), Levies: map[string]string{"medicare_levy": "177.80"}},
		{Source: "PwC, Australia, reviewed December 2024, before offsets", URL: sample("australia"),
			Request: asked("AU", "2024-25", "134500", "", map[string]string{"private_hospital_cover": "true"}), Total: "33828",
			Levies: map[string]string{"income_tax": "31138", "medicare_levy": "2690"}},
		{Source: "Citizens Information, case study of 2024, Joan",
			URL:     "https://www.citizensinformation.ie/en/money-and-tax/tax/income-tax/case-study-calculating-your-income-tax-case-studies/",
			Request: asked("IE", "2024", "28000", "", nil), Total: "2274.62",
			Levies: map[string]string{"income_tax": "5600", "tax_credits": "3750", "usc": "424.62"}},
		{Source: "Citizens Information, case study of 2024, 43,200 a year",
			URL:     "https://www.citizensinformation.ie/en/money-and-tax/tax/income-tax/case-study-calculating-your-income-tax-case-studies/",
			Request: asked("IE", "2024", "43200", "", nil), Levies: map[string]string{"income_tax": "8880", "tax_credits": "3750"}},
		{Source: "PwC, Ireland, reviewed February 2025, without the medical insurance credit; PRSI by weeks", URL: sample("ireland"),
			Request: asked("IE", "2025", "51500", "", nil), Total: "8891", Levies: map[string]string{"income_tax": "11800", "usc": "1091"}},
		{Source: "PwC, Ireland, reviewed July 2024, without the medical insurance credit", URL: sample("ireland"),
			Request: asked("IE", "2024", "51500", "", nil), Total: "9814.62", Levies: map[string]string{"income_tax": "12200", "usc": "1364.62"}},
		{Source: "Iress, financial knowledge centre, Fred, 2023/24, before offsets",
			URL:     "https://iress.financialknowledgecentre.com.au/module.php?topsection=30",
			Request: asked("AU", "2023-24", "92000", "", map[string]string{"private_hospital_cover": "true"}), Total: "22207",
			Levies: map[string]string{"income_tax": "20367", "medicare_levy": "1840"}},
		{Source: "IRAS, sample calculation of Mr Heng, YA 2024, whose rebate it rounds up", Within: "0.01",
			URL:     "http://mailto:data_mgmt@iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-residency-and-tax-rates/sample-income-tax-calculations",
			Request: asked("SG", "YA 2024", "49750", "", map[string]string{"age": "35", "cpf_contributions": "10000", "qualifying_children": "1"}),
			Taxable: "34750", Total: "183.12", Levies: map[string]string{"income_tax": "366.25"}},
		{Source: "IRAS, sample calculation of Mr Fong, YA 2024",
			URL:     "http://mailto:data_mgmt@iras.gov.sg/taxes/individual-income-tax/basics-of-individual-income-tax/tax-residency-and-tax-rates/sample-income-tax-calculations",
			Request: asked("SG", "YA 2024", "249750", "", map[string]string{"age": "64", "cpf_contributions": "7650"}),
			Taxable: "234100", Total: "27429", Levies: map[string]string{"income_tax": "27629", "personal_income_tax_rebate": "200"}},
		{Source: "PwC, Hong Kong, 2024/25, less the tax reduction of that year", URL: sample("hong-kong-sar"),
			Request: asked("HK", "2024-25", "697000", "", map[string]string{"married_person_allowance": "true", "children": "2",
				"mpf_contributions": "18000"}), Taxable: "155000", Levies: map[string]string{"salaries_tax": "9700"}},
		{Source: "PwC, Germany, 2024, a couple", URL: sample("germany"),
			Request: asked("DE", "2024", "77138", tax.Taxable, map[string]string{"status": "married_joint", "church_tax_rate": "0.09"}),
			Levies:  map[string]string{"income_tax": "14004", "solidarity_surcharge": "0", "church_tax": "1260.36"}},
		{Source: "PwC, Japan, 2025", URL: sample("japan"), Request: asked("JP", "2025", "10000000", "", nil), Taxable: "7470000",
			Total: "1104800", Levies: map[string]string{"income_tax": "1082100"}},
		{Source: "a taxable income of 7,000,000 yen, band by band",
			URL:     "https://tumblr.lastscene.com/2001/11/01/%E8%AA%B2%E7%A8%8E%E6%89%80%E5%BE%97700%E4%B8%87%E5%86%86",
			Request: asked("JP", "2025", "10000000", "", map[string]string{"other_deductions": "470000"}), Taxable: "7000000",
			Levies: map[string]string{"income_tax": "974000"}},
		{Source: "PwC, Brazil, 2024, single", URL: sample("brazil"),
			Request: asked("BR", "2024", "50000", "", map[string]string{"social_security": "10906.20", "other_deductions": "4830.64"}),
			Taxable: "34263.16", Total: "573.24"},
		{Source: "PwC, Brazil, 2024, married with three children, cut to the cent below", URL: sample("brazil"), Within: "0.01",
			Request: asked("BR", "2024", "100000", "", map[string]string{"social_security": "10906.20", "dependants": "4",
				"other_deductions": "11684.50"}), Taxable: "68308.98", Total: "8043.98"},
		{Source: "Muster-Steuerinfo, Was ist neu 2025, 110,000", URL: "https://kunden.infomedia.co.at/win2025/Muster1/6",
			Request: asked("AT", "2025", "110000", tax.Taxable, map[string]string{"employee": "false"}), Levies: map[string]string{"income_tax": "38998.38"}},
		{Source: "diefinanz.at, 40,000", URL: "https://diefinanz.at/steuern/einkommensteuer/",
			Request: asked("AT", "2025", "40000", tax.Taxable, map[string]string{"employee": "false"}), Levies: map[string]string{"income_tax": "7593.10"}},
		{Source: "Studycafe, marginal relief of a total income of 12,10,000",
			URL:     "https://studycafe.in/marginal-relief-benefit-on-income-tax-rebate-u-s-87a-budget-2025-365102.html",
			Request: asked("IN", "2025-26", "1285000", "", map[string]string{"regime": "new"}), Taxable: "1210000", Total: "10400",
			Levies: map[string]string{"income_tax": "61500", "rebate_87a": "51500"}},
		{Source: "Labour Law Advisor, marginal relief of a total income of 12,50,000, with cess",
			URL:     "https://labourlawadvisor.in/blog/tax-reality-on-12-lakh-income-llashort/",
			Request: asked("IN", "2025-26", "1325000", "", map[string]string{"regime": "new"}), Total: "52000",
			Levies: map[string]string{"income_tax": "67500"}},
	})
}

// What Smarte Penger prints of the Norwegian bracket tax (trinnskatt) of 2025, by the pay; its row of 2,000,000 is left out,
// which takes the highest step to begin where that of 2024 did:
// https://www.smartepenger.no/skatt/2502-trinnskatt
func TestPublishedBracketTax(t *testing.T) {
	var examples []taxtest.Example
	for pay, due := range map[string]string{"200000": "0", "250000": "554", "300000": "1404", "350000": "3265", "400000": "5265", "450000": "7265",
		"500000": "9265", "550000": "11265", "600000": "13265", "650000": "15265", "700000": "17542", "750000": "24392", "800000": "31242",
		"900000": "44942", "1000000": "60370"} {
		examples = append(examples, taxtest.Example{Source: "Smarte Penger, pay of " + pay, URL: "https://www.smartepenger.no/skatt/2502-trinnskatt",
			Request: tax.Request{Jurisdiction: "NO", TaxYear: "2025", Income: money.MustParse(pay), HasIncome: true},
			Levies:  map[string]string{"bracket_tax": due}, Within: "1"})
	}
	taxtest.Examples(t, all.Registry(), examples)
}
