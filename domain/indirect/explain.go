package indirect

import (
	"fmt"
	"strings"

	"github.com/tallystick/tallystick/domain/money"
)

// Step is one line of the computation, so that a person can redo it by hand.
type Step struct {
	Line        string    `json:"line"` // id of the line; "" = the document
	Label       string    `json:"label"`
	Formula     string    `json:"formula"`
	Value       money.Dec `json:"value"`
	CitationIDs []string  `json:"citation_ids"`
}

// explain writes the steps of a computed document.
func explain(q Request, r Result) []Step {
	var steps []Step
	add := func(line, label string, value money.Dec, ids []string, format string, args ...any) {
		if ids == nil {
			ids = []string{}
		}
		steps = append(steps, Step{line, label, fmt.Sprintf(format, args...), value, ids})
	}
	for i, l := range r.Lines {
		if i < len(q.Lines) {
			add(l.ID, "amount", l.Amount, nil, "%s × %s", q.Lines[i].Quantity, q.Lines[i].UnitPrice)
		} else {
			add(l.ID, "amount", l.Amount, nil, "charge for shipping")
		}
		base := l.Amount.Sub(l.LineDiscount).Sub(l.DocDiscount).Add(l.ShippingShare)
		add(l.ID, "base", base, nil, "%s − %s (line discount) − %s (share of document discount) + %s (share of shipping)",
			l.Amount, l.LineDiscount, l.DocDiscount, l.ShippingShare)
		all := money.One
		for _, c := range l.Components {
			all = all.Add(c.Rate)
		}
		for _, c := range l.Components {
			formula := fmt.Sprintf("%s × %s", base, c.Rate)
			if q.PricesIncludeTax {
				formula = fmt.Sprintf("%s × %s ÷ %s", base, c.Rate, all)
			}
			add(l.ID, c.Code, c.Amount, l.CitationIDs, "%s, rounded per %s %s (rounding difference %s)", formula, r.Rounding.Level, r.Rounding.Mode,
				c.Difference)
		}
		if len(l.Components) == 0 {
			add(l.ID, "tax", l.Tax, l.CitationIDs, "%s: no tax is charged", strings.ReplaceAll(l.Treatment, "_", " "))
		}
	}
	add("", "net", r.Net, nil, "sum of the lines")
	add("", "tax", r.Tax, r.Rounding.CitationIDs, "sum of the lines")
	add("", "gross", r.Gross, nil, "%s + %s", r.Net, r.Tax)
	return steps
}
