package eventstore_test

// platformUnsealed lists the fields of the group's events that look personal and
// are not, each with the reason.
var platformUnsealed = map[string]string{
	"job.failed.v1.detail":                              "a sentence of the service's own about the work, made without what was worked on",
	"notification.queued.v1.message.subject":            "whose key the message is encrypted under: an id, or a keyed hash",
	"settings.replaced.v1.seller.legal_name":            imprint,
	"settings.replaced.v1.seller.trading_name":          imprint,
	"settings.replaced.v1.seller.legal_notes":           imprint,
	"settings.replaced.v1.seller.email":                 imprint,
	"settings.replaced.v1.seller.phone":                 imprint,
	"settings.replaced.v1.seller.contact":               imprint,
	"settings.replaced.v1.seller.iban":                  imprint,
	"settings.replaced.v1.seller.address.street":        imprint,
	"settings.replaced.v1.seller.address.city":          imprint,
	"settings.replaced.v1.invoicing.credit_note_series": "the prefix of a number",
	"settings.replaced.v1.invoicing.note":               "a sentence that stands on every invoice; documented as no place for people's names",
	"settings.replaced.v1.invoicing.exemption_reason":   "a provision of law",
	"settings.replaced.v1.draft_coverage.reason":        "why an owner accepts draft coverage; documented as no place for people's names",
}

const imprint = "what the law has a business print on every invoice and page: published by itself, and needed when the vault is not there"
