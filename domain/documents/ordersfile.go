package documents

import (
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
)

// OrdersJob is the kind of job that takes the orders of a document into the ledger.
const OrdersJob job.Kind = "documents.orders"

// FiledSource is the source of orders whose file and sender name none.
const FiledSource = "file"

// OrdersFile is the orders that a document holds. There may be many thousands: they stand
// in a blob.
type OrdersFile struct {
	Source string   `json:"source"` // of those that name none themselves
	Count  int      `json:"count"`  // that can be taken
	Faulty int      `json:"faulty"` // that cannot
	Rows   blob.Ref `json:"rows"`   // JSON array of package orderfile's rows
	Faults blob.Ref `json:"faults"` // JSON array of its faults
}

// OpensJobs has the orders taken, where there are some.
func (e Extracted) OpensJobs() []job.Opening {
	if e.Orders == nil || e.Orders.Count == 0 {
		return nil
	}
	return []job.Opening{{Kind: OrdersJob, Total: int64(e.Orders.Count)}}
}

// OrdersTaken says what became of the orders of a document.
type OrdersTaken struct {
	JobID     string         `json:"job_id"`
	Code      string         `json:"code,omitempty"` // why the work was given up; "" = it was done
	Read      int            `json:"read"`
	ByOutcome map[string]int `json:"by_outcome"` // recorded, unchanged, difference, refused, …
	Refused   []OrderRefused `json:"refused"`    // the first ones
}

// OrderRefused is an order that the ledger did not take.
type OrderRefused struct {
	Line int    `json:"line"` // of the file
	Code string `json:"code"` // of the fault
}

// RefusedMax bounds how many of those are kept.
const RefusedMax = 200

// EventType is the type of the event.
func (OrdersTaken) EventType() string { return "document.orders_taken.v1" }

// FiledOrders are the orders of a document, as far as they have come.
type FiledOrders struct {
	OrdersFile
	JobID string       // that takes them; "" = there is none to take
	Taken *OrdersTaken // nil = they have not been
}

// Waiting reports whether orders are being taken.
func (o *FiledOrders) Waiting() bool { return o != nil && o.JobID != "" && o.Taken == nil }

// file is what the document holds, nil of one that is none of orders.
func (o *FiledOrders) file() *OrdersFile {
	if o == nil {
		return nil
	}
	return &o.OrdersFile
}

// TakeOrders gives OrdersTaken; nothing where it was said, or another job takes them by
// now.
func (s State) TakeOrders(said OrdersTaken) []event.Payload {
	if !s.Orders.Waiting() || s.Orders.JobID != said.JobID {
		return nil
	}
	if said.ByOutcome == nil {
		said.ByOutcome = map[string]int{}
	}
	if said.Refused == nil {
		said.Refused = []OrderRefused{}
	}
	return []event.Payload{said}
}
