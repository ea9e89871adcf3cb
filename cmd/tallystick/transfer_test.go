package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tallystick/tallystick/eventstore/transfer"
)

// Whoever copies a log reads how far it is, how fast, and how long it may take yet: of what
// is compared and of what is copied, of a copy that goes on too.
func TestProgressIsSaid(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	tell := progressTo(&out, func() time.Time { return now })
	for _, x := range []struct {
		after  time.Duration
		report transfer.Report
		said   string
	}{
		{time.Second, transfer.Report{Present: 1000, Fraction: .5}, ""}, // too soon
		{9 * time.Second, transfer.Report{Present: 5000, Fraction: .6}, "5000 events compared, 0 copied, 500 a second; 60 %, about 40s left\n"},
		{time.Second, transfer.Report{Present: 5000, Copied: 100, Fraction: .61}, ""},
		{9 * time.Second, transfer.Report{Present: 5000, Copied: 2000, Fraction: .7},
			"5000 events compared, 2000 copied, 200 a second; 70 %, about 30s left\n"},
		{10 * time.Second, transfer.Report{Present: 5000, Copied: 3000}, "5000 events compared, 3000 copied, 100 a second\n"}, // of a pipe
		{10 * time.Second, transfer.Report{Present: 5000, Copied: 4000, Fraction: 1}, "5000 events compared, 4000 copied, 100 a second\n"},
	} {
		out.Reset()
		now = now.Add(x.after)
		if tell(x.report); out.String() != x.said {
			t.Errorf("%+v: %q, want %q", x.report, out.String(), x.said)
		}
	}
}

// A copy that was cut off is started again; one into a log that holds something else is not
// helped by that, and says what is.
func TestACopyThatFailedSaysWhatHelps(t *testing.T) {
	report := transfer.Report{Present: 3, Copied: 4}
	for _, x := range []struct {
		err   error
		again bool
	}{{errors.New("the line is down"), true}, {fmt.Errorf("%w: case-1@0", transfer.ErrForeign), false}} {
		err := conclude(io.Discard, report, x.err)
		if !errors.Is(err, x.err) || !strings.Contains(err.Error(), "after 3 events compared and 4 copied") ||
			strings.Contains(err.Error(), "start it again") != x.again || strings.Contains(err.Error(), "holds nothing else") == x.again {
			t.Errorf("%v: %v", x.err, err)
		}
	}
}
