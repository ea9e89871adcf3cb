package tax

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
)

// YearReading is what a text says about a tax year.
type YearReading struct {
	Label     string   // the canonical label; "" when ambiguous
	May       []string // the labels the text may mean, when ambiguous
	Canonical bool     // the text is the canonical label itself
}

// YearError says why a text is no tax year here, with the right form.
type YearError struct{ Message string }

func (e *YearError) Error() string { return e.Message }

// Read reads any written form of one tax year: the label itself, its variants
// ("2025/26", "2025–2026", "25/26"), a label after a word that settles it
// ("AY 2026-27", "YA 2026"), a full date, which means the year that contains
// it, and a bare year where that is not ambiguous. The error is a *YearError.
func (f *YearForm) Read(text string) (YearReading, error) {
	s := normalYear(text)
	if d, err := civil.Parse(s); err == nil {
		if d.Year() <= yearMin || d.Year() >= yearMax {
			return YearReading{}, f.wrong(text)
		}
		return YearReading{Label: f.On(d)}, nil
	}
	word, s := f.cutPrefix(s)
	first, second, ok := yearNumbers(s)
	if !ok {
		return YearReading{}, f.wrong(text)
	}
	shift := 0
	if word == assessmentWord {
		shift = -1
	}
	if second != 0 {
		return f.readRange(text, word, first+shift, second+shift)
	}
	return f.readSingle(text, word, first+shift)
}

type yearWord int

const (
	noWord yearWord = iota
	settlingWord
	incomeWord
	assessmentWord
)

func (f *YearForm) readRange(text string, word yearWord, first, second int) (YearReading, error) {
	if second != first+1 {
		return YearReading{}, &YearError{fmt.Sprintf("%q does not span one year; write it as %s", text, f.Pattern)}
	}
	if !f.Split && !f.EndLabels {
		return YearReading{}, f.wrong(text)
	}
	label := f.Label(first)
	if f.RangeAsks && word == noWord {
		return YearReading{May: []string{f.Label(first - 1), label}, Canonical: text == label}, nil
	}
	return YearReading{Label: label, Canonical: text == label}, nil
}

func (f *YearForm) readSingle(text string, word yearWord, year int) (YearReading, error) {
	switch {
	case word == incomeWord:
		return YearReading{Label: f.Label(year)}, nil
	case word == assessmentWord && !f.Split:
		return YearReading{Label: f.Label(year)}, nil
	case f.Split && word == assessmentWord:
		return YearReading{May: []string{f.Label(year - 1), f.Label(year)}}, nil
	case f.Split:
		if f.BareAsks {
			return YearReading{May: []string{f.Label(year - 1), f.Label(year)}}, nil
		}
		return YearReading{Label: f.Label(year)}, nil
	}
	label := f.Label(year - f.offset())
	if f.BareAsks && word == noWord {
		return YearReading{May: []string{label, f.Label(year - f.offset() + 1)}, Canonical: text == label}, nil
	}
	return YearReading{Label: label, Canonical: text == label}, nil
}

// Canonical returns the label that the tax_year of a request means. The
// canonical label is always taken as written, even where a question that
// holds only it would be ambiguous.
func (f *YearForm) Canonical(text string) (string, error) {
	r, err := f.Read(text)
	switch {
	case err != nil:
		return "", err
	case r.Canonical:
		return text, nil
	case r.Label == "":
		return "", &YearError{fmt.Sprintf("%q may mean %s; write it as %s", text, strings.Join(r.May, " or "), f.Pattern)}
	}
	return r.Label, nil
}

// Label returns the label of the tax year that begins in a calendar year.
func (f *YearForm) Label(begins int) string {
	if f.Split {
		return fmt.Sprintf("%s%04d-%02d", f.LabelPrefix, begins, (begins+1)%100)
	}
	return fmt.Sprintf("%s%04d", f.LabelPrefix, begins+f.offset())
}

// offset is how far a single-year label lies after the year's beginning.
func (f *YearForm) offset() int {
	n := f.Lag
	if f.EndLabels {
		n++
	}
	return n
}

// On returns the label of the tax year that contains a day.
func (f *YearForm) On(d civil.Date) string {
	year := d.Year()
	if d.Before(f.start(year)) {
		year--
	}
	return f.Label(year)
}

// Period returns the days of the tax year with a canonical label, and whether
// it is one.
func (f *YearForm) Period(label string) (civil.Period, bool) {
	first, _, ok := yearNumbers(strings.TrimPrefix(label, f.LabelPrefix))
	if !ok {
		return civil.Period{}, false
	}
	begins := first
	if !f.Split {
		begins -= f.offset()
	}
	if f.Label(begins) != label {
		return civil.Period{}, false
	}
	return civil.Period{From: f.start(begins), To: f.start(begins + 1).AddDays(-1)}, true
}

func (f *YearForm) start(year int) civil.Date {
	if f.Start == [2]int{} {
		return civil.Of(year, 1, 1)
	}
	return civil.Of(year, f.Start[0], f.Start[1])
}

func (f *YearForm) wrong(text string) error {
	return &YearError{fmt.Sprintf("%q is not a tax year here; write it as %s", text, f.Pattern)}
}

// cutPrefix takes a leading word that settles which year is meant.
func (f *YearForm) cutPrefix(s string) (yearWord, string) {
	for _, set := range []struct {
		word  yearWord
		words []string
	}{
		{assessmentWord, f.AssessmentPrefixes}, {incomeWord, f.IncomePrefixes},
		{settlingWord, f.Prefixes},
	} {
		for _, p := range set.words {
			if rest, ok := strings.CutPrefix(s, p); ok && (rest == "" || rest[0] <= '9') { // a whole word: "inkomståret" is not "inkomstår"
				return set.word, strings.TrimSpace(rest)
			}
		}
	}
	if rest, ok := strings.CutPrefix(s, "tax year "); ok {
		return noWord, rest
	}
	return noWord, s
}

var yearDashes = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "−", "-", "/", "-", " - ", "-", " to ", "-")

func normalYear(text string) string {
	s := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	return strings.ReplaceAll(yearDashes.Replace(s), " - ", "-")
}

// yearNumbers reads "2025", "2025-26", "2025-2026" and "25-26"; second is 0
// for a single year.
func yearNumbers(s string) (first, second int, ok bool) {
	a, b, pair := strings.Cut(s, "-")
	first, ok = yearNumber(a)
	if !pair {
		return first, 0, ok && len(a) == 4
	}
	if !ok || len(b) == 4 && len(a) != 4 {
		return 0, 0, false
	}
	second, ok = yearNumber(b)
	if len(b) == 2 && ok {
		second = first/100*100 + second%100
		if second < first {
			second += 100
		}
	}
	return first, second, ok
}

// yearMin and yearMax bound the years that a label may name.
const (
	yearMin = 1900
	yearMax = 2199
)

// yearNumber reads four digits, or two as a year of 1980 to 2079.
func yearNumber(s string) (int, bool) {
	if len(s) != 4 && len(s) != 2 {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return 0, false
	}
	year := int(n)
	if len(s) == 2 {
		year += 2000
		if year >= 2080 {
			year -= 100
		}
	}
	return year, year >= yearMin && year <= yearMax
}
