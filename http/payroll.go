package http

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
)

// american is the place whose payments are stated in fields of their own.
const american = "US"

type payrollBody struct {
	Jurisdiction string `json:"jurisdiction" maxLength:"2" example:"GB" doc:"ISO 3166-1 code."`
	PayDate      string `json:"pay_date" format:"date" example:"2025-06-27"`
	Frequency    string `json:"frequency" enum:"annually,semiannually,quarterly,monthly,semimonthly,four_weekly,biweekly,weekly,daily" doc:"biweekly is every two weeks, semimonthly twice a month."`
	Site         int64  `json:"site,omitempty" minimum:"1"`
	Explain      bool   `json:"explain,omitempty" doc:"Show every line of the computation, every assumption and every citation."`

	Pay       *money.Dec        `json:"pay,omitempty" pattern:"^[0-9]{1,15}([.][0-9]{1,4})?$" patternDescription:"a decimal string such as 3000.00" example:"3000.00" doc:"Everywhere but in the US: the pay of this payment."`
	SubRegion string            `json:"sub_region,omitempty" maxLength:"60" doc:"Required where the place's law differs by region."`
	Facts     map[string]string `json:"facts,omitempty" doc:"Everywhere but in the US: by the names that the interview lists for the place with tax_type payroll."`

	Wages      *payrollWages      `json:"wages,omitempty" doc:"US, required there: of this payment, by base; each base left out is the income tax base."`
	YearToDate *payrollYear       `json:"year_to_date,omitempty" doc:"US, required there: paid earlier in the calendar year of the pay date; \"0\" on the first."`
	W4         *payrollW4         `json:"w4,omitempty" doc:"US, required there."`
	State      *payrollState      `json:"state,omitempty" doc:"US: where the work is done; left out: federal taxes only."`
	StateRates *payrollStateRates `json:"state_unemployment,omitempty" doc:"US."`
}

type payrollIn struct {
	Sited
	Body payrollBody
}

func (in *payrollIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *payrollIn) faults(*Call, bool) fault.Fields {
	_, err := in.Body.compute(nil)
	return fieldsOf(err)
}

func (s *Server) registerPayroll() {
	places := strings.Join(append(all.Payroll().Codes(), american), ", ")
	register(s, Operation{
		Entry: "1.5", ID: "calculate.payroll", Method: http.MethodPost, Path: "/api/tax-assistant/calculate/payroll/", Surface: "calculators",
		Summary: "Taxes and contributions on one payment of wages", Permission: "calculations:run", Errors: []int{422},
		Describe: "`total_tax` is what is withheld from the employee; the employer's side stands in components outside it. The result says " +
			"`basis: withholding`: it is not the annual liability. What a place's law needs beside the pay are its facts, which the interview " +
			"lists; " +
			"a place without tables answers 422 `coverage_unavailable`. Covered: " + places + ".",
	}, func(ctx context.Context, c *Call, in *payrollIn) (*reply[tax.Result], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		laid, err := s.laid(c)
		if err != nil {
			return nil, err
		}
		result, err := in.Body.compute(laid)
		if err != nil {
			return nil, calculationFault(err)
		}
		c.pinResult(&result)
		return &reply[tax.Result]{Body: withSources(result, in.Body.Explain)}, nil
	})
}

// compute answers the payment by the law of its place. A place that is not
// computed is unavailable before anything of the request is asked for.
func (b *payrollBody) compute(laid *law.Overlay) (tax.Result, error) {
	if strings.EqualFold(b.Jurisdiction, american) {
		payment, err := b.inUS()
		if err != nil {
			return tax.Result{}, err
		}
		payment.Law = laid
		return uspayroll.Compute(payment, b.Explain)
	}
	if all.Payroll().Find(b.Jurisdiction) == nil {
		return all.Payroll().Calculate(&payroll.Payment{Jurisdiction: b.Jurisdiction})
	}
	var fields fault.Fields
	date := parseDate(&fields, "pay_date", b.PayDate)
	if date == (civil.Date{}) && len(fields) == 0 {
		fields.Add("pay_date", "is required")
	}
	if b.Pay == nil {
		fields.Add("pay", "is required: the pay of this payment")
	}
	for name, given := range map[string]bool{"wages": b.Wages != nil, "year_to_date": b.YearToDate != nil, "w4": b.W4 != nil,
		"state": b.State != nil, "state_unemployment": b.StateRates != nil} {
		if given {
			fields.Add(name, "is of the US; here the interview lists the facts")
		}
	}
	payment := payroll.Payment{Jurisdiction: b.Jurisdiction, SubRegion: b.SubRegion, PayDate: date,
		Frequency: b.Frequency, Facts: b.Facts, Explain: b.Explain, Law: laid}
	if len(fields) > 0 {
		var lacking *tax.InputError
		if errors.As(all.Payroll().Lacks(payment), &lacking) {
			for _, f := range lacking.Fields {
				fields.Add(f.Field, "%s", f.Message)
			}
		}
		return tax.Result{}, fields.Err()
	}
	payment.Pay = *b.Pay
	return all.Payroll().Calculate(&payment)
}

// payrollInterview lists what a payment takes beside pay, pay date and
// frequency; of the US, the fields of the body.
func payrollInterview(jurisdiction, year, region string) (interview, error) {
	v := interview{Jurisdiction: strings.ToUpper(jurisdiction), TaxYear: year, TaxType: payroll.TaxType,
		IncomeMeans: "The pay of one payment.", IncomeBases: []tax.Basis{},
		IncomeKinds: []tax.Kind{tax.Employment}, SubRegions: []string{}, Sections: []interviewSection{}}
	if v.Jurisdiction == american {
		v.Currency, v.Sections = "USD", americanPayroll()
		return v, nil
	}
	j := all.Payroll().Find(jurisdiction)
	if j == nil {
		_, err := all.Payroll().Calculate(&payroll.Payment{Jurisdiction: jurisdiction})
		return v, calculationFault(err)
	}
	canonical, err := j.YearForm.Canonical(year)
	if err != nil {
		return v, fault.Invalid("tax_year", "%v", err)
	}
	v.TaxYear, v.Currency, v.SubRegions = canonical, j.Currency, subRegions(j)
	v.Sections = sectionsOf(all.Payroll().Facts(j.Code, canonical, region))
	return v, nil
}

// sectionsOf groups facts as they were declared.
func sectionsOf(facts []tax.Fact) []interviewSection {
	out := []interviewSection{}
	for _, f := range facts {
		v := interviewFact{Name: f.Name, Type: f.Type, Choices: f.Choices, Prompt: f.Prompt, Reason: f.Reason, Required: f.Required,
			Assumed: f.Assumed, Assumption: f.Assumption}
		if f.Needed != nil {
			v.When = f.Needed.When
		}
		if v.Choices == nil {
			v.Choices = []string{}
		}
		i := 0
		for i < len(out) && out[i].Section != f.Section {
			i++
		}
		if i == len(out) {
			out = append(out, interviewSection{Section: f.Section})
		}
		out[i].Facts = append(out[i].Facts, v)
	}
	return out
}

// americanPayroll are the fields that a payment in the US is stated in.
func americanPayroll() []interviewSection {
	var facts []tax.Fact
	for _, part := range []struct {
		name, section string
		of            reflect.Type
	}{
		{"wages", "Wages of the payment", reflect.TypeFor[payrollWages]()},
		{"year_to_date", "Paid earlier in the year", reflect.TypeFor[payrollYear]()},
		{"w4", "Form W-4", reflect.TypeFor[payrollW4]()}, {"state", "The state", reflect.TypeFor[payrollState]()},
		{"state_unemployment", "The state's unemployment tax", reflect.TypeFor[payrollStateRates]()},
	} {
		for i := range part.of.NumField() {
			field := part.of.Field(i)
			name, optional, _ := strings.Cut(field.Tag.Get("json"), ",")
			f := tax.Fact{Name: part.name + "." + name, Type: "decimal", Section: part.section,
				Required: optional == "" && !strings.HasPrefix(part.name, "state"), Reason: field.Tag.Get("doc")}
			f.Prompt = "What is " + strings.ReplaceAll(f.Name, "_", " ") + "?"
			switch field.Type.Kind() {
			case reflect.Bool:
				f.Type = "boolean"
			case reflect.Int:
				f.Type = "integer"
			case reflect.String:
				f.Type = "text"
				if choices := field.Tag.Get("enum"); choices != "" {
					f.Type, f.Choices = "choice", strings.Split(choices, ",")
				}
			}
			facts = append(facts, f)
		}
	}
	return sectionsOf(facts)
}
