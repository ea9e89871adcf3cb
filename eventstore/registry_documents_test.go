package eventstore_test

// documentsUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var documentsUnsealed = map[string]string{
	"document.received.v1.blob.subject":              fileOwner,
	"document.extracted.v1.statements.lines.subject": fileOwner,
	"document.extracted.v1.orders.rows.subject":      fileOwner,
	"document.extracted.v1.orders.faults.subject":    fileOwner,
	"document.extracted.v1.invoice.subject":          fileOwner,
	"document.extracted.v1.fields.name":              fieldName,
	"document.fields_changed.v1.fields.name":         fieldName,
	"return.received.v1.blob.subject":                fileOwner,
	"return.package_drafted.v1.blob.subject":         fileOwner,
	"return.figures_edited.v1.facts.name":            fieldName,
	"classification.made.v1.subject":                 fileOwner,
	"category.changed.v1.label":                      "how a tenant calls a category of cost, for everybody in it",
	"document_batch.received.v1.files.detail":        refusalDetail,
}

const (
	fileOwner     = "whose key the file is encrypted under: an id, or the hash of a client's reference"
	refusalDetail = "the service's own sentence on why a file was not taken, which names nothing of it"

	fieldName = "the name of a field, one of a fixed list"
)
