package http

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/readmodels"
)

// recordedAnswer is an answer as it was given, with what people said of it.
type recordedAnswer struct {
	ID         string     `json:"id"`
	Site       int64      `json:"site" doc:"0: tenant-wide."`
	AskedBy    string     `json:"asked_by"`
	AskedAt    time.Time  `json:"asked_at"`
	Question   string     `json:"question" doc:"Empty once the asker is forgotten."`
	Language   string     `json:"language" doc:"As it was asked for; empty: told from the question."`
	Forgotten  bool       `json:"forgotten" doc:"The asker is; question and answer are gone, their hash is not."`
	Answer     any        `json:"answer" doc:"The contract as it was sent, byte for byte; null once the asker is forgotten."`
	BodySHA256 string     `json:"body_sha256"`
	Ratings    []ratingOf `json:"ratings" nullable:"false" doc:"Of each principal, the last."`
}

type ratingOf struct {
	Principal string    `json:"principal"`
	Rating    int       `json:"rating"`
	Comment   string    `json:"comment"`
	GivenAt   time.Time `json:"given_at"`
}

func viewAnswer(_ context.Context, _ *Call, h commands.Held[answerrecord.State]) (recordedAnswer, error) {
	s, g := h.State, h.State.Given
	v := recordedAnswer{ID: h.ID, Site: s.Site, AskedBy: s.By, AskedAt: s.At, Question: g.Question.String(), Language: g.Language,
		Forgotten: g.Body.Forgotten, BodySHA256: g.BodySHA256, Ratings: []ratingOf{}}
	if !v.Forgotten {
		v.Answer = json.RawMessage(g.Body.Plain)
	}
	for _, who := range slices.Sorted(maps.Keys(s.Feedback)) {
		f := s.Feedback[who]
		v.Ratings = append(v.Ratings, ratingOf{who, f.Rating, f.Comment, f.At})
	}
	return v, nil
}

type answerListIn struct {
	Listing
	Dated
	Status   string `query:"status" enum:"verified,needs_facts,unsupported,human_review_required,partial,conflict,stale_source,system_unavailable"`
	Coverage string `query:"coverage_status" enum:"covered,beta,draft,unavailable"`
	AskedBy  string `query:"asked_by" maxLength:"32" doc:"Id of a principal."`
	Q        string `query:"q" maxLength:"200" doc:"Part of the question."`
	Order    string `query:"order" enum:"asked_at,-asked_at" default:"-asked_at"`
}

func (in *answerListIn) order() string { return in.Order }

func (in *answerListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	days, err := in.days(c, "asked_at")
	return append(days, readmodels.Is("status", in.Status), readmodels.Is("coverage", in.Coverage), readmodels.Is("asked_by", in.AskedBy),
		readmodels.Search(in.Q)), err
}

func (s *Server) registerRecordedAnswers() {
	r := &resource[answerrecord.State, recordedAnswer]{entry: "x.18", surface: "answer", list: "/api/tax-assistant/answers/",
		one: "/api/tax-assistant/answers/{answer_id}/", kind: commands.AnswerKind, view: viewAnswer}
	registerList[answerListIn](s, Operation{
		Entry: r.entry, ID: "answers.list", Path: r.list, Surface: r.surface, Summary: "Recorded answers", Permission: "answers:read",
	}, "answers", readmodels.Answers, asIs)
	registerRead(s, r, Operation{ID: "answers.read", Summary: "A recorded answer, as it was sent, with its ratings",
		Permission: "answers:read"})
}
