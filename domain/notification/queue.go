package notification

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/settings"
)

// Limits of a message.
const (
	RecipientsMax       = 20
	AttachmentsBytesMax = 10 << 20 // together
	attachmentsMax      = 20
	subjectMax          = 200
	nameMax             = 200
	textMax             = 200 << 10
)

// Recipient is whom a message goes to.
type Recipient struct {
	Address string `json:"address"`
	Name    string `json:"name,omitempty"`
	// About is the privacy subject whose data the message is; "" = the address's own.
	About string `json:"about,omitempty"`
	// Party names the record that has the address; the rest then comes from it.
	Party string `json:"party,omitempty"`
	// Vouched says that the record the message is about names the address.
	Vouched bool `json:"vouched,omitempty"`
}

// File is what goes along with a message: a frozen document.
type File struct {
	Name    string
	Media   string // "application/pdf"
	Content []byte
}

// MarshalJSON names a file by its hash, which makes two requests the same.
func (f File) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "%q", f.Name+" "+f.Media+" "+f.SHA256()), nil
}

// SHA256 of the content, in hex.
func (f File) SHA256() string {
	sum := sha256.Sum256(f.Content)
	return hex.EncodeToString(sum[:])
}

// Message is what is to be sent, to each recipient by itself.
type Message struct {
	Kind       Kind        `json:"kind"`
	Source     string      `json:"source"` // stream of the record that it is about
	Recipients []Recipient `json:"recipients"`
	Subject    string      `json:"subject"`
	Text       string      `json:"text"`           // always there, for those who read no HTML
	HTML       string      `json:"html,omitempty"` // whole and escaped; "" = text alone
	Files      []File      `json:"attachments,omitempty"`
	ReplyTo    string      `json:"reply_to,omitempty"`  // address; "" = the firm's of the settings
	FromName   string      `json:"from_name,omitempty"` // "" = the firm's of the settings
}

// Validate reports every malformed field.
func (m Message) Validate() error {
	var f fault.Fields
	line(&f, "subject", m.Subject, subjectMax, true)
	line(&f, "from_name", m.FromName, nameMax, false)
	if m.ReplyTo != "" && !Address(m.ReplyTo) {
		f.Add("reply_to", addressForm)
	}
	if strings.TrimSpace(m.Text) == "" || len(m.Text) > textMax || !utf8.ValidString(m.Text) || strings.Contains(m.Text, "\x00") {
		f.Add("text", "needs 1 to %d bytes of UTF-8 without NUL", textMax)
	}
	if len(m.HTML) > textMax || !utf8.ValidString(m.HTML) {
		f.Add("html", "needs at most %d bytes of UTF-8", textMax)
	}
	if len(m.Recipients) > RecipientsMax {
		f.Add("recipients", "at most %d", RecipientsMax)
	}
	for i, r := range m.Recipients {
		at := fmt.Sprintf("recipients[%d]", i)
		if r.Party == "" && !Address(r.Address) {
			f.Add(at+".address", addressForm)
		}
		line(&f, at+".name", r.Name, nameMax, false)
	}
	if len(m.Files) > attachmentsMax {
		f.Add("attachments", "at most %d", attachmentsMax)
	}
	for i, x := range m.Files {
		at := fmt.Sprintf("attachments[%d]", i)
		line(&f, at+".name", x.Name, nameMax, true)
		if _, _, err := mime.ParseMediaType(x.Media); err != nil || strings.ContainsAny(x.Media, "\r\n") {
			f.Add(at+".media", "a media type such as application/pdf")
		}
	}
	return f.Err()
}

const addressForm = "an address such as ada@example.com, in ASCII"

// Address reports whether a text is an address that mail can be sent to by every
// server: addresses beyond ASCII are not (RFC 6531 is an extension).
func Address(s string) bool {
	return settings.IsEmail(s) && !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// line refuses what would end a header and begin another, and all that is no text.
func line(f *fault.Fields, field, value string, most int, needed bool) {
	switch {
	case needed && strings.TrimSpace(value) == "":
		f.Add(field, "must not be empty")
	case len(value) > most:
		f.Add(field, "at most %d bytes", most)
	case !utf8.ValidString(value) || strings.ContainsFunc(value, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' ||
			r == '\u2029'
	}):
		f.Add(field, "must not contain control characters or line breaks")
	}
}

// Known is what queuing knows of the recipients.
type Known struct {
	Own        []string // addresses of the firm itself, from its settings
	Suppressed []bool   // of each recipient: its address takes no mail
	Missing    []bool   // of each recipient: its party has no address
}

// Check refuses a message that may not be sent, with everything that is unmet.
//
// Blockers: no_recipient, recipient_not_confirmed, recipient_suppressed,
// attachment_too_large.
func (m Message) Check(k Known) error {
	var b fault.Blockers
	if len(m.Recipients) == 0 {
		b.Add("no_recipient", "nobody is named whom the message could go to")
	}
	for i, r := range m.Recipients {
		resource := fmt.Sprintf("recipients[%d]", i)
		switch {
		case k.Missing[i]:
			b.On(resource, "no_recipient", "the party has no e-mail address")
		case !r.Vouched && r.Party == "" && !slices.Contains(k.Own, strings.ToLower(r.Address)):
			b.On(resource, "recipient_not_confirmed", "the address is not the firm's own, and no record names it: name the party that has it, or vouch for it")
		case k.Suppressed[i]:
			b.On(resource, "recipient_suppressed", "the address takes no mail; a person can lift that")
		}
	}
	total := 0
	for _, x := range m.Files {
		total += len(x.Content)
	}
	if total > AttachmentsBytesMax {
		b.Add("attachment_too_large", "the attachments have %d bytes; at most %d are sent", total, AttachmentsBytesMax)
	}
	return b.Err()
}
