package projections

import (
	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/readmodels"
)

// Cases lists professional cases.
func Cases() Projection {
	return Projection{
		Name: "cases", Version: 2, Tables: []readmodels.Table{readmodels.Cases.Table}, Categories: []string{cases.Category.Name},
		Handle: handleCase,
	}
}

func handleCase(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	set := readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}
	switch p := e.Payload.(type) {
	case cases.Opened:
		readmodels.Cases.Add(b, readmodels.CaseRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Stage: string(cases.Intake), Revision: 1, Title: p.Title.String(),
			Client: p.Client.String(), Jurisdiction: p.Jurisdiction, PeriodFrom: p.Period.From, PeriodTo: p.Period.To,
			OpenedBy: e.Meta.Principal, OpenedAt: e.Meta.Time, UpdatedAt: e.Meta.Time, Log: int64(e.Revision),
		})
		return nil
	case cases.DetailsChanged:
		if p.Title != nil {
			set["title"] = p.Title.String()
		}
		if p.Client != nil {
			set["client"] = p.Client.String()
		}
		if p.Jurisdiction != nil {
			set["jurisdiction"] = *p.Jurisdiction
		}
		if p.Period != nil {
			set["period_from_on"], set["period_to_on"] = p.Period.From, p.Period.To
		}
	case cases.StageMoved:
		set["stage"] = string(p.To)
	case cases.ReviewerAssigned:
		set["reviewer"] = p.Reviewer
	case cases.WorkpaperAdded:
		set["workpapers"] = readmodels.Plus(1)
	case cases.IssueAdded:
		set["open_issues"] = readmodels.Plus(1)
	case cases.IssueResolved:
		set["open_issues"] = readmodels.Plus(-1)
	case cases.Finalised:
		set["stage"] = string(cases.Final)
	case cases.Reopened:
		set["stage"], set["case_revision"] = string(cases.Preparation), int32(p.Revision)
	}
	readmodels.Cases.Change(b, set, s.Tenant, s.ID)
	return nil
}
