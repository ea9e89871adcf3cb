package answer_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// A calculation by request stops at the first step that is unmet and says which;
// only one that meets all of them has a figure.
func TestStepsOfACalculation(t *testing.T) {
	request := func(change func(*tax.Request)) tax.Request {
		q := tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "scotland", Income: money.MustParse("60000"), HasIncome: true}
		if change != nil {
			change(&q)
		}
		return q
	}
	for name, c := range map[string]struct {
		request tax.Request
		stopped answer.Step
		status  contract.Status
		missing string
	}{
		"all there":        {request(nil), "", contract.StatusVerified, ""},
		"nothing there":    {tax.Request{}, answer.StepMissing, contract.StatusNeedsFacts, "jurisdiction tax_year income"},
		"in small letters": {request(func(q *tax.Request) { q.Jurisdiction = "gb" }), "", contract.StatusVerified, ""},
		"no income": {request(func(q *tax.Request) { q.HasIncome, q.Income = false, money.Zero }), answer.StepMissing,
			contract.StatusNeedsFacts, "income"},
		"no year":   {request(func(q *tax.Request) { q.TaxYear = "" }), answer.StepMissing, contract.StatusNeedsFacts, "tax_year"},
		"no region": {request(func(q *tax.Request) { q.SubRegion = "" }), answer.StepMissing, contract.StatusNeedsFacts, "sub_region"},
		"another place": {request(func(q *tax.Request) { q.Jurisdiction, q.SubRegion = "FR", "" }), answer.StepCoverage,
			contract.StatusUnsupported, "coverage_profile"},
		"another year": {request(func(q *tax.Request) { q.TaxYear = "2031-32" }), answer.StepCoverage, contract.StatusUnsupported,
			"coverage_profile"},
		"part of a year": {request(func(q *tax.Request) { q.Residence = &tax.Residence{Status: "non_resident"} }), answer.StepMixed,
			contract.StatusHumanReview, ""},
		"another currency": {request(func(q *tax.Request) { q.Currency = "USD" }), answer.StepMixed, contract.StatusHumanReview, ""},
	} {
		job, err := answer.IncomeJob(books, c.request)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := answer.Compute(job, env())
		var keys []string
		for _, m := range got.Contract.MissingFacts {
			keys = append(keys, m.Key)
		}
		if got.Stopped != c.stopped || got.Contract.VerificationStatus != c.status || strings.Join(keys, " ") != c.missing || got.Err != nil {
			t.Errorf("%s: stopped at %q, %s, misses %v: %v", name, got.Stopped, got.Contract.VerificationStatus, keys, got.Err)
		}
		for _, fault := range contract.Check(got.Contract) {
			t.Errorf("%s: %s", name, fault)
		}
		if (got.Result != nil) != (c.stopped == "") {
			t.Errorf("%s: a result is there: %v", name, got.Result != nil)
		}
	}
	bad := request(func(q *tax.Request) { q.SubRegion, q.TaxYear = "atlantis", "2025" })
	_, err := answer.IncomeJob(books, bad)
	var input *tax.InputError
	if !errors.As(err, &input) || len(input.Fields) != 2 {
		t.Errorf("malformed: %v", err)
	}
}

// A calculation that reads rule packs has its figure, at draft, on the dataset
// that names them; one whose dataset names another pack than it says is withheld.
func TestCalculationOnRulePacks(t *testing.T) {
	for dataset, stopped := range map[string]answer.Step{
		"+acme.v3": answer.StepEnvelope, "+acme.v3+works.v1": "", "": answer.StepEnvelope,
	} {
		job, err := answer.IncomeJob(books, tax.Request{Jurisdiction: "GB", TaxYear: "2025-26", SubRegion: "scotland",
			Income: money.MustParse("60000"), HasIncome: true})
		if err != nil {
			t.Fatal(err)
		}
		plain := job.Compute
		job.Compute = func() (tax.Result, error) {
			r, err := plain()
			r.RulePacks, r.CoverageStatus = []string{"acme.v3", "works.v1"}, tax.Draft
			r.ParameterDataset += dataset
			return r, err
		}
		got := answer.Compute(job, env())
		if got.Stopped != stopped || (got.Err != nil) != (stopped != "") {
			t.Errorf("%q: stopped at %q: %v", dataset, got.Stopped, got.Err)
		}
		if stopped == "" && (got.Contract.CoverageStatus != tax.Draft || got.Contract.VerificationStatus != contract.StatusVerified) {
			t.Errorf("%q: %s at %s", dataset, got.Contract.VerificationStatus, got.Contract.CoverageStatus)
		}
		for _, fault := range contract.Check(got.Contract) {
			t.Errorf("%q: %s", dataset, fault)
		}
	}
}

// The language of the wording changes neither status nor figures nor what is
// asked, and every language says it in its own words.
func TestWordingChangesWordsAlone(t *testing.T) {
	for _, question := range []string{
		"How much income tax do I pay on £60,000 in England in 2025-26?", "How much income tax do I pay on £60,000?",
		"Wie viel Einkommensteuer auf 60.000 € in Berlin 2025?", "How much income tax on £60,000 in Atlantis in 2025-26?",
	} {
		var first answer.Outcome
		said := map[string]bool{}
		for i, language := range answer.Wordings {
			e := env()
			e.Wording = language
			got := ask(t, question, e)
			texts := slices.Clone(got.Contract.NextActions)
			for _, c := range got.Contract.Claims {
				texts = append(texts, c.Text)
			}
			if text := strings.Join(texts, "|"); said[text] {
				t.Errorf("%q: %s says it as another language does: %s", question, language, text)
			} else {
				said[text] = true
			}
			if i == 0 {
				first = got
				continue
			}
			if a, b := describe(first), describe(got); a != b {
				t.Errorf("%q in %s: %s, not %s", question, language, b, a)
			}
		}
	}
	if w := answer.Wording("pt-BR"); w != "en" {
		t.Errorf("Portuguese is worded in %s", w)
	}
}
