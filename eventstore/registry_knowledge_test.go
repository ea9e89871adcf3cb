package eventstore_test

// knowledgeUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var knowledgeUnsealed = map[string]string{
	"corpuslive.promoted.v1.manifest.subject":       "the platform's own, see corpus.FilesOf",
	"corpuslive.promoted.v1.report.subject":         "the platform's own, see corpus.FilesOf",
	"corpusrelease.read.v1.raw.subject":             "the platform's own, see corpus.FilesOf",
	"corpusrelease.read.v1.passages.subject":        "the platform's own, see corpus.FilesOf",
	"corpusrelease.read.v1.findings.subject":        "the platform's own, see corpus.FilesOf",
	"corpusrelease.import_requested.v1.raw.subject": "the platform's own, see corpus.FilesOf",
	"corpusrelease.validated.v1.manifest.subject":   "the platform's own, see corpus.FilesOf",
	"corpusrelease.validated.v1.texts.subject":      "the platform's own, see corpus.FilesOf",
	"corpusrelease.validated.v1.report.subject":     "the platform's own, see corpus.FilesOf",
	"corpussource.registered.v1.about.title":        "a title of law", "corpussource.registered.v1.about.licence.name": "of a licence",
	"corpussource.edited.v1.about.title": "a title of law", "corpussource.edited.v1.about.licence.name": "of a licence",
	"notice.recorded.v1.deadline.steps.text":                      "written by the table of terms: counts of days between dates",
	"notice.recorded.v1.deadline.citations.title":                 "a title of law",
	"notice.recorded.v1.deadline.notes":                           "written by the table of terms: what its computation could not take in",
	"rulepack.published.v1.content.sources.title":                 "a title of law",
	"rulepack.published.v1.content.parameters.values.bands.label": "the label of a tax band",
}
