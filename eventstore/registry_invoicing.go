package eventstore

import "github.com/tallystick/tallystick/domain/event"

// invoicing lists the categories of invoices, credit notes, feeds and exports.
var invoicing = []event.Category{}
