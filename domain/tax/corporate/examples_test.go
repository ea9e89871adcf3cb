package corporate_test

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

// published is an example of a profit in a year.
func published(source, url, code, year, profit, total, within string, facts map[string]string) taxtest.Example {
	return taxtest.Example{Source: source, URL: url, Request: request(code, year, profit, facts), Total: total, Within: within}
}

// The worked examples of HM Revenue and Customs' manual on the small profits
// rate. Where it counts nine months, it says that days are strictly right.
func TestExamplesOfHMRC(t *testing.T) {
	const manual = "https://www.gov.uk/hmrc-internal-manuals/company-taxation-manual/"
	taxtest.Examples(t, registry, []taxtest.Example{
		published("CTM03925, exempt distributions", manual+"ctm03925", "GB", "2025-26", "90000", "20406", "0.50",
			map[string]string{"period_start": "2025-10-01", "period_end": "2026-09-30", "exempt_distributions": "8000"}),
		published("CTM03930, nine months", manual+"ctm03930", "GB", "2023-24", "55000", "11762.50", "0.05",
			map[string]string{"period_start": "2024-01-01", "period_end": "2024-09-30"}),
		published("CTM03956, associated companies", manual+"ctm03956", "GB", "2023-24", "55000", "13325", "0.01",
			map[string]string{"period_start": "2023-10-01", "period_end": "2024-09-30", "associated_companies": "2"}),
	})
}

// The assessment in a judgment of the Federal Fiscal Court: a taxable profit of
// 15,839 and a base amount of 2,184, of a trade income of 62,400, at 470 per
// cent. It is of 2008, when rates and roundings were those of today.
func TestAssessmentBeforeTheBundesfinanzhof(t *testing.T) {
	e := published("Bundesfinanzhof, I R 21/12, paragraph 1",
		"https://www.jusmeum.de/urteil/bfh/0a0543e060c007df90e459346aacc5323d1e1c544a89737bd080316fc77d68dc",
		"DE", "2025", "15839", "", "", map[string]string{"trade_tax_multiplier": "470", "trade_income": "62400"})
	e.Levies = map[string]string{"corporate_income_tax": "2375", "trade_tax": "10264.80"}
	taxtest.Examples(t, registry, []taxtest.Example{e})
}

// A witness: an example of the Association of Chartered Certified Accountants.
func TestExampleOfACCA(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{
		published("Associated companies and corporation tax, example 1",
			"https://www.accaglobal.com/uk/en/technical-activities/uk-tech/in-practice-ezine-archive/in-practice-archive_2023/March/Associated-companies-corporation-tax-examples.html",
			"GB", "2023-24", "200000", "49250", "", nil),
	})
}

// The tax that SARS prints at the edges of its table, to the rand.
func TestTableOfSARS(t *testing.T) {
	const url = "https://www.sars.gov.za/tax-rates/income-tax/companies-trusts-and-small-business-corporations-sbc"
	for _, year := range []string{"2024", "2025", "2026"} {
		taxtest.Examples(t, registry, []taxtest.Example{
			published("Small business corporations", url, "ZA", year, "95750", "0", "", is("small")),
			published("Small business corporations", url, "ZA", year, "365000", "18848", "0.50", is("small")),
			published("Small business corporations", url, "ZA", year, "550000", "57698", "0.50", is("small")),
		})
	}
}

// The tax that the tables of Korea's Acts give at each edge: national and
// local, of companies at large and of those that let real estate.
func TestTablesOfKoreasActs(t *testing.T) {
	const acts = "https://github.com/xxyy89890-wq/legalize-kr"
	for _, c := range []struct{ year, class, profit, national, local string }{
		{"2023", "standard", "200000000", "18000000", "1800000"}, {"2023", "standard", "20000000000", "3780000000", "378000000"},
		{"2023", "standard", "300000000000", "62580000000", "6258000000"},
		{"2025", "standard", "200000000", "18000000", "1800000"}, {"2025", "standard", "20000000000", "3780000000", "378000000"},
		{"2025", "standard", "300000000000", "62580000000", "6258000000"},
		{"2025", "leasing", "20000000000", "3800000000", "380000000"}, {"2025", "leasing", "300000000000", "62600000000", "6260000000"},
		{"2026", "standard", "200000000", "20000000", "2000000"}, {"2026", "standard", "20000000000", "3980000000", "398000000"},
		{"2026", "standard", "300000000000", "65580000000", "6558000000"},
		{"2026", "leasing", "20000000000", "4000000000", "400000000"}, {"2026", "leasing", "300000000000", "65600000000", "6560000000"},
	} {
		e := published("Corporate Tax Act art. 55(1), Local Tax Act art. 103-20(1)", acts, "KR", c.year, c.profit, "", "", is(c.class))
		e.Levies = map[string]string{"corporate_income_tax": c.national, "local_income_tax": c.local}
		taxtest.Examples(t, registry, []taxtest.Example{e})
	}
}

// The example of Singapore's Budget statement of 2025: of a tax of 30,000, a
// grant of 2,000 and 13,000 of the rebate. The profit is the one with that tax.
func TestExampleOfSingaporesBudget(t *testing.T) {
	e := published("Budget 2025, Company A", "https://www.kensington-trust.com/singapore-budget-2025/", "SG", "YA 2025", "278970.59", "17000",
		"0.01",
		map[string]string{"local_employee": "true"})
	e.Levies = map[string]string{"corporate_income_tax": "30000", "tax_rebate": "13000", "rebate_cash_grant": "2000"}
	taxtest.Examples(t, registry, []taxtest.Example{e})
}

// Witnesses: a reader's examples of the Emirates' bands, and of how a short
// period shrinks Spain's (180 of 365 days of 50,000 are 24,657.53).
func TestWitnesses(t *testing.T) {
	taxtest.Examples(t, registry, []taxtest.Example{
		published("What are the UAE corporate tax rates?",
			"https://app.reallaw.ai/en/legal-table/doc/faq-what-are-the-uae-corporate-tax-rates-2246", "AE", "2025", "500000", "11250", "", nil),
		published("Novedades en el Impuesto sobre Sociedades",
			"https://hispacolex.com/blog/empresas/novedades-en-el-impuesto-sobre-sociedades-modificacion-en-el-tipo-de-gravamen",
			"ES", "2027", "24657.53", "4191.78", "", map[string]string{"company_class": "small", "period_start": "2027-01-01",
				"period_end": "2027-06-29"}),
	})
}

// By hand. In Japan, Korea, Portugal and Spain a period has the rates of the day
// on which it begins: the defence tax of 4 % of the tax above 5,000,000 from
// April 2026, the reduced rate of 17 % from April 2025 where the profit is above
// a billion, and in Korea the rates of 2025 to the end of March 2026, in Spain to
// that of June. Japan counts months, a month begun as one.
func TestRatesOfTheDayOnWhichAPeriodBegins(t *testing.T) {
	for _, c := range []struct{ code, year, profit, start, end, class, want string }{
		{"JP", "2026", "100000000", "", "", "standard", "23200000"},
		{"JP", "2026", "100000000", "2026-03-31", "", "standard", "23200000"},
		{"JP", "2026", "100000000", "2026-04-01", "", "standard", "23928000"},
		{"JP", "2026", "100000000", "2026-04-01", "2026-09-30", "standard", "24028000"}, // six months of 5,000,000
		{"JP", "2026", "100000000", "2026-04-01", "2026-09-01", "standard", "24028000"}, // the sixth has begun
		{"JP", "2025", "10000000", "2025-01-01", "2025-06-30", "small", "1992000"},      // 15 % of 4,000,000, 23.2 % of the rest
		{"JP", "2026", "20000000", "2026-04-01", "", "small", "3984000"},                // the tax is below 5,000,000
		{"JP", "2025", "1000000001", "2025-03-01", "", "small", "231344000"},
		{"JP", "2025", "1000000000", "2025-04-01", "", "small", "231344000"},
		{"JP", "2025", "1000000001", "2025-04-01", "", "small", "231504000"},
		{"ES", "2025", "100000", "2025-07-01", "", "small", ask(t, "ES", "2025", "100000", is("small")).TotalTax.String()},
		{"PT", "2025", "100000", "2025-07-01", "", "small", "18000"}, // 8,000 + 10,000
		{"KR", "2025", "100000000", "2025-04-01", "", "", ask(t, "KR", "2025", "100000000", nil).TotalTax.String()},
		{"KR", "2025", "200000000", "2025-01-01", "2025-06-30", "", "30800000"}, // 9 and 19 million, and a tenth
	} {
		facts := map[string]string{}
		for name, value := range map[string]string{"period_start": c.start, "period_end": c.end, "company_class": c.class} {
			if value != "" {
				facts[name] = value
			}
		}
		if got := ask(t, c.code, c.year, c.profit, facts); !got.TotalTax.Equal(money.MustParse(c.want)) {
			t.Errorf("%s %s of %s from %s to %s: %s, want %s", c.code, c.class, c.profit, c.start, c.end, got.TotalTax, c.want)
		}
	}
}

// Periods over the turn of a year: with one rate, as one; over 1 April 2023 in
// the United Kingdom, split by days (90 and 275 of 365).
func TestPeriodsOverTheTurn(t *testing.T) {
	if got := ask(t, "NO", "2024", "1000", map[string]string{"period_start": "2024-07-01",
		"period_end": "2025-06-30"}); got.TotalTax.String() != "220.00" {
		t.Errorf("over the turn of the year with one rate: %s", got.TotalTax)
	}
	for profit, want := range map[string]string{
		"36500":  "6935.00",  // 19 % throughout: 27,500 is below the lower limit
		"365000": "85850.00", // 90,000 at 19 %, 275,000 at 25 %
		// 18,000 at 19 %; of 55,000 at 25 %, relief of 3/200 of 250,000 × 275/366 less 55,000.
		"73000": "15177.38",
	} {
		got := ask(t, "GB", "2022-23", profit, map[string]string{"period_start": "2023-01-01", "period_end": "2023-12-31"})
		if got.TotalTax.String() != want {
			t.Errorf("over 1 April 2023, %s: %s, want %s", profit, got.TotalTax, want)
		}
	}
}
