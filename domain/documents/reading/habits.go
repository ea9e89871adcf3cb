package reading

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
)

// Reader reads numbers and dates by the habits of one file.
type Reader struct {
	sign  decimalSign
	habit dayHabit
}

// Habits learns how a file writes numbers and dates from all of them. It fails
// where the dates could be read in two ways.
func Habits(amounts, days []string) (Reader, error) {
	line := func(texts []string) Line {
		var l Line
		for _, t := range texts {
			for _, word := range strings.Fields(t) {
				l.Words = append(l.Words, Word{Text: word})
			}
		}
		return l
	}
	r := Reader{signOf([]Line{line(amounts)}), voted([]Line{line(days)}, "", moneys{}, false)}
	if leads(days) {
		return r, fmt.Errorf("whether %q begins with the day or the year cannot be told", days[0])
	}
	if r.habit.order != openOrder {
		return r, nil
	}
	for _, text := range days {
		if a, b, _, ok := parts(text); ok && a != b && !strings.Contains(text, ".") {
			return r, fmt.Errorf("whether %q begins with the day or the month cannot be told", text)
		}
	}
	return r, nil
}

// leads reports whether it is the first part of dates with years of two digits that
// stays, and the last that changes from line to line: then the year stands first.
func leads(days []string) bool {
	first, last := map[int]bool{}, map[int]bool{}
	for _, text := range days {
		a, b, year, ok := parts(text)
		if !ok || strings.Contains(text, ".") || strings.Contains(text, strconv.Itoa(year)) || a <= 12 || b > 12 {
			return false
		}
		first[a], last[year] = true, true
	}
	return len(last) > len(first)
}

// Amount reads a number.
func (r Reader) Amount(text string) (money.Dec, error) {
	digits, _ := unmark(strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "\u00a0", ""))
	value, sure, _, ok := amount(digits, r.sign)
	if digits == "" || !ok || !sure {
		return value, fmt.Errorf("%q is no amount", text)
	}
	return value, nil
}

// Day reads a date.
func (r Reader) Day(text string) (civil.Date, error) {
	var l Line
	for _, word := range strings.Fields(text) {
		l.Words = append(l.Words, Word{Text: word})
	}
	all := dates(l, r.habit)
	if len(all) == 0 || !all[0].sure {
		return civil.Date{}, fmt.Errorf("%q is no date", text)
	}
	return all[0].date, nil
}
