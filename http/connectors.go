package http

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/readmodels"
)

const (
	connectorList = "/api/accounting-feeds/connectors/"
	connectorOne  = connectorList + "{connector_id}/"
	attemptList   = "/api/accounting-feeds/sync-attempts/"
)

// connectorView is a connector in full.
type connectorView struct {
	ID   string `json:"id"`
	Site int64  `json:"site" doc:"0: of every site."`
	feeds.ConnectorPlan
	SecretConfigured bool      `json:"secret_configured" doc:"The operator has configured a secret of this name for the tenant and host."`
	CreatedAt        time.Time `json:"created_at"`
	CreatedBy        string    `json:"created_by"`
	UpdatedAt        time.Time `json:"updated_at"`
}

func (s *Server) viewConnector(_ context.Context, c *Call, h commands.Held[feeds.Connector]) (connectorView, error) {
	x := h.State
	return connectorView{ID: h.ID, Site: x.Site, ConnectorPlan: x.Plan, SecretConfigured: s.Feeds.Outlets.Has(c.Caller.Tenant, x.Plan),
		CreatedAt: x.CreatedAt,
		CreatedBy: x.CreatedBy, UpdatedAt: x.UpdatedAt}, nil
}

type connectorListIn struct {
	Listing
	Status string `query:"status" enum:"active,disabled"`
	Kind   string `query:"kind" enum:"webhook,bucket,sftp,erpnext"`
	Q      string `query:"q" maxLength:"200" doc:"Words that stand in the address."`
	Order  string `query:"order" enum:"created_at,-created_at,updated_at,-updated_at" default:"-created_at"`
}

func (in *connectorListIn) order() string { return in.Order }

func (in *connectorListIn) narrow(*Call) ([]readmodels.Cond, error) {
	return []readmodels.Cond{readmodels.Is("status", in.Status), readmodels.Is("kind", in.Kind), readmodels.Search(in.Q)}, nil
}

type attemptListIn struct {
	Listing
	Dated
	Status      string `query:"status" enum:"sending,succeeded,failed,interrupted"`
	ExportID    string `query:"export_id" maxLength:"64" doc:"Only attempts to send an export."`
	ConnectorID string `query:"connector_id" maxLength:"64" doc:"Only attempts by a connector."`
	SyncID      string `query:"sync_id" maxLength:"64" doc:"Only attempts of one sync."`
	Order       string `query:"order" enum:"started_at,-started_at" default:"-started_at"`
}

func (in *attemptListIn) order() string { return in.Order }

func (in *attemptListIn) narrow(c *Call) ([]readmodels.Cond, error) {
	conds, err := in.Dated.days(c, "started_at")
	return append(conds, readmodels.Is("status", in.Status), readmodels.Is("export_id", in.ExportID),
		readmodels.Is("connector_id", in.ConnectorID),
		readmodels.Is("sync_id", in.SyncID)), err
}

// syncView is the sending of an export by a connector.
type syncView struct {
	ID          string           `json:"id" doc:"What the other side is told as Idempotency-Key."`
	Site        int64            `json:"site"`
	ExportID    string           `json:"export_id" doc:"Which export."`
	ConnectorID string           `json:"connector_id" doc:"By which connector."`
	Status      feeds.SyncStatus `json:"status" enum:"queued,sending,delivered,failed"`
	Name        string           `json:"name" doc:"Under which the other side gets the file."`
	Attempts    int              `json:"attempts"`
	Code        string           `json:"code" doc:"Why the last attempt failed; empty: it did not."`
	RequestedAt time.Time        `json:"requested_at" doc:"When it was last asked for."`
	RequestedBy string           `json:"requested_by" doc:"Principal."`
	UpdatedAt   time.Time        `json:"updated_at"`
	QueuedJob
}

func (s *Server) registerConnectors() {
	set := commands.SetConnector(func() commands.Outlets { return s.Feeds.Outlets })
	r := &resource[feeds.Connector, connectorView]{entry: "16.16", surface: "feeds", list: connectorList, one: connectorOne,
		kind: commands.ConnectorKind,
		view: s.viewConnector}
	registerList[connectorListIn](s, Operation{
		Entry: "16.16", ID: "connectors.list", Path: connectorList, Surface: "feeds", Summary: "Connectors", Permission: "connectors:read",
	}, "connectors", readmodels.Connectors, asIs)
	create, change := set, set
	create.ID, change.ID = "connectors.create", "connectors.change"
	registerCreate(s, r, Operation{Summary: "Name a place that exports can be sent to",
		Describe: "No secret is taken: `secret_ref` names one that the operator has configured (`TALLYSTICK_CONNECTOR_SECRETS`) for this tenant and the address's " +
			"host, and no other host gets it. Without `site` it serves every site. 422 `address_not_allowed`."}, create)
	registerRead(s, r, Operation{ID: "connectors.read", Summary: "A connector", Permission: "connectors:read"})
	registerChange(s, r, Operation{Summary: "Say the whole of a connector anew"}, change)
	registerRemove(s, r, Operation{Summary: "Remove a connector"}, commands.RemoveConnector)
	registerList[attemptListIn](s, Operation{
		Entry: "16.17", ID: "sync_attempts.list", Path: attemptList, Surface: "feeds", Summary: "Attempts to send exports",
		Permission: "connectors:read",
		Describe:   "Each attempt begins with its row. One that a crash cut off is `interrupted`; what follows it sends the same name and key.",
	}, "attempts", readmodels.SyncAttempts, asIs)
	s.registerSync()
}

type syncIn struct {
	Sited
	Written
	ID   string `path:"export_id" maxLength:"64"`
	Body feeds.RequestSync
}

func (in *syncIn) Resolve(hc huma.Context) []error { return examine(hc, in) }

func (in *syncIn) faults(*Call, bool) fault.Fields { return fieldsOf(in.Body.Validate()) }

func (s *Server) registerSync() {
	register(s, Operation{
		Entry: "16.18", ID: "exports.sync", Method: http.MethodPost, Path: exportOne + "sync/", Surface: "feeds", Status: http.StatusAccepted,
		Summary: "Queue a sync for a completed export", Permission: "connectors:sync", Errors: []int{409, 422},
		Describe: "Up to five attempts, the last after about an hour and a quarter; an answer 4xx is final. 409 once the connector has delivered the export; one " +
			"that failed can be asked for again. 422: `export_not_completed`, `connector_disabled`, `connector_of_another_site`, `secret_missing`, " +
			"`address_not_allowed`.",
	}, func(ctx context.Context, c *Call, in *syncIn) (*reply[syncView], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Feeds.Sync(ctx, caller, in.ID, in.Body)
		if err != nil {
			return nil, err
		}
		settled(c, done)
		x := done.State
		h, err := commands.ExportKind.Load(ctx, s.Log, c.Caller, in.ID)
		if err != nil {
			return nil, err
		}
		v := syncView{ID: done.ID, Site: x.Site, ExportID: x.Request.ExportID, ConnectorID: x.Request.ConnectorID, Status: x.Status,
			Name: feeds.SentName(in.ID, h.State.Done.Name), Attempts: x.Attempts, Code: x.Code, RequestedAt: x.RequestedAt,
			RequestedBy: x.RequestedBy,
			UpdatedAt:   x.UpdatedAt, QueuedJob: Queued(x.JobID)}
		return &reply[syncView]{Status: http.StatusAccepted, LogPosition: positionOf(done), Location: attemptList + "?sync_id=" + done.ID,
			Body: v}, nil
	})
}
