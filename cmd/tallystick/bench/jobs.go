package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/eventstore"
)

const jobsDone = 800

// jobs measures exports of nothing from the request to the job's end, as a client sees
// them, beside bare appends, by as many callers, of the events that one of them makes; and
// how long of that the job waited to be claimed, was worked on, and had ended unseen.
func (r *run) jobs() error {
	site, err := r.booksSite("Jobs")
	if err != nil {
		return err
	}
	for _, callers := range []int{1, 16} {
		if err := r.jobsOf(site, callers, r.scale(jobsDone)*callers/16+1); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) jobsOf(site int64, callers, n int) error {
	c := client(callers)
	defer c.CloseIdleConnections()
	var next atomic.Int64
	ended := make([]*requested, n)
	began := time.Now()
	_, took, err := load(callers, time.Hour, func(int) error {
		i := int(next.Add(1)) - 1
		if i >= n {
			return io.EOF
		}
		one, err := r.exportNothing(c, site)
		ended[i] = one
		return err
	})
	if len(took) != n {
		return fmt.Errorf("%d of %d jobs ended: %w", len(took), n, err)
	}
	rate := float64(n) / time.Since(began).Seconds()
	waited, worked, unseen, err := r.phases(ended)
	if err != nil {
		return err
	}
	floor, err := r.appendsAgain(ended[0], callers, n)
	if err != nil {
		return err
	}
	r.add(figure{
		name: fmt.Sprintf("jobs from request to end, %d callers", callers),
		measured: fmt.Sprintf("%s /s, p50 %s (waited %s, worked %s, unseen %s), p99 %s", number(rate), ms(quantile(took, .5)),
			ms(waited), ms(worked), ms(unseen), ms(quantile(took, .99))),
		floor: number(floor) + " /s", ratio: fmt.Sprintf("%.2f", rate/floor), aim: "–", met: true,
	})
	return nil
}

// phases are, of jobs that have ended, the medians of how long they waited for their claim,
// were worked on, and had ended before their client saw it.
func (r *run) phases(ended []*requested) (waited, worked, unseen time.Duration, err error) {
	var all [3][]time.Duration
	for _, one := range ended {
		stream := event.Stream{Category: job.Category.Name, Tenant: r.tenant, ID: one.Task}
		raws, err := r.service.Store.ReadStream(r.ctx, stream.String(), 0, 100)
		if err != nil {
			return 0, 0, 0, err
		}
		claimed, end := raws[0].Created, raws[len(raws)-1].Created
		for i, d := range []time.Duration{claimed.Sub(one.asked), end.Sub(claimed), one.seen.Sub(end)} {
			all[i] = append(all[i], d)
		}
	}
	return quantile(all[0], .5), quantile(all[1], .5), quantile(all[2], .5), nil
}

// requested is an export's answer, and when its client asked and saw the end.
type requested struct {
	ID          string `json:"id"`
	Task        string `json:"job_id"`
	Status      string `json:"status_url"`
	asked, seen time.Time
}

// exportNothing asks for an export of a day without entries and waits for its end.
func (r *run) exportNothing(c *http.Client, site int64) (*requested, error) {
	base := "http://" + r.service.Addr("api")
	ask := `{"format":"csv","from":"1999-01-01","to":"1999-01-01","provisional":true}`
	one := requested{asked: time.Now()}
	url := fmt.Sprintf("%s/api/accounting-feeds/exports/?site=%d", base, site)
	_, text, err := send(c, "POST", url, r.key, []byte(ask), http.StatusAccepted)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &one); err != nil {
		return nil, err
	}
	for {
		_, text, err := send(c, "GET", base+one.Status, r.key, nil, http.StatusOK)
		if err != nil {
			return nil, err
		}
		var s struct{ Status string }
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, err
		}
		switch s.Status {
		case "succeeded":
			one.seen = time.Now()
			return &one, nil
		case "failed", "cancelled":
			return nil, fmt.Errorf("the job: %s", text)
		}
		time.Sleep(time.Millisecond)
	}
}

// appendsAgain is how many times a second so many callers append, event by event, what
// stands in the streams of one export and of its job.
func (r *run) appendsAgain(one *requested, callers, n int) (float64, error) {
	var streams [][]eventstore.Proposed
	for _, name := range []event.Stream{{Category: feeds.Exports.Name, Tenant: r.tenant, ID: one.ID},
		{Category: job.Category.Name, Tenant: r.tenant, ID: one.Task}} {
		raws, err := r.service.Store.ReadStream(r.ctx, name.String(), 0, 100)
		if err != nil {
			return 0, err
		}
		var events []eventstore.Proposed
		for _, e := range raws {
			events = append(events, eventstore.Proposed{Type: e.Type, Data: e.Data, Metadata: e.Metadata})
		}
		streams = append(streams, events)
	}
	var next atomic.Int64
	began := time.Now()
	_, took, err := load(callers, time.Hour, func(int) error {
		i := int(next.Add(1))
		if i > n {
			return io.EOF
		}
		for at, events := range streams {
			expected := eventstore.NoStream
			for revision, e := range events {
				e.ID = uuid.New()
				if _, err := r.service.Store.Append(r.ctx, fmt.Sprintf("benchjob-%d-%d-%d", at, callers, i), expected, e); err != nil {
					return err
				}
				expected = eventstore.Exactly(uint64(revision))
			}
		}
		return nil
	})
	if len(took) != n {
		return 0, err
	}
	return float64(n) / time.Since(began).Seconds(), nil
}
