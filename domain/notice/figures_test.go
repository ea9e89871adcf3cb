package notice_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/notice"
)

// A figure is found however it is written, and a year is none.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		language, text string
		want           []string
	}{
		{"en", "In 2025-26 and in 2024 the tax is £11,432.00.", []string{"11432"}},
		{"en", "You save 2000 GBP, or 1950 pounds.", []string{"2000", "1950"}},
		{"en", "You save £2000 in 2025.", []string{"2000"}},
		{"en", "It comes to £20k, or 20 thousand, or 2 million pounds.", []string{"20000", "20000", "2000000"}},
		{"en", "It comes to sixty thousand pounds, and one of them was twelve thousand.", []string{"60000", "12000"}},
		{"en", "The rate is twenty per cent, not 21 per cent and not 22 %.", []string{"20", "21", "22"}},
		{"en", "Under section 35(1) of the Act of 2007", []string{"35", "1"}},
		{"de", "Sie zahlen zwanzig Prozent, also 2000 Euro oder sechzigtausend Euro.", []string{"20", "2000", "60000"}},
		{"de", "Das sind 1,5 Millionen.", []string{"1500000"}},
		{"fr", "Le taux est de vingt pour cent, soit 2000 euros.", []string{"20", "2000"}},
		{"es", "El tipo es del veinte por ciento, o sea dos mil euros.", []string{"20", "2000"}},
		{"it", "Sono duemila euro.", []string{"2000"}},
		{"nl", "Dat is twintig procent.", []string{"20"}},
		// In another language than the letter says that it is in.
		{"en", "Sie zahlen zwölftausend Euro, also neunzig Prozent; douze mille euros, duemila euro.", []string{"12000", "90", "12000", "2000"}},
		{"de", "You owe twelve thousand pounds, or ninety per cent.", []string{"12000", "90"}},
		{"en", "Elf of the six, dix and mille are names; cent of them sei so.", []string{}},
	} {
		got := notice.Figures(c.text, c.language)
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q holds %v, not %v", c.language, c.text, got, c.want)
		}
	}
}
