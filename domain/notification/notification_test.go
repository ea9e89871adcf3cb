package notification_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notification"
)

func good() notification.Message {
	return notification.Message{
		Kind: "invoices.resend", Source: "invoice-a-b", Subject: "Invoice 1", Text: "Hello.\n",
		Recipients: []notification.Recipient{{Address: "ada@example.org", Name: "Ada", Vouched: true}},
		Files:      []notification.File{{Name: "invoice.pdf", Media: "application/pdf", Content: []byte("%PDF")}},
	}
}

// What would begin a header, or is no text, is named field by field.
func TestValidate(t *testing.T) {
	if err := good().Validate(); err != nil {
		t.Fatal(err)
	}
	for field, spoil := range map[string]func(*notification.Message){
		"subject":               func(m *notification.Message) { m.Subject = "Hello\r\nBcc: all@example.com" },
		"from_name":             func(m *notification.Message) { m.FromName = "A\nB" },
		"reply_to":              func(m *notification.Message) { m.ReplyTo = "a@b.example\r\nX: y" },
		"text":                  func(m *notification.Message) { m.Text = " " },
		"html":                  func(m *notification.Message) { m.HTML = "\xff" },
		"recipients[0].address": func(m *notification.Message) { m.Recipients[0].Address = "ada@example.org>\r\nRCPT TO:<b@c.example" },
		"recipients[0].name":    func(m *notification.Message) { m.Recipients[0].Name = "Ada\u2028Bcc: x" },
		"attachments[0].name":   func(m *notification.Message) { m.Files[0].Name = "a\x00.pdf" },
		"attachments[0].media":  func(m *notification.Message) { m.Files[0].Media = "application/pdf\r\nX: y" },
		"recipients":            func(m *notification.Message) { m.Recipients = slices.Repeat(m.Recipients, 21) },
	} {
		m := good()
		spoil(&m)
		f := fault.As(m.Validate())
		if f == nil || f.Code != fault.InvalidInput || f.Fields[0].Field != field {
			t.Errorf("%s: %v", field, f)
		}
	}
	for _, bad := range []string{"zoë@example.org", "a@b", "a b@example.com", "<a@example.com>", "a@example.com,b@example.com", ""} {
		if notification.Address(bad) {
			t.Errorf("%q is taken for an address", bad)
		}
	}
}

// Everything that is unmet is said at once.
func TestCheck(t *testing.T) {
	m := good()
	m.Recipients = []notification.Recipient{{Address: "a@example.org"}, {Address: "Firm@example.com"}, {Party: "1"},
		{Address: "b@example.org", Vouched: true}}
	m.Files[0].Content = make([]byte, notification.AttachmentsBytesMax+1)
	k := notification.Known{Own: []string{"firm@example.com"}, Suppressed: []bool{false, false, false, true},
		Missing: []bool{false, false, true, false}}
	f := fault.As(m.Check(k))
	var got []string
	for _, b := range f.Blockers {
		got = append(got, b.Resource+" "+b.Code)
	}
	want := "recipients[0] recipient_not_confirmed,recipients[2] no_recipient,recipients[3] recipient_suppressed, attachment_too_large"
	if strings.Join(got, ",") != want {
		t.Errorf("%v", got)
	}
	if f := fault.As((notification.Message{}).Check(notification.Known{})); f == nil || f.Blockers[0].Code != "no_recipient" {
		t.Errorf("%v", f)
	}
}

// Whatever happens to it, a message ends once, is handed over only after an attempt
// began, and an attempt that follows one without an end is marked. Seeds are
// rapid's.
func TestAnyHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(1_800_000_000, 0).UTC()
		var s notification.State
		apply := func(payloads []event.Payload) {
			for _, p := range payloads {
				if s.Status.Ended() {
					t.Fatalf("%T after %s", p, s.Status)
				}
				if a, ok := p.(notification.Attempted); ok && a.Repeated != (s.Status == notification.StatusSending) {
					t.Fatalf("attempt %d is marked %v after %s", a.Number, a.Repeated, s.Status)
				}
				if _, ok := p.(notification.Sent); ok && s.Status != notification.StatusSending {
					t.Fatal("sent without an attempt")
				}
				s = s.Evolve(event.Recorded{Stream: "notification-a-b", Payload: p, Meta: event.Metadata{Time: now}})
			}
		}
		apply([]event.Payload{notification.Queued{Kind: "k", About: about}})
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			now = now.Add(time.Minute)
			switch rapid.SampledFrom([]string{"begin", "sent", "later", "never", "suppress", "cancel", "crash"}).Draw(t, "step") {
			case "begin":
				apply(s.Begin())
			case "sent":
				apply(s.Succeed("smtp"))
			case "later":
				before := s.Deferrals
				if apply(s.Refuse(now, notification.Refusal{Code: "x", Reply: strings.Repeat("y", 900)})); s.Deferrals > before && !s.Until.After(now) {
					t.Fatal("put off to the past")
				}
			case "never":
				apply(s.Refuse(now, notification.Refusal{Code: "x", Permanent: true}))
			case "suppress":
				apply(s.Suppress())
			case "cancel":
				apply(s.GiveUp("j", "cancelled"))
			}
		}
		if s.Deferrals > 5 {
			t.Fatalf("put off %d times", s.Deferrals)
		}
	})
}

// A message that is never taken is tried for ten and a half hours, six times.
func TestDeferrals(t *testing.T) {
	begin := time.Unix(1_800_000_000, 0).UTC()
	now, tries := begin, 0
	s := notification.State{}.Evolve(event.Recorded{Stream: "notification-a-b", Payload: notification.Queued{About: about}})
	for !s.Status.Ended() {
		for _, p := range append(s.Begin(), s.Refuse(now, notification.Refusal{Code: "greylisted"})...) {
			s = s.Evolve(event.Recorded{Stream: "notification-a-b", Payload: p, Meta: event.Metadata{Time: now}})
		}
		tries++
		if s.Until.After(now) {
			now = s.Until
		}
	}
	if tries != 6 || now.Sub(begin) != 10*time.Hour+36*time.Minute || s.Code != "greylisted" {
		t.Errorf("%d tries in %s", tries, now.Sub(begin))
	}
}

func TestSuppression(t *testing.T) {
	var s notification.Suppression
	place := s.Place("n1", notification.Queued{About: about}, "recipient_refused")
	s = s.Evolve(event.Recorded{Stream: "suppression-a-b", Payload: place[0]})
	if s.Place("n2", notification.Queued{}, "x") != nil {
		t.Error("placed twice")
	}
	lifted, err := notification.Lift{}.Decide(s)
	if err != nil {
		t.Fatal(err)
	}
	s = s.Evolve(event.Recorded{Payload: lifted[0]})
	if _, err := (notification.Lift{}).Decide(s); fault.As(err) == nil || fault.As(err).Code != fault.NotFound || s.Exists {
		t.Errorf("lifted twice: %v", err)
	}
}
