package http

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/us"
)

type federalBody struct {
	TaxYear    string            `json:"tax_year" minLength:"4" maxLength:"4" example:"2025"`
	Income     *money.Dec        `json:"income,omitempty" pattern:"^-?[0-9]{1,20}([.][0-9]{1,12})?$" patternDescription:"a decimal string such as 60000.00" example:"100000.00" doc:"Wages (Form W-2, box 1)."`
	Components []componentBody   `json:"components,omitempty" maxItems:"50" nullable:"false"`
	Facts      map[string]string `json:"facts,omitempty" doc:"filing_status is required; the interview lists the others."`
	TaxType    string            `json:"tax_type,omitempty" enum:"individual_income,corporate_income"`
	Site       int64             `json:"site,omitempty" minimum:"1"`
	Explain    bool              `json:"explain,omitempty" doc:"Show the return as forms and lines, every assumption and every citation."`
}

type federalIn struct {
	Sited
	Body federalBody
}

func (in *federalIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *federalIn) faults(*Call, bool) fault.Fields {
	return in.Body.income().faults(us.FederalRegistry())
}

func (b *federalBody) income() *incomeBody {
	return &incomeBody{
		Jurisdiction: "US", TaxYear: b.TaxYear, Income: b.Income, Components: b.Components,
		Facts: b.Facts, TaxType: b.TaxType, Explain: b.Explain,
	}
}

func (s *Server) registerUS() {
	register(s, Operation{
		Entry: "1.4", ID: "calculate.us_federal", Method: http.MethodPost, Path: "/api/tax-assistant/calculate/us-federal/",
		Surface: "calculators",
		Summary: "US federal return, without a state", Permission: "calculations:run", Errors: []int{422},
		Describe: "`total_tax` is line 24 of Form 1040, self-employment tax included; refundable credits and payments make `net_payable`.",
	}, func(ctx context.Context, c *Call, in *federalIn) (*reply[tax.Result], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		req, err := in.Body.income().request()
		if err != nil {
			return nil, err
		}
		if req.Law, err = s.laid(c); err != nil {
			return nil, err
		}
		result, err := us.FederalRegistry().Calculate(req)
		if err != nil {
			return nil, calculationFault(err)
		}
		c.pinResult(&result)
		return &reply[tax.Result]{Body: withSources(result, req.Explain)}, nil
	})
	s.registerPayroll()
}
