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
		{"en", "Elf of the dix and mille are names; cent of them sei so.", []string{}},
		// What is counted in words is a figure as it would be in digits.
		{"en", "Three children, twenty-four instalments, twelve full months and one of them for thirty working days.",
			[]string{"3", "24", "12", "30"}},
		{"en", "Two thirds of it, a third of the rest, half of that and a dozen more.", []string{"2/3", "1/3", "1/2", "12"}},
		{"en", "In the second half of the year one may file once, in one letter, at the zero rate.", []string{}},
		{"en", "Drei Jahre, trois ans, tres meses, tre anni, drie weken.", []string{"3", "3", "3", "3", "3"}},
		{"de", "Drei Kinder in vierundzwanzig Raten und zwei Drittel davon in einer Rate.", []string{"3", "24", "2/3"}},
		{"de", "Das bleibt außer Acht; acht Tage nicht. In der zweiten Hälfte des Jahres.", []string{"8"}},
		{"de", "Ein Drittel, die Hälfte, hundertzwanzig Seiten.", []string{"1/3", "1/2", "120"}},
		{"fr", "Les deux enfants, un neuf, quatre-vingt-dix jours, la moitié.", []string{"2", "90", "1/2"}},
		{"es", "Dos hijos en treinta y seis plazos.", []string{"2", "36"}},
		{"it", "Lei è: sei anni, due e tre figli, voi sei.", []string{"6", "2", "3"}},
		{"nl", "Een kind, drie auto's, vierentwintig maanden.", []string{"3", "24"}},
		{"pl", "Dwie trzecie za 2 000 zł albo dwa tysiące złotych; dwadzieścia procent, pięć dni, piec.",
			[]string{"2/3", "2000", "2000", "20", "5"}},
		{"pt", "Dois terços em trinta dias, ou seja 2 000 euros ou dois mil euros; vinte por cento.",
			[]string{"2/3", "30", "2000", "2000", "20"}},
		{"en", "Za pięć dni; em cinco prestações.", []string{"5", "5"}},
		// Days are no figures.
		{"en", "By 31 January 2026, the first of May or 2026-04-05, on May 3rd, 2027, or 05/04/2026.", []string{}},
		{"de", "Bis zum 31. Januar 2026, dem ersten Mai, am 05.04.2026.", []string{}},
		{"en", "Under article 3 may somebody march 4 miles.", []string{"3", "4"}},
	} {
		got := notice.Figures(c.text, c.language)
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q holds %v, not %v", c.language, c.text, got, c.want)
		}
	}
}

// A day is found however it is written; a number that is none is no day.
func TestDates(t *testing.T) {
	for text, want := range map[string][]string{
		"by 31 January 2026, the first of May and on April the 5th, 2027": {"2026-01-31", "--05-01", "2027-04-05"},
		"By the twenty-first of March 2026; by May the third.":            {"2026-03-21", "--05-03"},
		"bis zum 31. Januar 2026, am dritten März, am einunddreißigsten Dezember 2025, am 05.04.2026": {"2026-01-31", "--03-03", "2025-12-31",
			"2026-04-05"},
		"le 1er mai 2026, le vingt et un juin, le premier août 2025": {"2026-05-01", "--06-21", "2025-08-01"},
		"el 5 de abril de 2026, treinta y uno de enero":              {"2026-04-05", "--01-31"},
		"il primo maggio 2026, il 2 giugno":                          {"2026-05-01", "--06-02"},
		"op 3 mei 2026, eenentwintig juni, de derde maart":           {"2026-05-03", "--06-21", "--03-03"},
		"do 15 marca 2027 r., pierwszego maja":                       {"2027-03-15", "--05-01"},
		"trzydziestego pierwszego grudnia 2026":                      {"2026-12-31"},
		"até 15 de março de 2027, no primeiro de maio":               {"2027-03-15", "--05-01"},
		"trinta e um de dezembro":                                    {"--12-31"},
		"2026-04-05, 5/4/2026, 31/12/2026, 5-4-26":                   {"2026-04-05", "2026-04-05", "2026-05-04", "2026-12-31", "2026-04-05"},
		"Feb. 29, 2024 and 29 February":                              {"2024-02-29", "--02-29"},
		"30 February 2026, 2026-13-01, 99.99.2026, 31 June, section 3 may apply, in May 2026, 1.5.2, 4 marching bands": {},
	} {
		if got := notice.Dates(text); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q: %v, not %v", text, got, want)
		}
	}
}
