package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// yearMention is a tax year, or a day, as it was written.
type yearMention struct {
	from, to int
	text     string // for YearForm.Read
	before   string // the words before it, which may settle it: "year of assessment"
	after    string // those after it, which may too: "2026 year of assessment"
	kind     yearKind
	beside   bool         // the year meant is one before or after it
	ends     bool         // a date on which the year meant ends
	days     []civil.Date // for a date: every reading; for a month: its first and last day
}

type yearKind uint8

const (
	dayYear    yearKind = iota // a date or a month
	singleYear                 // 2025
	rangeYear                  // 2025-26
)

// findYears finds labels, years, dates and months, and masks their numbers.
func (r *reader) findYears() {
	for i := 0; i < len(r.tokens); {
		m, ok := r.yearAt(i)
		if !ok {
			i++
			continue
		}
		fill(r.masked[m.from:m.to])
		if what := r.idiomDenies(m.from, m.to); !r.foreignDate(m) && what != refused && what != unsettled {
			m.before, m.after = r.wordsBefore(m.from), r.wordsAfter(m.to)
			r.years = append(r.years, m)
		}
		i = m.to
	}
	r.days = slices.Clone(r.years)
	best := dayYear
	for _, m := range r.years {
		best = max(best, m.kind)
	}
	r.years = slices.DeleteFunc(r.years, func(m yearMention) bool {
		if m.kind == best || r.contests(&m) {
			return false
		}
		r.lesser = append(r.lesser, m)
		return true
	})
	for i := range r.years {
		m := &r.years[i]
		m.beside, m.ends = r.dueOn(m) || r.besideYear(m.from), m.kind == dayYear && (yearEnd(m.before) || r.endsYear(m))
	}
}

// dueOn reports a day on which a tax is due or a return filed, which lies in
// another year than the one they are for.
func (r *reader) dueOn(m *yearMention) bool {
	if m.kind != dayYear {
		return false
	}
	for i := m.from - 1; i >= max(0, m.from-4) && !r.stop(i); i-- {
		switch word := r.word(i); {
		case lexicon.Is(lexicon.DueOn, word):
			return true
		case lexicon.Is(lexicon.YearUpTo, word):
			return false
		}
	}
	return false
}

// contests reports a year that a better label does not silence: "from 2023 to
// 2025", "using 2010 rates".
func (r *reader) contests(m *yearMention) bool {
	if m.kind != singleYear {
		return false
	}
	switch r.word(m.from - 1) {
	case "using", "between":
		return true
	case "from", "to":
		return r.word(m.to) == "to" || r.word(m.to) == "until" || r.word(m.from-1) == "to"
	}
	return lexicon.Is(lexicon.LawOfYear, r.word(m.to))
}

// besideYear reports a year that is named to mean another one: "before 2025",
// "not in 2025-26", "the year after 2025-26".
func (r *reader) besideYear(from int) bool {
	for i := from - 1; i >= max(0, from-4); i-- {
		switch word := r.word(i); {
		case lexicon.Is(lexicon.SkippedBefore, word):
			continue
		case lexicon.Is(lexicon.OtherYear, word):
			t := r.at(taxWord, i+1) // "before tax in 2025-26" is of an amount, "before tax year 2025-26" is not
			return t == nil || t.to == from || lexicon.Is(lexicon.YearBehindTax, r.word(t.to))
		}
		return false
	}
	return false
}

// yearEnd reports words before a date that make it the end of a year.
func yearEnd(before string) bool {
	return slices.ContainsFunc(lexicon.WordsOf(lexicon.YearEnd), func(end string) bool { return strings.HasSuffix(before, end) })
}

// endsYear reports a Chinese date on which a year is said to end: 截至2026年3月31日止年度.
func (r *reader) endsYear(m *yearMention) bool {
	if m.from < 2 || r.textOf(m.from-2, m.from) != "截至" {
		return false
	}
	for i := m.to; i < min(len(r.tokens), m.to+8) && !r.pause(i); i++ {
		if r.word(i) == "年" || r.word(i) == "year" {
			return true
		}
	}
	return false
}

// foreignDate reports a date of a person's life rather than of an income.
func (r *reader) foreignDate(m yearMention) bool {
	for i := m.from - 1; i >= max(0, m.from-3); i-- {
		switch word := r.word(i); {
		case lexicon.Is(lexicon.LifeDate, word):
			return true
		case lexicon.Is(lexicon.Filed, word):
			return m.kind == singleYear
		}
	}
	return false
}

func (r *reader) wordsBefore(i int) string {
	from := i
	for from > 0 && i-from < 5 && (r.tokens[from-1].Kind == token.Word || r.word(from-1) == "'") {
		from--
	}
	texts := make([]string, 0, 4)
	for ; from < i; from++ {
		if r.word(from) == "'" {
			continue // "exercice d'imposition"
		}
		texts = append(texts, r.tokens[from].Text)
	}
	return strings.Join(texts, " ")
}

func (r *reader) wordsAfter(i int) string {
	var texts []string
	for ; i < len(r.tokens) && len(texts) < 4 && r.tokens[i].Kind == token.Word; i++ {
		texts = append(texts, r.tokens[i].Text)
	}
	return strings.Join(texts, " ")
}

func (r *reader) yearAt(i int) (yearMention, bool) {
	if r.masked[i] {
		return yearMention{}, false
	}
	for _, try := range []func(int) (yearMention, bool){r.eraYear, r.isoDate, r.hanDate, r.numericDate, r.monthDate, r.yearRange, r.oneYear} {
		if m, ok := try(i); ok {
			return m, true
		}
	}
	return yearMention{}, false
}

// yearsCoordinated reports that several years were named side by side on
// purpose.
func (r *reader) yearsCoordinated() bool {
	if r.has(compareWord, "compare") {
		return true
	}
	for i := 1; i < len(r.years); i++ {
		between := r.years[i].from - r.years[i-1].to
		if between < 1 || between > 2 {
			return false
		}
		if !lexicon.Is(lexicon.BetweenYears, r.word(r.years[i].from-1)) {
			return false
		}
	}
	return true
}

// otherYear reports an income that the clause it stands in puts wholly into
// another year than those asked for: "From 2027 I will earn £60,000".
func (r *reader) otherYear(j *tax.Jurisdiction, labels []string) bool {
	if r.said["tax_year"] != "" {
		return false
	}
	for i := range r.lesser {
		m := &r.lesser[i]
		if m.kind == rangeYear || !r.besideIncome(m) {
			continue
		}
		outside := len(labels) > 0
		for _, label := range labels {
			p, known := j.YearForm.Period(label)
			outside = outside && known && !m.touches(p)
		}
		if outside {
			return true
		}
	}
	return false
}

// besideIncome reports a year in the clause of an amount of income.
func (r *reader) besideIncome(m *yearMention) bool {
	return slices.ContainsFunc(r.sums, func(s sum) bool {
		if s.role != incomeSum {
			return false
		}
		for i := min(s.To, m.to); i < max(s.From, m.from); i++ {
			if r.pause(i) {
				return false
			}
		}
		return true
	})
}

// touches reports that some day of a mention lies in a period.
func (m *yearMention) touches(p civil.Period) bool {
	if m.kind == dayYear {
		return slices.ContainsFunc(m.days, func(d civil.Date) bool { return !d.Before(p.From) && !d.After(p.To) })
	}
	return strings.Contains(m.text, strconv.Itoa(p.From.Year())) || strings.Contains(m.text, strconv.Itoa(p.To.Year()))
}

// writtenYears returns split labels as the caller wrote them, for answers to
// questions that name no place.
func (r *reader) writtenYears() (out []string) {
	form := tax.YearForm{Pattern: "2025-26", Split: true}
	for i := range r.years {
		if r.years[i].kind != rangeYear {
			continue
		}
		if reading, err := form.Read(r.years[i].text); err == nil && !slices.Contains(out, reading.Label) {
			out = append(out, reading.Label)
		}
	}
	return out
}

// writtenYear returns the year as the caller wrote it, for a place whose form
// of years is not known.
func (r *reader) writtenYear() string {
	if years := r.writtenYears(); len(years) > 0 {
		return years[0]
	}
	for i := range r.years {
		if r.years[i].kind == singleYear {
			return r.years[i].text
		}
	}
	return ""
}

// textOf returns what was written in tokens from to to.
func (r *reader) textOf(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from && !r.tokens[i].Glued {
			b.WriteByte(' ')
		}
		b.WriteString(r.tokens[i].Raw)
	}
	return b.String()
}

func (r *reader) ambiguous(about, text string, readings []string) {
	for _, a := range r.out.Ambiguities {
		if a.About == about && a.Text == text {
			return
		}
	}
	r.out.Ambiguities = append(r.out.Ambiguities, Ambiguity{Text: text, About: about, Readings: readings})
}
