package tax

import (
	"slices"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// Jurisdiction is everything a place declares about itself: the jurisdiction
// list, the coverage matrix, the interview and the planner's vocabulary are
// derived from it, and nothing of it is listed a second time.
type Jurisdiction struct {
	Code      string // ISO 3166-1 alpha-2
	Name      string
	Authority string // the revenue authority
	Currency  string // ISO 4217, of the years that are computed
	TimeZone  string // IANA; in which its tax years begin and end
	Languages []string
	// DecimalPoint says that amounts have a decimal point there, although the
	// language is written with a comma elsewhere.
	DecimalPoint bool
	// Changeover is the currency that it has taken since, with no year in it computed
	// yet; nil = it kept its own.
	Changeover *Changeover
	Words      Words

	YearForm    YearForm
	IncomeMeans string // the sentence that says what "income" is when no basis is given
	TotalMeans  string // the sentence that says what total_tax contains
	Kinds       []Kind // kinds of income that are modelled; the first is what income means without components
	// TaxableWages says that income means the taxable wages, and that nothing but what is
	// claimed by a fact is taken off them: what people call their taxable income is that.
	TaxableWages bool
	Bases        []Basis // bases that are modelled, the default first; nil = gross only
	Regions      []Region
	RegionRule   RegionRule
	Apart        *Apart // nil = every component depends on the region
	Facts        []Fact
	Coverage     []CoverageRow
	// TakeHome says that all is computed that an employee bears by law: what is left
	// of a gross wage after the total, contributions and repayments can be told.
	TakeHome bool

	// Version of the calculator's code, "1.0.0"; it moves when a formula does.
	Version string
	// BandsOf is the code of the component that the bands' tax adds up to;
	// BandsWithin is how far the law's own roundings may move it (0 = exactly).
	BandsOf     string
	BandsWithin money.Dec

	// Check refuses facts that contradict each other; nil = none can.
	Check func(*Request, *InputError)
	// Law is what Compute reads the law by; an Overlay over a place that declares
	// nothing here is refused.
	Law []law.Resolver
	// Compute calculates one request whose jurisdiction, year, region,
	// currency and facts have been checked against the declaration.
	Compute func(*Request, CoverageRow) (Result, error)
}

// Changeover is a place's move to another currency.
type Changeover struct {
	On       civil.Date
	Currency string // ISO 4217
}

// CurrencyOn is the currency of a place on a day.
func (j *Jurisdiction) CurrencyOn(day civil.Date) string {
	if j.Changeover != nil && !day.Before(j.Changeover.On) {
		return j.Changeover.Currency
	}
	return j.Currency
}

// Currencies are all that a place has or had in the years that it is asked about.
func (j *Jurisdiction) Currencies() []string {
	if j.Changeover != nil {
		return []string{j.Currency, j.Changeover.Currency}
	}
	return []string{j.Currency}
}

// Words are what people call a place, in English and its own languages, in
// lower case. They feed the planner.
type Words struct {
	Names    []string // "united kingdom", "uk"
	Demonyms []string // "british"
	Cities   []string // big cities that mean the place as a whole
	Currency []string // "£", "pounds", "quid", "gbp"
	// Whole are taxes of the whole place, which a question asks for alone
	// whatever part of it is named: "direkte bundessteuer".
	Whole []string
}

// Apart are components that are the same wherever in a place the person lives: a scope of
// nothing else needs no sub-region.
type Apart struct {
	Codes      []string
	Region     string // slug of the region for which they are computed then
	Assumption string // what is taken for granted with it
}

// Covers reports a scope of nothing but the components.
func (a *Apart) Covers(s *Scope) bool {
	return a != nil && s != nil && len(s.Only) > 0 && len(s.With)+len(s.Without) == 0 &&
		!slices.ContainsFunc(s.Only, func(code string) bool { return !slices.Contains(a.Codes, code) })
}

// Region is a part of a place where the law differs or that people name.
type Region struct {
	Code      string   // ISO 3166-2 where there is one: "GB-SCT"
	Slug      string   // canonical name in requests and results: "scotland"
	Name      string   // "Scotland"
	Aliases   []string // further accepted values of sub_region: ISO codes, other slugs
	Words     Words    // names and cities for the planner
	Same      string   // slug of the region whose rates apply, "" = its own
	Uncovered string   // not empty: named but not modelled, with the reason
	// Asked are phrases that ask for this part alone where a question names no
	// other that is covered: "federal income tax".
	Asked []string
}

// RegionRule says whether sub_region must be given.
type RegionRule int

const (
	NoRegions      RegionRule = iota // sub_region is refused
	RegionRequired                   // rates differ: absent is a 400 that lists the values
	RegionOptional                   // named for information; the rates are the same
	RegionAlways                     // as RegionRequired, although one coverage row holds for all
)

// YearForm is how a place labels its tax years.
type YearForm struct {
	Pattern   string   // shown in errors: "2025-26"
	Split     bool     // true: two-year labels; false: one year
	Start     [2]int   // month and day on which a year begins
	EndLabels bool     // single-year label names the year of the END (ZA 2026) rather than the start
	Lag       int      // years from income to label (SG YA 2026 = income of 2025: 1)
	BareAsks  bool     // a bare "2025" is ambiguous: ask
	Prefixes  []string // words that may precede the label and settle it: "ya", "year of assessment"
	// AssessmentPrefixes name the year after the income year and map back
	// one: "ay" in India, "exercice" in Belgium.
	AssessmentPrefixes []string
	IncomePrefixes     []string // name the year in which the income arose: "income year" in Singapore
	LabelPrefix        string   // part of the canonical label: "YA " in Singapore
	RangeAsks          bool     // a two-year label without a word before it may be either year: India
}

// Fact is something a calculator takes beside the income.
type Fact struct {
	Name string // "age"
	// Type is decimal (an amount in the place's currency), integer, number (a
	// decimal that is no amount), rate (a fraction of 1), boolean, date,
	// choice, or text (a code whose form the place checks).
	Type     string
	Choices  []string
	Section  string // interview section: "You", "Your income", "Reliefs"
	Prompt   string // the question to a person, used verbatim
	Reason   string // why it is needed
	Required bool
	Needed   *Need // when it is required, if it is in some requests alone
	// Assumed is what is taken when an optional fact is absent, and Assumption
	// the sentence that then stands in the result.
	Assumed    string
	Assumption string
	// Ask makes a question that does not say what the fact is ask for it,
	// although a request may leave it out.
	Ask bool
	// Hints are words in a question that make the fact required there:
	// "children", "married".
	Hints []string
	// Says are phrases that give the fact a value where a question holds them:
	// "married filing jointly".
	Says map[string]string
	// Counts are what a number before them counts: "kids under 17".
	Counts []string
	// Implied are words that give the fact a value beside what other facts are.
	Implied []Implied
	// Takes is the kind of income whose amount in a question is the fact's
	// value; "" = none.
	Takes Kind
	// Joint are the choices under which the income is that of both spouses.
	Joint []string
	// Basis is the income's where a question speaks of the fact ("net salary as
	// declared"), although words such as salary say gross; "" = no bearing.
	Basis Basis
	// Since and Until bound the tax years (by their first day) that know it.
	Since, Until civil.Date
	// TaxTypes that take the fact; nil = individual_income.
	TaxTypes []string
	// Example is a value for documentation and tests of a required fact.
	Example string
	// Min and Max bound a decimal, integer, number or rate; "" = no bound
	// beyond the type's own (amounts and counts are never negative).
	Min, Max string
	// Beside is what a request must hold for the fact to change anything; nil = the
	// fact always can. Where the request lacks it, the assumption is left unsaid.
	Beside *Beside
	// LossOf names the kind of income whose loss this fact takes, so that a
	// negative amount of that kind can be refused with the right field.
	LossOf Kind
}

// Remark is a standing assumption about a part of the computation that few
// requests reach.
type Remark struct {
	Text   string
	Beside Beside
}

// Beside is what a fact needs in a request to change its result: an amount of one
// of the kinds of income, one of the other facts with another value than the
// assumed, or one of the values of a deciding fact; where it has regions, in one of
// them alone, and where it has nothing else, there always.
type Beside struct {
	Kinds   []Kind
	Facts   []string
	Of      string // the deciding fact
	Is      []string
	Regions []string // slugs
}

// Implied is a phrase that gives a fact a value where a question gives others
// theirs: "single" is a filing status of somebody without children.
type Implied struct {
	Phrase, Value string
	With          map[string]string // the other facts' values, by name
}

// CoverageRow is one declared combination of year, region, tax, taxpayer and
// income kinds, with the tier it has earned and why.
type CoverageRow struct {
	TaxYear  string
	Period   civil.Period
	Region   string // slug; "" = all regions
	TaxType  string // individual_income, …
	Taxpayer string // individual | company
	Kinds    []Kind // nil = all the jurisdiction's
	Tier     Tier
	Why      string // what earned the tier, or what holds it down
	// Except names the requests whose tier is lower, because what they alone
	// need rests on less.
	Except   []Exception
	Reviewer string // human reviewer; "" = none
	Dataset  string // "gb-income-2025-26/2026.11"
	LawAsOf  civil.Date
	Scope    []string // the standing assumptions of every result
	// ScopeBeside are assumptions of the results that hold what they are about.
	ScopeBeside []Remark
	// BandsOf is the component that the bands add up to; "" = the jurisdiction's.
	BandsOf string
	// Residence lists the modelled statuses; nil = full_year only.
	Residence []string
	// Law is what a tenant has laid over the embedded law; Calculate sets it.
	Law *law.Overlay
}
