package answer_test

import (
	"strings"
	"testing"
)

// What India's Act calls total income is what it taxes; somebody's own sum of incomes, and the
// gross total income, may be before deductions.
func TestTotalIncomeOfIndia(t *testing.T) {
	for _, amount := range []string{"12,00,000", "Rs 12,00,000", "of 12 lakh", "₹12,00,000"} {
		for _, age := range []string{"", ", below 60", " below 60", ", under 60 years", ", age below 60"} {
			sameFigure(t, "India old regime FY 2024-25, taxable income Rs 12,00,000. Income tax?",
				"India old regime FY 2024-25, total income "+amount+age)
		}
		noFigure(t, "India old regime FY 2024-25, my total income is "+strings.TrimPrefix(amount, "of "),
			"India old regime FY 2024-25, gross total income "+amount, "India old regime FY 2024-25, total income "+amount+", below 80",
			"India old regime FY 2024-25, total income "+amount+", above 60")
	}
	sameFigure(t, "Leeds 2025-26, salary £60,000. Income tax?", "Leeds 2025-26, total income £60,000. Income tax?")
}

// Income from employment, by the words that statutes and forms have for it.
func TestEmploymentIncomeByItsNames(t *testing.T) {
	for _, c := range []struct{ wage, other string }{
		{"Québec 2025, salaire de 70 000 $. Impôt fédéral et provincial?", "Québec 2025, revenu d'emploi de 70 000 $. Impôt fédéral et provincial?"},
		{"Québec 2025, salaire de 70 000 $. Impôt fédéral et provincial?", "Québec: revenus d'emploi 70 000 $ en 2025, impôt fédéral et provincial"},
		{"Ontario 2025, salary of $70,000. Federal and provincial income tax?",
			"Ontario 2025, income from employment of $70,000. Federal and provincial income tax?"},
		{"Berlin 2025, ledig, keine Kirche: Gehalt 50.000 €. Einkommensteuer?", "Berlin 2025, ledig, keine Kirche: Arbeitseinkommen 50.000 €. Einkommensteuer?"},
		{"Lisboa 2024, solteiro: salário de 30.000 €. IRS?", "Lisboa 2024, solteiro: rendimentos do trabalho dependente de 30.000 €. IRS?"},
		{"Utrecht 2025: loon van € 40.000. Inkomstenbelasting?", "Utrecht 2025: arbeidsinkomen van € 40.000. Inkomstenbelasting?"},
		{"Stockholm 2025, kommunalskatt 30 %: lön 400 000 kr om året. Hur mycket inkomstskatt?",
			"Stockholm 2025, kommunalskatt 30 %: arbetsinkomst 400 000 kr. Inkomstskatt?"},
		{"Oslo 2025: lønn 600 000 kr. Hvor mye skatt?", "Oslo 2025: lønnsinntekt 600 000 kr. Skatt?"},
		{"中国 2025 全年工资收入 300000元 个税", "中国 2025 全年工薪收入 300000元 个税"},
	} {
		sameFigure(t, c.wage, c.other)
	}
	noFigure(t, "Lisboa 2024, solteiro, um dependente: rendimentos do trabalho dependente de 30.000 €. IRS?",
		"Québec 2025, revenu d'emploi de mon frère 70 000 $. Combien d'impôt est-ce que je paie?")
}

// A point behind an abbreviation of money ends the sentence where a capital follows: what comes
// then is no tax that the amount would be.
func TestASentenceEndsBehindMoney(t *testing.T) {
	for _, asked := range []string{"Skatt?", "Inntektsskatt?", "Skatt i år 2025?"} {
		sameFigure(t, "Oslo 2025, lønn 600 000 kr, hvor mye skatt?", "Oslo 2025, lønn 600 000 kr. "+asked)
	}
	noFigure(t, "Oslo 2025, 600 000 kr skatt")
}

// Spouses who are assessed together in Spain have one base and one minimum (Ley 35/2006 art.
// 84.2.2): their base liquidable is taxed as one person's; a base imponible, or a wage, is not.
func TestAJointBase(t *testing.T) {
	p, e := everywhere()
	for _, couple := range []string{"Somos un matrimonio sin hijos en Valencia", "Matrimonio sin hijos en Valencia", "Mi mujer y yo vivimos en Valencia, casados, sin hijos"} {
		q := couple + ", base liquidable 40.000 euros, 2024, tributación conjunta. IRPF?"
		sameFigure(t, "Valencia, soltero sin hijos, base liquidable 40.000 euros, 2024. IRPF?", q)
		out := put(t, p, q, e)
		said := false
		for _, c := range out.Contract.Calculations {
			said = said || strings.Contains(strings.Join(c.Assumptions, " "), "joint assessment")
		}
		if !said {
			t.Errorf("%q does not say that the base is a couple's", q)
		}
		for _, other := range []string{"base liquidable 40.000 euros, 2024, por separado", "base imponible 40.000 euros, 2024, tributación conjunta",
			"salario 40.000 euros, 2024, tributación conjunta", "base liquidable 40.000 euros, 2024, jubilados, tributación conjunta"} {
			noFigure(t, couple+", "+other+". IRPF?")
		}
	}
}

// The day of a sale tells on which side of a change of rates a gain lies.
func TestTheDayOfADisposal(t *testing.T) {
	const base, early = "UK 2024-25, capital gain £25,000, taxable income £20,000. Capital gains tax?\ngains_before_30_october_2024: ", "25000"
	for _, c := range []struct{ when, value string }{
		{"sold on 12 December 2024", "0"}, {"sold 30 October 2024", "0"}, {"sold on 29 October 2024", early}, {"sold in May 2024", early},
		{"sold in January 2025", "0"},
	} {
		sameFigure(t, base+c.value, "Gain of £25,000 on shares "+c.when+", taxable income £20,000, UK. Capital gains tax?")
	}
	noFigure(t, "Gain of £25,000 on shares sold in October 2024, taxable income £20,000, UK. Capital gains tax?",
		"Gain of £25,000 on shares bought on 12 May 2024, taxable income £20,000, UK. Capital gains tax?",
		"Gain of £25,000 on shares not sold on 12 December 2024, taxable income £20,000, UK. Capital gains tax?")
	p, e := everywhere()
	out := put(t, p, "Gain of £25,000 on shares, salary £35,000, England 2025-26. Capital gains tax?", e)
	if len(out.Contract.MissingFacts) != 1 || out.Contract.MissingFacts[0].Key != "taxable_income" {
		t.Errorf("a salary beside a gain: %s %v", out.Code, out.Contract.MissingFacts)
	}
}

// A relative whose tax is asked for is no word that is not understood; the asker's own tax does
// not follow from a relative's income.
func TestARelativesTax(t *testing.T) {
	for _, c := range []struct{ own, theirs, mine string }{
		{"Gano 60.000 euros brutos y vivo en Madrid, soltero, sin hijos. ¿Cuánto pago de IRPF en 2024?\nsocial_contributions: 3800",
			"Mi {} gana 60.000 euros brutos y vive en Madrid, soltero, sin hijos. ¿Cuánto paga de IRPF en 2024?\nsocial_contributions: 3800",
			"Mi {} gana 60.000 euros brutos y vive en Madrid, soltero, sin hijos. ¿Cuánto pago de IRPF en 2024?\nsocial_contributions: 3800"},
		{"Je gagne 60 000 euros et vis à Lyon, célibataire. Combien d'impôt sur le revenu en 2024?",
			"Mon {} gagne 60 000 euros et vit à Lyon, célibataire. Combien d'impôt sur le revenu paie-t-il en 2024?",
			"Mon {} gagne 60 000 euros et vit à Lyon, célibataire. Combien d'impôt sur le revenu est-ce que je paie en 2024?"},
		{"Ik verdien 60.000 euro en woon in Utrecht. Hoeveel inkomstenbelasting betaal ik in 2025?",
			"Mijn {} verdient 60.000 euro en woont in Utrecht. Hoeveel inkomstenbelasting betaalt hij in 2025?",
			"Mijn {} verdient 60.000 euro en woont in Utrecht. Hoeveel inkomstenbelasting betaal ik in 2025?"},
	} {
		names := map[string][]string{"Mi ": {"hermano", "amigo", "vecino"}, "Mon": {"frère", "voisin"}, "Mij": {"broer", "buurman"}}[c.theirs[:3]]
		for _, name := range names {
			sameFigure(t, c.own, strings.ReplaceAll(c.theirs, "{}", name))
			noFigure(t, strings.ReplaceAll(c.mine, "{}", name))
		}
	}
}

// Statuses that are set against each other where a difference is asked for are compared; where
// none is, which one is so is asked.
func TestStatusesSetAgainstEachOther(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct {
		pair, asked string
		totals      int
	}{
		{"Single or married filing jointly", "US federal tax on $90,000 wages 2024", 2}, {"Married or single", "US federal tax on $90,000 wages 2024", 3},
		{"Ledig oder verheiratet (Zusammenveranlagung)", "Einkommensteuer auf zvE 80.000 € 2025 in Deutschland, keine Kirche", 2},
		{"Célibataire ou couple marié", "impôt sur le revenu en France, revenu net imposable de 50 000 € en 2024", 2},
	} {
		difference := map[string]string{"S": "what's the difference", "M": "what's the difference", "L": "Unterschied", "C": "quelle différence"}[c.pair[:1]]
		q := c.pair + ": " + difference + "? " + c.asked + "?"
		if out := put(t, p, q, e); len(out.Contract.Calculations) != c.totals {
			t.Errorf("%q has %d calculations (%s %v)", q, len(out.Contract.Calculations), out.Code, out.Contract.MissingFacts)
		}
		noFigure(t, c.pair+". "+c.asked+"?")
	}
}
