package answer_test

import (
	"fmt"
	"testing"
)

// The tax on income by the names that places have for it in languages that are not read here; a
// name that stands for one of two charges is that one alone.
func TestTheTaxByItsNameThere(t *testing.T) {
	for _, c := range []struct {
		facts string
		names []string
	}{
		{"Hungary 2025, gross salary 6,000,000 HUF", []string{"SZJA", "személyi jövedelemadó"}}, {"Czechia 2025, gross salary 600,000 CZK", []string{"daň z příjmů", "daň z příjmů fyzických osob"}},
		{"Romania 2025, gross salary 120,000 lei", []string{"impozit pe venit", "impozitul pe venit"}}, {"Greece 2024, gross salary €26,000", []string{"φόρος εισοδήματος"}},
		{"Türkiye 2025, gross wage 1,200,000 TRY", []string{"gelir vergisi"}}, {"Bulgaria 2025, gross salary 40,000 BGN", []string{"данък върху доходите"}},
		{"Vietnam 2025, gross salary 600,000,000 VND", []string{"thuế thu nhập cá nhân", "PIT"}}, {"Indonesia 2025, gross salary Rp 240,000,000", []string{"PPh 21", "PPh", "pajak penghasilan"}},
		{"Malaysia YA 2024, gross salary RM 90,000", []string{"cukai pendapatan"}}, {"Thailand 2024, gross salary 1,200,000 baht", []string{"ภาษีเงินได้บุคคลธรรมดา"}},
		{"Philippines 2025, gross salary 600,000 pesos", []string{"buwis sa kita"}}, {"China 2025, gross salary 300,000 yuan", []string{"个税", "个人所得税"}},
	} {
		for _, name := range c.names {
			sameFigure(t, c.facts+". Income tax?", c.facts+", "+name+"?", c.facts+". How much "+name+"?")
		}
	}
	sameFigure(t, "Hungary 2025, gross salary 6,000,000 HUF. Income tax?", "How much SZJA on a gross salary of 6,000,000 HUF in 2025?")
	p, e := everywhere()
	for name, want := range map[string]string{"ПДФО": "108000.00", "PIT": "108000.00", "Income tax": "138000.00"} {
		if out := put(t, p, "Ukraine 2025, gross salary 600,000 UAH. "+name+"?", e); figure(&out) != want {
			t.Errorf("%s in Ukraine is %q (%s), not %s", name, figure(&out), out.Code, want)
		}
	}
	noFigure(t, "Hungary 2025, gross salary 6,000,000 HUF, without SZJA?", "Ukraine 2025, salary 600,000 UAH, ПДФО and military levy?")
}

// A place beside jobs that are only counted is where the question is set; one where somebody is
// said to work need not be the home.
func TestJobsThatAreCounted(t *testing.T) {
	for _, c := range []struct{ place, jobs, first, second, ask, want string }{
		{"Leeds 2025-26", "Two jobs in Leeds 2025-26", "£18,000", "£22,500", "Income tax?", "Leeds 2025-26, salary of £40,500. Income tax?"},
		{"Leeds 2025-26", "Two part-time jobs in Leeds in 2025-26", "£18,000", "£22,500", "Income tax?", "Leeds 2025-26, salary of £40,500. Income tax?"},
		{"Berlin 2025", "Zwei Jobs in Berlin 2025, ledig, keine Kirche", "18.000 €", "12.000 € brutto", "Einkommensteuer?",
			"Berlin 2025, ledig, keine Kirche, Gehalt 30.000 € brutto. Einkommensteuer?"},
	} {
		sameFigure(t, c.want, fmt.Sprintf("%s: %s and %s. %s", c.jobs, c.first, c.second, c.ask))
		noFigure(t, fmt.Sprintf("%s: %s. %s", c.jobs, c.first, c.ask), fmt.Sprintf("%s: %s and %s, a car. %s", c.jobs, c.first, c.second, c.ask))
	}
	sameFigure(t, "Leeds 2025-26, salary of £40,500. Income tax?", "Two jobs in Leeds in 2025-26: one pays £18,000, the other £22,500. Income tax?")
	noFigure(t, "I have two jobs in Leeds, £18,000 and £22,500 in 2025-26. Income tax?", "My two jobs in Leeds pay £18,000 and £22,500, 2025-26. Income tax?",
		"I live in Glasgow. Two jobs in Leeds 2025-26: £18,000 and £22,500. Income tax?", "Two jobs in Leeds 2025-26: £18,000 and £22,500, my wife's. Income tax?")
}
