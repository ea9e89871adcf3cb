package projections

import (
	"time"

	"github.com/tallystick/tallystick/domain/cases"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/readmodels"
)

// Cases lists professional cases.
func Cases() Projection {
	return Projection{
		Name: "cases", Version: 1, Tables: []readmodels.Table{readmodels.CasesTable}, Categories: []string{cases.Category.Name},
		Handle: handleCase,
	}
}

func handleCase(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	change := readmodels.CaseChange{At: e.Meta.Time, Log: e.Revision}
	switch p := e.Payload.(type) {
	case cases.Opened:
		row := readmodels.CaseRow{
			Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Stage: string(cases.Intake), Revision: 1, Title: p.Title.String(),
			Client: p.Client.String(), Jurisdiction: p.Jurisdiction, OpenedBy: e.Meta.Principal, OpenedAt: e.Meta.Time,
			UpdatedAt: e.Meta.Time, Log: int64(e.Revision),
		}
		row.PeriodFrom, row.PeriodTo = days(p.Period)
		b.AddCase(row)
		return nil
	case cases.DetailsChanged:
		change.Title, change.Client, change.Jurisdiction = plain(p.Title), plain(p.Client), p.Jurisdiction
		if p.Period != nil {
			change.HasPeriod = true
			change.PeriodFrom, change.PeriodTo = days(*p.Period)
		}
	case cases.StageMoved:
		change.Stage = stage(p.To)
	case cases.ReviewerAssigned:
		change.Reviewer = &p.Reviewer
	case cases.WorkpaperAdded:
		change.Workpapers = 1
	case cases.IssueAdded:
		change.OpenIssues = 1
	case cases.IssueResolved:
		change.OpenIssues = -1
	case cases.Finalised:
		change.Stage = stage(cases.Final)
	case cases.Reopened:
		change.Stage, change.Revision = stage(cases.Preparation), &p.Revision
	}
	b.ChangeCase(s.Tenant, s.ID, change)
	return nil
}

func stage(s cases.Stage) *string {
	text := string(s)
	return &text
}

func plain(t *sealed.Text) *string {
	if t == nil {
		return nil
	}
	text := t.String()
	return &text
}

// days are the ends of a period as dates, nil where it is open.
func days(p civil.Period) (from, to *time.Time) {
	day := func(d civil.Date) *time.Time {
		if d.IsZero() {
			return nil
		}
		t := d.Time()
		return &t
	}
	return day(p.From), day(p.To)
}
