package tax

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tallystick/tallystick/domain/yamldoc"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Payroll and CapitalGainsTax are the tax types of rows of their own.
const (
	Payroll         = "payroll"
	CapitalGainsTax = "capital_gains"
)

// levied is what the tax type of a row says of it.
var levied = map[string]struct {
	dataset, taxpayer string
	kinds             []Kind
}{
	IndividualIncome: {"income", "individual", nil},
	CorporateIncome:  {"corporate", "company", []Kind{OtherIncome}},
	CapitalGainsTax:  {"gains", "individual", []Kind{CapitalGains}},
	Payroll:          {"payroll", "employer", nil},
}

// coverageFile is a coverage.yaml: for each year and region the tier that the
// place has earned there, why, and what its results rest on.
type coverageFile struct {
	Place    string              `yaml:"place"`
	Standing map[string][]string `yaml:"standing"`
	Rows     []coverageEntry     `yaml:"rows"`
}

type coverageEntry struct {
	Tax       string           `yaml:"tax"`
	Years     []coveredYear    `yaml:"years"`
	Regions   []string         `yaml:"regions"`
	Tier      Tier             `yaml:"tier"`
	Why       string           `yaml:"why"`
	Reviewer  string           `yaml:"reviewer"`
	Kinds     []Kind           `yaml:"kinds"`
	BandsOf   string           `yaml:"bands_of"`
	Residence []string         `yaml:"residence"`
	Standing  []string         `yaml:"standing"`
	Scope     []string         `yaml:"scope"`
	Beside    []remarkEntry    `yaml:"beside"`
	Except    []exceptionEntry `yaml:"except"`
}

// coveredYear is a tax year and the day up to which its law is held.
type coveredYear struct {
	Year string     `yaml:"year"`
	From civil.Date `yaml:"from"` // where it begins on another day than the place's years of income do
	AsOf civil.Date `yaml:"as_of"`
	// Dataset is the year in the dataset's name; "" = the label.
	Dataset string `yaml:"dataset"`
}

// remarkEntry is an assumption that is said where a request holds what it is about: an amount
// of one of the kinds of income, or one of the facts.
type remarkEntry struct {
	Text  string   `yaml:"text"`
	Kinds []Kind   `yaml:"kinds"`
	Facts []string `yaml:"facts"`
}

type exceptionEntry struct {
	Facts   []string       `yaml:"facts"`
	Kinds   []Kind         `yaml:"kinds"`
	Bases   []Basis        `yaml:"bases"`
	Lacking []string       `yaml:"lacking"`
	AtLeast map[string]int `yaml:"at_least"`
	Others  bool           `yaml:"others"`
	Tier    Tier           `yaml:"tier"`
	Why     string         `yaml:"why"`
}

// CoverageOf are the rows of a tax type that the coverage.yaml of a folder of
// law declares, in its order. The files are embedded and tested; a fault in one
// panics with the folder and the fault.
func CoverageOf(folder, taxType string) []CoverageRow {
	read, _ := coverages.LoadOrStore(folder, sync.OnceValue(func() []CoverageRow { return coverageIn(folder) }))
	rows := slices.Clone(read.(func() []CoverageRow)())
	return slices.DeleteFunc(rows, func(r CoverageRow) bool { return r.TaxType != taxType })
}

// coverages are the files that were read, by folder: each is asked for by every tax type
// of its place. Rows are copied out, what they point to is not to be written.
var coverages sync.Map

func coverageIn(folder string) []CoverageRow {
	text, err := law.CoverageFile(folder)
	if err != nil {
		panic("tax: " + err.Error())
	}
	rows, err := readCoverage(text)
	if err != nil {
		panic(fmt.Sprintf("tax: %s/%s: %v", folder, law.CoverageName, err))
	}
	return rows
}

// readCoverage reads a coverage.yaml whole.
func readCoverage(text []byte) (rows []CoverageRow, err error) {
	var f coverageFile
	if err := yamldoc.Decode(text, &f); err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for i := range f.Rows {
		e := &f.Rows[i]
		row, err := f.row(e, used)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		regions := e.Regions
		if regions == nil {
			regions = []string{""}
		}
		for _, y := range e.Years {
			if y.Year == "" || y.AsOf.IsZero() {
				return nil, fmt.Errorf("row %d: each year needs its label and as_of", i+1)
			}
			of := y.row(row, f.Place)
			for _, slug := range regions {
				of.Region = slug
				rows = append(rows, of)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b CoverageRow) int { return strings.Compare(a.TaxYear, b.TaxYear) })
	for name := range f.Standing {
		if !used[name] {
			return nil, fmt.Errorf("no row has the standing %s", name)
		}
	}
	return rows, nil
}

// row is what all years and regions of an entry have.
func (f *coverageFile) row(e *coverageEntry, used map[string]bool) (row CoverageRow, err error) {
	if e.Tax == "" {
		e.Tax = IndividualIncome
	}
	kind, known := levied[e.Tax]
	switch {
	case f.Place == "" || len(e.Years) == 0 || e.Why == "":
		return row, fmt.Errorf("needs the file's place, years and why")
	case !known:
		return row, fmt.Errorf("%q is no tax type", e.Tax)
	case e.Tier.rank() == 0:
		return row, fmt.Errorf("%q is no tier", e.Tier)
	}
	row = CoverageRow{
		TaxType: e.Tax, Taxpayer: kind.taxpayer, Kinds: e.Kinds, Tier: e.Tier, Why: e.Why, Reviewer: e.Reviewer, BandsOf: e.BandsOf,
		Residence: e.Residence,
	}
	if row.Kinds == nil {
		row.Kinds = kind.kinds
	}
	for _, name := range e.Standing {
		if f.Standing[name] == nil {
			return row, fmt.Errorf("there is no standing %s", name)
		}
		used[name] = true
		row.Scope = append(row.Scope, f.Standing[name]...)
	}
	row.Scope = append(row.Scope, e.Scope...)
	for _, x := range e.Beside {
		if x.Text == "" || len(x.Kinds)+len(x.Facts) == 0 {
			return row, fmt.Errorf("what is said beside something needs a text, and kinds or facts")
		}
		row.ScopeBeside = append(row.ScopeBeside, Remark{Text: x.Text, Beside: Beside{Kinds: x.Kinds, Facts: x.Facts}})
	}
	for _, x := range e.Except {
		row.Except = append(row.Except, Exception(x))
	}
	return row, nil
}

// row is that of the year.
func (y *coveredYear) row(of CoverageRow, place string) CoverageRow {
	of.TaxYear, of.LawAsOf = y.Year, y.AsOf
	name := cmp.Or(y.Dataset, strings.ReplaceAll(strings.ToLower(y.Year), " ", "-"))
	of.Dataset = strings.ToLower(place) + "-" + levied[of.TaxType].dataset + "-" + name + "/2026.11"
	if !y.From.IsZero() {
		of.Period = civil.Period{From: y.From, To: civil.Of(y.From.Year()+1, y.From.Month(), y.From.Day()).AddDays(-1)}
	}
	return of
}

// Calendar labels a tax year by its calendar year.
var Calendar = &YearForm{}

// ResolveYears is law.Resolve for parameters that are read once for each key of
// a place's rows: read gets the Book, the row and the first day of its year.
func ResolveYears[K comparable, P any](folder string, form *YearForm, rows func() []CoverageRow, key func(*CoverageRow) K,
	read func(*law.Book, *CoverageRow, civil.Date) (P, error)) *law.Resolved[map[K]P] {
	return law.Resolve(folder, func(book *law.Book) map[K]P {
		all := map[K]P{}
		for _, row := range rows() {
			k := key(&row)
			if _, held := all[k]; held {
				continue
			}
			period, _ := form.Period(row.TaxYear)
			p, err := read(book, &row, period.From)
			if err != nil {
				panic(fmt.Sprintf("%s: %s %s: %v", folder, row.TaxYear, row.Region, err))
			}
			all[k] = p
		}
		return all
	})
}

// ByYear is ResolveYears of a place whose parameters differ by year alone.
func ByYear[P any](folder string, form *YearForm, rows func() []CoverageRow,
	read func(*law.Book, civil.Date) (P, error)) *law.Resolved[map[string]P] {
	return ResolveYears(folder, form, rows, func(row *CoverageRow) string { return row.TaxYear },
		func(book *law.Book, _ *CoverageRow, from civil.Date) (P, error) { return read(book, from) })
}
