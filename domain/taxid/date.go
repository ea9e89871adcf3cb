package taxid

import "github.com/tallystick/tallystick/domain/civil"

// Dates inside numbers. This package has no clock: a caller that has a day holds
// a number against it with Result.On. Where a number leaves the century open any
// century that makes a date will do, and none of them lies ahead.

func two(b []byte) int { return int(b[0]-'0')*10 + int(b[1]-'0') }

func isDate(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		days = 29
	}
	return day <= days
}

// isShortDate takes a year of two digits in the 1900s or 2000s.
func isShortDate(yy, month, day int) bool {
	return isDate(1900+yy, month, day) || isDate(2000+yy, month, day)
}

func dated(ok bool) verdict {
	if ok {
		return verdict{}
	}
	return bad(FaultComponent, "the digits of the date of birth or registration are not a date")
}

// on is a date whose century the number tells; the verdict keeps it.
func on(year, month, day int) verdict {
	if !isDate(year, month, day) {
		return dated(false)
	}
	return verdict{date: civil.Of(year, month, day)}
}

// dayAfter is the date so many days after another, as some numbers write it.
func dayAfter(first civil.Date, days int64) verdict { return verdict{date: first.AddDays(int(days))} }

// of keeps the date of a part in the verdict on the whole.
func (v verdict) of(part verdict) verdict {
	v.date = part.date
	return v
}

// On holds a number against a day: one whose date of birth or registration lies
// after it is not valid, and the fault names the date. Without a day, or where
// the number carries no date or leaves its century open, the result stays.
func (r Result) On(day civil.Date) Result {
	if !r.Valid || day.IsZero() || !day.Before(r.date) {
		return r
	}
	r.Valid, r.Normal = false, ""
	return r.refuse(Fault{FaultFuture, "the date in the number, " + r.date.String() + ", lies after " + day.String()})
}

// yymmdd checks a short date that begins at position at.
func yymmdd(at int) check {
	return func(b []byte) verdict {
		return dated(isShortDate(two(b[at:]), two(b[at+2:]), two(b[at+4:])))
	}
}

// oneOf checks that the character at a position is in a set.
func oneOf(at int, set, why string) check {
	return func(b []byte) verdict {
		if has(set, b[at]) {
			return verdict{}
		}
		return bad(FaultComponent, why)
	}
}

// noLeadingZero is the rule of many registers that count from 1.
func noLeadingZero(b []byte) verdict {
	if b[0] == '0' {
		return bad(FaultComponent, "the first digit is never 0")
	}
	return verdict{}
}

// notAllZero refuses a number without content, which most check digits accept.
func notAllZero(b []byte) verdict {
	for _, c := range b {
		if c != '0' {
			return verdict{}
		}
	}
	return bad(FaultComponent, "the number is all zeros")
}
