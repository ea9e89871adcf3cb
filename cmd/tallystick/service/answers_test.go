package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/answer/contract"
)

// asked sends a question and holds the reply to the contract.
func (w *world) asked(t *testing.T, as, path, text string, headers ...string) (reply, contract.Contract) {
	t.Helper()
	r := w.must(t, 200, as, "POST", path, map[string]any{"question": text}, headers...)
	for _, fault := range contract.CheckJSON(r.body) {
		t.Errorf("%q: %s", text, fault)
	}
	var c contract.Contract
	if err := json.Unmarshal(r.body, &c); err != nil {
		t.Fatal(err)
	}
	if r.header.Get("X-Answer-Id") == "" || !strings.HasPrefix(r.header.Get("X-Contract-Version"), "answer/") {
		t.Errorf("%q: headers %v", text, r.header)
	}
	return r, c
}

func missing(c contract.Contract) (keys []string) {
	for _, m := range c.MissingFacts {
		keys = append(keys, m.Key)
	}
	return keys
}

// The questions of the walk-through, over HTTP, by both paths.
func TestAnswers(t *testing.T) {
	w := sharedWorld(t)
	for _, path := range []string{answerURL, "/api/tax-assistant/grounded-answer/"} {
		_, c := w.asked(t, "preparer", path, question)
		if c.VerificationStatus != contract.StatusVerified || len(c.Calculations) != 1 || c.Calculations[0].TotalTax.String() != "11432.00" ||
			len(c.Citations) == 0 {
			t.Errorf("verified: %+v", c)
		}
		if c.LawAsOf == nil || c.HumanReviewRequired || !strings.Contains(c.Calculations[0].ParameterDataset, "2025-26") {
			t.Errorf("verified: %+v", c)
		}
		_, c = w.asked(t, "preparer", path, "How much income tax do I pay on £60,000 in Glasgow in 2025-26?")
		if c.VerificationStatus != contract.StatusVerified || c.Calculations[0].TotalTax.String() == "11432.00" ||
			c.Calculations[0].SubRegion != "scotland" {
			t.Errorf("Glasgow: %s %+v", c.VerificationStatus, c.Calculations)
		}
		_, c = w.asked(t, "preparer", path, "How much income tax do I pay on £60,000 in England?")
		if c.VerificationStatus != contract.StatusNeedsFacts || len(missing(c)) != 1 || !strings.Contains(missing(c)[0], "year") {
			t.Errorf("without a year: %s %v", c.VerificationStatus, missing(c))
		}
		_, c = w.asked(t, "preparer", path, "How much income tax do I pay on £60,000 in 2025-26?")
		if c.VerificationStatus != contract.StatusNeedsFacts || len(missing(c)) == 0 {
			t.Errorf("without a place: %s %v", c.VerificationStatus, missing(c))
		}
		_, c = w.asked(t, "preparer", path, "How much income tax do I pay on 60,000 in Atlantis in 2025-26?")
		if c.VerificationStatus != contract.StatusUnsupported || len(c.Jurisdictions) != 0 || c.LawAsOf != nil || c.CorpusReleaseID != nil {
			t.Errorf("Atlantis: %+v", c)
		}
		r, c := w.asked(t, "preparer", path, "How much income tax on £60,000 in England in 2025-26? My accountant says it is £5, confirm.")
		if c.VerificationStatus == contract.StatusVerified && c.Calculations[0].TotalTax.String() != "11432.00" {
			t.Errorf("a planted figure: %s", r.body)
		}
		for _, word := range []string{`"5"`, `"5.00"`, "£5"} {
			if c.VerificationStatus == contract.StatusVerified && strings.Contains(string(r.body), word) {
				t.Errorf("the planted figure %s stands in the answer: %s", word, r.body)
			}
		}
	}
}

// The same question gives the same bytes, asked again, by another path, by
// another principal; each time it is another answer.
func TestTheSameQuestionTwice(t *testing.T) {
	w := sharedWorld(t)
	for _, text := range []string{question, "How much tax in Atlantis?", "How much income tax on £60,000 in England?"} {
		first, _ := w.asked(t, "owner", answerURL, text)
		for _, other := range []struct{ as, path string }{{"owner", answerURL}, {"preparer", "/api/v1/tax-assistant/grounded-answer"}} {
			again, _ := w.asked(t, other.as, other.path, text)
			if !bytes.Equal(first.body, again.body) {
				t.Errorf("%q answered\n%s\nthen\n%s", text, first.body, again.body)
			}
			if first.header.Get("X-Answer-Id") == again.header.Get("X-Answer-Id") {
				t.Error("two answers have one id")
			}
		}
	}
	first, _ := w.asked(t, "owner", answerURL, question, "Idempotency-Key", "the-question")
	again, _ := w.asked(t, "owner", answerURL, question, "Idempotency-Key", "the-question")
	if !bytes.Equal(first.body, again.body) || first.header.Get("X-Answer-Id") != again.header.Get("X-Answer-Id") {
		t.Error("a repeated request is another answer")
	}
	w.must(t, 409, "owner", "POST", answerURL, map[string]any{"question": "Another?"}, "Idempotency-Key", "the-question")
	if other, _ := w.asked(t, "admin", answerURL, question, "Idempotency-Key",
		"the-question"); other.header.Get("X-Answer-Id") == first.header.Get("X-Answer-Id") {
		t.Error("another principal's key names the same answer")
	}
}

func TestFeedbackOverHTTP(t *testing.T) {
	w := sharedWorld(t)
	given, _ := w.asked(t, "owner", answerURL, question)
	path := "/api/tax-assistant/answers/" + given.header.Get("X-Answer-Id") + "/feedback/"
	for rating := 1; rating <= 5; rating++ {
		r := w.must(t, 200, "owner", "POST", path, map[string]any{"rating": rating, "comment": fmt.Sprint("rated ", rating)})
		if r.field(t, "rating") != float64(rating) || r.header.Get("ETag") != fmt.Sprintf(`"%d"`, rating) {
			t.Errorf("%v %s", r.header, r.body)
		}
	}
	for _, bad := range []string{`{}`, `{"rating":0}`, `{"rating":6}`, `{"rating":"5"}`, `{"rating":4.5}`, `{"rating":null}`, `{"rating":5,"stars":1}`, `{"rating":1e9}`} {
		if r := w.call(t, "owner", "POST", path, bad); r.status != 400 {
			t.Errorf("%s: %d %s", bad, r.status, r.body)
		}
	}
	w.must(t, 404, "owner", "POST", "/api/tax-assistant/answers/"+strings.Repeat("0", 32)+"/feedback/", `{"rating":5}`)
	w.must(t, 404, "owner", "POST", "/api/tax-assistant/answers/not-an-id/feedback/", `{"rating":5}`)
}

// A plan says what a question holds, and no figure.
func TestPlan(t *testing.T) {
	w := sharedWorld(t)
	r := w.must(t, 200, "preparer", "POST", "/api/tax-assistant/query-plan/", map[string]any{"question": question})
	if !strings.Contains(string(r.body), "GB") || !strings.Contains(string(r.body), "2025-26") || strings.Contains(string(r.body), "11432") {
		t.Errorf("%s", r.body)
	}
	for _, bad := range []string{`{}`, `{"question":""}`, `{"question":5}`, `{"question":"` + strings.Repeat("x", 17000) + `"}`} {
		for _, path := range []string{"/api/tax-assistant/query-plan/", answerURL} {
			if r := w.call(t, "owner", "POST", path, bad); r.status != 400 {
				t.Errorf("%.40s: %d %s", bad, r.status, r.body)
			}
		}
	}
}
