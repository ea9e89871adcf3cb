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
	now := act.Context{Now: time.Date(2026, 3, 21, 3, 0, 0, 0, time.UTC)} // in Vancouver it is the day before
	due := day("2026-03-20")
	facts := notice.Facts{Today: due}
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
	leaving := with(approved, must(send.Decide(approved, now, facts)))
	if leaving.Status != notice.Leaving {
		t.Fatalf("%+v", leaving)
	}
	if again := must(send.Decide(leaving, now, facts)); len(again) != 0 {
		t.Errorf("begun again: %v", again)
	}
	immutable := func(_ []event.Payload, err error) {
		t.Helper()
		if f := fault.As(err); f == nil || f.Code != fault.Immutable {
			t.Errorf("%v", err)
		}
	}
	immutable(notice.MailResponse{Version: 1, Recipients: []string{"c"}}.Decide(leaving, now, facts))
	immutable(notice.SendResponse{Version: 1, Channel: notice.Outside, On: due}.Decide(leaving, now, facts))
	one := with(leaving, notice.End(leaving, due, "n1", "failed"))
	if one.Status != notice.Leaving || notice.End(one, due, "n1", "sent") != nil {
		t.Errorf("%+v", one)
	}
	if sent := with(one, notice.End(one, due, "n2", "sent")); sent.Status != notice.Sent || sent.Sending.Channel != notice.ByMail ||
		sent.Sending.On != due {
		t.Errorf("%+v", sent)
	}
	failed := with(one, notice.End(one, due, "n2", "failed"))
	if failed.Status != notice.Approved {
		t.Errorf("%+v", failed)
	}
	if again := with(failed, must(send.Decide(failed, now, facts))); again.Status != notice.Leaving ||
		len(again.Mail.Delivered) != 0 {
		t.Errorf("%+v", again)
	}
	late := notice.Facts{Today: due.AddDays(1)}
	if _, err := send.Decide(approved, now, late); fault.As(err) == nil || fault.As(err).Blockers[0].Code != "late_reason_missing" {
		t.Errorf("late: %v", err)
	}
	draft := approved
	draft.Approval = nil
	if _, err := send.Decide(draft, now, facts); fault.As(err) == nil || fault.As(err).Blockers[0].Code != "draft_not_approved" {
		t.Errorf("not approved: %v", err)
	}
}
