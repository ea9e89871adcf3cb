package lexicon

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
)

func triggered(q string) (codes []string) {
	for _, m := range Load().Triggered(token.Cut(q)) {
		codes = append(codes, m.Code)
	}
	return codes
}

func TestTriggersHitAndMiss(t *testing.T) {
	for _, trigger := range Load().Triggers {
		if len(trigger.Hits) < 4 || len(trigger.Misses) < 3 || trigger.Reason == "" {
			t.Errorf("%s needs a reason, four hits and three misses", trigger.Code)
		}
		for _, q := range trigger.Hits {
			if !slices.Contains(triggered(q), trigger.Code) {
				t.Errorf("%s does not match %q", trigger.Code, q)
			}
		}
		for _, q := range trigger.Misses {
			if got := triggered(q); len(got) > 0 {
				t.Errorf("%v matches %q", got, q)
			}
		}
	}
}

// TestUnknownToTheAuthority holds that income which the authority is said not to
// know of is hidden income, in each language.
func TestUnknownToTheAuthority(t *testing.T) {
	for _, q := range []string{
		"I earn £50,000 and get £10,000 in cash that HMRC doesn't know about", "How do I pay less tax by not declaring £20,000 of cash?",
		"I have an Airbnb that nobody knows about", "Should I tell HMRC about my eBay sales or just keep quiet?",
		"10.000 Euro bar, das Finanzamt weiß nichts davon", "Kann ich die Nebeneinkünfte einfach weglassen?",
		"J'ai 5 000 euros en liquide que le fisc ignore", "cobro 10.000 en mano que Hacienda no sabe", "5.000 euro che il fisco non sa",
		"De Belastingdienst weet niet van mijn 8.000 euro bijverdienste", "5.000 sem recibo que as Finanças não sabem", "e 10.000 euros por fora",
	} {
		if !slices.Contains(triggered(q), "evasion") {
			t.Errorf("%q is %v", q, triggered(q))
		}
	}
	for _, q := range []string{
		"I know nothing about HMRC and earn £50,000 in England", "I am not declaring a pension: salary £50,000",
		"Das Finanzamt weiß, dass ich 50.000 Euro verdiene",
		"Hacienda sabe que gano 50.000 euros", "I work in a quiet office on £50,000",
	} {
		if got := triggered(q); len(got) > 0 {
			t.Errorf("%q is %v", q, got)
		}
	}
}

func TestATriggerMatchesOutsideItsExceptions(t *testing.T) {
	if got := triggered("How do I file my tax return?"); got != nil {
		t.Errorf("asking how is %v", got)
	}
	if got := triggered("How do I file my tax return? No: file my tax return!"); !slices.Contains(got, "signature") {
		t.Errorf("the second phrase was excused too: %v", got)
	}
}

func TestExpand(t *testing.T) {
	got := strings.Join(Expand("{a|b} c [d]"), ";")
	if got != "a c d;a c;b c d;b c" {
		t.Errorf("expanded to %s", got)
	}
}

func TestEveryNameIsMatchable(t *testing.T) {
	l := Load()
	check := func(kind, phrase string) {
		if len(token.Cut(phrase)) == 0 {
			t.Errorf("%s %q cuts to nothing", kind, phrase)
		}
	}
	codes := map[string]bool{}
	for _, c := range l.Countries {
		if codes[c.Code] || len(c.Code) != 2 {
			t.Errorf("country %s", c.Code)
		}
		codes[c.Code] = true
		for _, n := range slices.Concat(c.Names, c.Demonyms, c.Cities) {
			check(c.Code, n)
		}
	}
	for code, names := range l.Parts {
		if !codes[code[:2]] || len(names) == 0 {
			t.Errorf("part %s", code)
		}
	}
	for _, a := range l.Ambiguous {
		if len(a.Readings) < 2 {
			t.Errorf("%s has one reading", a.Name)
		}
		for _, r := range a.Readings {
			if !codes[r.Place] || r.Label == "" || r.Region != "" && r.Region[:2] != r.Place {
				t.Errorf("%s: reading %+v", a.Name, r)
			}
		}
	}
	for phrase, list := range l.Currencies {
		check("currency", phrase)
		for _, c := range list {
			if _, ok := money.MinorUnits(c); !ok {
				t.Errorf("%s: %s is no currency", phrase, c)
			}
		}
	}
}

// A country must not have two owners of one name: the list would choose.
func TestNamesHaveOneOwner(t *testing.T) {
	owner := map[string]string{}
	for _, c := range Load().Countries {
		for _, n := range slices.Concat(c.Names, c.Cities) {
			n = token.Fold(n)
			if o := owner[n]; o != "" && o != c.Code {
				t.Errorf("%q belongs to %s and %s", n, o, c.Code)
			}
			owner[n] = c.Code
		}
	}
}

func BenchmarkTriggered(b *testing.B) {
	tokens := token.Cut("How much income tax do I pay on £60,000 in England in 2025-26?")
	l := Load()
	for b.Loop() {
		l.Triggered(tokens)
	}
}

// A phrase means one thing of its class in a language, and where it counts in
// every question it means one thing in all of them.
func TestPhrasesMeanOneThing(t *testing.T) {
	files, err := data.ReadDir("data/words")
	if err != nil {
		t.Fatal(err)
	}
	type word struct{ class, phrase string }
	everywhere := map[word]string{}
	for _, f := range files {
		var file languageFile
		read("words/"+f.Name(), &file)
		here := map[word]string{}
		add := func(known map[word]string, phrase string, tag Tag) {
			w := word{tag.Class, token.Fold(phrase)}
			if code := known[w]; code != "" && code != tag.Code {
				t.Errorf("%s: %s %q is %s and %s", f.Name(), tag.Class, phrase, code, tag.Code)
			}
			known[w] = tag.Code
		}
		file.Always.each(func(phrase string, tag Tag) { add(everywhere, phrase, tag); add(here, phrase, tag) })
		file.Within.each(func(phrase string, tag Tag) { add(here, phrase, tag) })
		as := map[string]string{}
		for word, english := range file.As {
			if other, there := as[token.Fold(word)]; there && other != english {
				t.Errorf("%s: %q stands for %s and %s", f.Name(), token.Fold(word), english, other)
			}
			as[token.Fold(word)] = english
		}
	}
}

func TestLanguagesOf(t *testing.T) {
	for question, want := range map[string]string{
		"How much income tax do I pay on £60,000 in England in 2025-26?": "en",
		"Wie viel Einkommensteuer zahle ich auf 45.000 € in Berlin?":     "de",
		"Hur mycket skatt betalar jag på 500 000 kr?":                    "sv",
		"¿Cuánto IRPF pago por 35.000 euros en Madrid en 2025?":          "es",
		"How much IRPF do I pay on 35,000 euros in Madrid?":              "en",
		"£60,000": "en",
	} {
		var got []string
		for _, l := range Load().LanguagesOf(token.Cut(question)) {
			got = append(got, l.Code)
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%q is in %v, want %s", question, got, want)
		}
	}
}
