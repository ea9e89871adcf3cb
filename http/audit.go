package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/readmodels"
)

type auditIn struct {
	Sited
	Paged
	Fresh
	Dated
	Principal string `query:"principal" maxLength:"32"`
	Operation string `query:"operation" maxLength:"80" doc:"Operation id, such as cases.finalise."`
	Type      string `query:"type" maxLength:"80" doc:"Event type, such as call.refused.v1."`
	Outcome   string `query:"outcome" enum:"appended,ok,refused,failed,stream_started,stream_ended,stream_cut"`
	Request   string `query:"request" maxLength:"64" doc:"X-Request-Id of a response. Records name a request by a UUID: its id where that is one, else one made of it."`
	Order     string `query:"order" enum:"happened_at,-happened_at" default:"-happened_at"`
}

type auditList struct {
	Records []readmodels.AuditRow `json:"records" nullable:"false"`
	Counted
	KeptSince *string `json:"kept_since" format:"date-time" doc:"Earlier records stand in the log alone; null where all are listed."`
}

func (s *Server) registerAudit() {
	register(s, Operation{
		Entry: "x.2", ID: "audit.list", Method: http.MethodGet, Path: "/api/audit/", Surface: "platform",
		Summary: "Audit log: every call and every change", Permission: "audit:read",
		Describe: "Records are listed as far back as the operator keeps them here (kept_since); the log has all of them. Days before that are refused.",
	}, func(ctx context.Context, c *Call, in *auditIn) (*reply[auditList], error) {
		if err := c.after(ctx, in.Fresh, readmodels.Audit.Projection); err != nil {
			return nil, err
		}
		from, to, err := in.Dated.instants(s.zone(c))
		if err != nil {
			return nil, err
		}
		since, err := readmodels.Audit.KeptSince(ctx, s.DB)
		if err == nil {
			err = in.Dated.within(since, from, to)
		}
		if err != nil {
			return nil, err
		}
		if in.Request != "" {
			in.Request = recordedID(in.Request)
		}
		conds := append(readmodels.Between("happened_at", from, to), readmodels.Is("principal", in.Principal),
			readmodels.Is("operation", in.Operation),
			readmodels.Is("type", in.Type), readmodels.Is("outcome", in.Outcome), readmodels.Is("request", in.Request))
		found, err := readmodels.Audit.List(ctx, s.DB, c.Scope(), in.page(in.Order), conds...)
		body := auditList{Records: found.Rows, Counted: countedOf(found)}
		if !since.IsZero() {
			text := since.Format(time.RFC3339)
			body.KeptSince = &text
		}
		return &reply[auditList]{Body: body}, err
	})
}

// within refuses days of which rows are no longer kept: a list that leaves them out
// would say that nothing happened then.
func (d Dated) within(since, from, to time.Time) error {
	var fields fault.Fields
	const message = "records before %s stand in the log alone, see GET /api/events/"
	if d.From != "" && from.Before(since) {
		fields.Add("from", message, since.Format(time.RFC3339))
	}
	if d.To != "" && !to.After(since) {
		fields.Add("to", message, since.Format(time.RFC3339))
	}
	return fields.Err()
}

// Dated narrows a list to civil days, both included, in the site's time zone,
// else the tenant's.
type Dated struct {
	From string `query:"from" format:"date" doc:"First day."`
	To   string `query:"to" format:"date" doc:"Last day."`
}

func (d Dated) instants(zone *time.Location) (from, to time.Time, err error) {
	var fields fault.Fields
	day := func(name, text string, add int) time.Time {
		if text == "" {
			return time.Time{}
		}
		date, err := civil.Parse(text)
		if err != nil {
			fields.Add(name, "%v", err)
			return time.Time{}
		}
		return date.AddDays(add).Begins(zone)
	}
	from, to = day("from", d.From, 0), day("to", d.To, 1)
	if len(fields) == 0 && d.From != "" && d.To != "" && !from.Before(to) {
		fields.Add("to", "lies before from")
	}
	return from, to, fields.Err()
}

// zone is where a call's civil dates are.
func (s *Server) zone(c *Call) *time.Location { return s.zoneOf(c.Caller) }

func (s *Server) zoneOf(c commands.Caller) *time.Location { return s.Directory.Zone(c.Tenant, c.Site) }
