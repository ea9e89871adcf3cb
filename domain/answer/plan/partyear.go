package plan

import (
	"slices"
	"strconv"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
)

// beganWithin reports that the work of the person is said to begin, or to end, at a
// month or day of the year that is asked for, so that an amount need not be what was
// paid in the year: "started on 1 October, nothing before".
func (r *reader) beganWithin() bool {
	for _, s := range r.askedSpans("nothing") {
		if !r.deniedAt(s.from, s.from) {
			return true
		}
	}
	for _, s := range r.askedSpans("began") {
		from, to := r.clause(s)
		if slices.ContainsFunc(r.spans[monthWord], func(m span) bool { return m.from >= from && m.to <= to && r.inYear(m) }) {
			return true
		}
	}
	for _, s := range r.askedSpans("since") {
		for _, m := range r.spans[monthWord] {
			if m.from >= s.to && m.from <= s.to+2 && r.onlyDay(s.to, m.from) && r.inYear(m) && !r.spansTo(m.to) && !r.dayOfYear(m) {
				return true
			}
		}
	}
	return r.endedBefore() || r.someMonths()
}

// endedBefore reports an income or a work that lasted until a month of the year that is not
// its last: "bis Mai hatte ich".
func (r *reader) endedBefore() bool {
	return slices.ContainsFunc(r.spans[monthWord], func(m span) bool {
		at := m.from - 1
		for at >= 0 && (r.tokens[at].Kind == token.Number || r.word(at) == "the" || r.word(at) == ".") {
			at--
		}
		const longest = 4
		until := false
		for n := 1; n <= longest && !until; n++ {
			until = at-n+1 >= 0 && lexicon.IsAt(lexicon.UntilMonth, r.tokens, at-n+1) == n
		}
		from, to := r.clause(m)
		before := func(o span) bool { return o.from >= from && o.to <= at }
		return until && r.inYear(m) && !r.lastMonth(m) && !r.dayOfYear(m) && !slices.ContainsFunc(r.spans[monthWord], before) &&
			r.earnsIn(from, to)
	})
}

// someMonths reports a time of several months, from one to another, that is no whole year:
// "that only covers March to December".
func (r *reader) someMonths() bool {
	const between, year = 4, 12
	list := r.spans[monthWord]
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		if b.from-a.to > between || b.from == a.to || r.dayOfYear(a) || r.dayOfYear(b) || !r.inYear(a) && !r.inYear(b) {
			continue
		}
		joined := false
		for k := a.to; k < b.from; k++ {
			to := lexicon.IsAt(lexicon.MonthTo, r.tokens, k) > 0
			joined = joined || to
			other := r.tokens[k].Kind == token.Word && !r.tokens[k].Spaceless() && !to
			if other || r.stop(k) && r.word(k) != "." {
				joined = false
				break
			}
		}
		first, _ := strconv.Atoi(a.code)
		last, _ := strconv.Atoi(b.code)
		if months := (last - first + year) % year; joined && months != 0 && months != year-1 {
			return true
		}
	}
	return false
}

// earnsIn reports an income, an amount or a work in from..to.
func (r *reader) earnsIn(from, to int) bool {
	for i := from; i < to; i++ {
		p := r.at(roleWord, i)
		if r.inSum(i) || r.at(kindWord, i) != nil || r.at(incomeWord, i) != nil || r.at(taxableWord, i) != nil || r.at(verbWord, i) != nil ||
			p != nil && p.code == "work" {
			return true
		}
	}
	return false
}

// lastMonth reports the month with which the tax year that is asked for ends.
func (r *reader) lastMonth(m span) bool {
	month, _ := strconv.Atoi(m.code)
	const year = 12
	begins := r.yearBegins()
	if begins.IsZero() {
		return month == year
	}
	last := int(begins.Month()) - 1
	if begins.Day() > 1 {
		last++ // the year ends within the month in which it begins
	}
	return month == (last+year-1)%year+1
}

// changedWithin reports that a clause dates a status to a month of the year that is asked
// for: "got married in June". A choice that is made for the return is made for the year.
func (r *reader) changedWithin(s span) bool {
	switch s.code {
	case "single", "married", "parted", "cohabiting":
	default:
		return false
	}
	from, to := r.clause(s)
	return slices.ContainsFunc(r.spans[monthWord], func(m span) bool {
		dated := r.dating(m.from-1) || m.from > 0 && r.tokens[m.from-1].Kind == token.Number && r.dating(m.from-2)
		return m.from >= from && m.to <= to && dated && r.inYear(m) && !r.spansTo(m.to) && !r.dayOfYear(m)
	})
}

// dating reports a word before a month by which something is dated.
func (r *reader) dating(i int) bool {
	if i < 0 {
		return false
	}
	if lexicon.Is(lexicon.NearMonth, r.word(i)) {
		return true
	}
	if lexicon.Is(lexicon.Dating, r.tokens[i].Text) {
		return true
	}
	return r.p.lex.AskedAt(r.tokens, i, "since") == 1
}

// inYear reports a month that lies in the tax year that is asked for, behind its
// beginning: "from 1 April 2025" is the whole of 2025-26.
func (r *reader) inYear(m span) bool {
	month, _ := strconv.Atoi(m.code)
	begins := r.yearBegins()
	year := 0
	for i := m.to; i < min(len(r.tokens), m.to+3) && !r.pause(i); i++ {
		if n, err := strconv.Atoi(r.tokens[i].Text); err == nil && n > 1900 && len(r.tokens[i].Text) == 4 {
			year = n
		}
	}
	switch {
	case begins.IsZero():
		return true
	case year == 0:
		return month != int(begins.Month())
	}
	return year > begins.Year() || year == begins.Year() && month > int(begins.Month())
}

// yearBegins is the first day of the tax year that is asked for; zero while place or year
// are not known.
func (r *reader) yearBegins() (day civil.Date) {
	j := r.p.byCode[first(r.out.Jurisdictions)]
	if j == nil || len(r.out.TaxYears) == 0 {
		return day
	}
	period, known := j.YearForm.Period(r.out.TaxYears[0])
	if !known {
		return day
	}
	return period.From
}

// onlyDay reports that nothing but a day of the month stands between two tokens.
func (r *reader) onlyDay(from, to int) bool {
	for i := from; i < to; i++ {
		if r.tokens[i].Kind != token.Number && r.word(i) != "." && r.word(i) != "the" && r.word(i) != "of" && r.word(i) != "de" {
			return false
		}
	}
	return true
}

// spansTo reports that a range goes on from token i: "from 6 April 2025 to 5 April 2026".
func (r *reader) spansTo(i int) bool {
	for ; i < len(r.tokens) && !r.pause(i); i++ {
		if r.at(monthWord, i) != nil {
			return true
		}
	}
	return false
}

// dayOfYear reports a month that is of a date by which the tax year is named.
func (r *reader) dayOfYear(m span) bool {
	covers := func(y yearMention) bool { return y.from <= m.from && m.to <= y.to && y.kind != dayYear }
	return slices.ContainsFunc(r.years, covers) || slices.ContainsFunc(r.lesser, covers)
}
