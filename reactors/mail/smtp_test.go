package mail

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/reactors/mail/mailtest"
)

const message = "Subject: x\r\n\r\n.\r\n..two\r\nlast\r\n"

var envelope = Envelope{ID: "1", Tenant: "a", About: "party-1", From: "books@example.com", To: "ada@example.org"}

// channel delivers to a server as its user.
func channel(t *testing.T, s *mailtest.Server, scheme string) *SMTP {
	t.Helper()
	c, err := NewSMTP(scheme+"://books:s3cret@"+s.Address(), s.Roots)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What is handed over is what was rendered, to the byte, over TLS in both forms.
func TestDeliver(t *testing.T) {
	for _, scheme := range []string{"smtp", "smtps"} {
		s := mailtest.New(t, scheme == "smtps")
		if err := channel(t, s, scheme).Deliver(t.Context(), envelope, []byte(message)); err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		got := s.Got()
		if len(got) != 1 || got[0].Message != message || got[0].To != envelope.To || !strings.Contains(got[0].From, "<books@example.com>") ||
			!got[0].Secure {
			t.Errorf("%s: %+v", scheme, got)
		}
		if s.Login() != "\x00books\x00s3cret" {
			t.Errorf("%s: logged in as %q", scheme, s.Login())
		}
	}
}

// Each answer of a server means what its code says, at the step where it comes.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		command, answer    string
		code               string
		permanent, address bool
	}{
		{"RCPT", "550 5.1.1 no such user", "recipient_refused", true, true},
		{"RCPT", "550 5.7.1 policy", "recipient_refused", true, false},
		{"RCPT", "450 4.2.0 greylisted", "recipient_refused", false, false},
		{"MAIL", "550 5.7.1 not you", "sender_refused", false, false},
		{"AUTH", "535 5.7.8 wrong", "auth_refused", false, false},
		{"DATA", "554 5.6.0 no", "message_refused", true, false},
		{".", "552 5.3.4 too big", "message_refused", true, false},
		{".", "451 4.3.0 later", "message_refused", false, false},
	} {
		s := mailtest.New(t, false)
		s.Answer = func(command string) string {
			if strings.HasPrefix(command, c.command) {
				return c.answer
			}
			return ""
		}
		err := channel(t, s, "smtp").Deliver(t.Context(), envelope, []byte(message))
		var refused *RefusedError
		if !errors.As(err, &refused) || refused.Code != c.code || refused.Permanent != c.permanent || refused.Address != c.address ||
			!strings.Contains(refused.Reply, c.answer[4:]) {
			t.Errorf("%s %q: %v, %+v", c.command, c.answer, err, refused)
		}
		if len(s.Got()) != 0 {
			t.Errorf("%s %q: something was taken", c.command, c.answer)
		}
	}
}

// Nothing leaves unencrypted, or to a server that cannot say who it is.
func TestOnlyOverTLS(t *testing.T) {
	bare := mailtest.New(t, false)
	bare.Bare = true
	var refused *RefusedError
	if err := channel(t, bare, "smtp").Deliver(t.Context(), envelope, []byte(message)); !errors.As(err, &refused) ||
		refused.Code != "tls_missing" {
		t.Errorf("without STARTTLS: %v", err)
	}
	stranger := mailtest.New(t, false)
	stranger.Roots = ""
	if err := channel(t, stranger, "smtp").Deliver(t.Context(), envelope, []byte(message)); err == nil {
		t.Error("an unknown certificate was believed")
	}
	if len(bare.Got())+len(stranger.Got()) != 0 || stranger.Login() != "" || bare.Login() != "" {
		t.Error("something was said to a stranger")
	}
	gone := mailtest.New(t, false)
	gone.Close()
	if err := channel(t, gone, "smtp").Deliver(t.Context(), envelope, []byte(message)); err == nil || errors.As(err, &refused) &&
		refused.Permanent {
		t.Errorf("nobody listens: %v", err)
	}
}

func TestAddressOfTheServer(t *testing.T) {
	for _, bad := range []string{"", "mail.example.com", "http://mail.example.com", "smtp://", "smtp://mail.example.com/inbox", "smtp://mail.example.com?x=1"} {
		if _, err := NewSMTP(bad, ""); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if _, err := NewSMTP("smtp://mail.example.com", "no certificate"); err == nil {
		t.Error("roots that are none")
	}
}

func TestSpool(t *testing.T) {
	s := Spool{Dir: t.TempDir()}
	for range 2 {
		if err := s.Deliver(t.Context(), envelope, []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(s.Dir, "a", "party-1", "1.eml")
	info, err := os.Stat(path)
	if b, _ := os.ReadFile(path); err != nil || string(b) != message || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v", b, err)
	}
	if all, _ := os.ReadDir(filepath.Dir(path)); len(all) != 1 {
		t.Errorf("%d files", len(all))
	}
	if err := s.Forget(t.Context(), "a", "party-1"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a forgotten message is still there")
	}
}
