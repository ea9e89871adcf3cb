package invoice

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
)

// Numbers are written as the readers of each language write them, the sign before; what
// layout 1 wrote stays as it was.
func TestAmounts(t *testing.T) {
	for language, want := range map[string][4]string{
		"de": {"-1.234.567,50", "1.234,50", "0,5", "5,5 %"}, "en": {"-1,234,567.50", "1,234.50", "0.5", "5.5 %"},
		"es": {"-1.234.567,50", "1234,50", "0,5", "5,5 %"}, "fr": {"-1\u00A0234\u00A0567,50", "1\u00A0234,50", "0,5", "5,5 %"},
		"it": {"-1.234.567,50", "1.234,50", "0,5", "5,5 %"}, "nl": {"-1.234.567,50", "1.234,50", "0,5", "5,5 %"},
		"pl": {"-1\u00A0234\u00A0567,50", "1234,50", "0,5", "5,5 %"}, "pt": {"-1\u00A0234\u00A0567,50", "1234,50", "0,5", "5,5 %"},
		"xx": {"-1234567.50", "1234.50", "0.5", "5.5 %"},
	} {
		for layout, want := range map[int][4]string{2: want, 1: {"-1234567.50", "1234.50", "0.5", "5.5 %"}} {
			p := paper{layout, language}
			got := [4]string{p.Amount(money.MustParse("-1234567.50")), p.Amount(money.MustParse("1234.50")), p.Amount(money.MustParse("0.5")),
				p.Percent(money.MustParse("0.055"))}
			if got != want {
				t.Errorf("%s, layout %d: %q", language, layout, got)
			}
		}
	}
	if got := (paper{2, "de"}).TaxName("VAT") + (paper{2, "en"}).TaxName("VAT") + (paper{2, "de"}).TaxName("US-MN-state") +
		(paper{1, "de"}).TaxName("VAT"); got != "SteuerVATUS-MN-stateVAT" {
		t.Error(got)
	}
}
