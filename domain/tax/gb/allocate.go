package gb

import "github.com/tallystick/tallystick/domain/money"

// The search for the least tax. With T the taxable income of all kinds, n its
// non-savings part, and m the height of non-savings and savings together, the
// tax is, up to what does not depend on the choice,
//
//	Φ(n, m) = N(n) + S(m) − S(min(m, max(n, limit) + a)) − D(min(T, m + b))
//
// where N, S and D are the taxes by the three schedules, limit is the starting
// rate limit for savings, a the savings allowance and b the dividend
// allowance. The choice is bounded by the income of each kind.
//
// Φ is piecewise linear. Between two edges at which its slope rises it is
// concave, so its least value lies at such an edge or at a bound: every other
// point can be passed over. For one m, those in n are its lower bound and, at
// the top of a stretch on which Φ falls as n rises, the edge of N there, m − a,
// or all non-savings income. Along each of these lines the edges in m are few
// and known.

// search returns the stack of taxable income that bears the least tax, and Φ
// at it with D(T) added, which is its tax.
func (p *params) search(sc *scales, net stack, taxable, nil0 money.Dec) (best stack, least money.Dec) {
	q := query{p: p, sc: sc, net: net, taxable: taxable, a: nil0, whole: sc.dividends.Tax(taxable)}
	q.lo = taxable.Sub(net.dividends).Positive()
	q.hi = money.Min(taxable, net.nonSavings.Add(net.savings))
	q.findDips()
	q.height(q.lo)
	if q.hi.Greater(q.lo) {
		q.height(q.hi)
	}
	q.inside(net.savings)
	q.inside(p.startingLimit.Add(nil0))
	q.inside(taxable.Sub(p.dividendNil.Dec))
	for i := range sc.savings.Bands {
		if b := &sc.savings.Bands[i]; !b.Open {
			q.inside(b.To)
		}
	}
	for i := range sc.nonSavings.Bands {
		if b := &sc.nonSavings.Bands[i]; !b.Open {
			q.inside(b.To.Add(net.savings))
		}
	}
	for i := range q.dips[:q.count] {
		q.inside(q.dips[i].to.Add(nil0))
	}
	if q.dipping(net.nonSavings) {
		q.inside(net.nonSavings.Add(nil0))
	}
	return q.best, q.least
}

// query is one search.
type query struct {
	p       *params
	sc      *scales
	net     stack
	taxable money.Dec
	a       money.Dec // savings allowance
	whole   money.Dec // D(T)
	lo, hi  money.Dec // bounds of m
	dips    [8]dip
	count   int // of dips

	found bool
	best  stack
	least money.Dec
}

// dip is a stretch of n on which Φ falls: a pound of non-savings income is
// taxed lower than the savings that it pushes out of the savings allowance.
type dip struct{ from, to money.Dec }

func (q *query) findDips() {
	savings := q.sc.savings.Bands
	for i := range q.sc.nonSavings.Bands {
		b := &q.sc.nonSavings.Bands[i]
		if b.Open || !b.From.Less(q.taxable) || q.count == len(q.dips) {
			return
		}
		for k := range savings {
			if !savings[k].Rate.Greater(b.Rate) {
				continue
			}
			from := money.Max(money.Max(b.From, q.p.startingLimit.Dec), savings[k].From.Sub(q.a))
			if from.Less(b.To) && from.Less(q.taxable) {
				q.dips[q.count] = dip{from, b.To}
				q.count++
			}
			break
		}
	}
}

// dipping reports whether Φ falls just below n.
func (q *query) dipping(n money.Dec) bool {
	for i := range q.dips[:q.count] {
		if d := &q.dips[i]; n.Greater(d.from) && !n.Greater(d.to) {
			return true
		}
	}
	return false
}

func (q *query) inside(m money.Dec) {
	if m.Greater(q.lo) && m.Less(q.hi) {
		q.height(m)
	}
}

// height tries the edges in n for one m.
func (q *query) height(m money.Dec) {
	savings := q.sc.savings.Tax(m)
	beside := savings.Add(q.whole).Sub(q.sc.dividends.Tax(money.Min(q.taxable, m.Add(q.p.dividendNil.Dec))))
	lo := m.Sub(q.net.savings).Positive()
	q.try(lo, m, beside, savings)
	if q.count == 0 {
		return
	}
	top := money.Min(q.net.nonSavings, m.Sub(q.a))
	if top.Greater(lo) && q.dipping(top) {
		q.try(top, m, beside, savings)
	}
	for i := range q.dips[:q.count] {
		if edge := q.dips[i].to; edge.Greater(lo) && edge.Less(top) {
			q.try(edge, m, beside, savings)
		}
	}
}

// try weighs one stack; beside is what of its tax does not depend on n, and
// savings the savings tax at m.
func (q *query) try(n, m, beside, savings money.Dec) {
	relieved := savings
	if from := money.Max(n, q.p.startingLimit.Dec).Add(q.a); from.Less(m) {
		relieved = q.sc.savings.Tax(from)
	}
	sum := q.sc.nonSavings.Tax(n).Add(beside).Sub(relieved)
	if q.found && (sum.Greater(q.least) || sum.Equal(q.least) && !n.Less(q.best.nonSavings)) {
		return
	}
	q.found, q.least = true, sum
	q.best = stack{n, m.Sub(n), q.taxable.Sub(m)}
}
