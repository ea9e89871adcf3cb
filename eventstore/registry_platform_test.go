package eventstore_test

// platformUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var platformUnsealed = map[string]string{}
