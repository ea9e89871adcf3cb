package review

import (
	"slices"
	"testing"

	"github.com/tallystick/tallystick/domain/access"
)

// An item's id leads back to its kind and record, also where a kind begins like
// another or a record's id holds the sign between.
func TestParse(t *testing.T) {
	for _, k := range Kinds() {
		for _, record := range []string{"0192aa", "a_b", "_", "journal_1"} {
			if got, r, ok := Parse(k.ID(record)); !ok || got != k || r != record {
				t.Errorf("%s is read as %s of %q, %v", k.ID(record), got, r, ok)
			}
		}
		if _, _, ok := Parse(string(k) + "_"); ok {
			t.Errorf("%s_ is an item", k)
		}
	}
	for _, bad := range []string{"", "journal", "Journal_1", "audit_1", "extraction-1"} {
		if k, _, ok := Parse(bad); ok {
			t.Errorf("%q is an item of kind %s", bad, k)
		}
	}
}

// Who may not read a record does not see it in the queue.
func TestReadable(t *testing.T) {
	for _, role := range access.TenantRoles() {
		for _, k := range Kinds() {
			if slices.Contains(Readable(role), k) != access.Table.Allows(role, k.Reads()) {
				t.Errorf("%s and %s", role, k)
			}
		}
	}
	if slices.Contains(Readable("viewer"), Journal) {
		t.Error("a viewer sees journal entries in the queue")
	}
}
