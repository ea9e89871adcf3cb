package service_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/tallystick/tallystick/domain/notification"
)

// A message that a group queues is sent by a job into the spool, listed and read.
func TestNotifications(t *testing.T) {
	w := sharedWorld(t)
	queued, err := w.Notifications.Queue(t.Context(), local(w.tenant), notification.Message{
		Kind: "test.sent", Source: "case-" + w.tenant + "-1", Subject: "Über den Bescheid", Text: "Guten Tag\n",
		Recipients: []notification.Recipient{{Address: "ada@example.org", Name: "Ada", Vouched: true}},
		Files:      []notification.File{{Name: "memo.pdf", Media: "application/pdf", Content: []byte("%PDF-1.7")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	one := "/api/notifications/" + queued[0].ID + "/"
	var read struct {
		Status, To, Subject, Channel string
		Attempts                     int
		StatusURL                    string `json:"status_url"`
		MessageID                    string `json:"message_id"`
		Attachments                  []struct{ Filename string }
	}
	var r reply
	eventually(t, "the notification", func() bool {
		r = w.must(t, 200, "reviewer", "GET", one, nil)
		return json.Unmarshal(r.body, &read) == nil && read.Status == "sent"
	})
	if read.Status != "sent" || read.To != "ada@example.org" || read.Subject != "Über den Bescheid" || read.Channel != "spool" ||
		read.Attempts != 1 ||
		len(read.Attachments) != 1 || read.Attachments[0].Filename != "memo.pdf" {
		t.Errorf("%s", r.body)
	}
	found, err := filepath.Glob(filepath.Join(w.Config.DataDir, "spool", w.tenant, "*", queued[0].ID+".eml"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if raw, _ := os.ReadFile(found[0]); !bytes.Contains(raw, []byte("Message-ID: "+read.MessageID+"\r\n")) {
		t.Errorf("spooled as %s", raw)
	}
	if r := w.call(t, "other_owner", "GET", one, nil); r.status != 404 {
		t.Errorf("another tenant: %d", r.status)
	}
	var job struct{ Status string }
	eventually(t, "the notification", func() bool {
		return json.Unmarshal(w.must(t, 200, "owner", "GET", read.StatusURL, nil).body, &job) == nil && job.Status == "succeeded"
	})
	var list struct {
		Notifications []struct{ ID string }
		Count         int
	}
	eventually(t, "the notification", func() bool {
		r = w.must(t, 200, "auditor", "GET", "/api/notifications/?status=sent&kind=test.sent", nil)
		return json.Unmarshal(r.body, &list) == nil && list.Count == 1 && list.Notifications[0].ID == queued[0].ID
	})
	w.must(t, 200, "reviewer", "GET", "/api/notifications/suppressions/?q=example", nil)
	w.must(t, 404, "admin", "DELETE", "/api/notifications/suppressions/"+w.Notifications.AddressID(w.tenant, "ada@example.org")+"/", nil)
	w.must(t, 403, "viewer", "DELETE", "/api/notifications/suppressions/1/", nil)
}
