package http

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/tallystick/tallystick/commands"
	"github.com/tallystick/tallystick/domain/access"
)

// Each block whose records a caller may not read says by which permission that is, says
// nothing else, and asks no store: there is none here.
func TestDashboardHidesByName(t *testing.T) {
	var v dashboardView
	d := dashboard{s: &Server{}, c: &Call{Caller: commands.Caller{Role: "nobody"}}, view: &v}
	if err := d.fill(context.Background()); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var blocks map[string]any
	if err := json.Unmarshal(text, &blocks); err != nil {
		t.Fatal(err)
	}
	delete(blocks, "from")
	delete(blocks, "to")
	want := map[string]access.Permission{"answers": "answers:read", "cases": "cases:read", "deadlines": "notices:read",
		"obligations": "compliance:read", "documents": "documents:read", "reviews": "reviews:read", "ledger": "ledger:read",
		"anomalies": "anomalies:read", "invoices": "invoices:read", "credit_notes": "invoices:read", "compliance": "compliance:read",
		"coverage": "coverage:read", "failed_jobs": "jobs:read"}
	for name, block := range blocks {
		said, _ := block.(map[string]any)
		if len(said) != 1 || said["hidden"] != string(want[name]) || !access.Table.Known(want[name]) {
			t.Errorf("%s: %v, not hidden by %q alone", name, block, want[name])
		}
	}
	if len(blocks) != len(want) {
		t.Errorf("%d blocks, not %d", len(blocks), len(want))
	}
}
