package http

import (
	"context"
	"net/http"
	"time"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/readmodels"
)

// anomalyView is an anomaly.
type anomalyView struct {
	ID        string           `json:"id"`
	Site      int64            `json:"site" doc:"0: tenant-wide."`
	Status    anomaly.Status   `json:"status" enum:"open,resolved,ignored"`
	Type      anomaly.Rule     `json:"type"`
	Version   int              `json:"rule_version"`
	Severity  anomaly.Severity `json:"severity" enum:"low,medium,high,critical"`
	Subjects  []string         `json:"subjects" nullable:"false" doc:"kind/id of the records that it is about."`
	Evidence  []anomaly.Fact   `json:"evidence" nullable:"false"`
	Causers   []string         `json:"causers" nullable:"false" doc:"Principals who had a hand in those records; they do not close a critical one."`
	Times     int              `json:"times" doc:"How often it was found with other evidence."`
	ScanID    string           `json:"scan_id" doc:"That found it last."`
	Reason    string           `json:"reason" doc:"Of who resolved or ignored it."`
	DecidedBy string           `json:"decided_by"`
	DecidedAt *time.Time       `json:"decided_at"`
	FoundAt   time.Time        `json:"found_at"`
	UpdatedAt time.Time        `json:"updated_at"`
}

func viewAnomaly(_ context.Context, _ *Call, h commands.Held[anomaly.State]) (anomalyView, error) {
	s := h.State
	return anomalyView{ID: h.ID, Site: s.Site, Status: s.Status, Type: s.Rule, Version: s.Version, Severity: s.Severity, Subjects: s.Subjects,
		Evidence: s.Evidence,
		Causers:  s.Causers, Times: s.Times, ScanID: s.ScanID, Reason: s.Reason.String(), DecidedBy: s.DecidedBy, DecidedAt: s.DecidedAt,
		FoundAt:   s.FoundAt,
		UpdatedAt: s.UpdatedAt}, nil
}

// anomalyList is a page of anomalies, and how many there are of each kind.
type anomalyList struct {
	Anomalies  []readmodels.AnomalyRow `json:"anomalies" nullable:"false"`
	Statuses   map[string]int64        `json:"status_counts" doc:"Of each status, whatever status is asked for; so the others."`
	Types      map[string]int64        `json:"type_counts"`
	Severities map[string]int64        `json:"severity_counts"`
	Counted
}

type anomalyListIn struct {
	Sited
	Paged
	Fresh
	Dated
	Type     string `query:"type" enum:"duplicate_document,duplicate_payment,number_gap,tax_mismatch,rate_not_in_force,iban_changed,split_below_threshold,amount_unusual,refund_exceeds_sale,refund_without_order,backdated,posted_into_closed_period,self_approval,missing_voucher,ledger_vs_source"`
	Severity string `query:"severity" enum:"low,medium,high,critical"`
	Status   string `query:"status" enum:"open,resolved,ignored"`
	Q        string `query:"q" maxLength:"200" doc:"Part of a subject or of evidence."`
	Order    string `query:"order" enum:"found_at,-found_at,updated_at,-updated_at" default:"-found_at"`
}

func (s *Server) registerAnomalies() {
	register(s, Operation{
		Entry: "13.1", ID: "anomalies.list", Method: http.MethodGet, Path: "/api/anomalies/", Surface: "ledger",
		Summary: "List anomalies, with counts by status, type and severity", Permission: "anomalies:read",
		Describe: "`from` and `to` are days on which they were found.",
	}, s.listAnomalies)

	type scanIn struct {
		Sited
		Written
		Body *anomaly.Request
	}
	type scanned struct {
		ID string `json:"id"`
		QueuedJob
	}
	register(s, Operation{
		Entry: "13.2", ID: "anomalies.scan", Method: http.MethodPost, Path: "/api/anomalies/scan/", Surface: "ledger",
		Status:  http.StatusAccepted,
		Summary: "Look for anomalies now", Permission: "anomalies:scan", Errors: []int{409},
		Describe: "A job over what the caller sees of the books. What is known with the same evidence is not told again.",
	}, func(ctx context.Context, c *Call, in *scanIn) (*reply[scanned], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		var cmd anomaly.Request
		if in.Body != nil {
			cmd = *in.Body
		}
		done, err := s.Books().RequestScan(ctx, caller, cmd)
		if err != nil {
			return nil, err
		}
		wroteBy(c, done)
		return &reply[scanned]{Status: http.StatusAccepted, LogPosition: positionOf(done),
			Body: scanned{done.ID, Queued(job.ID(done.State.Command, 0))}}, nil
	})

	r := &resource[anomaly.State, anomalyView]{entry: "13.3", surface: "ledger", list: "/api/anomalies/", one: "/api/anomalies/{anomaly_id}/",
		kind: commands.AnomalyKind, view: viewAnomaly}
	registerRead(s, r, Operation{Entry: "x.18", ID: "anomalies.read", Summary: "An anomaly with its evidence", Permission: "anomalies:read"})
	registerAction(s, r, Operation{Path: "resolve/", Summary: "Say that an anomaly was dealt with"}, commands.ResolveAnomaly)
	registerAction(s, r, Operation{Path: "ignore/", Summary: "Say that an anomaly is none"}, commands.IgnoreAnomaly)
}

func (s *Server) listAnomalies(ctx context.Context, c *Call, in *anomalyListIn) (*reply[anomalyList], error) {
	if err := c.after(ctx, in.Fresh, readmodels.Anomalies.Projection); err != nil {
		return nil, err
	}
	found, err := in.Dated.days(c, "found_at")
	if err != nil {
		return nil, err
	}
	found = append(found, readmodels.Search(in.Q))
	chosen := map[string]readmodels.Cond{"status": readmodels.Is("status", in.Status), "type": readmodels.Is("type", in.Type),
		"severity": readmodels.Is("severity", in.Severity)}
	but := func(column string) []readmodels.Cond {
		conds := found[:len(found):len(found)]
		for _, name := range []string{"status", "type", "severity"} {
			if name != column {
				conds = append(conds, chosen[name])
			}
		}
		return conds
	}
	var out anomalyList
	for _, x := range []struct {
		column string
		into   *map[string]int64
	}{{"status", &out.Statuses}, {"type", &out.Types}, {"severity", &out.Severities}} {
		if *x.into, err = readmodels.Anomalies.Tally(ctx, s.DB, c.Scope(), x.column, but(x.column)...); err != nil {
			return nil, err
		}
	}
	page, err := readmodels.Anomalies.List(ctx, s.DB, c.Scope(), in.page(in.Order), but("")...)
	if err != nil {
		return nil, err
	}
	out.Anomalies, out.Counted = page.Rows, countedOf(page)
	return &reply[anomalyList]{Body: out}, nil
}
