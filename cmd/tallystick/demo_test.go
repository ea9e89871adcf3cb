package main

import (
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/cmd/tallystick/service"
)

// A start that takes long says what it waits for, goes on for as long as that moves, however
// slowly, and gives up once it has not moved for minutes.
func TestPatienceLastsWhileSomethingMoves(t *testing.T) {
	now := time.Unix(0, 0)
	var told []string
	p := service.Patience{Now: func() time.Time { return now }, Tell: func(waits string) { told = append(told, waits) }}
	hear := func(after time.Duration, waits string) error {
		now = now.Add(after)
		return p.Heard(strings.Split(waits, ";"))
	}
	for _, x := range []struct {
		after time.Duration
		waits string
		told  int
	}{
		{0, "the database", 0}, {9 * time.Second, "the database", 0}, {time.Second, "the database", 1}, {9 * time.Second, "20 to do", 1},
		{time.Second, "20 to do", 2}, {4 * time.Minute, "20 to do", 3}, {4 * time.Minute, "19 to do", 4}, {4 * time.Minute, "18 to do;1;2", 5},
		{4*time.Minute + 59*time.Second, "18 to do;1;2", 6}, // and far more than a minute in all
	} {
		if err := hear(x.after, x.waits); err != nil || len(told) != x.told {
			t.Errorf("%s after %v more: told %q, %v", x.waits, x.after, told, err)
		}
	}
	if err := hear(time.Second, "18 to do;1;2"); err == nil || !strings.Contains(err.Error(), "18 to do") {
		t.Errorf("nothing moves any more: %v", err)
	}
	if want := "the database, 20 to do, 20 to do, 19 to do, 18 to do; and 2 more, 18 to do; and 2 more"; strings.Join(told, ", ") != want {
		t.Errorf("told %q, want %q", told, want)
	}
}
