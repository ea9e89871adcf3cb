package block

import (
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Band is one step of a Schedule: Rate applies above From, up to To. The last
// band is Open and has no To.
type Band struct {
	Label    string
	From, To money.Dec
	Open     bool
	Rate     money.Dec

	// shift is what a tax of Rate on the whole amount exceeds the slice tax by.
	shift money.Dec
}

// Schedule is a set of bands ready for computing. It is never changed after
// it was made, and may be shared.
type Schedule struct {
	Bands []Band
	Cite  []law.Citation
}

// NewSchedule prepares bands read from law.
func NewSchedule(s law.Schedule) Schedule {
	bands := make([]Band, len(s.Bands))
	from := money.Zero
	for i, b := range s.Bands {
		bands[i] = Band{Label: b.Label, From: from, Rate: b.Rate, Open: b.To == nil}
		if b.To != nil {
			bands[i].To, from = *b.To, *b.To
		}
	}
	return Make(bands, s.Cite)
}

// Make prepares bands that a formula derived, such as stretched ones. From of
// the first band, contiguity and the order of edges are the caller's.
func Make(bands []Band, cite []law.Citation) Schedule {
	for i := range bands {
		b := &bands[i]
		if i == 0 {
			b.shift = b.From.Mul(b.Rate)
			continue
		}
		p := &bands[i-1]
		b.shift = p.shift.Add(p.To.Mul(b.Rate.Sub(p.Rate)))
	}
	return Schedule{bands, cite}
}

// Tax is the slice tax on x; an amount of 0 or less owes 0.
func (s *Schedule) Tax(x money.Dec) money.Dec {
	if x.Sign() <= 0 {
		return money.Zero
	}
	b := s.Holding(x)
	return x.Mul(b.Rate).Sub(b.shift)
}

// Between is the slice tax on the part of an amount that lies above lo, up to
// hi: the tax on income stacked on top of other income.
func (s *Schedule) Between(lo, hi money.Dec) money.Dec {
	if lo.Sign() <= 0 {
		return s.Tax(hi)
	}
	return s.Tax(hi).Sub(s.Tax(lo))
}

// Slab is x times the rate of the band that holds it.
func (s *Schedule) Slab(x money.Dec) money.Dec {
	if x.Sign() <= 0 {
		return money.Zero
	}
	return x.Mul(s.Holding(x).Rate)
}

// Entered returns the band in which the next unit above x is taxed.
func (s *Schedule) Entered(x money.Dec) *Band {
	for i := range s.Bands {
		if b := &s.Bands[i]; b.Open || x.Less(b.To) {
			return b
		}
	}
	return &s.Bands[len(s.Bands)-1]
}

// Holding returns the band that holds x: From < x ≤ To.
func (s *Schedule) Holding(x money.Dec) *Band {
	for i := range s.Bands {
		if b := &s.Bands[i]; b.Open || !x.Greater(b.To) {
			return b
		}
	}
	return &s.Bands[len(s.Bands)-1]
}

// Raise returns a copy in which the upper edge of band i, and every edge above
// it, lies by higher: a widened basic-rate band, say.
func (s *Schedule) Raise(i int, by money.Dec) Schedule {
	bands := make([]Band, len(s.Bands))
	copy(bands, s.Bands)
	for ; i < len(bands); i++ {
		if bands[i].Open {
			break
		}
		bands[i].To = bands[i].To.Add(by)
		bands[i+1].From = bands[i].To
	}
	return Make(bands, s.Cite)
}

// Scale returns a copy with every edge multiplied by factor: bands for a
// couple, or for part of a year.
func (s *Schedule) Scale(factor money.Dec) Schedule {
	bands := make([]Band, len(s.Bands))
	copy(bands, s.Bands)
	for i := range bands {
		bands[i].From, bands[i].To = bands[i].From.Mul(factor), bands[i].To.Mul(factor)
	}
	return Make(bands, s.Cite)
}

// Slice is the part of an amount that fell into one band.
type Slice struct {
	Label             string
	Amount, Rate, Tax money.Dec
}

// Split appends to dst the parts of what lies above lo, up to hi, one a band
// entered (the first band of the stretch even when it is empty). The tax of
// each part is rounded so that all parts add up to the rounded tax of the
// whole, whatever the rounding.
func (s *Schedule) Split(dst []Slice, lo, hi money.Dec, r Rounding) []Slice {
	lo, hi = lo.Positive(), hi.Positive()
	start, done, sum := len(dst), money.Zero, money.Zero
	for i := range s.Bands {
		b := &s.Bands[i]
		top := hi
		if !b.Open {
			top = money.Min(hi, b.To)
		}
		amount := top.Sub(money.Max(lo, b.From))
		if amount.Sign() <= 0 {
			continue
		}
		sum = sum.Add(amount.Mul(b.Rate))
		next := r.Apply(sum)
		dst = append(dst, Slice{b.Label, amount, b.Rate, next.Sub(done)})
		done = next
	}
	if len(dst) == start {
		b := s.Entered(lo)
		dst = append(dst, Slice{Label: b.Label, Rate: b.Rate})
	}
	return dst
}
