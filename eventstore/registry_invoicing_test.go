package eventstore_test

// invoicingUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var invoicingUnsealed = map[string]string{
	"invoice.requested.v1.data_subject": "the id of a checkout, customer or order; it says whose the sealed content is",
}
