package eventstore

import "github.com/tallystick/tallystick/domain/event"

// books lists the categories of the ledger, journals, periods, orders and anomalies.
var books = []event.Category{}
