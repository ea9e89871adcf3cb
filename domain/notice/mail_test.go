package notice_test

import (
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/deadline"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notice"
)

// A version goes to each recipient once; it was sent if one message was, and stands as
// it was approved, to be sent again, if none was.
func TestMail(t *testing.T) {
	now := act.Context{Now: time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)}
	due := day("2026-03-20")
	approved := notice.State{ID: "n", Status: notice.Approved, Notice: notice.Recorded{NoticeID: "n",
		Deadline: deadline.Deadline{DueOn: &due}},
		Versions: []notice.Version{{ResponseDrafted: notice.ResponseDrafted{Version: 1}}}, Approval: &notice.Approval{}}
	send := notice.MailResponse{Version: 1, DocumentSHA256: "ab", Recipients: []string{"a", "b"}, Message: "Please find our response."}
	with := func(s notice.State, events []event.Payload) notice.State {
		for _, e := range events {
			s = s.Evolve(event.Recorded{Payload: e})
		}
		return s
	}
	must := func(events []event.Payload, err error) []event.Payload {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return events
	}
	leaving := with(approved, must(send.Decide(approved, now, notice.Facts{})))
	if leaving.Status != notice.Leaving {
		t.Fatalf("%+v", leaving)
	}
	if again := must(send.Decide(leaving, now, notice.Facts{})); len(again) != 0 {
		t.Errorf("begun again: %v", again)
	}
	immutable := func(_ []event.Payload, err error) {
		t.Helper()
		if f := fault.As(err); f == nil || f.Code != fault.Immutable {
			t.Errorf("%v", err)
		}
	}
	immutable(notice.MailResponse{Version: 1, Recipients: []string{"c"}}.Decide(leaving, now, notice.Facts{}))
	immutable(notice.SendResponse{Version: 1, Channel: notice.Outside, On: due}.Decide(leaving, now, notice.Facts{}))
	one := with(leaving, notice.End(leaving, now, "n1", "failed"))
	if one.Status != notice.Leaving || notice.End(one, now, "n1", "sent") != nil {
		t.Errorf("%+v", one)
	}
	if sent := with(one, notice.End(one, now, "n2", "sent")); sent.Status != notice.Sent || sent.Sending.Channel != notice.ByMail ||
		sent.Sending.On != due {
		t.Errorf("%+v", sent)
	}
	failed := with(one, notice.End(one, now, "n2", "failed"))
	if failed.Status != notice.Approved {
		t.Errorf("%+v", failed)
	}
	if again := with(failed, must(send.Decide(failed, now, notice.Facts{}))); again.Status != notice.Leaving ||
		len(again.Mail.Delivered) != 0 {
		t.Errorf("%+v", again)
	}
	late := act.Context{Now: now.Now.AddDate(0, 0, 1)}
	if _, err := send.Decide(approved, late, notice.Facts{}); fault.As(err) == nil || fault.As(err).Blockers[0].Code != "late_reason_missing" {
		t.Errorf("late: %v", err)
	}
	draft := approved
	draft.Approval = nil
	if _, err := send.Decide(draft, now, notice.Facts{}); fault.As(err) == nil || fault.As(err).Blockers[0].Code != "draft_not_approved" {
		t.Errorf("not approved: %v", err)
	}
}
