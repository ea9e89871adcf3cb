package notice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
)

// dated is a day that a text names, as the tokens from, up to to. It is known by its keys:
// 2026-01-31, and --01-31 where the year is left out; a day that can be read in two orders
// has both.
type dated struct {
	from, to int
	keys     []string
	raw      string
}

// Dates lists the days that a text names, in the form 2026-01-31; where the year is left
// out, --01-31.
func Dates(text string) (out []string) {
	for _, d := range datesIn(token.Cut(text)) {
		out = append(out, d.keys...)
	}
	return out
}

// datesIn finds the days that a text names: in digits, and with months and days in words of
// the languages of letters.
func datesIn(tokens []token.Token) (out []dated) {
	for i := 0; i < len(tokens); {
		keys, end := dateAt(tokens, i)
		if end <= i {
			i++
			continue
		}
		var raw strings.Builder
		for k, t := range tokens[i:end] {
			if k > 0 && !t.Glued {
				raw.WriteByte(' ')
			}
			raw.WriteString(t.Raw)
		}
		out = append(out, dated{i, end, keys, raw.String()})
		i = end
	}
	return out
}

func dateAt(tokens []token.Token, i int) (keys []string, end int) {
	for _, read := range []func([]token.Token, int) ([]string, int){digitDate, dayFirst, monthFirst} {
		if keys, end = read(tokens, i); end > i {
			return keys, end
		}
	}
	return nil, i
}

// digitDate reads 2026-01-31, 31.01.2026, 31/01/2026 and 31-1-26.
func digitDate(tokens []token.Token, i int) ([]string, int) {
	if tokens[i].Kind != token.Number {
		return nil, i
	}
	parts, end, order := strings.Split(tokens[i].Text, "."), i+1, "."
	if len(parts) == 1 {
		for len(parts) < 3 {
			if end+1 >= len(tokens) || (tokens[end].Text != "-" && tokens[end].Text != "/") || !tokens[end].Glued || !tokens[end+1].Glued ||
				len(parts) == 2 && tokens[end].Text != order || tokens[end+1].Kind != token.Number {
				return nil, i
			}
			order, parts, end = tokens[end].Text, append(parts, tokens[end+1].Text), end+2
		}
	}
	var n [3]int
	for k, p := range parts {
		v, err := strconv.Atoi(p)
		if len(parts) != 3 || err != nil || len(p) > 4 {
			return nil, i
		}
		n[k] = v
	}
	var keys []string
	add := func(year, month, day int) {
		if key := dateKey(year, month, day); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	switch {
	case len(parts[0]) == 4:
		add(n[0], n[1], n[2])
	case len(parts[2]) == 2 || len(parts[2]) == 4:
		if len(parts[2]) == 2 {
			n[2] += 2000
		}
		add(n[2], n[1], n[0])
		if order == "/" { // in the United States the month comes first
			add(n[2], n[0], n[1])
		}
	}
	if len(keys) == 0 {
		return nil, i
	}
	return keys, end
}

// dateKey names a day; "" where there is none such. Year 0 = it is left out.
func dateKey(year, month, day int) string {
	held := year
	if year == 0 {
		held = 2024 // a leap year
	}
	text := fmt.Sprintf("%04d-%02d-%02d", held, month, day)
	if _, err := civil.Parse(text); err != nil {
		return ""
	}
	if year == 0 {
		return "-" + text[4:]
	}
	return text
}

// dayFirst reads "31. Januar 2026", "the first of May", "tres de mayo de 2026".
func dayFirst(tokens []token.Token, i int) ([]string, int) {
	day, at := dayOf(tokens, i)
	if day == 0 {
		return nil, i
	}
	for at < len(tokens) && slices.Contains([]string{"of", "de", "d", "'", "day"}, tokens[at].Text) {
		at++
	}
	month := monthAt(tokens, at)
	if month == 0 {
		return nil, i
	}
	year, end := yearAfter(tokens, at+1)
	if key := dateKey(year, month, day); key != "" {
		return []string{key}, end
	}
	return nil, i
}

// monthFirst reads "January 31, 2026", "May the first".
func monthFirst(tokens []token.Token, i int) ([]string, int) {
	month := monthAt(tokens, i)
	if month == 0 {
		return nil, i
	}
	at := i + 1
	for at < len(tokens) && (tokens[at].Text == "." || tokens[at].Text == "the") {
		at++
	}
	day, at := dayOf(tokens, at)
	if day == 0 {
		return nil, i
	}
	year, end := yearAfter(tokens, at)
	if key := dateKey(year, month, day); key != "" {
		return []string{key}, end
	}
	return nil, i
}

// dayOf reads the day of a month, in digits or in words; 0 = none stands there.
func dayOf(tokens []token.Token, i int) (day, end int) {
	if i >= len(tokens) {
		return 0, i
	}
	if tokens[i].Kind == token.Number {
		v, err := strconv.Atoi(tokens[i].Text)
		if err != nil || v < 1 || v > 31 || len(tokens[i].Text) > 2 {
			return 0, i
		}
		for end = i + 1; end < len(tokens) && tokens[end].Glued && slices.Contains(daySuffixes, tokens[end].Text); {
			end++
		}
		return v, end
	}
	for most := min(3, len(tokens)-i); most > 0; most-- { // "treinta y uno"
		var words []string
		for _, t := range tokens[i : i+most] {
			words = append(words, t.Text)
		}
		if v := dayWords()[strings.Join(words, " ")]; v > 0 {
			return v, i + most
		}
	}
	return 0, i
}

// monthAt is the month that a word names; 0 = none. English ones begin with a capital: what
// may be, and who may march, are none.
func monthAt(tokens []token.Token, i int) int {
	if i >= len(tokens) || tokens[i].Kind != token.Word {
		return 0
	}
	verb := slices.Contains([]string{"may", "mar", "march"}, tokens[i].Text)
	if verb && !tokens[i].Title && !tokens[i].Caps {
		return 0
	}
	return months[tokens[i].Text]
}

// yearAfter reads the year that follows a day and month; 0 = none does.
func yearAfter(tokens []token.Token, i int) (year, end int) {
	at := i
	for at < len(tokens) && slices.Contains([]string{",", ".", "de", "del", "of"}, tokens[at].Text) {
		at++
	}
	if at < len(tokens) && tokens[at].Kind == token.Number && len(tokens[at].Text) == 4 {
		if v, err := strconv.Atoi(tokens[at].Text); err == nil && v >= 1900 && v < 2100 {
			return v, at + 1
		}
	}
	return 0, i
}
