package eventstore

import (
	"github.com/tallystick/tallystick/domain/category"
	"github.com/tallystick/tallystick/domain/classification"
	docs "github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/intake"
	"github.com/tallystick/tallystick/domain/receipt"
	"github.com/tallystick/tallystick/domain/taxreturn"
)

// documents lists the categories of documents, their classification, receipts and returns.
var documents = []event.Category{
	docs.Category, docs.BatchCategory, category.Kind, classification.Category, intake.Category, receipt.Category, taxreturn.Category,
}
