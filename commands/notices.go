package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/answer/contract"
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/inquiry"
	"github.com/tallystick/tallystick/domain/notice"
	"github.com/tallystick/tallystick/domain/tax"
	"github.com/tallystick/tallystick/domain/tenancy"
)

var (
	notices = Aggregate[notice.State]{
		Category: notice.Category.Name, Evolve: notice.State.Evolve, SiteOf: func(s notice.State) int64 { return s.Site },
	}
	inquiries = Aggregate[inquiry.State]{
		Category: inquiry.Category.Name, Evolve: inquiry.State.Evolve, SiteOf: func(s inquiry.State) int64 { return s.Site },
	}
)

// approval is the permission of whoever approves a text that another wrote.
const approval access.Permission = "workflows:approve"

// NoticeParts are the members of a draft that take another permission than the
// rest: a reviewer approves what they may not write.
var NoticeParts = map[string][]access.Permission{"approve": {approval}, "waiver": {approval}}

// Notices carries out the commands of notices of tax authorities.
type Notices struct {
	*Executor
	Principals func(tenant string) []tenancy.Principal
	Records    *Records
	// Year is a tax year of a place in its own form, or which form that is.
	Year func(place, text string) (form string, ok bool)
	Zone func(tenant string, site int64) *time.Location // where civil dates of a site are
}

// today is the day that it is where a notice is dealt with.
func (x *Notices) today(c Caller, site int64) civil.Date {
	return civil.FromTime(x.Now().In(x.Zone(c.Tenant, site)))
}

// noticeCommand is one verb of a notice.
type noticeCommand interface {
	Validate() error
	Needs(notice.State) []notice.Ref
	Decide(notice.State, act.Context, notice.Facts) ([]event.Payload, error)
}

// Record takes a notice down.
func (x *Notices) Record(ctx context.Context, c Caller, cmd notice.RecordNotice) (Done[notice.State], error) {
	return x.do(ctx, c, "notices.record", "notices:write", "", cmd)
}

// Draft writes the next version of the response, or approves the last one.
func (x *Notices) Draft(ctx context.Context, c Caller, id string, cmd notice.DraftResponse) (Done[notice.State], error) {
	permission := access.Permission("notices:write")
	if cmd.Approve != 0 {
		permission = approval
	}
	return x.do(ctx, c, "notices.draft_response", permission, id, cmd)
}

// Send records that the approved response has left.
func (x *Notices) Send(ctx context.Context, c Caller, id string, cmd notice.SendResponse) (Done[notice.State], error) {
	return x.do(ctx, c, "notices.send", "notices:send", id, cmd)
}

func (x *Notices) do(
	ctx context.Context, c Caller, operation string, permission access.Permission, id string, cmd noticeCommand,
) (Done[notice.State], error) {
	if err := cmd.Validate(); err != nil {
		return Done[notice.State]{}, err
	}
	return Execute(ctx, x.Executor, c, notices, Order[notice.State]{
		Operation: operation, Permission: permission, ID: id, Request: cmd,
		Decide: func(s notice.State, a act.Context) ([]event.Payload, error) {
			facts, err := x.facts(ctx, c, s.Site, cmd.Needs(s))
			if err != nil {
				return nil, err
			}
			return cmd.Decide(s, a, facts)
		},
	})
}

// facts looks up what a decision needs to know.
func (x *Notices) facts(ctx context.Context, c Caller, site int64, needs []notice.Ref) (notice.Facts, error) {
	facts := notice.Facts{Known: map[notice.Ref]bool{}, Grounds: map[notice.Ref]notice.Found{}, Alone: x.alone(c, site), Year: x.Year,
		Today: x.today(c, site)}
	for _, ref := range needs {
		switch ref.Kind {
		case notice.KindNotice:
			_, _, err := x.Read(ctx, c, ref.ID)
			if f := fault.As(err); err != nil && (f == nil || f.Code != fault.NotFound) {
				return facts, err
			}
			facts.Known[ref] = err == nil
		case notice.KindAnswer:
			e, ok, err := x.Records.Find(ctx, c, cases.Ref{Kind: cases.KindAnswer, ID: ref.ID})
			if err != nil {
				return facts, err
			}
			if ok {
				if facts.Grounds[ref], err = ground(ctx, x, c, ref.ID, e); err != nil {
					return facts, err
				}
			}
		}
	}
	return facts, nil
}

// alone reports whether nobody else who is active may approve for a site.
func (x *Notices) alone(c Caller, site int64) bool {
	for _, p := range x.Principals(c.Tenant) {
		if p.ID != c.Principal && !p.Disabled && access.Table.Allows(p.Role, approval) && (site == 0 || p.Sites.Includes(site)) {
			return false
		}
	}
	return true
}

// ground is what a response takes from a recorded answer.
func ground(ctx context.Context, x *Notices, c Caller, id string, e Evidence) (notice.Found, error) {
	g := notice.Found{SHA256: e.SHA256, Draft: e.Coverage == string(tax.Draft), Escalated: e.Escalated, Superseded: e.Superseded,
		Forgotten: e.Forgotten}
	if e.Forgotten {
		return g, nil
	}
	var k contract.Contract
	if err := json.Unmarshal(e.Bytes, &k); err != nil {
		return g, fmt.Errorf("commands: answer %s: %w", id, err)
	}
	held, err := AnswerKind.Load(ctx, x.Log, c, id)
	if err != nil {
		return g, err
	}
	g.Question, g.Citations = held.State.Given.Question.String(), k.Citations
	for _, f := range k.FactsUsed {
		g.Figures, g.Days = append(g.Figures, contract.Figures(f.Value)...), append(g.Days, notice.Dates(f.Value)...)
	}
	for i := range k.Calculations {
		g.Figures = append(g.Figures, contract.ResultFigures(&k.Calculations[i])...)
	}
	if k.VerificationStatus == contract.StatusVerified && !k.HumanReviewRequired && len(k.Calculations) > 0 {
		g.Verified, g.TotalTax, g.Currency = true, k.Calculations[0].TotalTax, k.Calculations[0].Currency
	}
	return g, nil
}

// Read returns a notice that the caller sees.
func (x *Notices) Read(ctx context.Context, c Caller, id string) (notice.State, uint64, error) {
	return readRecord(ctx, x.Executor, c, notices, id, func(s notice.State) bool { return s.ID != "" })
}

// RecordInquiry records a question of law with what was found.
func RecordInquiry(ctx context.Context, x *Executor, c Caller, pins map[string]string, cmd inquiry.Ask) (Done[inquiry.State], error) {
	return Execute(ctx, x, c, inquiries, Order[inquiry.State]{
		Operation: "research.ask", Permission: "research:ask", Request: cmd, Pins: pins,
		Decide: func(s inquiry.State, a act.Context) ([]event.Payload, error) { return cmd.Decide(s, a) },
	})
}

// ReadInquiry returns a question of law that the caller sees.
func ReadInquiry(ctx context.Context, x *Executor, c Caller, id string) (inquiry.State, uint64, error) {
	return readRecord(ctx, x, c, inquiries, id, func(s inquiry.State) bool { return s.ID != "" })
}

// readRecord folds a record that the caller sees.
func readRecord[S any](
	ctx context.Context, x *Executor, c Caller, agg Aggregate[S], id string, exists func(S) bool,
) (s S, revision uint64, err error) {
	none := fault.New(fault.NotFound, "there is no such record")
	stream := event.Stream{Category: agg.Category, Tenant: c.Tenant, ID: id}
	if _, ok := event.ParseStream(stream.String()); !ok {
		return s, 0, none
	}
	history, err := x.Log.Load(ctx, stream.String())
	if err != nil {
		return s, 0, storeFault(err)
	}
	for _, e := range history {
		s, revision = agg.Evolve(s, e), e.Revision
	}
	if !exists(s) || !Sees(c, agg.SiteOf(s)) {
		var zero S
		return zero, 0, none
	}
	return s, revision, nil
}
