package eventstore_test

// invoicingUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var invoicingUnsealed = map[string]string{}
