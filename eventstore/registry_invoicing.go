package eventstore

import (
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/feeds"
	docs "github.com/tallystick/tallystick/domain/invoicing"
)

// invoicing lists the categories of invoices, credit notes, feeds and exports.
var invoicing = []event.Category{docs.Documents, docs.Orders, docs.Books, feeds.Exports, feeds.Schedules, feeds.Connectors, feeds.Syncs}
