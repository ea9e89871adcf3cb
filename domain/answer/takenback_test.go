package answer_test

import "testing"

// takings are how people of a language take back what they said just before.
var takings = map[string][]string{
	"en": {"Scrap that.", "Actually no.", "Sorry, that's not right.", "On second thoughts, I was wrong about that.", "Forget what I said.", "That isn't true."},
	"de": {"Ach nein, das stimmt nicht.", "Vergiss das.", "Nee, halt: das ist falsch.", "Ich habe mich vertan."},
	"fr": {"En fait non.", "Non, pardon.", "Ce n'est pas vrai.", "Je me suis trompé."},
	"es": {"Perdón, no.", "No es verdad.", "Me he equivocado."}, "it": {"Anzi no.", "Non è vero.", "Mi sono sbagliato."},
	"nl": {"Nee, dat klopt niet.", "Vergeet dat."}, "pt": {"Desculpe, não.", "Isso não é verdade."}, "pl": {"To nieprawda.", "Nie, przepraszam.", "Pomyliłem się."},
	"sv": {"Nej förresten, det stämmer inte.", "Glöm det.", "Jag tog fel."}, "nb": {"Nei, det stemmer ikke.", "Glem det."}, "da": {"Nej, det passer ikke.", "Glem det."},
	"ja": {"違います。", "間違えました。"},
}

// What a question says and takes back is asked for again; what it only says not to forget stays.
func TestTakenBackByRemark(t *testing.T) {
	p, e := everywhere()
	for _, c := range tellings {
		plain := c.facts + " " + c.ask
		out := put(t, p, plain, e)
		if figure(&out) == "" {
			t.Errorf("%q is %s", plain, out.Code)
		}
		for _, taken := range takings[out.Plan.Language] {
			q := c.facts + " " + taken + " " + c.ask
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%q is computed: %s", q, figure(&out))
			}
		}
	}
	for _, q := range []string{"Don't forget that I live in Leeds. My salary is £38,400 a year, 2025-26. How much income tax do I pay?",
		"My salary is £38,400 a year in Leeds, 2025-26. My brother thinks it's not true that I pay tax. How much income tax do I pay?"} {
		if out := put(t, p, q, e); figure(&out) != "5166.00" {
			t.Errorf("%q is %q (%s %v)", q, figure(&out), out.Code, out.Contract.MissingFacts)
		}
	}
	for _, q := range []string{"If my sister's right I'm on £39,000. Crewe, 2025-26, income tax?", "If my boss gives me the raise I'm on £39,000. Crewe, 2025-26, income tax?",
		"Wenn mein Chef recht hat verdiene ich 48.000 € zvE. Ledig, Bremen 2025. Einkommensteuer?"} {
		if out := put(t, p, q, e); figure(&out) != "" {
			t.Errorf("%q is computed: %s", q, figure(&out))
		}
	}
}
