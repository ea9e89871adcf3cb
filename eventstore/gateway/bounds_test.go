package gateway

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/eventstore"
)

// No caller has the log read in smaller pieces, or told of in shorter ones, than a cluster
// bears: however small the window and the interval that are asked for.
func TestWindowsAreBounded(t *testing.T) {
	for _, asked := range []uint32{0, 1, 2, windowDefault - 1, windowDefault, 1000, 1 << 31} {
		f, err := parseFilter(&api.ReadReq_Options_FilterOptions{
			Filter: &api.ReadReq_Options_FilterOptions_StreamIdentifier{
				StreamIdentifier: &api.ReadReq_Options_FilterOptions_Expression{Prefix: []string{"case-"}}},
			Window:                       &api.ReadReq_Options_FilterOptions_Max{Max: asked},
			CheckpointIntervalMultiplier: asked,
		})
		if err != nil {
			t.Fatal(err)
		}
		if w := f.every.Window; w < windowDefault || w > checkpointMax {
			t.Errorf("asked for %d, the window is %d", asked, w)
		}
		if m := f.every.Multiplier; m < multiplierMin || m > checkpointMax {
			t.Errorf("asked for %d, the multiplier is %d", asked, m)
		}
	}
	without, err := parseFilter(&api.ReadReq_Options_FilterOptions{
		Filter: &api.ReadReq_Options_FilterOptions_EventType{
			EventType: &api.ReadReq_Options_FilterOptions_Expression{Prefix: []string{"case."}}},
		Window: &api.ReadReq_Options_FilterOptions_Count{Count: &shared.Empty{}}})
	if err != nil || without.every.Window < windowDefault || without.every.Multiplier < multiplierMin {
		t.Errorf("asked for nothing: %+v, %v", without, err)
	}
}

// However much others write while a caller does not read, it does not fall behind by it:
// what the log says of them takes no room of what waits for the caller, and is passed.
func TestOthersMakeNobodyFallBehind(t *testing.T) {
	ended := errors.New("ended")
	var at event.Position
	f := feed{
		open: func(_ context.Context, deliver func(eventstore.Delivery) error) error {
			for i := range uint64(10 * aheadMax) {
				if err := deliver(eventstore.Delivery{Position: event.Position{Commit: i + 1, Prepare: i + 1}}); err != nil {
					return err
				}
			}
			return ended
		},
		taken: func(d eventstore.Delivery) { at = d.Position },
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*stallPatience)
	defer cancel()
	items := make(chan item, aheadMax)
	if err := f.run(ctx, items); err != ended || len(items) > 0 || at.Commit != 10*aheadMax {
		t.Errorf("%v; %d items wait for the caller, and the feed stands at %v", err, len(items), at)
	}
}

// A position of another log is the caller's mistake and no outage, upon which clients try
// again for ever.
func TestAPositionOfAnotherLogIsRefused(t *testing.T) {
	err := fmt.Errorf("read: %w: %w", eventstore.ErrUnavailable, eventstore.ErrNoPosition)
	if f := refusalOf(err); f.Code.Kind() != fault.KindInvalid {
		t.Error(f)
	}
}
