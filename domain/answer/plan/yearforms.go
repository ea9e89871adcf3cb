package plan

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
)

// yearMax bounds what is read as a year.
const yearMax = 2090

// number returns the value of a token of so many digits without separators.
func (r *reader) number(i, digitsMin, digitsMax int) (int, bool) {
	if i < 0 || i >= len(r.tokens) || r.tokens[i].Kind != token.Number || r.tokens[i].Odd {
		return 0, false
	}
	s := r.tokens[i].Text
	if len(s) < digitsMin || len(s) > digitsMax {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

func (r *reader) fullYear(i int) (int, bool) {
	n, ok := r.number(i, 4, 4)
	return n, ok && n >= 1900 && n <= yearMax
}

func (r *reader) glued(i int, sign string) bool {
	return i > 0 && r.word(i) == sign && r.tokens[i].Glued && i+1 < len(r.tokens) && r.tokens[i+1].Glued
}

func (r *reader) isoDate(i int) (yearMention, bool) {
	y, ok := r.fullYear(i)
	if !ok || !r.glued(i+1, "-") || !r.glued(i+3, "-") {
		return yearMention{}, false
	}
	m, ok1 := r.number(i+2, 2, 2)
	d, ok2 := r.number(i+4, 2, 2)
	if !ok1 || !ok2 {
		return yearMention{}, false
	}
	return r.date(i, i+5, day(y, m, d))
}

// hanDate reads 2025年4月2日.
func (r *reader) hanDate(i int) (yearMention, bool) {
	y, ok := r.fullYear(i)
	if !ok || r.word(i+1) != "年" || r.word(i+3) != "月" {
		return yearMention{}, false
	}
	m, ok1 := r.number(i+2, 1, 2)
	d, ok2 := r.number(i+4, 1, 2)
	if !ok1 || !ok2 {
		return yearMention{}, false
	}
	to := i + 5
	if r.word(to) == "日" || r.word(to) == "号" || r.word(to) == "號" {
		to++
	}
	return r.date(i, to, day(y, m, d))
}

// numericDate reads 06/04/2025 and 06.04.2025, with both orders of day and
// month where both are dates.
func (r *reader) numericDate(i int) (yearMention, bool) {
	if i >= len(r.tokens) || r.tokens[i].Kind != token.Number {
		return yearMention{}, false
	}
	to := i + 1
	parts := strings.Split(r.tokens[i].Text, ".")
	if len(parts) == 1 {
		sign := r.word(i + 1)
		if sign != "/" && sign != "-" || !r.glued(i+1, sign) || !r.glued(i+3, sign) {
			return yearMention{}, false
		}
		parts, to = []string{r.word(i), r.word(i + 2), r.word(i + 4)}, i+5
	}
	if len(parts) != 3 || len(parts[0]) > 2 || len(parts[1]) > 2 || len(parts[2]) != 4 && (len(parts[2]) != 2 || to == i+1) {
		return yearMention{}, false
	}
	var n [3]int
	for k, s := range parts {
		v, err := strconv.Atoi(s)
		if err != nil {
			return yearMention{}, false
		}
		n[k] = v
	}
	if n[2] < 100 {
		n[2] += 2000 // "5/4/25"
	}
	readings := day(n[2], n[1], n[0])
	if strings.Contains(r.word(i), ".") {
		return r.date(i, to, readings)
	}
	return r.date(i, to, append(readings, day(n[2], n[0], n[1])...))
}

// monthDate reads 5 April 2025, April 5, 2025, and April 2025.
func (r *reader) monthDate(i int) (yearMention, bool) {
	at, d := i, 0
	if n, ok := r.number(i, 1, 2); ok {
		d, at = n, i+1
		if lexicon.Is(lexicon.Ordinal, r.word(at)) || r.word(at) == "." {
			at++
		}
		if r.word(at) == "of" || r.word(at) == "de" {
			at++
		}
	}
	month := r.at(monthWord, at)
	if month == nil || month.from != at {
		return yearMention{}, false
	}
	m, _ := strconv.Atoi(month.code)
	at = month.to
	if n, ok := r.number(at, 1, 2); ok && d == 0 {
		d, at = n, at+1
		if lexicon.Is(lexicon.Ordinal, r.word(at)) {
			at++
		}
	}
	for r.word(at) == "," || r.word(at) == "of" || r.word(at) == "de" || r.word(at) == "." {
		at++
	}
	y, ok := r.fullYear(at)
	switch {
	case !ok:
		return yearMention{}, false
	case d == 0:
		first := civil.Of(y, m, 1)
		return r.date(i, at+1, []civil.Date{first, civil.Of(y, m+1, 1).AddDays(-1)})
	}
	return r.date(i, at+1, day(y, m, d))
}

func day(y, m, d int) []civil.Date {
	v, err := civil.Parse(fmt.Sprintf("%04d-%02d-%02d", y, m, d))
	if err != nil || y < 1900 || y > yearMax {
		return nil
	}
	return []civil.Date{v}
}

func (r *reader) date(from, to int, days []civil.Date) (yearMention, bool) {
	return yearMention{from: from, to: to, kind: dayYear, days: days}, len(days) > 0
}

// yearRange reads 2025-26, 2025/26, 2025 - 2026, 25/26.
func (r *reader) yearRange(i int) (yearMention, bool) {
	sign := r.word(i + 1)
	if r.hanRange(i + 1) {
		sign = "-"
	}
	if sign != "-" && sign != "/" || r.moneyBefore(i) || r.glued(i-1, sign) { // the last two of several, "2025/2026/2027"
		return yearMention{}, false
	}
	first, ok := r.fullYear(i)
	if !ok {
		if first, ok = r.number(i, 2, 2); !ok || !r.glued(i+1, sign) {
			return yearMention{}, false
		}
	}
	second, ok := r.number(i+2, 2, 4)
	if !ok || len(r.word(i+2)) == 3 || i+3 < len(r.tokens) && (r.tokens[i+3].Text == "%" || r.glued(i+3, sign)) {
		return yearMention{}, false
	}
	if len(r.word(i)) == 2 && (len(r.word(i+2)) != 2 || second != (first+1)%100) {
		return yearMention{}, false
	}
	if len(r.word(i+2)) == 4 && (second < 1900 || second > yearMax) {
		return yearMention{}, false
	}
	if i+3 < len(r.tokens) && r.tokens[i+3].Glued && r.tokens[i+3].Kind == token.Word && !r.tokens[i+3].Spaceless() {
		return yearMention{}, false // 50-60k
	}
	return yearMention{from: i, to: i + 3, kind: rangeYear, text: r.word(i) + "-" + r.word(i+2)}, true
}

// hanRange reports the Chinese or Japanese sign between two years that are one tax year:
// 2025至2026年度.
func (r *reader) hanRange(i int) bool {
	if i+3 >= len(r.tokens) {
		return false
	}
	if lexicon.Is(lexicon.YearRange, r.tokens[i].Text) {
		return r.tokens[i+2].Text == "年" && r.tokens[i+3].Text == "度"
	}
	return false
}

// eraYear reads a year of the Japanese era Reiwa, 令和5年, which began in 2019.
func (r *reader) eraYear(i int) (yearMention, bool) {
	n, ok := r.number(i+2, 1, 2)
	if r.word(i) != "令" || r.word(i+1) != "和" || !ok || n < 1 {
		return yearMention{}, false
	}
	return yearMention{from: i, to: i + 3, kind: singleYear, text: strconv.Itoa(2018 + n)}, true
}

// oneYear reads 2025, and FY25 or YA 2026, where it is no amount.
func (r *reader) oneYear(i int) (yearMention, bool) {
	if _, ok := r.fullYear(i); !ok {
		if _, ok := r.number(i, 2, 2); ok && r.tokens[i].Glued {
			if lexicon.Is(lexicon.YearCode, r.word(i-1)) {
				return yearMention{from: i, to: i + 1, kind: singleYear, text: r.word(i)}, true
			}
		}
		return yearMention{}, false
	}
	if r.moneyBefore(i) || r.moneyAfter(i+1) {
		return yearMention{}, false
	}
	if r.tokens[i].Glued && i > 0 && r.tokens[i-1].Kind == token.Word && len(r.tokens[i-1].Text) > 2 && !r.tokens[i-1].Spaceless() {
		return yearMention{}, false
	}
	return yearMention{from: i, to: i + 1, kind: singleYear, text: r.word(i)}, true
}

// moneyBefore reports that what stands before token i makes it an amount.
func (r *reader) moneyBefore(i int) bool {
	if i == 0 {
		return false
	}
	found := false
	for from := max(0, i-2); from < i && !found; from++ {
		r.p.amounts.Currency.At(r.tokens, from, func(_ [][]string, n int) { found = found || from+n == i })
	}
	if found && i > 1 && r.tokens[i-2].Kind == token.Number && !r.masked[i-2] && r.money(i-1) {
		return false // "60.000 € 2025": the sign belongs to the amount before it
	}
	if found && r.tokens[i-1].Kind == token.Sign {
		return true
	}
	if r.tokens[i-1].Text == "over" && r.lang == "nl" {
		return false // "over 2025" is the year
	}
	if lexicon.Is(lexicon.EarnsIt, r.word(i-1)) {
		return true
	}
	return found && r.tokens[i-1].Kind == token.Word && r.tokens[i].Glued
}

// money reports a sign or word of money at token i.
func (r *reader) money(i int) (found bool) {
	r.p.amounts.Currency.At(r.tokens, i, func(_ [][]string, n int) { found = true })
	return found
}

// rok reports the Polish "r." for the year that stands before it, which is no rand.
func (r *reader) rok(i int) bool {
	if r.lang != "pl" || i >= len(r.tokens) || r.tokens[i].Raw != "r" {
		return false
	}
	_, year := r.fullYear(i - 1)
	return year
}

// moneyAfter reports that what stands at token i makes the number before it an
// amount: a currency, a multiplier or a period.
func (r *reader) moneyAfter(i int) bool {
	if i >= len(r.tokens) {
		return false
	}
	found := false
	if r.rok(i) {
		return false
	}
	r.p.amounts.Currency.At(r.tokens, i, func(_ [][]string, n int) {
		found = found || r.tokens[i].Kind == token.Word || i+n >= len(r.tokens) || r.tokens[i+n].Kind != token.Number
	})
	n := &r.p.lex.Numbers
	if n.Multipliers[r.word(i)] > 0 || r.tokens[i].Glued && n.Glued[r.word(i)] > 0 {
		return true
	}
	if s := r.at(periodWord, i); s != nil && s.from == i {
		return true
	}
	return found || r.word(i) == "%" || r.word(i) == "percent"
}

// withoutOwnYear leaves the name of a company's own year out of the words before a mention:
// it is the year of the profit, whatever the word means for people ("exercice 2024").
func withoutOwnYear(before string) string {
	for _, word := range lexicon.WordsOf(lexicon.AccountingYear) {
		if head, own := strings.CutSuffix(before, word); own && (head == "" || strings.HasSuffix(head, " ")) {
			return strings.TrimSpace(head)
		}
	}
	return before
}
