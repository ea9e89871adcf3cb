package gb

import (
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"pgregory.net/rapid"
)

func dec(s string) money.Dec { return money.MustParse(s) }

func genParams(t *rapid.T) *params {
	row := rapid.SampledFrom(incomeCoverage()).Draw(t, "row")
	return resolved.In(nil)[keyOf(&row)]
}

// genAmount draws whole pounds, often near an edge of the law.
func genAmount(t *rapid.T, label string) money.Dec {
	if rapid.Bool().Draw(t, label+" near an edge") {
		edge := rapid.SampledFrom([]int64{0, 500, 1000, 2000, 5000, 12570, 17570, 31092, 37700, 43662, 50270, 62430, 100000, 125140,
			150000}).Draw(t, label+" edge")
		return money.FromInt(max(0, edge+rapid.Int64Range(-1500, 1500).Draw(t, label+" off")))
	}
	return money.FromInt(rapid.Int64Range(0, 180_000).Draw(t, label))
}

// TestNoAllocationIsBetter draws random ways to set the allowances against the
// kinds of income: none may leave less tax than the one chosen (s. 25(2)).
func TestNoAllocationIsBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := genParams(t)
		net := stack{genAmount(t, "non-savings"), genAmount(t, "savings"), genAmount(t, "dividends")}
		allowances := money.FromInt(rapid.SampledFrom([]int64{12570, 12570, 15640, 11310, 6000, 1, 0}).Draw(t, "allowances"))
		sc, _ := p.raise(money.FromInt(rapid.SampledFrom([]int64{0, 0, 1000, 25000}).Draw(t, "raised")))
		got := p.allocate(sc, net, allowances)
		taxable := net.sum().Sub(allowances).Positive()
		if !got.sum().Equal(taxable) || got.nonSavings.Greater(net.nonSavings) || got.savings.Greater(net.savings) ||
			got.dividends.Greater(net.dividends) {
			t.Fatalf("%+v of %+v with %s", got.stack, net, allowances)
		}
		allowance := p.savingsAllowance(sc, taxable)
		for range 60 {
			s := money.Min(net.savings, money.FromInt(rapid.Int64Range(0, 180_000).Draw(t, "taxed savings")))
			d := money.Min(net.dividends, money.FromInt(rapid.Int64Range(0, 180_000).Draw(t, "taxed dividends")))
			n := taxable.Sub(s).Sub(d)
			if n.Sign() < 0 || n.Greater(net.nonSavings) {
				continue
			}
			if other := p.on(sc, stack{n, s, d}, allowance); other.tax.Less(got.tax) {
				t.Fatalf("%+v leaves %s, %+v leaves %s", got.stack, got.tax, other.stack, other.tax)
			}
		}
		// The search never leaves more than one over every crossing.
		best := got.tax
		p.crossings(sc, net, taxable, allowance, func(s, d money.Dec) {
			n := taxable.Sub(s).Sub(d)
			if n.Sign() < 0 || s.Sign() < 0 || d.Sign() < 0 || n.Greater(net.nonSavings) || s.Greater(net.savings) || d.Greater(net.dividends) {
				return
			}
			if c := p.on(sc, stack{n, s, d}, allowance); c.tax.Less(best) {
				t.Fatalf("the search leaves %s, %+v leaves %s", got.tax, c.stack, c.tax)
			}
		})
	})
}

// TestAllowancesMoveUpTheStack holds two cases in which sparing non-savings
// income is not best, computed by hand for 2025-26.
func TestAllowancesMoveUpTheStack(t *testing.T) {
	p := resolved.In(nil)[key{"2025-26", restOfUK}]
	// Dividends straddle the basic rate limit by the nil rate: 49,770 of salary
	// and 10,500 of dividends. Non-savings first: 37,200 at 20 %, the nil rate
	// fills the band, 10,000 at 33.75 %. Moving 500 of allowance to dividends
	// costs 500 × 20 % and saves 500 × 33.75 %.
	got := p.allocate(&p.scales, stack{dec("49770"), money.Zero, dec("10500")}, dec("12570"))
	if !got.nonSavings.Equal(dec("37700")) || !got.tax.Equal(dec("10746.25")) {
		t.Errorf("straddling dividends: %+v", got)
	}
	// Savings lie wholly within starting and nil rate, so the allowance that
	// salary leaves goes to dividends: 8,000 of salary, 6,000 of interest,
	// 20,000 of dividends.
	got = p.allocate(&p.scales, stack{dec("8000"), dec("6000"), dec("20000")}, dec("12570"))
	if !got.savings.Equal(dec("6000")) || !got.tax.Equal(dec("1306.375")) {
		t.Errorf("sheltered savings: %+v", got)
	}
}

// TestCoverAgainstHMRC holds the second example of HMRC's Capital Gains Manual
// CG21205 (https://www.gov.uk/hmrc-internal-manuals/capital-gains-manual/cg21205)
// with the rates of its year, 2016-17: 6,100.00 of tax.
func TestCoverAgainstHMRC(t *testing.T) {
	pools := [3]pool{
		{rates: rates{lower: dec("0.18"), upper: dec("0.28")}, gains: dec("16100")},
		{rates: rates{lower: dec("0.10"), upper: dec("0.20")}, gains: dec("25000")},
	}
	if _, least := cover(pools, dec("11100"), dec("3000")); !least.Equal(dec("6100")) {
		t.Errorf("example 2: %s", least)
	}
	one := [3]pool{{rates: rates{lower: dec("0.18"), upper: dec("0.28")}, gains: dec("30000")}}
	if _, least := cover(one, dec("10100"), dec("17400")); !least.Equal(dec("3832")) {
		t.Errorf("example 1: %s", least)
	}
}

// TestNoCoverIsBetter draws other ways to set exempt amount and band against
// the pools: none may leave less tax.
func TestNoCoverIsBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pools [3]pool
		prices := rapid.Permutation([]rates{{dec("0.18"), dec("0.24"), ""}, {dec("0.10"), dec("0.20"), ""},
			{dec("0.18"), dec("0.28"), ""}}).Draw(t, "rates")
		for i := range pools {
			pools[i] = pool{rates: prices[i], gains: money.FromInt(rapid.Int64Range(0, 40).Draw(t, "gains"))}
		}
		exempt, band := rapid.Int64Range(0, 40).Draw(t, "exempt"), rapid.Int64Range(0, 40).Draw(t, "band")
		_, least := cover(pools, money.FromInt(exempt), money.FromInt(band))
		for range 80 {
			next, e, b := pools, exempt, band
			for i := range next {
				gains, _ := next[i].gains.Int64()
				x := rapid.Int64Range(0, min(e, gains)).Draw(t, "x")
				y := rapid.Int64Range(0, min(b, gains-x)).Draw(t, "y")
				next[i].exempt, next[i].inBand, e, b = money.FromInt(x), money.FromInt(y), e-x, b-y
			}
			if sum := next[0].tax().Add(next[1].tax()).Add(next[2].tax()); sum.Less(least) {
				t.Fatalf("%s is not the least: %+v leaves %s", least, next, sum)
			}
		}
	})
}

// crossings tries every crossing of the edges of the tax, as amounts of savings
// and dividends that stay taxable: slower than the search, and simpler.
func (p *params) crossings(sc *scales, net stack, taxable, nil0 money.Dec, try func(savings, dividends money.Dec)) {
	var room [3][24]money.Dec
	// Edges in non-savings income alone: its bands, the starting limit, and the
	// places from which savings leave the basic and the higher band.
	ns := append(room[0][:0], money.Zero, net.nonSavings, p.startingLimit.Dec)
	for i := range sc.nonSavings.Bands {
		if b := &sc.nonSavings.Bands[i]; !b.Open {
			ns = append(ns, b.To)
		}
	}
	// Edges in savings alone, and in dividends alone.
	sv := append(room[1][:0], money.Zero, net.savings, nil0)
	dv := append(room[2][:0], money.Zero, net.dividends, p.dividendNil.Dec,
		// where savings just fill the starting rate, and the nil rate after it
		taxable.Sub(p.startingLimit.Dec), taxable.Sub(p.startingLimit.Dec).Sub(nil0))
	for i := range 2 {
		limit := sc.savings.Bands[i].To
		ns = append(ns, limit.Sub(nil0))
		dv = append(dv, taxable.Sub(limit), taxable.Sub(limit).Add(p.dividendNil.Dec))
	}
	ns, sv, dv = within(ns, net.nonSavings), within(sv, net.savings), within(dv, net.dividends)
	for _, d := range dv {
		for _, s := range sv {
			try(s, d)
		}
		for _, n := range ns {
			try(taxable.Sub(n).Sub(d), d)
		}
	}
	for _, s := range sv {
		for _, n := range ns {
			try(s, taxable.Sub(n).Sub(s))
		}
	}
}

// within keeps the amounts from 0 to top, each once, in place.
func within(amounts []money.Dec, top money.Dec) []money.Dec {
	kept := amounts[:0]
next:
	for _, a := range amounts {
		if a.Sign() < 0 || a.Greater(top) {
			continue
		}
		for _, k := range kept {
			if k.Equal(a) {
				continue next
			}
		}
		kept = append(kept, a)
	}
	return kept
}
