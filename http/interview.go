package http

import (
	"context"
	"errors"
	"net/http"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
)

type interviewFact struct {
	Name       string   `json:"name"`
	Type       string   `json:"type" doc:"decimal, integer, number, rate, boolean, date, choice or text."`
	Choices    []string `json:"choices" nullable:"false"`
	Prompt     string   `json:"prompt" doc:"The question to a person, to be used as it is."`
	Reason     string   `json:"reason"`
	Required   bool     `json:"required"`
	When       string   `json:"required_when" doc:"When it is required although required is false; empty: never."`
	Assumed    string   `json:"assumed" doc:"What is taken when it is left out."`
	Assumption string   `json:"assumption" doc:"The sentence that then stands in the result."`
}

type interviewSection struct {
	Section string          `json:"section"`
	Facts   []interviewFact `json:"facts" nullable:"false"`
}

type interview struct {
	Jurisdiction string             `json:"jurisdiction"`
	TaxYear      string             `json:"tax_year"`
	TaxType      string             `json:"tax_type"`
	Currency     string             `json:"currency"`
	IncomeMeans  string             `json:"income_means" doc:"What income is when no basis is given."`
	IncomeBases  []tax.Basis        `json:"income_bases" nullable:"false" doc:"What income_basis may be, what is taken without it first; both where the place computes both."`
	IncomeKinds  []tax.Kind         `json:"income_kinds" nullable:"false"`
	SubRegions   []string           `json:"sub_regions" nullable:"false" doc:"Where rates differ, one of these is required."`
	Sections     []interviewSection `json:"sections" nullable:"false"`
}

type interviewIn struct {
	Sited
	Jurisdiction string `query:"jurisdiction" required:"true" maxLength:"2" example:"GB"`
	TaxYear      string `query:"tax_year" required:"true" maxLength:"40" example:"2025-26"`
	TaxType      string `query:"tax_type" maxLength:"40" default:"individual_income"`
	SubRegion    string `query:"sub_region" maxLength:"60"`
}

type factCheck struct {
	Valid        bool               `json:"valid" doc:"Whether the calculator would compute it."`
	MissingFacts []missingFactView  `json:"missing_facts" nullable:"false"`
	Errors       []fault.Field      `json:"errors" nullable:"false"`
	Unavailable  *string            `json:"unavailable" doc:"Why no coverage row matches; null where one does."`
	Assumptions  []string           `json:"assumptions" nullable:"false" doc:"What a result would assume."`
	Sections     []interviewSection `json:"sections" nullable:"false" doc:"All facts that the combination knows."`
}

type missingFactView struct {
	Key    string  `json:"key"`
	Reason string  `json:"reason"`
	Prompt *string `json:"prompt"`
}

func (s *Server) registerInterview() {
	register(s, Operation{
		Entry: "2.3", ID: "interview.sections", Method: http.MethodGet, Path: "/api/tax-assistant/interview/", Surface: "coverage",
		Summary: "The facts that a calculation takes, by section", Permission: "calculations:run", Errors: []int{422},
	}, func(ctx context.Context, c *Call, in *interviewIn) (*reply[interview], error) {
		if in.TaxType == payroll.TaxType {
			v, err := payrollInterview(in.Jurisdiction, in.TaxYear, in.SubRegion)
			return &reply[interview]{Body: v}, err
		}
		j := s.Registry.Find(in.Jurisdiction)
		if j == nil {
			return nil, calculationFault(&tax.Unavailable{Jurisdiction: in.Jurisdiction, TaxYear: in.TaxYear, TaxType: in.TaxType,
				Taxpayer: "individual", Reason: "the jurisdiction is not covered"})
		}
		year, err := j.YearForm.Canonical(in.TaxYear)
		if err != nil {
			return nil, fault.Invalid("tax_year", "%v", err)
		}
		v := interview{
			Jurisdiction: j.Code, TaxYear: year, TaxType: in.TaxType, Currency: j.Currency, IncomeMeans: j.IncomeMeans,
			IncomeBases: basesOf(j, in.TaxType), IncomeKinds: j.Kinds, SubRegions: subRegions(j),
			Sections: s.sections(j, year, in.TaxType, in.SubRegion),
		}
		return &reply[interview]{Body: v}, nil
	})

	type checkIn struct {
		Sited
		Body incomeBody
	}
	register(s, Operation{
		Entry: "2.3", ID: "interview.check", Method: http.MethodPost, Path: "/api/tax-assistant/interview/", Surface: "coverage",
		Summary: "What is missing or wrong before a calculation", Permission: "calculations:run",
	}, func(ctx context.Context, c *Call, in *checkIn) (*reply[factCheck], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		laid, err := s.laid(c)
		if err != nil {
			return nil, err
		}
		return &reply[factCheck]{Body: s.checkFacts(&in.Body, laid)}, nil
	})
}

// basesOf are the bases from which a place computes a tax.
func basesOf(j *tax.Jurisdiction, taxType string) []tax.Basis {
	switch {
	case taxType != tax.IndividualIncome:
		return []tax.Basis{}
	case len(j.Bases) == 0:
		return []tax.Basis{tax.Gross}
	}
	return j.Bases
}

func subRegions(j *tax.Jurisdiction) []string {
	slugs := []string{}
	for _, r := range j.Regions {
		if r.Uncovered == "" {
			slugs = append(slugs, r.Slug)
		}
	}
	return slugs
}

// sections groups the facts of a combination as they were declared.
func (s *Server) sections(j *tax.Jurisdiction, year, taxType, region string) []interviewSection {
	facts := s.Registry.Facts(j.Code, year, taxType, region)
	if facts == nil && region == "" && len(j.Regions) > 0 {
		for _, r := range j.Regions { // any region that the year covers knows the facts that all share
			if facts = s.Registry.Facts(j.Code, year, taxType, r.Slug); facts != nil {
				break
			}
		}
	}
	return sectionsOf(facts)
}

// checkFacts runs a calculation, under the law as a tenant reads it, for its refusals
// and keeps no figure.
func (s *Server) checkFacts(body *incomeBody, laid *law.Overlay) factCheck {
	check := factCheck{MissingFacts: []missingFactView{}, Errors: []fault.Field{}, Assumptions: []string{}, Sections: []interviewSection{}}
	req, err := body.request()
	if err != nil {
		check.Errors = fault.As(err).Fields
		return check
	}
	req.Law = laid
	result, err := s.Registry.Calculate(req)
	var input *tax.InputError
	var unavailable *tax.Unavailable
	var missing *tax.MissingFacts
	switch {
	case err == nil:
		check.Valid = true
		check.Assumptions = append(check.Assumptions, result.Assumptions...)
	case errors.As(err, &input):
		for _, f := range input.Fields {
			check.Errors = append(check.Errors, fault.Field(f))
		}
	case errors.As(err, &unavailable):
		why := unavailable.Error()
		check.Unavailable = &why
	case errors.As(err, &missing):
		for i := range missing.Facts {
			if f := &missing.Facts[i]; !f.Required {
				check.MissingFacts = append(check.MissingFacts, missingFactView{f.Name, f.Reason, &f.Prompt})
			}
		}
	}
	s.addMissing(&check, body)
	return check
}

// addMissing lists every required fact that was not given, whatever else is
// wrong.
func (s *Server) addMissing(check *factCheck, body *incomeBody) {
	j := s.Registry.Find(body.Jurisdiction)
	if j == nil {
		return
	}
	year, err := j.YearForm.Canonical(body.TaxYear)
	if err != nil {
		return
	}
	taxType := body.TaxType
	if taxType == "" {
		taxType = tax.IndividualIncome
	}
	check.Sections = s.sections(j, year, taxType, body.SubRegion)
	for _, section := range check.Sections {
		for _, f := range section.Facts {
			if _, given := body.Facts[f.Name]; f.Required && !given {
				check.MissingFacts = append(check.MissingFacts, missingFactView{f.Name, f.Reason, &f.Prompt})
			}
		}
	}
}
