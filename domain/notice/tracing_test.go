package notice_test

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/notice"
)

// The number of a provision bears out that provision, and no amount or percentage that
// looks like it.
func TestNumbersOfProvisionsAreNoAmounts(t *testing.T) {
	for _, c := range []struct {
		language, text string
		want           []string
	}{
		{"en", "By section 35(1) the tax is £11,432.00.", []string{}},
		{"en", "The rate is 35 per cent.", []string{"35"}},
		{"en", "The rate is 35%, and you owe £10.", []string{"35", "10"}},
		{"en", "Ten percent more.", []string{"10"}},
		{"en", "You have £2,000 free.", []string{}},
		{"de", "Nach § 35 sind es 35 Prozent.", []string{"35"}},
		{"de", "Nach § 10 sind es 11.432,00 Euro.", []string{}},
		{"en", "Call 020 7946 0018.", []string{"20", "7946", "18"}},
	} {
		x := notice.NewTracing(c.language)
		x.Hold("£11432")
		x.Name("s. 35(1): Income Tax Act 2007 (https://www.legislation.gov.uk/ukpga/2007/3/section/35)\ns. 10\ns. 7: £2000 until 2022-23")
		if got := x.Untraced(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q: %v, not %v", c.language, c.text, got, c.want)
		}
	}
}

// What a source counts bears out what counts the same, in the same currency, and stands
// alone; a number that counts nothing bears out nothing that is counted.
func TestFiguresAreTracedAsWhatTheyCount(t *testing.T) {
	for _, c := range []struct {
		language, text string
		want           []string
	}{
		{"en", "You owe €1,190.00, EUR 1190, 1,190 euros or 1,190 in all, at 19 %, or nineteen per cent.", []string{}},
		{"en", "You owe $1,190, or 1190 pounds.", []string{"1190"}},
		{"en", "You owe 19 euros.", []string{"19"}},
		{"en", "A discount of 1190 per cent, of 3 %, or of 12 %.", []string{"1190", "3", "12"}},
		{"en", "Within 19 days, or three days.", []string{"3", "19"}},
		{"en", "Within twelve months: the 12 months of it, three lamps, lamp 3.", []string{}},
		{"en", "Three euros.", []string{"3"}},
		{"en", "19 %, and 19 euros more.", []string{"19"}}, // each of what it counts
		{"de", "Bitte zahlen Sie 1.190,00 EUR (19 % enthalten).", []string{}},
		{"de", "Bitte zahlen Sie 1.191,00 EUR.", []string{"1191"}},
		{"pl", "Prosimy o zapłatę 1190 zł.", []string{"1190"}},
		{"fr", "Merci de régler 1 190,00 euros.", []string{}},
	} {
		x := notice.NewTracing(c.language)
		x.Money("EUR", dec("1190.00"))
		x.Rate(dec("0.19"))
		x.Name("3 lamps", "A plan of 12 months")
		if got := x.Untraced(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q: %v, not %v", c.language, c.text, got, c.want)
		}
	}
}

// A day that no source names is untraced, in whatever form it stands; what counts time is
// borne out by no provision's number, and what is counted otherwise in words is as in digits.
func TestDaysAndCountsAreTraced(t *testing.T) {
	for _, c := range []struct {
		language, text string
		want           []string
	}{
		{"en", "Your notice of 5 April 2026 came in time; we act by the thirty-first of January.", []string{}},
		{"de", "Ihr Bescheid vom 5. April 2026 kam; bis zum 31.01.2027 handeln wir.", []string{}},
		{"en", "Pay by 2027-03-15.", []string{"2027-03-15"}},
		{"en", "Pay by 15 March 2027, or by the fifteenth of March.", []string{"15 March 2027", "fifteenth of March"}},
		{"de", "Zahlen Sie bis zum 15. März 2027.", []string{"15. März 2027"}},
		{"en", "On 31 January 2026.", []string{"31 January 2026"}}, // another year's
		{"en", "Section 35 gives thirty days, and by section 35 an allowance at the section 35 rate.", []string{}},
		{"en", "Section 35 gives 35 days, or thirty-five working days.", []string{"35"}},
		{"en", "Two thirds are exempt for three years.", []string{"2/3", "3"}},
		{"en", "The three of us.", []string{"3"}},
	} {
		x := notice.NewTracing(c.language)
		x.Day("2026-04-05", "2027-01-31")
		x.Say("The appeal is made within 30 days.")
		x.Name("s. 35(2): Act of 2007")
		if got := x.Untraced(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q: %v, not %v", c.language, c.text, got, c.want)
		}
	}
}
