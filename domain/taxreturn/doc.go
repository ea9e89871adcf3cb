// Package taxreturn is returns as files: packets that somebody filed or was sent
// (Form 1040, a tax calculation, an assessment), and draft packages that this
// service builds. What a packet says is figures by line, each with its place; what
// the calculators make of them stands beside, and is never put in their place.
//
// # Vocabulary
//
//   - form: what is known of a kind of packet (data/*.yaml, cited): how it is
//     recognised, which figures it has, by which words they are labelled, which of
//     them add up, and how a calculator is asked about them.
//   - figure: one amount, or one choice such as a filing status. Its value is
//     printed on the packet (extracted), a person's (edited) or ours (computed, in
//     packages alone). An edit keeps the value before it, who made it, and why.
//   - facts: what a person says that the packet does not, so that a calculator can
//     be asked: an age, a part of the country.
//   - comparison: what a calculator makes of the figures, or why it was not asked.
//
// # Rules
//
// A packet is received, then extracted (or rejected, or failed), then reviewed,
// which ends it. Who edited a figure or gave a fact does not review. A figure is
// read only where its label and its line say the same; a form that is not known has
// none. The subject of the texts is the client that client_ref names, else the
// return itself.
package taxreturn

import (
	"time"

	"github.com/google/uuid"

	"github.com/tallystick/tallystick/domain/act"
	"github.com/tallystick/tallystick/domain/documents"
	"github.com/tallystick/tallystick/domain/documents/reading"
	"github.com/tallystick/tallystick/domain/sealed"
)

// Kinds of returns.
const (
	Packet  = "packet"
	Package = "draft_package"
)

// Statuses of returns.
const (
	Received  = "received"
	Extracted = "extracted"
	Reviewed  = "reviewed"
	Rejected  = "rejected"
	Failed    = "failed"
)

// Where the value of a figure comes from.
const (
	FromPacket     = "extracted"
	FromPerson     = "edited"
	FromCalculator = "computed"
)

// Figure is one value of a return.
type Figure struct {
	Key      string      `json:"key"`  // of the form: "total_tax"
	Part     string      `json:"part"` // schedule or page: "1040", "Schedule 2"
	Line     string      `json:"line"` // as it is printed; "" = the form has no numbers
	Value    sealed.Text `json:"value"`
	Raw      sealed.Text `json:"raw,omitzero"`
	Currency string      `json:"currency"` // "" = no amount
	Source   string      `json:"source"`
	Page     int         `json:"page,omitempty"`
	Box      reading.Box `json:"box,omitzero"`
	Score    int         `json:"score"` // how sure it is, in thousandths
	Reason   sealed.Text `json:"reason,omitzero"`
	Step     string      `json:"step,omitempty"` // of the calculation that a package's figure comes from
	By       string      `json:"-"`              // who edited it; "" = nobody
	At       time.Time   `json:"-"`
	Before   []Earlier   `json:"-"` // what edits replaced, the first first
}

// Earlier is a value that an edit replaced.
type Earlier struct {
	Value  sealed.Text
	Source string
	Reason sealed.Text
	By     string
	At     time.Time
}

// Accepted reports whether a figure may be relied on without another look.
func (f Figure) Accepted() bool { return f.Source != FromPacket || f.Score >= documents.AcceptScore }

// ID is that of the packet with these bytes of this client and site.
func ID(tenant string, site int64, clientRef, sha256 string) string {
	space := uuid.MustParse("0a4fd8a2-3d2f-5a52-9d0f-6b1ce0a77e41")
	return act.Compact(uuid.NewSHA1(space, []byte(documents.ID(tenant, site, clientRef, sha256))))
}

// SubjectOf is whose data a return is: the client's that client_ref names, else its
// own.
func SubjectOf(clientRef, id string) string {
	if clientRef == "" {
		return "return-" + id
	}
	return documents.SubjectOf(clientRef, "")
}

func text(subject, plain string) sealed.Text {
	if plain == "" {
		return sealed.Text{}
	}
	return sealed.Of(subject, plain)
}
