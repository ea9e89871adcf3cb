package answer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/lexicon"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/indirect/category"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// envelope checks that a result is of the case that was asked, that it carries
// a total, and that every parameter behind it is cited and in force in the tax
// year.
func envelope(c *plan.Case, r *tax.Result) error {
	slug := c.Request.SubRegion
	switch {
	case c.Jurisdiction == nil:
		return fmt.Errorf("the result is of %s, and the case of no place", r.Jurisdiction)
	case r.Jurisdiction != c.Jurisdiction.Code, r.TaxYear != c.Row.TaxYear, r.SubRegion != slug, r.Currency != c.Jurisdiction.Currency:
		return fmt.Errorf("the result is of %s %s %q in %s", r.Jurisdiction, r.TaxYear, r.SubRegion, r.Currency)
	case len(r.RulePacks) > 0 && (!strings.HasPrefix(r.ParameterDataset, c.Row.Dataset+"+") || r.CoverageStatus != tax.Draft),
		len(r.RulePacks) == 0 && (r.ParameterDataset != c.Row.Dataset || r.CoverageStatus != c.Tier):
		return fmt.Errorf("the result is of dataset %s at %s", r.ParameterDataset, r.CoverageStatus)
	case r.TotalTax.Sign() < 0:
		return fmt.Errorf("the total is negative")
	case len(r.Citations) == 0 || r.LawAsOf.IsZero() || r.SourceLastChecked.IsZero():
		return fmt.Errorf("the result has no citations or no dates")
	}
	if income := c.Request.Income; !income.IsZero() {
		if want := r.TotalTax.Quo(income).Round(4, money.HalfUp); !want.Equal(r.EffectiveRate) {
			return fmt.Errorf("the effective rate does not follow from the total")
		}
	}
	seen := map[string]bool{}
	for _, x := range r.Citations {
		inForce := !x.EffectiveFrom.After(r.TaxPeriod.To) && (x.EffectiveTo.IsZero() || !x.EffectiveTo.Before(r.TaxPeriod.From))
		switch {
		case seen[x.ID]:
			return fmt.Errorf("citation %s stands twice", x.ID)
		case !inForce:
			return fmt.Errorf("citation %s is not in force in %s", x.ID, r.TaxYear)
		case x.RetrievedAt.Before(r.SourceLastChecked):
			return fmt.Errorf("citation %s was checked before %s", x.ID, r.SourceLastChecked)
		}
		seen[x.ID] = true
	}
	return nil
}

// stale withholds a figure whose sources were checked too long ago, or whose
// period an open change notice touches. Years that had ended by the day of
// asking do not grow stale.
func (a *answering) stale() bool {
	for i := range a.results {
		r, c := &a.results[i], &a.out.Plan.Cases[i]
		for _, n := range a.env.Notices {
			if n.Jurisdiction == r.Jurisdiction && (n.TaxType == "" || n.TaxType == c.TaxType) && overlap(n.Period, r.TaxPeriod) {
				return a.end("change_notice", contract.Stale(a.scope(),
					"A notice that the law has changed touches the tax year and is not resolved.", r.Citations, r.SourceLastChecked))
			}
		}
		open := !r.TaxPeriod.To.Before(a.env.AskedOn)
		if open && r.SourceLastChecked.DaysUntil(a.env.AskedOn) > a.env.Freshness.limit(c.TaxType) {
			return a.end("stale_source", contract.Stale(a.scope(),
				"The sources of an open tax year were last checked longer ago than is allowed.", r.Citations, r.SourceLastChecked))
		}
	}
	return false
}

func (f Freshness) limit(taxType string) int {
	switch taxType {
	case "vat", "gst", "sales_tax", "payroll":
		if f.IndirectDaysMax > 0 {
			return f.IndirectDaysMax
		}
		return 100
	}
	if f.IncomeDaysMax > 0 {
		return f.IncomeDaysMax
	}
	return 400
}

func overlap(a, b civil.Period) bool {
	return (a.To.IsZero() || !a.To.Before(b.From)) && (b.To.IsZero() || !b.To.Before(a.From))
}

func oldestCheck(results []tax.Result) (oldest civil.Date) {
	for i := range results {
		if d := results[i].SourceLastChecked; oldest.IsZero() || d.Before(oldest) {
			oldest = d
		}
	}
	return oldest
}

func citationsOf(results []tax.Result, ids []string) (out []contract.Citation) {
	for i := range results {
		for _, x := range results[i].Citations {
			if slices.Contains(ids, x.ID) {
				out = mergeCitations(out, []contract.Citation{x})
			}
		}
	}
	return out
}

func mergeCitations(list, more []contract.Citation) []contract.Citation {
	for _, x := range more {
		if !slices.ContainsFunc(list, func(o contract.Citation) bool { return o.ID == x.ID }) {
			list = append(list, x)
		}
	}
	return list
}

// claims states what each calculation found, in numbers that stand in it.
func claims(cases []plan.Case, results []tax.Result, language string, explain bool) (out []contract.Claim) {
	say := wordings[Wording(language)]
	for i := range results {
		c, r := &cases[i], &results[i]
		var ids []string
		for _, x := range contract.Cited(r, explain) {
			ids = append(ids, x.ID)
		}
		place := c.Jurisdiction.Name
		if c.RegionName != "" {
			place = c.RegionName + ", " + place
		}
		draft := ""
		if r.CoverageStatus == tax.Draft {
			draft = say.draft
		}
		name := say.taxes[c.TaxType]
		if name == "" {
			name = say.taxes[""]
		}
		scope := scopeOf(r.Scope)
		switch level := levelOf(c, r.Scope); {
		case level == federalTax:
			name, place, scope = say.taxes[level], c.Jurisdiction.Name, ""
		case level != "":
			name, scope = say.taxes[level], ""
		case c.TaxType == tax.IndividualIncome && r.Scope != nil && len(r.Scope.Only) > 0 && Wording(language) == "en":
			name, scope = capitalised(strings.TrimSuffix(strings.TrimPrefix(scope, ", counting only "), ",")), ""
		}
		basis, amounts := say.basis, strings.Join(c.Parts, " + ")
		if c.Request.IncomeBasis == tax.Taxable {
			basis = say.taxable
		}
		if c.Supply != nil {
			name, basis, amounts = c.Supply.Name, say.before, c.Supply.Amount
			if c.Supply.Gross {
				basis = say.including
			}
		}
		fill := strings.NewReplacer("{tax}", name, "{place}", place, "{year}", r.TaxYear, "{from}", r.TaxPeriod.From.String(), "{to}",
			r.TaxPeriod.To.String(),
			"{status}", household(c), "{basis}", basis, "{amounts}", amounts, "{currency}", r.Currency, "{scope}", scope, "{total}",
			r.TotalTax.String())
		said := claiming{out, i, ids, !explain, draft}
		sentence := say.claim
		switch {
		case c.Supply != nil:
			if sentence = say.sale; c.Supply.Category() != "" {
				sentence = strings.NewReplacer("{what}", soldName(c.Supply.Category(), language), "{rate}", r.StatutoryRate.String()).Replace(say.sold)
			}
		case r.Basis == "withholding":
			sentence = say.withheld
		}
		said.add("total_tax", fill.Replace(sentence))
		if text := difference(say, r); text != "" {
			said.add("difference", text)
		}
		if c.Supply == nil && r.Basis != "withholding" {
			said.rates(c, r, say)
		}
		out = said.out
	}
	return out
}

// soldName is what a category is called in the language of an answer.
func soldName(code, language string) string {
	if l := lexicon.Load().Language(Wording(language)); l != nil {
		if names := l.SoldNames(code); len(names) > 0 {
			return names[0]
		}
	}
	cat, _ := category.Get(code)
	return strings.ToLower(cat.Name)
}

// rates says what is left of a wage and how the income is taxed.
func (said *claiming) rates(c *plan.Case, r *tax.Result, say *phrases) {
	if c.TakeHome && r.TakeHome != nil {
		said.add("take_home", strings.NewReplacer("{left}", r.TakeHome.String(), "{currency}", r.Currency).Replace(say.left))
	}
	said.add("effective_rate", strings.ReplaceAll(say.effective, "{rate}", r.EffectiveRate.String()))
	if r.Scope.Empty() { // else the marginal rate is that of the whole computation
		said.add("marginal_rate", strings.ReplaceAll(say.marginal, "{rate}", r.MarginalRate.String()))
	}
}

// capitalised writes the first letter of a name as a capital.
func capitalised(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// household names the filing status that the figure is for, and the amounts beside the income
// that it rests on.
func household(c *plan.Case) string {
	said := ""
	for _, name := range []string{"filing_status", "status", "assessment"} {
		if v := c.Request.Facts[name]; v != "" && said == "" {
			said = ", " + strings.ReplaceAll(name+" "+v, "_", " ")
		}
	}
	for i := range c.Jurisdiction.Facts {
		f := &c.Jurisdiction.Facts[i]
		v := c.Request.Facts[f.Name]
		if f.Type == "decimal" && v != "" && v != "0" && !strings.ContainsAny(f.Name, "0123456789") { // a name's number is no figure
			said += ", " + strings.ReplaceAll(f.Name, "_", " ") + " " + v
		}
	}
	if said != "" {
		said += ","
	}
	return said
}

// scopeOf names what the figure leaves out, takes in, or consists of.
func scopeOf(s *tax.Scope) string {
	words := strings.NewReplacer("_", " ", "87a", "eighty-seven A", "1", "one", "2", "two", "4", "four") // a code's number is no figure
	list := func(codes []string) string { return words.Replace(strings.Join(codes, ", ")) }
	switch {
	case s.Empty():
		return ""
	case len(s.Only) > 0:
		return ", counting only " + list(s.Only) + ","
	case len(s.With) == 0:
		return ", without " + list(s.Without) + ","
	case len(s.Without) == 0:
		return ", with " + list(s.With) + ","
	}
	return ", without " + list(s.Without) + " and with " + list(s.With) + ","
}
