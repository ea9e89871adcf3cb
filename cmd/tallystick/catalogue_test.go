package main

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/tallystick/tallystick/domain/access"
)

// Every operation is declared as the reviewed catalogue has it: its entry, its
// permission, who may call it, and whether it is throttled or streams. An operation
// that the catalogue lacks cannot be declared.
func TestDeclaredAsInTheCatalogue(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(catalogueTable)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string][]string{}
	for _, row := range rows[1:] {
		listed[row[3]+" "+strings.TrimSuffix(row[4], "/")] = row
	}
	seen := map[string]bool{}
	for _, o := range declared().Operations() {
		name := o.Method + " " + o.Path
		if seen[o.ID] {
			t.Errorf("%s: the id %s is another operation's too", name, o.ID)
		}
		seen[o.ID] = true
		row := listed[o.Method+" "+strings.TrimSuffix(o.Path, "/")]
		if row == nil {
			t.Errorf("%s is not in the catalogue", name)
			continue
		}
		flags := strings.Fields(row[7])
		if row[0] != o.Entry || row[5] != string(o.Permission) {
			t.Errorf("%s is declared as %s by %s; the catalogue has %s by %s", name, o.Entry, o.Permission, row[0], row[5])
		}
		if throttled := slices.Contains(flags, "throttled"); throttled != o.Throttled {
			t.Errorf("%s: throttled %v, in the catalogue %v", name, o.Throttled, throttled)
		}
		if streams := slices.Contains(flags, "stream"); streams != o.Stream {
			t.Errorf("%s: streams %v, in the catalogue %v", name, o.Stream, streams)
		}
		checkAccess(t, name, row[6], o.Permission)
	}
	if len(seen) < 80 {
		t.Errorf("only %d operations were looked at", len(seen))
	}
}

// checkAccess holds the account kinds that a permission lets in to the catalogue's.
func checkAccess(t *testing.T, name, kind string, p access.Permission) {
	t.Helper()
	tenant := slices.ContainsFunc(access.TenantRoles(), func(r access.Role) bool { return access.Table.Allows(r, p) })
	staff := access.Table.Allows(access.Staff, p) || access.Table.Allows(access.Superuser, p)
	if kind == "tenant" && !tenant || kind == "staff" && (tenant || !staff) {
		t.Errorf("%s is %s's in the catalogue; %s lets in tenants %v, staff %v", name, kind, p, tenant, staff)
	}
}
