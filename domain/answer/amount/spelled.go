package amount

import (
	"slices"
	"sort"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
)

// numerals are the words of numbers of one language, folded. Compounds are
// written in one word ("siebzigtausend"), which is cut into them.
type numerals struct {
	units    map[string]int64
	hundreds []string // multiply what stands before them by 100
	tens     []string // multiply the unit before them by 10: Finnish
	thousand []string
	joins    []string // stand between numerals and count nothing
	scores   bool     // "quatre-vingts" is four twenties
	compound bool
	parts    []string // of compounds, the longest first
}

// Spelled reads numbers in words in the languages that write them other than
// English.
type Spelled struct{ languages map[string]*numerals }

// NewSpelled compiles the words of every language.
func NewSpelled() *Spelled {
	s := &Spelled{languages: map[string]*numerals{}}
	for code, n := range spellings {
		n := n
		for _, list := range [][]string{n.hundreds, n.tens, n.thousand, n.joins} {
			n.parts = append(n.parts, list...)
		}
		for word := range n.units {
			n.parts = append(n.parts, word)
		}
		sort.Slice(n.parts, func(i, k int) bool {
			if len(n.parts[i]) != len(n.parts[k]) {
				return len(n.parts[i]) > len(n.parts[k])
			}
			return n.parts[i] < n.parts[k]
		})
		s.languages[code] = &n
	}
	return s
}

// At reads a number of a thousand or more that begins at token i.
func (s *Spelled) At(tokens []token.Token, i int, languages []string) (value int64, end int) {
	for _, code := range languages {
		n := s.languages[code]
		if n == nil {
			continue
		}
		if v, to := n.read(tokens, i); v >= 1000 && to > end {
			value, end = v, to
		}
	}
	return value, end
}

// Small reads a number under a thousand that begins at token i.
func (s *Spelled) Small(tokens []token.Token, i int, languages []string) (value int64, end int) {
	for _, code := range languages {
		n := s.languages[code]
		if n == nil {
			continue
		}
		if v, to := n.read(tokens, i); v < 1000 && to > end {
			value, end = v, to
		}
	}
	return value, end
}

// Unit returns the small number that a word says.
func (s *Spelled) Unit(word string, languages []string) (int64, bool) {
	for _, code := range languages {
		if n := s.languages[code]; n != nil {
			if v, ok := n.units[word]; ok {
				return v, true
			}
		}
	}
	return 0, false
}

// count adds up numerals in the order in which they are said.
type count struct {
	total, group, last int64
	broken             bool
}

func (n *numerals) read(tokens []token.Token, i int) (value int64, end int) {
	var c count
	end = i
	for at := i; at < len(tokens); at++ {
		text := tokens[at].Text
		if at > i && (text == "-" || slices.Contains(n.joins, text)) {
			continue
		}
		if tokens[at].Kind != token.Word {
			break
		}
		words := []string{text}
		if !n.is(text) {
			if words = n.cut(text); words == nil {
				break
			}
		}
		for _, w := range words {
			n.add(&c, w)
		}
		end = at + 1
	}
	if c.broken || end == i {
		return 0, i
	}
	return c.total + c.group, end
}

func (n *numerals) is(word string) bool {
	_, unit := n.units[word]
	return unit || slices.Contains(n.hundreds, word) || slices.Contains(n.thousand, word)
}

func (n *numerals) add(c *count, word string) {
	unit, isUnit := n.units[word]
	switch {
	case isUnit && n.scores && strings.HasPrefix(word, "vingt") && c.last == 4:
		c.group += 80 - 4
		c.last = 80
	case isUnit:
		c.broken = c.broken || c.last > 0 && c.last < 10 && unit < 10
		c.group += unit
		c.last = unit
	case slices.Contains(n.tens, word):
		c.group += 9 * c.last
		c.last *= 10
	case slices.Contains(n.hundreds, word):
		c.group = max(c.group, 1) * 100
		c.last = 100
	case slices.Contains(n.thousand, word):
		c.broken = c.broken || c.total > 0
		c.total += max(c.group, 1) * 1000
		c.group, c.last = 0, 1000
	}
}

// cut takes a compound apart; nil if it is none.
func (n *numerals) cut(word string) (out []string) {
	if !n.compound {
		return nil
	}
	for rest := word; rest != ""; {
		found := ""
		for _, p := range n.parts {
			if strings.HasPrefix(rest, p) {
				found = p
				break
			}
		}
		if found == "" {
			return nil
		}
		rest = rest[len(found):]
		if !slices.Contains(n.joins, found) {
			out = append(out, found)
		}
	}
	return out
}

func units(text string) map[string]int64 {
	out := map[string]int64{}
	for _, entry := range strings.Fields(text) {
		value, words, _ := strings.Cut(entry, "=")
		v := int64(0)
		for _, d := range value {
			v = v*10 + int64(d-'0')
		}
		for _, w := range strings.Split(words, "|") {
			out[token.Fold(w)] = v
		}
	}
	return out
}

// spellings are the numerals by language.
var spellings = map[string]numerals{
	"de": {compound: true, joins: []string{"und"}, hundreds: []string{"hundert"}, thousand: []string{"tausend"},
		units: units("1=ein|eins|eine 2=zwei|zwo 3=drei 4=vier 5=funf|fünf 6=sechs 7=sieben 8=acht 9=neun 10=zehn 11=elf 12=zwölf 13=dreizehn 14=vierzehn 15=fünfzehn " +
			"16=sechzehn 17=siebzehn 18=achtzehn 19=neunzehn 20=zwanzig 30=dreissig|dreißig 40=vierzig 50=fünfzig 60=sechzig 70=siebzig 80=achtzig 90=neunzig")},
	"nl": {compound: true, joins: []string{"en"}, hundreds: []string{"honderd"}, thousand: []string{"duizend"},
		units: units("1=een 2=twee 3=drie 4=vier 5=vijf 6=zes 7=zeven 8=acht 9=negen 10=tien 11=elf 12=twaalf 13=dertien 14=veertien 15=vijftien 16=zestien " +
			"17=zeventien 18=achttien 19=negentien 20=twintig 30=dertig 40=veertig 50=vijftig 60=zestig 70=zeventig 80=tachtig 90=negentig")},
	"fr": {scores: true, joins: []string{"et"}, hundreds: []string{"cent", "cents"}, thousand: []string{"mille"},
		units: units("1=un|une 2=deux 3=trois 4=quatre 5=cinq 6=six 7=sept 8=huit 9=neuf 10=dix 11=onze 12=douze 13=treize 14=quatorze 15=quinze 16=seize " +
			"20=vingt|vingts 30=trente 40=quarante 50=cinquante 60=soixante 70=septante 80=huitante|octante 90=nonante")},
	"es": {joins: []string{"y"}, thousand: []string{"mil"},
		units: units("1=un|uno|una 2=dos 3=tres 4=cuatro 5=cinco 6=seis 7=siete 8=ocho 9=nueve 10=diez 11=once 12=doce 13=trece 14=catorce 15=quince 16=dieciseis " +
			"17=diecisiete 18=dieciocho 19=diecinueve 20=veinte 21=veintiun|veintiuno 22=veintidos 23=veintitres 24=veinticuatro 25=veinticinco 26=veintiseis " +
			"27=veintisiete 28=veintiocho 29=veintinueve 30=treinta 40=cuarenta 50=cincuenta 60=sesenta 70=setenta 80=ochenta 90=noventa 100=cien|ciento " +
			"200=doscientos|doscientas 300=trescientos|trescientas 400=cuatrocientos|cuatrocientas 500=quinientos|quinientas 600=seiscientos 700=setecientos " +
			"800=ochocientos 900=novecientos")},
	"pt": {joins: []string{"e"}, thousand: []string{"mil"},
		units: units("1=um|uma 2=dois|duas 3=tres 4=quatro 5=cinco 6=seis 7=sete 8=oito 9=nove 10=dez 11=onze 12=doze 13=treze 14=catorze|quatorze 15=quinze " +
			"16=dezasseis|dezesseis 17=dezassete|dezessete 18=dezoito 19=dezanove|dezenove 20=vinte 30=trinta 40=quarenta 50=cinquenta 60=sessenta 70=setenta " +
			"80=oitenta 90=noventa 100=cem|cento 200=duzentos|duzentas 300=trezentos|trezentas 400=quatrocentos 500=quinhentos 600=seiscentos 700=setecentos " +
			"800=oitocentos 900=novecentos")},
	"it": {compound: true, joins: []string{"e"}, hundreds: []string{"cento"}, thousand: []string{"mila", "mille"},
		units: units("1=un|uno|una 2=due 3=tre 4=quattro 5=cinque 6=sei 7=sette 8=otto 9=nove 10=dieci 11=undici 12=dodici 13=tredici 14=quattordici 15=quindici " +
			"16=sedici 17=diciassette 18=diciotto 19=diciannove 20=venti|vent 30=trenta|trent 40=quaranta|quarant 50=cinquanta|cinquant 60=sessanta|sessant " +
			"70=settanta|settant 80=ottanta|ottant 90=novanta|novant")},
	"pl": {thousand: []string{"tysiac", "tysiace", "tysiecy"},
		units: units("1=jeden|jedna 2=dwa|dwie 3=trzy 4=cztery 5=piec|pięć 6=szesc|sześć 7=siedem 8=osiem 9=dziewięć 10=dziesięć 11=jedenaście 12=dwanaście 13=trzynaście " +
			"14=czternaście 15=piętnaście 16=szesnaście 17=siedemnaście 18=osiemnaście 19=dziewiętnaście 20=dwadzieścia 30=trzydzieści 40=czterdzieści " +
			"50=pięćdziesiąt 60=sześćdziesiąt 70=siedemdziesiąt 80=osiemdziesiąt 90=dziewięćdziesiąt 100=sto 200=dwieście 300=trzysta 400=czterysta 500=pięćset " +
			"600=sześćset 700=siedemset 800=osiemset 900=dziewięćset")},
	"sv": {compound: true, joins: []string{"och"}, hundreds: []string{"hundra"}, thousand: []string{"tusen"},
		units: units("1=en|ett 2=två 3=tre 4=fyra 5=fem 6=sex 7=sju 8=åtta 9=nio 10=tio 11=elva 12=tolv 13=tretton 14=fjorton 15=femton 16=sexton 17=sjutton 18=arton " +
			"19=nitton 20=tjugo 30=trettio 40=fyrtio 50=femtio 60=sextio 70=sjuttio 80=åttio 90=nittio")},
	"nb": {compound: true, joins: []string{"og"}, hundreds: []string{"hundre"}, thousand: []string{"tusen"},
		units: units("1=en|ett 2=to 3=tre 4=fire 5=fem 6=seks 7=sju|syv 8=åtte 9=ni 10=ti 11=elleve 12=tolv 13=tretten 14=fjorten 15=femten 16=seksten 17=sytten 18=atten " +
			"19=nitten 20=tjue|tyve 30=tretti|tredve 40=førti 50=femti 60=seksti 70=sytti 80=åtti 90=nitti")},
	"da": {compound: true, joins: []string{"og"}, hundreds: []string{"hundrede"}, thousand: []string{"tusind", "tusinde"},
		units: units("1=en|et 2=to 3=tre 4=fire 5=fem 6=seks 7=syv 8=otte 9=ni 10=ti 11=elleve 12=tolv 13=tretten 14=fjorten 15=femten 16=seksten 17=sytten 18=atten " +
			"19=nitten 20=tyve 30=tredive 40=fyrre 50=halvtreds 60=tres 70=halvfjerds 80=firs 90=halvfems")},
	"fi": {compound: true, hundreds: []string{"sata", "sataa"}, tens: []string{"kymmenta"}, thousand: []string{"tuhat", "tuhatta"},
		units: units("1=yksi 2=kaksi 3=kolme 4=nelja|neljä 5=viisi 6=kuusi 7=seitseman|seitsemän 8=kahdeksan 9=yhdeksan|yhdeksän 10=kymmenen")},
}
