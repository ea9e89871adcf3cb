package commerce

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Codes of what a reversal can be refused with.
const (
	ReversalExceedsCheckout = "reversal_exceeds_checkout" // more than what remains
	ReversalComesToNothing  = "reversal_comes_to_nothing" // a quantity so small that it has no price
	ReversalTotalChanged    = "total_changed"             // it comes to another total than was expected
)

const (
	reversalsMax      = 200      // of one checkout
	reversalPartBytes = 40 << 10 // of the lines in one event
)

// ReversedLine is how much of a line a reversal takes back. It names the line by its
// place, from 1, since figures must stay when nobody can read the cart any more.
type ReversedLine struct {
	Line     int         `json:"line"`
	Quantity money.Dec   `json:"quantity"` // zero: an amount was given back, and nothing came
	Net      money.Dec   `json:"net"`
	Tax      money.Dec   `json:"tax"`
	Gross    money.Dec   `json:"gross"`
	Taxes    []money.Dec `json:"taxes"` // of each of the line's taxes, in the order of the committed answer
}

// ReversedTax is what a reversal takes back of one tax at one rate.
type ReversedTax struct {
	Code string    `json:"code" doc:"Names the tax, as the committed answer does."`
	Rate money.Dec `json:"rate" doc:"At which it was committed, a fraction."`
	Base money.Dec `json:"base" doc:"Net amount that it was on."`
	Tax  money.Dec `json:"tax"`
}

// Totals are the figures of a checkout, or of a part of it.
type Totals struct {
	Net   money.Dec `json:"net"`
	Tax   money.Dec `json:"tax"`
	Gross money.Dec `json:"gross"`
}

func (t Totals) less(o Totals) Totals {
	return Totals{t.Net.Sub(o.Net), t.Tax.Sub(o.Tax), t.Gross.Sub(o.Gross)}
}

// CheckoutReversed takes a part of a checkout back; the lines follow in the same
// append.
type CheckoutReversed struct {
	ReversalID    string        `json:"reversal_id"`
	SnapshotID    string        `json:"snapshot_id"`
	CartID        string        `json:"cart_id"`
	PreviewSHA256 string        `json:"preview_sha256"` // of the committed answer that it reverses
	Number        int           `json:"number"`         // among the checkout's, from 1
	Date          civil.Date    `json:"date"`
	Currency      string        `json:"currency"`
	Reversed      Totals        `json:"reversed"`
	Taxes         []ReversedTax `json:"taxes"`
	Remaining     Totals        `json:"remaining"` // of the checkout, after it
	SHA256        string        `json:"sha256"`    // see Reversal.digest
	Reason        sealed.Text   `json:"reason,omitzero"`
	Parts         int           `json:"parts"` // events that follow
}

// ReversalLines are lines of the reversal before it in the stream, in order.
type ReversalLines struct {
	Part  int            `json:"part"` // from 1
	Lines []ReversedLine `json:"lines"`
}

func (CheckoutReversed) EventType() string { return "commerce.checkout_reversed.v1" }
func (ReversalLines) EventType() string    { return "commerce.reversal_lines.v1" }

// Reversal is a part of a checkout that was taken back; it never changes.
type Reversal struct {
	CheckoutReversed
	Lines    []ReversedLine
	Meta     event.Metadata
	Revision uint64 // of its last event
}

// ReversalID is the id of a checkout's n-th reversal.
func ReversalID(snapshotID string, n int) string { return fmt.Sprintf("%s_%d", snapshotID, n) }

// ReversedSnapshot is the checkout that a reversal's id names; ok is false where the id
// is no reversal's.
func ReversedSnapshot(reversalID string) (snapshotID string, ok bool) {
	snapshotID, _, ok = strings.Cut(reversalID, "_")
	return snapshotID, ok
}

// Reversal finds one of the checkout's by its id.
func (s Snapshot) Reversal(id string) (Reversal, bool) {
	at := slices.IndexFunc(s.Reversals, func(r Reversal) bool { return r.ReversalID == id })
	if at < 0 {
		return Reversal{}, false
	}
	return s.Reversals[at], true
}

// reverse adds an event of a reversal; what was handed out before stays as it is.
func (s *Snapshot) reverse(e event.Recorded) {
	s.Reversals = slices.Clone(s.Reversals)
	switch p := e.Payload.(type) {
	case CheckoutReversed:
		s.Reversals = append(s.Reversals, Reversal{CheckoutReversed: p, Meta: e.Meta, Revision: e.Revision})
	case ReversalLines:
		if n := len(s.Reversals); n > 0 {
			r := &s.Reversals[n-1]
			r.Lines, r.Revision = append(slices.Clip(r.Lines), p.Lines...), e.Revision
		}
	}
}

// Remaining is what of the checkout no reversal has taken back.
func (s Snapshot) Remaining() Totals {
	left := Totals{s.Taken.Net, s.Taken.Tax, s.Taken.Gross}
	for _, r := range s.Reversals {
		left = left.less(r.Reversed)
	}
	return left
}

// CommittedLine is a line of a checkout: its figures as they were committed, or what of
// them remains.
type CommittedLine struct {
	ID string
	ReversedLine
	Codes []ReversedTax // the taxes by code and rate, as ReversedLine.Taxes has their amounts

	gross bool // prices include tax
}

// digits are how many decimals the checkout's amounts have.
func (s Snapshot) digits() int {
	places, _ := money.MinorUnitsIn(s.Taken.Currency, s.Taken.Date.Year(), s.Taken.Date.Month())
	return places
}

// Committed are the checkout's lines as they were committed.
// ok is false where the content can not be read any more.
func (s Snapshot) Committed() (lines []CommittedLine, ok bool) {
	var cart Cart
	var preview Preview
	if !s.Whole() || json.Unmarshal(s.Cart, &cart) != nil || json.Unmarshal(s.Preview, &preview) != nil {
		return nil, false
	}
	for i, l := range preview.Result.Lines {
		line := CommittedLine{ID: l.ID, gross: preview.Result.PricesIncludeTax, ReversedLine: ReversedLine{Line: i + 1,
			Quantity: money.One, Net: l.Net, Tax: l.Tax, Gross: l.Gross, Taxes: []money.Dec{}}}
		if i < len(cart.Lines) && cart.Lines[i].ID == l.ID {
			line.Quantity = cart.Lines[i].Quantity
		}
		for _, t := range l.Components {
			line.Taxes = append(line.Taxes, t.Amount)
			line.Codes = append(line.Codes, ReversedTax{Code: t.Code, Rate: t.Rate})
		}
		lines = append(lines, line)
	}
	return lines, true
}

// Left are the checkout's lines with what of them remains.
func (s Snapshot) Left() (lines []CommittedLine, ok bool) {
	if lines, ok = s.Committed(); !ok {
		return nil, false
	}
	for _, r := range s.Reversals {
		for _, back := range r.Lines {
			if back.Line < 1 || back.Line > len(lines) || len(back.Taxes) != len(lines[back.Line-1].Taxes) {
				return nil, false
			}
			lines[back.Line-1].subtract(back)
		}
	}
	return lines, true
}

func (l *CommittedLine) subtract(back ReversedLine) {
	l.Quantity, l.Net, l.Tax, l.Gross = l.Quantity.Sub(back.Quantity), l.Net.Sub(back.Net), l.Tax.Sub(back.Tax), l.Gross.Sub(back.Gross)
	for i, t := range back.Taxes {
		l.Taxes[i] = l.Taxes[i].Sub(t)
	}
}

// nothing reports whether nothing of the line is left.
func (l CommittedLine) nothing() bool {
	return l.Quantity.Sign() <= 0 && l.Gross.IsZero() && l.Net.IsZero()
}

// Reverse takes a committed checkout back, wholly or by line.
type Reverse struct {
	Lines         []ReverseLine `json:"lines,omitempty" minItems:"1" maxItems:"1000" nullable:"false" doc:"What is taken back; left out, or null: all that remains of the checkout. An empty list is refused: it takes nothing back."`
	Date          civil.Date    `json:"date,omitzero" format:"date" doc:"Of the reversal, in whose period its tax counts: from the day of the commit to today; left out: today, where the site is."`
	ExpectedGross *money.Dec    `json:"expected_gross,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 119.00" doc:"What is paid back: a reversal that comes to anything else is refused."`
	Reason        string        `json:"reason,omitempty" maxLength:"400" doc:"In words, for those who read the reversal."`
}

// ReverseLine is how much of a line is taken back: a quantity, or an amount with or
// without tax; none of them = all that remains of it.
type ReverseLine struct {
	ID       string     `json:"id" minLength:"1" maxLength:"100" doc:"Of the checkout's line."`
	Quantity *money.Dec `json:"quantity,omitempty" pattern:"^[0-9]{1,12}([.][0-9]{1,6})?$" patternDescription:"a decimal string such as 2" doc:"That came back, with its share of discount and shipping; left out, with an amount: none did."`
	Net      *money.Dec `json:"net,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 10.00"`
	Gross    *money.Dec `json:"gross,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 11.90"`
}

// Validate reports every malformed field.
func (c Reverse) Validate() error {
	var f fault.Fields
	seen := map[string]bool{}
	for i, l := range c.Lines {
		field, n := index("lines", i), 0
		for _, x := range []struct {
			name string
			of   *money.Dec
		}{{"quantity", l.Quantity}, {"net", l.Net}, {"gross", l.Gross}} {
			if x.of == nil {
				continue
			}
			if n++; x.of.Sign() <= 0 {
				f.Add(field+"."+x.name, "above zero")
			}
		}
		if n > 1 {
			f.Add(field, "one of quantity, net and gross")
		}
		if seen[l.ID] {
			f.Add(field+".id", "stands twice")
		}
		seen[l.ID] = true
	}
	f.Day("date", c.Date)
	f.Text("reason", c.Reason)
	return f.Err()
}

// ReversalFacts are what a reversal must know beside the checkout.
type ReversalFacts struct {
	Today       civil.Date // where the site is
	CommittedOn civil.Date // the same
}

// Decide gives CheckoutReversed and its lines.
//
// Errors: fault.InvalidInput; fault.Immutable where the content was forgotten, or after
// reversalsMax; fault.Blocked with reversal_exceeds_checkout, reversal_comes_to_nothing and
// total_changed.
func (c Reverse) Decide(s Snapshot, _ act.Context, f ReversalFacts) ([]event.Payload, error) {
	if err := c.misfits(s, &f); err != nil {
		return nil, err
	}
	left, ok := s.Left()
	switch {
	case !ok:
		return nil, fault.New(fault.Immutable, "the content of the checkout was forgotten with its customer, or is not what was hashed")
	case len(s.Reversals) >= reversalsMax:
		return nil, fault.New(fault.Immutable, "the checkout has been reversed %d times", reversalsMax)
	}
	places := s.digits()
	lines, b := c.taken(left, places, "snapshot/"+s.ID)
	r := Reversal{Lines: lines, CheckoutReversed: CheckoutReversed{
		ReversalID: ReversalID(s.ID, len(s.Reversals)+1), SnapshotID: s.ID, CartID: s.Taken.CartID, PreviewSHA256: s.Taken.PreviewSHA256,
		Number: len(s.Reversals) + 1, Date: c.Date, Currency: s.Taken.Currency}}
	if r.Date.IsZero() {
		r.Date = f.Today
	}
	r.sum(left, places)
	if want := c.ExpectedGross; len(b) == 0 && want != nil && !want.Equal(r.Reversed.Gross) {
		b = append(b, fault.Blocker{Code: ReversalTotalChanged, Field: "expected_gross", Resource: "snapshot/" + s.ID,
			Message: fmt.Sprintf("the reversal comes to %s, not %s", r.Reversed.Gross, want)})
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	r.Remaining = s.Remaining().less(r.Reversed)
	if c.Reason != "" {
		r.Reason = sealed.Of(s.Taken.Subject(), c.Reason)
	}
	return r.events()
}

// misfits reports what a command says that the checkout makes malformed.
func (c Reverse) misfits(s Snapshot, f *ReversalFacts) error {
	var bad fault.Fields
	places := s.digits()
	fits := func(field string, v *money.Dec) {
		if v != nil && !v.Equal(v.Round(places, money.Down)) {
			bad.Add(field, "at most %d places in %s", places, s.Taken.Currency)
		}
	}
	for i, l := range c.Lines {
		fits(index("lines", i)+".net", l.Net)
		fits(index("lines", i)+".gross", l.Gross)
	}
	fits("expected_gross", c.ExpectedGross)
	if !c.Date.IsZero() && (c.Date.After(f.Today) || c.Date.Before(f.CommittedOn)) {
		bad.Add("date", "from the day of the commit, %s, to today, %s", f.CommittedOn, f.Today)
	}
	return bad.Err()
}

// taken is what of each line is taken back, with everything that exceeds what is left.
func (c Reverse) taken(left []CommittedLine, places int, resource string) (out []ReversedLine, b fault.Blockers) {
	blocked := func(i int, code, format string, args ...any) {
		b = append(b, fault.Blocker{Code: code, Field: index("lines", i), Resource: resource,
			Message: fmt.Sprintf(format, args...)})
	}
	if len(c.Lines) == 0 {
		for _, l := range left {
			if !l.nothing() {
				out = append(out, l.ReversedLine)
			}
		}
		if len(out) == 0 {
			b.On(resource, ReversalExceedsCheckout, "nothing of the checkout is left")
		}
		return out, b
	}
	byID := make(map[string]CommittedLine, len(left))
	for _, l := range left {
		byID[l.ID] = l
	}
	for i, a := range c.Lines {
		l, ok := byID[a.ID]
		if !ok {
			blocked(i, ReversalExceedsCheckout, "the checkout has no line %q", a.ID)
			continue
		}
		back, ok := l.share(a, places)
		switch {
		case !ok:
			blocked(i, ReversalExceedsCheckout, "of line %q no more is left than quantity %s, net %s, gross %s", a.ID, l.Quantity, l.Net, l.Gross)
		case back.Gross.IsZero() && !l.Gross.IsZero():
			blocked(i, ReversalComesToNothing, "of line %q that quantity comes to nothing; the line comes to %s for %s", a.ID, l.Gross, l.Quantity)
		default:
			out = append(out, back)
		}
	}
	slices.SortFunc(out, func(x, y ReversedLine) int { return x.Line - y.Line })
	return out, b
}

// share is a part of what is left of a line, in proportion; ok is false where it is more.
// What is all that is left is the remainder itself, so that the parts come to the whole
// to the minor unit. Where prices include tax, the gross amount is shared and tax taken
// out of it, else the net amount, and tax put on it.
func (l CommittedLine) share(a ReverseLine, places int) (ReversedLine, bool) {
	var part, of money.Dec
	switch {
	case a.Quantity != nil:
		part, of = *a.Quantity, l.Quantity
	case a.Net != nil:
		part, of = *a.Net, l.Net
	case a.Gross != nil:
		part, of = *a.Gross, l.Gross
	default:
		return l.ReversedLine, !l.nothing()
	}
	if part.Greater(of) {
		return ReversedLine{}, false
	}
	if part.Equal(of) {
		return l.ReversedLine, true
	}
	share := func(amount money.Dec) money.Dec {
		return amount.Mul(part).QuoRound(of, places, money.HalfUp).Pad(places)
	}
	back := ReversedLine{Line: l.Line, Tax: share(l.Tax)}
	back.Taxes = apportion(back.Tax, l.Taxes, places)
	switch {
	case a.Quantity != nil && l.gross:
		back.Quantity, back.Gross = part, share(l.Gross)
		back.Net = back.Gross.Sub(back.Tax)
	case a.Quantity != nil:
		back.Quantity, back.Net = part, share(l.Net)
		back.Gross = back.Net.Add(back.Tax)
	case a.Net != nil:
		back.Net = part.Pad(places)
		back.Gross = back.Net.Add(back.Tax)
	default:
		back.Gross = part.Pad(places)
		back.Net = back.Gross.Sub(back.Tax)
	}
	return back, true
}
