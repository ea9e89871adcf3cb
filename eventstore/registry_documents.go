package eventstore

import "github.com/tallystick/tallystick/domain/event"

// documents lists the categories of documents, their classification, receipts and returns.
var documents = []event.Category{}
