// Package review names the matters that a person is asked to decide.
//
// # Vocabulary
//
// A matter is an item of the queue. It has no stream of its own: it is opened and
// closed by the events of its record, and its id is its kind and the record's id, so
// that a decision finds the record from the log alone.
package review

import (
	"strings"

	"github.com/tallystick/tallystick/domain/access"
)

// Kind is what a person is asked.
type Kind string

// The kinds.
const (
	Classification Kind = "classification" // what a cost is for
	Extraction     Kind = "extraction"     // whether a document was read right
	Duplicate      Kind = "duplicate"      // whether a document is another one
	Match          Kind = "match"          // which entry a receipt is the same cost as
	Journal        Kind = "journal"        // whether a proposed entry is right
	// Difference asks whether what a source says otherwise of a final order is taken.
	Difference Kind = "commerce_difference"
)

// Kinds lists them.
func Kinds() []Kind {
	return []Kind{Classification, Extraction, Duplicate, Match, Journal, Difference}
}

// ID is that of the item of a record.
func (k Kind) ID(record string) string { return string(k) + "_" + record }

// Parse tells the kind of an item and the record that it is of; ok is false where the
// id is none of an item.
func Parse(id string) (k Kind, record string, ok bool) {
	for _, k := range Kinds() {
		if record, ok := strings.CutPrefix(id, string(k)+"_"); ok && record != "" {
			return k, record, true
		}
	}
	return "", "", false
}

// Reads is the permission to read the records that items of the kind are of: without
// it, the item is not seen either.
func (k Kind) Reads() access.Permission {
	switch k {
	case Match:
		return "receipts:read"
	case Journal:
		return "accounting:read"
	case Difference:
		return "ledger:read"
	}
	return "reviews:read"
}

// Readable are the kinds whose items a role sees.
func Readable(r access.Role) (all []Kind) {
	for _, k := range Kinds() {
		if access.Table.Allows(r, k.Reads()) {
			all = append(all, k)
		}
	}
	return all
}
