package invoice

import (
	"strings"

	"github.com/tallystick/tallystick/domain/invoicing"
	"github.com/tallystick/tallystick/domain/money"
)

// worded is the first layout that writes amounts as readers of its language do.
const worded = 2

// numerals are how a language writes numbers: the sign before parts of one, the sign
// between thousands, and from how many digits on it stands there (CLDR's formats).
var numerals = map[string]struct {
	decimal, group string
	from           int
}{
	"de": {",", ".", 4}, "en": {".", ",", 4}, "es": {",", ".", 5}, "fr": {",", "\u00A0", 4}, "it": {",", ".", 4}, "nl": {",", ".", 4},
	"pl": {",", "\u00A0", 5}, "pt": {",", "\u00A0", 5},
}

// paper is how a version writes a document for people.
type paper struct {
	layout   int
	language string
}

func paperOf(d invoicing.InvoiceContent, v Version) paper {
	return paper{max(1, v.Layout), either(v.Language, d.Language)}
}

// Amount writes a number.
func (p paper) Amount(d money.Dec) string {
	text := d.String()
	n, ok := numerals[p.language]
	if p.layout < worded || !ok {
		return text
	}
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	whole, part, parted := strings.Cut(text, ".")
	if len(whole) >= n.from {
		for at := len(whole) - 3; at > 0; at -= 3 {
			whole = whole[:at] + n.group + whole[at:]
		}
	}
	if parted {
		whole += n.decimal + part
	}
	return sign + whole
}

// Percent writes a fraction as a rate.
func (p paper) Percent(d money.Dec) string {
	if p.layout < worded {
		return percent(d) + " %"
	}
	return p.Amount(d.Mul(money.FromInt(100)).Trim(0)) + " %"
}

// TaxName is what a tax is called: VAT by the language's own word.
func (p paper) TaxName(code string) string {
	if p.layout < worded || code != "VAT" || p.language == "en" {
		return code
	}
	return labelsOf(p.language)["Tax"]
}
