package http

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	engine "github.com/tallystick/tallystick/domain/answer"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/corpus"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tax/law"
	"github.com/tallystick/tallystick/readmodels"
)

// inquiryAnswered is the answer to a question of law.
type inquiryAnswered struct {
	ResearchID  string `header:"X-Research-Id" doc:"Names the research record, which holds the law that was found."`
	LogPosition string `header:"X-Log-Position"`
	Body        contractBody
}

// inquiryView is a question of law as it is read.
type inquiryView struct {
	ID         string             `json:"id"`
	Site       int64              `json:"site" doc:"0: tenant-wide."`
	Question   string             `json:"question"`
	Category   string             `json:"category" doc:"A tax type, or general."`
	Answer     contractBody       `json:"answer"`
	BodySHA256 string             `json:"body_sha256"`
	Findings   []research.Finding `json:"findings" nullable:"false" doc:"Law in force in the years asked about, or, where none was named, on the day of the question; under its citations, quoted and not computed."`
	CreatedBy  string             `json:"created_by"`
	CreatedAt  time.Time          `json:"created_at"`
}

type inquiryListIn struct {
	Sited
	Paged
	Fresh
	Dated
	Status       string `query:"status" maxLength:"30" doc:"Verification status."`
	Category     string `query:"category" maxLength:"30" doc:"A tax type, or general."`
	Jurisdiction string `query:"jurisdiction" pattern:"^[A-Z]{2}$" patternDescription:"ISO 3166-1 code" doc:"First place of the question."`
	TaxYear      string `query:"tax_year" maxLength:"12" doc:"The first tax year of the question."`
	Q            string `query:"q" maxLength:"200" doc:"Part of the question."`
	Order        string `query:"order" enum:"asked_at,-asked_at" default:"-asked_at"`
}

type inquiryList struct {
	Research []readmodels.InquiryRow `json:"research" nullable:"false"`
	Counted
}

// checked names a category that there is none of.
func (in *inquiryListIn) checked() error {
	if in.Category != "" && in.Category != research.General && !slices.Contains(contract.TaxTypes, in.Category) {
		return fault.Invalid("category", "must be %s or %s", strings.Join(contract.TaxTypes, ", "), research.General)
	}
	return nil
}

type citationView struct {
	law.Citation
	Parameter   string             `json:"parameter" doc:"Empty: it is of a text."`
	Neighbour   []research.Finding `json:"neighbours" nullable:"false" doc:"The parameter's values, or how the passage reads, before, in and after the citation's period."`
	Release     string             `json:"corpus_release_id"`
	Attribution string             `json:"attribution" doc:"What must stand beside an excerpt of a text, by its source's licence; empty: nothing."`
	Releases    []string           `json:"releases" nullable:"false" doc:"Of the corpus that this node can search, those that hold it; those of a text alone."`
}

// citationIn names a citation.
type citationIn struct {
	Sited
	CitationID string `path:"citation_id" maxLength:"200" doc:"As answers show it; # is written %23 or ~."`
	AnswerID   string `query:"answer_id" maxLength:"64" doc:"A recorded answer that bears it: what is held no longer is shown as it was quoted."`
	ResearchID string `query:"research_id" maxLength:"64" doc:"A recorded question of law that bears it, likewise."`
}

// readCitation opens a citation of the law, or of a text of the corpus.
func (s *Server) readCitation(ctx context.Context, c *Call, in *citationIn) (*reply[citationView], error) {
	laid, err := s.laid(c)
	if err != nil {
		return nil, err
	}
	release, err := s.release()
	if err != nil {
		return nil, err
	}
	if e, in, err := s.passageCitation(ctx, in.CitationID); err != nil || in != nil {
		cite := s.cite(&e)
		f := research.Finding{Kind: "passage", CitationID: cite.ID, Title: e.Document, Locator: e.Locator, Excerpt: cite.Excerpt, From: e.From,
			To:        e.To,
			Citations: []law.Citation{cite}}
		return &reply[citationView]{Body: citationView{Citation: cite, Neighbour: []research.Finding{f}, Release: release,
			Attribution: s.licensed(&e), Releases: in}}, err
	}
	id := strings.ReplaceAll(in.CitationID, "~", "#")
	cite, f, ok := s.Research().Citation(laid, id)
	if !ok {
		return s.quotedCitation(ctx, c, in, id)
	}
	return &reply[citationView]{Body: citationView{Citation: cite, Parameter: f[0].Parameter, Neighbour: f, Release: release,
		Releases: []string{}}}, nil
}

// quotedCitation opens a citation that is held no longer, as the record that the
// caller names has it: what was told stays readable, whatever is laid over the law, or
// promoted, since.
func (s *Server) quotedCitation(ctx context.Context, c *Call, in *citationIn, id string) (*reply[citationView], error) {
	var k contract.Contract
	var found []research.Finding
	switch {
	case in.AnswerID != "":
		held, err := commands.AnswerKind.Load(ctx, s.Log, c.Caller, in.AnswerID)
		if err != nil {
			return nil, fault.Invalid("answer_id", "there is no such answer")
		}
		if held.State.Given.Body.Forgotten {
			return nil, fault.New(fault.NotFound, "whom the answer speaks of was forgotten")
		}
		if err := json.Unmarshal([]byte(held.State.Given.Body.Plain), &k); err != nil {
			return nil, err
		}
	case in.ResearchID != "":
		q, _, err := commands.ReadInquiry(ctx, s.Executor, c.Caller, in.ResearchID)
		if err != nil {
			return nil, fault.Invalid("research_id", "there is no such question of law")
		}
		if err := json.Unmarshal(q.Asked.Findings, &found); err != nil {
			return nil, err
		}
		k.CorpusReleaseID = &q.Asked.Release
	default:
		return nil, fault.New(fault.NotFound, "the law that is held has no such citation; name the record that bears it, answer_id or research_id")
	}
	v := citationView{Neighbour: []research.Finding{}, Releases: []string{}}
	if k.CorpusReleaseID != nil {
		v.Release = *k.CorpusReleaseID
	}
	for _, f := range found {
		k.Citations = append(k.Citations, f.Citations...)
		if f.CitationID == id {
			v.Parameter, v.Neighbour = f.Parameter, append(v.Neighbour, f)
		}
	}
	i := slices.IndexFunc(k.Citations, func(x law.Citation) bool { return x.ID == id })
	if i < 0 {
		return nil, fault.New(fault.NotFound, "the record bears no such citation")
	}
	v.Citation = k.Citations[i]
	if source, ok := s.source(v.SourceID); ok && strings.HasPrefix(id, "psg-") {
		v.Attribution = source.Licence.Attribution
		v.Excerpt = corpus.Cut(v.Excerpt, source.Licence.ExcerptCharsMax)
		for i := range v.Neighbour {
			v.Neighbour[i].Excerpt = corpus.Cut(v.Neighbour[i].Excerpt, source.Licence.ExcerptCharsMax)
		}
	}
	return &reply[citationView]{Body: v}, nil
}

func (s *Server) registerResearch() {
	const path = "/api/tax-assistant/research/"
	register(s, Operation{
		Entry: "7.1", ID: "research.ask", Method: http.MethodPost, Path: path, Surface: "research",
		Summary: "Ask a question of law", Permission: "research:ask", Throttled: true, Errors: []int{409},
		Describe: "A question that holds an amount ends as the answer engine ends it. One of law alone needs a place and a year; it ends in " +
			"`partial` with the citations of what was found, whose values stand in the research record, or in `unsupported`. Where it names no year it is asked back, and " +
			"the record holds what is in force that day.",
	}, s.askResearch)
	register(s, Operation{
		Entry: "7.2", ID: "research.list", Method: http.MethodGet, Path: path, Surface: "research",
		Summary: "Questions of law that were asked", Permission: "research:read",
	}, func(ctx context.Context, c *Call, in *inquiryListIn) (*reply[inquiryList], error) {
		if err := in.checked(); err != nil {
			return nil, err
		}
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		from, to, err := in.Dated.instants(s.zone(c))
		if err != nil {
			return nil, err
		}
		conds := append(readmodels.Between("asked_at", from, to), readmodels.Is("verification_status", in.Status),
			readmodels.Is("category", in.Category), readmodels.Is("jurisdiction", in.Jurisdiction), readmodels.Is("tax_year", in.TaxYear),
			readmodels.Search(in.Q))
		found, err := readmodels.Inquiries.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
		if err != nil {
			return nil, err
		}
		return &reply[inquiryList]{Body: inquiryList{Research: found.Rows, Counted: countedOf(found)}}, nil
	})
	type readIn struct {
		Sited
		QueryID string `path:"query_id" maxLength:"64"`
	}
	register(s, Operation{
		Entry: "7.3", ID: "research.read", Method: http.MethodGet, Path: path + "{query_id}/", Surface: "research",
		Summary: "A question of law, its answer, and the law that was found", Permission: "research:read",
	}, func(ctx context.Context, c *Call, in *readIn) (*reply[inquiryView], error) {
		q, revision, err := commands.ReadInquiry(ctx, s.Executor, c.Caller, in.QueryID)
		if err != nil {
			return nil, err
		}
		v := inquiryView{ID: q.ID, Site: q.Site, Question: q.Asked.Question.String(), Category: q.Asked.Category, BodySHA256: q.Asked.BodySHA256,
			Answer: contractBody{[]byte(q.Asked.Body.String())}, Findings: []research.Finding{}, CreatedBy: q.By, CreatedAt: q.At}
		if q.Asked.Body.Forgotten {
			v.Answer = contractBody{[]byte("null")}
		}
		if err := json.Unmarshal(q.Asked.Findings, &v.Findings); err != nil {
			return nil, err
		}
		return &reply[inquiryView]{ETag: etag(revision), Body: v}, nil
	})
	register(s, Operation{
		Entry: "7.4", ID: "research.citation", Method: http.MethodGet, Path: "/api/tax-assistant/citations/{citation_id}/", Surface: "research",
		Summary: "A citation: its source, and the parameter with its neighbours in time", Permission: "research:read",
	}, s.readCitation)
}

// askResearch finds, records and answers.
func (s *Server) askResearch(ctx context.Context, c *Call, in *questionIn) (*inquiryAnswered, error) {
	if err := c.narrow(in.Body.Site); err != nil {
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
	r, err := s.Research().With(s.passages(ctx)).Ask(s.planner, s.Registry.Find, in.Body.Question, engine.Env{
		AskedOn: asked, Release: release, Language: in.Body.Language, Calculate: s.calculator(c), Profiles: profiles,
		Conflicts: s.openConflicts(),
	})
	if err != nil {
		return nil, err
	}
	if r.Err != nil {
		s.Logger.Error("an answer was withheld", "request", c.RequestID, "error", r.Err)
	}
	body, err := encodeContract(&r.Contract)
	if err != nil {
		return nil, err
	}
	var findings bytes.Buffer
	if err := marshalJSON(&findings, r.Findings); err != nil {
		return nil, err
	}
	c.pin("corpus_release_id", release)
	caller, err := c.writer(Written{IdempotencyKey: in.IdempotencyKey})
	if err != nil {
		return nil, err
	}
	k := &r.Contract
	done, err := commands.RecordInquiry(ctx, s.Executor, caller, c.pins, inquiry.Ask{Asked: inquiry.Asked{
		Question: sealed.Text{Plain: in.Body.Question}, Language: in.Body.Language, AskedOn: asked, Body: sealed.Text{Plain: string(body)},
		BodySHA256: commands.Hash(body), Status: string(k.VerificationStatus), Category: r.Category, Jurisdictions: k.Jurisdictions,
		TaxYears: k.TaxYears, Release: release, Findings: bytes.TrimSpace(findings.Bytes()), Found: len(r.Findings),
	}})
	if err != nil {
		return nil, err
	}
	settled(c, done)
	s.Metrics.Answered(done.State.Asked.Status)
	return &inquiryAnswered{ResearchID: done.ID, LogPosition: positionOf(done), Body: contractBody{[]byte(done.State.Asked.Body.Plain)}}, nil
}
