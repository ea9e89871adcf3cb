package tax

import (
	"strings"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/block"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Work is one evaluation of a formula: whether roundings take place, and
// where steps and citations are noted. Its zero value rounds as the law says
// and notes nothing, at no cost.
type Work struct {
	Mode    block.Mode
	explain bool
	steps   []Step
	cites   [8][]law.Citation
	cited   int
}

// NewWork begins the evaluation that fills a result.
func NewWork(explain bool) Work { return Work{explain: explain} }

// ExactWork begins an evaluation without roundings, whose slope is the
// marginal rate; it notes nothing.
func ExactWork() Work { return Work{Mode: block.Exact} }

// Explains reports whether steps are wanted; guard with it what is costly to
// prepare for Step.
func (w *Work) Explains() bool { return w.explain }

// Round rounds x by a rule of law, unless the evaluation is exact.
func (w *Work) Round(x money.Dec, r block.Rounding) money.Dec { return r.In(w.Mode, x) }

// Step notes one line of the computation. The formula shows operands by "{}",
// in the order of args: "{} − ({} − {}) ÷ 2". Operators are those a person
// writes: + − × ÷ min max ceil floor.
func (w *Work) Step(code, label string, amount money.Dec, cite []law.Citation, formula string, args ...money.Dec) {
	if !w.explain {
		return
	}
	var text strings.Builder
	for _, a := range args {
		before, after, found := strings.Cut(formula, "{}")
		if !found {
			break
		}
		text.WriteString(before)
		text.WriteString(a.String())
		formula = after
	}
	text.WriteString(formula)
	ids := make([]string, len(cite))
	for i := range cite {
		ids[i] = cite[i].ID
	}
	w.steps = append(w.steps, Step{Code: code, Label: label, Formula: text.String(), Amount: amount, CitationIDs: ids})
}

// Bands notes one line for each band that the stretch from lo to hi entered.
func (w *Work) Bands(code string, s *block.Schedule, lo, hi money.Dec, r block.Rounding) {
	if !w.explain {
		return
	}
	for _, p := range s.Split(nil, lo, hi, r) {
		w.Step(code, p.Label, p.Tax, s.Cite, "{} × {}", p.Amount, p.Rate)
	}
}

// Cite notes that the parameters behind these citations were used. Groups are
// slices resolved once with the parameters; a group noted twice counts once.
func (w *Work) Cite(group []law.Citation) {
	if w.Mode == block.Exact || len(group) == 0 {
		return
	}
	for _, g := range w.cites[:w.cited] {
		if &g[0] == &group[0] && len(g) == len(group) {
			return
		}
	}
	if w.cited == len(w.cites) {
		w.cites[0] = Merge(w.cites[:]...)
		w.cited = 1
	}
	w.cites[w.cited] = group
	w.cited++
}

// Steps returns the lines noted.
func (w *Work) Steps() []Step { return w.steps }

// Citations returns what was cited, each citation once, in order. A single
// group is returned as it is: it must not be changed.
func (w *Work) Citations() []law.Citation {
	if w.cited == 1 {
		g := w.cites[0]
		return g[:len(g):len(g)]
	}
	return Merge(w.cites[:w.cited]...)
}

// Cited returns how many groups were noted.
func (w *Work) Cited() int { return w.cited }

// Merge joins groups of citations, each citation once, in order.
func Merge(groups ...[]law.Citation) []law.Citation {
	n := 0
	for _, g := range groups {
		n += len(g)
	}
	out := make([]law.Citation, 0, n)
	for _, g := range groups {
	next:
		for i := range g {
			for k := range out {
				if out[k].ID == g[i].ID {
					continue next
				}
			}
			out = append(out, g[i])
		}
	}
	return out
}

// slopeStep is the increment of Slope: far below a cent, so that no edge of
// law lies inside it, and short enough to keep all digits.
var (
	slopeStep    = money.MustParse("0.000001")
	slopeInverse = money.MustParse("1000000")
	slopeCliff   = money.FromInt(5)
)

// Slope is the right-hand slope of an exact formula at x: what the next unit
// of income costs. f evaluates the formula with roundings left out. At a cliff
// (a jump within the increment) the slope beyond it is returned, and true: the
// jurisdiction then names the cliff in its assumptions.
func Slope(x money.Dec, f func(x money.Dec) money.Dec) (slope money.Dec, cliff bool) {
	next := x.Add(slopeStep)
	at, beyond := f(x), f(next)
	slope = beyond.Sub(at).Mul(slopeInverse)
	if slope.Abs().Greater(slopeCliff) {
		slope, cliff = f(next.Add(slopeStep)).Sub(beyond).Mul(slopeInverse), true
	}
	return slope.Round(ratePlacesMax, money.HalfUp), cliff
}

// Bands appends to dst the parts of what lies above lo, up to hi, in the bands
// of a schedule, with tax that adds up to the whole's, rounded to places.
func Bands(dst []BandResult, s *block.Schedule, lo, hi money.Dec, r block.Rounding) []BandResult {
	var room [12]block.Slice
	for _, p := range s.Split(room[:0], lo, hi, r) {
		dst = append(dst, BandResult{p.Label, p.Amount, p.Rate, p.Tax})
	}
	return dst
}
