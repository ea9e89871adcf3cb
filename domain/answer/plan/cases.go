package plan

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// cases makes a case of every place, year and tax, or says what is missing or
// not covered.
func (r *reader) cases(where *placing) {
	if where.nowhere != "" {
		r.gap(Gap{TaxType: first(r.out.TaxTypes), Taxpayer: r.out.Taxpayer,
			Reason: "the place in the question is not a jurisdiction that exists"})
	}
	if r.indirect() {
		r.supplies(where)
		return
	}
	if r.uncoveredTaxes(where) {
		return
	}
	if r.out.Research && len(where.places) == 0 && where.nowhere == "" {
		r.out.TaxYears = r.writtenYears()
		return // the law is asked about; where, a person asks back
	}
	if where.ask != nil {
		r.ask(*where.ask)
	}
	r.mixed = r.severalCurrencies(where.places)
	for _, p := range where.places {
		r.addTo(&r.out.Jurisdictions, p.code)
		r.placeCases(p)
	}
	if len(where.places) > 0 || where.nowhere != "" {
		return
	}
	r.out.TaxYears = r.writtenYears()
	if len(r.years) == 0 {
		reason := "Rates and thresholds differ by tax year, and the question names none."
		if len(r.spans[relativeYearWord]) > 0 {
			reason = "The question names the year only relative to some day; which tax year that is must be said."
		}
		r.ask(contract.Ask("tax_year", reason, "Which tax year is it for, in the form that the place uses?"))
	}
	if in := r.income(nil, r.out.Taxpayer == "company"); !r.out.Research {
		if in.ask != nil {
			r.ask(*in.ask)
		}
		r.out.Facts = append(r.out.Facts, in.facts...)
	}
}

// uncoveredTaxes refuses taxes that no place has, without asking where: the
// answer would be the same anywhere.
func (r *reader) uncoveredTaxes(where *placing) bool {
	if len(where.places) > 0 || slices.ContainsFunc(r.out.TaxTypes, func(t string) bool { return r.p.taxes[t] }) {
		return false
	}
	r.out.TaxYears = r.writtenYears()
	for _, t := range r.out.TaxTypes {
		r.gap(Gap{TaxYear: first(r.out.TaxYears), TaxType: t, Taxpayer: r.out.Taxpayer,
			Reason: "questions about this tax are not answered for any place"})
	}
	return len(r.out.TaxTypes) > 0
}

func (r *reader) severalCurrencies(places []place) bool {
	currency := ""
	for _, p := range places {
		if j := r.p.byCode[p.code]; j != nil {
			if currency != "" && currency != j.Currency {
				return true
			}
			currency = j.Currency
		}
	}
	return false
}

func (r *reader) placeCases(p place) {
	j := r.p.byCode[p.code]
	r.out.Where = r.p.nameOf(p.code)
	g := r.askedPart(j, r.p.regionOf(p))
	if named := regionNamed(j, r.said["sub_region"]); named != nil {
		g = named
	}
	if g != nil && j.RegionRule == tax.RegionOptional && g.Uncovered == "" && strings.HasPrefix(g.Slug, "mainland") {
		g, p.part = nil, "" // the mainland is the place itself
	}
	if g != nil {
		r.addTo(&r.out.SubRegions, g.Slug)
	} else if p.part != "" {
		r.addTo(&r.out.SubRegions, p.part)
	}
	for _, t := range r.taxTypesOf(j, g) {
		gap := Gap{Jurisdiction: p.code, TaxType: t, Taxpayer: r.out.Taxpayer}
		switch {
		case j == nil:
			gap.TaxYear, gap.Reason = r.writtenYear(), "the jurisdiction is not covered"
		case g != nil && g.Uncovered != "":
			gap.Reason = g.Uncovered
		case p.part != "" && r.ownTax(j, p.part):
			gap.Reason = "the part of the country that the question names is not covered"
		default:
			r.typeCases(j, g, gap)
			continue
		}
		if len(gap.TaxYear) > 0 {
			r.addTo(&r.out.TaxYears, gap.TaxYear)
		}
		r.gap(gap)
	}
}

// taxTypesOf returns the taxes that are asked for, as a place has them: where
// gains are income like other income, a question that names both asks for the
// income tax.
func (r *reader) taxTypesOf(j *tax.Jurisdiction, g *tax.Region) (out []string) {
	for _, t := range r.out.TaxTypes {
		if t == "capital_gains" && j != nil && len(rowsOf(j, g, t)) == 0 && slices.Contains(j.Kinds, tax.CapitalGains) && r.earnsBesideGains() {
			t = tax.IndividualIncome
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

func (r *reader) earnsBesideGains() bool {
	kinds := map[tax.Kind]bool{}
	for _, s := range r.sums {
		if s.role == incomeSum {
			kinds[s.kind] = true
		}
	}
	return kinds[tax.CapitalGains] && len(kinds) > 1
}

// askedPart returns the part of a place whose tax a question asks for: the one
// that is named; one that it asks for by its tax, where no covered one is named;
// or none, where the tax of the whole place is asked for.
func (r *reader) askedPart(j *tax.Jurisdiction, named *tax.Region) *tax.Region {
	if j == nil || !slices.Contains(r.out.TaxTypes, tax.IndividualIncome) {
		return named
	}
	part := named
	for i := range r.tokens {
		r.p.asked.At(r.tokens, i, func(found []place, _ int) {
			for _, pl := range found {
				switch {
				case pl.code != j.Code:
				case pl.region == "" && !r.lowerAsked():
					part = nil
				case pl.region == "":
				case named == nil || named.Uncovered != "":
					part = r.p.regionOf(pl)
				}
			}
		})
	}
	if part != nil && r.federationAlone(j) {
		return nil
	}
	return part
}

// typeCases handles one place and tax: every year that is named.
func (r *reader) typeCases(j *tax.Jurisdiction, g *tax.Region, gap Gap) {
	years, askYear := r.yearsOf(j)
	for _, y := range years {
		r.addTo(&r.out.TaxYears, y)
	}
	gap.TaxYear = first(years)
	var sc scoping
	if gap.TaxType == tax.IndividualIncome {
		if sc = r.scopeFor(j, g); sc.unknown != "" {
			gap.Reason = "this tax is not covered there"
			if !strings.ContainsAny(sc.unknown, "0123456789") {
				gap.Reason = "the tax that is asked for (\"" + sc.unknown + "\") is not covered there"
			}
			r.gap(gap)
			return
		}
		if r.worksElsewhere(j, g) && !slices.Contains(taxedAtHome, j.Code) && (j.Code != "US" || sc.scope.Has("state_income_tax")) {
			gap.Reason = "the tax of somebody who lives in one part of the country and works in another is not computed"
			r.gap(gap)
			return
		}
		if sc.social && r.employerPays() && !employersShare(j, sc.scope) {
			gap.TaxType, gap.Reason = "payroll", "what an employer owes on a wage is not covered there"
			r.gap(gap)
			r.out.TaxTypes = []string{gap.TaxType}
			return
		}
		if sc.social && r.severalJobs() {
			gap.Reason = "contributions are computed for one employment, and the question names several"
			r.gap(gap)
			return
		}
		if g == nil && j.Code == "US" && r.federal() {
			g = regionNamed(j, "federal_only")
		}
		if named := regionNamed(j, sc.free["sub_region"]); g == nil && named != nil {
			g, sc.anywhere = named, true
		}
	}
	if gap.TaxType == tax.CorporateIncome {
		sc.scope = r.companyScopeOf(j)
	}
	rows := rowsOf(j, g, gap.TaxType)
	if len(rows) == 0 {
		gap.Reason = "this tax is not covered there"
		r.gap(gap)
		return
	}
	if !r.out.Research {
		r.addTo(&r.out.RequiredTools, "calculate_"+strings.TrimPrefix(gap.TaxType, "individual_"))
	}
	if askYear != "" && r.out.Research {
		r.note(rows)
		return
	}
	if askYear != "" {
		r.note(rows)
		r.out.LawAsOf = civil.Date{} // which law it is depends on the year
		r.ask(contract.Ask("tax_year", askYear, "Which tax year is it for? Covered: "+strings.Join(labels(rows), ", ")+"."))
	}
	if g == nil && j.RegionRule == tax.RegionRequired && !slices.ContainsFunc(rows,
		func(row tax.CoverageRow) bool { return row.Region == "" }) {
		r.ask(r.askRegion(j, "The rates differ within "+j.Name+", and the question does not say in which part the person lives."))
	}
	if askYear == "" && !r.out.Research && r.otherYear(j, years) {
		r.ask(contract.Ask("tax_year", "The income in the question is said to be of another time than the tax year that is asked for.",
			"Which tax year is it for? Covered: "+strings.Join(labels(rows), ", ")+"."))
	}
	r.claimFacts(j)
	beside := r.claimBeside(j, gap.TaxType)
	in := r.income(j, gap.TaxType == tax.CorporateIncome)
	if beside != nil {
		in.takeBeside(r, j, beside)
	}
	if !r.out.Research {
		if in.ask != nil {
			r.ask(*in.ask)
		}
		if in.askBasis != nil && gap.TaxType == tax.IndividualIncome {
			r.ask(*in.askBasis)
		}
		r.addFacts(in.facts)
	}
	for _, y := range years {
		gap.TaxYear = y
		of := slices.DeleteFunc(slices.Clone(rows), func(row tax.CoverageRow) bool {
			return row.TaxYear != y || row.Taxpayer != "" && row.Taxpayer != gap.Taxpayer
		})
		if len(of) == 0 {
			gap.Reason = "the tax year is not covered there"
			r.gap(gap)
			continue
		}
		// A region's own row comes before that of the whole place, which is the
		// one where no region is named.
		if i := slices.IndexFunc(of, func(row tax.CoverageRow) bool { return (row.Region != "") == (g != nil) }); i >= 0 {
			of = of[i : i+1]
		}
		r.note(of)
		r.yearCase(j, g, &of[0], &in, gap, &sc)
	}
	if len(years) == 0 {
		gap.TaxYear = ""
		r.uncoveredKinds(j, &rows[0], &in, gap)
	}
}

// yearCase handles one place, tax and year.
func (r *reader) yearCase(j *tax.Jurisdiction, g *tax.Region, row *tax.CoverageRow, in *income, gap Gap, sc *scoping) {
	if r.uncoveredKinds(j, row, in, gap) {
		return
	}
	if r.contributesByAge(j) {
		gap.Reason = "contributions at the age that the question names are not computed"
		r.gap(gap)
		return
	}
	if gap.TaxType == tax.IndividualIncome && r.taxedByAge(j, in.basis, row.Period.From.Year()) {
		gap.Reason = "the tax of a person of the age that the question names is not computed there"
		r.gap(gap)
		return
	}
	if sc.needless(j, row) {
		gap.Reason = "what the question asks for beside the income tax is not computed for the year"
		r.gap(gap)
		return
	}
	r.granted = nil
	sc.byStatus(j, in)
	facts, missing := r.factsOf(j, row, in)
	missing = slices.DeleteFunc(missing, func(m contract.MissingFact) bool {
		if sc.free[m.Key] != "" {
			r.grant(m.Key, sc.free[m.Key])
		}
		return sc.free[m.Key] != ""
	})
	facts, missing = sc.need(j, facts, missing)
	if !r.out.Research {
		for _, m := range missing {
			r.ask(m)
		}
	}
	c := Case{Jurisdiction: j, Row: *row, TaxType: gap.TaxType}
	for _, f := range in.facts {
		if f.Currency != "" {
			c.Parts = append(c.Parts, f.Value)
		}
	}
	c.Request = tax.Request{Jurisdiction: j.Code, TaxYear: row.TaxYear, Income: in.total, HasIncome: true, IncomeBasis: in.basis,
		Components: in.components, Currency: j.Currency, Facts: facts, Scope: sc.scope}
	if gap.TaxType != tax.IndividualIncome {
		c.Request.TaxType = gap.TaxType
	}
	if g != nil {
		if !sc.anywhere {
			c.RegionName = g.Name
		}
		if j.RegionRule != tax.NoRegions && !(sc.anywhere && j.Apart.Covers(sc.scope)) {
			c.Request.SubRegion = g.Slug
			if sc.free["sub_region"] == "" {
				r.addFacts([]contract.FactUsed{{Key: "sub_region", Value: g.Slug}})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		currency := ""
		if i := slices.IndexFunc(j.Facts, func(f tax.Fact) bool { return f.Name == name }); j.Facts[i].Type == "decimal" {
			currency = j.Currency
		}
		r.addFacts([]contract.FactUsed{{Key: name, Value: facts[name], Currency: currency}})
	}
	for _, name := range slices.Sorted(maps.Keys(r.granted)) {
		if c.Request.Facts == nil {
			c.Request.Facts = map[string]string{}
		}
		c.Request.Facts[name] = r.granted[name]
		if sentence := granted[name].sentence; sc.free[name] == "" && sentence != "" {
			c.Granted = append(c.Granted, sentence)
		}
	}
	if r.oneBase {
		c.Granted = append(c.Granted, jointBaseSaid)
	}
	c.Tier = j.TierOf(row, &c.Request)
	r.out.Tier = contract.Lower(r.out.Tier, c.Tier)
	if sc.social && sc.scope != nil {
		c.TaxType = "social_contributions"
		r.out.TaxTypes = []string{c.TaxType}
	}
	if c.TakeHome = r.takeHome; c.TakeHome && sc.scope != nil && len(sc.scope.Only)+len(sc.scope.Without) == 0 {
		c.Request.Scope = nil // what is left is after contributions whether they are named or not
	}
	r.out.Cases = append(r.out.Cases, r.besides(j, row, &c)...)
}
