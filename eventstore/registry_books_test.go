package eventstore_test

// booksUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var booksUnsealed = map[string]string{}
