package obligation

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// monthsOf is how many months a period of a kind has.
var monthsOf = map[string]int{"month": 1, "two_months": 2, "quarter": 3, "half_year": 6, "year": 12}

// readPeriod is the period that periodOf gives a name; zero where it gives none that.
func readPeriod(name string) (every string, start, end civil.Date) {
	for every, mark := range map[string]string{"quarter": "/P3M", "year": "/P1Y"} {
		first, ok := strings.CutSuffix(name, mark)
		m, err := civil.Parse(first + "-01")
		if ok && err == nil {
			return every, m, civil.Of(m.Year(), m.Month()+monthsOf[every], 1).AddDays(-1)
		}
	}
	year, err := strconv.Atoi(strings.SplitN(name, "-", 2)[0])
	for month := 1; err == nil && month <= 12; month++ {
		for _, every := range slices.Sorted(maps.Keys(monthsOf)) {
			if is, start, end := periodOf(every, 0, civil.Of(year, month, 1)); is == name {
				return every, start, end
			}
		}
	}
	return "", start, end
}

// periodOf is the period of a kind that a month lies in, as package filing reads it.
// Quarters and years that end in other months than those of the calendar (ends is one of
// theirs) bear their first month and the duration of ISO 8601: 2025-12/P3M, 2025-07/P1Y.
func periodOf(every string, ends int, m civil.Date) (name string, start, end civil.Date) {
	months := monthsOf[every]
	if mark := map[string]string{"quarter": "P3M", "year": "P1Y"}[every]; mark != "" && ends%months != 0 {
		start = civil.Of(m.Year(), m.Month()-(m.Month()-ends%months+months-1)%months, 1)
		return fmt.Sprintf("%04d-%02d/%s", start.Year(), start.Month(), mark), start, civil.Of(start.Year(), start.Month()+months, 1).AddDays(-1)
	}
	n := (m.Month() - 1) / months
	start = civil.Of(m.Year(), n*months+1, 1)
	end = civil.Of(m.Year(), (n+1)*months+1, 1).AddDays(-1)
	switch every {
	case "two_months":
		return fmt.Sprintf("%04d-B%d", m.Year(), n+1), start, end
	case "quarter":
		return fmt.Sprintf("%04d-Q%d", m.Year(), n+1), start, end
	case "half_year":
		return fmt.Sprintf("%04d-H%d", m.Year(), n+1), start, end
	case "year":
		return fmt.Sprintf("%04d", m.Year()), start, end
	}
	return fmt.Sprintf("%04d-%02d", m.Year(), m.Month()), start, end
}
