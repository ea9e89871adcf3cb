package taxid

// Dates inside numbers. This package has no clock: whether a date lies in the
// future is for the caller, and where a number leaves the century open any
// century that makes a date will do.

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
