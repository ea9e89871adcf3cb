package readmodels

import (
	"context"
	"encoding/json"
	"time"
)

// PartyRow is a customer, supplier or client.
type PartyRow struct {
	Tenant    string          `db:"tenant" json:"-"`
	ID        string          `db:"id" json:"id"`
	Site      int64           `db:"site" json:"site" doc:"0: tenant-wide."`
	Status    string          `db:"status" list:"count" json:"record_status" enum:"active,merged"`
	Name      string          `db:"name" list:"default,search" json:"name"`
	Roles     string          `db:"roles" json:"-"` // |customer|supplier|
	RoleList  json.RawMessage `db:"role_list" json:"roles"`
	Country   string          `db:"country" list:"narrow" json:"country"`
	Email     string          `db:"email" list:"search" json:"email"`
	Numbers   string          `db:"numbers" list:"search" json:"-"` // tax numbers and bank accounts
	Into      string          `db:"merged_into" list:"filter" json:"merged_into"`
	CreatedAt time.Time       `db:"created_at" list:"order" json:"created_at"`
	CreatedBy string          `db:"created_by" json:"created_by"`
	UpdatedAt time.Time       `db:"updated_at" list:"order" json:"updated_at"`
	Log       int64           `db:"log_revision" json:"-"`
}

// Parties has one row a party.
var Parties = Define[PartyRow]("parties", "parties")

// HasRole keeps the parties of a role.
func HasRole(role string) Cond {
	if role == "" {
		return Cond{}
	}
	return Cond{sql: "roles like ?", args: []any{"%|" + role + "|%"}}
}

// MergedParties are a party and all that were merged into it.
func (db *DB) MergedParties(ctx context.Context, tenant, id string) ([]string, error) {
	type row struct {
		ID string `db:"id"`
	}
	var rows []row
	err := db.fenced(ctx, tenant, []query{{`with recursive merged(id) as (select $2::text
 union select p.id from read.parties p join merged m on p.merged_into = m.id where p.tenant = $1) select id from merged`, []any{tenant, id}, collect(&rows)}})
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.ID
	}
	return out, err
}

// PartiesKnown are the active parties of a site, or of the whole tenant, that have
// one of the numbers; where none has, those of the name.
func (db *DB) PartiesKnown(ctx context.Context, tenant string, site int64, numbers []string, name string) ([]string, error) {
	type row struct {
		ID string `db:"id"`
	}
	var rows []row
	err := db.fenced(ctx, tenant, []query{{`with active as (select id, numbers, name from read.parties where tenant = $1 and status = 'active' and site in (0, $2)),
 numbered as (select id from active where string_to_array(numbers, ' ') && $3::text[])
 select id from numbered union all select id from active where $4 <> '' and lower(name) = lower($4) and not exists (select from numbered) order by id limit 3`,
		[]any{tenant, site, numbers, name}, collect(&rows)}})
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.ID
	}
	return out, err
}
