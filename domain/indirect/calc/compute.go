package calc

import (
	"fmt"
	"slices"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Compute computes a document. A document that breaks the rules of its types
// is a *tax.InputError that names every faulty field, as "lines[2].quantity".
func Compute(d Document) (Result, error) {
	if err := check(d); err != nil {
		return Result{}, err
	}
	lines, err := priced(d)
	if err != nil {
		return Result{}, err
	}
	taxes := taxed(d, lines)
	if err := within(d, lines, taxes); err != nil {
		return Result{}, err
	}
	return assemble(d, lines, taxes), nil
}

// within refuses a policy under which tax takes more than a whole price that
// includes it: small prices, rounded up for every unit or tax.
func within(d Document, lines []amounts, taxes [][]money.Dec) error {
	var in tax.InputError
	for i := range lines {
		if d.PricesGross && money.Sum(taxes[i]...).Greater(lines[i].base) {
			in.Add("rounding.mode", "rounded so, the tax of lines[%d] is more than its price; round per line or document, to the nearest", i)
		}
	}
	return in.Err()
}

// amounts is what a line is worth before tax is added or extracted.
type amounts struct {
	amount, discount, shipping money.Dec
	base                       money.Dec // amount less discounts plus shipping
}

func check(d Document) error {
	var in tax.InputError
	if len(d.Lines) == 0 {
		in.Add("lines", "at least one line")
	}
	seen := make(map[string]int, len(d.Lines))
	for i, l := range d.Lines {
		field := func(name string) string { return fmt.Sprintf("lines[%d].%s", i, name) }
		if l.ID == "" {
			in.Add(field("id"), "each line needs an id")
		} else if j, twice := seen[l.ID]; twice {
			in.Add(field("id"), "%q is also the id of lines[%d]", l.ID, j)
		}
		seen[l.ID] = i
		if l.Quantity.Sign() <= 0 {
			in.Add(field("quantity"), "greater than zero; what is returned goes on a credit note")
		}
		if d.Policy.Level == PerUnit && !l.Quantity.Equal(l.Quantity.Whole(money.Down)) {
			in.Add(field("quantity"), "a whole number where tax is rounded per unit")
		}
		if l.UnitPrice.Sign() < 0 {
			in.Add(field("unit_price"), "not negative")
		}
		if l.Discount.Sign() < 0 {
			in.Add(field("discount"), "not negative")
		}
		for _, c := range l.Components {
			if c.Rate.Sign() < 0 {
				in.Add(field("rate"), "not negative")
			}
		}
	}
	for _, a := range []struct {
		field  string
		amount money.Dec
	}{{"discount", d.Discount}, {"shipping", d.Shipping}} {
		if a.amount.Sign() < 0 || !a.amount.Equal(a.amount.Round(d.MinorUnits, money.Down)) {
			in.Add(a.field, "an amount of the currency, not negative, at most %d places", d.MinorUnits)
		}
	}
	if _, ok := ParseLevel(string(d.Policy.Level)); !ok {
		in.Add("rounding.level", "unit, line or document")
	}
	return in.Err()
}

// priced works out each line's base, with its shares of what the document
// discounts and charges.
func priced(d Document) ([]amounts, error) {
	var in tax.InputError
	lines := make([]amounts, len(d.Lines))
	ids, weights := make([]string, len(d.Lines)), make([]money.Dec, len(d.Lines))
	for i, l := range d.Lines {
		a := l.Quantity.Mul(l.UnitPrice).Round(d.MinorUnits, d.LineRounding)
		discount := l.Discount.Round(d.MinorUnits, money.HalfUp)
		if discount.Greater(a) {
			in.Add(fmt.Sprintf("lines[%d].discount", i), "at most the line's amount, %s", a)
		}
		lines[i] = amounts{amount: a, base: a.Sub(discount)}
		ids[i] = l.ID
		if !l.NoShare {
			weights[i] = lines[i].base
		}
	}
	sum := money.Sum(weights...)
	if d.Discount.Greater(sum) {
		in.Add("discount", "at most what the lines come to, %s", sum)
	}
	if d.Shipping.Sign() > 0 && sum.IsZero() {
		in.Add("shipping", "no line carries it: every line that could is worth zero")
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if sum.IsZero() {
		return lines, nil
	}
	discounts := proportion(d.Discount, ids, weights, d.MinorUnits)
	shipping := proportion(d.Shipping, ids, weights, d.MinorUnits)
	for i := range lines {
		lines[i].discount, lines[i].shipping = discounts[i], shipping[i]
		lines[i].base = lines[i].base.Sub(discounts[i]).Add(shipping[i])
	}
	return lines, nil
}

// factor is the fraction of a base that a component is: its rate when prices
// exclude tax, else rate ÷ (1 + all rates of the line).
func factor(d Document, l Line, c Component) (num, den money.Dec) {
	if !d.PricesGross {
		return c.Rate, money.One
	}
	all := money.One
	for _, other := range l.Components {
		all = all.Add(other.Rate)
	}
	return c.Rate, all
}

// group is a component at one factor over the whole document.
type group struct {
	code     string
	num, den money.Dec
	lines    []int // index of the line
	slots    []int // index of the component within the line
}

func groups(d Document) []*group {
	var out []*group
	find := func(code string, num, den money.Dec) *group {
		for _, g := range out {
			if g.code == code && g.num.Equal(num) && g.den.Equal(den) {
				return g
			}
		}
		g := &group{code: code, num: num, den: den, lines: make([]int, 0, len(d.Lines)), slots: make([]int, 0, len(d.Lines))}
		out = append(out, g)
		return g
	}
	for i, l := range d.Lines {
		for k, c := range l.Components {
			num, den := factor(d, l, c)
			g := find(c.Code, num, den)
			g.lines = append(g.lines, i)
			g.slots = append(g.slots, k)
		}
	}
	return out
}

// components is how many the lines have in all.
func (d Document) components() (n int) {
	for _, l := range d.Lines {
		n += len(l.Components)
	}
	return n
}

// taxed returns the tax of every component of every line.
func taxed(d Document, lines []amounts) [][]money.Dec {
	out := make([][]money.Dec, len(lines))
	room := make([]money.Dec, d.components())
	for i, l := range d.Lines {
		n := len(l.Components)
		out[i], room = room[:n:n], room[n:]
	}
	for _, g := range groups(d) {
		switch d.Policy.Level {
		case PerDocument:
			base := money.Zero
			shares := make([]share, len(g.lines))
			for j, i := range g.lines {
				base = base.Add(lines[i].base)
				shares[j] = share{d.Lines[i].ID, lines[i].base.Mul(g.num).Quo(g.den)}
			}
			total := base.Mul(g.num).Quo(g.den).Round(d.MinorUnits, d.Policy.Mode)
			for j, amount := range distribute(total, shares, d.MinorUnits) {
				out[g.lines[j]][g.slots[j]] = amount
			}
		case PerLine:
			for j, i := range g.lines {
				out[i][g.slots[j]] = lines[i].base.Mul(g.num).Quo(g.den).Round(d.MinorUnits, d.Policy.Mode)
			}
		case PerUnit:
			for j, i := range g.lines {
				q := d.Lines[i].Quantity
				unit := lines[i].base.Mul(g.num).Quo(g.den.Mul(q)).Round(d.MinorUnits, d.Policy.Mode)
				out[i][g.slots[j]] = unit.Mul(q).Round(d.MinorUnits, money.HalfUp)
			}
		}
	}
	return out
}

func assemble(d Document, lines []amounts, taxes [][]money.Dec) Result {
	r := Result{Lines: make([]LineResult, len(lines))}
	room := make([]ComponentAmount, 0, d.components())
	places := d.MinorUnits
	for i, l := range d.Lines {
		a := lines[i]
		out := LineResult{ID: l.ID, Amount: a.amount, LineDiscount: l.Discount.Round(places, money.HalfUp),
			DocDiscount: a.discount.Pad(places), ShippingShare: a.shipping.Pad(places),
			Tax: money.Sum(taxes[i]...).Pad(places)}
		if d.PricesGross {
			out.Gross = a.base.Pad(places)
			out.Net = a.base.Sub(out.Tax).Pad(places)
		} else {
			out.Net = a.base.Pad(places)
			out.Gross = a.base.Add(out.Tax).Pad(places)
		}
		first := len(room)
		for k, c := range l.Components {
			num, den := factor(d, l, c)
			exact := a.base.Mul(num).Quo(den)
			room = append(room, ComponentAmount{Code: c.Code, Rate: c.Rate,
				Taxable: out.Net, Amount: taxes[i][k].Pad(places),
				Difference: taxes[i][k].Sub(exact).Round(8, money.HalfEven)})
		}
		if len(l.Components) > 0 {
			out.Components = room[first:len(room):len(room)]
		}
		r.Lines[i] = out
		r.Net, r.Tax, r.Gross = r.Net.Add(out.Net), r.Tax.Add(out.Tax), r.Gross.Add(out.Gross)
	}
	r.Net, r.Tax, r.Gross = r.Net.Pad(places), r.Tax.Pad(places), r.Gross.Pad(places)
	r.Totals = totals(r.Lines)
	return r
}

// totals adds the lines' components up by code and rate.
func totals(lines []LineResult) []ComponentAmount {
	var out []ComponentAmount
	for _, l := range lines {
		for _, c := range l.Components {
			i := slices.IndexFunc(out, func(t ComponentAmount) bool { return t.Code == c.Code && t.Rate.Equal(c.Rate) })
			if i < 0 {
				out = append(out, c)
				continue
			}
			t := &out[i]
			t.Taxable, t.Amount = t.Taxable.Add(c.Taxable), t.Amount.Add(c.Amount)
			t.Difference = t.Difference.Add(c.Difference)
		}
	}
	slices.SortFunc(out, func(a, b ComponentAmount) int {
		if a.Code != b.Code {
			if a.Code < b.Code {
				return -1
			}
			return 1
		}
		return a.Rate.Cmp(b.Rate)
	})
	return out
}
