package eventstore_test

// knowledgeUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var knowledgeUnsealed = map[string]string{}
