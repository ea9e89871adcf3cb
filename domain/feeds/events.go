package feeds

import (
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/money"
)

// Exports is the kind of stream that an export is.
var Exports = event.Category{Name: "export", Types: []event.Type{event.Of[ExportRequested](), event.Of[ExportCompleted](),
	event.Of[ExportFailed]()}}

// ExportJob is the kind of job that writes an export.
const ExportJob job.Kind = "exports.write"

// ExportRequested asks for a file.
type ExportRequested struct {
	ExportID    string     `json:"export_id"`
	Format      string     `json:"format"`
	From        civil.Date `json:"from"`
	To          civil.Date `json:"to"`
	Provisional bool       `json:"provisional"`
	KnownAt     time.Time  `json:"known_at"` // what was posted later is not in it
	ScheduleID  string     `json:"schedule_id,omitempty"`
	ConnectorID string     `json:"connector_id,omitempty"` // sends it once it is written
	Subject     string     `json:"subject,omitempty"`      // of a privacy export: whose data alone; "" = everybody's
	// Without are permissions that whoever asked for evidence lacks: files that need
	// one are not in it.
	Without []access.Permission `json:"without,omitempty"`
}

// OpensJobs has the file written.
func (ExportRequested) OpensJobs() []job.Opening { return []job.Opening{{Kind: ExportJob}} }

// ExportCompleted is the file.
type ExportCompleted struct {
	File        blob.Ref      `json:"file"`
	Name        string        `json:"name"`
	Entries     int64         `json:"entries"`
	Lines       int64         `json:"lines"`
	Totals      []ExportTotal `json:"totals"`
	LogPosition int64         `json:"log_position"` // leaves of the tenant's tree before the request
}

// ExportTotal is the sum of what an export holds, in base currency.
type ExportTotal struct {
	Currency string    `json:"currency"`
	Debit    money.Dec `json:"debit"`
	Credit   money.Dec `json:"credit"`
}

// ExportFailed ends an export without a file.
type ExportFailed struct {
	Code   string `json:"code"`
	Detail string `json:"detail"` // names nobody
}

func (ExportRequested) EventType() string { return "export.requested.v1" }
func (ExportCompleted) EventType() string { return "export.completed.v1" }
func (ExportFailed) EventType() string    { return "export.failed.v1" }
