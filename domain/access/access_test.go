package access

import "testing"

func TestTheTableHasEightRolesAndTwoAccountKinds(t *testing.T) {
	if n := len(TenantRoles()); n != 8 {
		t.Errorf("%d tenant roles", n)
	}
	for _, p := range Table.Permissions {
		tenant, staff := false, false
		for _, r := range Table.Roles {
			if Table.Allows(r, p) {
				tenant = tenant || !r.IsStaff()
				staff = staff || r.IsStaff()
			}
		}
		if tenant == staff && p != "openapi:read" {
			t.Errorf("%s: tenant %v, staff %v; exactly one of them holds a permission", p, tenant, staff)
		}
	}
}

func TestAuditorsWriteNothing(t *testing.T) {
	for _, p := range Table.Permissions {
		if Table.Allows(Auditor, p) {
			switch verb := string(p[len(p)-len("read"):]); {
			case verb == "read", p == "exports:evidence":
			default:
				t.Errorf("auditor has %s", p)
			}
		}
	}
	if Table.Allows(Owner, "no:such") {
		t.Error("an unknown permission is somebody's")
	}
}

func TestAMalformedTableIsRefused(t *testing.T) {
	for _, text := range []string{"permission,owner\na:b,y\n", "permission,owner\na:b,x\na:b,x\n", "permission,owner\na:b\n"} {
		if _, err := parse(text); err == nil {
			t.Errorf("accepted %q", text)
		}
	}
}
