package calc

import "github.com/tallystick/tallystick/domain/money"

// Level says what is rounded.
type Level string

const (
	PerUnit     Level = "unit"     // the tax of one unit, times the quantity
	PerLine     Level = "line"     // the tax of each line
	PerDocument Level = "document" // the tax of the document, once for each component and rate
)

// Policy is a way of rounding tax.
type Policy struct {
	Level Level
	Mode  money.Rounding
}

// modes names the roundings of a policy as requests and law files write them.
var modes = map[string]money.Rounding{
	"half_up": money.HalfUp, "half_even": money.HalfEven, "half_down": money.HalfDown,
	"down": money.Down, "up": money.Up,
}

// ParseLevel reads a level's name.
func ParseLevel(s string) (Level, bool) {
	l := Level(s)
	return l, l == PerUnit || l == PerLine || l == PerDocument
}

// ParseMode reads a rounding's name: half_up, half_even, half_down, down or up.
func ParseMode(s string) (money.Rounding, bool) {
	m, ok := modes[s]
	return m, ok
}

// ModeName is the reverse of ParseMode.
func ModeName(m money.Rounding) string {
	for name, mode := range modes {
		if mode == m {
			return name
		}
	}
	return ""
}

// Component is one tax on a line.
type Component struct {
	Code string    // "VAT", "CGST", "US-MN-state"; equal codes and rates are added up
	Rate money.Dec // fraction: 0.2 is 20 %
}

// Line is one line of a document. Quantity is positive; UnitPrice and Discount
// are not negative, and Discount is at most quantity × unit price.
type Line struct {
	ID         string // unique in the document
	Quantity   money.Dec
	UnitPrice  money.Dec
	Discount   money.Dec // taken off the line
	Components []Component
	NoShare    bool // takes no share of document discount and shipping
}

// Document is what Compute computes.
type Document struct {
	Lines        []Line
	PricesGross  bool      // prices, discounts and shipping include tax
	Discount     money.Dec // taken off the document, at most the lines' sum
	Shipping     money.Dec // charged on the document and taxed as the lines are, in proportion
	MinorUnits   int       // digits after the point of the currency
	Policy       Policy
	LineRounding money.Rounding // of quantity × unit price
}

// ComponentAmount is the amount of one component on a line or document.
type ComponentAmount struct {
	Code    string    `json:"code"`
	Rate    money.Dec `json:"rate"`
	Taxable money.Dec `json:"taxable"`
	Amount  money.Dec `json:"amount"`
	// Difference is Amount less the exact, unrounded tax, to 8 places.
	Difference money.Dec `json:"rounding_difference"`
}

// LineResult is a computed line. Its amounts carry the currency's digits.
type LineResult struct {
	ID            string            `json:"id"`
	Amount        money.Dec         `json:"amount"`         // quantity × unit price
	LineDiscount  money.Dec         `json:"line_discount"`  // its own
	DocDiscount   money.Dec         `json:"doc_discount"`   // its share of the document's
	ShippingShare money.Dec         `json:"shipping_share"` // its share of shipping
	Net           money.Dec         `json:"net"`
	Tax           money.Dec         `json:"tax"`
	Gross         money.Dec         `json:"gross"`
	Components    []ComponentAmount `json:"components"`
}

// Result is a computed document; lines stand in the order of the request.
type Result struct {
	Lines  []LineResult      `json:"lines"`
	Totals []ComponentAmount `json:"totals"` // by component and rate, ordered by code, then rate
	Net    money.Dec         `json:"net"`
	Tax    money.Dec         `json:"tax"`
	Gross  money.Dec         `json:"gross"`
}
