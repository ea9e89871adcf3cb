package cases

import (
	"slices"
	"strings"
)

// Kinds of records that evidence and attachments may name. A record of another
// kind is named as "record", by its collection and id: "invoice/0192…".
const (
	KindAnswer      = "answer"
	KindCalculation = "calculation"
	KindDocument    = "document"
	KindCase        = "case"
	KindRecord      = "record"
	KindURL         = "url"       // evidence only; never looked up
	KindPrincipal   = "principal" // in Needs only
)

// Ref names something that a decision must know about.
type Ref struct{ Kind, ID string }

// Facts is what a decision knows about other records: the answer to Needs, as
// it stands at the moment of the decision. What is absent does not exist in
// this tenant and the sites that the caller sees.
type Facts struct {
	Principals map[string]Principal // for each Ref of KindPrincipal, by id
	Records    map[Ref]Record       // for every other Ref
	Names      map[string]string    // of principals, also of those that are revoked, by id; Finalise records them
}

// Principal is a person or service of this tenant that is not revoked.
type Principal struct {
	Reviews bool // holds cases:review, for the case's site where it has one
}

// Record is another record as it is now.
//
// SHA256 is that of the bytes the record is exported as: the JSON body of an
// answer or calculation (the very bytes that Material hands to Pack), the
// stored bytes of a document, the latest final pack of a case (a case that was
// never final is absent).
type Record struct {
	SHA256     string
	Escalated  bool   // an answer whose outcome is to escalate
	Concluded  bool   // a person's conclusion stands on the record itself, outside this case
	Coverage   string // covered | beta | draft | unavailable; "" for what has no coverage
	Superseded bool   // the law it used has since been changed with effect for its period
	Stale      bool   // its sources are past their limit, or a change notice touches it
}

// refs lists the records that the case rests on, each once, sorted; later
// decisions look all of them up again.
func (s State) refs() []Ref {
	var all []Ref
	for _, l := range s.links() {
		all = append(all, Ref{l.Kind, l.Ref})
	}
	return distinct(all)
}

// link is one use of a record in the case.
type link struct {
	Pinned
	where string // "workpaper/0192…", "attachment/0192…", "client_approval"
}

// links lists every use of a record, in the case's order; URLs are left out.
func (s State) links() []link {
	var all []link
	add := func(where, kind, ref, sha256 string) {
		if kind != KindURL {
			all = append(all, link{Pinned{kind, ref, sha256}, where})
		}
	}
	for _, w := range s.Workpapers {
		for _, e := range w.Evidence {
			add("workpaper/"+w.ID, e.Kind, e.Ref, e.SHA256)
		}
	}
	for _, a := range s.Attachments {
		add("attachment/"+a.ID, a.Kind, a.RecordID, a.SHA256)
	}
	if s.Approval != nil && s.Approval.Evidence != nil {
		e := s.Approval.Evidence
		add("client_approval", e.Kind, e.Ref, e.SHA256)
	}
	return all
}

// pins lists what the case rests on, each record at each hash once, in the
// case's order.
func (s State) pins() []Pinned {
	all, seen := []Pinned{}, map[Pinned]bool{}
	for _, l := range s.links() {
		if !seen[l.Pinned] {
			seen[l.Pinned] = true
			all = append(all, l.Pinned)
		}
	}
	return all
}

// distinct sorts refs and drops repeats and empty ones.
func distinct(refs []Ref) []Ref {
	refs = slices.DeleteFunc(refs, func(r Ref) bool { return r.ID == "" || r.Kind == KindURL })
	slices.SortFunc(refs, func(a, b Ref) int {
		if a.Kind != b.Kind {
			return strings.Compare(a.Kind, b.Kind)
		}
		return strings.Compare(a.ID, b.ID)
	})
	return slices.Compact(refs)
}
