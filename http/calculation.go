package http

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	engine "github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/consultation"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/indirect"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tax/all"
	"github.com/tallystick/tallystick/domain/tax/payroll"
	"github.com/tallystick/tallystick/domain/tax/us"
	uspayroll "github.com/tallystick/tallystick/domain/tax/us/payroll"
)

// calculatorRequest is the body of a calculator, as it was sent: which one, the
// kind beside it says.
type calculatorRequest struct{ raw json.RawMessage }

// UnmarshalJSON keeps the text.
func (r *calculatorRequest) UnmarshalJSON(text []byte) error {
	r.raw = slices.Clone(text)
	return nil
}

// MarshalJSON gives the text back.
func (r calculatorRequest) MarshalJSON() ([]byte, error) { return r.raw, nil }

// explains reports a request that asks to be shown everything.
func (r calculatorRequest) explains() bool {
	var asked struct {
		Explain bool `json:"explain"`
	}
	return json.Unmarshal(r.raw, &asked) == nil && asked.Explain
}

// Schema documents the text; what it must hold follows from the kind.
func (calculatorRequest) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true,
		Description: "The body of that calculator, /calculate/income/, /calculate/us-federal/, /calculate/payroll/ or /calculate/sales/. " +
			"What it leaves out is a missing fact here."}
}

type calculationBody struct {
	Kind    string            `json:"kind" enum:"income,us_federal,payroll,sales" example:"income"`
	Request calculatorRequest `json:"request"`
	Site    int64             `json:"site,omitempty" minimum:"1"`
}

type calculationIn struct {
	Sited
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and request answer the first response again."`
	Body           calculationBody
}

type calculated struct {
	StoppedAt   string `header:"X-Stopped-At" doc:"The step that was unmet: coverage, mixed_jurisdiction, missing_facts, validation, calculate or rules_envelope; absent where all were met."`
	SnapshotID  string `header:"X-Snapshot-Id" doc:"Of a verified calculation: names it as evidence of a case."`
	LogPosition string `header:"X-Log-Position"`
	Body        contractBody
}

func (s *Server) registerCalculation() {
	register(s, Operation{
		Entry: "2.4", ID: "calculate.pipeline", Method: http.MethodPost, Path: "/api/tax-assistant/calculate/", Surface: "answer",
		Summary: "A calculation that says what it lacks instead of failing", Permission: "calculations:run", Errors: []int{409},
		Describe: "Coverage, one jurisdiction, facts, validation, calculation, immutable snapshot, envelope: it stops at the first step that is " +
			"unmet, and answers the contract all the same. Requests that are malformed are a 400.",
	}, s.calculate)
}

// calculate runs a request through the steps, keeps what was computed and
// answers.
func (s *Server) calculate(ctx context.Context, c *Call, in *calculationIn) (*calculated, error) {
	if err := c.narrow(in.Body.Site); err != nil {
		return nil, err
	}
	job, err := s.jobOf(ctx, c, &in.Body)
	if err != nil {
		return nil, err
	}
	asked := civil.FromTime(s.Now().UTC())
	profiles, err := s.profiles(c)
	if err != nil {
		return nil, err
	}
	release, err := s.release()
	if err != nil {
		return nil, err
	}
	done := engine.Compute(job, engine.Env{AskedOn: asked, Release: release, Profiles: profiles, Conflicts: s.openConflicts(),
		Explain: in.Body.Request.explains()})
	if done.Err != nil {
		s.Logger.Error("a calculation was withheld", "request", c.RequestID, "error", done.Err)
	}
	k := &done.Contract
	body, err := encodeContract(k)
	if err != nil {
		return nil, err
	}
	out := &calculated{StoppedAt: string(done.Stopped), Body: contractBody{body}}
	c.pin("corpus_release_id", release)
	if k.Outcome() != contract.Answered {
		c.refused = refusalOf(done.Code, k)
		s.Metrics.refusal(c.operationID(), done.Code)
	}
	if done.Result == nil {
		return out, nil
	}
	c.pinResult(done.Result)
	return out, s.keep(ctx, c, in, &done, out)
}

// keep stores what was computed, whatever the envelope decided; a verified one
// is named.
func (s *Server) keep(ctx context.Context, c *Call, in *calculationIn, done *engine.Computed, out *calculated) error {
	r := done.Result
	content, err := json.Marshal(struct {
		Kind    string            `json:"kind"`
		Request calculatorRequest `json:"request"`
		Result  *tax.Result       `json:"result"`
		Pins    map[string]string `json:"pins"`
	}{in.Body.Kind, in.Body.Request, r, c.pins})
	if err != nil {
		return err
	}
	caller, err := c.writer(Written{IdempotencyKey: in.IdempotencyKey})
	if err != nil {
		return err
	}
	k := answerrecord.Keep{Request: in.Body.Request.raw, Content: content, Snapshotted: answerrecord.Snapshotted{
		Calculator: in.Body.Kind, SHA256: commands.Hash(content), Status: string(done.Contract.VerificationStatus),
		Coverage: string(r.CoverageStatus)}}
	if in.Body.Kind == "income" {
		k.Dataset = r.ParameterDataset
	}
	kept, err := commands.KeepCalculation(ctx, s.Executor, caller, c.pins, k)
	if err != nil {
		return err
	}
	settled(c, kept)
	out.LogPosition = positionOf(kept)
	if done.Contract.VerificationStatus == contract.StatusVerified {
		out.SnapshotID = kept.ID
	}
	return nil
}

// jobOf reads the request as that of its calculator.
func (s *Server) jobOf(ctx context.Context, c *Call, body *calculationBody) (*engine.Job, error) {
	switch body.Kind {
	case "income":
		var b incomeBody
		if _, err := s.readRequest(ctx, body, &b, reflect.TypeFor[incomeBody]()); err != nil {
			return nil, err
		}
		return s.incomeJob(c, s.Registry, &b)
	case "us_federal":
		var b federalBody
		if _, err := s.readRequest(ctx, body, &b, reflect.TypeFor[federalBody]()); err != nil {
			return nil, err
		}
		income := b.income()
		income.Site = b.Site
		job, err := s.incomeJob(c, us.FederalRegistry(), income)
		if job != nil && job.Case.TaxType == tax.IndividualIncome { // the matrix has it beside the states
			job.RowOf = func(r *tax.Result) *tax.CoverageRow {
				return s.Registry.Row(american, r.TaxYear, tax.IndividualIncome, "federal_only")
			}
			job.Rows = engine.RowsOf(s.Registry.Find(american), tax.IndividualIncome, job.TaxYear, "federal_only")
			if row := s.Registry.Row(american, job.TaxYear, tax.IndividualIncome, "federal_only"); row != nil {
				job.Case.Row = *row
			}
		}
		return job, err
	case "payroll":
		var b payrollBody
		absent, err := s.readRequest(ctx, body, &b, reflect.TypeFor[payrollBody]())
		if err != nil {
			return nil, err
		}
		return s.payrollJob(c, &b, absent)
	}
	var b salesDocument
	absent, err := s.readRequest(ctx, body, &b, reflect.TypeFor[salesDocument]())
	if err != nil {
		return nil, err
	}
	return s.saleJob(ctx, c, &b, absent)
}

// readRequest reads a calculator's body: malformed is an error, and what is left
// out is listed.
func (s *Server) readRequest(ctx context.Context, body *calculationBody, into any, of reflect.Type) (absent []string, err error) {
	schemas := s.api.OpenAPI().Components.Schemas
	schema := schemas.Schema(of, true, "")
	if of == reflect.TypeFor[salesDocument]() {
		schema = quickBody[salesDocument]{}.Schema(schemas)
	}
	faults, _, err := s.checkBody(ctx, schema, body.Request.raw)
	if err != nil {
		return nil, fault.Wrap(err, fault.InvalidInput, "the client left")
	}
	var wrong fault.Fields
	for _, f := range faults.Fields {
		if f.Message == "is required" {
			absent = append(absent, f.Field)
			continue
		}
		wrong.Add("request."+f.Field, "%s", f.Message)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if err := unmarshalJSON(body.Request.raw, into); err != nil {
		return nil, fault.Invalid("request", "%v", err)
	}
	return absent, nil
}

// requested gives the faults of a calculator's request the names that they have
// in this body.
func requested(err error) error {
	fields := fieldsOf(err)
	if len(fields) == 0 {
		return err
	}
	var out fault.Fields
	for _, f := range fields {
		out.Add("request."+f.Field, "%s", f.Message)
	}
	return out.Err()
}

func (s *Server) incomeJob(c *Call, books *tax.Registry, b *incomeBody) (*engine.Job, error) {
	if err := c.narrow(b.Site); err != nil {
		return nil, err
	}
	whole := *b
	if b.Income == nil && len(b.Components) == 0 { // asked for, not refused
		whole.Components = []componentBody{{}}
	}
	req, err := whole.request()
	if err != nil {
		return nil, requested(err)
	}
	if len(b.Components) == 0 {
		req.Components = nil
	}
	if req.Law, err = s.laid(c); err != nil {
		return nil, err
	}
	job, err := engine.IncomeJob(books, *req)
	return job, requested(err)
}

// payrollJob is the job of one payment; what its place needs beside the pay is
// found by the calculator.
func (s *Server) payrollJob(c *Call, b *payrollBody, absent []string) (*engine.Job, error) {
	if err := c.narrow(b.Site); err != nil {
		return nil, err
	}
	job := &engine.Job{Code: strings.ToUpper(b.Jurisdiction), Place: b.Jurisdiction}
	job.Case.TaxType = payroll.TaxType
	if j := all.Payroll().Find(b.Jurisdiction); j != nil {
		job.Case.Jurisdiction, job.Place = j, j.Name
	} else {
		job.Case.Jurisdiction = &tax.Jurisdiction{Code: job.Code, Name: job.Place, Currency: "USD"} // the one place beside those of the registry
	}
	if len(b.PayDate) >= 4 {
		job.TaxYear = b.PayDate[:4]
	}
	job.Rows = payrollRows(job, b)
	job.RowOf = payrollRow
	if b.Pay != nil && job.Case.Jurisdiction != nil {
		job.Facts = append(job.Facts, contract.FactUsed{Key: "pay", Value: b.Pay.String(), Currency: job.Case.Jurisdiction.Currency})
		job.Case.Parts = []string{b.Pay.String()}
	}
	laid, err := s.laid(c)
	if err != nil {
		return nil, err
	}
	var result tax.Result
	if job.Code != "" {
		result, err = b.compute(laid)
	}
	var wrong fault.Fields
	for _, f := range fieldsOf(err) {
		if !strings.HasPrefix(f.Message, "is required") {
			wrong.Add("request."+f.Field, "%s", f.Message)
			continue
		}
		absent = append(absent, f.Field)
	}
	if wrong != nil {
		return nil, wrong.Err()
	}
	for _, name := range absent {
		job.Missing = append(job.Missing, leftOut(name, b))
	}
	job.Compute = func() (tax.Result, error) {
		if len(job.Missing) > 0 && fieldsOf(err) != nil {
			return tax.Result{}, nil
		}
		return result, err
	}
	return job, nil
}

// payrollRows are the rows of the matrix that a payment can be of.
func payrollRows(job *engine.Job, b *payrollBody) []tax.CoverageRow {
	if job.Code == american {
		return slices.DeleteFunc(slices.Clone(uspayroll.Coverage()), func(row tax.CoverageRow) bool {
			return job.TaxYear != "" && row.TaxYear != job.TaxYear
		})
	}
	year, region := "", b.SubRegion
	if date, err := civil.Parse(b.PayDate); err == nil {
		year = job.Case.Jurisdiction.YearForm.On(date)
	}
	if g := all.Payroll().Places().Region(job.Code, region); g != nil {
		region = g.Slug
	}
	return engine.RowsOf(all.Payroll().Places().Find(job.Code), payroll.TaxType, year, region)
}

// payrollRow is the row of the matrix that a payment's result is of.
func payrollRow(r *tax.Result) *tax.CoverageRow {
	if row := all.Payroll().Places().Row(r.Jurisdiction, r.TaxYear, payroll.TaxType, r.SubRegion); row != nil {
		return row
	}
	rows := uspayroll.Coverage()
	i := slices.IndexFunc(rows, func(row tax.CoverageRow) bool { return r.Jurisdiction == american && row.TaxYear == r.TaxYear })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// leftOut asks for a field of a payment.
func leftOut(name string, b *payrollBody) contract.MissingFact {
	key := strings.TrimPrefix(name, "facts.")
	if date, err := civil.Parse(b.PayDate); err == nil {
		if j := all.Payroll().Find(b.Jurisdiction); j != nil {
			for _, f := range all.Payroll().Facts(j.Code, j.YearForm.On(date), b.SubRegion) {
				if f.Name == key {
					return contract.AskFact(f.Name, f.Reason, f.Prompt)
				}
			}
		}
	}
	words := strings.NewReplacer("_", " ", ".", ": ").Replace(key)
	return contract.Ask(key, "What is withheld depends on it, and the request leaves it out.", "What is "+words+"?")
}

func (s *Server) saleJob(ctx context.Context, c *Call, b *salesDocument, names []string) (*engine.Job, error) {
	if err := c.narrow(b.Site); err != nil {
		return nil, err
	}
	if err := s.taxBookReady(); err != nil {
		return nil, err
	}
	var absent []contract.MissingFact
	for _, name := range names {
		absent = append(absent, contract.Ask(name, "The tax on a sale depends on it, and the request leaves it out.",
			"What is "+strings.NewReplacer("_", " ", ".", ": ", "[", " ", "]", "").Replace(name)+"?"))
	}
	laid, err := s.laid(c)
	if err != nil {
		return nil, err
	}
	var proof *consultation.Consultation
	if absent == nil {
		if err := b.faults(true); err != nil {
			return nil, requested(err)
		}
		var err error
		if proof, err = commands.ReadConsultation(ctx, s.Executor, c.Caller, b.Buyer.Consultation); err != nil {
			return nil, err
		}
	}
	return engine.SaleJob(b.Request, absent, func(q indirect.Request) (indirect.Result, error) {
		return indirect.Calculate(q, indirect.Env{Local: s.TaxBook.Local(), Consultation: proof, Law: laid})
	}), nil
}
