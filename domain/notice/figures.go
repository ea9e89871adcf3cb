package notice

import (
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/answer/amount"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
)

// percents are the words of a percentage, in the languages of letters.
var percents = []string{asPercent, "per cent", "percent", "prozent", "pour cent", "por ciento", "per cento", "procent",
	"por cento", "procenta"}

// sums finds amounts as people write them.
var sums = sync.OnceValue(func() *amount.Finder {
	f := &amount.Finder{Currency: &token.Matcher[[]string]{}, Numbers: lexicon.Load().Numbers, Spelled: amount.NewSpelled()}
	for phrase, codes := range lexicon.Load().Currencies {
		f.Currency.Add(phrase, codes)
	}
	for _, phrase := range percents {
		f.Currency.Add(phrase, []string{asPercent})
	}
	return f
})

// Figures lists the numbers of a text that somebody wrote, those of years left out, in
// the form of contract.Figures without its mark: also what is written in words or by
// thousands ("sixty thousand", "60k", "2 million"), and what looks like a year and is
// counted in money ("2000 EUR"). So is what is counted in words ("three children", "two
// thirds"). Words of another language than the text's are figures where money, a percentage
// or what time is counted in follows: a letter may be written in another than it says.
// Days are none: Dates lists them.
func Figures(text, language string) (out []string) {
	tokens := token.Cut(text)
	finder := *sums()
	finder.Languages = []string{language}
	said := make([]bool, len(tokens))
	say := func(from, to int, figure string) {
		for i := from; i < to; i++ {
			said[i] = true
		}
		out = append(out, figure)
	}
	for _, d := range datesIn(tokens) {
		for i := d.from; i < d.to; i++ {
			said[i] = true
		}
	}
	style := styleOf(language)
	for _, s := range finder.Find(tokens, make([]bool, len(tokens))) {
		if figure, ok := beyond(&s, tokens, style); ok && !slices.Contains(said[s.From:s.To], true) {
			say(s.From, s.To, figure)
		}
	}
	for _, s := range worded(&finder, tokens, language) {
		if !slices.Contains(said[s.from:s.to], true) {
			say(s.from, s.to, s.figure)
		}
	}
	for _, c := range countsIn(&finder, tokens, language) {
		if !slices.Contains(said[c.from:c.to], true) {
			say(c.from, c.to, c.figure)
		}
	}
	var rest strings.Builder
	for i, t := range tokens {
		if said[i] {
			rest.WriteString(" ; ")
			continue
		}
		if !t.Glued {
			rest.WriteByte(' ')
		}
		rest.WriteString(t.Raw)
	}
	for _, v := range contract.Figures(rest.String()) {
		out = append(out, strings.TrimPrefix(v, "£"))
	}
	return out
}

// worth is a figure in words that is counted in money or in per cent.
type worth struct {
	from, to int
	figure   string
	units    []string // that it may count
}

// worded finds the figures in words, of every language of letters, that are counted in
// money or in per cent; those of the text's own language come first.
func worded(finder *amount.Finder, tokens []token.Token, language string) (out []worth) {
	f := *finder
	for _, l := range slices.Compact(append([]string{language}, letters...)) {
		f.Languages = []string{l}
		if l != language {
			for _, s := range f.Find(tokens, make([]bool, len(tokens))) {
				if v, doubt := s.Read(styleOf(l)); s.Worded && len(s.Currencies) > 0 && doubt == amount.Certain {
					out = append(out, worth{s.From, s.To, v.Trim(0).String(), s.Currencies})
				}
			}
		}
		for i := range tokens {
			v, to := f.Spelled.Small(tokens, i, f.Languages)
			if to <= i || to >= len(tokens) {
				continue
			}
			length, units := 0, []string(nil)
			f.Currency.At(tokens, to, func(found [][]string, n int) { length, units = n, slices.Concat(found...) })
			if length > 0 {
				out = append(out, worth{i, to + length, money.FromInt(v).String(), units})
			}
		}
	}
	return out
}

// letters are the languages in which letters are written.
var letters = []string{"en", "de", "fr", "es", "it", "nl", "pl", "pt"}

// styleOf is how numbers are written in a language of letters.
func styleOf(language string) amount.Style {
	if language != "en" && language != "" {
		return amount.Style{Comma: true, PointGroups: true}
	}
	return amount.English
}

// beyond is a sum that contract.Figures does not read as what it is.
func beyond(s *amount.Sum, tokens []token.Token, style amount.Style) (figure string, ok bool) {
	var digits []string
	var raw strings.Builder
	for _, t := range tokens[s.From:s.To] {
		raw.WriteString(t.Text)
		if t.Kind == token.Number {
			digits = append(digits, t.Text)
		}
	}
	v, doubt := s.Read(style)
	if !s.Worded && len(digits) == 1 {
		alone, err := money.Parse(digits[0])
		year := len(digits[0]) == 4 && (digits[0][:2] == "19" || digits[0][:2] == "20")
		switch {
		case s.Plain(), doubt != amount.Certain && !strings.ContainsFunc(raw.String(), letter):
			return "", false
		case err == nil && doubt == amount.Certain && v.Equal(alone) && !year:
			return "", false
		}
	}
	if doubt != amount.Certain {
		return raw.String(), true
	}
	return v.Trim(0).String(), true
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r > 0x7f }
