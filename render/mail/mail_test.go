package mail_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"
	"pgregory.net/rapid"

	"github.com/tallystick/tallystick/render/mail"
)

func letter() mail.Letter {
	return mail.Letter{
		ID: strings.Repeat("0a", 16), MessageID: "<" + strings.Repeat("0a", 16) + "@books.example.com>",
		Date: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), From: mail.Mailbox{Name: "Beispiel GmbH & Co. KG", Address: "books@example.com"},
		ReplyTo: mail.Mailbox{Address: "office@example.com"}, To: mail.Mailbox{Name: "Zoë O'Neil", Address: "zoe@example.org"},
		Subject: "Rechnung 2026-0001 über 1.190,00 € für November, fällig am 6. Dezember 2026",
		Text:    "Guten Tag,\n\n.\nFrom here: über 1.190,00 €.\n", HTML: "<p>Guten Tag, <b>über</b></p>",
		Files: []mail.File{{Name: "Rechnung ü.pdf", Media: "application/pdf", Content: bytes.Repeat([]byte{0, 1, 2, 255}, 5000)}},
	}
}

// What another library reads is what was written; the same letter is the same
// bytes, all of them ASCII in lines that every server takes.
func TestCompose(t *testing.T) {
	l := letter()
	raw, err := mail.Compose(l)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := mail.Compose(l); !bytes.Equal(raw, again) {
		t.Fatal("the same letter has other bytes")
	}
	plain(t, raw)
	m, err := gomail.EMLToMsgFromReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.GetToString(); len(got) != 1 || !strings.Contains(got[0], "<zoe@example.org>") {
		t.Errorf("to %q", got)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.GetGenHeader(gomail.HeaderSubject)[0])
	if err != nil || subject != l.Subject {
		t.Errorf("subject %q, %v", subject, err)
	}
	parts := m.GetParts()
	if len(parts) < 2 { // the library counts the alternative itself, too
		t.Fatalf("%d parts", len(parts))
	}
	text, _ := parts[0].GetContent()
	html, _ := parts[1].GetContent()
	if strings.ReplaceAll(string(text), "\r\n", "\n") != l.Text || strings.TrimSpace(string(html)) != l.HTML {
		t.Errorf("text %q, html %q", text, html)
	}
	if files := m.GetAttachments(); len(files) != 1 {
		t.Fatalf("attachments %+v", files)
	}
	name, content := attachment(t, raw)
	if name != l.Files[0].Name || !bytes.Equal(content, l.Files[0].Content) {
		t.Errorf("attachment %q of %d bytes", name, len(content))
	}
}

// attachment reads the second part by the standard library.
func attachment(t *testing.T, raw []byte) (string, []byte) {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	r := multipart.NewReader(m.Body, params["boundary"])
	if _, err := r.NextPart(); err != nil {
		t.Fatal(err)
	}
	p, err := r.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, p))
	if err != nil {
		t.Fatal(err)
	}
	return p.FileName(), content
}

func plain(t interface{ Fatalf(string, ...any) }, raw []byte) {
	for _, line := range strings.Split(string(raw), "\r\n") {
		if len(line) > 998 || strings.ContainsFunc(line, func(r rune) bool { return r > 126 || r < ' ' && r != '\t' }) {
			t.Fatalf("the line %q is no line of mail", line)
		}
	}
}

// Whatever people write, a message has the headers that it was given and no other.
func TestNothingBeginsAHeader(t *testing.T) {
	want := "Date From To Reply-To Subject Message-ID Auto-Submitted MIME-Version Content-Type"
	rapid.Check(t, func(t *rapid.T) {
		l := letter()
		l.Subject = rapid.String().Draw(t, "subject")
		l.To.Name = rapid.String().Draw(t, "name")
		l.Text = rapid.String().Draw(t, "text")
		l.Files[0].Name = rapid.StringN(1, 60, 180).Draw(t, "file")
		raw, err := mail.Compose(l)
		if err != nil {
			return // it says that there is a control character
		}
		plain(t, raw)
		head, _, _ := strings.Cut(string(raw), "\r\n\r\n")
		var names []string
		for _, line := range strings.Split(head, "\r\n") {
			if !strings.HasPrefix(line, " ") {
				name, _, _ := strings.Cut(line, ":")
				names = append(names, name)
			}
		}
		got := strings.Join(names, " ")
		if got != want && got != strings.Replace(want, "Subject ", "", 1) {
			t.Fatalf("headers %s", got)
		}
		if strings.Count(string(raw), "--a"+l.ID) != 3 || strings.Count(string(raw), "--m"+l.ID) != 3 {
			t.Fatal("a text made a part")
		}
	})
	l := letter()
	l.Subject = "Hello\r\nBcc: everybody@example.com"
	if _, err := mail.Compose(l); err == nil {
		t.Error("a subject began a header")
	}
}
