package http

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/render"
)

// Mailing is to whom a document goes.
type Mailing struct {
	Recipients []string `json:"recipients,omitempty" maxItems:"20" nullable:"false" doc:"Addresses, each sent a message of its own."`
	Parties    []string `json:"parties,omitempty" maxItems:"20" nullable:"false" doc:"Ids of parties, each sent a message at its record's address."`
	Vouched    bool     `json:"vouched,omitempty" doc:"Who sends vouches for addresses that no record names; it is recorded with the message."`
	Message    string   `json:"message,omitempty" maxLength:"4000" doc:"Words of one's own above the document."`
}

func (m Mailing) to(about string) []notification.Recipient {
	var out []notification.Recipient
	for _, a := range m.Recipients {
		out = append(out, notification.Recipient{Address: a, About: about, Vouched: m.Vouched})
	}
	for _, id := range m.Parties {
		out = append(out, notification.Recipient{Party: id})
	}
	return out
}

// faults names what is malformed; addresses and parties together are one to twenty.
func (m Mailing) faults() (f fault.Fields) {
	switch n := len(m.Recipients) + len(m.Parties); {
	case n == 0:
		f.Add("recipients", "is required, unless parties are named")
	case n > notification.RecipientsMax:
		f.Add("parties", "with the recipients at most %d", notification.RecipientsMax)
	}
	for i, a := range m.Recipients {
		if !notification.Address(a) {
			f.Add(fmt.Sprintf("recipients[%d]", i), "must be an address such as ada@example.com, in ASCII")
		}
	}
	for i, id := range m.Parties {
		if len(id) != 32 || strings.Trim(id, "0123456789abcdef") != "" {
			f.Add(fmt.Sprintf("parties[%d]", i), "must be an id of 32 hex digits")
		}
	}
	return append(f, m.worded()...)
}

// worded names what is wrong with the message; of recipients the pipeline says that, as
// blockers.
func (m Mailing) worded() (f fault.Fields) {
	f.Text("message", m.Message)
	return f
}

// letter is a text that is sent as a document: a memo, or a response to a notice.
type letter struct {
	Title, Language string
	At              time.Time // when its last version was written
	Sections        []letterSection
	Waiver          string   // why who wrote it approved it; "" = somebody else did
	Sources         []string // by kind, id and hash
}

type letterSection struct{ Heading, Text string }

// freeze makes a letter's PDF and the message that it is attached to. Its bytes repeat.
func (l letter) freeze(message string) (commands.Frozen, error) {
	doc := render.NewPDF(render.About{Title: l.Title, Language: l.Language, Created: l.At})
	doc.Title(l.Title)
	for _, x := range l.Sections {
		doc.Heading(x.Heading)
		for _, paragraph := range strings.Split(x.Text, "\n") {
			doc.Paragraph(paragraph)
		}
	}
	if l.Waiver != "" {
		doc.Heading("Waiver")
		doc.Paragraph("Approved by the one who wrote it, since nobody else may: " + l.Waiver)
	}
	if len(l.Sources) > 0 {
		doc.Heading("Sources")
		for _, source := range l.Sources {
			doc.Code(source)
		}
	}
	content, err := doc.Bytes()
	text := "\"" + l.Title + "\" is attached as PDF."
	if message != "" {
		text = message + "\n\n" + text
	}
	return commands.Frozen{Subject: strings.Join(strings.Fields(l.Title), " "), Text: text, Message: message, Document: content}, err
}

// mail queues a message about a record, and says which jobs send it.
func (s *Server) mail(ctx context.Context, _ *Call, caller commands.Caller, id string, m notification.Message) (*reply[mailed], error) {
	queued, err := s.Notifications.Queue(ctx, caller, m)
	if err != nil {
		return nil, err
	}
	return mailedAs(id, queued), nil
}

// mailedAs says which jobs send the messages about a record.
func mailedAs(id string, queued []commands.QueuedNotification) *reply[mailed] {
	out := mailed{ID: id, Notifications: make([]mailedTo, len(queued))}
	for i, q := range queued {
		out.Notifications[i] = mailedTo{q.ID, Queued(q.JobID)}
	}
	first := out.Notifications[0]
	out.JobID, out.StatusURL = first.JobID, first.StatusURL
	return &reply[mailed]{Status: http.StatusAccepted, Body: out, LogPosition: logPosition(queued[len(queued)-1].Position)}
}
