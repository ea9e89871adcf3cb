package reading

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// day is a date as it is printed.
type day struct {
	date  civil.Date
	sure  bool // false: day and month could be the other way round
	first int
	last  int
}

// dayOrder is which of day and month a document writes first.
type dayOrder int

const (
	openOrder dayOrder = iota
	dayFirst
	monthFirst
)

// dayHabit is how a document writes its dates in figures.
type dayHabit struct {
	order dayOrder
	// yearOpen: a year of two digits may stand before month and day, so that 24/03/26 can
	// be of 2024 or of 2026.
	yearOpen bool
}

// months are their beginnings, in the languages that documents are read in.
var months = map[string]int{}

func init() {
	for m, names := range []string{
		"jan januar january janvier enero gennaio januari janeiro stycznia styczeń gen ene jän jänner",
		"feb februar february février fevrier febrero febbraio februari fevereiro lutego luty fév fev",
		"mar märz maerz march mars marzo maart março marco marca marzec mrz mrt",
		"apr april avril abril aprile kwietnia kwiecień avr abr kwi",
		"mai may mayo maggio mei maio maja maj mag",
		"jun juni june juin junio giugno junho czerwca czerwiec giu cze",
		"jul juli july juillet julio luglio julho lipca lipiec lug lip juil",
		"aug august août aout agosto augustus sierpnia sierpień ago sie",
		"sep sept september septembre septiembre settembre setembro września wrzesień set wrz",
		"okt oct oktober october octobre octubre ottobre outubro października październik ott out paź",
		"nov november novembre noviembre novembro listopada listopad lis",
		"dez dec december dezember décembre decembre diciembre dicembre dezembro grudnia grudzień dic gru déc",
	} {
		for _, name := range strings.Fields(names) {
			months[name] = m + 1
		}
	}
}

// habitOf asks every date of the document: a first part above twelve is a day, a
// second part above twelve says that months come first. Where no date does, money and
// language decide: what is paid in dollars, in whatever language, may be written either
// way.
func habitOf(lines []Line, language string) dayHabit {
	money := moneyOf(lines)
	return voted(lines, language, money, yearMayLead(money, language))
}

func voted(lines []Line, language string, money moneys, yearOpen bool) dayHabit {
	h := dayHabit{yearOpen: yearOpen}
	first, second, long := 0, 0, 0
	for _, l := range lines {
		for i, w := range l.Words {
			a, b, year, ok := parts(w.Text)
			if !ok || strings.Contains(w.Text, ".") || !isDay(a, b, year) || i > 0 && bankCode(l.Words[i-1].Text) {
				continue // with dots the day comes first, everywhere
			}
			short := !strings.Contains(w.Text, strconv.Itoa(year))
			switch {
			case a > 12 && short && h.yearOpen && b <= 12 && year%100 <= 31: // its year may be what comes first
			case a > 12:
				first++
			case b > 12:
				second++
			}
			if a > 12 && !short {
				long++
			}
		}
	}
	h.yearOpen = h.yearOpen && long == 0
	switch {
	case first > 0 && second == 0:
		h.order = dayFirst
	case second > 0 && first == 0:
		h.order = monthFirst
	case first == 0 && !money.dollars && slices.Contains([]string{"deu", "fra", "spa", "ita", "nld", "por", "pol"}, language):
		h.order = dayFirst
	case first == 0 && money.europe && money.vat && !money.dollars && !american(lines):
		h.order = dayFirst // pounds or euros with VAT, as in the United Kingdom and Ireland
	case first == 0 && money.dayFirst && !american(lines):
		h.order = dayFirst // a seller of a place that writes the day first, by its tax number
	case first == 0 && second == 0 && money.seat && !money.europe && !money.vat && !money.dayFirst:
		h.order = monthFirst
	}
	return h
}

// isDay reports whether the parts of a date are one of the calendar, whichever of the
// first two is the month: a bank's sort code is none.
func isDay(a, b, year int) bool {
	_, _, ok := calendar(year, min(a, b), max(a, b), true)
	return ok
}

// bankCode reports whether a word announces a number of a bank, which may look like a date.
func bankCode(word string) bool {
	switch strings.ToLower(strings.Trim(word, ".:#")) {
	case "code", "sort", "sortcode", "s/c":
		return true
	}
	return false
}

// yearMayLead reports whether a year of two digits may stand before the month: in Canada
// and in Poland it does, and not where pounds or euros are paid.
func yearMayLead(money moneys, language string) bool {
	switch {
	case money.dayFirst:
		return false
	case money.dollars:
		return true
	case money.europe:
		return false
	}
	return !slices.Contains([]string{"deu", "fra", "spa", "ita", "nld", "por"}, language)
}

// moneys is what the words of a document say of money and tax.
type moneys struct {
	dollars  bool // of whichever country
	europe   bool // pounds or euros
	vat      bool // or a tax of its kind, by whichever name
	dayFirst bool // the seller's tax number is of a place that writes the day first
	seat     bool // the head names a place in the United States
}

func moneyOf(lines []Line) (m moneys) {
	m.seat = american(lines[:min(len(lines), headLines)]) && !slices.ContainsFunc(lines[:min(len(lines), headLines)], addressed)
	for _, l := range lines {
		for i, w := range l.Words {
			switch text := strings.ToUpper(strings.Trim(w.Text, "():;,.")); {
			case strings.Contains(text, "$") && !strings.Contains(text, "R$"), text == "USD", text == "CAD", text == "AUD":
				m.dollars = true
			case text == "ABN" && i+1 < len(l.Words) && startsNumber(l.Words[i+1].Text):
				m.dayFirst, m.vat = true, true
			case slices.Contains(vatNames, text):
				m.vat = true
				m.dayFirst = m.dayFirst || numberedIn(l.Words[i+1:])
			case strings.ContainsAny(text, "£€"), text == "GBP", text == "EUR":
				m.europe = true
			}
		}
	}
	return m
}

// vatNames are names of a value added tax, or of one of its kind.
var vatNames = strings.Fields("VAT GST HST TVA IVA I.V.A P.IVA BTW MWST UST PTU")

// headLines are those in which a document says who wrote it.
const headLines = 6

// addressed reports whether a line says whom a document is for.
func addressed(l Line) bool {
	return slices.ContainsFunc(labels.labelsOf(l), func(m label) bool { return m.what == buyerLabel })
}

// numberedIn reports whether the words after the name of a tax are a number of the United
// Kingdom or of Ireland: "No: GB 123 4567 82", "Reg IE6388047V".
func numberedIn(words []Word) bool {
	for i, w := range words[:min(len(words), 4)] {
		text := strings.ToUpper(strings.Trim(w.Text, "():;,."))
		place, number := text[:min(len(text), 2)], text[min(len(text), 2):]
		if number == "" && i+1 < len(words) {
			number = words[i+1].Text
		}
		if (place == "GB" || place == "IE") && startsNumber(number) {
			return true
		}
	}
	return false
}

// american reports whether a document names a place in the United States, where the month
// comes first in whatever currency is paid: its name, or a state before five digits.
func american(lines []Line) bool {
	for _, l := range lines {
		for i, w := range l.Words {
			text := strings.Trim(w.Text, ",.;()")
			next := ""
			if i+1 < len(l.Words) {
				next = strings.Trim(l.Words[i+1].Text, ",.;()")
			}
			zip, _, _ := strings.Cut(next, "-")
			switch {
			case text == "USA" || text == "U.S.A" || text == "United" && next == "States":
				return true
			case len(zip) == 5 && whole(zip) && slices.Contains(states, text):
				return true
			}
		}
	}
	return false
}

// states of the United States, by their codes in addresses (USPS Publication 28,
// appendix B).
var states = strings.Fields("AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND " +
	"OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY")

// parts splits 03/04/2026 and its kin.
func parts(word string) (a, b, year int, ok bool) {
	if !hasDigit(word) {
		return 0, 0, 0, false
	}
	word = strings.Trim(word, "(),;:")
	fields := strings.FieldsFunc(word, func(r rune) bool { return r == '/' || r == '.' || r == '-' })
	if len(fields) != 3 || len(fields[0]) > 2 || len(fields[1]) > 2 || len(fields[2]) != 4 && len(fields[2]) != 2 {
		return 0, 0, 0, false
	}
	var n [3]int
	for i, f := range fields {
		var err error
		if n[i], err = strconv.Atoi(f); err != nil {
			return 0, 0, 0, false
		}
	}
	if len(fields[2]) == 2 {
		n[2] += 2000
	}
	return n[0], n[1], n[2], true
}

// dates reads the dates of a line.
func dates(l Line, h dayHabit) []day {
	var all []day
	for i := range l.Words {
		word := strings.Trim(l.Words[i].Text, "(),;:")
		if d, ok := isoDate(word); ok {
			all = append(all, day{d, true, i, i})
			continue
		}
		if a, b, year, ok := parts(word); ok {
			if d, sure, ok := numeric(a, b, year, h.order, strings.Contains(word, ".")); ok {
				if h.yearOpen && !strings.Contains(word, ".") && a > 12 && b <= 12 && !strings.Contains(word, strconv.Itoa(year)) {
					_, _, other := calendar(2000+a, b, year%100, true)
					sure = sure && !other
				}
				all = append(all, day{d, sure, i, i})
			}
			continue
		}
		if d, last, ok := written(l.Words, i); ok && (len(all) == 0 || all[len(all)-1].last < i) {
			all = append(all, day{d, true, i, last})
		}
	}
	return all
}

// isoDate reads 2026-11-22 and, as ids of statements have it, nothing shorter.
func isoDate(word string) (civil.Date, bool) {
	if len(word) > 10 && (word[10] == 'T' || word[10] == ' ') {
		word = word[:10]
	}
	if len(word) != 10 {
		return civil.Date{}, false
	}
	d, err := civil.Parse(strings.NewReplacer("/", "-", ".", "-").Replace(word))
	return d, err == nil
}

func numeric(a, b, year int, order dayOrder, dots bool) (d civil.Date, sure, ok bool) {
	dayN, month := a, b
	sure = true
	switch {
	case dots, order == dayFirst:
	case order == monthFirst:
		dayN, month = b, a
	case a <= 12 && b <= 12:
		sure = a == b
	case b > 12:
		dayN, month = b, a
	}
	if month > 12 && dayN <= 12 && !dots {
		dayN, month = month, dayN // against the document's habit, but the only way
	}
	return calendar(year, month, dayN, sure)
}

func calendar(year, month, dayN int, sure bool) (civil.Date, bool, bool) {
	if year < 1990 || year > 2100 {
		return civil.Date{}, false, false
	}
	d, err := civil.Parse(strconv.Itoa(year) + "-" + two(month) + "-" + two(dayN))
	return d, sure, err == nil
}

func two(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// beginsDate reports whether a date may begin with a word: it has a figure, or is the name
// of a month, or several words in one.
func beginsDate(word string) bool {
	const between = ",.-/()"
	if hasDigit(word) {
		return true
	}
	bare := strings.Trim(word, between)
	return strings.ContainsAny(bare, between) || months[strings.TrimRight(strings.ToLower(bare), "º")] > 0
}

// written reads a date with the month's name: "3 March 2026", "March 3, 2026",
// "3. März 2026", "3 de marzo de 2026".
func written(words []Word, i int) (d civil.Date, last int, ok bool) {
	if !beginsDate(words[i].Text) {
		return d, i, false
	}
	var dayN, month, year int
	for j := i; j < len(words) && j < i+5; j++ {
		if _, _, _, figures := parts(words[j].Text); figures {
			return d, i, false // a date of its own, after a day of the week
		}
		for _, part := range strings.FieldsFunc(strings.ToLower(words[j].Text), func(r rune) bool {
			return r == ',' || r == '.' || r == '-' || r == '/' || r == '(' || r == ')'
		}) {
			part = strings.TrimRight(part, "º")
			for _, suffix := range []string{"st", "nd", "rd", "th", "er"} {
				if head := strings.TrimSuffix(part, suffix); head != part && whole(head) {
					part = head
				}
			}
			n, err := strconv.Atoi(part)
			switch m := months[part]; {
			case err == nil && n >= 1 && n <= 31 && dayN == 0 && len(part) <= 2:
				dayN = n
			case err == nil && n >= 1990 && n <= 2100 && len(part) == 4 && month > 0 && dayN > 0:
				d, _, ok = calendar(n, month, dayN, true)
				return d, j, ok
			case err == nil && len(part) == 2 && month > 0 && dayN > 0 && year == 0:
				d, _, ok = calendar(2000+n, month, dayN, true)
				return d, j, ok
			case m > 0 && month == 0:
				month = m
			case part == "de" || part == "of" || part == "d":
			default:
				return d, i, false
			}
		}
		if dayN == 0 && month == 0 {
			return d, i, false
		}
	}
	return d, i, false
}
