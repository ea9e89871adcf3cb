package returnpackage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Kinds of a line.
const (
	Computed      = "computed"
	Stated        = "stated"
	NotDetermined = "not_determined"
	Blank         = "blank"
)

// Notice is what every page says.
const Notice = "DRAFT, not a filing: prepared from a calculation; what it does not determine is for the person who files."

// Line is one line of a package.
type Line struct {
	Key         string   `json:"key"`
	Form        string   `json:"form"`
	Line        string   `json:"line"` // as the form numbers it; "" = it does not, or not alike every year
	Label       string   `json:"label"`
	Value       string   `json:"value"` // decimal; "" where the kind is blank or not_determined
	Kind        string   `json:"kind"`
	Step        string   `json:"step"` // of the calculation: its code; "" = none
	Formula     string   `json:"formula"`
	CitationIDs []string `json:"citation_ids"`
}

// Package is a draft return.
type Package struct {
	Notice         string         `json:"notice"`
	FormSet        string         `json:"form_set"`
	Title          string         `json:"title"`
	Jurisdiction   string         `json:"jurisdiction"`
	TaxYear        string         `json:"tax_year"`
	TaxPeriod      civil.Period   `json:"tax_period"`
	SubRegion      string         `json:"sub_region"`
	Currency       string         `json:"currency"`
	Coverage       tax.Tier       `json:"coverage_status"`
	SnapshotID     string         `json:"snapshot_id"`
	SnapshotSHA256 string         `json:"snapshot_sha256"`
	Calculator     string         `json:"calculator"`
	Version        string         `json:"calculator_version"`
	Dataset        string         `json:"parameter_dataset"`
	LawAsOf        civil.Date     `json:"law_as_of"`
	RulePacks      []string       `json:"rule_packs"`
	TotalTax       string         `json:"total_tax"`
	Lines          []Line         `json:"lines"`
	Assumptions    []string       `json:"assumptions"`
	Citations      []law.Citation `json:"citations"`
}

// Given is what a package is built from.
type Given struct {
	FormSet    string
	SnapshotID string
	SHA256     string          // of the snapshot
	Kept       json.RawMessage // the result that was kept
	// Request is the calculation's, and Result what it comes to now, with its steps.
	Request tax.Request
	Result  tax.Result
	Accept  bool // a draft tier
}

// set is a form set.
type set struct {
	place, title string
	lines        func(Given) []Line
	// ties reports that the lines add up to the result.
	ties func(Given, []Line) bool
}

var sets = map[string]set{
	"us-1040": {"US", "U.S. Individual Income Tax Return, Form 1040 and the forms that feed it", form1040, ties1040},
	"gb-sa":   {"GB", "Self Assessment: tax return, pages and tax calculation summary", selfAssessment, tiesTotal},
	"de-est":  {"DE", "Einkommensteuer: Berechnung", einkommensteuer, tiesTotal},
}

// FormSets lists those that can be built.
func FormSets() []string { return []string{"de-est", "gb-sa", "us-1040"} }

// Build makes the package.
//
// Errors: fault.Blocked with form_set_unavailable, coverage_unavailable,
// draft_coverage_not_accepted, law_superseded_or_stale, figures_do_not_tie, all that
// are unmet at once.
func Build(g Given) (Package, error) {
	s, ok := sets[g.FormSet]
	r := g.Result
	var b fault.Blockers
	switch {
	case !ok:
		b.Add("form_set_unavailable", "there are %s", strings.Join(FormSets(), ", "))
	case s.place != r.Jurisdiction:
		b.Add("form_set_unavailable", "%s is a return of %s, the calculation is of %s", g.FormSet, s.place, r.Jurisdiction)
	}
	if r.Basis != "annual" || g.Request.TaxType != "" && g.Request.TaxType != tax.IndividualIncome || g.Request.Scope != nil {
		b.Add("coverage_unavailable", "a package is of the whole income tax of a person for a year; the calculation is of something else")
	}
	if r.CoverageStatus == tax.Draft && !g.Accept {
		b.Add("draft_coverage_not_accepted", "the calculation is of tier draft; accept_draft says that this is known")
	}
	if !same(g.Kept, r) {
		b.Add("law_superseded_or_stale", "the calculation comes to something else by the law that is held now; calculate anew")
	}
	if len(b) > 0 {
		return Package{}, b.Err()
	}
	lines := s.lines(g)
	if !s.ties(g, lines) {
		b.Add("figures_do_not_tie", "the lines do not add up to the result")
		return Package{}, b.Err()
	}
	p := Package{Notice: Notice, FormSet: g.FormSet, Title: s.title, Jurisdiction: r.Jurisdiction, TaxYear: r.TaxYear, TaxPeriod: r.TaxPeriod,
		SubRegion: r.SubRegion, Currency: r.Currency, Coverage: r.CoverageStatus, SnapshotID: g.SnapshotID, SnapshotSHA256: g.SHA256,
		Calculator: r.Calculator, Version: r.CalculatorVersion, Dataset: r.ParameterDataset, LawAsOf: r.LawAsOf,
		RulePacks: append([]string{}, r.RulePacks...), TotalTax: r.TotalTax.String(), Lines: keyed(lines),
		Assumptions: append([]string{}, r.Assumptions...), Citations: append([]law.Citation{}, r.Citations...)}
	return p, nil
}

// same reports whether a result comes to what was kept: its figures and its tier, however
// much of its citations and steps was shown with them.
func same(kept json.RawMessage, r tax.Result) bool {
	text, err := json.Marshal(r)
	var before, now map[string]json.RawMessage
	if err != nil || json.Unmarshal(kept, &before) != nil || json.Unmarshal(text, &now) != nil {
		return false
	}
	for _, figure := range []string{"jurisdiction", "tax_year", "currency", "taxable_income", "total_tax", "net_payable",
		"components", "coverage_status"} {
		if !bytes.Equal(before[figure], now[figure]) {
			return false
		}
	}
	return true
}

// keyed gives every line a key of its own.
func keyed(lines []Line) []Line {
	seen := map[string]int{}
	for i := range lines {
		l := &lines[i]
		if l.Key == "" {
			l.Key = slug(l.Form + " " + l.Line)
			if l.Line == "" || l.Line == "—" {
				l.Key = slug(l.Form + " " + l.Step)
			}
		}
		if seen[l.Key]++; seen[l.Key] > 1 {
			l.Key = fmt.Sprintf("%s_%d", l.Key, seen[l.Key])
		}
		if l.CitationIDs == nil {
			l.CitationIDs = []string{}
		}
	}
	return lines
}

func slug(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }),
		"_")
}

// kindSum is what the caller stated of some kinds of income; ok is false where it is
// nothing.
func kindSum(g Given, kinds ...tax.Kind) (money.Dec, bool) {
	total, ok := money.Zero, false
	for _, c := range g.Request.Components {
		if slices.Contains(kinds, c.Kind) {
			total, ok = total.Add(c.Amount), true
		}
	}
	if len(g.Request.Components) == 0 && g.Request.HasIncome && g.Request.IncomeBasis != tax.Taxable && slices.Contains(kinds,
		tax.Employment) {
		return g.Request.Income, true
	}
	return total, ok
}

// told is what the calculation was told that none of the lines shows: facts by name, and
// income of other kinds than some.
func told(g Given, lines []Line, form string, shown ...tax.Kind) (rest []Line) {
	keys := map[string]bool{}
	for _, l := range lines {
		keys[l.Key] = true
	}
	for _, name := range sortedFacts(g.Request.Facts) {
		if !keys[name] {
			rest = append(rest, Line{Key: name, Form: form, Label: name, Value: g.Request.Facts[name], Kind: Stated, Step: name,
				Formula: "as stated"})
		}
	}
	for _, c := range g.Request.Components {
		if key := "income_" + string(c.Kind); !slices.Contains(shown, c.Kind) && !keys[key] {
			keys[key] = true
			amount, _ := kindSum(g, c.Kind)
			rest = append(rest, Line{Key: key, Form: form, Label: string(c.Kind), Value: amount.String(), Kind: Stated, Step: key,
				Formula: "as stated"})
		}
	}
	return rest
}

// levy is what some components of the result come to.
func levy(g Given, codes ...string) (money.Dec, bool) {
	total, ok := money.Zero, false
	for _, c := range g.Result.Components {
		if slices.Contains(codes, c.Code) {
			total, ok = total.Add(c.Amount), true
		}
	}
	return total, ok
}

// stated is a line of the caller's own, or a blank one.
func stated(form, label string, value money.Dec, ok bool) Line {
	l := Line{Form: form, Label: label, Kind: Blank, Step: slug(label)}
	if ok {
		l.Kind, l.Value, l.Formula = Stated, value.String(), "as stated"
	}
	return l
}

// open is a line that nothing decides.
func open(form, line, label string) Line {
	return Line{Form: form, Line: line, Label: label, Kind: NotDetermined, Step: slug(label)}
}

// levied is a line that components of the result make.
func levied(g Given, form, line, label string, codes ...string) Line {
	amount, ok := levy(g, codes...)
	l := Line{Form: form, Line: line, Label: label, Kind: Blank, Step: strings.Join(codes, "+")}
	if ok {
		l.Kind, l.Value, l.Formula = Computed, amount.String(), "components of the result: "+strings.Join(codes, ", ")
	}
	return l
}

// steps are the computation itself, line by line.
func steps(g Given, form string) (lines []Line) {
	for i, s := range g.Result.Steps {
		lines = append(lines, Line{Key: fmt.Sprintf("step_%03d", i+1), Form: form, Label: s.Label, Value: s.Amount.String(), Kind: Computed,
			Step: s.Code, Formula: s.Formula,
			CitationIDs: slices.Clone(s.CitationIDs)})
	}
	return lines
}

// tiesTotal: the parts of the total add up to it.
func tiesTotal(g Given, _ []Line) bool {
	sum := money.Zero
	for _, c := range g.Result.Components {
		if !c.InTotal {
			continue
		}
		if c.Kind == "credit" || c.Kind == "refundable_credit" {
			sum = sum.Sub(c.Amount)
			continue
		}
		sum = sum.Add(c.Amount)
	}
	return sum.Equal(g.Result.TotalTax)
}
