package us

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// plainHouseholds are drawn with one seed: half single, two fifths couples, a
// tenth heads of household; a fifth 65 or older, most of them with a pension and
// social security; children of half the younger couples, of some of whom the
// care is paid for, and it is said how many are under 6
// and that employers paid for pensions, into accounts; a third with interest, a sixth with dividends, a tenth with
// gains, a mortgage or a business, few with student loans or unemployment.
func plainHouseholds(n int) []tax.Request {
	r := rand.New(rand.NewPCG(20261125, 15))
	out := make([]tax.Request, n)
	ages := rand.New(rand.NewPCG(20261126, 6))
	for i := range out {
		out[i] = plainHousehold(r)
		if children, _ := strconv.Atoi(out[i].Facts["children"]); children > 0 {
			out[i].Facts["children_under_6"] = strconv.Itoa(ages.IntN(children + 1))
		}
		if slices.ContainsFunc(out[i].Components, func(c tax.Component) bool { return c.Kind == tax.Pension }) {
			out[i].Facts["pension_from_contributions"], out[i].Facts["pension_of_defined_benefit"] = "0", "0"
		}
	}
	return out
}

func plainHousehold(r *rand.Rand) tax.Request {
	facts := map[string]string{"children": "0", "other_dependents": "0"}
	req := tax.Request{Jurisdiction: "US", TaxYear: "2025", Facts: facts}
	some := func(lo, hi int) string { return strconv.Itoa(lo + r.IntN(hi-lo)) }
	chance := func(of100 int) bool { return r.IntN(100) < of100 }
	add := func(kind tax.Kind, lo, hi int, person string) {
		req.Components = append(req.Components, tax.Component{Kind: kind, Amount: money.MustParse(some(lo, hi)), Person: person})
	}
	old, age := chance(22), 24+r.IntN(40)
	if old {
		age = 65 + r.IntN(22)
	}
	facts["age"], facts["filing_status"] = strconv.Itoa(age), "single"
	status, children := r.IntN(100), 0
	switch {
	case status >= 47 && status < 88:
		facts["filing_status"], facts["spouse_age"] = "married_joint", strconv.Itoa(max(22, age-5+r.IntN(9)))
		if !old && chance(50) {
			children = 1 + r.IntN(3)
		}
	case status >= 88 && status < 98 && !old:
		facts["filing_status"], children = "head_of_household", 1+r.IntN(2)
	}
	if children > 0 {
		facts["children"] = strconv.Itoa(children)
		if chance(12) {
			facts["care_persons"], facts["care_expenses"] = "1", some(1000, 8000)
		}
	}
	if !old || chance(20) {
		add(tax.Employment, 12000, 160000, "")
		if facts["spouse_age"] != "" && chance(62) {
			add(tax.Employment, 12000, 120000, "spouse")
		}
	}
	if old {
		if chance(60) {
			add(tax.Pension, 5000, 60000, "")
		}
		facts["social_security_benefits"] = some(9000, 39000)
	}
	plainBeside(&req, old, some, chance, add)
	return req
}

// plainBeside adds what stands beside wages and pensions.
func plainBeside(req *tax.Request, old bool, some func(lo, hi int) string, chance func(int) bool, add func(tax.Kind, int, int, string)) {
	facts := req.Facts
	if chance(32) {
		add(tax.Interest, 20, 3000, "")
	}
	if chance(18) {
		add(tax.Dividends, 50, 6000, "")
		facts["qualified_dividends"] = "25"
	}
	if chance(9) {
		add(tax.CapitalGains, 100, 15000, "")
	}
	if chance(8) {
		add(tax.SelfEmployment, 1000, 60000, "")
	}
	if chance(3) {
		facts["unemployment"] = some(1000, 10000)
	}
	if chance(11) {
		facts["mortgage_interest"], facts["property_taxes"], facts["gifts_cash"] = some(5000, 20000), some(2000, 10000), some(500, 5500)
	}
	if !old && chance(8) {
		facts["student_loan_interest"] = some(100, 2500)
	}
	if len(req.Components) == 0 {
		add(tax.Interest, 1, 2, "")
	}
}

// Which part of plain households each state refuses in 2025 is written down, so
// that a change of it is looked at. A household is refused by name, never
// asked again, and the federal return alone takes each.
func TestPlainHouseholds(t *testing.T) {
	const n = 400
	registry, households := tax.NewRegistry(Jurisdiction()), plainHouseholds(n)
	type share struct {
		slug    string
		refused int
	}
	var shares []share
	for _, g := range Jurisdiction().Regions {
		s := share{slug: g.Slug}
		for i := range households {
			req := households[i]
			req.SubRegion = g.Slug
			var none *tax.Unavailable
			switch _, err := registry.Calculate(&req); {
			case errors.As(err, &none):
				s.refused++
			case err != nil:
				t.Fatalf("%s, household %d: %v", g.Slug, i, err)
			}
		}
		if s.refused < n { // the territories and the District are not covered
			shares = append(shares, s)
		}
	}
	sort.SliceStable(shares, func(i, k int) bool { return shares[i].refused > shares[k].refused })
	var text strings.Builder
	for _, s := range shares {
		fmt.Fprintf(&text, "%3d.%d %s\n", s.refused*100/n, s.refused*1000/n%10, s.slug)
	}
	const path = "testdata/refused.txt"
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("the shares, in per cent, differ from %s; look at the change, then -update:\n%s", path, text.String())
	}
	for _, s := range shares {
		if s.slug == "federal_only" && s.refused > 0 {
			t.Errorf("%d plain households are refused without a state", s.refused)
		}
	}
}
