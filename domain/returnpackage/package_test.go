package returnpackage_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/returnpackage"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/us"
)

func dec(s string) money.Dec { return money.MustParse(s) }

func american(facts map[string]string) tax.Request {
	all := map[string]string{"filing_status": "single", "age": "40", "children": "1", "other_dependents": "0"}
	for k, v := range facts {
		all[k] = v
	}
	return tax.Request{Jurisdiction: "US", TaxYear: "2025", Facts: all, Explain: true, Components: []tax.Component{
		{Kind: tax.Employment, Amount: dec("90000")}, {Kind: "interest", Amount: dec("10000")}, {Kind: "self_employment", Amount: dec("20000")}}}
}

func british(kinds ...tax.Kind) tax.Request {
	q := tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "england", Explain: true}
	for _, k := range kinds {
		q.Components = append(q.Components, tax.Component{Kind: k, Amount: dec("40000")})
	}
	return q
}

func german() tax.Request {
	return tax.Request{Jurisdiction: "DE", TaxYear: "2025", Explain: true, HasIncome: true, Income: dec("60000"), IncomeBasis: tax.Taxable,
		Facts: map[string]string{"status": "single"}}
}

func given(t *testing.T, set string, q tax.Request) returnpackage.Given {
	t.Helper()
	books := all.Registry()
	if q.Jurisdiction == "US" {
		books = us.FederalRegistry()
	}
	asked := q
	r, err := books.Calculate(&asked)
	if err != nil {
		t.Fatal(err)
	}
	plain := r
	plain.Steps = nil
	kept, err := json.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	return returnpackage.Given{FormSet: set, SnapshotID: "s", SHA256: "ab", Kept: kept, Request: q, Result: r, Accept: true}
}

func build(t *testing.T, set string, q tax.Request) returnpackage.Package {
	t.Helper()
	p, err := returnpackage.Build(given(t, set, q))
	if err != nil {
		t.Fatalf("%s: %v", set, err)
	}
	return p
}

func line(p returnpackage.Package, key string) returnpackage.Line {
	i := slices.IndexFunc(p.Lines, func(l returnpackage.Line) bool { return l.Key == key })
	if i < 0 {
		return returnpackage.Line{}
	}
	return p.Lines[i]
}

// Every line has a kind; a value stands where something was computed or stated, and
// nowhere else; its step and citations are those of the calculation; keys are its own.
func TestLines(t *testing.T) {
	for set, q := range map[string]tax.Request{"us-1040": american(nil), "gb-sa": british(tax.Employment, "dividends", "self_employment"),
		"de-est": german()} {
		g := given(t, set, q)
		p := build(t, set, q)
		keys, codes, cited := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, s := range g.Result.Steps {
			codes[s.Code] = true
		}
		for _, c := range p.Citations {
			cited[c.ID] = true
		}
		computed := 0
		for _, l := range p.Lines {
			if keys[l.Key] || l.Key == "" || l.Label == "" || l.Form == "" {
				t.Errorf("%s: %+v", set, l)
			}
			keys[l.Key] = true
			switch l.Kind {
			case returnpackage.Computed:
				computed++
				if _, err := money.Parse(l.Value); err != nil || l.Step == "" || l.Formula == "" {
					t.Errorf("%s: computed %+v", set, l)
				}
			case returnpackage.Stated:
				if l.Value == "" {
					t.Errorf("%s: stated %+v", set, l)
				}
			case returnpackage.NotDetermined, returnpackage.Blank:
				if l.Value != "" || len(l.CitationIDs) > 0 {
					t.Errorf("%s: %+v", set, l)
				}
			default:
				t.Errorf("%s: kind %q", set, l.Kind)
			}
			for _, id := range l.CitationIDs {
				if !cited[id] {
					t.Errorf("%s: %s cites %s, which the package does not hold", set, l.Key, id)
				}
			}
		}
		if computed < 5 || p.Notice == "" {
			t.Errorf("%s: %d computed lines", set, computed)
		}
		again, _ := json.Marshal(build(t, set, q))
		if first, _ := json.Marshal(p); string(first) != string(again) {
			t.Errorf("%s: the same calculation gives another package", set)
		}
	}
}

// What was paid is not known unless it was stated, and neither is what is left.
func TestPaymentsAreNotGuessed(t *testing.T) {
	p := build(t, "us-1040", american(nil))
	for _, key := range []string{"withheld", "total_payments", "balance_due", "refund", "penalty"} {
		if l := line(p, key); l.Kind != returnpackage.NotDetermined {
			t.Errorf("%s is %q %s", key, l.Kind, l.Value)
		}
	}
	if l := line(p, "total_tax"); l.Value != "17348.00" || l.Line != "24" || l.Kind != returnpackage.Computed {
		t.Errorf("%+v", l)
	}
	paid := build(t, "us-1040", american(map[string]string{"withheld": "20000"}))
	if l := line(paid, "balance_due"); l.Kind == returnpackage.NotDetermined {
		t.Errorf("balance due %+v", l)
	}
	if l := line(paid, "overpaid"); l.Value != "2652.00" {
		t.Errorf("overpaid %+v", l)
	}
	if l := line(paid, "penalty"); l.Kind != returnpackage.NotDetermined {
		t.Errorf("penalty %+v", l)
	}
	employed, alone := build(t, "gb-sa", british(tax.Employment)), build(t, "gb-sa", british("self_employment"))
	if l := line(employed, "total_due"); l.Kind != returnpackage.NotDetermined {
		t.Errorf("employed: %+v", l)
	}
	if l := line(alone, "total_due"); l.Kind != returnpackage.Computed || !strings.Contains(l.Formula, "ni_class_4") {
		t.Errorf("alone: %+v", l)
	}
}

// What cannot be built says everything that is unmet.
func TestUnmet(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*returnpackage.Given)
		codes  string
	}{
		"another place":  {func(g *returnpackage.Given) { g.FormSet = "de-est" }, "form_set_unavailable"},
		"no such set":    {func(g *returnpackage.Given) { g.FormSet = "fr-2042" }, "form_set_unavailable"},
		"a narrowed one": {func(g *returnpackage.Given) { g.Request.Scope = &tax.Scope{} }, "coverage_unavailable"},
		"a company's":    {func(g *returnpackage.Given) { g.Request.TaxType = tax.CorporateIncome }, "coverage_unavailable"},
		"a draft": {func(g *returnpackage.Given) { g.Result.CoverageStatus, g.Accept = tax.Draft, false },
			"draft_coverage_not_accepted law_superseded_or_stale"},
		"another law": {func(g *returnpackage.Given) { g.Result.TotalTax = dec("1") }, "law_superseded_or_stale"},
		"torn": {func(g *returnpackage.Given) {
			g.Result.Components = slices.Clone(g.Result.Components)
			g.Result.Components[0].Amount = dec("1")
			plain := g.Result
			plain.Steps = nil
			g.Kept, _ = json.Marshal(plain)
		}, "figures_do_not_tie"},
	} {
		g := given(t, "gb-sa", british("self_employment"))
		c.change(&g)
		_, err := returnpackage.Build(g)
		f := fault.As(err)
		if f == nil {
			t.Errorf("%s was built", name)
			continue
		}
		var codes []string
		for _, b := range f.Blockers {
			codes = append(codes, b.Code)
		}
		if strings.Join(codes, " ") != c.codes {
			t.Errorf("%s: %v, want %s", name, codes, c.codes)
		}
	}
}

// Boxes of the British return bear their numbers in the years whose forms were read, and
// none in others; a line's key is the same in each.
func TestBritishBoxes(t *testing.T) {
	boxes := map[string]string{"sa102_pay_from_employment": "1", "sa102_uk_tax_taken_off_pay": "2",
		"sa102_tips_and_other_payments_not_on_the_p60": "3", "sa102_benefits_and_expenses_payments": "9 to 16",
		"sa102_employment_expenses": "17 to 20", "sa100_interest_taxed_and_untaxed": "TR 3: 1, 2", "sa100_dividends": "TR 3: 4, 5",
		"sa100_pensions": "TR 3: 8, 11", "sa100_tax_taken_off_pensions": "TR 3: 10, 12", "sa100_taxable_state_benefits": "TR 3: 13, 15, 16",
		"gift_aid": "TR 4: 5", "blind_person": "TR 4: 13",
		"sa100_student_loan_repayments_that_the_employer_deducted":      "TR 5, Student Loan: 2",
		"sa100_postgraduate_loan_repayments_that_the_employer_deducted": "TR 5, Student Loan: 3",
		"child_benefit": "TR 5, High Income Child Benefit Charge: 1", "sa100_state_pension_lump_sum": "TR 3: 9",
		"sa100_shares_land_and_buildings_gifted_to_charity": "TR 4: 9, 10", "sa100_income_tax_refunded_or_set_off": "TR 6: 1"}
	for _, year := range []string{"2024-25", "2025-26"} {
		q := british(tax.Employment, "interest")
		q.TaxYear, q.Facts = year, map[string]string{"student_loan": "plan_2"}
		p := build(t, "gb-sa", q)
		for key, box := range boxes {
			if year != "2024-25" {
				box = ""
			}
			if l := line(p, key); l.Line != box || l.Label == "" {
				t.Errorf("%s %s: %+v", year, key, l)
			}
		}
		for key, kind := range map[string]string{"sa102_uk_tax_taken_off_pay": returnpackage.NotDetermined,
			"sa102_employment_expenses": returnpackage.NotDetermined, "sa100_taxable_state_benefits": returnpackage.NotDetermined,
			"sa100_student_loan_repayments_that_the_employer_deducted":      returnpackage.NotDetermined,
			"sa100_postgraduate_loan_repayments_that_the_employer_deducted": returnpackage.Blank, "gift_aid": returnpackage.Blank} {
			if l := line(p, key); l.Kind != kind || l.Value != "" {
				t.Errorf("%s %s: %+v, want %s", year, key, l, kind)
			}
		}
		for _, l := range p.Lines { // every number is one of the boxes, or of SA110
			if l.Form != "SA110" && l.Line != "" && boxes[l.Key] != l.Line {
				t.Errorf("%s: %+v", year, l)
			}
		}
		q.Components, q.Facts = []tax.Component{{Kind: "self_employment", Amount: dec("30000")}}, nil
		if l := line(build(t, "gb-sa", q), "sa102_employment_expenses"); l.Kind != returnpackage.Blank {
			t.Errorf("nobody is employed: %+v", l)
		}
	}
}

// Every page of the British return is in the package by its name: what nothing decides is
// not determined, and a business's own figures are so where there is one.
func TestEveryPageIsNamed(t *testing.T) {
	for _, q := range []tax.Request{british(tax.Employment), british("self_employment", "property")} {
		p := build(t, "gb-sa", q)
		undecided := map[string]int{}
		for _, l := range p.Lines {
			if l.Kind == returnpackage.NotDetermined {
				undecided[l.Form]++
			}
		}
		want := []string{"SA100", "SA101", "SA104", "SA106", "SA107", "SA108", "SA109", "SA110"}
		own := returnpackage.Blank
		if q.Components[0].Kind == "self_employment" {
			want, own = append(want, "SA103", "SA105"), returnpackage.NotDetermined
		} else {
			want = append(want, "SA102")
		}
		for _, form := range want {
			if undecided[form] == 0 {
				t.Errorf("%s has no line that is not determined: %v", form, undecided)
			}
		}
		for _, key := range []string{"sa103_turnover_expenses_and_losses_of_each_business", "sa105_rents_expenses_and_losses_of_uk_property"} {
			if l := line(p, key); l.Kind != own {
				t.Errorf("%s: %+v, want %s", key, l, own)
			}
		}
	}
}

// Whatever the calculation was told stands in the package: each fact that the calculator
// knows, and income of each kind.
func TestWhatWasToldIsShown(t *testing.T) {
	for set, q := range map[string]tax.Request{
		"gb-sa": british(tax.Employment, "interest", "dividends", "self_employment", "property", "pension"), "us-1040": american(nil),
		"de-est": {Jurisdiction: "DE", TaxYear: "2025", Explain: true, HasIncome: true, Income: dec("60000"), IncomeBasis: tax.Gross,
			Facts: map[string]string{"status": "single"}}} {
		g := given(t, set, q)
		told := map[string]string{"gift_aid": "800", "pension_net_pay": "1000", "over_state_pension_age": "true", "student_loan": "plan_2",
			"itemize": "standard", "work_expenses": "1500", "church_tax_rate": "0.08", "eic_children": "0"}
		g.Request.Facts = map[string]string{}
		for name, v := range q.Facts {
			g.Request.Facts[name] = v
		}
		for name, v := range told {
			g.Request.Facts[name] = v
		}
		g.Request.Components = append(slices.Clone(g.Request.Components), tax.Component{Kind: "lottery", Amount: dec("12.34")})
		p, err := returnpackage.Build(g)
		if err != nil {
			t.Fatal(set, err)
		}
		for name, v := range g.Request.Facts {
			if l := line(p, name); l.Value != v || l.Kind != returnpackage.Stated {
				t.Errorf("%s %s: %+v", set, name, l)
			}
		}
		if l := line(p, "income_lottery"); l.Value != "12.34" {
			t.Errorf("%s: %+v", set, l)
		}
		if set == "gb-sa" {
			if l := line(p, "sa102_pay_from_employment"); l.Value != "39000" || l.Kind != returnpackage.Computed {
				t.Errorf("pay of a P60: %+v", l)
			}
		}
	}
}
