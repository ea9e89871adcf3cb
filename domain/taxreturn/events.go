package taxreturn

import (
	"github.com/tallystick/tallystick/domain/blob"
	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/job"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Category is the kind of stream a return is.
var Category = event.Category{Name: "taxreturn", Types: []event.Type{
	event.Of[PacketReceived](), event.Of[PacketExtracted](), event.Of[PacketRejected](), event.Of[PacketFailed](), event.Of[FiguresEdited](),
	event.Of[ReviewMarked](), event.Of[PackageDrafted](),
}}

// ExtractJob is the kind of job that reads a packet.
const ExtractJob job.Kind = "returns.extract"

// PacketReceived is a file that was stored.
type PacketReceived struct {
	ReturnID     string      `json:"return_id"`
	Jurisdiction string      `json:"jurisdiction,omitempty"` // as the sender says, like the two below; "" = not said
	TaxYear      string      `json:"tax_year,omitempty"`
	Form         string      `json:"form,omitempty"`
	ClientRef    sealed.Text `json:"client_ref,omitzero"`
	Filename     sealed.Text `json:"filename,omitzero"`
	Language     string      `json:"language,omitempty"`
	Media        string      `json:"media"`
	Blob         blob.Ref    `json:"blob"`
}

// OpensJobs has the packet read.
func (PacketReceived) OpensJobs() []job.Opening { return []job.Opening{{Kind: ExtractJob}} }

// PacketExtracted is what was read.
type PacketExtracted struct {
	Jurisdiction string   `json:"jurisdiction,omitempty"`
	TaxYear      string   `json:"tax_year,omitempty"`
	Form         string   `json:"form,omitempty"` // "" = not known
	Extraction   string   `json:"extraction"`     // form_fields | text_layer | ocr | text | none
	Pages        int      `json:"pages"`
	Figures      []Figure `json:"figures"`
	Checks       []Check  `json:"checks"`
}

// Check is one thing that was looked at.
type Check struct {
	Code string   `json:"code"`
	OK   bool     `json:"ok"`
	Keys []string `json:"keys,omitempty"` // of the figures that it is about
}

// PacketRejected is a packet that cannot be taken, whatever is tried.
type PacketRejected struct {
	Code string `json:"code"`
}

// PacketFailed is work that could not be done.
type PacketFailed struct {
	Code string `json:"code"`
}

// FiguresEdited is a person's word on figures, on what the packet is, and on facts.
type FiguresEdited struct {
	Jurisdiction string        `json:"jurisdiction"` // like the two below, as it is then
	TaxYear      string        `json:"tax_year"`
	Form         string        `json:"form"`
	Figures      []Figure      `json:"figures"`
	Facts        []StatedFact  `json:"facts,omitempty"`
	Checks       []Check       `json:"checks"`
	Summary      StatedSummary `json:"summary"` // what it comes to then
}

// StatedSummary is a Summary as the log keeps it.
type StatedSummary struct {
	Income     sealed.Text `json:"income,omitzero"`
	Tax        sealed.Text `json:"tax,omitzero"`
	Refund     sealed.Text `json:"refund,omitzero"`
	BalanceDue sealed.Text `json:"balance_due,omitzero"`
}

// StatedFact is what a person says that the packet does not.
type StatedFact struct {
	Name  string      `json:"name"`
	Value sealed.Text `json:"value"` // empty = taken back
}

// ReviewMarked ends a return.
type ReviewMarked struct {
	Note   sealed.Text `json:"note,omitzero"`
	Waiver sealed.Text `json:"waiver,omitzero"` // why nobody else could; of one who is alone
}

// PackageDrafted is a draft package that the service built.
type PackageDrafted struct {
	ReturnID     string      `json:"return_id"`
	Jurisdiction string      `json:"jurisdiction"`
	TaxYear      string      `json:"tax_year"`
	Form         string      `json:"form"`
	ClientRef    sealed.Text `json:"client_ref,omitzero"`
	Filename     sealed.Text `json:"filename,omitzero"`
	Media        string      `json:"media"`
	Blob         blob.Ref    `json:"blob"`
	SnapshotID   string      `json:"snapshot_id"`
	Figures      []Figure    `json:"figures"`
	CaseID       string      `json:"case_id,omitempty"` // the case that it was made for
}

func (PacketReceived) EventType() string  { return "return.received.v1" }
func (PacketExtracted) EventType() string { return "return.extracted.v1" }
func (PacketRejected) EventType() string  { return "return.rejected.v1" }
func (PacketFailed) EventType() string    { return "return.failed.v1" }
func (FiguresEdited) EventType() string   { return "return.figures_edited.v1" }
func (ReviewMarked) EventType() string    { return "return.reviewed.v1" }
func (PackageDrafted) EventType() string  { return "return.package_drafted.v1" }
