package gateway

import (
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
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
