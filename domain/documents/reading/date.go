package reading

import (
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

// orderOf asks every date of the document: a first part above twelve is a day, a
// second part above twelve says that months come first. US states, dollars and
// the language decide where no date does.
func orderOf(lines []Line, language string) dayOrder {
	first, second := 0, 0
	for _, l := range lines {
		for _, w := range l.Words {
			a, b, _, ok := parts(w.Text)
			switch {
			case !ok || strings.Contains(w.Text, "."): // dots: the day comes first, everywhere
			case a > 12:
				first++
			case b > 12:
				second++
			}
		}
	}
	switch {
	case first > 0 && second == 0:
		return dayFirst
	case second > 0 && first == 0:
		return monthFirst
	case first > 0:
		return openOrder
	}
	switch language {
	case "deu", "fra", "spa", "ita", "nld", "por", "pol":
		return dayFirst
	}
	return openOrder
}

// parts splits 03/04/2026 and its kin.
func parts(word string) (a, b, year int, ok bool) {
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
func dates(l Line, order dayOrder) []day {
	var all []day
	for i := range l.Words {
		word := strings.Trim(l.Words[i].Text, "(),;:")
		if d, ok := isoDate(word); ok {
			all = append(all, day{d, true, i, i})
			continue
		}
		if a, b, year, ok := parts(word); ok {
			if d, sure, ok := numeric(a, b, year, order, strings.Contains(word, ".")); ok {
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

// written reads a date with the month's name: "3 March 2026", "March 3, 2026",
// "3. März 2026", "3 de marzo de 2026".
func written(words []Word, i int) (d civil.Date, last int, ok bool) {
	var dayN, month, year int
	for j := i; j < len(words) && j < i+5; j++ {
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
