package eventstore

import (
	"github.com/tallystick/tallystick/domain/anomaly"
	"github.com/tallystick/tallystick/domain/auditproof"
	"github.com/tallystick/tallystick/domain/books"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/journal"
	"github.com/tallystick/tallystick/domain/legislative"
	"github.com/tallystick/tallystick/domain/orders"
	"github.com/tallystick/tallystick/domain/party"
)

// booksGroup lists the categories of the ledger, journals, periods, orders and anomalies.
var booksGroup = []event.Category{books.Category, books.Accounts, journal.Category, journal.Settlements, orders.Category,
	party.Category, auditproof.Category, anomaly.Category, anomaly.Scans, orders.Resyncs,
	legislative.Category, legislative.Runs}
