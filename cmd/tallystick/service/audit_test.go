package service_test

import (
	"fmt"
	"testing"
	"time"
)

// Days of which audit rows are no longer kept are refused, by the field that names
// them and since when there are some; all others are listed.
func TestAuditDaysThatAreGone(t *testing.T) {
	w := sharedWorld(t)
	var since time.Time
	eventually(t, "the leader to say since when the list is kept", func() bool {
		text, _ := w.must(t, 200, "owner", "GET", "/api/audit/?limit=1", nil).field(t, "kept_since").(string)
		since, _ = time.Parse(time.RFC3339, text)
		return !since.IsZero()
	})
	if since.Day() != 1 || since.After(time.Now().AddDate(0, 0, -w.Config.AuditDays)) {
		t.Errorf("kept since %v, with %d days", since, w.Config.AuditDays)
	}
	before, after := since.AddDate(0, 0, -2).Format(time.DateOnly), since.AddDate(0, 0, 1).Format(time.DateOnly)
	for query, want := range map[string]string{
		"from=" + before:                   "[from]",
		"to=" + before:                     "[to]",
		"from=" + before + "&to=" + before: "[from to]",
		"from=" + before + "&to=" + after:  "[from]",
		"from=2001-01-01&principal=nobody": "[from]",
		"to=0001-01-01":                    "[to]",
	} {
		if got := fmt.Sprint(w.must(t, 400, "owner", "GET", "/api/audit/?"+query, nil).fields(t)); got != want {
			t.Errorf("%s: %s", query, got)
		}
	}
	for _, query := range []string{"from=" + after, "to=" + after, "from=" + after + "&to=" + time.Now().Format(time.DateOnly)} {
		w.must(t, 200, "owner", "GET", "/api/audit/?"+query, nil)
	}
}
