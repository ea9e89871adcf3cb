package eventstore_test

// platformUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var platformUnsealed = map[string]string{
	"job.failed.v1.detail": "a sentence of the service's own about the work, made without what was worked on",
}
