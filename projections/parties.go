package projections

import (
	"encoding/json"
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/party"
	"github.com/tallystick/tallystick/domain/privacy"
	"github.com/tallystick/tallystick/readmodels"
)

// Parties lists customers, suppliers and clients.
func Parties() Projection {
	return Redacting(Projection{
		Name: "parties", Version: 1, Tables: []readmodels.Table{readmodels.Parties.Table}, Categories: []string{party.Category.Name},
		Handle: handleParty,
	}, redactParty)
}

func handleParty(e event.Recorded, b *readmodels.Batch) error {
	s, _ := event.ParseStream(e.Stream)
	switch p := e.Payload.(type) {
	case party.PartyMerged:
		readmodels.Parties.Change(b, readmodels.Set{"status": "merged", "merged_into": p.Into, "updated_at": e.Meta.Time,
			"log_revision": int64(e.Revision)}, s.Tenant, s.ID)
	case party.MergeClaimed:
		readmodels.Parties.Change(b, readmodels.Set{"updated_at": e.Meta.Time, "log_revision": int64(e.Revision)}, s.Tenant, s.ID)
	case party.PartyWritten:
		return writeParty(s, e, p, b)
	}
	return nil
}

func writeParty(s event.Stream, e event.Recorded, p party.PartyWritten, b *readmodels.Batch) error {
	d := p.Details()
	roles, err := json.Marshal(d.Roles)
	if err != nil {
		return err
	}
	flat := "|"
	for _, r := range d.Roles {
		flat += string(r) + "|"
	}
	var numbers []string
	for _, x := range d.TaxIDs {
		numbers = append(numbers, x.Number)
	}
	for _, x := range d.BankAccounts {
		numbers = append(numbers, x.IBAN)
	}
	row := readmodels.PartyRow{Tenant: s.Tenant, ID: s.ID, Site: e.Meta.Site, Status: "active", Name: d.Name, Roles: flat, RoleList: roles,
		Country: d.Country,
		Email:   d.Email, Numbers: strings.Join(numbers, " "), CreatedAt: e.Meta.Time, CreatedBy: e.Meta.Principal, UpdatedAt: e.Meta.Time,
		Log: int64(e.Revision)}
	if e.Revision == 0 {
		readmodels.Parties.Add(b, row)
		return nil
	}
	readmodels.Parties.Change(b, readmodels.Set{"name": row.Name, "roles": row.Roles, "role_list": row.RoleList, "country": row.Country,
		"email":   row.Email,
		"numbers": row.Numbers, "updated_at": row.UpdatedAt, "log_revision": row.Log}, s.Tenant, s.ID)
	return nil
}

// redactParty blanks what the list shows of a party.
func redactParty(tenant, subject string, b *readmodels.Batch) {
	if kind, id, err := privacy.Parse(subject); err == nil && kind == "party" {
		readmodels.Parties.Change(b, readmodels.Set{"name": "", "email": "", "numbers": ""}, tenant, id)
	}
}
