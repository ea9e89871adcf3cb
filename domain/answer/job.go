package answer

import (
	"errors"
	"slices"
	"strings"

	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/tax"
)

// Step names a step of a calculation by request. They run in this order, and a
// calculation stops at the first that is unmet; the snapshot, which lies between
// the last two, is the caller's.
type Step string

// The steps.
const (
	StepStores    Step = "stores"
	StepCoverage  Step = "coverage"
	StepMixed     Step = "mixed_jurisdiction"
	StepMissing   Step = "missing_facts"
	StepValidate  Step = "validation"
	StepCalculate Step = "calculate"
	StepEnvelope  Step = "rules_envelope"
)

// Job is one calculation that is asked for by a calculator's own request. The
// request is well-formed; what it leaves out is Missing.
type Job struct {
	Case    plan.Case // place, tax type, request or supply; the row is that of the result
	Code    string    // ISO 3166-1; "" = left out
	TaxYear string    // "" = left out
	Place   string    // name of the place; "" = not known
	Tier    tax.Tier  // lowest that the place has; "" = none
	Facts   []contract.FactUsed
	Missing []contract.MissingFact
	Mixed   string // why more than one place may tax this; "" = one
	// Rows are those of the matrix that the request can be of, whatever it leaves out;
	// none = it has none.
	Rows []tax.CoverageRow
	// RowOf finds the row of the matrix that a result is of; nil = it has none.
	RowOf func(*tax.Result) *tax.CoverageRow
	// Compute calculates; it is called once. Its *tax.Unavailable is a matter of
	// coverage, its *tax.MissingFacts adds to Missing, its *tax.InputError says
	// that facts contradict each other. It leaves out what Mixed is about.
	Compute func() (tax.Result, error)
}

// Computed is what came of a job.
type Computed struct {
	Contract contract.Contract
	Stopped  Step        // the unmet step; "" = none
	Result   *tax.Result // nil = nothing was computed
	Code     string      // why it ended so
	Err      error       // a fault of the service; nil otherwise
}

// Compute runs a job through the steps of a calculation: it computes where
// everything is there, and says what is not where it is not. Nothing is assumed
// that the request of the calculator would not assume.
func Compute(job *Job, env Env) Computed {
	a := answering{env: &env}
	p := &a.out.Plan
	p.Cases = []plan.Case{job.Case}
	p.TaxTypes, p.Classification, p.Where = []string{job.Case.TaxType}, contract.HighRisk, job.Place
	p.Facts, p.Tier = job.Facts, job.Tier
	if job.Code != "" {
		p.Jurisdictions = []string{job.Code}
	}
	if job.TaxYear != "" {
		p.TaxYears = []string{job.TaxYear}
	}
	out := Computed{}
	out.Stopped = a.compute(job, &out)
	out.Contract, out.Code, out.Err = a.out.Contract, a.out.Code, a.out.Err
	return out
}

func (a *answering) compute(job *Job, out *Computed) Step {
	if a.stores() {
		return StepStores
	}
	c := &a.out.Plan.Cases[0]
	if gap := a.excluded(job); gap != nil { // asked before the facts are
		a.end("uncovered", contract.Unsupported(a.scope(), gap.String(), a.out.Plan.Where))
		return StepCoverage
	}
	result, err := job.Compute()
	var gap *tax.Unavailable
	var missing *tax.MissingFacts
	var input *tax.InputError
	if errors.As(err, &missing) {
		for _, f := range missing.Facts {
			job.Missing = append(job.Missing, contract.AskFact(f.Name, f.Reason, f.Prompt))
		}
	}
	switch {
	case errors.As(err, &gap):
		a.notCovered(job, gap)
		return StepCoverage
	case job.Mixed != "":
		scope := a.scope()
		scope.FactsUsed = slices.DeleteFunc(slices.Clone(scope.FactsUsed), func(f contract.FactUsed) bool { return f.Currency != "" })
		a.end("mixed_jurisdiction", contract.HumanReview(scope, job.Mixed, nil))
		return StepMixed
	case len(job.Missing) > 0:
		a.end("missing_facts", contract.NeedsFacts(a.scope(), distinct(job.Missing)))
		return StepMissing
	case errors.As(err, &input):
		a.notComputed(c, err)
		return StepValidate
	case err != nil:
		a.fail("calculator_failed", err)
		return StepCalculate
	}
	out.Result = &result
	*c = job.Case
	if job.RowOf != nil {
		if row := job.RowOf(&result); row != nil {
			c.Row = *row
		}
	}
	c.Row.TaxYear, c.Tier, c.Request.SubRegion = result.TaxYear, result.CoverageStatus, result.SubRegion
	c.Row.Dataset = result.ParameterDataset
	if packs := strings.Join(result.RulePacks, "+"); packs != "" { // the row is the embedded law's, without what the tenant laid over it
		c.Row.Dataset = strings.TrimSuffix(result.ParameterDataset, "+"+packs)
	}
	p := &a.out.Plan
	p.Jurisdictions, p.TaxYears, p.TaxTypes, p.Tier = []string{result.Jurisdiction}, []string{result.TaxYear}, []string{c.TaxType},
		result.CoverageStatus
	if gap := a.refused(c, result.CoverageStatus); gap != nil {
		a.end("uncovered", contract.Unsupported(a.scope(), gap.String(), p.Where))
		return StepCoverage
	}
	a.results = []tax.Result{result}
	if c.Supply == nil {
		if err := envelope(c, &result); err != nil {
			a.fail("envelope", err)
			return StepEnvelope
		}
	}
	if a.review() || a.conflicts() || a.stale() {
		return StepEnvelope
	}
	if a.verified(); a.out.Err != nil {
		return StepEnvelope
	}
	return ""
}

// notCovered refuses in sentences of this package: the calculator's may hold
// figures of law.
func (a *answering) notCovered(job *Job, gap *tax.Unavailable) {
	c := &a.out.Plan.Cases[0]
	a.out.Plan.Where = job.Place
	if c.Jurisdiction == nil {
		c.Jurisdiction = &tax.Jurisdiction{Code: job.Code}
	}
	c.Row.TaxYear = job.TaxYear
	a.notComputed(c, gap)
}

func distinct(list []contract.MissingFact) (out []contract.MissingFact) {
	for _, f := range list {
		if !slices.ContainsFunc(out, func(o contract.MissingFact) bool { return o.Key == f.Key }) {
			out = append(out, f)
		}
	}
	return out
}
