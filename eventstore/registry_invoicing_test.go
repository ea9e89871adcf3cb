package eventstore_test

// invoicingUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var invoicingUnsealed = map[string]string{
	"export.requested.v1.subject":       subjectID,
	"export.failed.v1.detail":           "a sentence of the service that names nobody and quotes nothing",
	"export.completed.v1.file.subject":  "the id of the export, or of whose data it holds",
	"export.completed.v1.name":          "the name of a file that the service made, of a site's number and days",
	"invoice.requested.v1.data_subject": "the id of a checkout, customer or order; it says whose the sealed content is",
}
