package http

import (
	"context"
	"net/http"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/money"
	"github.com/tallystick/tallystick/readmodels"
)

// analysisView is what an entry looks like now.
type analysisView struct {
	EntryID       string         `json:"entry_id"`
	Status        journal.Status `json:"status"`
	Confidence    money.Dec      `json:"confidence"`
	ReviewReasons []string       `json:"review_reasons" nullable:"false"`
	journal.Analysis
	Anomalies []readmodels.AnomalyRow `json:"anomalies" nullable:"false" doc:"That scans have found about the entry; the newest 50."`
	Proposal  *proposalView           `json:"proposal" doc:"What its order would be booked as now; null where it rests on none, or that cannot be booked."`
	Blockers  []fault.Blocker         `json:"proposal_blockers" nullable:"false" doc:"Why it cannot."`
}

type proposalView struct {
	Differs  bool           `json:"differs" doc:"From the entry: lines, days or currency."`
	Date     civil.Date     `json:"date" format:"date"`
	TaxDate  civil.Date     `json:"tax_date" format:"date"`
	Currency string         `json:"currency"`
	Lines    []journal.Line `json:"lines" nullable:"false"`
	Reasons  []string       `json:"review_reasons" nullable:"false"`
}

func (s *Server) registerAnalysis() {
	type in struct {
		Sited
		Fresh
		EntryID string `path:"entry_id" maxLength:"64"`
		Body    *struct{}
	}
	register(s, Operation{
		Entry: "15.8", ID: "journal.analyse", Method: http.MethodPost, Path: "/api/accounting/journal-entries/{entry_id}/analyse/",
		Surface: "accounting",
		Summary: "Look at an entry again: checks, tax treatment, anomalies, what it would be now", Permission: "accounting:read",
		Describe: "It changes nothing. The checks are those that posting makes, as things stand now; of a posted entry, that its payload has its digest.",
	}, func(ctx context.Context, c *Call, in *in) (*reply[analysisView], error) {
		if err := c.after(ctx, in.Fresh); err != nil {
			return nil, err
		}
		x, err := s.Books().Analyse(ctx, c.Caller, in.EntryID)
		if err != nil {
			return nil, err
		}
		found, err := readmodels.Anomalies.List(ctx, s.DB, c.Scope(), readmodels.Page{Limit: 50, Order: "-found_at"},
			readmodels.About("entry/"+x.Entry.ID))
		if err != nil {
			return nil, err
		}
		v := analysisView{EntryID: x.Entry.ID, Status: x.Entry.Status, Confidence: x.Entry.Confidence, ReviewReasons: x.Entry.ReviewReasons,
			Analysis:  x.Analysis,
			Anomalies: found.Rows, Blockers: x.Reasons}
		if v.Blockers == nil {
			v.Blockers = []fault.Blocker{}
		}
		if p := x.Anew; p != nil {
			v.Proposal = &proposalView{x.Differs, p.Date, p.TaxDate, p.Currency, p.Lines, p.ReviewReasons}
			if v.Proposal.Reasons == nil {
				v.Proposal.Reasons = []string{}
			}
		}
		return &reply[analysisView]{ETag: etag(x.Revision), Body: v}, nil
	})
}
