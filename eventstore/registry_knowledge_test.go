package eventstore_test

// knowledgeUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var knowledgeUnsealed = map[string]string{
	"notice.recorded.v1.deadline.steps.text":                      "written by the table of terms: counts of days between dates",
	"notice.recorded.v1.deadline.citations.title":                 "a title of law",
	"notice.recorded.v1.deadline.notes":                           "written by the table of terms: what its computation could not take in",
	"rulepack.published.v1.content.sources.title":                 "a title of law",
	"rulepack.published.v1.content.parameters.values.bands.label": "the label of a tax band",
}
