package service_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// What was answered is listed and read back as it was sent, with the last rating of
// each principal.
func TestRecordedAnswers(t *testing.T) {
	w := sharedWorld(t)
	asked := w.must(t, 200, "preparer", "POST", answerURL, map[string]any{"question": question + " (read back)"})
	one := "/api/tax-assistant/answers/" + asked.header.Get("X-Answer-Id") + "/"
	w.must(t, 200, "preparer", "POST", one+"feedback/", map[string]any{"rating": 2, "comment": "hm"})
	rated := w.must(t, 200, "preparer", "POST", one+"feedback/", map[string]any{"rating": 5})
	if r := w.call(t, "preparer", "POST", one+"feedback/", map[string]any{"rating": 6}); r.status != 400 || len(r.fields(t)) != 1 {
		t.Errorf("six of five: %d %s", r.status, r.body)
	}
	var read struct {
		Answer    json.RawMessage
		AskedBy   string `json:"asked_by"`
		Forgotten bool
		Ratings   []struct{ Rating int }
	}
	if err := json.Unmarshal(w.must(t, 200, "viewer", "GET", one, nil).body, &read); err != nil {
		t.Fatal(err)
	}
	if string(read.Answer) != strings.TrimSpace(string(asked.body)) || read.Forgotten || len(read.Ratings) != 1 ||
		read.Ratings[0].Rating != 5 {
		t.Errorf("read back as %s, %+v", read.Answer, read)
	}
	list := func(query string) (found struct {
		Answers []struct{ ID, Question string }
		Count   int
	}) {
		r := w.must(t, 200, "viewer", "GET", "/api/tax-assistant/answers/?"+query, nil, "X-Min-Log-Position", rated.header.Get("X-Log-Position"))
		if err := json.Unmarshal(r.body, &found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := list("q=(READ+back)&status=verified&asked_by=" + read.AskedBy)
	if found.Count != 1 || len(found.Answers) != 1 || found.Answers[0].ID != asked.header.Get("X-Answer-Id") {
		t.Errorf("found %+v", found)
	}
	if found := list("q=(READ+back)&status=unsupported"); found.Count != 0 {
		t.Errorf("found %+v", found)
	}
}
