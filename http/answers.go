package http

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	engine "github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/answer/plan"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// contractBody is an answer as it was recorded: the same bytes every time.
type contractBody struct{ raw []byte }

// MarshalJSON gives the recorded bytes.
func (b contractBody) MarshalJSON() ([]byte, error) { return b.raw, nil }

func (b contractBody) encodeTo(w io.Writer) error {
	_, err := w.Write(b.raw)
	return err
}

// Schema documents the bytes as what they are.
func (b contractBody) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[contract.Contract](), true, "AnswerContract")
}

type answered struct {
	AnswerID    string `header:"X-Answer-Id" doc:"Names the recorded answer, for feedback, review and evidence."`
	LogPosition string `header:"X-Log-Position"`
	Body        contractBody
}

type questionBody struct {
	Question string `json:"question" minLength:"1" maxLength:"16000" example:"How much income tax do I pay on £60,000 in England in 2025-26?" doc:"At most 4,000 characters. Place and year are taken from it alone."`
	Site     int64  `json:"site,omitempty" minimum:"1"`
	Language string `json:"language,omitempty" maxLength:"35" doc:"BCP 47; left out, told from the question."`
}

// questionIn is a question whose answer is recorded.
type questionIn struct {
	Sited
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and question answer the first response again."`
	Body           questionBody
}

// groundedIn is a question whose answer may show everything.
type groundedIn struct {
	Sited
	Explain        bool   `query:"explain" doc:"Show every line of a computation, every assumption and every citation. Else each leading source is cited once."`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and question answer the first response again."`
	Body           questionBody
}

// askIn is a question whose language may stand in the query, too.
type askIn struct {
	Sited
	Explain        bool   `query:"explain" doc:"Show every line of a computation, every assumption and every citation. Else each leading source is cited once."`
	Language       string `query:"language" maxLength:"35" doc:"As language in the body; both must be the same."`
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"200" doc:"The same key and question answer the first response again."`
	Body           questionBody
}

// worded is an answer in a language.
type worded struct {
	ContentLanguage string `header:"Content-Language"`
	AnswerID        string `header:"X-Answer-Id" doc:"Names the recorded answer, for feedback, review and evidence."`
	LogPosition     string `header:"X-Log-Position"`
	Body            contractBody
}

func (s *Server) registerAnswers() {
	register(s, Operation{
		Entry: "3.1", ID: "answers.plan", Method: http.MethodPost, Path: "/api/tax-assistant/query-plan/", Surface: "answer",
		Summary: "What a question says: places, years, taxes, facts, and whether it can be answered", Permission: "answers:ask", Throttled: true,
	}, func(ctx context.Context, c *Call, in *questionIn) (*reply[plan.Plan], error) {
		if err := c.narrow(in.Body.Site); err != nil {
			return nil, err
		}
		p, err := s.planner.Plan(in.Body.Question, in.Body.Language)
		return &reply[plan.Plan]{Body: p}, err
	})

	const contractText = "Ends in exactly one of: an exact cited answer (`verified`), a question (`needs_facts`), an escalation. " +
		"A declined answer is a 200 without a figure. Look at `human_review_required` first."
	register(s, Operation{
		Entry: "3.2", ID: "answers.grounded", Method: http.MethodPost, Path: "/api/tax-assistant/grounded-answer/", Surface: "answer",
		Summary: "Grounded answer contract", Describe: contractText, Permission: "answers:ask", Throttled: true, Errors: []int{409},
	}, s.answerQuestion)
	register(s, Operation{
		Entry: "24.3", ID: "answers.typed", Method: http.MethodPost, Path: "/api/v1/tax-assistant/answer", Surface: "answer",
		Summary: "Typed answer", Describe: contractText, Permission: "answers:ask", Throttled: true, Errors: []int{409},
	}, s.answerQuestion)

	register(s, Operation{
		Entry: "1.1", ID: "answers.ask", Method: http.MethodPost, Path: "/api/tax-assistant/ask/", Surface: "answer",
		Summary: "Ask a question, with the answer worded in a language", Permission: "answers:ask", Throttled: true, Errors: []int{409},
		Describe: contractText + " `language` changes the wording alone, and never implies a place: en, de, fr, es, it, nl; another is answered " +
			"in English, as `Content-Language` says. What law and declarations say stays in the words in which it was checked.",
	}, s.askQuestion)

	type feedback struct {
		AnswerID string `json:"answer_id"`
		Rating   int    `json:"rating"`
		Comment  string `json:"comment"`
	}
	rated := &resource[answerrecord.State, feedback]{entry: "1.11", surface: "answer", one: "/api/tax-assistant/answers/{answer_id}/",
		kind: commands.AnswerKind,
		view: func(_ context.Context, c *Call, h commands.Held[answerrecord.State]) (feedback, error) {
			f := h.State.Feedback[c.Caller.Principal]
			return feedback{h.ID, f.Rating, f.Comment}, nil
		}}
	registerAction(s, rated, Operation{
		Path: "feedback/", Summary: "Rate an answer, 1 to 5", Describe: "A later rating of the same principal replaces the earlier one.",
	}, commands.GiveFeedback)
}

// settled notes that a command's events are the call's record, where it
// appended any.
func settled[S any](c *Call, done commands.Done[S]) {
	if !done.Nothing && !done.Replayed {
		c.wrote()
	}
}

// answerQuestion plans, computes, records and answers.
func (s *Server) answerQuestion(ctx context.Context, c *Call, in *groundedIn) (*answered, error) {
	q := &questionIn{Sited: in.Sited, IdempotencyKey: in.IdempotencyKey, Body: in.Body}
	return s.give(ctx, c, q, engine.Env{Language: in.Body.Language, Explain: in.Explain})
}

// askQuestion is answerQuestion in the words of a language.
func (s *Server) askQuestion(ctx context.Context, c *Call, in *askIn) (*worded, error) {
	q := &questionIn{Sited: in.Sited, IdempotencyKey: in.IdempotencyKey, Body: in.Body}
	switch {
	case q.Body.Language == "":
		q.Body.Language = in.Language
	case in.Language != "" && in.Language != q.Body.Language:
		return nil, fault.Invalid("language", "is another in the query than in the body")
	}
	if q.Body.Language != "" && !plan.IsLanguage(q.Body.Language) {
		return nil, fault.Invalid("language", "must be a BCP 47 language tag, such as en or de-AT")
	}
	wording := engine.Wording(q.Body.Language)
	a, err := s.give(ctx, c, q, engine.Env{Wording: wording, Explain: in.Explain})
	if err != nil {
		return nil, err
	}
	return &worded{ContentLanguage: wording, AnswerID: a.AnswerID, LogPosition: a.LogPosition, Body: a.Body}, nil
}

// give plans, computes, records and answers in an environment of which the rest
// is filled in.
func (s *Server) give(ctx context.Context, c *Call, in *questionIn, env engine.Env) (*answered, error) {
	if err := c.narrow(in.Body.Site); err != nil {
		return nil, err
	}
	asked := civil.FromTime(s.Now().UTC())
	release, err := s.release()
	if err != nil {
		return nil, err
	}
	env.AskedOn, env.Release, env.Calculate, env.Notices, env.Conflicts = asked, release, s.calculator(c), s.lawNotices(c), s.openConflicts()
	if env.Profiles, err = s.profiles(c); err != nil {
		return nil, err
	}
	env.Sell = s.seller(c)
	outcome, err := engine.Answer(s.planner, in.Body.Question, env)
	if err != nil {
		return nil, err
	}
	if outcome.Err != nil {
		s.Logger.Error("an answer was withheld", "request", c.RequestID, "error", outcome.Err)
	}
	given, err := giveOf(&outcome, in, asked, release)
	if err != nil {
		return nil, err
	}
	for i := range outcome.Contract.Calculations {
		c.pinResult(&outcome.Contract.Calculations[i])
	}
	c.pin("corpus_release_id", release)
	caller, err := c.writer(Written{IdempotencyKey: in.IdempotencyKey})
	if err != nil {
		return nil, err
	}
	done, err := commands.GiveAnswer(ctx, s.Executor, caller, c.pins, given)
	if f := fault.As(err); f != nil && f.Code == fault.StoreUnavailable {
		return s.answerUnavailable(c, outcome.Contract)
	}
	if err != nil {
		return nil, err
	}
	settled(c, done)
	s.Metrics.Answered(done.State.Given.Status)
	if given.Refusal != nil {
		s.Metrics.refusal(c.operationID(), given.Refusal.Code)
	}
	return &answered{AnswerID: done.ID, LogPosition: positionOf(done), Body: contractBody{[]byte(done.State.Given.Body.Plain)}}, nil
}

// giveOf is what is recorded of an outcome.
func giveOf(o *engine.Outcome, in *questionIn, asked civil.Date, release string) (answerrecord.Give, error) {
	body, err := encodeContract(&o.Contract)
	if err != nil {
		return answerrecord.Give{}, err
	}
	k := &o.Contract
	g := answerrecord.Give{Given: answerrecord.Given{
		Question: sealed.Text{Plain: in.Body.Question}, Language: in.Body.Language, AskedOn: asked,
		Body: sealed.Text{Plain: string(body)}, BodySHA256: commands.Hash(body),
		Status: string(k.VerificationStatus), Mode: string(k.AnswerMode), Coverage: string(k.CoverageStatus), Review: k.HumanReviewRequired,
		Jurisdiction: k.Jurisdictions, TaxYears: k.TaxYears, TaxTypes: k.TaxTypes, Release: release, Datasets: []string{},
	}}
	for _, r := range k.Calculations {
		g.Given.Datasets = append(g.Given.Datasets, r.ParameterDataset)
	}
	if k.Outcome() != contract.Answered {
		g.Refusal = refusalOf(o.Code, k)
	}
	return g, nil
}

// refusalOf says why an answer has no figure.
func refusalOf(code string, k *contract.Contract) *audit.CallRefused {
	r := &audit.CallRefused{Status: http.StatusOK, Code: code, Reason: string(k.VerificationStatus)}
	for _, m := range k.MissingFacts {
		r.Unmet = append(r.Unmet, m.Key)
	}
	return r
}

func encodeContract(k *contract.Contract) ([]byte, error) {
	var b bytes.Buffer
	if err := marshalJSON(&b, k); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// answerUnavailable is the answer when it could not be recorded because the
// vault is out of reach; that it was given is in the audit log.
func (s *Server) answerUnavailable(c *Call, planned contract.Contract) (*answered, error) {
	k := contract.Unavailable(contract.Scope{
		Jurisdictions: planned.Jurisdictions, TaxYears: planned.TaxYears, TaxTypes: planned.TaxTypes,
		FactsUsed: planned.FactsUsed, Classification: planned.RequestClassification,
	}, "A store that is needed to record the answer did not answer in time; ask again.")
	body, err := encodeContract(&k)
	if err != nil {
		return nil, err
	}
	c.refused = refusalOf("store_down", &k)
	s.Metrics.Answered(string(k.VerificationStatus))
	return &answered{Body: contractBody{body}}, nil
}
