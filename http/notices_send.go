package http

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notice"
)

// noticeMail is the approved version on its way by mail.
type noticeMail struct {
	Version    int               `json:"version" doc:"Of the response."`
	SHA256     string            `json:"document_sha256" doc:"Of the PDF that is sent."`
	Recipients int               `json:"recipients" doc:"How many messages there are."`
	Delivered  map[string]string `json:"delivered" doc:"How each message ended, by its id; empty: none has."`
	By         string            `json:"sent_by" doc:"Principal."`
	At         time.Time         `json:"started_at" doc:"When it was sent off."`
	Queued     []mailedTo        `json:"notifications" nullable:"false" doc:"The messages and their jobs, in the answer that sends them off; empty elsewhere."`
}

// noticeSendBody is how a response leaves: by mail, or that it left otherwise.
type noticeSendBody struct {
	Version    int        `json:"version" minimum:"1" doc:"The approved version."`
	Channel    string     `json:"channel" enum:"email,recorded" doc:"email: it is sent as PDF; recorded: it was sent outside the service, by post or the authority's portal."`
	On         civil.Date `json:"sent_on,omitzero" format:"date" doc:"With recorded: the day it was sent."`
	Reference  string     `json:"reference,omitempty" maxLength:"200" doc:"With recorded, of the dispatch: a tracking number, the portal's receipt."`
	LateReason string     `json:"late_reason,omitempty" maxLength:"2000" doc:"Needed where it is sent after the due day."`
	Recipients []string   `json:"recipients,omitempty" maxItems:"20" doc:"With email: addresses, each sent a message of its own."`
	Parties    []string   `json:"parties,omitempty" maxItems:"20" doc:"With email: ids of parties, each sent a message of its own at the address that its record has."`
	Vouched    bool       `json:"vouched,omitempty" doc:"With email: who sends vouches for addresses that no record names; it is recorded with the message."`
	Message    string     `json:"message,omitempty" maxLength:"4000" doc:"With email: words of one's own above the document."`
}

func (b noticeSendBody) recorded() notice.SendResponse {
	return notice.SendResponse{Version: b.Version, Channel: b.Channel, On: b.On, Reference: b.Reference, LateReason: b.LateReason}
}

func (b noticeSendBody) mailing() Mailing {
	return Mailing{Recipients: b.Recipients, Parties: b.Parties, Vouched: b.Vouched, Message: b.Message}
}

func (b noticeSendBody) faults() (f fault.Fields) {
	if b.Channel != notice.ByMail {
		if len(b.Recipients)+len(b.Parties) > 0 || b.Vouched || b.Message != "" {
			f.Add("recipients", "are those of a mail")
		}
		return append(f, fieldsOf(b.recorded().Validate())...)
	}
	if !b.On.IsZero() || b.Reference != "" {
		f.Add("sent_on", "is said of what was sent outside the service")
	}
	f = append(f, fieldsOf(notice.MailResponse{LateReason: b.LateReason}.Validate())...)
	return append(f, b.mailing().faults()...)
}

type noticeSendIn struct {
	NoticePath
	Written
	Body noticeSendBody
}

func (in *noticeSendIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *noticeSendIn) faults(*Call, bool) fault.Fields { return in.Body.faults() }

func (s *Server) registerNoticeSending() {
	register(s, Operation{
		Entry: "7.11", ID: "notices.send", Method: http.MethodPost, Path: "/api/tax-assistant/notices/{notice_id}/send/", Surface: "notices",
		Summary: "Send the approved response by mail, or record that it was sent", Permission: "notices:send", Also: []int{http.StatusAccepted},
		Errors: []int{409, 412, 422},
		Describe: "The grounds are looked up again first: one that has changed since is a blocker. By mail it is 202, and what is sent is frozen; the " +
			"notice is `sent` once a message has left, and `approved` again where none could. Afterwards the notice is final.",
	}, func(ctx context.Context, c *Call, in *noticeSendIn) (*reply[noticeView], error) {
		if err := in.Body.faults().Err(); err != nil {
			return nil, err
		}
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		if in.Body.Channel != notice.ByMail {
			done, err := s.notices().Send(ctx, caller, in.NoticeID, in.Body.recorded())
			return s.noticeDone(c, done, err, http.StatusOK)
		}
		cmd := notice.MailResponse{Version: in.Body.Version, LateReason: in.Body.LateReason, Message: in.Body.Message}
		done, queued, err := s.notices().Mail(ctx, s.Notifications, caller, in.NoticeID, cmd, in.Body.mailing().to,
			func(n notice.State) (commands.Frozen, error) {
				return freezeResponse(n, in.Body.Message)
			})
		a, err := s.noticeDone(c, done, err, http.StatusAccepted)
		if err != nil {
			return nil, err
		}
		if a.Body.Mail != nil {
			a.Body.Mail.Queued = mailedAs(in.NoticeID, queued).Body.Notifications
		}
		a.LogPosition = logPosition(queued[len(queued)-1].Position)
		return a, nil
	})
}

// freezeResponse is a response as it is sent: its last version. Its bytes repeat.
func freezeResponse(n notice.State, message string) (commands.Frozen, error) {
	v, ok := n.Last()
	if !ok {
		return commands.Frozen{}, nil // the rule refuses it
	}
	title := strings.Join(strings.Fields("Response to "+strings.ReplaceAll(n.Notice.Type, "_", " ")+" "+n.Notice.Reference.String()), " ")
	l := letter{Title: title, Language: "en", At: v.At}
	for _, x := range v.Sections {
		l.Sections = append(l.Sections, letterSection{x.Heading.String(), x.Text.String()})
	}
	if n.Approval != nil {
		l.Waiver = n.Approval.Waiver.String()
	}
	return l.freeze(message)
}
