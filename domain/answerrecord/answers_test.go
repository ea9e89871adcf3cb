package answerrecord_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answerrecord"
	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "write golden files")

func cipher(word string) sealed.Text {
	return sealed.Text{Subject: "principal-0192aa00000000000000000000000001", Cipher: []byte("sealed:" + word)}
}

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{
		answerrecord.Given{
			Question: cipher("question"), Language: "en-GB", AskedOn: civil.MustParse("2026-11-20"), Body: cipher("body"),
			BodySHA256: strings.Repeat("ab", 32), Status: "verified", Mode: "grounded", Coverage: "beta", Review: true,
			Jurisdiction: []string{"GB"}, TaxYears: []string{"2025-26"}, TaxTypes: []string{"individual_income"},
			Release: "2026.11", Datasets: []string{"gb-income-2025-26/2026.11"},
		},
		answerrecord.FeedbackGiven{Rating: 4, Comment: cipher("comment")},
		answerrecord.Snapshotted{Calculator: "income", Content: cipher("content"), SHA256: strings.Repeat("cd", 32), Status: "verified",
			Coverage: "beta",
			Dataset:  "gb-income-2025-26/2026.11"},
		audit.CallRefused{Status: 200, Code: "needs_facts", Reason: "needs_facts", Unmet: []string{"tax_year"}},
	}, answerrecord.Category, answerrecord.Calculations)
}

var asker = act.Context{
	CommandID: uuid.MustParse("0192aa00-0000-7000-8000-000000000001"), Now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
	Tenant: "firm", Principal: "0192aa00000000000000000000000001", Role: "owner",
}

// evolve applies what a decision by a made.
func evolve(s answerrecord.State, a act.Context, payloads ...event.Payload) answerrecord.State {
	for _, p := range payloads {
		s = s.Evolve(event.Recorded{Stream: "answer-firm-1", Payload: p, Meta: event.Metadata{Principal: a.Principal, Time: a.Now, Site: a.Site}})
	}
	return s
}

func give(t *testing.T) answerrecord.State {
	t.Helper()
	g := answerrecord.Give{Given: answerrecord.Given{Question: sealed.Text{Plain: "How much?"}, Body: sealed.Text{Plain: "{}"}}}
	events, err := g.Decide(answerrecord.State{}, asker)
	if err != nil || len(events) != 1 {
		t.Fatalf("%v, %v", events, err)
	}
	return evolve(answerrecord.State{}, asker, events...)
}

// An answer is given once; what is personal belongs to the one who asked.
func TestGive(t *testing.T) {
	s := give(t)
	if s.Given.Question.Subject != "principal-"+asker.Principal || s.Given.Body.Subject != s.Given.Question.Subject ||
		s.By != asker.Principal || s.ID != "1" {
		t.Errorf("%+v", s)
	}
	if _, err := (answerrecord.Give{}).Decide(s, asker); !errors.Is(err, fault.New(fault.Immutable, "")) {
		t.Errorf("given twice: %v", err)
	}
	declined := answerrecord.Give{Refusal: &audit.CallRefused{Code: "needs_facts"}}
	events, err := declined.Decide(answerrecord.State{}, asker)
	if err != nil || len(events) != 2 || events[1].EventType() != "call.refused.v1" {
		t.Errorf("a declined answer: %v, %v", events, err)
	}
}

// What makes two questions the same is the question, not what came of it.
func TestTheSameQuestion(t *testing.T) {
	hash := func(g answerrecord.Give) string {
		b, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	a := answerrecord.Give{Given: answerrecord.Given{Question: sealed.Text{Plain: "How much?"}, Language: "en", Body: sealed.Text{Plain: "{1}"},
		Release: "1"}}
	b := a
	b.Given.Body.Plain, b.Given.Release, b.Given.AskedOn = "{2}", "2", civil.MustParse("2026-11-21")
	if hash(a) != hash(b) {
		t.Error("another outcome makes another question")
	}
	b.Given.Question.Plain += " "
	if hash(a) == hash(b) {
		t.Error("another question is the same")
	}
}

func TestFeedback(t *testing.T) {
	for rating := -1; rating <= 7; rating++ {
		err := (answerrecord.GiveFeedback{Rating: rating}).Validate()
		if good := rating >= 1 && rating <= 5; good != (err == nil) {
			t.Errorf("rating %d: %v", rating, err)
		}
	}
	if (answerrecord.GiveFeedback{Rating: 1, Comment: strings.Repeat("x", 4001)}).Validate() == nil {
		t.Error("an endless comment is taken")
	}
	s := give(t)
	rate := func(a act.Context, rating int, comment string) int {
		events, err := answerrecord.GiveFeedback{Rating: rating, Comment: comment}.Decide(s, a)
		if err != nil {
			t.Fatal(err)
		}
		s = evolve(s, a, events...)
		return len(events)
	}
	other := asker
	other.Principal = "0192aa00000000000000000000000002"
	if n := rate(asker, 2, "no") + rate(asker, 2, "no") + rate(other, 5, "") + rate(asker, 4, "well"); n != 3 {
		t.Errorf("%d ratings recorded of 3 that differ", n)
	}
	if len(s.Feedback) != 2 || s.Feedback[asker.Principal].Rating != 4 || s.Feedback[other.Principal].Rating != 5 {
		t.Errorf("%+v", s.Feedback)
	}
	if _, err := (answerrecord.GiveFeedback{Rating: 3}).Decide(answerrecord.State{}, asker); !errors.Is(err, fault.New(fault.NotFound, "")) {
		t.Errorf("feedback on nothing: %v", err)
	}
}

// A much rated answer's stream stays short enough to load.
func TestRatingsAreBounded(t *testing.T) {
	s := give(t)
	for i := range 900 {
		a := asker
		a.Principal = fmt.Sprint(i)
		s = evolve(s, a, answerrecord.FeedbackGiven{Rating: 3})
	}
	_, err := answerrecord.GiveFeedback{Rating: 3}.Decide(s, asker)
	if f := fault.As(err); f == nil || len(f.Blockers) != 1 || f.Blockers[0].Code != "too_many_ratings" {
		t.Errorf("%v", err)
	}
}
