package http

import (
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/orders/orderfile"
)

// filedOrdersView is the orders that a document holds, and what became of them.
type filedOrdersView struct {
	Source string            `json:"source" doc:"Of those that name none themselves."`
	Count  int               `json:"count" doc:"Orders that could be read whole."`
	Faulty int               `json:"faulty" doc:"Orders that could not; none of them is taken."`
	Faults []orderfile.Fault `json:"faults,omitempty" nullable:"false" doc:"The first 1000, by line; when the document is read."`
	Status string            `json:"status" enum:"none,waiting,taken,failed" doc:"none: there is nothing to take; taken: what the ledger takes stands there; failed: the work was given up, and what was taken until then stays. Have the file read again (full=true) to go on."`
	Code   string            `json:"code" doc:"Why it failed, such as not_permitted; empty: it did not."`
	QueuedJob
	Read    int                 `json:"read" doc:"Orders that were brought to the ledger."`
	Counts  map[string]int      `json:"status_counts" doc:"What became of them: recorded, pending (it says why), unchanged, difference, voided or refused."`
	Refused []docs.OrderRefused `json:"refused" nullable:"false" doc:"The first 200 that the ledger refused, by line."`
}

func viewOfFiledOrders(o *docs.FiledOrders) *filedOrdersView {
	if o == nil {
		return nil
	}
	v := filedOrdersView{Source: o.Source, Count: o.Count, Faulty: o.Faulty, Status: "none", Counts: map[string]int{},
		Refused: []docs.OrderRefused{}}
	if o.JobID != "" {
		v.Status, v.QueuedJob = "waiting", Queued(o.JobID)
	}
	if o.Taken == nil {
		return &v
	}
	v.Status, v.Code, v.Read, v.Refused = "taken", o.Taken.Code, o.Taken.Read, append(v.Refused, o.Taken.Refused...)
	if v.Code != "" {
		v.Status = "failed"
	}
	if o.Taken.ByOutcome != nil {
		v.Counts = o.Taken.ByOutcome
	}
	return &v
}
