package http

import (
	"context"
	"net/http"

	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/orders"
)

// queuedWork is a record that was begun and whose work goes on.
type queuedWork struct {
	ID string `json:"id"`
	QueuedJob
}

func (s *Server) registerResync() {
	type in struct {
		Sited
		Written
		Body orders.Resync
	}
	register(s, Operation{
		Entry: "12.3", ID: "ledger.resync", Method: http.MethodPost, Path: "/api/ledger/resync/", Surface: "ledger", Status: http.StatusAccepted,
		Summary: "Ask a source anew for orders by days or ids", Permission: "ledger:write", Errors: []int{409, 422},
		Describe: "A job: what the source says now is taken as a push would be. What is posted or invoiced does not change: a difference is noted. " +
			"An order that was asked for by id and that the source does not know is missing_at_source; it stays.",
	}, func(ctx context.Context, c *Call, in *in) (*reply[queuedWork], error) {
		caller, err := c.writer(in.Written)
		if err != nil {
			return nil, err
		}
		done, err := s.Books().RequestResync(ctx, caller, in.Body)
		if err != nil {
			return nil, err
		}
		wroteBy(c, done)
		return &reply[queuedWork]{Status: http.StatusAccepted, LogPosition: positionOf(done),
			Body: queuedWork{done.ID, Queued(job.ID(done.State.Command, 0))}}, nil
	})
}
