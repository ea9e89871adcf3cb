package amount

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
)

func finder() *Finder {
	l := lexicon.Load()
	f := &Finder{Currency: &token.Matcher[[]string]{}, Numbers: l.Numbers}
	for phrase, codes := range l.Currencies {
		f.Currency.Add(phrase, codes)
	}
	return f
}

func read(f *Finder, text string, style Style) string {
	tokens := token.Cut(text)
	var out []string
	for _, s := range f.Find(tokens, make([]bool, len(tokens))) {
		v, doubt := s.Read(style)
		line := v.String()
		if doubt != Certain {
			line = string(doubt)
		}
		if len(s.Currencies) > 3 {
			line += " " + fmt.Sprint(len(s.Currencies))
		} else if s.Currencies != nil {
			line += " " + strings.Join(s.Currencies, "/")
		}
		if s.Bare {
			line += " bare"
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

func TestAmounts(t *testing.T) {
	f := finder()
	comma, both := Style{Comma: true}, Style{Point: true, Comma: true}
	for _, c := range []struct {
		text  string
		style Style
		want  string
	}{
		{"£60,000", English, "60000 7"},
		{"60k", English, "60000"},
		{"60K", English, "60000"},
		{"£60k", English, "60000 7"},
		{"60k€", English, "60000 EUR"},
		{"1.2 lakh", English, "120000"},
		{"12 LPA", English, "1200000"},
		{"₹12,00,000", English, "1200000 INR"},
		{"12,00,000", English, "1200000"},
		{"1,00,00,000", English, "10000000"},
		{"12,00,00", English, "malformed"},
		{"2 lakh 50 thousand rupees", English, "250000 6"},
		{"sixty thousand", English, "60000"},
		{"sixty-five thousand five hundred pounds", English, "65500 7"},
		{"one hundred and twenty thousand", English, "120000"},
		{"a hundred thousand", English, "100000"},
		{"half a million", English, "500000"},
		{"1.5 million euros", English, "1500000 EUR"},
		{"one of them", English, ""},
		{"five pounds", English, "5 7"},
		{"45.000 €", comma, "45000 EUR"},
		{"45.000 €", both, "separators EUR"},
		{"45.000 €", English, "separators EUR"},
		{"60.000", English, "separators"},
		{"45.000 €", Style{Point: true, PointGroups: true}, "45000 EUR"},
		{"45.5k €", Style{Point: true, PointGroups: true}, "45500 EUR"},
		{"60.000", comma, "60000"},
		{"60,000", comma, "separators"},
		{"60,50", comma, "60.50"},
		{"60,50", English, "separators"},
		{"60.5", comma, "separators"},
		{"$50,000", English, "50000 27"},
		{"US$50,000", English, "50000 USD"},
		{"$120,000 AUD", English, "120000 AUD"},
		{"£50,000 euros", English, "50000 7"},
		{"A$90,000", English, "90000 AUD"},
		{"a $90,000 job", English, "90000 27"},
		{"60,000 pounds", English, "60000 7"},
		{"€ 45 000,50", comma, "45000.50 EUR"},
		{"€ 45 000,50", both, "45000.50 EUR"},
		{"€ 45 000,50", English, "45000.50 EUR"},
		{"CHF 1'200'000.50", English, "1200000.50 CHF"},
		{"R50,000", English, "50000 ZAR"},
		{"r 50,000", English, "50000"},
		{"Rs. 5,00,000", English, "500000 6"},
		{"Rs5,00,000", English, "500000 6"},
		{"50,000 kr", English, "50000 4"},
		{"HK$500,000", English, "500000 HKD"},
		{"GBP60,000", English, "60000 GBP"},
		{"60000", English, "60000 bare"},
		{"60000½", English, "malformed bare; malformed bare"},
		{"£-5,000", English, "negative 7"},
		{"-£5,000", English, "negative 7"},
		{"a loss of -5,000", English, "negative"},
		{"1.2.3", English, "malformed"},
		{"1,2345", English, "malformed"},
		{"1,234.567", English, "separators"},
		{"0.500", English, "0.500"},
		{"99999999999999999999", English, "too_long bare"},
		{"999 billion crore million", English, "too_long"},
		{"£50,000-£60,000", English, "50000 7; 60000 7"},
		{"£50,000 and $3k", English, "50000 7; 3000 27"},
		{"£6O,000", English, "malformed 7; malformed bare"},
		{"£60,000pa", English, "60000 7"},
		{"B60000", English, "malformed bare"},
	} {
		if got := read(f, c.text, c.style); got != c.want {
			t.Errorf("%q in %+v: %q, want %q", c.text, c.style, got, c.want)
		}
	}
}

// A number written in any of the common groupings reads back as itself.
func TestGroupingsReadBack(t *testing.T) {
	f := finder()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1_000_000, 999_999_999_999).Draw(t, "n")
		digits := fmt.Sprint(n)
		for _, c := range []struct {
			sep   string
			style Style
		}{{",", English}, {".", Style{Comma: true}}, {" ", Style{Comma: true}}, {"\u202f", Style{Comma: true}}, {"'", English}} {
			text := group(digits, c.sep)
			if got := read(f, "£"+text, c.style); !strings.HasPrefix(got, digits+" ") {
				t.Fatalf("%q reads as %q", text, got)
			}
		}
	})
}

func group(digits, sep string) string {
	var out []string
	for len(digits) > 3 {
		out = append([]string{digits[len(digits)-3:]}, out...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, out...), sep)
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"£60,000", "60k", "1.2 lakh", "sixty thousand", "45.000 €", "$50,000", "€ 45 000,50", "12,00,000", "-£5", "½",
		"a hundred and", "1.", ",1",
		"one hundred and", "half a", "999999999999999 crore crore crore", "R50k", "２０"} {
		f.Add(s)
	}
	find := finder()
	f.Fuzz(func(t *testing.T, s string) {
		tokens := token.Cut(s)
		for _, sum := range find.Find(tokens, make([]bool, len(tokens))) {
			if sum.From >= sum.To || sum.To > len(tokens) {
				t.Fatalf("%q: span %d to %d", s, sum.From, sum.To)
			}
			for _, style := range []Style{{}, English, {Comma: true}, {Point: true, Comma: true}} {
				v, doubt := sum.Read(style)
				if doubt == Certain && (v.Sign() < 0 || v.IntegerDigits() > IntegerDigitsMax) {
					t.Fatalf("%q reads as %s", s, v)
				}
				if doubt != Certain && !v.Equal(money.Zero) {
					t.Fatalf("%q: a value beside the doubt %s", s, doubt)
				}
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	f := finder()
	tokens := token.Cut("How much income tax do I pay on £60,000 in England in 2025-26?")
	masked := make([]bool, len(tokens))
	for b.Loop() {
		f.Find(tokens, masked)
	}
}
