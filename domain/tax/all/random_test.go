package all_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/taxtest"
)

var (
	randomSeed = flag.Uint64("random-seed", 20261128, "of the requests of TestRandomRequests")
	randoms    = flag.Int("randoms", 12, "requests of each row of TestRandomRequests")
)

// drawn is a request of a row with kinds of income, a basis and facts at random.
func drawn(r *rand.Rand, registry *tax.Registry, j *tax.Jurisdiction, row *tax.CoverageRow) tax.Request {
	req := taxtest.Sample(registry, j, row)
	kinds := row.Kinds
	if kinds == nil {
		kinds = j.Kinds
	}
	if len(kinds) == 0 {
		kinds = []tax.Kind{tax.Employment}
	}
	amount := func() money.Dec {
		most := []int64{20_000, 120_000, 600_000, 9_000_000}[r.IntN(4)]
		return money.FromInt(r.Int64N(most))
	}
	if r.IntN(3) == 0 && slices.Contains(kinds, tax.Employment) {
		req.Income, req.HasIncome = amount(), true
	} else {
		for _, k := range r.Perm(len(kinds))[:1+r.IntN(min(3, len(kinds)))] {
			req.Components = append(req.Components, tax.Component{Kind: kinds[k], Amount: amount()})
		}
	}
	if len(j.Bases) > 0 && r.IntN(3) == 0 {
		req.IncomeBasis = j.Bases[r.IntN(len(j.Bases))]
	}
	for i := range j.Facts {
		if f := &j.Facts[i]; r.IntN(4) == 0 && req.Facts[f.Name] == "" {
			if value := valueOf(r, f); value != "" {
				req.Facts[f.Name] = value
			}
		}
	}
	return req
}

func valueOf(r *rand.Rand, f *tax.Fact) string {
	switch f.Type {
	case "boolean":
		return strconv.FormatBool(r.IntN(2) == 0)
	case "choice":
		return f.Choices[r.IntN(len(f.Choices))]
	case "integer":
		return strconv.Itoa(r.IntN(4))
	case "decimal":
		return strconv.Itoa(r.IntN(4000))
	}
	return ""
}

// settled calculates a request after the facts that do not fit it are taken out and those
// that it must give are put in; false = it has no figure.
func settled(t *testing.T, registry *tax.Registry, req *tax.Request) (tax.Result, bool) {
	t.Helper()
	for range 12 {
		got, err := registry.Calculate(req)
		var none *tax.Unavailable
		var missing *tax.MissingFacts
		var faults *tax.InputError
		switch {
		case err == nil:
			return got, true
		case errors.As(err, &none):
			return got, false
		case errors.As(err, &missing):
			for _, f := range missing.Facts {
				if f.Example == "" {
					return got, false
				}
				req.Facts[f.Name] = f.Example
			}
		case errors.As(err, &faults):
			before := len(req.Facts)
			for _, f := range faults.Fields {
				name, is := strings.CutPrefix(f.Field, "facts.")
				if is {
					delete(req.Facts, name)
				}
			}
			if len(req.Facts) == before {
				return got, false
			}
		default:
			t.Fatalf("%+v: %v", *req, err)
		}
	}
	return tax.Result{}, false
}

// more is the request with another unit of money.
func more(req tax.Request) tax.Request {
	if len(req.Components) == 0 {
		req.Income = req.Income.Add(money.One)
		return req
	}
	req.Components = slices.Clone(req.Components)
	req.Components[0].Amount = req.Components[0].Amount.Add(money.One)
	if req.HasIncome {
		req.Income = req.Income.Add(money.One)
	}
	return req
}

// falls are the places whose law, or the rounding that it asks for, lets the tax fall while the
// first income rises by one unit of money, why, and by how much at most.
var falls = map[string]struct {
	when func(req *tax.Request) bool
	most func(got *tax.Result) money.Dec
}{
	// EStG § 32b: the rate has four decimals in per cent, rounded down, and is of the whole income.
	"DE": {func(req *tax.Request) bool { return req.Facts["progression_income"] != "" },
		func(got *tax.Result) money.Dec {
			return got.TaxableIncome.Mul(money.MustParse("0.0000012")).Add(money.One)
		}},
	// Wet IB 2001, arts 8.11 and 8.14a: the labour and the combination credit grow, together, by more than the
	// first rate takes.
	"NL": {func(req *tax.Request) bool { return req.Facts["combination_credit"] == "true" },
		func(*tax.Result) money.Dec { return money.MustParse("0.10") }},
	// The forms round each line to dollars, so that one line falls where another does not yet rise; and the credit for
	// care is of the lower earnings.
	"US": {func(*tax.Request) bool { return true }, func(*tax.Result) money.Dec { return money.One }},
}

// Whatever is asked of a row, at random: the tax does not fall by another unit of money but where the
// law lets it; components add up to the total to the last digit and are never below 0; explaining
// changes no figure; each component has its step, and each step cites what the result cites.
func TestRandomRequests(t *testing.T) {
	t.Logf("seed %d", *randomSeed)
	r := rand.New(rand.NewPCG(*randomSeed, 4))
	registry, computed := all.Registry(), 0
	for _, j := range registry.All() {
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if row.TaxType != "" && row.TaxType != tax.IndividualIncome {
				continue
			}
			for range *randoms {
				req := drawn(r, registry, j, row)
				got, ok := settled(t, registry, &req)
				if !ok {
					continue
				}
				computed++
				name := j.Code + " " + row.TaxYear
				rises(t, registry, name, &req, &got)
				explains(t, registry, name, req, &got)
				addsUp(t, name, &req, &got)
			}
		}
	}
	if computed < 1000 {
		t.Errorf("%d requests are computed", computed)
	}
}

func rises(t *testing.T, registry *tax.Registry, name string, req *tax.Request, got *tax.Result) {
	t.Helper()
	next := more(*req)
	then, err := registry.Calculate(&next)
	if err != nil || !then.TotalTax.Less(got.TotalTax) {
		return
	}
	if f, is := falls[req.Jurisdiction]; is && f.when(req) && !got.TotalTax.Sub(then.TotalTax).Greater(f.most(got)) {
		return
	}
	t.Errorf("%s %s: with another unit of money %s falls to %s: %s %v, %s, %v", name, req.SubRegion, got.TotalTax, then.TotalTax, req.Income,
		req.Components, req.IncomeBasis, req.Facts)
}

func addsUp(t *testing.T, name string, req *tax.Request, got *tax.Result) {
	t.Helper()
	sum := money.Zero
	for _, l := range got.Components {
		switch {
		case l.Amount.Sign() < 0:
			t.Errorf("%s: %s is %s: %v %v", name, l.Code, l.Amount, req.Components, req.Facts)
		case l.InTotal && l.Kind == tax.LevyCredit:
			sum = sum.Sub(l.Amount)
		case l.InTotal:
			sum = sum.Add(l.Amount)
		}
	}
	if !sum.Equal(got.TotalTax) || sum.Sign() < 0 {
		t.Errorf("%s: components add up to %s, the total is %s: %v %v", name, sum, got.TotalTax, req.Components, req.Facts)
	}
}

// explains holds the explained result against the plain one.
func explains(t *testing.T, registry *tax.Registry, name string, req tax.Request, got *tax.Result) {
	t.Helper()
	req.Explain = true
	told, err := registry.Calculate(&req)
	if err != nil || !told.TotalTax.Equal(got.TotalTax) || !told.NetPayable.Equal(got.NetPayable) || !told.MarginalRate.Equal(got.MarginalRate) {
		t.Errorf("%s: %s, explained %s: %v", name, got.TotalTax, told.TotalTax, err)
		return
	}
	ids := map[string]bool{}
	for _, c := range told.Citations {
		ids[c.ID] = true
	}
	for _, s := range told.Steps {
		for _, id := range s.CitationIDs {
			if !ids[id] {
				t.Errorf("%s: the step %s cites %s, which the result does not: %v", name, s.Code, id, req.Facts)
			}
		}
	}
	for _, l := range told.Components {
		if !l.Amount.IsZero() && !stated(&req, &l) && !stepped(&told, &l) {
			t.Errorf("%s %s: no step is of %s, %s: %v %v", name, req.SubRegion, l.Code, l.Amount, req.Components, req.Facts)
		}
	}
}

// stated reports a component that a request gives, and one that rounds the total alone.
func stated(req *tax.Request, l *tax.Levy) bool {
	if strings.HasPrefix(l.Code, "rounding") {
		return true
	}
	for _, value := range req.Facts {
		if d, err := money.Parse(value); err == nil && d.Equal(l.Amount) {
			return true
		}
	}
	return false
}

// stepped reports whether a step is of a component, by its code or its amount: a band, a line or a
// person of it has the code and more. Lines of the United States are numbered.
func stepped(r *tax.Result, l *tax.Levy) bool {
	return slices.ContainsFunc(r.Steps, func(s tax.Step) bool {
		return strings.HasPrefix(s.Code, l.Code) || l.Code == "state_income_tax" && strings.HasSuffix(s.Code, "/tax") || s.Amount.Sub(l.Amount).Abs().Less(money.One)
	})
}
