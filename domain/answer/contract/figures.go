package contract

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Figures returns the numbers of a text that are figures: neither a tax year's
// label (2025, 2025-26, 2025/26) nor a date (2026-04-05). A figure beside a
// currency sign, a percent sign or a word of scale is marked with £, whichever
// it is, and is a figure whatever it looks like: "£2025", "2 million".
func Figures(text string) (out []string) {
	tokens := token.Cut(text)
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.Kind != token.Number {
			continue
		}
		marked := i > 0 && moneySign(tokens[i-1].Text) ||
			i+1 < len(tokens) && (tokens[i+1].Text == "%" || moneySign(tokens[i+1].Text) || scaled(tokens[i+1].Text))
		if !marked && yearLike(t.Text) {
			for i+2 < len(tokens) && (tokens[i+1].Text == "-" || tokens[i+1].Text == "/") && tokens[i+1].Glued &&
				tokens[i+2].Glued && tokens[i+2].Kind == token.Number && (len(tokens[i+2].Text) == 2 || yearLike(tokens[i+2].Text)) {
				i += 2
			}
			continue
		}
		v := canonical(t.Text)
		if marked {
			v = "£" + v // a marked number is a figure, however small
		}
		out = append(out, v)
	}
	return out
}

// holdsLaw reports a percentage or an amount in a text: numbers of sections,
// forms and years are none.
func holdsLaw(text string) bool {
	for _, f := range Figures(text) {
		if strings.HasPrefix(f, "£") || strings.Contains(f, ".") || len(f) > 4 {
			return true
		}
	}
	return false
}

// scaled reports a word that makes an amount of the small number before it.
func scaled(s string) bool {
	return slices.Contains([]string{"thousand", "million", "millions", "billion", "lakh", "lakhs", "crore", "crores", "percent"}, s)
}

func moneySign(s string) bool { return s != "" && strings.Contains("£$€¥₹₩₽₺", s) }

func yearLike(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") && !strings.ContainsAny(s, ".,' ")
}

// canonical writes a number so that equal ones are equal texts: 60,000.00 is
// 60000.
func canonical(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == ',' || r == '\'' || r == ' ' {
			return -1
		}
		return r
	}, s)
	d, err := money.Parse(s)
	if err != nil {
		return s
	}
	return decimal(d)
}

func decimal(d money.Dec) string {
	s := d.String()
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// ownNumbers returns what the caller's facts hold, in the form of Figures.
func ownNumbers(c *Contract) map[string]bool {
	own := map[string]bool{}
	for _, f := range c.FactsUsed {
		v := canonical(f.Value)
		own[v], own["£"+v] = true, true
	}
	return own
}

// ResultFigures returns the figures of a result, in the form of Figures; those that are
// negative, as a refund is, without their sign as well.
func ResultFigures(r *tax.Result) (out []string) {
	values := []money.Dec{r.TaxableIncome, r.TotalTax, r.EffectiveRate, r.MarginalRate, r.StatutoryRate, r.NetPayable}
	for _, v := range []*money.Dec{r.AdjustedGross, r.Deduction, r.TakeHome, r.Difference} {
		if v != nil {
			values = append(values, *v)
		}
	}
	for _, b := range r.Bands {
		values = append(values, b.Amount, b.Rate, b.Tax)
	}
	for _, l := range r.Components {
		values = append(values, l.Amount)
	}
	for _, v := range values {
		out = append(out, decimal(v))
		if v.Sign() < 0 {
			out = append(out, decimal(v.Neg()))
		}
	}
	return out
}
