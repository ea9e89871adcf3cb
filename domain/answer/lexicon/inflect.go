package lexicon

import "strings"

// Regular forms of verbs, nouns and adjectives. A form that no speaker uses does no harm
// here: nobody writes it.

// endings are what the stem of a regular word takes, by language.
type endings struct {
	noun, adjective []string
	verbs           []conjugation
}

// conjugation is how verbs are inflected whose dictionary form ends in infinitive.
type conjugation struct {
	infinitive string
	forms      []string
}

func list(s string) []string { return strings.Split(s, " ") }

// bare is the ending of a stem that stands alone.
const bare = "_"

var romanceMe = list("me nos lo la le melo noslo")

var inflections = map[string]endings{
	"en": {noun: list("_ s es"), adjective: list("_ ly er est")},
	"de": {noun: list("_ e en n er s es ern"), adjective: list("_ e en er es em ere eren eres ste sten"),
		verbs: []conjugation{{"", list("_ e st t en te test ten tet est et ete eten end n")}}},
	"fr": {noun: list("_ s x"), adjective: list("_ e s es x se ses ment ement"), verbs: []conjugation{
		{"er", list("er e es ons ez ent ais ait ions iez aient ai a as èrent é ée és ées erai era eras erons erez" +
			" eront erais erait erions eriez eraient ant")},
		{"ir", list("ir is it issons issez issent issais issait irai ira irais irait i ie issant")},
		{"re", list("re s _ ons ez ent ais ait ions iez aient ant u ue us ues rai ra rais rait")}}},
	"es": {noun: list("_ s es"), adjective: list("_ s es mente a as o os amente"), verbs: []conjugation{
		{"ar", list("ar o as a amos an aba abas ábamos aban é aste ó aron ando ado ada ados e es emos en ara aran" +
			" aría arías aríamos arían aré ará arán ad")},
		{"er", list("er o es e emos en ía ías íamos ían í iste ió ieron iendo ido ida a as amos an iera ieran ería erían eré erá ed")},
		{"ir", list("ir o es e imos en ía ías íamos ían í iste ió ieron iendo ido ida a as amos an iera ieran iría irían iré irá id")}}},
	"it": {noun: list("o a e i"), adjective: list("o a e i amente mente emente"), verbs: []conjugation{
		{"are", list("are o i a iamo ate ano avo avi ava avamo avano ato ata ati ate ando erò erà erei erebbe ino ai ò arono")},
		{"ere", list("ere o i e iamo ete ono evo evi eva evamo evano uto uta endo erò erà erei erebbe a ano")},
		{"ire", list("ire o i e iamo ite ono ivo iva ivano ito ita endo irò irà irei irebbe a ano")}}},
	"pt": {noun: list("_ s es"), adjective: list("_ s es mente a as o os amente"), verbs: []conjugation{
		{"ar", list("ar o as a amos am ava avas ávamos avam ei aste ou aram arei ará aria ariam ando ado ada e es" +
			" emos em ares armos arem asse")},
		{"er", list("er o es e emos em ia ias íamos iam i este eu eram erei erá eria endo ido ida a as amos am eres ermos erem esse")},
		{"ir", list("ir o es e imos em ia ias íamos iam i iste iu iram irei irá iria indo ido ida a as amos am")}}},
	"nl": {noun: list("_ en s je jes n"), adjective: list("_ e er ere st ste"),
		verbs: []conjugation{{"", list("_ t en te ten de den end")}}},
	"pl": {noun: list("_ a u y i ę ą owi em om ami ach e ie ów o ego ej emu ym im ich ych ymi imi enia eniu"), adjective: list("_"),
		verbs: []conjugation{
			{"ować", list("ować uję ujesz uje ujemy ujecie ują ował owała owałem owałam owali owały uj ujcie ując owany owana owano")},
			{"ać", list("ać am asz a amy acie ają ał ała ałem ałam ali ały aliśmy ałyśmy aj ajcie ając any ana ano")},
			{"ić", list("ić ę isz i imy icie ą ił iła iłem iłam ili iły iliśmy iłyśmy _ cie iono ona ony")},
			{"eć", list("eć em esz e emy ecie ą ę i ał ała ałem ałam eli")}}},
	"sv": {noun: list("_ en et n t ar er or arna erna orna na a an s"), adjective: list("_ t a are ast aste"),
		verbs: []conjugation{{"a", list("a ar ade at ad as ades ats ande er te de t r tt _ s")}}},
	"nb": {noun: list("_ en et n t a er r e ene ne s"), adjective: list("_ t e ere est este"),
		verbs: []conjugation{{"e", list("e er te et t de dde es ende _")}}},
	"da": {noun: list("_ en et n t er r e ene ne erne s"), adjective: list("_ t e ere est este"),
		verbs: []conjugation{{"e", list("e er te ede et t de es ende r _")}}},
	"fi": {noun: list("_ n a ä ta tä ssa ssä sta stä lla llä lta ltä lle ksi na nä t ja jä nsa ni mme nen sen" +
		" sta seen"), adjective: list("_"),
		verbs: []conjugation{{"", list("_ n t mme tte vat vät nut nyt in it i imme isin isit isi a ä massa mässä")}}},
}

// inflected returns the forms of a word of frames.yaml: "frag~", "wonder~", "chat~t" are
// verbs, "frage^" a noun, "klar+" an adjective; anything else is itself.
func inflected(lang, word string) []string {
	e := inflections[lang]
	if stem, doubled, verb := strings.Cut(word, "~"); verb {
		if lang == "en" {
			return englishVerb(stem, doubled)
		}
		return e.verb(lang, stem, doubled)
	}
	if stem, noun := strings.CutSuffix(word, "^"); noun {
		if lang == "it" {
			return joined(root(lang, stem), e.noun)
		}
		return joined(stem, e.noun)
	}
	if stem, adjective := strings.CutSuffix(word, "+"); adjective {
		return append(joined(root(lang, stem), e.adjective), stem)
	}
	return []string{word}
}

// verb returns the forms of a regular verb; the endings of the longest infinitive count.
func (e *endings) verb(lang, stem, doubled string) (out []string) {
	for _, c := range e.verbs {
		root, found := strings.CutSuffix(stem, c.infinitive)
		if !found {
			continue
		}
		out = joined(root, c.forms)
		switch lang {
		case "de":
			out = append(out, "ge"+root+"t", "ge"+root+"et", root+"t")
		case "nl":
			open := dutchOpen(root, doubled)
			out = append(out, open+"en", open+"end", "ge"+root+"t", "ge"+root+"d", "ge"+root)
		case "es", "pt", "it":
			out = append(out, withPronouns(lang, root, c)...)
		}
		return out
	}
	return []string{stem}
}

// withPronouns adds the pronouns that are written together with an infinitive, a gerund
// or an imperative: "decirme", "spiegami".
func withPronouns(lang, root string, c conjugation) (out []string) {
	pronouns := romanceMe
	infinitive := root + c.infinitive
	if lang == "it" {
		pronouns = list("mi ci lo la melo telo gli ne")
		infinitive = strings.TrimSuffix(infinitive, "e")
	}
	for _, p := range pronouns {
		out = append(out, infinitive+p)
		for _, vowel := range list("a e i o") {
			out = append(out, root+vowel+p)
		}
	}
	return out
}

// dutchOpen returns the stem as it stands before an ending that opens its syllable:
// "hop" of "hoop", "snapp" of "snap", "lez" of "lees".
func dutchOpen(stem, doubled string) string {
	if n := len(stem); doubled == "" && n > 3 && stem[n-2] == stem[n-3] && strings.IndexByte("aeou", stem[n-2]) >= 0 {
		stem = stem[:n-2] + stem[n-1:]
	}
	if s, found := strings.CutSuffix(stem, "s"); found && doubled == "" {
		return s + "z"
	}
	if s, found := strings.CutSuffix(stem, "f"); found {
		return s + "v"
	}
	return stem + doubled
}

// englishVerb returns the forms of a regular English verb.
func englishVerb(stem, doubled string) []string {
	last := stem[len(stem)-1]
	switch {
	case last == 'e':
		return []string{stem, stem + "s", stem + "d", stem[:len(stem)-1] + "ing", stem + "ing"}
	case last == 'y' && strings.IndexByte("aeou", stem[len(stem)-2]) < 0:
		root := stem[:len(stem)-1]
		return []string{stem, root + "ies", root + "ied", stem + "ing"}
	case strings.HasSuffix(stem, "s"), strings.HasSuffix(stem, "x"), strings.HasSuffix(stem, "ch"), strings.HasSuffix(stem, "sh"):
		return []string{stem, stem + "es", stem + "ed", stem + "ing"}
	}
	return []string{stem, stem + "s", stem + doubled + "ed", stem + doubled + "ing"}
}

// root returns the stem to which the endings of an adjective, or of an Italian noun, are put.
func root(lang, stem string) string {
	switch lang {
	case "es", "pt":
		return strings.TrimSuffix(stem, "o")
	case "it":
		return strings.TrimRight(stem, "aeio")
	case "en":
		if s, y := strings.CutSuffix(stem, "y"); y {
			return s + "i"
		}
		if s, le := strings.CutSuffix(stem, "le"); le {
			return s + "l"
		}
	}
	return stem
}

// joined puts endings to a stem.
func joined(stem string, of []string) []string {
	out := make([]string, 0, len(of)+1)
	for _, x := range of {
		if x == bare {
			x = ""
		}
		out = append(out, stem+x)
	}
	return out
}
