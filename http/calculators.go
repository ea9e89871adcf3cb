package http

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
)

type componentBody struct {
	Kind   tax.Kind  `json:"kind" enum:"employment,self_employment,pension,interest,dividends,property,capital_gains,other"`
	Amount money.Dec `json:"amount" pattern:"^-?[0-9]{1,20}([.][0-9]{1,12})?$" patternDescription:"a decimal string such as 1200.00" example:"1200.00"`
	Person string    `json:"person,omitempty" maxLength:"40"`
}

type residenceBody struct {
	Status string `json:"status" enum:"full_year,part_year,non_resident"`
	From   string `json:"from,omitempty" format:"date"`
	To     string `json:"to,omitempty" format:"date"`
}

type incomeBody struct {
	Jurisdiction     string            `json:"jurisdiction" minLength:"2" maxLength:"40" example:"GB" doc:"ISO 3166-1 code."`
	TaxYear          string            `json:"tax_year" minLength:"1" maxLength:"40" example:"2025-26" doc:"In the jurisdiction's own form."`
	Income           *money.Dec        `json:"income,omitempty" pattern:"^-?[0-9]{1,20}([.][0-9]{1,12})?$" patternDescription:"a decimal string such as 60000.00" example:"60000.00" doc:"What it means when no basis is given stands in the result."`
	SubRegion        string            `json:"sub_region,omitempty" maxLength:"60" example:"rest_of_uk" doc:"Required where rates differ."`
	Site             int64             `json:"site,omitempty" minimum:"1"`
	IncomeBasis      tax.Basis         `json:"income_basis,omitempty" enum:"gross,taxable"`
	Components       []componentBody   `json:"components,omitempty" maxItems:"50" nullable:"false" doc:"Kinds of income; they sum to income when both are given."`
	Residence        *residenceBody    `json:"residence,omitempty"`
	Currency         string            `json:"currency,omitempty" maxLength:"3"`
	Facts            map[string]string `json:"facts,omitempty" doc:"By the names that the interview lists."`
	ParameterDataset string            `json:"parameter_dataset,omitempty" maxLength:"80" doc:"Compute on an older dataset."`
	TaxType          string            `json:"tax_type,omitempty" maxLength:"40" example:"individual_income" doc:"individual_income when left out; the coverage matrix lists the others."`
	Scope            *tax.Scope        `json:"scope,omitempty" doc:"Component codes that total_tax is to consist of, to leave out or to take in; echoed in the result."`
	Explain          bool              `json:"explain,omitempty" doc:"Show every line of the computation, every assumption and every citation. Else assumptions that cannot change this result are left out, amounts taken for 0 are named by section where there are many, and each leading source is cited once."`
}

type incomeIn struct {
	Sited
	Explain bool `query:"explain" doc:"As explain in the body."`
	Body    incomeBody
}

func (in *incomeIn) Resolve(hc huma.Context) []error {
	return examine(hc, in)
}

func (in *incomeIn) faults(c *Call, _ bool) fault.Fields { return in.Body.faults(c.server.Registry) }

// faults are what is malformed beyond the schema.
func (b *incomeBody) faults(r *tax.Registry) fault.Fields {
	req, err := b.request()
	return fieldsOf(err, r.Check(req))
}

func (s *Server) registerCalculators() {
	register(s, Operation{
		Entry: "1.2", ID: "calculate.income", Method: http.MethodPost, Path: "/api/tax-assistant/calculate/income/", Surface: "calculators",
		Summary: "Income tax of one person for one tax year", Permission: "calculations:run", Errors: []int{422},
		Describe: "Exact arithmetic over dated, cited law. A combination that no coverage row declares answers 422 with blocker " +
			"`coverage_unavailable`; a required fact that is absent, `missing_fact`.",
	}, func(ctx context.Context, c *Call, in *incomeIn) (*reply[tax.Result], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		req, err := in.Body.request()
		if err != nil {
			return nil, err
		}
		req.Explain = req.Explain || in.Explain
		result, err := s.calculator(c)(req)
		if err != nil {
			return nil, calculationFault(err)
		}
		c.pinResult(&result)
		return &reply[tax.Result]{Body: withSources(result, req.Explain)}, nil
	})
}

// withSources is a result as a calculator answers it: whole where it is to explain.
func withSources(r tax.Result, explain bool) tax.Result {
	if explain {
		return r
	}
	return r.Lean()
}

// pinResult notes what a figure rests on in the call's record.
func (c *Call) pinResult(r *tax.Result) {
	c.pin("calculator", r.Calculator)
	c.pin("calculator_version", r.CalculatorVersion)
	c.pin("parameter_dataset", r.ParameterDataset)
}

func (b *incomeBody) request() (*tax.Request, error) {
	req := &tax.Request{
		Jurisdiction: b.Jurisdiction, TaxYear: b.TaxYear, IncomeBasis: b.IncomeBasis, SubRegion: b.SubRegion,
		Currency: b.Currency, Facts: b.Facts, ParameterDataset: b.ParameterDataset, Explain: b.Explain, TaxType: b.TaxType, Scope: b.Scope,
	}
	var fields fault.Fields
	if b.Income != nil {
		req.Income, req.HasIncome = *b.Income, true
	} else if len(b.Components) == 0 {
		fields.Add("income", "is required, unless components are given")
	}
	for _, x := range b.Components {
		req.Components = append(req.Components, tax.Component{Kind: x.Kind, Amount: x.Amount, Person: x.Person})
	}
	if b.Residence != nil {
		req.Residence = &tax.Residence{Status: b.Residence.Status}
		req.Residence.From = parseDate(&fields, "residence.from", b.Residence.From)
		req.Residence.To = parseDate(&fields, "residence.to", b.Residence.To)
	}
	return req, fields.Err()
}

func parseDate(fields *fault.Fields, name, text string) civil.Date {
	var d civil.Date
	if err := d.UnmarshalText([]byte(text)); err != nil {
		fields.Add(name, "%v", err)
	}
	return d
}

// calculationFault turns a calculator's refusals into the domain's: what is not
// covered and what is missing are preconditions, everything unmet at once.
func calculationFault(err error) error {
	var unavailable *tax.Unavailable
	var missing *tax.MissingFacts
	var b fault.Blockers
	switch {
	case errors.As(err, &unavailable):
		b.Add("coverage_unavailable", "%s", unavailable.Error())
	case errors.As(err, &missing):
		for _, f := range missing.Facts {
			b = append(b, fault.Blocker{Code: "missing_fact", Field: "facts." + f.Name, Message: f.Prompt})
		}
	default:
		return err
	}
	return b.Err()
}
