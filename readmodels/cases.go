package readmodels

import (
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// CaseRow is a professional case in the list.
type CaseRow struct {
	Tenant       string     `db:"tenant" json:"-"`
	ID           string     `db:"id" json:"id"`
	Site         int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Stage        string     `db:"stage" list:"count" json:"stage" enum:"intake,preparation,review,approval,finalised"`
	Revision     int32      `db:"case_revision" json:"revision"`
	Title        string     `db:"title" list:"order,search" json:"title"`
	Client       string     `db:"client" list:"search" json:"client"`
	Jurisdiction string     `db:"jurisdiction" list:"filter" json:"jurisdiction"`
	PeriodFrom   civil.Date `db:"period_from_on" json:"-"`
	PeriodTo     civil.Date `db:"period_to_on" json:"-"`
	Reviewer     string     `db:"reviewer" list:"filter" json:"reviewer"`
	OpenedBy     string     `db:"opened_by" list:"filter" json:"opened_by"`
	OpenedAt     time.Time  `db:"opened_at" list:"order" json:"opened_at"`
	UpdatedAt    time.Time  `db:"updated_at" list:"default" json:"updated_at"`
	Workpapers   int32      `db:"workpapers" json:"workpapers"`
	OpenIssues   int32      `db:"open_issues" json:"open_issues"`
	Log          int64      `db:"log_revision" json:"-"`
}

// Cases has one row a case.
var Cases = Define[CaseRow]("cases", "cases")
