package strangers

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/tallystick/tallystick/domain/audit"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/tenancy"
)

// kept keeps what is recorded.
type kept struct {
	fail    bool
	meta    event.Metadata
	records []event.Payload
}

func (k *kept) Record(_ context.Context, meta event.Metadata, payloads ...event.Payload) error {
	if k.fail {
		return errors.New("the log is down")
	}
	k.meta = meta
	k.records = append(k.records, payloads...)
	return nil
}

// However many strangers call, a minute leaves one record a kind; nothing is
// lost while the log is down.
func TestStrangersAreCountedTogether(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 30, 0, time.UTC)
	log := &kept{}
	x := &Counter{Recorder: log, Now: func() time.Time { return now }, Node: "node-1", Operation: "platform.strangers"}
	var work sync.WaitGroup
	for range 50 {
		work.Go(func() {
			for range 200 {
				x.Count("known", "no_credentials")
				x.Count("unknown", "unknown_key")
			}
		})
	}
	work.Wait()
	x.flush(now.Truncate(time.Minute))
	if len(log.records) != 0 {
		t.Fatal("a minute that is not over was recorded")
	}
	log.fail = true
	x.flush(now.Add(time.Minute))
	log.fail = false
	x.Count("known", "no_credentials")
	x.flush(now.Add(time.Minute))
	if len(log.records) != 2 || log.meta.Tenant != tenancy.Platform || log.meta.Operation != "platform.strangers" {
		t.Fatalf("%d records, %+v", len(log.records), log.meta)
	}
	total := map[string]int64{}
	for _, p := range log.records {
		c := p.(audit.StrangersCounted)
		if c.Node != "node-1" || !c.Minute.Equal(now.Truncate(time.Minute)) {
			t.Errorf("%+v", c)
		}
		total[c.PathClass+" "+c.Reason] = c.Count
	}
	if total["known no_credentials"] != 10_001 || total["unknown unknown_key"] != 10_000 {
		t.Errorf("%v", total)
	}
	x.Close()
	if len(log.records) != 2 {
		t.Error("counts were recorded twice")
	}
	x.Count("known", "revoked_key")
	x.Close()
	if len(log.records) != 3 {
		t.Error("what came in the last minute was lost")
	}
}
