package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/memo"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/notification"
	"github.com/tallystick/tallystick/domain/research"
	"github.com/tallystick/tallystick/domain/tax"
)

// MemoKind is a memo.
var MemoKind = Kind[memo.State]{
	Aggregate: Aggregate[memo.State]{Category: memo.Category.Name, Evolve: memo.State.Evolve,
		SiteOf: func(s memo.State) int64 { return s.Site }},
	Noun: "memo", Exists: func(s memo.State) bool { return s.ID != "" },
}

// MemoMail is why a memo is sent by mail.
const MemoMail notification.Kind = "memos.send"

// MemoParts are the members of an edit that take another permission than the rest.
var MemoParts = map[string][]access.Permission{"approve": {approval}, "waiver": {approval}}

// Memos carries out the commands of memos.
type Memos struct {
	*Notices
	Notifications *Notifications
	// Adviser names who answers for a site's advice today; "" = nobody.
	Adviser func(ctx context.Context, tenant string, site int64) (string, error)
}

// Compose begins a memo.
func (x *Memos) Compose(ctx context.Context, c Caller, cmd memo.Compose) (Done[memo.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[memo.State]{}, err
	}
	return Execute(ctx, x.Executor, c, MemoKind.Aggregate, Order[memo.State]{
		Operation: "memos.compose", Permission: "memos:write", Request: cmd,
		Decide: func(s memo.State, a act.Context) ([]event.Payload, error) {
			facts, err := x.memoFacts(ctx, c, s.Site, cmd.Needs(s))
			if err != nil {
				return nil, err
			}
			if err := CaseNamed(ctx, x.Executor, c, cmd.CaseID); err != nil {
				return nil, err
			}
			if cmd.Supersedes != "" {
				if before, err := MemoKind.Load(ctx, x.Log, c, cmd.Supersedes); err == nil {
					facts.Sent[cmd.Supersedes] = before.State.Status == memo.StatusSent
				} else if f := fault.As(err); f == nil || f.Code != fault.NotFound {
					return nil, err
				}
			}
			return cmd.Decide(s, a, facts)
		},
	})
}

// Edit writes the next version, or approves the last one.
func (x *Memos) Edit(ctx context.Context, c Caller, id string, cmd memo.Edit) (Done[memo.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[memo.State]{}, err
	}
	permission := access.Permission("memos:write")
	if cmd.Approve != 0 {
		permission = approval
	}
	return Execute(ctx, x.Executor, c, MemoKind.Aggregate, Order[memo.State]{
		Operation: "memos.edit", Permission: permission, ID: id, Request: cmd,
		Decide: func(s memo.State, a act.Context) ([]event.Payload, error) {
			if !MemoKind.Exists(s) {
				return nil, MemoKind.missing()
			}
			facts, err := x.memoFacts(ctx, c, s.Site, cmd.Needs(s))
			if err != nil {
				return nil, err
			}
			return cmd.Decide(s, a, facts)
		},
	})
}

// Frozen is a memo as it is sent.
type Frozen struct {
	Subject, Text string
	Message       string // the sender's words, at the head of Text
	Document      []byte // PDF
}

// Send freezes the approved version, and has a message go to each recipient. What a
// crash cut short is completed by the same call; a message of one version to one
// address is queued once, whatever is tried again.
//
// Errors: what memo.Send refuses with; those of Notifications.Queue and Execute.
func (x *Memos) Send(
	ctx context.Context, c Caller, id string, version int, to func(about string) []notification.Recipient, freeze func(memo.State) (Frozen,
		error),
) (Done[memo.State], []QueuedNotification, error) {
	none := Done[memo.State]{}
	held, err := MemoKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return none, nil, err
	}
	frozen, err := freeze(held.State)
	if err != nil {
		return none, nil, err
	}
	recipients, err := x.Notifications.addressed(ctx, c, to(held.State.Subject()))
	if err != nil {
		return none, nil, err
	}
	m := notification.Message{
		Kind: MemoMail, Source: event.Stream{Category: memo.Category.Name, Tenant: c.Tenant, ID: id}.String(),
		Recipients: recipients,
		Subject:    frozen.Subject, Text: frozen.Text, Files: []notification.File{{Name: "memo.pdf", Media: "application/pdf",
			Content: frozen.Document}},
	}
	cmd := memo.Send{Version: version, DocumentSHA256: Hash(frozen.Document), Recipients: x.Notifications.addressIDs(c.Tenant, recipients),
		Message: frozen.Message}
	done, err := Execute(ctx, x.Executor, c, MemoKind.Aggregate, Order[memo.State]{
		Operation: "memos.send", Permission: "memos:send", ID: id, Request: cmd,
		Decide: func(s memo.State, _ act.Context) ([]event.Payload, error) {
			facts, err := x.memoFacts(ctx, c, s.Site, cmd.Needs(s))
			if err != nil {
				return nil, err
			}
			payloads, err := cmd.Decide(s, facts)
			if err != nil || len(payloads) == 0 {
				return payloads, err
			}
			return payloads, x.Notifications.allows(ctx, c, m)
		},
	})
	if err != nil {
		return none, nil, err
	}
	queue := c
	queue.IdempotencyKey, queue.IfMatch = "", nil
	queue.Command = uuid.NewSHA1(uuid.NameSpaceOID, []byte("memo/"+c.Tenant+"/"+id))
	queued, err := x.Notifications.Queue(ctx, queue, m)
	return done, queued, sentOtherwise(err)
}

// sentOtherwise says of a document that is on its way that other words go with it: its
// messages are queued once, under a key of its own, which no caller knows of.
func sentOtherwise(err error) error {
	if f := fault.As(err); f != nil && f.Code == fault.IdempotencyKeyReused {
		return fault.New(fault.Immutable, "it was sent to these recipients, with other words above it")
	}
	return err
}

// allows refuses a message that Queue would refuse, and queues nothing.
func (x *Notifications) allows(ctx context.Context, c Caller, m notification.Message) error {
	if err := m.Validate(); err != nil {
		return err
	}
	known, err := x.known(ctx, c, &m)
	if err != nil {
		return err
	}
	return m.Check(known)
}

// Told takes down how one of a memo's messages ended.
func (x *Memos) Told(ctx context.Context, c Caller, s notification.State) error {
	stream, ok := event.ParseStream(s.Queued.Source)
	if !ok {
		return nil
	}
	_, err := Execute(ctx, x.Executor, c, MemoKind.Aggregate, Order[memo.State]{
		Operation: "memos.delivered", ID: stream.ID, Request: s.ID,
		Decide: func(m memo.State, _ act.Context) ([]event.Payload, error) {
			return memo.End(m, s.ID, string(s.Status)), nil
		},
	})
	return err
}

// memoFacts looks the sources up.
func (x *Memos) memoFacts(ctx context.Context, c Caller, site int64, needs []memo.Key) (memo.Facts, error) {
	f := memo.Facts{Sources: map[memo.Key]notice.Found{}, Sent: map[string]bool{}, Alone: x.alone(c, site)}
	var err error
	if f.Adviser, err = x.Adviser(ctx, c.Tenant, site); err != nil {
		return f, err
	}
	for _, k := range needs {
		switch k.Kind {
		case memo.KindAnswer:
			e, ok, err := x.Records.Find(ctx, c, cases.Ref{Kind: cases.KindAnswer, ID: k.ID})
			if err != nil {
				return f, err
			}
			if ok {
				if f.Sources[k], err = ground(ctx, x.Notices, c, k.ID, e); err != nil {
					return f, err
				}
			}
		case memo.KindCalculation:
			found, ok, err := x.calculated(ctx, c, k.ID)
			if err != nil {
				return f, err
			}
			if ok {
				f.Sources[k] = found
			}
		case memo.KindResearch:
			found, ok, err := researched(ctx, x.Executor, c, k.ID)
			if err != nil {
				return f, err
			}
			if ok {
				f.Sources[k] = found
			}
		}
	}
	return f, nil
}

// calculated is what a text takes from a calculation that was kept: what was computed,
// the figures that were told and those that came of them.
func (x *Memos) calculated(ctx context.Context, c Caller, id string) (notice.Found, bool, error) {
	e, ok, err := x.Records.Find(ctx, c, cases.Ref{Kind: cases.KindCalculation, ID: id})
	if err != nil || !ok {
		return notice.Found{}, false, err
	}
	found := notice.Found{SHA256: e.SHA256, Draft: e.Coverage == string(tax.Draft), Escalated: e.Escalated, Superseded: e.Superseded,
		Forgotten: e.Forgotten}
	if e.Forgotten {
		return found, true, nil
	}
	var kept struct {
		Kind    string          `json:"kind"`
		Request json.RawMessage `json:"request"`
		Result  tax.Result      `json:"result"`
	}
	if err := json.Unmarshal(e.Bytes, &kept); err != nil {
		return found, false, fmt.Errorf("commands: calculation %s: %w", id, err)
	}
	r := &kept.Result
	found.Question = strings.Join(strings.Fields(strings.Join([]string{kept.Kind, r.Jurisdiction, r.SubRegion, r.TaxYear}, " ")), ", ")
	found.Verified, found.TotalTax, found.Currency, found.Citations = !e.Escalated, r.TotalTax, r.Currency, r.Citations
	found.Figures = append(contract.Figures(string(kept.Request)), contract.ResultFigures(r)...)
	found.Days = notice.Dates(string(kept.Request))
	return found, true, nil
}

// researched is what a text takes from a recorded question of law: the figures that
// its findings hold, and their citations.
func researched(ctx context.Context, x *Executor, c Caller, id string) (notice.Found, bool, error) {
	q, _, err := ReadInquiry(ctx, x, c, id)
	if f := fault.As(err); f != nil && f.Code == fault.NotFound {
		return notice.Found{}, false, nil
	}
	if err != nil {
		return notice.Found{}, false, err
	}
	found := notice.Found{SHA256: q.Asked.BodySHA256, Question: q.Asked.Question.String(), Forgotten: q.Asked.Question.Forgotten}
	var findings []research.Finding
	if err := json.Unmarshal(q.Asked.Findings, &findings); err != nil {
		return found, false, err
	}
	add := func(values ...money.Dec) {
		for _, v := range values {
			found.Figures = append(found.Figures, contract.Figures(v.String())...)
		}
	}
	for _, f := range findings {
		if f.Value != nil {
			add(*f.Value)
		}
		for _, v := range f.Table {
			add(v)
		}
		for _, b := range f.Bands {
			add(b.Rate)
			if b.To != nil {
				add(*b.To)
			}
		}
		found.Citations, found.Findings = append(found.Citations, f.Citations...), append(found.Findings, f.Line())
	}
	slices.Sort(found.Figures)
	return found, true, nil
}
