// Package mail writes messages as they are sent (RFC 5322, MIME): pure, the same
// bytes for the same letter, ASCII throughout, lines ended by CR LF.
//
// What people wrote stands in headers encoded (RFC 2047, RFC 2231) and in bodies as
// quoted-printable or base64, so that no text can begin a header or a part. The
// boundaries of parts come from the letter's id.
package mail

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"
	"time"
	"unicode"
)

// Letter is one message to one recipient.
type Letter struct {
	ID            string    // 32 hex digits; boundaries come from it
	MessageID     string    // "<id@host>"
	Date          time.Time // UTC
	From, ReplyTo Mailbox   // ReplyTo may be zero
	To            Mailbox
	Subject       string
	Text          string
	HTML          string // "" = none
	Files         []File
}

// Mailbox is an address with the name that is shown.
type Mailbox struct{ Name, Address string }

// File is an attachment.
type File struct {
	Name, Media string
	Content     []byte
}

// Compose writes a letter. A control character in what stands in a header is an
// error: callers refuse it before, with a word on which field it is.
func Compose(l Letter) ([]byte, error) {
	var out bytes.Buffer
	head := []struct{ name, value string }{
		{"Date", l.Date.UTC().Format("Mon, 02 Jan 2006 15:04:05 +0000")},
		{"From", l.From.header()},
		{"To", l.To.header()},
		{"Reply-To", l.ReplyTo.header()},
		{"Subject", encoded("Subject", l.Subject)},
		{"Message-ID", l.MessageID},
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
	}
	for _, text := range []string{l.From.Name, l.From.Address, l.To.Name, l.To.Address, l.ReplyTo.Name, l.ReplyTo.Address, l.Subject,
		l.MessageID, l.ID} {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return nil, fmt.Errorf("mail: a header would hold a control character")
		}
	}
	for _, h := range head {
		if h.value != "" {
			fmt.Fprintf(&out, "%s: %s\r\n", h.name, h.value)
		}
	}
	body := part{head: textproto.MIMEHeader{}, bytes: nil}
	if err := body.content(l); err != nil {
		return nil, err
	}
	for _, name := range []string{"Content-Type", "Content-Transfer-Encoding"} {
		if v := body.head.Get(name); v != "" {
			fmt.Fprintf(&out, "%s: %s\r\n", name, v)
		}
	}
	out.WriteString("\r\n")
	out.Write(body.bytes)
	return out.Bytes(), nil
}

// header is a mailbox as a header holds it.
func (m Mailbox) header() string {
	switch {
	case m.Address == "":
		return ""
	case m.Name == "":
		return m.Address
	}
	return encoded("", m.Name) + "\r\n <" + m.Address + ">"
}

// encoded is a text in a header: as encoded words, each on a line of its own, where
// it is more than plain words.
func encoded(field, text string) string {
	const most = 60
	plain := len(text)+len(field) <= most && !strings.ContainsFunc(text, func(r rune) bool {
		return r > unicode.MaxASCII || field == "" && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ' '
	})
	if plain && !strings.Contains(text, "=?") && strings.TrimSpace(text) == text {
		return text
	}
	var words []string
	for len(text) > 0 {
		n := 0
		for i, r := range text { // 45 bytes are 60 characters of base64
			if i+len(string(r)) > 42 {
				break
			}
			n = i + len(string(r))
		}
		words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(text[:n]))+"?=")
		text = text[n:]
	}
	return strings.Join(words, "\r\n ")
}

// part is a node of the message: its headers, and its body in ASCII.
type part struct {
	head  textproto.MIMEHeader
	bytes []byte
}

// content makes the part the whole of a letter's body.
func (p *part) content(l Letter) error {
	body, err := written(l.Text, "text/plain")
	if err != nil {
		return err
	}
	if l.HTML != "" {
		html, err := written(l.HTML, "text/html")
		if err != nil {
			return err
		}
		if body, err = together("alternative", "a"+l.ID, body, html); err != nil {
			return err
		}
	}
	if len(l.Files) > 0 {
		parts := []part{body}
		for _, f := range l.Files {
			parts = append(parts, attached(f))
		}
		if body, err = together("mixed", "m"+l.ID, parts...); err != nil {
			return err
		}
	}
	*p = body
	return nil
}

func written(text, media string) (part, error) {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if _, err := w.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
		return part{}, err
	}
	if err := w.Close(); err != nil {
		return part{}, err
	}
	if !bytes.HasSuffix(b.Bytes(), []byte("\r\n")) {
		b.WriteString("\r\n")
	}
	return part{textproto.MIMEHeader{
		"Content-Type": {media + "; charset=utf-8"}, "Content-Transfer-Encoding": {"quoted-printable"}}, b.Bytes()}, nil
}

func attached(f File) part {
	const width = 76
	raw := base64.StdEncoding.EncodeToString(f.Content)
	var b bytes.Buffer
	for len(raw) > width {
		b.WriteString(raw[:width] + "\r\n")
		raw = raw[width:]
	}
	b.WriteString(raw + "\r\n")
	return part{textproto.MIMEHeader{
		"Content-Type":              {f.Media},
		"Content-Disposition":       {mime.FormatMediaType("attachment", map[string]string{"filename": f.Name})},
		"Content-Transfer-Encoding": {"base64"},
	}, b.Bytes()}
}

func together(kind, boundary string, parts ...part) (part, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.SetBoundary(boundary); err != nil {
		return part{}, err
	}
	for _, p := range parts {
		pw, err := w.CreatePart(p.head)
		if err != nil {
			return part{}, err
		}
		if _, err := pw.Write(p.bytes); err != nil {
			return part{}, err
		}
	}
	if err := w.Close(); err != nil {
		return part{}, err
	}
	return part{textproto.MIMEHeader{"Content-Type": {"multipart/" + kind + "; boundary=" + boundary}}, b.Bytes()}, nil
}
