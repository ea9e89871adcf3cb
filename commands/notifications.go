package commands

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/render/mail"
)

// NotificationKind is a message to one recipient.
var NotificationKind = Kind[notification.State]{
	Aggregate: Aggregate[notification.State]{
		Category: notification.Category.Name, Evolve: notification.State.Evolve, SiteOf: func(s notification.State) int64 { return s.Site },
	},
	Noun: "notification", Exists: func(s notification.State) bool { return s.Exists },
}

// SuppressionKind is an address that takes no mail.
var SuppressionKind = Kind[notification.Suppression]{
	Aggregate: Aggregate[notification.Suppression]{Category: notification.Suppressions.Name, Evolve: notification.Suppression.Evolve},
	Noun:      "suppression", Exists: func(s notification.Suppression) bool { return s.Exists },
}

// LiftSuppression lets mail go to an address again.
var LiftSuppression = Verb[notification.Suppression, notification.Lift]{
	ID: "notifications.lift_suppression", Permission: "notifications:manage", Of: SuppressionKind,
	Decide: func(_ context.Context, _ Caller, s notification.Suppression, _ act.Context, cmd notification.Lift) ([]event.Payload, error) {
		return cmd.Decide(s)
	},
}

// Keeper keeps bytes for a subject, durably; *blobs.Store is one.
type Keeper interface {
	Put(ctx context.Context, tenant, subject string, r io.Reader, bytesMax int64) (blob.Ref, error)
}

// Notifications queues messages, and records what becomes of them.
type Notifications struct {
	*Executor
	Files    Keeper
	Settings *Settings
	Key      []byte // of the hashes of addresses
	From     string // address that all mail comes from
}

// QueuedNotification names a message that will be sent, and the job that does it.
type QueuedNotification struct {
	ID, JobID string
	Position  event.Position
}

// AddressID is the keyed hash of an address within a tenant: 32 hex digits.
func (x *Notifications) AddressID(tenant, address string) string {
	h := hmac.New(sha256.New, x.Key)
	h.Write([]byte(tenant + "\x00" + strings.ToLower(address)))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Queue renders a message to each of its recipients and has it sent; it asks no
// permission, since the command that sends has asked its own. Under the same
// Idempotency-Key, or Command, of the caller it queues nothing twice: after an error
// the same call completes what was left.
//
// Errors: fault.Invalid; 422 no_recipient, recipient_not_confirmed,
// recipient_suppressed, attachment_too_large; those of Execute.
func (x *Notifications) Queue(ctx context.Context, c Caller, m notification.Message) ([]QueuedNotification, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	known, err := x.known(ctx, c, &m)
	if err != nil {
		return nil, err
	}
	if err := m.Check(known); err != nil {
		return nil, err
	}
	if m.ReplyTo == "" && len(known.Own) > 0 {
		m.ReplyTo = known.Own[0]
	}
	base := CommandID(c, "notifications.queue/"+string(m.Kind))
	c.IfMatch, c.IdempotencyKey = nil, ""
	var all []QueuedNotification
	for _, r := range m.Recipients {
		one := m
		one.Recipients = []notification.Recipient{r}
		c.Command = uuid.NewSHA1(base, []byte(m.Source+"/"+x.AddressID(c.Tenant, r.Address)))
		done, err := Execute(ctx, x.Executor, c, NotificationKind.Aggregate, Order[notification.State]{
			Operation: "notifications.queue", Request: one,
			Decide: func(_ notification.State, a act.Context) ([]event.Payload, error) { return x.render(ctx, a, one) },
		})
		if err != nil {
			return all, err
		}
		all = append(all, QueuedNotification{done.ID, done.State.JobID, done.Position})
	}
	return all, nil
}

// known looks the recipients up, fills in those that are parties, and says whose
// message each one's is.
func (x *Notifications) known(ctx context.Context, c Caller, m *notification.Message) (k notification.Known, err error) {
	in, err := x.Settings.On(ctx, c.Tenant, c.Site, civil.FromTime(x.Now().UTC()))
	if err != nil {
		return k, err
	}
	if in.Seller != nil {
		if notification.Address(in.Seller.Email) {
			k.Own = append(k.Own, strings.ToLower(in.Seller.Email))
		}
		if m.FromName == "" {
			m.FromName = in.Seller.LegalName
		}
	}
	recipients, err := x.addressed(ctx, c, m.Recipients)
	if err != nil {
		return k, err
	}
	for i, r := range recipients {
		k.Missing = append(k.Missing, !notification.Address(r.Address))
		id := x.AddressID(c.Tenant, r.Address)
		if r.About == "" {
			r.About = "contact-" + id
		}
		held, err := x.suppressed(ctx, c.Tenant, id)
		if err != nil {
			return k, err
		}
		k.Suppressed = append(k.Suppressed, held)
		recipients[i] = r
	}
	m.Recipients = recipients
	return k, nil
}

// addressed fills in the recipients that are parties; one that is not there, or has no
// address, stays without.
func (x *Notifications) addressed(ctx context.Context, c Caller, all []notification.Recipient) ([]notification.Recipient, error) {
	out := slices.Clone(all)
	for i := range out {
		r := &out[i]
		if r.Party == "" {
			continue
		}
		s, _, err := readRecord(ctx, x.Executor, c, partyAggregate, r.Party, func(s party.State) bool { return s.ID != "" })
		if f := fault.As(err); err != nil && (f == nil || f.Code != fault.NotFound) {
			return nil, err
		}
		r.Address, r.Name, r.About = s.Email, s.Name, "party-"+r.Party
	}
	return out, nil
}

// addressIDs are the hashes of the recipients' addresses, each once, in order.
func (x *Notifications) addressIDs(tenant string, all []notification.Recipient) []string {
	out := []string{}
	for _, r := range all {
		out = append(out, x.AddressID(tenant, r.Address))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (x *Notifications) suppressed(ctx context.Context, tenant, addressID string) (bool, error) {
	history, err := x.Log.Load(ctx, event.Stream{Category: notification.Suppressions.Name, Tenant: tenant, ID: addressID}.String())
	if err != nil {
		return false, storeFault(err)
	}
	var s notification.Suppression
	for _, e := range history {
		s = s.Evolve(e)
	}
	return s.Exists, nil
}

// render freezes the message to its one recipient: its bytes are kept before the
// event that names them.
func (x *Notifications) render(ctx context.Context, a act.Context, m notification.Message) ([]event.Payload, error) {
	r, id := m.Recipients[0], a.NewID(0)
	_, host, _ := strings.Cut(x.From, "@")
	l := mail.Letter{
		ID: id, MessageID: "<" + id + "@" + host + ">", Date: a.Now, From: mail.Mailbox{Name: m.FromName, Address: x.From},
		ReplyTo: mail.Mailbox{Address: m.ReplyTo}, To: mail.Mailbox{Name: r.Name, Address: r.Address},
		Subject: m.Subject, Text: m.Text, HTML: m.HTML,
	}
	text := func(plain string) sealed.Text {
		if plain == "" {
			return sealed.Text{}
		}
		return sealed.Of(r.About, plain)
	}
	q := notification.Queued{
		Kind: m.Kind, Source: m.Source, About: r.About, AddressID: x.AddressID(a.Tenant, r.Address), To: text(r.Address), Name: text(r.Name),
		Subject: text(m.Subject), MessageID: l.MessageID, Attachments: []notification.Attachment{},
	}
	for _, f := range m.Files {
		l.Files = append(l.Files, mail.File{Name: f.Name, Media: f.Media, Content: f.Content})
		q.Attachments = append(q.Attachments, notification.Attachment{Filename: text(f.Name), Media: f.Media, SHA256: f.SHA256(),
			Bytes: int64(len(f.Content))})
	}
	raw, err := mail.Compose(l)
	if err != nil {
		return nil, err
	}
	if q.Message, err = x.Files.Put(ctx, a.Tenant, r.About, bytes.NewReader(raw), int64(len(raw))); err != nil {
		return nil, err
	}
	return []event.Payload{q}, nil
}

// Step records what a job found out about a notification: the same step is the same
// command, at every try.
func (x *Notifications) Step(ctx context.Context, h HeldJob, id, step string, decide func(s notification.State,
	now time.Time) []event.Payload) (notification.State, error) {
	done, err := Execute(ctx, x.Executor, h.Caller(step), NotificationKind.Aggregate, Order[notification.State]{
		Operation: "notifications." + strings.TrimRight(step, "-0123456789"), ID: id, Request: id,
		Decide: func(s notification.State, a act.Context) ([]event.Payload, error) { return decide(s, a.Now), nil },
	})
	return done.State, err
}

// Suppress stops mail to the address of a notification.
func (x *Notifications) Suppress(ctx context.Context, h HeldJob, s notification.State, code string) error {
	c := h.Caller("suppress")
	c.Site = 0
	_, err := Execute(ctx, x.Executor, c, SuppressionKind.Aggregate, Order[notification.Suppression]{
		Operation: "notifications.suppress", ID: s.Queued.AddressID, Request: s.ID,
		Decide: func(at notification.Suppression, _ act.Context) ([]event.Payload, error) {
			return at.Place(s.ID, s.Queued, code), nil
		},
	})
	return err
}

// Read returns a notification as its log has it, for a job.
func (x *Notifications) Read(ctx context.Context, h HeldJob, id string) (notification.State, bool, error) {
	held, err := NotificationKind.Load(ctx, x.Log, h.Caller(""), id)
	if err != nil {
		return notification.State{}, false, err
	}
	suppressed, err := x.suppressed(ctx, h.Tenant, held.State.Queued.AddressID)
	return held.State, suppressed, err
}

// Cancelled records that a person cancelled the job that sends a notification.
func (x *Notifications) Cancelled(ctx context.Context, c Caller, j OpenJob) (event.Position, error) {
	record, _ := event.ParseStream(j.Record)
	c.Site, c.IfMatch, c.IdempotencyKey = j.Site, nil, ""
	c.Command = uuid.NewSHA1(stepSpace, []byte(j.Tenant+"/"+j.ID+"/cancelled"))
	done, err := Execute(ctx, x.Executor, c, NotificationKind.Aggregate, Order[notification.State]{
		Operation: "notifications.cancel", ID: record.ID, Request: j.ID,
		Decide: func(s notification.State, _ act.Context) ([]event.Payload, error) {
			return s.GiveUp(j.ID, "cancelled"), nil
		},
	})
	return done.Position, err
}
