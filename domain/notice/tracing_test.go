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
