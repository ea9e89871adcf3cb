package commands

import (
	"context"

	"github.com/tallystick/tallystick/domain/civil"
	"github.com/tallystick/tallystick/domain/commerce"
)

// ReverseCheckout takes a committed checkout back, wholly or by line. What remains is decided
// in the checkout's own stream, so that two at once never take more than there is.
func ReverseCheckout(x *Commerce) Verb[commerce.Snapshot, commerce.Reverse] {
	return Informed[commerce.Snapshot, commerce.ReversalFacts, commerce.Reverse]("commerce_snapshots.reverse", "commerce_tax:write",
		SnapshotKind,
		func(_ context.Context, c Caller, s commerce.Snapshot, _ commerce.Reverse) (commerce.ReversalFacts, error) {
			c.Site = s.Site
			zone := x.Zone(c)
			return commerce.ReversalFacts{Today: civil.FromTime(x.Now().In(zone)), CommittedOn: civil.FromTime(s.CommittedAt.In(zone))}, nil
		})
}
