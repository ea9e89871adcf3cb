package eventstore_test

// documentsUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var documentsUnsealed = map[string]string{}
