package answer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax"
)

// stated is how a language states one fact: of the asker, of somebody else ("%s"),
// denied, and supposed.
type stated struct{ mine, theirs, denied, supposed string }

// speech is a language's ways to state the facts that every place's people state.
type speech struct {
	asks                          string
	spouse, relatives, pet, boss  string
	neighbour                     string
	children, age, blind, married stated
}

var speeches = map[string]speech{
	"en": {"How much income tax do I pay?", "My wife", "My sister", "My dog", "My employer's manager", "My neighbour",
		stated{"I have 2 children.", "%s has 2 children.", "I don't have 2 children.", "If only I had 2 children."},
		stated{"I am 51 years old.", "%s is 51 years old.", "I am not 51 years old.", "Suppose I were 51 years old."},
		stated{"I am blind.", "%s is blind.", "I am not blind.", "Maybe I will be blind."},
		stated{"I am married.", "%s is married.", "I am not married.", "Maybe I will be married."}},
	"de": {"Wie viel Einkommensteuer zahle ich?", "Meine Frau", "Meine Schwester", "Mein Hund", "Mein Chef", "Mein Nachbar",
		stated{"Ich habe 2 Kinder.", "%s hat 2 Kinder.", "Ich habe nicht 2 Kinder.", "Vielleicht habe ich bald 2 Kinder."},
		stated{"Ich bin 51 Jahre alt.", "%s ist 51 Jahre alt.", "Ich bin nicht 51 Jahre alt.", "Wenn ich 51 Jahre alt wäre."},
		stated{"Ich bin blind.", "%s ist blind.", "Ich bin nicht blind.", "Vielleicht bin ich bald blind."},
		stated{"Ich bin verheiratet.", "%s ist verheiratet.", "Ich bin nicht verheiratet.", "Vielleicht bin ich bald verheiratet."}},
	"fr": {"Combien d'impôt sur le revenu je paie ?", "Ma femme", "Ma sœur", "Mon chien", "Mon patron", "Mon voisin",
		stated{"J'ai 2 enfants.", "%s a 2 enfants.", "Je n'ai pas 2 enfants.", "J'aurai peut-être 2 enfants."},
		stated{"J'ai 51 ans.", "%s a 51 ans.", "Je n'ai pas 51 ans.", "Si j'avais 51 ans."},
		stated{"Je suis aveugle.", "%s est aveugle.", "Je ne suis pas aveugle.", "Je serai peut-être aveugle."},
		stated{"Je suis marié.", "%s est marié.", "Je ne suis pas marié.", "Je serai peut-être marié."}},
	"es": {"¿Cuánto impuesto sobre la renta pago?", "Mi mujer", "Mi hermana", "Mi perro", "Mi jefe", "Mi vecino",
		stated{"Tengo 2 hijos.", "%s tiene 2 hijos.", "No tengo 2 hijos.", "Quizás tenga 2 hijos."},
		stated{"Tengo 51 años.", "%s tiene 51 años.", "No tengo 51 años.", "Quizás tenga 51 años."},
		stated{"Soy ciego.", "%s es ciego.", "No soy ciego.", "Quizás sea ciego."},
		stated{"Estoy casado.", "%s está casado.", "No estoy casado.", "Quizás esté casado."}},
	"it": {"Quanta imposta sul reddito pago?", "Mia moglie", "Mia sorella", "Il mio cane", "Il mio capo", "Il mio vicino",
		stated{"Ho 2 figli.", "%s ha 2 figli.", "Non ho 2 figli.", "Forse avrò 2 figli."},
		stated{"Ho 51 anni.", "%s ha 51 anni.", "Non ho 51 anni.", "Forse avrò 51 anni."},
		stated{"Sono cieco.", "%s è cieco.", "Non sono cieco.", "Forse sarò cieco."},
		stated{"Sono sposato.", "%s è sposato.", "Non sono sposato.", "Forse sarò sposato."}},
	"nl": {"Hoeveel inkomstenbelasting betaal ik?", "Mijn vrouw", "Mijn zus", "Mijn hond", "Mijn baas", "Mijn buurman",
		stated{"Ik heb 2 kinderen.", "%s heeft 2 kinderen.", "Ik heb geen 2 kinderen.", "Misschien heb ik 2 kinderen."},
		stated{"Ik ben 51 jaar oud.", "%s is 51 jaar oud.", "Ik ben niet 51 jaar oud.", "Misschien ben ik 51 jaar oud."},
		stated{"Ik ben blind.", "%s is blind.", "Ik ben niet blind.", "Misschien ben ik blind."},
		stated{"Ik ben getrouwd.", "%s is getrouwd.", "Ik ben niet getrouwd.", "Misschien ben ik getrouwd."}},
	"pt": {"Quanto imposto sobre o rendimento pago?", "A minha mulher", "A minha irmã", "O meu cão", "O meu chefe", "O meu vizinho",
		stated{"Tenho 2 filhos.", "%s tem 2 filhos.", "Não tenho 2 filhos.", "Talvez tenha 2 filhos."},
		stated{"Tenho 51 anos.", "%s tem 51 anos.", "Não tenho 51 anos.", "Talvez tenha 51 anos."},
		stated{"Sou cego.", "%s é cego.", "Não sou cego.", "Talvez seja cego."},
		stated{"Sou casado.", "%s é casado.", "Não sou casado.", "Talvez seja casado."}},
	"pl": {"Ile podatku dochodowego zapłacę?", "Moja żona", "Moja siostra", "Mój pies", "Mój szef", "Mój sąsiad",
		stated{"Mam 2 dzieci.", "%s ma 2 dzieci.", "Nie mam 2 dzieci.", "Może będę mieć 2 dzieci."},
		stated{"Mam 51 lat.", "%s ma 51 lat.", "Nie mam 51 lat.", "Może będę mieć 51 lat."},
		stated{"Jestem niewidomy.", "%s jest niewidomy.", "Nie jestem niewidomy.", "Może będę niewidomy."},
		stated{"Jestem żonaty.", "%s jest żonaty.", "Nie jestem żonaty.", "Może będę żonaty."}},
	"sv": {"Hur mycket inkomstskatt betalar jag?", "Min fru", "Min syster", "Min hund", "Min chef", "Min granne",
		stated{"Jag har 2 barn.", "%s har 2 barn.", "Jag har inte 2 barn.", "Kanske har jag 2 barn."},
		stated{"Jag är 51 år gammal.", "%s är 51 år gammal.", "Jag är inte 51 år gammal.", "Kanske är jag 51 år gammal."},
		stated{"Jag är blind.", "%s är blind.", "Jag är inte blind.", "Kanske är jag blind."},
		stated{"Jag är gift.", "%s är gift.", "Jag är inte gift.", "Kanske är jag gift."}},
	"ja": {"所得税はいくらですか？", "妻", "妹", "犬", "上司", "隣人",
		stated{"私は子供が2人います。", "%sは子供が2人います。", "私は子供が2人いません。", "もし私に子供が2人いたら。"},
		stated{"私は51歳です。", "%sは51歳です。", "私は51歳ではありません。", "もし私が51歳だったら。"},
		stated{"私は盲目です。", "%sは盲目です。", "私は盲目ではありません。", "もし私が盲目だったら。"},
		stated{"私は既婚です。", "%sは既婚です。", "私は既婚ではありません。", "もし私が既婚だったら。"}},
	"zh": {"我要交多少所得税？", "我妻子", "我妹妹", "我的狗", "我老板", "我邻居",
		stated{"我有2个孩子。", "%s有2个孩子。", "我没有2个孩子。", "如果我有2个孩子。"},
		stated{"我51岁。", "%s51岁。", "我不是51岁。", "假如我51岁。"},
		stated{"我是盲人。", "%s是盲人。", "我不是盲人。", "假如我是盲人。"},
		stated{"我已婚。", "%s已婚。", "我未婚。", "假如我已婚。"}},
}

// boundFact is a fact that the planner binds, with a place that takes it: lines give
// everything else that the place needs.
type boundFact struct {
	name, lines, want string
	of                func(*speech) *stated
}

var boundFacts = []boundFact{
	{"children", "\njurisdiction: FR\ntax_year: 2024\nincome: 60000\nincome_basis: taxable\nfiling_status: single", "2",
		func(s *speech) *stated { return &s.children }},
	{"age", "\njurisdiction: FI\ntax_year: 2025\nincome: 44000\nincome_basis: gross\nmunicipal_rate: 0.07", "51",
		func(s *speech) *stated { return &s.age }},
	{"blind", "\njurisdiction: US\nsub_region: federal_only\ntax_year: 2024\nincome: 80000\nfiling_status: single", "true",
		func(s *speech) *stated { return &s.blind }},
	{"status", "\njurisdiction: FR\ntax_year: 2024\nincome: 60000\nincome_basis: taxable", "couple",
		func(s *speech) *stated { return &s.married }},
}

// Every fact binds to the asker who affirms it, and to nobody else: not where the
// spouse, a relative, a pet, an employer has it, nor where it is denied or supposed. A
// language in which a fact of the asker is not heard has it asked or refused.
func TestEveryFactBindsToTheAsker(t *testing.T) {
	p, e := everywhere()
	for lang, s := range speeches {
		for _, f := range boundFacts {
			said := f.of(&s)
			value, out := bound(t, p, e, said.mine+" "+s.asks+f.lines, f.name)
			if value != f.want && figure(out) != "" {
				t.Errorf("%s: %q computes with %s %q", lang, said.mine, f.name, value)
			}
			others := []string{said.denied, said.supposed}
			for _, who := range []string{s.relatives, s.neighbour, s.pet, s.boss} {
				others = append(others, fmt.Sprintf(said.theirs, who))
			}
			if f.name != "status" { // what spouses are, both are
				others = append(others, fmt.Sprintf(said.theirs, s.spouse))
			}
			for _, other := range others {
				if value, out := bound(t, p, e, other+" "+s.asks+f.lines, f.name); value == f.want && figure(out) != "" {
					t.Errorf("%s: %q computes with %s %q", lang, other, f.name, value)
				}
			}
		}
	}
}

// bound returns the value of a fact in what a question computes.
func bound(t *testing.T, p *plan.Planner, e answer.Env, question, fact string) (string, *answer.Outcome) {
	t.Helper()
	out := put(t, p, question, e)
	if len(out.Requests) == 0 {
		return "", &out
	}
	return out.Requests[0].Facts[fact], &out
}

// having are a language's ways to say that somebody has, or is on, what a phrase names.
var having = map[string]struct {
	others []string
}{
	"en": {[]string{"My sister has %s.", "My neighbour has %s.", "My dog has %s.", "My employer's manager has %s.", "I don't have %s."}},
	"de": {[]string{"Meine Schwester hat %s.", "Mein Nachbar hat %s.", "Mein Hund hat %s.", "Mein Chef hat %s."}},
	"fr": {[]string{"Ma sœur a %s.", "Mon voisin a %s.", "Mon chien a %s.", "Mon patron a %s.", "Je n'ai pas %s."}},
	"es": {[]string{"Mi hermana tiene %s.", "Mi vecino tiene %s.", "Mi perro tiene %s.", "Mi jefe tiene %s.", "No tengo %s."}},
	"it": {[]string{"Mia sorella ha %s.", "Il mio vicino ha %s.", "Il mio cane ha %s.", "Il mio capo ha %s.", "Non ho %s."}},
	"nl": {[]string{"Mijn zus heeft %s.", "Mijn buurman heeft %s.", "Mijn hond heeft %s.", "Mijn baas heeft %s.", "Ik heb geen %s."}},
	"pt": {[]string{"A minha irmã tem %s.", "O meu vizinho tem %s.", "O meu cão tem %s.", "O meu chefe tem %s.", "Não tenho %s."}},
	"pl": {[]string{"Moja siostra ma %s.", "Mój sąsiad ma %s.", "Mój pies ma %s.", "Mój szef ma %s.", "Nie mam %s."}},
	"sv": {[]string{"Min syster har %s.", "Min granne har %s.", "Min hund har %s.", "Min chef har %s.", "Jag har inte %s."}},
	"ja": {[]string{"妹は%sです。", "隣人は%sです。", "犬は%sです。", "上司は%sです。"}},
	"zh": {[]string{"我妹妹有%s。", "我邻居有%s。", "我的狗有%s。", "我老板有%s。", "我没有%s。"}},
}

// Every phrase by which a place's law gives a fact a value gives it for the asker alone,
// in sentences of the place's languages, and of any language where the phrase is English:
// in other mixtures a word of one language is a word of the other ("ma" has in Polish, and
// is mine in French).
func TestEveryPhraseOfAFactBindsToTheAsker(t *testing.T) {
	p, e := everywhere()
	phrases := 0
	for _, j := range p.Jurisdictions() {
		lines, whole := wholeLines(t, p, e, j)
		if !whole {
			continue
		}
		for i := range j.Facts {
			f := &j.Facts[i]
			for phrase, want := range f.Says {
				if value, _ := bound(t, p, e, emptiest["en"]+lines, f.Name); value == want {
					continue
				}
				phrases++
				for lang, h := range having {
					other := fmt.Sprintf(h.others[phrases%len(h.others)], phrase) // each of them with some phrase
					value, out := bound(t, p, e, other+" "+speeches[lang].asks+lines, f.Name)
					if value == want && figure(out) != "" && out.Plan.Language == lang && !negative(phrase) &&
						(slices.Contains(j.Languages, lang) || put(t, p, phrase, e).Plan.Language == "en") {
						t.Errorf("%s, %s: %q computes with %s %q", j.Code, lang, other, f.Name, value)
					}
				}
			}
		}
	}
	if phrases == 0 {
		t.Error("no place gives a fact a value by a phrase")
	}
}

// One person alone by one word and spouses together by a phrase of the law is no status:
// which one is asked back, or both are set side by side.
func TestTwoStatusesAreNone(t *testing.T) {
	p, e := everywhere()
	tried := 0
	for _, j := range p.Jurisdictions() {
		lines, whole := wholeLines(t, p, e, j)
		if !whole {
			continue
		}
		for i := range j.Facts {
			f := &j.Facts[i]
			kept := strings.Split(lines, "\n")
			kept = slices.DeleteFunc(kept, func(line string) bool { return strings.HasPrefix(line, f.Name+":") })
			lines := strings.Join(kept, "\n")
			for phrase, value := range f.Says {
				if !slices.Contains(f.Joint, value) {
					continue
				}
				asked := "Single or " + phrase + ", what is my income tax?" + lines
				if said, _ := bound(t, p, e, "I am "+phrase+". "+speeches["en"].asks+lines, f.Name); said != value {
					continue // it is read from something else
				}
				tried++
				out := put(t, p, asked, e)
				if len(out.Requests) == 1 && figure(&out) != "" {
					t.Errorf("%s: %q computes with %s %q", j.Code, asked, f.Name, out.Requests[0].Facts[f.Name])
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no place names spouses together by a phrase")
	}
}

// negative reports a phrase that denies by itself: to deny it says nothing plain.
func negative(phrase string) bool {
	return strings.HasPrefix(phrase, "no ") || strings.HasPrefix(phrase, "without ") || strings.HasPrefix(phrase, "not ")
}

// wholeLines returns the lines with which the emptiest question is answered for the
// newest year of a place.
func wholeLines(t *testing.T, p *plan.Planner, e answer.Env, j *tax.Jurisdiction) (lines string, whole bool) {
	t.Helper()
	row := &j.Coverage[len(j.Coverage)-1]
	for i := range j.Coverage {
		if c := &j.Coverage[i]; c.TaxType == "" || c.TaxType == tax.IndividualIncome {
			row = c
		}
	}
	lines = "\njurisdiction: " + j.Code + "\ntax_year: " + row.TaxYear + "\nincome: 50000"
	for range 3 {
		out := put(t, p, emptiest["en"]+lines, e)
		if figure(&out) != "" {
			return lines, true
		}
		for _, m := range out.Contract.MissingFacts {
			lines += "\n" + m.Key + ": " + reply(j, row, m.Key)
		}
	}
	return "", false
}
