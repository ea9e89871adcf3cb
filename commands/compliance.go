package commands

import (
	"context"
	"slices"

	"github.com/tallystick/tallystick/domain/compliance"
	"github.com/tallystick/tallystick/readmodels"
)

// RefreshKind is a refresh of what compliance rests on.
var RefreshKind = Kind[compliance.Refresh]{
	Aggregate: Aggregate[compliance.Refresh]{Category: compliance.Refreshes.Name, Evolve: compliance.Refresh.Evolve},
	Noun:      "refresh", Exists: func(s compliance.Refresh) bool { return s.RefreshID != "" },
}

// RequestRefresh asks for a refresh, FinishRefresh ends it.
var (
	RequestRefresh = Ruled[compliance.Refresh, compliance.Ask]("compliance.refresh", "compliance:refresh", RefreshKind)
	FinishRefresh  = Ruled[compliance.Refresh, compliance.Finish]("compliance.finish", "compliance:refresh", RefreshKind)
)

// VerifyAll works every final proof of a tenant's books out anew, and returns the ids
// of those that do not hold.
func (x *AuditProofs) VerifyAll(ctx context.Context, c Caller, progress func(done, total int64)) (verified int, failed []string,
	err error) {
	failed = []string{}
	page := readmodels.Page{Limit: 100, Order: "created_at"}
	for {
		found, err := readmodels.AuditProofs.List(ctx, x.DB, readmodels.Scope{Tenant: c.Tenant, AllSites: true}, page,
			readmodels.Is("status", "final"))
		if err != nil {
			return verified, failed, err
		}
		for _, row := range found.Rows {
			outcome, err := x.Verify(ctx, c, row.ID)
			if err != nil {
				return verified, failed, err
			}
			if verified++; !outcome.OK {
				failed = append(failed, row.ID)
			}
			progress(int64(verified), found.Count)
		}
		if found.Next == nil {
			slices.Sort(failed)
			return verified, failed, nil
		}
		page.Cursor = *found.Next
	}
}
