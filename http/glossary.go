package http

import (
	"maps"
	"slices"

	"github.com/tallystick/tallystick/domain/chart"
	"github.com/tallystick/tallystick/domain/journal"
)

// terms say what the properties of requests and responses mean where the type
// that has them does not say it itself. Names are spelled alike everywhere, and
// what is spelled alike means alike; where one type means something else,
// ownTerms says so.
var terms = joinTerms(recordTerms, platformTerms, taxTerms, booksTerms, workTerms, corpusTerms)

func joinTerms(subjects ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, subject := range subjects {
		for name, text := range subject {
			if all[name] != "" {
				panic("http: " + name + " is described twice")
			}
			all[name] = text
		}
	}
	return all
}

// ownTerms are the properties of one type, "Type.property", that mean something
// else there than elsewhere.
var ownTerms = map[string]string{
	"AuditRow.status":          "HTTP status of the answer.",
	"AuditRow.outcome":         "ok, refused or failed.",
	"AuditRow.role":            "Role of the principal at the time.",
	"AuditRow.stream":          "Stream that the call appended to.",
	"AuditRow.type":            "Type of the event.",
	"Acceptance.records":       "Ids of the records that were accepted as they are.",
	"Axis.from":                "First value, a decimal string.",
	"Axis.to":                  "Last value, a decimal string.",
	"Axis.step":                "From one value to the next, a decimal string.",
	"AxisPoint.at":             "Value on the axis, a decimal string.",
	"BooksAccount.code":        "Code of the account.",
	"ConsistencyView.from":     "Size of the older tree.",
	"ConsistencyView.to":       "Size of the newer tree.",
	"CreditView.number":        "Number of the credit note.",
	"Field.field":              "Path of the field in the request, such as body.lines[2].net.",
	"Line.type":                "Type of the event.",
	"Problem.status":           "The HTTP status again.",
	"Problem.title":            "What the code means.",
	"Problem.detail":           "What was wrong with this request.",
	"IndirectExemption.number": "Number of the certificate.",
	"IndirectStep.line":        "Number of the line; left out: of all.",
	"CommerceRate.name":        "Name of the rate.",
	"TaxIDFault.message":       "What is wrong with the number.",
	"SignedHead.origin":        "Names the log and the tree; first line of the note.",
}

// vocabularies are the words that a property can hold, where its own schema does
// not list them: by "Type.property", else by the property of every type.
var vocabularies = map[string][]string{
	"side":                           {"debit", "credit"},
	"class":                          words(chart.Classes()),
	"stage":                          {"intake", "preparation", "review", "approval", "finalised"},
	"answer_type":                    {"calculation", "validation", "research", "clarification", "refusal"},
	"answer_mode":                    {"grounded", "general", "partial", "clarify", "refuse"},
	"coverage_status":                {"covered", "beta", "draft", "unavailable"},
	"verification_status":            verificationStatuses,
	"request_classification":         {"high_risk", "standard", "prohibited", "out_of_scope"},
	"Difference.coverage_status":     {"covered", "beta", "draft", "unavailable", ""},
	"ComparisonView.coverage_status": {"covered", "beta", "draft", "unavailable", ""},
	"income_basis":                   {"gross", "taxable"},
	"tax_check":                      {"agrees", "differs", "not_computable"},
	"CoverageView.tier":              {"covered", "beta", "draft"},
	"InterviewFact.type":             {"decimal", "integer", "number", "rate", "boolean", "date", "choice", "text"},
	"OrderView.kind":                 {"order", "refund", "payout", "fee"},
	"BooksView.basis":                {"accrual", "cash"},
	"Result.basis":                   {"annual", "withholding", "transaction"},
	"ScenarioFigures.basis":          {"annual", "withholding", "transaction"},
	"InvoiceContent.kind":            {"invoice", "credit_note"},
	"EntryRow.origin":                words(journal.Origins()),
	"EntryView.origin":               words(journal.Origins()),
	"JournalPayload.origin":          words(journal.Origins()),
	"LineView.origin":                words(journal.Origins()),
	"EntryRow.journal":               journals,
	"EntryView.journal":              journals,
	"JournalPayload.journal":         journals,
	"LineView.journal":               journals,
}

var (
	journals             = []string{"sales", "purchases", "bank", "cash", "general", "opening"}
	verificationStatuses = []string{"verified", "needs_facts", "unsupported", "human_review_required",
		"partial", "conflict", "stale_source", "system_unavailable"}
)

// words are the values of an enumeration of the domain.
func words[S ~string](all []S) []string {
	texts := make([]string, len(all))
	for i, w := range all {
		texts[i] = string(w)
	}
	return texts
}

// eachProperty walks the properties of the named schemas.
func eachProperty(doc map[string]any, visit func(owner, name string, property map[string]any)) {
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	for _, owner := range slices.Sorted(maps.Keys(schemas)) {
		schema, _ := schemas[owner].(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if property, ok := properties[name].(map[string]any); ok {
				visit(owner, name, property)
			}
		}
	}
}
