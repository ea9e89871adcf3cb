package tax

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax/law"
)

// toy is a place with a region of its own, one that follows another, one that
// is not modelled, and a fact of every type. Its tax is a tenth of income.
func toy() *Jurisdiction {
	return &Jurisdiction{
		Code: "XX", Currency: "EUR", Version: "1.0.0", YearForm: YearForm{Pattern: "2025-26", Split: true, Start: [2]int{4, 6}, BareAsks: true},
		IncomeMeans: "income means", TotalMeans: "total means", Kinds: []Kind{Employment, Interest}, Bases: []Basis{Gross, Taxable},
		RegionRule: RegionRequired,
		Regions: []Region{
			{Slug: "north", Code: "XX-N", Name: "The North"}, {Slug: "isle", Name: "Isle", Same: "north"},
			{Slug: "far", Name: "Far", Uncovered: "another tax system"},
		},
		Facts: []Fact{
			{Name: "status", Type: "choice", Choices: []string{"single", "married"}, Required: true},
			{Name: "gift", Type: "decimal", Assumed: "0", Assumption: "no gifts"},
			{Name: "children", Type: "integer", Max: "20", Assumed: "0", Assumption: "no children"},
			{Name: "parts", Type: "number", Assumed: "1", Min: "0.5"},
			{Name: "local_rate", Type: "rate", Assumed: "0.05", Assumption: "local rate 5 %"},
			{Name: "resident", Type: "boolean", Assumed: "true"},
			{Name: "born", Type: "date"},
			{Name: "old_relief", Type: "boolean", Until: civil.MustParse("2025-04-05")},
			{Name: "interest_loss", Type: "decimal", LossOf: Interest},
		},
		Coverage: []CoverageRow{
			{TaxYear: "2024-25", Region: "north", Tier: Draft, Dataset: "xx/1", Scope: []string{"scope"}, LawAsOf: civil.MustParse("2025-04-05")},
			{TaxYear: "2025-26", Region: "north", Tier: Beta, Dataset: "xx/2", Scope: []string{"scope"}, Kinds: []Kind{Employment}},
		},
		Check: func(r *Request, e *InputError) {
			if r.Choice("status") == "single" && r.Given("born") && r.Int("children") > 9 {
				e.Add("facts.children", "contradicts")
			}
		},
		Compute: func(r *Request, row CoverageRow) (Result, error) {
			total := r.Income.Mul(money.MustParse("0.1"))
			return Result{TaxableIncome: r.Income, TotalTax: total, MarginalRate: money.MustParse("0.100000"),
				Bands: []BandResult{{Label: "all", Amount: r.Income, Rate: money.MustParse("0.1"), Tax: total}},
				Components: []Levy{{Code: "t", Kind: LevyTax, Amount: total, InTotal: true},
					{Code: "paid", Kind: LevyPayment, Amount: money.FromInt(3)}, {Code: "back", Kind: LevyRefundable, Amount: money.FromInt(2)}},
				Citations: []law.Citation{{ID: "b", RetrievedAt: civil.MustParse("2026-02-02")},
					{ID: "a", RetrievedAt: civil.MustParse("2026-01-01")}},
				Assumptions: []string{string(r.IncomeBasis) + " " + r.SubRegion + " " + row.Region}}, nil
		},
	}
}

func good() Request {
	return Request{Jurisdiction: "XX", TaxYear: "2025-26", SubRegion: "isle", Income: money.MustParse("1234.56"), HasIncome: true,
		Facts: map[string]string{"status": "single"}}
}

func TestCalculateFillsWhatIsCommon(t *testing.T) {
	reg := NewRegistry(toy())
	req := good()
	req.TaxYear, req.SubRegion = "2025/26", "Isle"
	got, err := reg.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]string{
		"calculator": {got.Calculator, "xx-income"}, "version": {got.CalculatorVersion, "1.0.0"}, "dataset": {got.ParameterDataset, "xx/2"},
		"tier": {string(got.CoverageStatus), "beta"}, "year": {got.TaxYear, "2025-26"}, "from": {got.TaxPeriod.From.String(), "2025-04-06"},
		"region": {got.SubRegion, "isle"}, "currency": {got.Currency, "EUR"}, "basis": {got.Basis, "annual"},
		"total": {got.TotalTax.String(), "123.46"}, "net": {got.NetPayable.String(), "118.46"},
		"effective": {got.EffectiveRate.String(), "0.1000"},
		"marginal":  {got.MarginalRate.String(), "0.10"}, "rate": {got.Bands[0].Rate.String(), "0.10"},
		"band":    {got.Bands[0].Tax.String(), "123.46"},
		"checked": {got.SourceLastChecked.String(), "2026-01-01"},
		"assumptions": {strings.Join(got.Assumptions, "|"),
			"income means|total means|scope|no gifts|no children|local rate 5 %|gross isle north"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s is %q, want %q", what, pair[0], pair[1])
		}
	}
	if req.TaxYear != "2025/26" || req.SubRegion != "Isle" || req.Currency != "" {
		t.Errorf("the request was changed: %+v", req)
	}
	req.IncomeBasis, req.Facts["gift"] = Gross, "5"
	got, err = reg.Calculate(&req)
	if err != nil {
		t.Fatal(err)
	}
	if a := strings.Join(got.Assumptions, "|"); a != "total means|scope|no children|local rate 5 %|gross isle north" {
		t.Errorf("with basis and gift named: %s", a)
	}
}

func TestTheRegistryAnswersFromTheDeclarations(t *testing.T) {
	reg := NewRegistry(toy())
	if got := strings.Join(reg.Years("XX", IndividualIncome), " "); got != "2024-25 2025-26" {
		t.Errorf("years %s", got)
	}
	if reg.Find("XX") == nil || reg.Find("YY") != nil || len(reg.All()) != 1 || reg.Codes()[0] != "XX" {
		t.Error("the registry does not find its place")
	}
	if g := reg.Region("XX", "the north"); g == nil || g.Slug != "north" || reg.Region("XX", "south") != nil {
		t.Errorf("region %+v", g)
	}
	if row := reg.Row("XX", "2025-26", IndividualIncome,
		"isle"); row == nil || row.Dataset != "xx/2" || row.Period.To.String() != "2026-04-05" {
		t.Errorf("row %+v", row)
	}
	if reg.Row("XX", "2025-26", IndividualIncome, "far") != nil || reg.Row("XX", "2030-31", IndividualIncome, "north") != nil {
		t.Error("a row that is not declared")
	}
	has := func(year, name string) bool {
		return slices.ContainsFunc(reg.Facts("XX", year, IndividualIncome, "north"), func(f Fact) bool { return f.Name == name })
	}
	if !has("2024-25", "old_relief") || has("2025-26", "old_relief") || !has("2025-26", "gift") {
		t.Error("facts do not follow the year")
	}
}

func TestZeroIncome(t *testing.T) {
	req := good()
	req.Income = money.Zero
	got, err := NewRegistry(toy()).Calculate(&req)
	if err != nil || got.EffectiveRate.String() != "0.0000" || got.TotalTax.String() != "0.00" {
		t.Errorf("%s at %s, %v", got.TotalTax, got.EffectiveRate, err)
	}
}

// TestBadInputNamesItsField gives each fault alone: the field that the error
// names, and a word of the message.
func TestBadInputNamesItsField(t *testing.T) {
	reg := NewRegistry(toy())
	fact := func(name, value string) func(*Request) {
		return func(r *Request) { r.Facts[name] = value }
	}
	amount := func(s string) func(*Request) { return func(r *Request) { r.Income = money.MustParse(s) } }
	parts := func(cs ...Component) func(*Request) {
		return func(r *Request) { r.HasIncome, r.Income, r.Components = false, money.Zero, cs }
	}
	for _, c := range []struct {
		name        string
		change      func(*Request)
		field, word string
	}{
		{"no code", func(r *Request) { r.Jurisdiction = "England" }, "jurisdiction", "alpha-2"},
		{"UK", func(r *Request) { r.Jurisdiction = "UK" }, "jurisdiction", "GB"},
		{"two years", func(r *Request) { r.TaxYear = "2024-26" }, "tax_year", "2025-26"},
		{"bare year", func(r *Request) { r.TaxYear = "2025" }, "tax_year", "2025-26"},
		{"no region", func(r *Request) { r.SubRegion = "" }, "sub_region", "north, isle"},
		{"other region", func(r *Request) { r.SubRegion = "south" }, "sub_region", "north, isle"},
		{"other currency", func(r *Request) { r.Currency = "USD" }, "currency", "EUR"},
		{"other dataset", func(r *Request) { r.ParameterDataset = "xx/1" }, "parameter_dataset", "xx/2"},
		{"no income", func(r *Request) { r.HasIncome = false }, "income", "required"},
		{"negative", amount("-0.01"), "income", "not modelled"},
		{"three places", amount("1.234"), "income", "2 digits after"},
		{"sixteen digits", amount("1000000000000000"), "income", "15 digits"},
		{"unknown kind", parts(Component{Kind: "lottery"}), "components[0].kind", "employment"},
		{"negative part", parts(Component{Kind: Interest, Amount: money.FromInt(-1)}), "components[0].amount", "facts.interest_loss"},
		{"wrong sum", func(r *Request) { r.Components = []Component{{Kind: Employment, Amount: money.One}} }, "components", "add up to 1"},
		{"basis", func(r *Request) { r.IncomeBasis = "net" }, "income_basis", "gross or taxable"},
		{"residence", func(r *Request) { r.Residence = &Residence{Status: "alien"} }, "residence.status", "non_resident"},
		{"part year", func(r *Request) { r.Residence = &Residence{Status: "part_year"} }, "residence", "dates"},
		{"unknown fact", fact("shoe_size", "44"), "facts.shoe_size", "status, gift"},
		{"fact of another year", fact("old_relief", "true"), "facts.old_relief", "2025-26"},
		{"choice", fact("status", "divorced"), "facts.status", "single, married"},
		{"decimal", fact("gift", "1e3"), "facts.gift", "decimal string"},
		{"negative decimal", fact("gift", "-1"), "facts.gift", "negative"},
		{"decimal places", fact("gift", "1.001"), "facts.gift", "2 digits"},
		{"integer", fact("children", "1.5"), "facts.children", "whole"},
		{"leading zero", fact("children", "01"), "facts.children", "whole"},
		{"too many", fact("children", "21"), "facts.children", "at most 20"},
		{"too few", fact("parts", "0.4"), "facts.parts", "at least 0.5"},
		{"rate", fact("local_rate", "8.1"), "facts.local_rate", "fraction"},
		{"boolean", fact("resident", "yes"), "facts.resident", "true"},
		{"date", fact("born", "6/4/1990"), "facts.born", "date"},
		{"contradiction", func(r *Request) { r.Facts["born"], r.Facts["children"] = "1990-01-01", "10" }, "facts.children", "contradicts"},
	} {
		req := good()
		c.change(&req)
		_, err := reg.Calculate(&req)
		var faults *InputError
		if !errors.As(err, &faults) || len(faults.Fields) != 1 || faults.Fields[0].Field != c.field || !strings.Contains(faults.Fields[0].Message,
			c.word) {
			t.Errorf("%s: %v; want one fault of %s with %q", c.name, err, c.field, c.word)
		}
	}
}

func TestEveryFaultAtOnce(t *testing.T) {
	req := Request{Jurisdiction: "XX", TaxYear: "25", SubRegion: "south", Currency: "USD", IncomeBasis: "net",
		Income: money.MustParse("-1.234"), HasIncome: true, Facts: map[string]string{"children": "x", "gift": "y"}}
	_, err := NewRegistry(toy()).Calculate(&req)
	var faults *InputError
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	var fields []string
	for _, f := range faults.Fields {
		fields = append(fields, f.Field)
	}
	if want := []string{"tax_year", "sub_region", "currency", "income", "income_basis", "facts.children", "facts.gift"}; !slices.Equal(fields,
		want) {
		t.Errorf("faults of %v, want %v", fields, want)
	}
}

func TestWhatIsNotDeclaredIsUnavailable(t *testing.T) {
	reg := NewRegistry(toy())
	for name, c := range map[string]struct {
		change func(*Request)
		reason string
	}{
		"place":     {func(r *Request) { r.Jurisdiction = "ZZ" }, "jurisdiction"},
		"year":      {func(r *Request) { r.TaxYear = "2031-32" }, "tax year"},
		"tax":       {func(r *Request) { r.TaxType = CorporateIncome }, "corporate_income"},
		"region":    {func(r *Request) { r.SubRegion = "far" }, "another tax system"},
		"kind":      {func(r *Request) { r.HasIncome, r.Components = false, []Component{{Kind: Interest}} }, "interest"},
		"residence": {func(r *Request) { r.Residence = &Residence{Status: "non_resident"} }, "non_resident"},
	} {
		req := good()
		c.change(&req)
		_, err := reg.Calculate(&req)
		var gap *Unavailable
		if !errors.As(err, &gap) || !strings.Contains(gap.Reason, c.reason) {
			t.Errorf("%s: %v", name, err)
		}
	}
	req := good()
	req.TaxYear, req.Components, req.HasIncome = "2024-25", []Component{{Kind: Interest, Amount: money.One}}, false
	if got, err := reg.Calculate(&req); err != nil || got.TotalTax.String() != "0.10" {
		t.Errorf("a kind that the row of another year has: %v", err)
	}
}

func TestMissingFacts(t *testing.T) {
	req := good()
	req.Facts = nil
	_, err := NewRegistry(toy()).Calculate(&req)
	var missing *MissingFacts
	if !errors.As(err, &missing) || len(missing.Facts) != 1 || missing.Facts[0].Name != "status" {
		t.Errorf("%v", err)
	}
}

func TestFactsAreGivenOrAssumed(t *testing.T) {
	j := toy()
	j.Compute = func(r *Request, _ CoverageRow) (Result, error) {
		if r.Num("gift").String() != "12.50" || r.Int("children") != 0 || r.Num("local_rate").String() != "0.05" || !r.Bool("resident") ||
			r.Choice("status") != "single" || !r.Date("born").IsZero() || !r.Given("gift") || r.Given("children") || !r.HasFacts() {
			t.Errorf("facts: %+v", r)
		}
		return Result{}, nil
	}
	req := good()
	req.Facts["gift"] = "12.50"
	if _, err := NewRegistry(j).Calculate(&req); err != nil {
		t.Fatal(err)
	}
}

func TestABrokenDeclarationPanics(t *testing.T) {
	for name, breakIt := range map[string]func(*Jurisdiction){
		"currency":     func(j *Jurisdiction) { j.Currency = "ZZZ" },
		"default":      func(j *Jurisdiction) { j.Facts[1].Assumed = "x" },
		"fact twice":   func(j *Jurisdiction) { j.Facts = append(j.Facts, j.Facts[0]) },
		"row twice":    func(j *Jurisdiction) { j.Coverage = append(j.Coverage, j.Coverage[0]) },
		"label":        func(j *Jurisdiction) { j.Coverage[0].TaxYear = "2025" },
		"changeover":   func(j *Jurisdiction) { j.Changeover = &Changeover{civil.MustParse("2025-04-06"), "USD"} },
		"region twice": func(j *Jurisdiction) { j.Regions[1].Aliases = []string{"north"} },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the registry was built", name)
				}
			}()
			j := toy()
			breakIt(j)
			NewRegistry(j)
		}()
	}
}

func TestAPlaceHasTheCurrencyOfTheDay(t *testing.T) {
	j := &Jurisdiction{Currency: "BGN", Changeover: &Changeover{civil.MustParse("2026-01-01"), "EUR"}}
	for day, want := range map[string]string{"2025-12-31": "BGN", "2026-01-01": "EUR", "2030-06-01": "EUR"} {
		if got := j.CurrencyOn(civil.MustParse(day)); got != want {
			t.Errorf("on %s: %s, not %s", day, got, want)
		}
	}
	kept := &Jurisdiction{Currency: "CZK"}
	if got := kept.CurrencyOn(civil.MustParse("2030-06-01")); got != "CZK" || len(kept.Currencies()) != 1 || len(j.Currencies()) != 2 {
		t.Errorf("%s, %v, %v", got, kept.Currencies(), j.Currencies())
	}
}

func TestSlopeIsRightHanded(t *testing.T) {
	edge, jump := money.FromInt(100), money.FromInt(50)
	formula := func(x money.Dec) money.Dec {
		tax := x.Sub(edge).Positive().Mul(money.MustParse("0.25"))
		if x.Greater(money.FromInt(500)) {
			tax = tax.Add(jump)
		}
		return tax
	}
	for x, want := range map[string]string{"99.99": "0 false", "100": "0.25 false", "499.99": "0.25 false", "500": "0.25 true",
		"500.01": "0.25 false"} {
		slope, cliff := Slope(money.MustParse(x), formula)
		got := slope.Trim(0).String() + " false"
		if cliff {
			got = slope.Trim(0).String() + " true"
		}
		if got != want {
			t.Errorf("at %s: %s, want %s", x, got, want)
		}
	}
}

func TestWork(t *testing.T) {
	group := []law.Citation{{ID: "a"}, {ID: "b"}}
	w := NewWork(true)
	w.Cite(group)
	w.Cite(group)
	w.Cite([]law.Citation{{ID: "b"}, {ID: "c"}})
	for range 40 {
		w.Cite([]law.Citation{{ID: "c"}})
	}
	var ids []string
	for _, c := range w.Citations() {
		ids = append(ids, c.ID)
	}
	if strings.Join(ids, "") != "abc" {
		t.Errorf("cited %v", ids)
	}
	w.Step("x", "X", money.One, group, "{} − {}", money.FromInt(3), money.FromInt(2))
	if s := w.Steps(); len(s) != 1 || s[0].Formula != "3 − 2" || len(s[0].CitationIDs) != 2 {
		t.Errorf("steps %+v", s)
	}
	quiet := NewWork(false)
	if n := testing.AllocsPerRun(100, func() {
		quiet.Step("x", "X", money.One, group, "{} − {}", money.FromInt(3), money.FromInt(2))
	}); n != 0 {
		t.Errorf("a step that nobody wants allocates %v times", n)
	}
}

// FuzzYears and FuzzFacts look for a panic; whatever parses must be canonical.
func FuzzYears(f *testing.F) {
	for _, s := range []string{"2025-26", "AY 2026-27", "25/26", "2025-04-06", "ya 2026", "--", "0000-01", "0000-01-01", "1900-01-01",
		"2199-12-31"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for place, form := range forms {
			label, err := form.Canonical(text)
			if err != nil {
				continue
			}
			if _, ok := form.Period(label); !ok {
				t.Errorf("%s: %q became %q, which is no label", place, text, label)
			}
		}
	})
}

func FuzzFacts(f *testing.F) {
	reg := NewRegistry(toy())
	f.Add("children", "3")
	f.Add("local_rate", "0.1")
	f.Fuzz(func(t *testing.T, name, value string) {
		req := good()
		req.Facts[name] = value
		if _, err := reg.Calculate(&req); err != nil {
			var faults *InputError
			if !errors.As(err, &faults) {
				t.Errorf("%q = %q: %v", name, value, err)
			}
		}
	})
}
