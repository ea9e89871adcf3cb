package answer_test

import (
	"fmt"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// setting is a language's way to tell an income that is computed, "%s" being a sentence or a
// condition beside it, with what takes the figure away and what does not.
type setting struct {
	question string
	withheld []string // whose the income is, or whether it is, cannot be told
	kept     []string
}

var settings = []setting{
	{"%s I live in Leeds and my salary is £41,700 a year, 2025-26. How much income tax do I pay?",
		[]string{"Suppose I were in my brother's position.", "If I had my boss's job!", "If only I had that salary of £41,700.", "I don't remember how much."},
		[]string{"My ex-husband is blind and 71.", "Everyone else at work is married.",
			"Every calculator says something different.", "My spreadsheet broke.", "I don't know what HMRC wants.",
			"I'm weighing up an offer.", "My mother-in-law gets £20,000."}},
	{"%s Ich bin ledig, Deutschland, zu versteuerndes Einkommen 45.800 € in 2025. Wie viel Einkommensteuer zahle ich?",
		[]string{"Wenn ich an der Stelle meines Bruders wäre.", "Der Betrag ist geschätzt."},
		[]string{"Mein Ex-Mann ist blind.", "Mein Schwiegersohn verdient 90.000 €.", "Der Rechner spinnt."}},
	{"%s Jeg bor i Bergen, er 40 år uten barn, lønn 531 000 kr i 2025. Hva blir skatten?",
		[]string{"Jeg er usikker på beløpet."},
		[]string{"Svogeren min tjener 900 000 kr.", "Svigermoren min får 300 000 kr."}},
	{"%s Asun Tampereella, palkka 43 200 euroa vuonna 2025, kunnallisvero 7,6 %%, 40 vuotta, en kuulu kirkkoon. Paljonko tuloveroa?",
		nil, []string{"Siskollani on kolme lasta.", "Veljeltäni meni auto."}},
}

// Who is set in another's place, wishes, or does not remember has no figure; what others
// are, have or do beside it changes none.
func TestSetInAnothersPlace(t *testing.T) {
	p, e := everywhere()
	for _, s := range settings {
		plain := put(t, p, fmt.Sprintf(s.question, ""), e)
		if figure(&plain) == "" {
			t.Errorf("%q is %s %v", s.question, plain.Code, plain.Contract.MissingFacts)
			continue
		}
		for _, said := range s.withheld {
			if out := put(t, p, fmt.Sprintf(s.question, said), e); figure(&out) != "" {
				t.Errorf("%q: %s", said, figure(&out))
			}
		}
		for _, said := range s.kept {
			if out := put(t, p, fmt.Sprintf(s.question, said), e); figure(&out) != figure(&plain) {
				t.Errorf("%q: %q, not %q (%s) %v", said, figure(&out), figure(&plain), out.Code, out.Contract.MissingFacts)
			}
		}
	}
}

// What is asked about another's tax, another thing, another year or one side of two is no
// question about the income that stands beside it.
func TestAskedOfSomethingElse(t *testing.T) {
	p, e := everywhere()
	for _, q := range []string{
		"What would my cousin owe if she were in my shoes? Salary £49,000, Ripon, 2025-26.",
		"How much income tax does our lodger owe? I'm paid £49,000 in Ripon, 2025-26.",
		"What corporation tax will my competitor pay? My own company made £90,000, year to 31 March 2026, UK, no associated companies.",
		"What are the plumber's charges taxed at? I earn £49,000, Ripon, 2025-26.",
		"How are garden gnomes taxed? I earn £49,000, Ripon, 2025-26.",
		"What is my raffle prize taxed at? Salary £49,000, Ripon, 2025-26",
		"Is it cheaper to be taxed as a sole trader at £49,000 in Ripon, 2025-26?",
		"£49,000, Ripon, 2025/2026/2027. Income tax?", "£49,000, Ripon, 24/25/26. Income tax?",
		"Use a personal allowance of £18,000: salary £49,000, Ripon, 2025-26. Income tax?",
		"In the event that they keep me on, it'd be £49,000. Ripon 2025-26. Income tax?",
		"Falls ich die Stelle bekomme, sind es 49.000 €. Zu versteuerndes Einkommen, ledig, Deutschland 2025. Einkommensteuer?",
		"もし昇進していたら2025年の給与収入は490万円でした。東京、独身、扶養なし。所得税は？",
		"私の2025年の給与収入は490万円ではありません。東京在住、独身、扶養なし。所得税はいくらですか？",
		"Bologna, imponibile IRPEF 33.400 € nel 2025, credo. Non ricordo bene quanto. IRPEF lorda?",
	} {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q: %s", q, figure(&out))
		}
	}
}

// A levy that is not to be counted in is left out, however that is said; a rate that is
// asked for, and what is left of an amount, are answered.
func TestLeftOutInOtherWords(t *testing.T) {
	p, e := everywhere()
	for _, same := range [][]string{
		{"Australian resident, 2024-25, taxable income $93,000, without the Medicare levy: what's the tax?",
			"Australian resident, 2024-25, taxable income $93,000; exclude the levy for Medicare, what's the tax?",
			"Australian resident, 2024-25, taxable income $93,000 - what's the tax if you don't count the Medicare levy?"},
		{"Ledig, zvE 91.000 €, 2025, Deutschland, Einkommensteuer ohne Soli",
			"Ledig, zvE 91.000 €, 2025, Deutschland: Einkommensteuer, Soli bitte nicht mitrechnen"},
		{"France, célibataire, 1 part, revenu net imposable 29 300 €, revenus 2024 : combien d'impôt sur le revenu ?",
			"Quel est mon taux marginal d'imposition ? France, célibataire, 1 part, revenu net imposable 29 300 €, revenus 2024"},
		{"US, 2025 federal income tax, single, wages of $67,350, standard deduction, no kids",
			"2025 federal income tax, single, W-2 box 1 shows 67,350. standard deduction, no kids",
			"2025 federal income tax, single, W-2 box 1 is $67,350, no kids"},
		{"Pacsés, 2 enfants à charge, 3 parts, revenu net imposable 74 000 € en 2024, combien d'impôt ?",
			"Pacsés, 2 enfants à charge, 3 parts, revenu net imposable 74 000e en 2024, combien d'impôt ?"},
	} {
		want := ""
		for i, q := range same {
			out := put(t, p, q, e)
			if i == 0 {
				want = figure(&out)
			}
			if got := figure(&out); got != want || got == "" {
				t.Errorf("%q: %q, not %q (%s) %v", q, got, want, out.Code, out.Contract.MissingFacts)
			}
		}
	}
	out := put(t, p, "SARL française, bénéfice imposable 90 000 €, exercice 2024, taux normal : impôt sur les sociétés ?", e)
	if len(out.Plan.TaxYears) != 1 || out.Plan.TaxYears[0] != "2024" {
		t.Errorf("a company's exercice 2024 is read as %v", out.Plan.TaxYears)
	}
}

// Evasion in words that no list of phrases holds together goes to a person; not knowing what
// an authority wants is none.
func TestMadeToDisappear(t *testing.T) {
	p, e := everywhere()
	for _, q := range []string{
		"How can I make my rental income in Leeds disappear before HMRC sees it? £12,000, 2025-26",
		"Wie lasse ich einen Teil der Einnahmen verschwinden? Imbiss in Köln, 2025",
		"Je voudrais faire disparaître une partie de mes recettes à Lyon, 2024, 15 000 €",
		"Quiero hacer desaparecer los alquileres de Sevilla, 9.600 € en 2024",
		"Come faccio sparire gli incassi del bar di Padova? 2025", "Ik wil een deel van de omzet van mijn café laten verdwijnen. Breda 2025",
		"Como faço desaparecer metade das vendas do café de Évora? 2024",
		"How low can I put my takings before HMRC's computer flags me? Leeds 2025-26, about £41,000",
		"What can I fudge on my 1040 without them noticing? Single, $60,000 W-2, 2024.",
		"Hvordan får jeg husleien i Bergen til å gå under radaren til Skatteetaten? 80 000 kr",
		"怎样做两套账不让香港税务局发现？",
	} {
		if out := put(t, p, q, e); out.Contract.Outcome() != contract.Escalated {
			t.Errorf("%q: %s %q", q, out.Code, figure(&out))
		}
	}
}
