package service_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/cmd/tallystick/config"
	"github.com/tallystick/tallystick/reactors/mail/mailtest"
)

// A memo and a plan go out over SMTP, a message a recipient: one whom the server
// refuses keeps nobody else from theirs, and nothing that is written begins a header.
func TestMailOverSMTP(t *testing.T) {
	t.Parallel()
	server := mailtest.New(t, true)
	server.Answer = func(command string) string {
		if strings.Contains(command, "gone@example.com") {
			return "550 5.1.1 no such mailbox"
		}
		return ""
	}
	w := freshWorld(t, func(c *config.Config) {
		c.SMTPURL, c.SMTPRoots, c.MailFrom = "smtps://"+server.Address(), server.Roots, "books@example.com"
	})
	const memos, plans = "/api/tax-assistant/memos/", "/api/tax-assistant/plans/"
	given, _ := w.asked(t, "preparer", answerURL, question)
	memo := map[string]any{"type": "tax_memo", "title": "Your tax\r\nBcc: eve@example.com",
		"sources": []map[string]any{{"kind": "answer", "id": given.header.Get("X-Answer-Id")}}}
	if r := w.must(t, 400, "preparer", "POST", memos, memo); !strings.Contains(string(r.body), `"title"`) {
		t.Errorf("%s", r.body)
	}
	memo["title"] = "Your tax"
	id := w.must(t, 201, "preparer", "POST", memos, memo).field(t, "id").(string)
	w.must(t, 200, "reviewer", "PATCH", memos+id+"/", map[string]any{"approve": 1})
	w.must(t, 400, "owner", "POST", memos+id+"/send/", map[string]any{"version": 1, "vouched": true,
		"recipients": []string{"ada@example.com\r\nBcc: eve@example.com"}})
	w.must(t, 202, "owner", "POST", memos+id+"/send/", map[string]any{"version": 1, "vouched": true,
		"recipients": []string{"gone@example.com", "ada@example.com", "bob@example.com"}})
	var after reply
	eventually(t, "each message of the memo to have ended", func() bool {
		after = w.must(t, 200, "owner", "GET", memos+id+"/", nil)
		return len(after.field(t, "deliveries").(map[string]any)) == 3
	})
	ends := map[string]int{}
	for _, end := range after.field(t, "deliveries").(map[string]any) {
		ends[fmt.Sprint(end)]++
	}
	if ends["sent"] != 2 || ends["failed"] != 1 {
		t.Errorf("%s", after.body)
	}
	w.must(t, 409, "preparer", "PATCH", memos+id+"/", map[string]any{"title": "Another"})

	plan := w.must(t, 201, "preparer", "POST", plans, map[string]any{"title": "Two incomes", "scenarios": []map[string]any{
		{"name": "Now", "request": map[string]any{"jurisdiction": "GB",
			"tax_year": "2025-26", "sub_region": "england", "income": "60000"}}}})
	w.must(t, 202, "owner", "POST", plans+plan.field(t, "id").(string)+"/email/", map[string]any{"recipients": []string{"ada@example.com"},
		"vouched": true})
	received := func(to string) (messages []string) {
		for _, m := range server.Got() {
			if m.To == to {
				messages = append(messages, m.Message)
			}
		}
		return messages
	}
	eventually(t, "the plan to have arrived", func() bool { return len(received("ada@example.com")) == 2 })
	for _, m := range server.Got() {
		head, _, _ := strings.Cut(m.Message, "\r\n\r\n")
		if !strings.Contains(head, "To: "+m.To+"\r\n") || strings.Contains(head, "Bcc:") || !strings.Contains(m.Message, "application/pdf") {
			t.Errorf("%s got\n%.600s", m.To, m.Message)
		}
	}
	const suppressions = "/api/notifications/suppressions/"
	var listed struct{ Suppressions []struct{ ID string } }
	eventually(t, "the refused address to be listed", func() bool {
		r := w.must(t, 200, "admin", "GET", suppressions, nil)
		return json.Unmarshal(r.body, &listed) == nil && len(listed.Suppressions) == 1
	})
	w.must(t, 204, "admin", "DELETE", suppressions+listed.Suppressions[0].ID+"/", nil)
	if len(received("bob@example.com")) != 1 || len(received("gone@example.com")) != 0 {
		t.Errorf("%v", server.Got())
	}
}
