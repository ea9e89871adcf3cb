package commerce

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/tallystick/tallystick/domain/canonical"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/money"
)

// apportion divides an amount over weights by largest remainder, ties to the first. An
// amount of at most the sum of the weights, in whole minor units like them, gives none more
// than its weight.
func apportion(amount money.Dec, weights []money.Dec, places int) []money.Dec {
	out, sum, given := make([]money.Dec, len(weights)), money.Sum(weights...), money.Zero
	order, rest := make([]int, len(weights)), make([]money.Dec, len(weights))
	for i, w := range weights {
		order[i], out[i] = i, money.Zero.Pad(places)
		if sum.IsZero() {
			continue
		}
		product := amount.Mul(w)
		out[i] = product.QuoRound(sum, places, money.Down).Pad(places)
		rest[i], given = product.Sub(out[i].Mul(sum)), given.Add(out[i])
	}
	if sum.IsZero() {
		return out
	}
	slices.SortStableFunc(order, func(i, j int) int { return rest[j].Cmp(rest[i]) })
	unit := money.One
	for range places {
		unit = unit.Quo(money.FromInt(10))
	}
	for n := 0; given.Less(amount); n++ {
		i := order[n%len(order)]
		out[i], given = out[i].Add(unit), given.Add(unit)
	}
	return out
}

// sum adds the lines up; left says which taxes they bear.
func (r *Reversal) sum(left []CommittedLine, places int) {
	r.Taxes = []ReversedTax{}
	zero := money.Zero.Pad(places)
	r.Reversed = Totals{zero, zero, zero}
	for _, l := range r.Lines {
		r.Reversed = Totals{r.Reversed.Net.Add(l.Net), r.Reversed.Tax.Add(l.Tax), r.Reversed.Gross.Add(l.Gross)}
		for i, t := range left[l.Line-1].Codes {
			at := slices.IndexFunc(r.Taxes, func(x ReversedTax) bool { return x.Code == t.Code && x.Rate.Equal(t.Rate) })
			if at < 0 {
				at, r.Taxes = len(r.Taxes), append(r.Taxes, ReversedTax{Code: t.Code, Rate: t.Rate, Base: zero, Tax: zero})
			}
			r.Taxes[at].Base, r.Taxes[at].Tax = r.Taxes[at].Base.Add(l.Net), r.Taxes[at].Tax.Add(l.Taxes[i])
		}
	}
	slices.SortStableFunc(r.Taxes, func(a, b ReversedTax) int { return cmp.Or(cmp.Compare(a.Code, b.Code), a.Rate.Cmp(b.Rate)) })
}

// digest is the SHA-256 of the reversal's figures in their RFC 8785 form. It covers the
// digest of the answer that was committed, so that it says which one it takes back.
func (r Reversal) digest() (string, error) {
	text, err := canonical.JSON(struct {
		ReversalID    string         `json:"reversal_id"`
		SnapshotID    string         `json:"snapshot_id"`
		PreviewSHA256 string         `json:"preview_sha256"`
		Number        int            `json:"number"`
		Date          civil.Date     `json:"date"`
		Currency      string         `json:"currency"`
		Reversed      Totals         `json:"reversed"`
		Taxes         []ReversedTax  `json:"taxes"`
		Remaining     Totals         `json:"remaining"`
		Lines         []ReversedLine `json:"lines"`
	}{r.ReversalID, r.SnapshotID, r.PreviewSHA256, r.Number, r.Date, r.Currency, r.Reversed, r.Taxes, r.Remaining, r.Lines})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// Sound reports whether the figures are those that were hashed.
func (r Reversal) Sound() bool {
	sum, err := r.digest()
	return err == nil && sum == r.SHA256
}

// events are the reversal as it is appended.
func (r Reversal) events() (out []event.Payload, err error) {
	if r.SHA256, err = r.digest(); err != nil {
		return nil, err
	}
	size, part := 0, []ReversedLine{}
	flush := func() {
		r.Parts++
		out, size, part = append(out, ReversalLines{r.Parts, part}), 0, []ReversedLine{}
	}
	for _, l := range r.Lines {
		text, err := json.Marshal(l)
		if err != nil {
			return nil, err
		}
		if size+len(text) > reversalPartBytes {
			flush()
		}
		size, part = size+len(text)+1, append(part, l)
	}
	flush()
	return append([]event.Payload{r.CheckoutReversed}, out...), nil
}
