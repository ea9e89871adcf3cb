package books

import (
	"fmt"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// Month is a period: a calendar month, written 2026-03. The zero Month is none.
type Month struct{ n int } // year * 12 + month - 1

// MonthOf is the month of a day.
func MonthOf(d civil.Date) Month {
	if d.IsZero() {
		return Month{}
	}
	return Month{d.Year()*12 + d.Month() - 1}
}

// ParseMonth reads YYYY-MM, and nothing else.
func ParseMonth(s string) (Month, error) {
	t, err := time.Parse("2006-01", s)
	if err != nil || len(s) != 7 || t.Year() < 1900 {
		return Month{}, fmt.Errorf("%q is not a period such as 2026-03", s)
	}
	return Month{t.Year()*12 + int(t.Month()) - 1}, nil
}

// IsZero reports whether m is none.
func (m Month) IsZero() bool { return m.n == 0 }

// First and Last are the days at its ends.
func (m Month) First() civil.Date { return civil.Of(m.n/12, m.n%12+1, 1) }

// Last is its last day.
func (m Month) Last() civil.Date { return m.Next().First().AddDays(-1) }

// Next is the month after m.
func (m Month) Next() Month { return Month{m.n + 1} }

// Previous is the month before m.
func (m Month) Previous() Month { return Month{m.n - 1} }

// After and Before compare two months.
func (m Month) After(o Month) bool { return m.n > o.n }

// Before reports whether m is earlier than o.
func (m Month) Before(o Month) bool { return m.n < o.n }

// String writes 2026-03, and "" for none.
func (m Month) String() string {
	if m.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d", m.n/12, m.n%12+1)
}

// MarshalText writes as String does.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what ParseMonth accepts, and "" as none.
func (m *Month) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*m = Month{}
		return nil
	}
	v, err := ParseMonth(string(b))
	if err == nil {
		*m = v
	}
	return err
}

// Year is a fiscal year by the month in which it begins.
type Year struct{ Begins Month }

// YearOf is the fiscal year that holds a month, when years begin in the start-th
// month of a calendar year.
func YearOf(m Month, start int) Year {
	back := (m.n%12 + 12 - (start - 1)) % 12
	return Year{Month{m.n - back}}
}

// String is 2026, or 2026-27 where the year does not begin in January.
func (y Year) String() string {
	year := y.Begins.n / 12
	if y.Begins.n%12 == 0 {
		return fmt.Sprintf("%04d", year)
	}
	return fmt.Sprintf("%04d-%02d", year, (year+1)%100)
}

// Ends is its last month.
func (y Year) Ends() Month { return Month{y.Begins.n + 11} }
