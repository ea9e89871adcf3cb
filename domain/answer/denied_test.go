package answer_test

import (
	"fmt"
	"strings"
	"testing"
)

// idioms are a language's idioms of denial: %s in clauses is a noun phrase or predicate that
// they deny; replies stand behind what they deny; aside are those by which something has
// nothing to do with it. that begins a clause that is denied, "" where the language has none.
type idioms struct {
	clauses, replies, aside []string
	that                    string
	single, children        string // as in clauses
	married, kids, earns    string // as sentences of the asker's
}

var denials = map[string]idioms{
	"en": {clauses: []string{"I am anything but %s.", "My being %s is out of the question.", "There is no question of my being %s.", "I'm by no means %s.",
		"I'm far from being %s."},
		replies: []string{"Far from it.", "No way.", "Not at all.", "Hardly.", "Nothing of the sort.", "By no means.", "Quite the opposite.", "That's not true."},
		aside:   []string{"That has nothing to do with me."}, that: "It's out of the question, that",
		single: "single", children: "a parent of 2 children", married: "I am married", kids: "I have 2 children", earns: "I earn 50,000 euros"},
	"de": {clauses: []string{"Von %s kann keine Rede sein.", "%s kommt für mich nicht in Frage.", "Ich bin alles andere als %s.", "Ich bin weit davon entfernt, %s zu sein.",
		"Ich bin mitnichten %s.", "Ich bin keineswegs %s."},
		replies: []string{"Davon kann keine Rede sein.", "Keineswegs.", "Von wegen.", "Im Gegenteil.", "Auf keinen Fall.", "Mitnichten.", "Das stimmt nicht."},
		aside:   []string{"Das hat nichts mit mir zu tun."}, that: "Es kann keine Rede davon sein, dass",
		single: "ledig", children: "2 Kindern", married: "Ich bin verheiratet", kids: "Ich habe 2 Kinder", earns: "Ich verdiene 50.000 Euro"},
	"fr": {clauses: []string{"Il n'est pas question de %s.", "%s, c'est hors de question.", "Je suis tout sauf %s.", "Je suis loin d'être %s.", "Je ne suis nullement %s."},
		replies: []string{"Pas du tout.", "Que nenni.", "Loin de là.", "Hors de question.", "Jamais de la vie.", "C'est faux.", "Bien au contraire."},
		aside:   []string{"Rien à voir.", "Ça n'a rien à voir."}, that: "Il n'est pas question que",
		single: "célibataire", children: "2 enfants", married: "Je suis marié", kids: "J'ai 2 enfants", earns: "Je gagne 50 000 euros"},
	"es": {clauses: []string{"De ser %s, ni hablar.", "Ni hablar de ser %s.", "No soy %s ni mucho menos.", "Soy todo menos %s.", "%s, para nada."},
		replies: []string{"Ni hablar.", "Ni pensarlo.", "De eso nada.", "Para nada.", "Qué va.", "Todo lo contrario.", "En absoluto."},
		aside:   []string{"Nada que ver."}, that: "Ni hablar de que",
		single: "soltero", children: "2 hijos", married: "Estoy casado", kids: "Tengo 2 hijos", earns: "Gano 50.000 euros"},
	"it": {clauses: []string{"Macché %s.", "Sono tutt'altro che %s.", "Non sono affatto %s, neanche per sogno.", "Di essere %s non se ne parla."},
		replies: []string{"Macché.", "Neanche per sogno.", "Niente affatto.", "Non se ne parla.", "Tutt'altro.", "Non è vero."},
		aside:   []string{"Non c'entra niente.", "Niente a che vedere."},
		single:  "celibe", children: "2 figli", married: "Sono sposato", kids: "Ho 2 figli", earns: "Guadagno 50.000 euro"},
	"nl": {clauses: []string{"Van %s is geen sprake.", "Er is geen sprake van %s.", "Ik ben allesbehalve %s.", "Ik ben allerminst %s.", "Ik ben verre van %s."},
		replies: []string{"Geen sprake van.", "Helemaal niet.", "Integendeel.", "Welnee.", "In geen geval.", "Dat klopt niet."},
		aside:   []string{"Daar heb ik niets mee te maken."}, that: "Er is geen sprake van dat",
		single: "ongehuwd", children: "2 kinderen", married: "Ik ben getrouwd", kids: "Ik heb 2 kinderen", earns: "Ik verdien 50.000 euro"},
	"pt": {clauses: []string{"Ser %s, nem pensar.", "%s está fora de questão.", "Sou tudo menos %s.", "De modo algum sou %s."},
		replies: []string{"Nem pensar.", "De modo nenhum.", "Longe disso.", "Pelo contrário.", "Isso não é verdade.", "Nada disso."},
		aside:   []string{"Nada a ver."},
		single:  "solteiro", children: "2 filhos", married: "Sou casado", kids: "Tenho 2 filhos", earns: "Ganho 50.000 euros"},
	"pl": {clauses: []string{"Nie ma mowy o %s.", "Bynajmniej nie jestem %s.", "W żadnym razie nie jestem %s.", "%s to wykluczone."},
		replies: []string{"Nie ma mowy.", "Bynajmniej.", "Skądże.", "Wręcz przeciwnie.", "Ależ skąd.", "To nieprawda.", "W żadnym wypadku."},
		aside:   []string{"To nie ma nic do rzeczy."},
		single:  "singiel", children: "2 dzieci", married: "Jestem żonaty", kids: "Mam 2 dzieci", earns: "Zarabiam 50 000 zł"},
	"sv": {clauses: []string{"Det är inte tal om %s.", "Jag är långt ifrån %s.", "Jag är allt annat än %s.", "Jag är ingalunda %s."},
		replies: []string{"Långt därifrån.", "Inte alls.", "Tvärtom.", "Absolut inte.", "Det stämmer inte.", "På intet sätt."},
		aside:   []string{"Det har inget med saken att göra."},
		single:  "ogift", children: "2 barn", married: "Jag är gift", kids: "Jag har 2 barn", earns: "Jag tjänar 500 000 kr"},
	"nb": {clauses: []string{"Det er ikke snakk om %s.", "Jeg er alt annet enn %s.", "Jeg er på ingen måte %s."},
		replies: []string{"Langt ifra.", "Slett ikke.", "Tvert imot.", "Absolutt ikke.", "Det stemmer ikke.", "På ingen måte."},
		aside:   []string{"Det har ingenting med saken å gjøre."},
		single:  "ugift", children: "2 barn", married: "Jeg er gift", kids: "Jeg har 2 barn", earns: "Jeg tjener 500 000 kr"},
	"da": {clauses: []string{"Der er ikke tale om %s.", "Jeg er alt andet end %s.", "Jeg er på ingen måde %s."},
		replies: []string{"Langt derfra.", "Slet ikke.", "Tværtimod.", "Absolut ikke.", "Det passer ikke.", "På ingen måde."},
		aside:   []string{"Det har intet med sagen at gøre."},
		single:  "ugift", children: "2 børn", married: "Jeg er gift", kids: "Jeg har 2 børn", earns: "Jeg tjener 500.000 kr"},
	"fi": {clauses: []string{"En suinkaan ole %s.", "Olen kaikkea muuta kuin %s.", "En missään nimessä ole %s."},
		replies: []string{"Ei suinkaan.", "Päinvastoin.", "Ei puhettakaan.", "Kaukana siitä.", "Se ei pidä paikkaansa."},
		aside:   []string{"Ei mitään tekemistä asian kanssa."},
		single:  "naimaton", children: "2 lasta", married: "Olen naimisissa", kids: "Minulla on 2 lasta", earns: "Ansaitsen 50 000 euroa"},
	"ja": {clauses: []string{"%sだなんてとんでもない。", "%sなはずがない。", "%sなわけがありません。"},
		replies: []string{"とんでもない。", "まさか。", "違います。", "ありえない。"}, aside: []string{"関係ありません。"},
		single: "独身", children: "子供が2人", married: "私は既婚です", kids: "私は子供が2人います", earns: "年収は500万円です"},
	"zh": {clauses: []string{"我根本不是%s。", "我绝对不是%s。", "我绝非%s。"},
		replies: []string{"绝无此事。", "怎么可能。", "没有的事。", "哪有。", "不是真的。"}, aside: []string{"这没关系。"},
		single: "单身", children: "有2个孩子", married: "我已婚", kids: "我有2个孩子", earns: "我年薪50万元"},
	"ko": {clauses: []string{"%s 전혀 아닙니다.", "%s 말도 안 됩니다.", "%s 결코 아닙니다."},
		replies: []string{"천만에요.", "말도 안 돼요.", "어림없습니다.", "전혀 아니에요."}, aside: []string{"상관없습니다."},
		single: "독신", children: "자녀 2명", married: "기혼입니다", kids: "자녀가 2명 있습니다", earns: "연봉은 5000만원입니다"},
	"he": {clauses: []string{"אני ממש לא %s.", "אני בשום אופן לא %s.", "%s לא בא בחשבון."},
		replies: []string{"מה פתאום.", "ממש לא.", "חס וחלילה.", "אין מצב.", "לא נכון."}, aside: []string{"לא קשור."},
		single: "רווק", children: "2 ילדים", married: "אני נשוי", kids: "יש לי 2 ילדים", earns: "אני מרוויח 50,000 שקל"},
}

// deniedFacts are a fact of the asker's, the lines of a place that takes it, its name and value.
func deniedFacts(d *idioms) []struct{ said, phrase, lines, name, value string } {
	const single = "\njurisdiction: FR\ntax_year: 2024\nincome: 60000\nincome_basis: taxable"
	const children = single + "\nfiling_status: single"
	return []struct{ said, phrase, lines, name, value string }{
		{"", d.single, single, "status", "single"},
		{d.married, "", single, "status", "couple"},
		{d.kids, d.children, children, "children", "2"},
	}
}

// What an idiom denies is no fact, whether the idiom stands in its clause, behind it or before
// a clause that it denies; so is an amount, a place or a year.
func TestIdiomsDeny(t *testing.T) {
	p, e := everywhere()
	for lang, d := range denials {
		ask := asksIn(lang)
		for _, f := range deniedFacts(&d) {
			var questions []string
			for _, clause := range d.clauses {
				if f.phrase != "" {
					questions = append(questions, fmt.Sprintf(clause, f.phrase)+" "+ask)
				}
			}
			before := f.said
			if before == "" {
				before = f.phrase
			}
			for _, reply := range append(append([]string{}, d.replies...), d.aside...) {
				questions = append(questions, before+"? "+reply+" "+ask, before+". "+reply+" "+ask, before+", "+strings.ToLower(reply)+" "+ask)
			}
			if d.that != "" && f.said != "" {
				questions = append(questions, d.that+" "+strings.ToLower(f.said[:1])+f.said[1:]+". "+ask)
			}
			for _, q := range questions {
				value, out := bound(t, p, e, q+f.lines, f.name)
				if value == f.value && figure(out) != "" {
					t.Errorf("%s: %q computes with %s %q", lang, q, f.name, value)
				}
			}
		}
		for _, reply := range append(append([]string{}, d.replies...), d.aside...) {
			q := d.earns + "? " + reply + " " + ask + "\njurisdiction: FR\ntax_year: 2024\nincome_basis: taxable\nfiling_status: single"
			if out := put(t, p, q, e); figure(&out) != "" {
				t.Errorf("%s: %q is computed: %s", lang, q, figure(&out))
			}
		}
	}
}

// asksIn is how a language asks for the tax.
func asksIn(lang string) string {
	if s, found := speeches[lang]; found {
		return s.asks
	}
	return map[string]string{"nb": "Hvor mye inntektsskatt betaler jeg?", "da": "Hvor meget indkomstskat betaler jeg?",
		"fi": "Paljonko tuloveroa maksan?", "ko": "소득세는 얼마인가요?", "he": "כמה מס הכנסה אשלם?"}[lang]
}

// What an idiom denies for certain is known: no children, not married, a levy that is left out.
// What is said beside it stays, and a denial that is denied tells nothing.
func TestWhatIdiomsLeave(t *testing.T) {
	p, e := everywhere()
	for _, c := range []struct{ question, figure string }{
		{"Ledig, Bayern, zu versteuerndes Einkommen 48.000 € in 2025. Wie hoch ist die Steuer?", "9988.00"},
		{"Von Kirchensteuer kann keine Rede sein. Ledig, Bayern, zu versteuerndes Einkommen 48.000 € in 2025. Wie hoch ist die Steuer?", "9988.00"},
		{"Verheiratet? Davon kann keine Rede sein. Bayern, zu versteuerndes Einkommen 48.000 € in 2025. Wie hoch ist die Steuer?", "9988.00"},
		{"Ohne Kirchensteuer? Davon kann keine Rede sein. Ledig, Bayern, zu versteuerndes Einkommen 48.000 € in 2025. Wie hoch ist die Steuer?", ""},
		{"Nicht verheiratet? Keineswegs. Bayern, zu versteuerndes Einkommen 48.000 € in 2025. Wie hoch ist die Steuer?", ""},
		{"Célibataire, revenu net imposable 41 000 € en 2024, France. Impôt sur le revenu ?", "5465.00"},
		{"Célibataire. Des enfants, il n'en est pas question. Revenu net imposable 41 000 € en 2024, France. Impôt sur le revenu ?", "5465.00"},
		{"Célibataire. Sans enfants ? Loin de là. Revenu net imposable 41 000 € en 2024, France. Impôt sur le revenu ?", ""},
		{"I'm not childless. Single, France, net taxable income 31,500 € in 2024. Income tax?", ""},
		{"I live in England? Far from it. £43,250 salary, 2025-26. Income tax?", ""},
		{"I live in England, £43,250 salary. 2025-26? By no means. Income tax?", ""},
		{"By no means am I good at maths. I earn £43,250 in Preston, 2025-26. Income tax?", "6136.00"},
		{"I earn £43,250 in Preston, 2025-26. No way I can do this myself. Income tax?", "6136.00"},
		{"I live far from London, in Preston, on £43,250, 2025-26. Income tax?", "6136.00"},
		{"Ik ben alleenstaand, België, belastbaar inkomen 40.000 € in 2024. Hoeveel personenbelasting?", "11588.50"},
		{"Alleenstaand? Geen sprake van. België, belastbaar inkomen 40.000 € in 2024. Hoeveel personenbelasting?", ""},
		{"Ik ben niet alleenstaand. België, belastbaar inkomen 40.000 € in 2024. Hoeveel personenbelasting?", ""},
	} {
		if out := put(t, p, c.question, e); figure(&out) != c.figure {
			t.Errorf("%q: %q, want %q (%s %v)", c.question, figure(&out), c.figure, out.Code, out.Contract.MissingFacts)
		}
	}
}
