package party

import (
	"strings"

	"github.com/tallystick/tallystick/domain/event"
	"github.com/tallystick/tallystick/domain/fault"
	"github.com/tallystick/tallystick/domain/sealed"
)

// MergeClaimed says, in the stream of the party that stays, that another is about to be
// merged into it. Who is claimed and is merged itself at that moment is decided anew, and
// claims again: so of a ring of merges each final claim would come before the next one's,
// which cannot be, and one party stays. Whoever is cut off after a claim leaves nothing
// that anybody waits for.
type MergeClaimed struct {
	From string `json:"from"`
}

func (MergeClaimed) EventType() string { return "party.merge_claimed.v1" }

// Merge says that a party is another one.
type Merge struct {
	Into   string `json:"merge_into"`
	Reason string `json:"reason"`
}

// Decide gives PartyMerged. into is the other, as it stands. Errors: fault.NotFound;
// fault.Immutable; fault.InvalidInput; fault.Blocked with party_unknown.
func (c Merge) Decide(s, into State) ([]event.Payload, error) {
	if s.ID == "" {
		return nil, fault.New(fault.NotFound, "there is no such party")
	}
	if err := s.writable(); err != nil {
		return nil, err
	}
	var bad fault.Fields
	if strings.TrimSpace(c.Reason) == "" {
		bad.Add("reason", "why the two are one")
	}
	if c.Into == s.ID {
		bad.Add("merge_into", "another party")
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	var b fault.Blockers
	into.takes(&b, c.Into, s.Site)
	if err := b.Err(); err != nil {
		return nil, err
	}
	return []event.Payload{PartyMerged{c.Into, sealed.Of(Subject(s.ID), c.Reason)}}, nil
}

// takes blocks a merge of a party of a site into s, which is asked for as id.
func (s State) takes(b *fault.Blockers, id string, site int64) {
	if s.ID == "" || s.MergedInto != "" || s.Forgotten || s.Site != site {
		b.On("party/"+id, "party_unknown", "the party to merge into is not there, or was forgotten, or merged itself")
	}
}

// ClaimMerge takes the party that stays for one that is about to be merged into it.
type ClaimMerge struct {
	MergeClaimed
	Into string
	Site int64
}

// Decide gives MergeClaimed, each time: it is what moves the stream. Errors: fault.Immutable;
// fault.Blocked with party_unknown.
func (c ClaimMerge) Decide(s State) ([]event.Payload, error) {
	var b fault.Blockers
	s.takes(&b, c.Into, c.Site)
	if err := b.Err(); err != nil {
		return nil, err
	}
	if err := s.writable(); err != nil {
		return nil, err
	}
	return []event.Payload{c.MergeClaimed}, nil
}
