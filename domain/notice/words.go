package notice

import (
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
)

// Words of the languages of letters, folded. Data: nothing here decides.

// months are the names of months, and what is short for them.
var months = func() map[string]int {
	out := map[string]int{}
	for i, names := range []string{
		"january jan januar jänner janvier janv enero gennaio januari janeiro stycznia",
		"february feb februar febr février fevr febrero febbraio februari fevereiro lutego",
		"march mar märz mars marzo maart março marca", "april apr avril abril aprile kwietnia", "may mai mayo maggio mei maio maja",
		"june jun juni juin junio giugno junho czerwca", "july jul juli juillet julio luglio julho lipca",
		"august aug août agosto augustus sierpnia", "september sep sept septembre septiembre setiembre settembre setembro września",
		"october oct oktober okt octobre octubre ottobre outubro października", "november nov novembre noviembre novembro listopada",
		"december dec dezember dez décembre diciembre dicembre dezembro grudnia",
	} {
		for _, name := range strings.Fields(names) {
			out[token.Fold(name)] = i + 1
		}
	}
	return out
}()

// daySuffixes stand after the day of a month in digits: 1st, 1er, 31.
var daySuffixes = []string{"st", "nd", "rd", "th", "er", "º", "°", "o", "e", "."}

// ordinals of days up to the twentieth, in order from one: those of German without their
// endings, those of Polish as they stand before a month.
var (
	englishOrdinals = strings.Fields(`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
		fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`)
	germanOrdinals = strings.Fields(`ers zwei drit vier fünf sechs sieb ach neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
		achtzehn neunzehn zwanzigs`)
	dutchOrdinals = strings.Fields(`eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende
		vijftiende zestiende zeventiende achttiende negentiende twintigste`)
	polishOrdinals = strings.Fields(`pierwszego drugiego trzeciego czwartego piątego szóstego siódmego ósmego dziewiątego dziesiątego
		jedenastego dwunastego trzynastego czternastego piętnastego szesnastego siedemnastego osiemnastego dziewiętnastego dwudziestego`)
)

// cardinalDays are the days of a month as they are counted where no ordinal is said.
var cardinalDays = []string{
	`premier|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix sept|dix huit|dix neuf|vingt|vingt et un|
		vingt deux|vingt trois|vingt quatre|vingt cinq|vingt six|vingt sept|vingt huit|vingt neuf|trente|trente et un`,
	`uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|diecisiete|dieciocho|diecinueve|veinte|
		veintiuno|veintidós|veintitrés|veinticuatro|veinticinco|veintiséis|veintisiete|veintiocho|veintinueve|treinta|treinta y uno`,
	`primo|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|
		venti|ventuno|ventidue|ventitré|ventiquattro|venticinque|ventisei|ventisette|ventotto|ventinove|trenta|trentuno`,
	`een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|vijftien|zestien|zeventien|achttien|negentien|twintig|
		eenentwintig|tweeëntwintig|drieëntwintig|vierentwintig|vijfentwintig|zesentwintig|zevenentwintig|achtentwintig|negenentwintig|dertig|
		eenendertig`,
	`one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|
		twenty one|twenty two|twenty three|twenty four|twenty five|twenty six|twenty seven|twenty eight|twenty nine|thirty|thirty one`,
	`primero`, `primeiro`,
	`um|dois|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze|quinze|dezasseis|dezassete|dezoito|dezanove|vinte|vinte e um|
		vinte e dois|vinte e três|vinte e quatro|vinte e cinco|vinte e seis|vinte e sete|vinte e oito|vinte e nove|trinta|trinta e um`,
	`um|dois|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|quinze|dezesseis|dezessete|dezoito|dezenove`,
}

// dayWords are the days of a month in words, by the words between single spaces.
var dayWords = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	add := func(day int, words string) { out[strings.Join(strings.Fields(token.Fold(words)), " ")] = day }
	for _, list := range cardinalDays {
		for i, words := range strings.Split(list, "|") {
			add(i+1, words)
		}
	}
	german := func(day int, stem string) {
		for _, ending := range []string{"te", "ten", "ter", "tes"} {
			add(day, stem+ending)
		}
	}
	for i := range 20 {
		add(i+1, englishOrdinals[i])
		german(i+1, germanOrdinals[i])
		add(i+1, dutchOrdinals[i])
		add(i+1, polishOrdinals[i])
	}
	for i, ones := range strings.Split("ein zwei drei vier fünf sechs sieben acht neun", " ") {
		german(21+i, ones+"undzwanzigs")
		add(21+i, "twenty "+englishOrdinals[i])
		add(21+i, "dwudziestego "+polishOrdinals[i])
	}
	for i, ones := range strings.Split("een twee drie vier vijf zes zeven acht negen", " ") {
		join := "en"
		if strings.HasSuffix(ones, "e") {
			join = "ën"
		}
		add(21+i, ones+join+"twintigste")
	}
	for _, words := range []string{"dreißigs", "dreissigs"} {
		german(30, words)
		german(31, "einund"+words)
	}
	add(30, "thirtieth")
	add(31, "thirty first")
	add(30, "dertigste")
	add(31, "eenendertigste")
	add(30, "trzydziestego")
	add(31, "trzydziestego pierwszego")
	return out
})

// units are what a number counts so that it is no provision's: time and repetitions.
var units = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`day days week weeks fortnights month months quarters year years hour hours minutes times instalments installments
		tag tage tagen tages woche wochen monat monate monaten quartale quartalen jahr jahre jahren stunden mal raten
		jour jours semaine semaines mois trimestres ans année années heures fois mensualités
		día días semana semanas mes meses trimestres año años horas veces plazos
		giorno giorni settimana settimane mese mesi trimestri anno anni ore volte
		dag dagen week weken maand maanden kwartalen jaar jaren uren keer termijnen
		dia dias mês trimestre ano anos hora vezes prestações parcelas
		dzień dni tydzień tygodnie tygodni miesiąc miesiące miesięcy kwartały kwartałów rok lata lat godzinę godziny godzin razy raty rat`) {
		out[token.Fold(w)] = true
	}
	return out
}()

// parts are the words of parts of a whole, by how many a whole has.
var parts = func() map[string]int {
	out := map[string]int{}
	for n, words := range map[int]string{2: "halves", 3: "thirds drittel dritteln tiers tercios terzi derden terços trzecie",
		4: "fourths viertel vierteln quarts cuartos quarti czwarte", 5: "fifths fünftel cinquièmes quintos quinti piąte",
		6: "sixths sechstel", 8: "eighths achtel", 10: "tenths zehntel dixièmes décimos decimi"} {
		for _, w := range strings.Fields(words) {
			out[token.Fold(w)] = n
		}
	}
	return out
}()

// between may stand between a number and what it counts.
var between = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`calendar working business full further more clear consecutive tax volle vollen weitere weiteren
		aufeinanderfolgende autres pleines otros altri volle verdere`) {
		out[token.Fold(w)] = true
	}
	return out
}()

// ambiguous are words of numbers that are other words too, unless they count something.
var ambiguous = map[string]bool{"neuf": true, "sei": true, "sieben": true, "acht": true, "nove": true, "piec": true}

// shares are parts of one in words, with what they come to.
var shares = sync.OnceValue(func() *token.Matcher[string] {
	m := &token.Matcher[string]{}
	for share, phrases := range map[string]string{
		"1/2": "one half|half of|half the|half a year|die Hälfte|der Hälfte|zur Hälfte|la moitié|la mitad|la metà di|la metà del|de helft|" +
			"a metade|metade do|metade da|połowa|połowę|połowy",
		"1/3": "one third|a third of|ein Drittel|eines Drittels|un tiers|un tercio|un terzo|een derde|um terço|jedna trzecia|jedną trzecią",
		"1/4": "one quarter of|a quarter of|one fourth|ein Viertel|un quart|una cuarta parte|un quarto|een kwart|um quarto do|um quarto da|" +
			"jedna czwarta|jedną czwartą|ćwierć",
		"1/5": "one fifth|a fifth of|ein Fünftel|un cinquième|una quinta parte|un quinto|een vijfde|um quinto|jedna piąta|jedną piątą",
		"12":  "a dozen|ein Dutzend|une douzaine|una docena|una dozzina|een dozijn|uma dúzia|tuzin",
	} {
		for _, p := range strings.Split(phrases, "|") {
			m.Add(p, share)
		}
	}
	return m
})

// notShares stand before a share that names a part of the year in place of one.
var notShares = map[string]bool{"first": true, "second": true, "other": true, "latter": true, "former": true,
	"ersten": true, "zweiten": true}

// englishNumber reads a number under a hundred in English words that begins at a token.
func englishNumber(tokens []token.Token, i int) (v int64, end int) {
	unit := lexicon.Load().Numbers.Units
	first, ok := unit[tokens[i].Text]
	if !ok || tokens[i].Kind != token.Word {
		return 0, i
	}
	if first >= 20 && first%10 == 0 && i+1 < len(tokens) {
		if next, ok := unit[tokens[i+1].Text]; ok && next > 0 && next < 10 {
			return first + next, i + 2
		}
	}
	return first, i + 1
}
