package tenancy_test

import (
	"flag"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/access"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
	"github.com/tallystick/tallystick/domain/sealed"
	"github.com/tallystick/tallystick/domain/tenancy"
)

var update = flag.Bool("update", false, "write golden files")

func TestEventsAreFrozen(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 30, 0, 123456000, time.UTC)
	grant := tenancy.Grant{All: true, Numbers: []int64{1, 2}}
	eventtest.Golden(t, *update, []event.Payload{
		tenancy.TenantCreated{Name: "Byron & Partners", TimeZone: "Europe/London", Adviser: "Byron & Partners LLP"},
		tenancy.SiteAdded{Number: 2, Name: "Edinburgh <north>", TimeZone: "Europe/London", Country: "GB"},
		tenancy.PrincipalCreated{
			Name: sealed.Text{Subject: "principal-0192aa00000000000000000000000001", Cipher: []byte("ciphertext")},
			Kind: "person", Role: access.TaxManager, Sites: grant,
		},
		tenancy.PrincipalChanged{Role: access.Viewer, Sites: grant, Disabled: true},
		tenancy.KeyIssued{Principal: "0192aa00000000000000000000000001", Label: "payroll import", Hash: tenancy.Hash("token"), ExpiresAt: &at},
		tenancy.KeyRotated{Hash: tenancy.Hash("another"), GraceUntil: at},
		tenancy.KeyRevoked{Reason: "command line"},
	}, tenancy.Tenants, tenancy.SiteBooks, tenancy.Principals, tenancy.Keys)
}
