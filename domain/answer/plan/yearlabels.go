package plan

import (
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/token"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax"
)

// The label that a place gives to a year that is named.

// yearsOf resolves the years of a question for one place: canonical labels in
// the order of the text, or the reason why it must be asked for.
func (r *reader) yearsOf(j *tax.Jurisdiction) (labels []string, ask string) {
	if said := r.said["tax_year"]; slices.ContainsFunc(j.Coverage, func(row tax.CoverageRow) bool { return row.TaxYear == said }) {
		if r.otherLabel(j, said) {
			return nil, "The question names one tax year, and its line tax_year another one."
		}
		return []string{said}, "" // a label as it was listed
	}
	if label := r.wholeYear(j); label != "" {
		return []string{label}, ""
	}
	for i := range r.years {
		m := r.years[i]
		if r.company() {
			m.before = withoutOwnYear(m.before)
		}
		label, may, why := m.label(&j.YearForm)
		if r.company() && m.kind == dayYear {
			label, may, why = companyYear(j, &m)
		}
		switch {
		case why != "":
			return nil, why
		case label == "":
			r.ambiguous("tax_year", r.textOf(r.years[i].from, r.years[i].to), may)
			return nil, "The year in the question may be " + strings.Join(may, " or ") + "."
		case !slices.Contains(labels, label):
			labels = append(labels, label)
		}
	}
	switch {
	case len(labels) > 1 && !r.yearsCoordinated():
		return nil, "The question names more than one tax year."
	case labels == nil && len(r.spans[relativeYearWord]) > 0:
		return nil, "The question names the year only relative to some day; which tax year that is must be said."
	case labels == nil:
		return nil, "Rates and thresholds differ by tax year, and the question names none."
	}
	return labels, ""
}

// otherLabel reports that the question itself names a tax year, and not the one of
// its line "tax_year".
func (r *reader) otherLabel(j *tax.Jurisdiction, said string) (other bool) {
	for i := range r.years {
		if m := &r.years[i]; !r.ofSaid(m.from) && m.kind != dayYear {
			label, _, _ := m.label(&j.YearForm)
			if label == said {
				return false
			}
			other = other || label != ""
		}
	}
	return other
}

// takenWhereItEnds reports a day within the tax year of a place that taxes an accounting
// period whole where it ends (pages seen on 2026-11-28):
//
//   - DE: § 7 Abs. 4 Satz 2 KStG (datenbank.nwb.de/Dokument/78870_7)
//   - HK: IRO s. 18B(2) (clic.org.hk/en/topics/taxation/profits_tax/how_to_compute_profits_tax/q2)
//   - SG: the period that ended in the year before that of assessment
//     (mazars.sg, Year of Assessment; maxwell.sg/tax-and-accounting-year)
//   - ZA: rates are of periods that end from April to March (envisior.co.za/2022/03/07/companies-tax;
//     BDO, Corporate Tax News 64): those that end in March, after February as the year
//     here does, have been taxed by the next year's rate and by that of their own
func takenWhereItEnds(place string, year civil.Period, end civil.Date) bool {
	switch place {
	case "DE", "HK", "SG":
	case "ZA":
		if end.Month() == 3 {
			return false
		}
	default:
		return false
	}
	return !end.Before(year.From) && !end.After(year.To)
}

const endsWithin = "The year in the question does not end where a tax year of the place ends."

// companyYear returns the tax year of a company's accounting period that ends on a day: the
// years of a place's companies need not be those of its people, and a period that ends
// within one may be taxed by the rates of two. What else a day may be to a company is not
// told apart from its year's end.
func companyYear(j *tax.Jurisdiction, m *yearMention) (label string, may []string, why string) {
	ends := m.days
	if first, last := ends[0], ends[len(ends)-1]; first.Year() == last.Year() && first.Month() == last.Month() {
		ends = ends[len(ends)-1:] // a month that is named without a day
	}
	for _, end := range ends {
		found := ""
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if typeOf(row) == tax.CorporateIncome && (row.Period.To == end || takenWhereItEnds(j.Code, row.Period, end)) {
				found = row.TaxYear
			}
		}
		if found == "" {
			return "", nil, endsWithin
		}
		if !slices.Contains(may, found) {
			may = append(may, found)
		}
	}
	if len(may) > 1 {
		slices.Sort(may)
		return "", may, ""
	}
	return may[0], nil, ""
}

// wholeYear returns the tax year that two dates bound: "between 6/4/24 and 5/4/25".
func (r *reader) wholeYear(j *tax.Jurisdiction) string {
	if len(r.years) != 2 || r.years[0].kind != dayYear || r.years[1].kind != dayYear {
		return ""
	}
	for _, d := range r.years[0].days {
		label := j.YearForm.On(d)
		if p, ok := j.YearForm.Period(label); ok && p.From == d && slices.Contains(r.years[1].days, p.To) {
			return label
		}
	}
	return ""
}

// label resolves one mention by a place's form of years.
func (m *yearMention) label(form *tax.YearForm) (label string, may []string, why string) {
	if m.beside {
		return "", nil, "The question names the year only as one before or after another; which tax year that is must be said."
	}
	if m.kind == dayYear {
		for _, d := range m.days {
			if l := form.On(d); !slices.Contains(may, l) {
				may = append(may, l)
			}
		}
		if len(may) == 1 {
			if p, ok := form.Period(may[0]); m.ends && (!ok || p.To != m.days[len(m.days)-1]) {
				return "", nil, endsWithin
			}
			return may[0], nil, ""
		}
		slices.Sort(may)
		return "", may, ""
	}
	reading, err := form.Read(m.prefix(form) + m.text)
	if err != nil {
		return "", nil, "The year in the question is no tax year of the place; its form is " + form.Pattern + "."
	}
	return reading.Label, reading.May, ""
}

// prefix returns the words beside a mention that settle it for a form, with a
// space, or "".
func (m *yearMention) prefix(form *tax.YearForm) string {
	before := strings.ReplaceAll(m.before, "financial yr", "financial year")
	best := ""
	for _, list := range [][]string{form.AssessmentPrefixes, form.IncomePrefixes, form.Prefixes} {
		for _, text := range list {
			p := token.Fold(strings.ReplaceAll(text, "'", " "))
			named := before == p || strings.HasSuffix(before, " "+p) || m.after == p || strings.HasPrefix(m.after, p+" ")
			if len(text) > len(best) && named {
				best = text
			}
		}
	}
	if best != "" {
		best += " "
	}
	return best
}
