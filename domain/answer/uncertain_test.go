package answer_test

import (
	"fmt"
	"testing"
)

// told is how people of a language tell an income that is computed, with the sentences that
// take it away again, and those of others that do not.
type told struct {
	facts, ask string   // "%s" of facts is a sentence between the two that says nothing
	between    string   // such a sentence
	doubts     []string // of the amount, wherever they stand
	undone     []string // conditions under which there is no income
	others     []string // incomes of others, in a sentence of their own
}

var tellings = []told{
	{"I live in Leeds and my salary is £38,400 a year, 2025-26.", "How much income tax do I pay?", "The house is new.",
		[]string{"I'm not sure about the first figure.", "The amount may be wrong.", "That salary is from memory.", "I'm guessing the number.",
			"I am not certain of the figure above.", "The figure could be off by a lot.", "I might have misread my contract.",
			"Don't hold me to that amount."},
		[]string{"If I weren't paid,", "If I don't work,", "Unless they sack me,", "Had I no job,", "If I hadn't been paid,"},
		[]string{"My boss earns £120,000.", "My neighbour makes £90,000.", "My sister gets £71,000.", "My flatmate clears £70,000.",
			"My late grandmother had a pension of £19,000."}},
	{"Ich bin ledig, Deutschland, zu versteuerndes Einkommen 46.200 € in 2025.", "Wie viel Einkommensteuer zahle ich?", "Das Haus ist neu.",
		[]string{"Bei der Zahl bin ich mir nicht sicher.", "Der Betrag stimmt vielleicht nicht.", "Die Angabe ist nur grob.", "Der Betrag ist aus dem Kopf."},
		[]string{"Wenn ich nicht arbeite,", "Falls ich kein Gehalt bekomme,"},
		[]string{"Mein Chef verdient 120.000 €.", "Meine Schwester verdient 71.000 €.", "Mein Nachbar verdient 90.000 €."}},
	{"Je suis célibataire, une part, en France, revenu net imposable 31 700 € en 2024.", "Combien d'impôt sur le revenu je paie ?",
		"La maison est neuve.",
		[]string{"Je ne suis pas sûr du montant.", "Le chiffre est à vérifier.", "Le montant est de mémoire.", "Ce montant pourrait être faux."},
		[]string{"Si je ne travaille pas,", "Si je n'avais pas de salaire,"},
		[]string{"Ma voisine gagne 90 000 €.", "Mon patron gagne 120 000 €.", "Ma sœur gagne 71 000 €."}},
	{"Soy soltero, 38 años, sin hijos, vivo en Madrid, base liquidable general de 28.300 € en 2024.", "¿Cuánto IRPF pago?",
		"La casa es nueva.",
		[]string{"No estoy seguro de la cifra.", "El importe es de memoria.", "La cantidad puede estar mal."},
		[]string{"Si no trabajo,", "Si no tuviera sueldo,"},
		[]string{"Mi jefe gana 90.000 €.", "Mi hermana gana 71.000 €."}},
	{"Io abito a Bologna, reddito imponibile 36.900 € nel 2025.", "Quanta IRPEF pago?", "La casa è nuova.",
		[]string{"Non sono sicuro della cifra.", "L'importo è da verificare.", "La cifra è a memoria."},
		[]string{"Se non lavoro,", "Se non avessi lo stipendio,"},
		[]string{"Il mio capo guadagna 90.000 €.", "Mia sorella guadagna 71.000 €."}},
	{"Ik woon in Zwolle en mijn brutoloon is 47.300 euro in 2025.", "Hoeveel inkomstenbelasting betaal ik?", "Het huis is nieuw.",
		[]string{"Ik ben niet zeker van het bedrag.", "Dat bedrag klopt misschien niet.", "Het cijfer is uit mijn hoofd."},
		[]string{"Als ik niet werk,", "Als ik geen loon krijg,"},
		[]string{"Mijn buurman verdient 90.000 euro.", "Mijn zus verdient 71.000 euro."}},
	{"Sou solteira, sem filhos, vivo em Braga, rendimento coletável de 26.800 € em 2024.", "Quanto IRS pago?", "A casa é nova.",
		[]string{"Não tenho a certeza do valor.", "O montante é de cabeça.", "O valor é por confirmar."},
		[]string{"Se não trabalho,"},
		[]string{"O meu vizinho ganha 80.000 €.", "A minha irmã ganha 71.000 €."}},
	{"Mieszkam w Lublinie, rozliczam się sam, mój dochód do opodatkowania to 84 000 zł w 2025.", "Ile podatku zapłacę?", "Dom jest nowy.",
		[]string{"Nie jestem pewien tej kwoty.", "Liczba jest z pamięci."},
		[]string{"Jeśli nie pracuję,"},
		[]string{"Mój brat zarabia 200 000 zł.", "Moja siostra zarabia 171 000 zł."}},
	{"Jag bor i Uppsala, är 41 år, min lön är 395 000 kr 2025, kommunalskatt 32,85 %.", "Hur mycket inkomstskatt betalar jag?",
		"Huset är nytt.",
		[]string{"Jag är osäker på beloppet.", "Siffran är ur minnet."},
		[]string{"Om jag inte jobbar,"},
		[]string{"Min bror tjänar 900 000 kr.", "Min chef tjänar 800 000 kr."}},
	{"Jeg bor i Bergen, er 40 år, har ingen barn, lønnen min er 520 000 kr i 2025.", "Hvor mye skatt betaler jeg?", "Huset er nytt.",
		[]string{"Jeg er ikke sikker på beløpet.", "Tallet er etter hukommelsen."},
		[]string{"Hvis jeg ikke jobber,"},
		[]string{"Naboen tjener 900 000 kr.", "Min bror tjener 800 000 kr."}},
	{"Jeg bor i Aarhus, min årsløn er 480.000 kr i 2025, kommuneskat 24,52 %, ingen kirkeskat.", "Hvor meget skat betaler jeg?",
		"Huset er nyt.",
		[]string{"Jeg er ikke sikker på tallet.", "Beløbet er efter hukommelsen."},
		[]string{"Hvis jeg ikke arbejder,"},
		[]string{"Min nabo tjener 900.000 kr.", "Min bror tjener 800.000 kr."}},
	{"私は東京在住の会社員で、2025年の給与収入は480万円、独身、扶養なし、社会保険料控除なし。", "所得税はいくらですか？", "家は新しいです。",
		[]string{"金額は確かではありません。", "数字はうろ覚えです。"}, nil, []string{"同僚の年収は900万円です。"}},
}

// An income that the question itself takes away again is asked for, wherever that stands:
// a figure that the asker doubts, a condition under which there is no work or no pay. What
// others earn, in a sentence of their own, changes nothing.
func TestTakenAwayAgain(t *testing.T) {
	p, e := everywhere()
	for _, c := range tellings {
		plain := c.facts + " " + c.ask
		out := put(t, p, plain, e)
		want := figure(&out)
		if want == "" {
			t.Errorf("%q is %s (%s) %v", plain, out.Contract.VerificationStatus, out.Code, out.Contract.MissingFacts)
			continue
		}
		for _, doubt := range c.doubts {
			for _, form := range []string{"%[1]s %[2]s %[4]s %[3]s", "%[1]s %[4]s %[2]s %[3]s", "%[4]s %[1]s %[2]s", "%[1]s %[2]s %[4]s"} {
				q := fmt.Sprintf(form, c.facts, c.ask, c.between, doubt)
				if out := put(t, p, q, e); figure(&out) != "" {
					t.Errorf("%q is computed: %s", q, figure(&out))
				}
			}
		}
		for _, condition := range c.undone {
			q := c.facts + " " + condition + " " + lowered(c.ask)
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is computed: %s", q, figure(&out))
			}
		}
		for _, other := range c.others {
			for _, q := range []string{other + " " + plain, c.facts + " " + other + " " + c.ask} {
				if out := put(t, p, q, e); figure(&out) != want {
					t.Errorf("%q is %q, want %q: %s %v", q, figure(&out), want, out.Code, out.Contract.MissingFacts)
				}
			}
		}
	}
}

// lowered writes the first letter of a sentence small.
func lowered(s string) string {
	if s[0] >= 'A' && s[0] <= 'Z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}

// What is left after tax, said of an amount, is no gross income; asked of a gross one it is
// what is left that is answered, not the tax.
func TestLeftAfterTax(t *testing.T) {
	p, e := everywhere()
	for _, q := range []string{
		"After tax I got £31,000 in Truro in 2025-26. Income tax?", "After deductions I had £31,000 in Leeds in 2025-26. How much income tax was that?",
		"Net I get £31,000 in Leeds, 2025-26. How much income tax do I pay?",
	} {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q is computed: %s", q, figure(&out))
		}
	}
	for q, want := range map[string]string{
		"Salary £34,000, Plymouth, 2025-26: what lands in my account after income tax and NI?":      "4286.00",
		"My salary is £34,000 in Leeds in 2025-26. What reaches me after tax and NI?":               "4286.00",
		"My salary is £34,000 in Leeds in 2025-26. How much income tax do I pay after my holidays?": "4286.00",
	} {
		if out := put(t, p, q, e); figure(&out) != want {
			t.Errorf("%q is %s", q, figure(&out))
		}
	}
}

// A place of work in another part of the country than the home is never passed over: the
// tax of both is not computed, except where the law goes by the home alone.
func TestWorkInAnotherPart(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ question, elsewhere, ask string }{
		{"I live in Toronto,", "my office is in Montreal,", "salary $80,000 in 2025. Federal and provincial income tax?"},
		{"I live in Vancouver,", "I work in Calgary,", "salary $80,000 in 2025. Federal and provincial income tax?"},
	} {
		home := c.question + " " + c.ask
		if out := put(t, p, home, e); figure(&out) == "" {
			t.Errorf("%q is %s (%s) %v", home, out.Contract.VerificationStatus, out.Code, out.Contract.MissingFacts)
		}
		both := c.question + " " + c.elsewhere + " " + c.ask
		if out := put(t, p, both, e); figure(&out) != "" {
			t.Errorf("%q is computed: %s", both, figure(&out))
		}
	}
	want := ""
	for _, work := range []string{"", "and work in an office in Newcastle upon Tyne ", "and my employer is in Cardiff "} {
		q := "I live in Edinburgh " + work + "on a salary of £52,000 in 2025-26. How much income tax do I pay?"
		out := put(t, p, q, e)
		if work == "" {
			want = figure(&out)
		}
		if want == "" || figure(&out) != want {
			t.Errorf("%q is %q (%s) %v", q, figure(&out), out.Code, out.Contract.MissingFacts)
		}
	}
}

// The federal tax of Canada alone names no province that the question did not.
func TestFederalTaxOfCanadaNamesNoProvince(t *testing.T) {
	p, e := everywhere()
	for q, region := range map[string]string{
		"Canada, salary $80,000 in 2025, federal income tax only?":             "",
		"I live in Calgary, salary $80,000 in 2025. Federal tax only, please?": "alberta",
		"Je vis à Montréal, salaire 80 000 $ CA en 2025, impôt fédéral seul ?": "quebec",
	} {
		out := put(t, p, q, e)
		if figure(&out) == "" {
			t.Errorf("%q is %s (%s) %v", q, out.Contract.VerificationStatus, out.Code, out.Contract.MissingFacts)
			continue
		}
		if got := out.Contract.Calculations[0].SubRegion; got != region {
			t.Errorf("%q is computed for %q", q, got)
		}
	}
	out := put(t, p, "Canada, salary $80,000 in 2025, federal income tax only?", e)
	if figure(&out) == "" {
		t.Errorf("the federal tax is %s (%s) %v", out.Contract.VerificationStatus, out.Code, out.Contract.MissingFacts)
	}
}
