package all

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

// leanMax is how many bytes the result of a plain case may have.
const leanMax = 8000

// plainCase is a request of a row with nothing but what it must give.
func plainCase(r *tax.Registry, j *tax.Jurisdiction, row *tax.CoverageRow, income int64) *tax.Request {
	taxType := row.TaxType
	if taxType == "" {
		taxType = tax.IndividualIncome
	}
	req := &tax.Request{Jurisdiction: j.Code, TaxYear: row.TaxYear, SubRegion: row.Region, TaxType: taxType,
		Income: money.FromInt(income), HasIncome: true, Facts: map[string]string{}}
	if row.Region == "" && j.RegionRule == tax.RegionAlways {
		i := slices.IndexFunc(j.Regions, func(g tax.Region) bool { return g.Uncovered == "" })
		req.SubRegion = j.Regions[i].Slug
	}
	for _, f := range r.Facts(j.Code, row.TaxYear, taxType, row.Region) {
		if f.Required {
			req.Facts[f.Name] = f.Example
		}
	}
	return req
}

// TestPlainResultsAreLean: the plain case of every covered row is answered in few
// bytes, cites its leading sources with nothing that an explained result lacks, and
// says nothing that an explained one does not, but for what it says by sections.
func TestPlainResultsAreLean(t *testing.T) {
	r := Registry()
	for _, j := range r.All() {
		for i := range j.Coverage {
			row := &j.Coverage[i]
			req := plainCase(r, j, row, 60_000)
			out, err := r.Calculate(req)
			if err != nil {
				t.Errorf("%s %s %s: %v", j.Code, row.TaxYear, row.Region, err)
				continue
			}
			body, err := json.Marshal(out.Lean())
			if err != nil {
				t.Fatal(err)
			}
			if len(body) > leanMax {
				t.Errorf("%s %s %s %s: %d bytes", j.Code, row.TaxYear, row.TaxType, row.Region, len(body))
			}
			explained := *req
			explained.Explain = true
			whole, err := r.Calculate(&explained)
			if err != nil {
				t.Fatal(err)
			}
			bySection := 0
			for _, sentence := range out.Assumptions {
				if !slices.Contains(whole.Assumptions, sentence) {
					bySection++
				}
			}
			if bySection > 1 || len(out.Lean().Citations) == 0 {
				t.Errorf("%s %s %s: %d sentences of its own, %d citations", j.Code, row.TaxYear, row.Region, bySection, len(out.Citations))
			}
		}
	}
}

// TestUnsaidAssumptionsCannotMatter: whatever value is given to a fact whose
// assumption a result leaves unsaid, the figures stay, or the request is refused.
func TestUnsaidAssumptionsCannotMatter(t *testing.T) {
	r, tried := Registry(), 0
	for _, j := range r.All() {
		for i := range j.Coverage {
			row := &j.Coverage[i]
			if i+1 < len(j.Coverage) && j.Coverage[i+1].Region == row.Region { // the newest year of each region
				continue
			}
			for _, income := range []int64{12_000, 60_000, 400_000} {
				tried += probeUnsaid(t, r, j, row, plainCase(r, j, row, income))
			}
		}
	}
	if tried == 0 {
		t.Error("no assumption is left unsaid anywhere")
	}
}

func probeUnsaid(t *testing.T, r *tax.Registry, j *tax.Jurisdiction, row *tax.CoverageRow, req *tax.Request) (tried int) {
	plain, err := r.Calculate(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Facts(j.Code, row.TaxYear, req.TaxType, row.Region) {
		if f.Beside == nil || f.Required || slices.Contains(plain.Assumptions, f.Assumption) {
			continue
		}
		for _, value := range probes(&f) {
			tried++
			given := *req
			given.Facts = map[string]string{f.Name: value}
			for k, v := range req.Facts {
				given.Facts[k] = v
			}
			out, err := r.Calculate(&given)
			if err != nil {
				if refused(err) {
					continue
				}
				t.Fatal(err)
			}
			if figures(t, &out) != figures(t, &plain) {
				t.Errorf("%s %s %s: %s = %s changes the figures of %s, and its assumption is left unsaid", j.Code, row.TaxYear, row.Region,
					f.Name, value, req.Income)
			}
		}
	}
	return tried
}

func probes(f *tax.Fact) []string {
	switch f.Type {
	case "boolean":
		return []string{"true", "false"}
	case "integer":
		return []string{"0", "1", "70"}
	case "decimal":
		return []string{"1", "5000", "250000"}
	case "rate":
		return []string{"0.02"}
	}
	return f.Choices
}

func refused(err error) bool {
	var input *tax.InputError
	var gap *tax.Unavailable
	var missing *tax.MissingFacts
	return errors.As(err, &input) || errors.As(err, &gap) || errors.As(err, &missing)
}

// figures are the amounts of a result.
func figures(t *testing.T, r *tax.Result) string {
	t.Helper()
	body, err := json.Marshal([]any{r.TotalTax, r.TaxableIncome, r.NetPayable, r.Components, r.MarginalRate, r.AdjustedGross})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
