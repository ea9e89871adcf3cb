package answer_test

import (
	"fmt"
	"testing"
)

// sameFigure are questions that give what is needed in other words than the first of each,
// which says it in the service's own; the figure is the same.
func sameFigure(t *testing.T, said string, others ...string) {
	t.Helper()
	p, e := everywhere()
	out := put(t, p, said, e)
	want := figure(&out)
	if want == "" {
		t.Errorf("%q is %s, and no figure: %v", said, out.Code, out.Contract.MissingFacts)
	}
	for _, q := range others {
		if out := put(t, p, q, e); figure(&out) != want {
			t.Errorf("%q is %q (%s %v), and %q is %s", q, figure(&out), out.Code, out.Contract.MissingFacts, said, want)
		}
	}
}

// noFigure are questions that ask for, or rest on, something else.
func noFigure(t *testing.T, questions ...string) {
	t.Helper()
	p, e := everywhere()
	for _, q := range questions {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q is computed: %s", q, figure(&out))
		}
	}
}

// The tax of a federation that is asked for by its name is that of every canton; beside that
// of a canton, it is not.
func TestTheFederationsTaxWhereverOneLives(t *testing.T) {
	for _, home := range []string{"Geneva", "Lausanne", "Lugano", "Bern", "Zurich"} {
		sameFigure(t, "Switzerland 2025, single, taxable income 90'000 CHF. Direct federal tax?",
			fmt.Sprintf("Resident of %s, single, taxable income 90'000 CHF 2025. How much federal tax?", home),
			fmt.Sprintf("Ich wohne in %s, ledig, steuerbares Einkommen 90'000 CHF 2025. Wie hoch ist die direkte Bundessteuer?", home),
			fmt.Sprintf("J'habite à %s, célibataire, revenu imposable 90'000 CHF 2025. Impôt fédéral?", home),
			fmt.Sprintf("Abito a %s, non sono sposato, reddito imponibile 90'000 CHF 2025. Imposta federale?", home),
			fmt.Sprintf("Single, %s, taxable income 90'000 CHF 2025, direct federal tax only", home))
	}
	for _, asked := range []string{"income tax", "federal and cantonal tax", "federal, cantonal and communal income tax", "impôts fédéral et cantonal",
		"Bundessteuer und Kantonssteuer", "Swiss Federal Railways pay me. How much tax?"} {
		noFigure(t, "Geneva, single, taxable income 90'000 CHF 2025, "+asked)
	}
}

// Whatever a level's tax is made of, the claim calls it by its name.
func TestALevelsTaxIsCalledByItsName(t *testing.T) {
	p, e := everywhere()
	for q, want := range map[string]string{
		"Ontario 2025 salary $80,000, provincial income tax only":                                  "Provincial income tax in Ontario, Canada",
		"Ontario 2025 salary $80,000, federal income tax only":                                     "Federal income tax in Canada",
		"Single, Zurich, taxable income 90'000 CHF 2025, direct federal tax only":                  "Federal income tax in Switzerland",
		"Ontario 2025 salary $80,000, federal and provincial income tax":                           "Income tax in Ontario, Canada",
		"US single 2024, wages $80,000, no children. Federal income tax?":                          "Federal income tax in United States",
		"Mannitoba 2025 salary $80,000 employee in Winnipeg, Manitoba, provincial income tax only": "",
	} {
		out := put(t, p, q, e)
		if want == "" {
			continue
		}
		if len(out.Contract.Claims) == 0 || len(out.Contract.Claims[0].Text) < len(want) || out.Contract.Claims[0].Text[:len(want)] != want {
			t.Errorf("%q is claimed as %v, not %q", q, out.Contract.Claims, want)
		}
	}
}

// The tax before credits is the tax of somebody whom nothing brings a credit.
func TestBeforeCreditsThatNobodyHas(t *testing.T) {
	for _, before := range []string{"before credits", "before tax credits", "before any credits"} {
		sameFigure(t, "US, single, 2024, wages $80,000. Federal income tax?",
			"US, single, 2024, wages $80,000. Federal income tax "+before+"?",
			"US, single, 2024, wages $80,000, no children. Federal income tax "+before+"?")
		for _, brings := range []string{"two children", "one dependent", "aged 67", "my daughter lives with me"} {
			noFigure(t, "US, single, 2024, wages $80,000, "+brings+". Federal income tax "+before+"?")
		}
		noFigure(t, "California, single, 2024, wages $80,000. Federal and state income tax "+before+"?")
	}
}

// A currency's code in capitals is money beside a number, whatever else its letters spell.
func TestCodesOfCurrenciesThatAreWords(t *testing.T) {
	sameFigure(t, "Türkiye 2025, annual gross wage 1,200,000 lira. Income tax?",
		"Türkiye 2025, annual gross wage 1,200,000 TRY. Income tax?", "Türkiye 2025, gross wage of TRY 1,200,000 a year. Income tax?")
	sameFigure(t, "Leeds 2025-26, salary £30,000. Income tax?", "I try to understand. Leeds 2025-26, salary £30,000. Income tax?")
	noFigure(t, "Leeds 2025-26, salary 30,000 TRY. Income tax?")
}

// Parts of a French household are the facts that they follow from, where it is one household
// alone that has as many (CGI art. 194).
func TestPartsOfAHousehold(t *testing.T) {
	const base = "Impôt sur les revenus de 2024 en France, revenu net imposable 60 000 €, "
	for _, c := range []struct{ facts, parts string }{
		{"célibataire, sans enfant", "une part"}, {"célibataire, sans enfant", "1 part"}, {"couple marié sans enfant", "couple marié, deux parts"},
		{"couple marié avec un enfant", "couple marié, 2,5 parts"}, {"couple marié avec un enfant", "couple marié, deux parts et demie"},
		{"couple marié avec deux enfants", "couple marié, 3 parts"}, {"couple marié avec trois enfants", "couple marié, quatre parts"},
		{"couple marié avec quatre enfants", "couple marié, 5 parts"}, {"parent isolé avec un enfant", "parent isolé, un enfant, 2 parts"},
		{"célibataire avec un enfant", "célibataire, un enfant, 1,5 part"}, {"parent isolé avec deux enfants", "célibataire, deux enfants, parent isolé"},
		{"couple marié avec un enfant", "2,5 parts, couple marié"},
	} {
		sameFigure(t, base+c.facts, base+c.parts)
	}
	for _, parts := range []string{"deux parts", "2,5 parts", "1,5 part", "célibataire, 1,5 part", "célibataire, 2 parts", "couple marié, 3,5 parts",
		"couple marié, une part", "couple marié avec deux enfants, 2,5 parts", "célibataire, un enfant, 2 parts", "célibataire, un enfant, 3 parts",
		"d'une part", "pas parent isolé"} {
		noFigure(t, base+parts)
	}
}

// A spouse of whom it is said that there is no income brings the allowance that needs it.
func TestSpousesWithoutIncome(t *testing.T) {
	const base = "Hong Kong 2024-25, income HK$600,000, married"
	sameFigure(t, base+". Salaries tax?\nmarried_person_allowance: true", base+" with a non-working spouse. Salaries tax?",
		base+", my wife doesn't work. Salaries tax?", base+", my husband has no income. Salaries tax?", base+", my wife is a housewife. Salaries tax?",
		"香港薪俸稅 2024/25, 收入 HK$600,000, 已婚, 配偶沒有收入")
	noFigure(t, base+". Salaries tax?", base+", my wife works. Salaries tax?", base+", my wife is not a housewife. Salaries tax?",
		base+", my wife may stop working. Salaries tax?")
}
