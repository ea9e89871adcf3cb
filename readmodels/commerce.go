package readmodels

import (
	"encoding/json"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
)

// CommerceRow is one record of a commerce configuration in a list.
type CommerceRow struct {
	Tenant        string          `db:"tenant"`
	ID            string          `db:"id"`
	Site          int64           `db:"site"`
	Kind          string          `db:"kind" list:"within"` // category of its stream
	Name          string          `db:"name" list:"order,search"`
	Country       string          `db:"country" list:"filter,search"`
	RegionID      string          `db:"region_id" list:"filter"`
	CustomerID    string          `db:"customer_id" list:"filter"`
	Subject       string          `db:"subject"`                                                  // whose data it is; "" = nobody's
	EffectiveFrom civil.Date      `db:"effective_from_on" list:"order=effective_from" sql:"date"` // of its first version
	EffectiveTo   civil.Date      `db:"effective_to_on"`                                          // of its last version
	RetiredOn     civil.Date      `db:"retired_on"`
	Content       json.RawMessage `db:"content"` // the last version
	CreatedAt     time.Time       `db:"created_at" list:"default"`
	CreatedBy     string          `db:"created_by"`
	UpdatedAt     time.Time       `db:"updated_at" list:"order"`
	Log           int64           `db:"log_revision"`
}

// Commerce has one row a record, in a list a kind.
var Commerce = Define[CommerceRow]("commerce", "commerce", "(tenant, subject) where subject <> ''")

// CommerceStatus keeps the records that stand so on a day: upcoming, in_effect,
// ended or retired.
func CommerceStatus(status string, on civil.Date) Cond {
	const stands = "(retired_on is null or retired_on > ?) and "
	switch status {
	case "retired":
		return Cond{sql: "retired_on <= ?", args: []any{on}}
	case "upcoming":
		return Cond{sql: stands + "effective_from_on > ?", args: []any{on, on}}
	case "in_effect":
		return Cond{sql: stands + "effective_from_on <= ? and (effective_to_on is null or effective_to_on >= ?)", args: []any{on, on, on}}
	case "ended":
		return Cond{sql: stands + "effective_to_on < ?", args: []any{on, on}}
	}
	return Cond{}
}

// Remaining is what of a checkout no reversal has taken back, in the digits of its currency.
type Remaining struct {
	RemainingNet   string `db:"remaining_net" json:"remaining_net" doc:"Of the checkout's net amount, what no reversal has taken back."`
	RemainingTax   string `db:"remaining_tax" json:"remaining_tax" doc:"Of its tax, the same."`
	RemainingGross string `db:"remaining_gross" json:"remaining_gross" doc:"Of its gross amount, the same."`
}

// SnapshotRow is a committed checkout in the list.
type SnapshotRow struct {
	Tenant      string     `db:"tenant" json:"-"`
	ID          string     `db:"id" json:"id"`
	Site        int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	CartID      string     `db:"cart_id" list:"filter" json:"cart_id"`
	CartSHA256  string     `db:"cart_sha256" json:"cart_sha256"`
	CustomerID  string     `db:"customer_id" list:"filter" json:"customer_id" doc:"Empty once the customer is forgotten."`
	Subject     string     `db:"subject" json:"-"`
	Date        civil.Date `sql:"date" db:"supply_on" json:"-"`
	Currency    string     `db:"currency" json:"currency"`
	Net         string     `db:"net" json:"net"`
	Tax         string     `db:"tax" json:"tax"`
	Gross       string     `db:"gross" json:"gross"`
	Lines       int32      `db:"lines" json:"lines"`
	Provider    string     `db:"provider" list:"narrow" json:"provider"`
	Coverage    string     `db:"coverage_status" json:"coverage_status"`
	CommittedAt time.Time  `db:"committed_at" list:"default" json:"committed_at"`
	CommittedBy string     `db:"committed_by" json:"committed_by"`
	Remaining
}

// Snapshots has one row a snapshot. Amounts keep the digits of their currency, so
// they are text.
var Snapshots = Define[SnapshotRow]("commerce", "commerce_snapshots", "(tenant, subject)")

// ReversalRow is what was taken back of a committed checkout, once.
type ReversalRow struct {
	Tenant     string     `db:"tenant" json:"-"`
	ID         string     `db:"id" json:"id"`
	Site       int64      `db:"site" json:"site" doc:"0: tenant-wide."`
	SnapshotID string     `db:"snapshot_id" list:"filter" json:"snapshot_id"`
	CartID     string     `db:"cart_id" list:"filter" json:"cart_id"`
	Number     int32      `db:"number" json:"number" doc:"Among the checkout's reversals, from 1."`
	Date       civil.Date `db:"reversed_on" list:"order=date" sql:"date" json:"date" format:"date" doc:"In whose period its tax counts."`
	Currency   string     `db:"currency" list:"narrow" json:"currency"`
	Net        string     `db:"net" json:"net"`
	Tax        string     `db:"tax" json:"tax"`
	Gross      string     `db:"gross" json:"gross"`
	Remaining
	SHA256     string    `db:"sha256" json:"sha256" doc:"Of its figures, in their RFC 8785 form."`
	ReversedAt time.Time `db:"reversed_at" list:"default" json:"reversed_at" doc:"Instant at which it was recorded, RFC 3339 in UTC."`
	ReversedBy string    `db:"reversed_by" json:"reversed_by" doc:"Id of the principal who recorded it."`
}

// Reversals has one row a reversal.
var Reversals = Define[ReversalRow]("commerce", "commerce_reversals")
