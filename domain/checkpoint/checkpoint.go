// Package checkpoint is the record of what was proved about the log, in the log
// itself: the signed heads of its trees, and the keys that sign them.
//
// # Vocabulary
//
// A head is Published when it has been signed: the note is what was signed, and
// the trail beside it the hashes of what was added to the tree since the head
// before. It is Stamped when a time stamping authority has said that it was there
// at a time. A KeyRotated note says, signed by both, which key follows which.
//
// Streams are checkpoint-<tenant>-<yyyymmddhh> for a tenant's tree,
// checkpoint-0-top_<yyyymmddhh> for the tree of heads, checkpoint-0-keys and
// checkpoint-0-marks.
// The events of this category, of all tenants, are the leaves of that tree; no
// tenant's tree holds them.
package checkpoint

import (
	"time"

	"github.com/tallystick/tallystick/domain/event"
)

// Published is one signed head.
type Published struct {
	Tree  string `json:"tree"` // tenant, or "top"
	Size  uint64 `json:"size"`
	Root  []byte `json:"root"`
	Note  string `json:"note"`  // the signed note, whole
	From  uint64 `json:"from"`  // size of the head before
	Trail []byte `json:"trail"` // hashes from there to this one
}

// Stamped is an authority's time stamp (RFC 3161) of a published head. It stands
// in the stream of the hour in which the head was signed.
type Stamped struct {
	Tree  string    `json:"tree"`
	Size  uint64    `json:"size"`
	Note  []byte    `json:"note_sha256"` // of the signed note, whole: what was stamped
	Token []byte    `json:"token"`       // TimeStampToken, DER
	Time  time.Time `json:"time"`        // that it says
}

// KeyRotated is a rotation of the signing key.
type KeyRotated struct {
	Note string `json:"note"` // signed by the old key and the new
}

// MarksBegun says that every event after it carries the service's mark.
type MarksBegun struct{}

func (Published) EventType() string  { return "checkpoint.published.v1" }
func (Stamped) EventType() string    { return "checkpoint.stamped.v1" }
func (KeyRotated) EventType() string { return "checkpoint.key_rotated.v1" }
func (MarksBegun) EventType() string { return "checkpoint.marks_begun.v1" }

// Category of the checkpoint streams.
var Category = event.Category{Name: "checkpoint", Types: []event.Type{event.Of[Published](), event.Of[Stamped](), event.Of[KeyRotated](),
	event.Of[MarksBegun]()}}

// top is the tree of heads, whose streams are the platform's.
const top = "top"

// Stream names where the heads of a tree that are signed in the UTC hour of t
// stand; an hour's stay few.
func Stream(tree string, t time.Time) string {
	s := event.Stream{Category: Category.Name, Tenant: tree, ID: t.UTC().Format("2006010215")}
	if tree == top {
		s.Tenant, s.ID = "0", top+"_"+s.ID
	}
	return s.String()
}

// KeyStream is where rotations stand.
const KeyStream = "checkpoint-0-keys"

// MarkStream is where a log's marks begin.
const MarkStream = "checkpoint-0-marks"
