package eventstore

import (
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
)

// documents lists the categories of documents, their classification, receipts and returns.
var documents = []event.Category{
	docs.Category, docs.BatchCategory,
}
