package answer_test

import (
	"fmt"
	"strings"
	"testing"
)

// whose is a language's ways to state two facts: children and an age, of several
// people, affirmed and denied. %s is "2 children" or "70 years old".
type whose struct {
	lang            string
	france, finland string // questions that lack nothing but what is assumed
	children, age   string
	mine            [2]string // "I have %s", "I am %s"
	others          []string  // of somebody or something else, of a supposition, or denied
	othersAge       []string
}

var languages = []whose{
	{"en", "Single, France, taxable income €60,000 in 2024. How much income tax do I pay?",
		"Finland, salary €44,000 in 2025. How much income tax do I pay? municipal_rate: 0.07",
		"2 children", "51 years old", [2]string{"I have %s.", "I am %s."},
		[]string{"My wife's sister has %s.", "My sister has %s.", "My neighbour has %s.", "My dog has %s.", "My boss has %s.",
			"My brother has %s and I have none.", "I don't have %s.", "I have no children, my parents had %s.",
			"Maybe I will have %s.", "If only I had %s!", "My employer's manager has %s."},
		[]string{"My dog is %s.", "My father is %s.", "My wife is %s.", "My sister, who is %s, is a nurse.", "My house is %s.", "I am not %s.",
			"My boss is %s."}},
	{"de", "Ledig, Frankreich, zu versteuerndes Einkommen 60.000 € im Jahr 2024. Wie viel Einkommensteuer zahle ich?",
		"Finnland, Gehalt 44.000 € im Jahr 2025. Wie viel Einkommensteuer zahle ich? municipal_rate: 0.07",
		"2 Kinder", "51 Jahre alt", [2]string{"Ich habe %s.", "Ich bin %s."},
		[]string{"Meine Schwester hat %s.", "Mein Nachbar hat %s.", "Mein Hund hat %s.", "Mein Chef hat %s.", "Meine Eltern haben %s.",
			"Ich habe nicht %s.", "Vielleicht habe ich bald %s.", "Mein Bruder hat %s, ich nicht."},
		[]string{"Mein Hund ist %s.", "Mein Vater ist %s.", "Meine Frau ist %s.", "Mein Haus ist %s.", "Ich bin nicht %s."}},
	{"fr", "Célibataire, France, revenu net imposable 60 000 € en 2024. Combien d'impôt sur le revenu je paie ?",
		"Finlande, salaire 44 000 € en 2025. Combien d'impôt sur le revenu je paie ? municipal_rate: 0.07",
		"2 enfants", "51 ans", [2]string{"J'ai %s.", "J'ai %s."},
		[]string{"Ma sœur a %s.", "Mon voisin a %s.", "Mon chien a %s.", "Mon patron a %s.", "Mes parents ont %s.", "Je n'ai pas %s.",
			"J'aurai peut-être %s.", "Mon frère a %s, pas moi."},
		[]string{"Mon chien a %s.", "Mon père a %s.", "Ma femme a %s.", "Je n'ai pas %s."}},
	{"es", "Soltero, Francia, base imponible 60.000 € en 2024. ¿Cuánto impuesto sobre la renta pago?",
		"Finlandia, sueldo 44.000 € en 2025. ¿Cuánto impuesto sobre la renta pago? municipal_rate: 0.07",
		"2 hijos", "51 años", [2]string{"Tengo %s.", "Tengo %s."},
		[]string{"Mi hermana tiene %s.", "Mi vecino tiene %s.", "Mi perro tiene %s.", "Mi jefe tiene %s.", "Mis padres tienen %s.",
			"No tengo %s.", "Quizás tenga %s."},
		[]string{"Mi perro tiene %s.", "Mi padre tiene %s.", "Mi mujer tiene %s.", "No tengo %s."}},
	{"it", "Celibe, Francia, reddito imponibile 60.000 € nel 2024. Quanta imposta sul reddito pago?",
		"Finlandia, stipendio 44.000 € nel 2025. Quanta imposta sul reddito pago? municipal_rate: 0.07",
		"2 figli", "51 anni", [2]string{"Ho %s.", "Ho %s."},
		[]string{"Mia sorella ha %s.", "Il mio vicino ha %s.", "Il mio cane ha %s.", "Il mio capo ha %s.", "I miei genitori hanno %s.",
			"Non ho %s.", "Forse avrò %s."},
		[]string{"Il mio cane ha %s.", "Mio padre ha %s.", "Mia moglie ha %s.", "Non ho %s."}},
	{"nl", "Alleenstaand, Frankrijk, belastbaar inkomen 60.000 € in 2024. Hoeveel inkomstenbelasting betaal ik?",
		"Finland, salaris 44.000 € in 2025. Hoeveel inkomstenbelasting betaal ik? municipal_rate: 0.07",
		"2 kinderen", "51 jaar oud", [2]string{"Ik heb %s.", "Ik ben %s."},
		[]string{"Mijn zus heeft %s.", "Mijn buurman heeft %s.", "Mijn hond heeft %s.", "Mijn baas heeft %s.", "Mijn ouders hebben %s.",
			"Ik heb geen %s.", "Misschien heb ik %s."},
		[]string{"Mijn hond is %s.", "Mijn vader is %s.", "Mijn vrouw is %s.", "Ik ben niet %s."}},
	{"pt", "Solteiro, França, rendimento coletável 60.000 € em 2024. Quanto imposto sobre o rendimento pago?",
		"Finlândia, salário 44.000 € em 2025. Quanto imposto sobre o rendimento pago? municipal_rate: 0.07",
		"2 filhos", "51 anos", [2]string{"Tenho %s.", "Tenho %s."},
		[]string{"A minha irmã tem %s.", "O meu vizinho tem %s.", "O meu cão tem %s.", "O meu chefe tem %s.", "Os meus pais têm %s.",
			"Não tenho %s.", "Talvez tenha %s."},
		[]string{"O meu cão tem %s.", "O meu pai tem %s.", "A minha mulher tem %s.", "Não tenho %s."}},
}

// A fact counts for the person whose tax is asked for, affirmed and now, and for
// nobody else.
func TestFactsBindToTheAsker(t *testing.T) {
	p, e := everywhere()
	value := func(question, fact string) string {
		out := put(t, p, question, e)
		if len(out.Requests) != 1 {
			t.Fatalf("%q: %d requests, %s", question, len(out.Requests), out.Code)
		}
		return out.Requests[0].Facts[fact]
	}
	for _, l := range languages {
		for _, x := range []struct {
			base, fact, said, mine, want string
			others                       []string
		}{
			{l.france, "children", l.children, l.mine[0], "2", l.others},
			{l.finland, "age", l.age, l.mine[1], "51", l.othersAge},
		} {
			for _, order := range []string{"%[1]s %[2]s", "%[2]s %[1]s"} {
				if strings.Contains(x.base, "municipal_rate") && order[1:4] == "[1]" {
					order = "%[2]s %[1]s"
				}
				ask := func(frame string) string { return fmt.Sprintf(order, x.base, fmt.Sprintf(frame, x.said)) }
				if got := value(ask(x.mine), x.fact); got != x.want {
					t.Errorf("%q: %s is %q, want %s", ask(x.mine), x.fact, got, x.want)
				}
				for _, frame := range x.others {
					if got := value(ask(frame), x.fact); got == x.want {
						t.Errorf("%q: %s is %q", ask(frame), x.fact, got)
					}
				}
			}
		}
	}
}
