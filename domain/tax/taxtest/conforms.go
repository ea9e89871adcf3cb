package taxtest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// Conforms checks the declaration of every jurisdiction of a registry and that
// its calculator does what the declaration says: each row computes at zero, at
// and around every edge and for a very large income; tax never falls as income
// rises, but for the falls that are declared; bands and components add up to
// the total; every step and figure is cited; and giving a fact its assumed
// value changes nothing.
func Conforms(t *testing.T, reg *tax.Registry, falls ...Fall) { conforms(t, reg, samples, falls) }

// ConformsBriefly checks the same at a few incomes a row. It is for a registry
// of many places, each of which its own package checks in full.
func ConformsBriefly(t *testing.T, reg *tax.Registry, falls ...Fall) {
	conforms(t, reg, func(cent money.Dec) []money.Dec {
		return []money.Dec{money.Zero, cent, money.FromInt(1_000), money.FromInt(30_000), money.FromInt(90_000),
			money.FromInt(250_000), money.FromInt(40_000_000), VeryLarge}
	}, falls)
}

func conforms(t *testing.T, reg *tax.Registry, incomes func(cent money.Dec) []money.Dec, falls []Fall) {
	for _, j := range reg.All() {
		t.Run(j.Code, func(t *testing.T) {
			declaration(t, j)
			for i := range j.Coverage {
				row(t, reg, j, &j.Coverage[i], incomes(Cent(j)), fallsOf(falls, j, &j.Coverage[i]))
			}
		})
	}
}

var (
	snake   = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	version = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
)

func declaration(t *testing.T, j *tax.Jurisdiction) {
	need := func(ok bool, format string, args ...any) {
		if !ok {
			t.Errorf(format, args...)
		}
	}
	need(j.Name != "" && j.Authority != "" && len(j.Languages) > 0, "needs name, authority and languages")
	need(version.MatchString(j.Version), "version %q", j.Version)
	need(j.IncomeMeans != "" && j.TotalMeans != "", "needs the sentences on income and total")
	need(len(j.Kinds) > 0 && len(j.Coverage) > 0, "needs kinds and coverage rows")
	need(len(j.Words.Names) > 0, "needs names for the planner")
	if _, err := time.LoadLocation(j.TimeZone); err != nil {
		t.Error(err)
	}
	if label, err := j.YearForm.Canonical(j.YearForm.Pattern); err != nil || label != j.YearForm.Pattern {
		t.Errorf("the pattern %q of tax years is no label itself: %q, %v", j.YearForm.Pattern, label, err)
	}
	words(t, j.Words)
	for _, g := range j.Regions {
		need(snake.MatchString(g.Slug) && g.Name != "", "region %q needs a slug and a name", g.Slug)
		need(g.Code == "" || strings.HasPrefix(g.Code, j.Code+"-"), "region %s has the code %s", g.Slug, g.Code)
		need(g.Same == "" || slices.ContainsFunc(j.Regions, func(o tax.Region) bool { return o.Slug == g.Same && o.Same == "" }),
			"region %s is the same as %q, which is none", g.Slug, g.Same)
		words(t, g.Words)
	}
	for _, f := range j.Facts {
		need(snake.MatchString(f.Name), "fact %q is no name", f.Name)
		need(f.Prompt != "" && f.Reason != "" && f.Section != "", "fact %s needs section, prompt and reason", f.Name)
		need(strings.HasSuffix(f.Prompt, "?"), "the prompt of fact %s is no question", f.Name)
		need(f.Required || f.Assumption != "", "optional fact %s says nothing of what is assumed", f.Name)
		need(!f.Required || f.Example != "", "required fact %s needs an example", f.Name)
		need(f.Type != "choice" || len(f.Choices) > 1, "choice %s has no choices", f.Name)
	}
	for _, c := range j.Coverage {
		need(c.Why != "" && c.Dataset != "" && !c.LawAsOf.IsZero() && len(c.Scope) > 0,
			"row %s %s needs why, dataset, law_as_of and scope", c.TaxYear, c.Region)
		need(slices.Contains([]tax.Tier{tax.Covered, tax.Beta, tax.Draft}, c.Tier), "row %s has tier %q", c.TaxYear, c.Tier)
		for _, e := range c.Except {
			need(strings.HasSuffix(e.Why, "."), "row %s: %q is no sentence", c.TaxYear, e.Why)
		}
		need(c.Region == "" || slices.ContainsFunc(j.Regions, func(g tax.Region) bool {
			return g.Slug == c.Region && g.Same == "" && g.Uncovered == ""
		}), "row %s is for the region %q", c.TaxYear, c.Region)
	}
}

func words(t *testing.T, w tax.Words) {
	for _, list := range [][]string{w.Names, w.Demonyms, w.Cities, w.Currency} {
		for _, s := range list {
			if s == "" || s != strings.ToLower(s) {
				t.Errorf("word %q is not in lower case", s)
			}
		}
	}
}

// Sample builds a request for a row, with an example of every required fact.
func Sample(reg *tax.Registry, j *tax.Jurisdiction, c *tax.CoverageRow) tax.Request {
	req := tax.Request{Jurisdiction: j.Code, TaxYear: c.TaxYear, TaxType: c.TaxType, SubRegion: c.Region, Facts: map[string]string{}}
	for _, f := range j.Facts {
		if f.Required && known(&f, c, j) {
			req.Facts[f.Name] = f.Example
		}
	}
	if c.Region == "" && j.RegionRule == tax.RegionRequired && taxTypeOf(c) == tax.IndividualIncome {
		for _, g := range j.Regions {
			if g.Uncovered == "" {
				req.SubRegion = g.Slug
				break
			}
		}
	}
	return req
}

func taxTypeOf(c *tax.CoverageRow) string {
	if c.TaxType == "" {
		return tax.IndividualIncome
	}
	return c.TaxType
}

func known(f *tax.Fact, c *tax.CoverageRow, j *tax.Jurisdiction) bool {
	taxType := taxTypeOf(c)
	if f.TaxTypes == nil && taxType != tax.IndividualIncome || f.TaxTypes != nil && !slices.Contains(f.TaxTypes, taxType) {
		return false
	}
	period, _ := j.YearForm.Period(c.TaxYear)
	return (f.Since.IsZero() || !period.From.Before(f.Since)) && (f.Until.IsZero() || !period.From.After(f.Until))
}

func row(t *testing.T, reg *tax.Registry, j *tax.Jurisdiction, c *tax.CoverageRow, incomes []money.Dec, falls []fallen) {
	req := Sample(reg, j, c)
	name := c.TaxYear + " " + req.SubRegion + " " + c.TaxType
	cent := Cent(j)
	last, from := tax.Result{}, money.Zero
	for i, income := range beside(incomes, falls, cent) {
		at := req
		at.Income, at.HasIncome, at.Explain = income, true, true
		got, err := reg.Calculate(&at)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, income, err)
		}
		sound(t, name, j, c, &got, cent)
		if i > 0 && got.TotalTax.Less(last.TotalTax) {
			if fault := judgeFall(falls, from, income, &last, &got, cent); fault != "" {
				t.Errorf("%s: %s", name, fault)
			}
		}
		last, from = got, income
		if i%9 != 0 {
			continue
		}
		at.Explain = false
		plain, err := reg.Calculate(&at)
		if err != nil {
			t.Fatal(err)
		}
		got.Steps = nil
		if len(plain.Assumptions) > len(got.Assumptions) {
			t.Errorf("%s: explaining leaves assumptions out at %s", name, income)
		}
		plain.Assumptions, got.Assumptions = nil, nil
		if text(t, plain) != text(t, got) {
			t.Errorf("%s: explaining changes the result at %s", name, income)
		}
	}
	for _, fault := range absent(falls) {
		t.Errorf("%s: %s", name, fault)
	}
	if c.Tier == tax.Covered {
		primary(t, name, reg, j, c, req)
	}
	assumed(t, reg, j, c, req)
}

// samples are incomes from nothing to the very large, dense enough to meet
// every zone of the law, each with its neighbours.
func samples(cent money.Dec) (out []money.Dec) {
	out = append(out, money.Zero, cent)
	for _, base := range []int64{1, 100, 10_000, 1_000_000, 100_000_000, 10_000_000_000} {
		for n := int64(1); n <= 100; n++ {
			x := money.FromInt(base * n)
			if x.Greater(out[len(out)-1]) {
				out = append(out, x.Sub(cent), x, x.Add(cent))
			}
		}
	}
	return append(out, VeryLarge)
}

// sound checks one result against the contract.
func sound(t *testing.T, name string, j *tax.Jurisdiction, c *tax.CoverageRow, r *tax.Result, cent money.Dec) {
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf(name+" at taxable "+r.TaxableIncome.String()+": "+format, args...)
	}
	places := cent.Places()
	if r.TotalTax.Sign() < 0 || r.TotalTax.Places() != places || r.NetPayable.Places() != places || r.TaxableIncome.Places() != places {
		fail("amounts %s, %s, %s", r.TotalTax, r.NetPayable, r.TaxableIncome)
	}
	if r.EffectiveRate.Places() != 4 || r.Currency != j.Currency || r.TaxPeriod.To.IsZero() || r.SourceLastChecked.IsZero() {
		fail("effective rate %s, currency %s, period %v, checked %s", r.EffectiveRate, r.Currency, r.TaxPeriod, r.SourceLastChecked)
	}
	if len(r.Assumptions) == 0 || len(r.Citations) == 0 || len(r.Steps) == 0 || len(r.Components) == 0 {
		fail("%d assumptions, %d citations, %d steps, %d components", len(r.Assumptions), len(r.Citations), len(r.Steps), len(r.Components))
	}
	ids := map[string]bool{}
	for _, cited := range r.Citations {
		if ids[cited.ID] {
			fail("citation %s stands twice", cited.ID)
		}
		ids[cited.ID] = true
	}
	cited := 0
	for _, s := range r.Steps {
		if s.Code == "" || s.Label == "" || s.Formula == "" || strings.Contains(s.Formula, "{}") {
			fail("step %+v", s)
		}
		for _, id := range s.CitationIDs {
			cited++
			if !ids[id] {
				fail("step %s cites %s, which the result does not", s.Code, id)
			}
		}
	}
	if cited == 0 {
		fail("no step is cited")
	}
	bandsOf := j.BandsOf
	if c.BandsOf != "" {
		bandsOf = c.BandsOf
	}
	sums(fail, bandsOf, j.BandsWithin, r)
}

// sums checks that components add up to the total, and bands to their levy.
func sums(fail func(string, ...any), bandsOf string, within money.Dec, r *tax.Result) {
	total, bands, banded := money.Zero, money.Zero, false
	for _, b := range r.Bands {
		bands = bands.Add(b.Tax)
	}
	for _, l := range r.Components {
		if !snake.MatchString(l.Code) || l.Amount.Sign() < 0 {
			fail("component %+v", l)
		}
		if l.Code == bandsOf {
			banded = true
			if bands.Sub(l.Amount).Abs().Greater(within) {
				fail("bands add up to %s, %s is %s", bands, l.Code, l.Amount)
			}
		}
		switch {
		case !l.InTotal:
		case l.Kind == tax.LevyTax || l.Kind == tax.LevySurcharge || l.Kind == tax.LevySocial:
			total = total.Add(l.Amount)
		case l.Kind == tax.LevyCredit:
			total = total.Sub(l.Amount)
		default:
			fail("component %s of kind %s cannot be in the total", l.Code, l.Kind)
		}
	}
	if len(r.Bands) > 0 && bandsOf != "" && !banded {
		fail("there is no component %s for the bands", bandsOf)
	}
	if !total.Equal(r.TotalTax) {
		fail("components in the total add up to %s, the total is %s", total, r.TotalTax)
	}
}

// assumed checks that giving an optional fact the value that is assumed
// changes no figure, and that its sentence then leaves the assumptions.
func assumed(t *testing.T, reg *tax.Registry, j *tax.Jurisdiction, c *tax.CoverageRow, req tax.Request) {
	req.Income, req.HasIncome = money.FromInt(87654), true
	without, err := reg.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range j.Facts {
		if f.Required || f.Assumed == "" || !known(&f, c, j) {
			continue
		}
		given := req
		given.Facts = map[string]string{f.Name: f.Assumed}
		for k, v := range req.Facts {
			given.Facts[k] = v
		}
		with, err := reg.Calculate(&given)
		if err != nil {
			t.Errorf("%s: %s as assumed: %v", c.TaxYear, f.Name, err)
			continue
		}
		if !with.TotalTax.Equal(without.TotalTax) || !with.NetPayable.Equal(without.NetPayable) {
			t.Errorf("%s: giving %s as %q, which is assumed, changes the tax from %s to %s", c.TaxYear, f.Name, f.Assumed, without.TotalTax,
				with.TotalTax)
		}
		if slices.Contains(with.Assumptions, f.Assumption) {
			t.Errorf("%s: %s is given and still assumed", c.TaxYear, f.Name)
		}
	}
}

func text(t *testing.T, r tax.Result) string {
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
