package notice_test

import (
	"flag"
	"testing"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/sealed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func cipher(word string) sealed.Text {
	return sealed.Text{Subject: "customer-0192aa00000000000000000000000001", Cipher: []byte("sealed:" + word)}
}

// TestEvents freezes the shape of each event.
func TestEvents(t *testing.T) {
	amount, abroad, due := dec("1200.50"), true, day("2026-03-27")
	eventtest.Golden(t, *update, []event.Payload{
		notice.Recorded{NoticeID: answerID, Jurisdiction: "DE", SubRegion: "BY", Type: "bescheid", Reference: cipher("reference"),
			TaxYears: []string{"2024"},
			Dated:    day("2026-02-23"), Received: day("2026-02-27"), StatedDue: day("2026-03-30"), Amount: &amount, Currency: "EUR", Abroad: &abroad,
			ClientRef: cipher("client"), DocumentID: writer, Supersedes: approver, Summary: cipher("summary"),
			Deadline: deadline.Deadline{DueOn: &due, ActBy: &due, Basis: deadline.Computed, Act: "object",
				Steps: []deadline.Stretch{{Text: "known", From: day("2026-02-23"), To: civil.MustParse("2026-02-27"), Provision: "§ 122 AO"}},
				Citations: []deadline.Authority{{Provision: "§ 122 AO", Title: "AO", Publisher: "BMJ", Kind: "primary", URL: "https://www.gesetze-im-internet.de/",
					Checked: day("2026-11-22")}},
				Conflict: "differs", Notes: []string{"a note"}, Missing: []string{}}},
		notice.ResponseDrafted{Version: 2, Position: notice.Partly, Grounds: []notice.Ground{{Kind: "answer", ID: answerID, SHA256: hash}},
			Sections: []notice.Section{{Heading: cipher("heading"), Text: cipher("text")}}, Untraced: cipher("9")},
		notice.ResponseApproved{Version: 2, Waiver: cipher("alone")},
		notice.ResponseSent{Version: 2, Channel: notice.Outside, On: day("2026-03-20"), Reference: cipher("receipt"), LateReason: cipher("late")},
		notice.ResponseSending{Version: 2, DocumentSHA256: hash, Recipients: []string{"r1"}, LateReason: cipher("late")},
		notice.ResponseDelivered{NotificationID: "n1", Outcome: "sent", Status: notice.Leaving},
	}, notice.Category)
}
