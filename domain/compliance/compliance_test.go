package compliance_test

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/event/eventtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestEventsAreFrozen(t *testing.T) {
	eventtest.Golden(t, *update, []event.Payload{compliance.Requested{RefreshID: "r1"},
		compliance.End{Verified: 2, Failed: []string{"p1"}, LawRun: "l1"}}, compliance.Refreshes)
}

func day(s string) civil.Date { return civil.MustParse(s) }

// Each thing that can be amiss is told by its code, at its level, with the call that
// mends it; without any of them all is well.
func TestEachAttentionHasItsRemedy(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	well := func() compliance.Facts {
		return compliance.Facts{Now: now, Today: day("2026-11-23"), TreeSize: 9, HeadSize: 8, HeadSignedAt: now.Add(-time.Hour),
			Months: []compliance.Month{{Site: 1, Period: "2026-09", Proved: true}}, Proofs: 1, Refreshed: &compliance.End{Verified: 1},
			Law:      []compliance.Law{{Place: "GB", Oldest: day("2025-10-19")}},
			Indirect: []compliance.Law{{Place: "GB", Oldest: day("2026-08-15")}},
			Tables:   []compliance.Rates{{ID: "ecb", AsOf: day("2026-11-18")}, {ID: "hmrc-monthly", Monthly: true, AsOf: day("2026-10-14")}}}
	}
	for name, c := range map[string]struct {
		change func(*compliance.Facts)
		code   string
		status compliance.Level
	}{
		"all well":           {func(*compliance.Facts) {}, "", compliance.OK},
		"an empty log":       {func(f *compliance.Facts) { f.TreeSize, f.HeadSignedAt = 0, time.Time{} }, "", compliance.OK},
		"a head long ago":    {func(f *compliance.Facts) { f.HeadSize, f.HeadSignedAt = 9, now.AddDate(0, -1, 0) }, "", compliance.OK},
		"never signed":       {func(f *compliance.Facts) { f.HeadSignedAt = time.Time{} }, "checkpoint_missing", compliance.Unknown},
		"signed late":        {func(f *compliance.Facts) { f.HeadSignedAt = now.Add(-61 * time.Minute) }, "checkpoint_old", compliance.Attending},
		"signed a day late":  {func(f *compliance.Facts) { f.HeadSignedAt = now.Add(-25 * time.Hour) }, "checkpoint_old", compliance.Overdue},
		"a month not proved": {func(f *compliance.Facts) { f.Months[0].Proved = false }, "month_without_proof", compliance.Attending},
		"never verified":     {func(f *compliance.Facts) { f.Refreshed = nil }, "proofs_not_verified", compliance.Unknown},
		"a failed proof":     {func(f *compliance.Facts) { f.Refreshed.Failed = []string{"p1"} }, "proof_failed", compliance.Attending},
		"an old law":         {func(f *compliance.Facts) { f.Law[0].Oldest = day("2025-10-18") }, "source_check_old", compliance.Overdue},
		"a notice":           {func(f *compliance.Facts) { f.Law[0].Notices = 1 }, "law_notice_open", compliance.Attending},
		"old rates of VAT":   {func(f *compliance.Facts) { f.Indirect[0].Oldest = day("2026-08-14") }, "source_check_old", compliance.Overdue},
		"no tables":          {func(f *compliance.Facts) { f.Tables = nil }, "rates_never_imported", compliance.Unknown},
		"old daily rates":    {func(f *compliance.Facts) { f.Tables[0].AsOf = day("2026-11-17") }, "rates_old", compliance.Overdue},
		"old monthly rates":  {func(f *compliance.Facts) { f.Tables[1].AsOf = day("2026-10-13") }, "rates_old", compliance.Overdue},
	} {
		f := well()
		c.change(&f)
		r := compliance.Assess(f)
		var codes []string
		for _, a := range [][]compliance.Attention{r.Proofs.Attentions, r.Legislative.Attentions, r.Currency.Attentions} {
			for _, x := range a {
				codes = append(codes, x.Code)
				if x.Remedy.Method == "" || !strings.HasPrefix(x.Remedy.Path, "/api/") || x.Remedy.Permission == "" || x.Message == "" ||
					x.Level != c.status {
					t.Errorf("%s: %+v", name, x)
				}
			}
		}
		if r.Status != c.status || strings.Join(codes, " ") != c.code {
			t.Errorf("%s: %s with %v, want %s with %q", name, r.Status, codes, c.status, c.code)
		}
	}
}

// The worst comes first, and names the whole.
func TestTheWorstCounts(t *testing.T) {
	r := compliance.Assess(compliance.Facts{Now: time.Now(), Today: day("2026-11-23"), Law: []compliance.Law{
		{Place: "DE", Oldest: day("2026-11-01"), Notices: 2}, {Place: "GB", Oldest: day("2020-01-01")}}})
	if r.Status != compliance.Overdue || r.Legislative.Attentions[0].Resource != "law/GB" || r.Currency.Status != compliance.Unknown ||
		r.Proofs.Status != compliance.OK {
		t.Errorf("%+v", r)
	}
}
