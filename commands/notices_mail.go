package commands

import (
	"context"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/notification"
)

// NoticeMail is why a response to a notice is sent by mail.
const NoticeMail notification.Kind = "notices.send"

// Mail freezes the approved version, and has a message go to each recipient. What a
// crash cut short is completed by the same call; a message of one version to one
// address is queued once, whatever is tried again.
//
// Errors: what notice.MailResponse refuses with; those of Notifications.Queue and
// Execute.
func (x *Notices) Mail(
	ctx context.Context, n *Notifications, c Caller, id string, cmd notice.MailResponse, to func(about string) []notification.Recipient,
	freeze func(notice.State) (Frozen, error),
) (Done[notice.State], []QueuedNotification, error) {
	none := Done[notice.State]{}
	if err := cmd.Validate(); err != nil {
		return none, nil, err
	}
	s, _, err := x.Read(ctx, c, id)
	if err != nil {
		return none, nil, err
	}
	frozen, err := freeze(s)
	if err != nil {
		return none, nil, err
	}
	recipients, err := n.addressed(ctx, c, to(s.Subject()))
	if err != nil {
		return none, nil, err
	}
	m := notification.Message{
		Kind: NoticeMail, Source: event.Stream{Category: notice.Category.Name, Tenant: c.Tenant, ID: id}.String(), Recipients: recipients,
		Subject: frozen.Subject, Text: frozen.Text, Files: []notification.File{{Name: "response.pdf", Media: "application/pdf",
			Content: frozen.Document}},
	}
	cmd.DocumentSHA256, cmd.Recipients = Hash(frozen.Document), n.addressIDs(c.Tenant, recipients)
	done, err := Execute(ctx, x.Executor, c, notices, Order[notice.State]{
		Operation: "notices.send", Permission: "notices:send", ID: id, Request: cmd,
		Decide: func(s notice.State, a act.Context) ([]event.Payload, error) {
			facts, err := x.facts(ctx, c, s.Site, cmd.Needs(s))
			if err != nil {
				return nil, err
			}
			payloads, err := cmd.Decide(s, a, facts)
			if err != nil || len(payloads) == 0 {
				return payloads, err
			}
			return payloads, n.allows(ctx, c, m)
		},
	})
	if err != nil {
		return none, nil, err
	}
	begun := ""
	if done.State.Mail != nil {
		begun = done.State.Mail.At.UTC().String() // a further try after failures has messages of its own
	}
	queue := c
	queue.IdempotencyKey, queue.IfMatch = "", nil
	queue.Command = uuid.NewSHA1(uuid.NameSpaceOID, []byte("notice/"+c.Tenant+"/"+id+"/"+begun))
	queued, err := n.Queue(ctx, queue, m)
	return done, queued, sentOtherwise(err)
}

// Told takes down how one of a response's messages ended.
func (x *Notices) Told(ctx context.Context, c Caller, s notification.State) error {
	stream, ok := event.ParseStream(s.Queued.Source)
	if !ok {
		return nil
	}
	_, err := Execute(ctx, x.Executor, c, notices, Order[notice.State]{
		Operation: "notices.delivered", ID: stream.ID, Request: s.ID,
		Decide: func(n notice.State, _ act.Context) ([]event.Payload, error) {
			return notice.End(n, x.today(c, n.Site), s.ID, string(s.Status)), nil
		},
	})
	return err
}
