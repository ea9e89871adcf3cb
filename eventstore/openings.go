package eventstore

// opens are the types that begin a stream and stand nowhere else in it: the commands
// that write them refuse, or change nothing, where the stream is there. One that
// stands later was copied there by somebody else. Types that say a record anew, or
// that a stream may begin with among others, are not here.
var opens = map[string]bool{
	"answer.given.v1":                   true,
	"anomalyscan.requested.v1":          true,
	"books.opened.v1":                   true,
	"calculation.snapshotted.v1":        true,
	"case.opened.v1":                    true,
	"checkpoint.marks_begun.v1":         true,
	"commerce.exemption_created.v1":     true,
	"commerce.exemption_created.v2":     true,
	"commerce.rate_created.v1":          true,
	"commerce.region_created.v1":        true,
	"commerce.registration_created.v1":  true,
	"commerce.rule_created.v1":          true,
	"commerce.snapshot_taken.v1":        true,
	"commerce.snapshot_taken.v2":        true,
	"compliancerefresh.requested.v1":    true,
	"corpusrelease.import_requested.v1": true,
	"corpussource.registered.v1":        true,
	"document.received.v1":              true,
	"document_batch.received.v1":        true,
	"export.requested.v1":               true,
	"invoice.requested.v1":              true,
	"key.issued.v1":                     true,
	"ledgerentry.recorded.v1":           true,
	"legislativerun.requested.v1":       true,
	"memo.composed.v1":                  true,
	"notice.recorded.v1":                true,
	"obligation.filed.v1":               true,
	"plan.created.v1":                   true,
	"principal.created.v1":              true,
	"receipt.drafted.v1":                true,
	"research.asked.v1":                 true,
	"resync.requested.v1":               true,
	"return.package_drafted.v1":         true,
	"return.received.v1":                true,
	"tenant.created.v1":                 true,
}

// Opens reports whether a type begins streams and stands nowhere else in them.
func Opens(typ string) bool { return opens[typ] }
