package readmodels

import (
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// NoticeRow is a notice of a tax authority in the list.
type NoticeRow struct {
	Tenant       string     `db:"tenant" json:"-"`
	ID           string     `db:"id" json:"id"`
	Site         int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	Status       string     `db:"status" list:"count" json:"status" enum:"open,drafted,approved,sending,sent"`
	Jurisdiction string     `db:"jurisdiction" list:"filter" json:"jurisdiction" doc:"ISO 3166-1 code of the authority's country."`
	Type         string     `db:"type" list:"filter" json:"type"`
	Reference    string     `db:"reference" list:"search" json:"reference"`
	ClientRef    string     `db:"client_ref" list:"filter,search" json:"client_ref"`
	TaxYears     []string   `db:"tax_years" json:"tax_years" nullable:"false"`
	Dated        civil.Date `db:"notice_date_on" json:"notice_date" format:"date"`
	Amount       *string    `db:"amount" sql:"numeric null" json:"amount" doc:"The sum that it claims; null where it names none."`
	Currency     string     `db:"currency" json:"currency"`
	Due          civil.Date `db:"due_on" list:"order" json:"due_on" format:"date" doc:"The last day to act; empty where it is not known."`
	Basis        string     `db:"basis" json:"basis" enum:"computed,stated,unknown" doc:"Whether the due day was computed or is the one that the notice states."`
	Versions     int32      `db:"versions" json:"versions" doc:"Of the response."`
	RecordedBy   string     `db:"recorded_by" json:"recorded_by"`
	RecordedAt   time.Time  `db:"recorded_at" list:"order" json:"recorded_at"`
	UpdatedAt    time.Time  `db:"updated_at" list:"order" json:"updated_at"`
	Log          int64      `db:"log_revision" json:"-"`
	Subject      string     `db:"subject" list:"narrow" json:"-"`
}

// Notices has one row a notice.
var Notices = Define[NoticeRow]("notices", "notices")

// InquiryRow is a question of law in the history.
type InquiryRow struct {
	Tenant        string    `db:"tenant" json:"-"`
	ID            string    `db:"id" json:"id"`
	Site          int64     `db:"site" json:"site" doc:"0: tenant-wide."`
	Question      string    `db:"question" list:"search" json:"question"`
	Status        string    `db:"verification_status" list:"count" json:"verification_status"`
	Category      string    `db:"category" list:"filter" json:"category" doc:"A tax type, or general."`
	Jurisdiction  string    `db:"jurisdiction" list:"filter" json:"-"`
	TaxYear       string    `db:"tax_year" list:"filter" json:"-"`
	Jurisdictions []string  `db:"jurisdictions" json:"jurisdictions" nullable:"false"`
	TaxYears      []string  `db:"tax_years" json:"tax_years" nullable:"false"`
	Findings      int32     `db:"findings" json:"findings" doc:"How many pieces of law were found."`
	AskedBy       string    `db:"asked_by" list:"narrow" json:"asked_by"`
	AskedAt       time.Time `db:"asked_at" list:"order" json:"asked_at"`
}

// Inquiries has one row a question of law.
var Inquiries = Define[InquiryRow]("research", "inquiries")

// PlanRow is a planning report in the list.
type PlanRow struct {
	Tenant    string    `db:"tenant" json:"-"`
	ID        string    `db:"id" json:"id"`
	Site      int64     `db:"site" json:"site" doc:"0: tenant-wide."`
	Title     string    `db:"title" list:"order,search" json:"title"`
	ClientRef string    `db:"client_ref" list:"filter,search" json:"client_ref"`
	Scenarios int32     `db:"scenarios" json:"scenarios"`
	Versions  int32     `db:"versions" json:"versions" doc:"Of all its scenarios."`
	CreatedBy string    `db:"created_by" list:"filter" json:"created_by"`
	CreatedAt time.Time `db:"created_at" list:"order" json:"created_at"`
	UpdatedAt time.Time `db:"updated_at" list:"order" json:"updated_at"`
	Subject   string    `db:"subject" list:"narrow" json:"-"`
}

// Plans has one row a planning report.
var Plans = Define[PlanRow]("plans", "plans")
